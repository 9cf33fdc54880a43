"""Colours can be read in every theme, and every mark has a form besides its colour."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from tests.support.themes import themes

from proftui.drawing.capabilities import COLOURS_16, COLOURS_256, NO_COLOURS, TRUECOLOR
from proftui.drawing.colours import (
    ANSI_RGB,
    BLACK,
    WHITE,
    Eye,
    Look,
    Rgb,
    contrast,
    rgb,
    rounded,
    unchanged,
)
from proftui.drawing.palette import Palette
from proftui.widgets.drawn import rich_style

ROLES = (
    "text",
    "muted",
    "library",
    "heading",
    "sorted",
    "key",
    "title",
    "match",
    "estimate",
    "warning",
    "error",
    "success",
    "tab",
    "code-line",
    *(f"code-{kind}" for kind in ("keyword", "name", "builtin", "string", "number", "comment")),
    "heat0",
    "heat1",
    "heat2",
    "heat3",
    "heat4",
)
GROUNDS = ("", "panel", "cursor", "blurred")
HEAT = tuple(f"heat{number}" for number in range(5))
colours = st.tuples(*[st.integers(0, 255)] * 3)


@cache
def palette(theme: str, mode: str) -> Palette:
    return Palette(themes()[theme], mode)


def coloured(look: Look) -> tuple[Rgb, Rgb]:
    assert isinstance(look.colour, tuple) and isinstance(look.ground, tuple)
    return look.colour, look.ground


@pytest.mark.parametrize(("mode", "shown"), [(TRUECOLOR, unchanged), (COLOURS_256, rounded)])
@pytest.mark.parametrize("theme", list(themes()))
def test_text_can_be_read_in_every_theme(theme: str, mode: str, shown: Callable[[Rgb], Rgb]) -> None:
    for role in ROLES:
        for ground in GROUNDS:
            text, under = coloured(palette(theme, mode).look(role, ground))
            assert contrast(shown(text), shown(under)) >= 4.5, (role, ground, text, under)


@pytest.mark.parametrize("theme", list(themes()))
def test_the_cursor_and_the_tab_stand_out(theme: str) -> None:
    colours = palette(theme, TRUECOLOR)
    screen, panel = colours.ground(""), colours.ground("panel")
    assert contrast(colours.ground("cursor"), screen) >= 1.3
    assert colours.ground("blurred") != screen
    _, tab = coloured(colours.look("tab"))
    assert tab != screen and tab != panel and colours.look("tab").bold
    # On the cursor the heat of the text gives way to its contrast.
    assert len({colours.look(role, "cursor").colour for role in (*HEAT, "text", "muted", "match")}) == 1
    assert colours.look("match", "cursor").underline and colours.look("match", "cursor").bold


@pytest.mark.parametrize(("mode", "shown"), [(TRUECOLOR, unchanged), (COLOURS_256, rounded)])
@pytest.mark.parametrize("theme", list(themes()))
def test_a_lower_step_of_heat_is_not_the_redder_one(
    theme: str, mode: str, shown: Callable[[Rgb], Rgb]
) -> None:
    drawn = (shown(coloured(palette(theme, mode).look(role))[0]) for role in ("heat2", "heat3"))
    lower, higher = (red - green for red, green, _ in drawn)
    assert lower <= max(higher, 0)


@pytest.mark.parametrize("mode", [TRUECOLOR, COLOURS_256])
@pytest.mark.parametrize("theme", list(themes()))
def test_steps_of_heat_differ_in_every_theme(theme: str, mode: str) -> None:
    looks = [palette(theme, mode).look(role) for role in HEAT]
    drawn = []
    for look in looks:
        style = rich_style(look)
        assert style.color is not None
        colour = style.color if mode == TRUECOLOR else style.color.downgrade(ColorSystem.EIGHT_BIT)
        drawn.append((colour.number, colour.triplet if mode == TRUECOLOR else None, bool(style.bold)))
    for one, other in combinations(range(5), 2):
        assert drawn[one] != drawn[other], (theme, one, other, looks)


def test_without_colours_form_alone_tells_the_marks() -> None:
    plain = Palette({}, NO_COLOURS)
    for role in ROLES:
        for ground in GROUNDS:
            look = plain.look(role, ground)
            assert (look.colour, look.ground) == (None, None)
            assert not look.dim
    text = plain.look("text")
    assert text == Look()
    assert plain.look("text", "cursor").reverse and plain.look("tab").reverse
    assert plain.look("match").underline and plain.look("match", "cursor").underline
    assert [plain.look(role).bold for role in HEAT] == [False, False, False, True, True]
    assert plain.look("sorted").bold and plain.look("title").bold
    assert plain.look("text", "blurred") not in (text, plain.look("text", "cursor"))


def test_16_colours_are_the_terminals_own() -> None:
    few = Palette({}, COLOURS_16, light=False)
    heat = [few.look(role) for role in HEAT]
    assert [look.colour for look in heat[1:]] == [None, "yellow", "yellow", "bright_red"]
    assert [look.bold for look in heat] == [False, False, False, True, True]
    assert len(set(heat)) == 5
    for role in ROLES:
        for ground in GROUNDS:
            look = few.look(role, ground)
            assert look.ground is None
            assert look.colour is None or Color.parse(str(look.colour)).number in range(16)
            rich_style(look)
    assert few.look("heat4", "cursor").reverse and few.look("heat4", "cursor").colour is None


@pytest.mark.parametrize(("light", "ground"), [(False, BLACK), (True, WHITE)])
def test_of_16_colours_those_are_used_that_can_be_read_on_the_ground(light: bool, ground: Rgb) -> None:
    few = Palette({}, COLOURS_16, light)
    text = {role: few.look(role) for role in ROLES}
    for role, look in text.items():
        if look.colour is not None:
            assert contrast(ANSI_RGB[str(look.colour)], ground) >= 4.5, (role, look)
    assert len({text[role] for role in (*HEAT, "match", "estimate")}) == 7


def test_a_theme_without_colours_of_its_own_still_reads() -> None:
    bare = Palette({}, TRUECOLOR)
    named = Palette(
        {"background": "ansi_black", "foreground": "ansi_default", "primary": "auto 87%"}, TRUECOLOR
    )
    for one in (bare, named):
        for role in ROLES:
            for ground in GROUNDS:
                text, under = coloured(one.look(role, ground))
                assert contrast(text, under) >= 4.5


# --- the arithmetic


@given(colours, colours, st.sampled_from([3.0, 4.5]))
def test_any_colour_becomes_readable_on_any_ground(colour: Rgb, ground: Rgb, least: float) -> None:
    found = Eye().readable(colour, ground, least)
    assert contrast(found, ground) >= least
    if contrast(colour, ground) >= least:
        assert found == colour


@given(colours)
def test_something_can_be_written_on_any_ground(ground: Rgb) -> None:
    for eye, shown in ((Eye(), unchanged), (Eye(rounded), rounded)):
        lit = eye.for_text(ground)
        for text, under in (
            (eye.best_on(ground), ground),
            (eye.text_on(ground), ground),
            (eye.text_on(lit), lit),
        ):
            assert contrast(shown(text), shown(under)) >= 4.5


def test_colours_are_read_or_replaced() -> None:
    assert rgb("#0178D4") == (1, 120, 212) and rgb("ansi_bright_red") == (255, 0, 0)
    assert rgb("ansi_default", BLACK) == rgb("", BLACK) == rgb("#12", BLACK) == BLACK

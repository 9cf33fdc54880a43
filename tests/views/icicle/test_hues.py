"""Packages have their colours for good, told apart and readable in every theme."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import some
from tests.support.icicle_programs import profile
from tests.support.themes import themes

from proftui.analysis.names import Names
from proftui.drawing.capabilities import COLOURS_16, COLOURS_256, TRUECOLOR
from proftui.drawing.colours import ANSI_RGB, Rgb, contrast, rounded, unchanged
from proftui.drawing.palette import Palette
from proftui.views.icicle.paint import BY_WIDTH, GREY, MINE, Known
from proftui.widgets.drawn import rich_style

KINDS = [*"01234567gr", "h0", "h1", "h2", "h3", "h4"]
STATES = ("", "-sel", "-hover", "-dim", "-match")


def packages(times: Sequence[float]) -> Names:
    """A profile of one function each of so many packages."""
    count = len(times)
    files = [f"/usr/lib/python3.11/site-packages/package{number}/a.py" for number in range(count)]
    known = {"files": files, "linenos": [1] * count, "names": ["f"] * count}
    return Names(profile().changed(count=count, tottime=times, cumtime=times, **known))


@given(st.lists(st.floats(0.001, 100.0), max_size=20))
def test_the_widest_packages_share_no_hue(times: list[float]) -> None:
    names = packages(times)
    known = Known(names)
    found = [(time, known.hue(index)) for index, time in enumerate(times)]
    widest = sorted(time for time, hue in found if hue != GREY)
    assert widest == sorted(times)[-len(BY_WIDTH) :]
    coloured = [hue for _, hue in found if hue != GREY]
    assert len(set(coloured)) == len(coloured) and MINE not in coloured


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "shown"), [(TRUECOLOR, unchanged), (COLOURS_256, rounded)])
@pytest.mark.parametrize("theme", some(themes(), 2))
def test_boxes_can_be_read_in_every_theme(theme: str, mode: str, shown: Callable[[Rgb], Rgb]) -> None:
    palette = Palette(themes()[theme], mode)
    for kind in KINDS:
        for shade in ("", "b"):
            for state in STATES:
                look = palette.look(f"box{kind}{shade}{state}")
                for part, least in (("", 4.5), ("-edge", 3.0), ("-hatch", 3.0)):
                    weak = palette.look(f"box{kind}{shade}{state}{part}")
                    assert isinstance(weak.colour, tuple) and isinstance(weak.ground, tuple)
                    assert weak.ground == look.ground
                    assert contrast(shown(weak.colour), shown(weak.ground)) >= least, (kind, shade, state)
        assert palette.look(f"box{kind}") != palette.look(f"box{kind}-sel")
    shades = {palette.box_ground(kind, second) for kind in "01234567g" for second in (False, True)}
    assert len(shades) == (18 if mode == TRUECOLOR else 10)
    heat = {palette.box_ground(f"h{step}") for step in range(5)}
    assert len(heat) == 5


@pytest.mark.parametrize("theme", list(themes()))
def test_no_package_has_the_colour_of_another_in_256_colours(theme: str) -> None:
    palette = Palette(themes()[theme], COLOURS_256)
    shown = [{rounded(palette.box_ground(kind, second)) for second in (False, True)} for kind in "01234567"]
    assert not any(one & other for one, other in combinations(shown, 2)), shown


def test_16_colours_are_told_apart_and_can_be_read() -> None:
    few = Palette({}, COLOURS_16)
    looks = [few.look(f"box{hue}") for hue in "01234567g"]
    assert len({look.ground for look in looks}) == 9
    for look in (*looks, *(few.look(f"boxh{step}") for step in range(5))):
        assert contrast(ANSI_RGB[str(look.colour)], ANSI_RGB[str(look.ground)]) >= 4.5, look
    for kind in KINDS:
        for state in STATES:
            for part in ("", "-edge", "-hatch"):
                rich_style(few.look(f"box{kind}{state}{part}"))
    assert few.look("box3-match").underline


def test_the_selected_box_is_seen_among_the_others_in_16_colours() -> None:
    few = Palette({}, COLOURS_16)
    for kinds in ("01234567gr", [f"h{step}" for step in range(5)]):
        others = {few.look(f"box{kind}").ground for kind in kinds}
        for kind in kinds:
            look = few.look(f"box{kind}-sel")
            assert look.reverse and look.bold
            # In reverse, the colour is that of the ground.
            assert look.colour not in {*others, None, "black", "white", "bright_white"}
            assert contrast(ANSI_RGB[str(look.colour)], ANSI_RGB[str(look.ground)]) >= 4.5

"""What Tree and Icicle both promise, in the whole explorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from tests.support.corpus import small
from tests.support.examples import first_of_each, slowly
from tests.support.screens import demo, opened, screen, typed
from tests.support.shots import found, keys_in, shot, shots, shots_in_sizes

from proftui import messages
from proftui.drawing.capabilities import COLOURS_16, COLOURS_256, NO_COLOURS, TRUECOLOR
from proftui.drawing.safe_text import cell_width
from proftui.frame.keys import KEYS, Key

SIZES = ((80, 24), (100, 30), (120, 40), (250, 70))
RECURSE = opened(small("cprofile-py3.11-recurse.stats"))
COLOURS = (TRUECOLOR, COLOURS_256, COLOURS_16, NO_COLOURS)


@dataclass(frozen=True)
class View:
    """One of the two, with a place in the middle of things."""

    name: str
    tab: str
    middle: tuple[str, ...]
    """The keys to a function with others above, below and after it."""
    selected: str
    states: dict[str, tuple[str, ...]]


TREE = View(
    "tree",
    "3 Tree",
    ("3", "g", "down", "down"),
    "summary",
    {
        "top-down": ("3",),
        "bottom-up": ("3", "i"),
        "bottom-up of all": ("3", "i", "i"),
        "all open": ("3", "E"),
        "of the parent": ("3", "percent_sign"),
        "milliseconds": ("3", "t"),
        "find": ("3", *found("json"), "n"),
        "prompt": ("3", "slash", *typed("json")),
        "least share": ("3", "L"),
    },
)
ICICLE = View(
    "icicle",
    "4 Icicle",
    ("4", "up", "up", "right"),
    "make_orders",
    {
        "top-down": ("4",),
        "callers": ("4", "i"),
        "callers of all": ("4", "i", "i"),
        "zoomed": ("4", "up", "up", "right", "enter"),
        "heat": ("4", "K"),
        "find": ("4", *found("json"), "n"),
        "prompt": ("4", "slash", *typed("json")),
    },
)
VIEWS = (TREE, ICICLE)


def called(part: Any) -> str:
    """How a case is named."""
    return str(getattr(part, "action", getattr(part, "name", part)))


@pytest.mark.parametrize("colours", [COLOURS[0], *slowly(*COLOURS[1:])])
@pytest.mark.parametrize("view", VIEWS, ids=called)
def test_every_row_is_as_wide_as_the_screen(view: View, colours: str) -> None:
    # The states differ in characters, the colour modes do not.
    for name, keys in list(view.states.items())[: None if colours == TRUECOLOR else 2]:
        for size, shown in shots_in_sizes(demo(), *keys, sizes=SIZES, colours=colours).items():
            assert len(shown.rows) == size[1], (name, size)
            assert {cell_width(row) for row in shown.rows} == {size[0]}, (name, size)
            assert shown.tab == view.tab or name == "prompt"


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS, ids=called)
def test_ascii_draws_nothing_else(view: View) -> None:
    for read in (demo(), RECURSE):
        # What recursion draws stands in the first of them.
        for name, keys in list(view.states.items())[: 2 if read is RECURSE else None]:
            assert "".join(shot(read, *keys, size=(120, 40), ascii_only=True).rows).isascii(), name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("view", "key", "name"),
    [
        pytest.param(view, *case.values, marks=case.marks)
        for view in VIEWS
        for case in first_of_each(keys_in(view.name), 3)
    ],
    ids=called,
)
def test_no_key_does_nothing(view: View, key: Key, name: str) -> None:
    """Each changes the screen or says why it does not, from a place in the middle of things."""
    before, after = shots(demo(), *view.middle, name, last=2)
    assert after.rows != before.rows


@pytest.mark.parametrize("view", VIEWS, ids=called)
def test_keys_of_other_views_say_so(view: View) -> None:
    names = [key.keys.split(",")[0] for key in KEYS if view.name not in key.views]
    before, *walk = shots(demo(), *view.middle, *names, last=len(names) + 1)
    for name, after in zip(names, walk, strict=True):
        assert after.state != before.state and after.state, name
        assert after.rows[:-2] == before.rows[:-2], name


@pytest.mark.parametrize("view", VIEWS, ids=called)
def test_reading_again_keeps_the_place(view: View) -> None:
    before, after = shots(demo(), *view.middle, "R")[-2:]
    assert after.state == messages.READ_AGAIN_UNCHANGED
    assert after.selected == before.selected == view.selected


@pytest.mark.parametrize("view", VIEWS, ids=called)
def test_typed_ahead_is_as_good_as_slowly(view: View) -> None:
    keys = (*view.middle, "left", "down")
    assert screen(demo(), keys) == shot(demo(), *keys).rows

"""What Tree and Icicle both promise, in the whole explorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from tests.support.corpus import small
from tests.support.examples import first_of_each
from tests.support.screens import demo, opened, screen, typed
from tests.support.shots import found, keys_in, shot, shots

from proftui import messages
from proftui.frame.keys import KEYS, Key


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


@pytest.mark.parametrize("view", ["2", "3", "4"])
def test_where_nothing_is_shown_keys_say_why(view: str) -> None:
    keys = ("s", "r", "percent_sign", *(["K", "right"] if view == "4" else ["H"] if view == "3" else []))
    _, shown, *answers = shots(opened(small("lp5.1.0-julia.lprof")), view, *keys, size=(120, 24))
    why = " ".join("".join(shown.body).split())
    assert [answer.state for answer in answers] == [why] * len(keys) and messages.NO_CALL_EDGES in why

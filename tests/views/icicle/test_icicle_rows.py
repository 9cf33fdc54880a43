"""What stands in the icicle's boxes, in its legend, and below it."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from tests.support.icicle_programs import FIT, named, stacks, tree

from proftui.analysis.calltree.nodes import CallNode, Kind
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.drawing.safe_text import cell_width
from proftui.views.icicle import paint as painting
from proftui.views.icicle.boxes import Icicle
from proftui.views.icicle.paint import Known, Paint
from proftui.views.icicle.rows import legend, level_line


@cache
def about() -> tuple[Names, Figures]:
    _, names, figs = named()
    return names, figs


def paint(heat: bool = False, matches: frozenset[int] | None = None) -> Paint:
    return Paint(Known(about()[0]), 10.0, heat=heat, matches=matches)


def label(paint: Paint, node: CallNode, width: int, with_time: bool = False) -> str:
    return painting.label(paint, node, width, with_time)[0]


def node(function: int, time: float, *, exact: bool = True, kind: Kind = "function") -> CallNode:
    low, high = (time, time) if exact else (time / 2, time * 2)
    return CallNode(kind, function, time, low, high, exact, time, 3, None, 0)


@given(st.integers(0, 5), st.floats(0.0, 10.0), st.booleans(), st.integers(0, 60))
def test_no_label_is_wider_than_its_room(function: int, time: float, exact: bool, room: int) -> None:
    text = label(paint(), node(function, time, exact=exact), room, True)
    assert cell_width(text) <= room and "\x1b" not in text


@given(stacks, st.integers(1, 150), st.booleans(), st.booleans())
def test_levels_are_as_wide_as_the_picture(
    given_stacks: list[tuple[list[int], float]], width: int, heat: bool, search: bool
) -> None:
    picture = Icicle(tree(given_stacks), width)
    shown = paint(heat, frozenset({FIT}) if search else None)
    levels = range(len(picture.all_levels()))
    for number in levels:
        line = level_line(picture, number, shown, 0, 1, number)
        assert cell_width(line.text) == width
    assert cell_width(legend(picture, levels, shown, width, "↓ 3 more").text) == width

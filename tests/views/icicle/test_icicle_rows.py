"""What stands in the icicle's boxes, in its legend, and below it."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from tests.support.icicle_programs import named

from proftui.analysis.calltree.nodes import CallNode, Kind
from proftui.analysis.names import Names
from proftui.drawing.figures import unit_for
from proftui.drawing.safe_text import cell_width
from proftui.state.figures import Figures
from proftui.views.icicle import paint as painting
from proftui.views.icicle.paint import Known, Paint


@cache
def about() -> tuple[Names, Figures]:
    _, names, figs = named()
    return names, figs


def paint(heat: bool = False, matches: frozenset[int] | None = None) -> Paint:
    return Paint(Known(about()[0]), 10.0, unit_for(10.0), 10.0, heat=heat, matches=matches)


def label(paint: Paint, node: CallNode, width: int, with_time: bool = False) -> str:
    return painting.label(paint, node, width, with_time)[0]


def node(function: int, time: float, *, exact: bool = True, kind: Kind = "function") -> CallNode:
    low, high = (time, time) if exact else (time / 2, time * 2)
    return CallNode(kind, function, time, low, high, exact, time, 3, None, 0)


@given(st.integers(0, 5), st.floats(0.0, 10.0), st.booleans(), st.integers(0, 60))
def test_no_label_is_wider_than_its_room(function: int, time: float, exact: bool, room: int) -> None:
    text = label(paint(), node(function, time, exact=exact), room, True)
    assert cell_width(text) <= room and "\x1b" not in text

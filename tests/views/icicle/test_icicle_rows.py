"""What stands in the icicle's boxes, in its legend, and below it."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.icicle_programs import FIT, LEN, ODD, STACKS, TUNE, named, stacks, tree

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, Kind
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.drawing.safe_text import cell_width
from proftui.views.icicle import paint as painting
from proftui.views.icicle.boxes import Icicle, Place
from proftui.views.icicle.legend import legend
from proftui.views.icicle.own_times import own_lines, own_times
from proftui.views.icicle.packages import Packages
from proftui.views.icicle.paint import Known, Paint
from proftui.views.icicle.rows import level_line
from proftui.views.icicle.search import covered, matches


@cache
def about() -> tuple[Names, Figures]:
    _, names, figs = named()
    return names, figs


@cache
def untimed() -> Names:
    """Of the same functions, where trees alone say what they took."""
    nothing = [0.0] * len(STACKS)
    found = named()[0]
    return Names(found.changed(tottime=nothing[: found.count], cumtime=nothing[: found.count]))


def paint(heat: bool = False, fine: bool = True, matches: frozenset[int] | None = None) -> Paint:
    return Paint(Known(about()[0]), 10.0, heat=heat, fine=fine, matches=matches)


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
    shown = paint(heat, True, frozenset({FIT}) if search else None)
    levels = range(len(picture.all_levels()))
    for number in levels:
        line = level_line(picture, number, shown, 0, 1, number)
        assert cell_width(line.text) == width
    assert cell_width(legend(picture, levels, shown, width, "↓ 3 more").text) == width


@given(stacks, st.integers(1, 300))
def test_the_share_of_a_package_is_what_was_on_the_stack_with_it(
    given_stacks: list[tuple[list[int], float]], width: int
) -> None:
    """Each second once, though the package calls itself; narrow pictures say within which bounds it is."""
    names, picture = untimed(), Icicle(tree(given_stacks), width)
    for package, found in Packages(picture, Known(names)).times.items():
        true = sum(
            time
            for stack, time in given_stacks
            if package.title in {names.package(function) for function in stack}
        )
        assert found.low - 1e-9 <= true <= found.high + 1e-9
        if not picture.thin and picture.complete:
            assert found.seconds == pytest.approx(true)


@given(stacks)
def test_own_times_below_a_node_are_its_time(given_stacks: list[tuple[list[int], float]]) -> None:
    whole = tree(given_stacks)
    for root in whole.roots():
        rows = own_times(whole, root, about()[1])
        assert sum(row.seconds for row in rows) == pytest.approx(root.time, rel=1e-6)


def test_the_list_below_gives_way() -> None:
    names, figs = about()
    rows = own_times(tree(), None, figs)
    assert own_lines(figs, names, rows, 80, 2) == []
    lines = [line.text for line in own_lines(figs, names, rows, 80, 4)]
    assert lines[0].strip() == "" and len(lines) == 4
    assert lines[1].startswith(f"  tottime     %         {messages.OWN_TIMES}   ")
    assert lines[1].rstrip().endswith("location") and len(lines[1].rstrip()) == len(lines[2].rstrip())
    assert lines[2].startswith("    5.000  50.0 ██████  fit_everything") and "sklearn/base.py:12" in lines[2]
    assert all(cell_width(line) == 80 for line in lines)


def test_matches_in_others_are_not_counted_again() -> None:
    picture = Icicle(tree(), 80)
    found = covered(picture, paint(matches=frozenset({TUNE, FIT, LEN})))
    assert found.boxes == 4 and found.seconds == pytest.approx(6.5)
    assert matches(picture, paint(matches=frozenset({ODD}))) == [Place(1, 2)]
    assert matches(picture, paint()) == []

"""In what order rows of a comparison stand."""

from __future__ import annotations

import math

from tests.support.compared import comparison_of, profile_of
from tests.support.compared_screens import compared_session

from proftui.analysis.compare.measured import CALLS, MEASURES, OWN, both, by_ratio, columns, measure_of
from proftui.analysis.compare.side import side_of
from proftui.analysis.order import Order
from proftui.background.pieces import finished

FILE = "/home/me/app.py"
BEFORE = {
    (FILE, 1, "a"): (1, 1.0),
    (FILE, 2, "b"): (2, 2.0),
    (FILE, 3, "c"): (4, 0.1),
    (FILE, 4, "d"): (1, 5.0),
}
AFTER = {
    (FILE, 1, "a"): (1, 1.5),
    (FILE, 2, "b"): (8, 2.1),
    (FILE, 3, "c"): (4, 0.4),
    (FILE, 5, "e"): (3, 0.2),
}


def named(order: Order) -> list[str]:
    session = compared_session(side_of([profile_of(BEFORE)]), side_of([profile_of(AFTER)]))
    assert session.compared is not None
    functions = finished(session.compared.sorting(order, session.names))
    return [session.names.shown_name(function) for function in functions]


def test_the_largest_change_in_either_direction_is_first() -> None:
    assert named(Order.usual(OWN)) == ["d", "a", "c", "e", "b"]
    assert named(Order.usual(OWN).reverse()) == ["b", "e", "c", "a", "d"]
    assert named(Order.usual(CALLS))[:2] == ["b", "e"]


def test_ratios_are_of_either_direction_and_what_has_none_is_last() -> None:
    assert named(Order.usual(by_ratio(OWN)))[:3] == ["c", "a", "b"]
    assert {*named(Order.usual(by_ratio(OWN)))[3:]} == {"d", "e"}
    assert {*named(Order.usual(by_ratio(OWN)).reverse())[3:]} == {"d", "e"}


def test_a_side_without_calls_has_no_time_a_call() -> None:
    comparison = comparison_of(profile_of(BEFORE), profile_of(AFTER))
    before, after = both(comparison.pairs, "percall")
    new = next(row for row in range(len(comparison.pairs)) if comparison.name(row) == "e")
    assert math.isnan(before[new]) and after[new] == 0.2 / 3
    assert columns(comparison.pairs) == [*MEASURES, by_ratio(OWN), "function", "location"]
    assert measure_of(Order.usual(by_ratio(CALLS))) == CALLS and measure_of(Order.usual("function")) == ""

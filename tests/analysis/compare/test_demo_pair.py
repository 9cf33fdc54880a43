"""The demo before and after one edit, five runs each: the figures that are specified."""

from __future__ import annotations

import math

import pytest
from tests.support.compared import compared, demo_pair

from proftui.analysis.compare.comparison import Comparison, comparing
from proftui.analysis.compare.measured import by_time
from proftui.background.pieces import finished
from proftui.frame.compare_sentences import headline


@pytest.fixture(scope="module")
def pair() -> Comparison:
    return compared(*demo_pair())


def row_of(comparison: Comparison, name: str) -> int:
    return next(row for row in range(len(comparison.pairs)) if comparison.name(row) == name)


def test_the_median_runs_are_compared(pair: Comparison) -> None:
    assert (round(pair.base.total, 3), round(pair.new.total, 3)) == (2.263, 1.668)
    assert pair.base.profile.total_calls == 3_528_086 and pair.new.profile.total_calls == 2_365_106
    assert [round(end, 3) for end in (*pair.base.range, *pair.new.range)] == [1.985, 3.193, 1.176, 1.776]


def test_all_functions_are_matched_but_the_new_one(pair: Comparison) -> None:
    pairs = pair.pairs
    statuses = [pairs.status(row) for row in range(len(pairs))]
    assert len(pairs) == 227 and statuses.count("new") == 1 and statuses.count("gone") == 0
    assert pair.name(statuses.index("new")) == "abs"


def test_a_row_in_calls_and_time_per_call(pair: Comparison) -> None:
    row = row_of(pair, "edit_distance")
    pairs = pair.pairs
    calls, own = (pairs.base_calls[row], pairs.new_calls[row]), (pairs.base_own[row], pairs.new_own[row])
    per_call = by_time(calls, own)
    assert (round(pairs.delta(row) - per_call, 3), round(per_call, 3)) == (-0.448, 0.0)
    assert pair.runs is not None
    before, after = pair.runs
    ends_of_ranges = before.lows[row], before.highs[row], after.lows[row], after.highs[row]
    assert [round(end, 2) for end in ends_of_ranges] == [1.0, 1.62, 0.53, 0.71]


def test_the_sum_of_causes(pair: Comparison) -> None:
    causes = pair.causes
    assert causes is not None
    assert math.isclose(pair.delta, -0.595068, abs_tol=5e-7)
    assert (round(causes.by_counts, 3), round(causes.by_time_per_call, 3)) == (-0.612, 0.017)
    assert abs(causes.not_attributed) < 1e-12
    said = sum(cause.time for cause in causes.listed) + causes.other_time + causes.not_attributed
    assert math.isclose(said, pair.delta, abs_tol=1e-12)


def test_before_causes_are_known_the_headline_is_the_speed() -> None:
    said = headline(finished(comparing(*demo_pair())))
    assert (said.text, said.cause) == ("1.36× faster", None)


def test_with_two_runs_each_there_is_no_test() -> None:
    few = compared(*demo_pair(2))
    assert few.p is None and few.has_several_runs and not few.overlap


def test_one_run_each_is_told_by_the_control_group() -> None:
    one = compared(*demo_pair(1))
    assert one.runs is None and one.control.band is not None
    low, high = one.control.band
    pairs = one.pairs
    for row in range(len(pairs)):
        if pairs.status(row) not in ("new", "gone") and pairs.base_own[row] > 0:
            ratio = pairs.new_own[row] / pairs.base_own[row]
            equal = pairs.base_calls[row] == pairs.new_calls[row]
            assert bool(pairs.within[row]) == (equal and low <= ratio <= high)

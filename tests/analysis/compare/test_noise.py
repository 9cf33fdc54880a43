"""How much runs differ by themselves: medians, ranges, the control group, and what is told of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.compared import Key, compared, demo_pair, profile_of

from proftui import messages
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.side import Side, side_of
from proftui.frame.compare_sentences import headline
from proftui.state.compared import notes_of
from proftui_parsers import Profile

MAIN: Key = ("a.py", 1, "main")
HELPER: Key = ("a.py", 9, "helper")


def run(own: float, calls: int = 5, name: str = "helper") -> Profile:
    return profile_of({MAIN: (1, 1.0), ("a.py", 9, name): (calls, own)}, {(MAIN, ("a.py", 9, name)): calls})


def sides(before: list[float], after: list[float]) -> tuple[Side, Side]:
    return side_of([run(own) for own in before]), side_of([run(own) for own in after])


@pytest.mark.parametrize(("owns", "median"), [([3, 1, 2], 2), ([4, 1, 3, 2], 2), ([5], 5), ([2, 1], 1)])
def test_the_run_with_the_median_total(owns: list[float], median: float) -> None:
    side = side_of([run(own) for own in owns])
    assert side.total == 1.0 + median and side.profile is side.runs[side.median]
    assert side.totals == tuple(1.0 + own for own in owns)
    assert side.range == (1.0 + min(owns), 1.0 + max(owns))


def row_of(comparison: Comparison, name: str) -> int:
    return next(row for row in range(len(comparison.pairs)) if comparison.name(row) == name)


def test_rows_whose_ranges_overlap_are_within_the_spread() -> None:
    apart = compared(*sides([1.0, 1.2, 1.4], [1.5, 1.6, 1.7]))
    assert not apart.pairs.within[row_of(apart, "helper")]
    assert apart.pairs.status(row_of(apart, "helper")) == "changed"
    touching = compared(*sides([1.0, 1.2, 1.5], [1.5, 1.6, 1.7]))
    assert touching.pairs.within[row_of(touching, "helper")]
    assert touching.pairs.status(row_of(touching, "helper")) == "same"


def test_the_headline_claims_nothing_within_the_spread() -> None:
    said = headline(compared(*sides([1.0, 1.2, 1.5], [1.3, 1.4, 1.45])))
    assert said.text == messages.NO_CHANGE_BEYOND.format(messages.OF_THE_RUNS, "2.200", "2.400 s")


def test_calls_that_changed_are_told_all_the_same() -> None:
    before = side_of([run(own, calls=500) for own in (1.0, 1.2, 1.5)])
    after = side_of([run(own, calls=200) for own in (0.9, 1.1, 1.4)])
    said = headline(compared(before, after))
    assert said.text == "as fast; but main calls helper 200 times, not 500"


def test_a_side_that_does_not_always_call_equally_often() -> None:
    before = side_of([run(1.0, calls=calls) for calls in (5, 6, 5)])
    comparison = compared(before, side_of([run(1.0)] * 3))
    assert notes_of(comparison) == [messages.UNEVEN_CALLS[True].format(1, "before")]


def test_functions_of_other_runs_are_known_without_addresses() -> None:
    def built_in(own: float, address: str) -> Profile:
        name = f"<built-in method now of type object at 0x{address}>"
        return profile_of({MAIN: (1, 1.0), ("~", 0, name): (1, own)})

    before = side_of([built_in(1.0, "7f00"), built_in(2.0, "9a00")])
    comparison = compared(before, before)
    assert comparison.runs is not None
    assert (comparison.runs[0].lows[1], comparison.runs[0].highs[1]) == (1.0, 2.0)


def test_few_functions_say_nothing_of_the_spread() -> None:
    comparison = compared(side_of([run(1.0)]), side_of([run(2.0)]))
    assert comparison.control.band is None and comparison.is_within_spread is None
    assert not any(comparison.pairs.within)
    assert headline(comparison).text == "1.50× slower: helper takes 400 ms a call, not 200"


def test_two_runs_of_the_same_code_are_within_the_spread() -> None:
    base, _ = demo_pair()
    comparison = compared(side_of(base.runs[:1]), side_of(base.runs[2:3]))
    assert comparison.is_within_spread
    assert headline(comparison).text == messages.NO_CHANGE_BEYOND.format("", "2.447", "1.985 s")


def test_times_that_are_not_finite_are_no_ratios_of_the_control_group() -> None:
    before, after = run(1.0), run(1.0)
    after = after.changed(tottime=[float("nan") if name == "helper" else 1.0 for name in after.names])
    control = compared(side_of([before]), side_of([after])).control
    assert control.quarter == (1.0, 1.0)


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(1, 99)), min_size=20, max_size=45))
def test_swapped_sides_have_the_same_marks(times: list[tuple[int, int]]) -> None:
    def owns(end: int) -> Side:
        return side_of([profile_of({("a.py", n, f"f{n}"): (1, own[end]) for n, own in enumerate(times, 1)})])

    before, after = owns(0), owns(1)
    assert bytes(compared(before, after).pairs.within) == bytes(compared(after, before).pairs.within)

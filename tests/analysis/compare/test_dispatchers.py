"""Wrappers that everything shares: what is claimed of calls by way of them, and of whom."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.support.compared import check_sums, check_swapped, comparison_of
from tests.support.corpus import Stats, dumped
from tests.support.decorated_programs import WRAPPERS, Decorated, Edge, drawn, edited
from tests.support.examples import slowly

from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.telling import headline
from proftui_parsers import Profile, load_bytes

BETWEEN = {*WRAPPERS, "inner"}


def names_it(comparison: Comparison, edge: Edge) -> bool:
    """Whether the headline names what was edited: its caller, and the callee or what leads to it."""
    cause = headline(comparison).cause
    if cause is None:
        return False
    callee = comparison.name(cause.term.callee)
    if edge[0] == edge[1]:
        return cause.term.kind == "per_call" and callee == f"f{edge[1]}"
    caller = comparison.name(cause.caller) if cause.caller >= 0 else ""
    return caller == f"f{edge[0]}" and callee in {f"f{edge[1]}", *BETWEEN}


def claims_what_is_possible(comparison: Comparison) -> bool:
    """Whether no cause is worth half as much again as the change, and none of the other sign half of it."""
    assert comparison.causes is not None
    shares = [cause.time / comparison.delta for cause in comparison.causes.listed]
    return min(shares) >= -0.5 and max(shares) <= 1.5


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("number", [10, *slowly(200)])
def test_an_edit_behind_a_shared_wrapper_is_the_first_cause(number: int, wrapper: str) -> None:
    named = possible = 0
    for seed in range(number):
        rng = Random(seed)
        program = drawn(rng)
        after, edge = edited(program, rng)
        runs = program.run(wrapper), after.run(wrapper)
        comparison = comparison_of(*runs)
        check_sums(comparison)
        check_swapped(*runs)
        named += names_it(comparison, edge)
        possible += claims_what_is_possible(comparison)
    assert possible >= 0.99 * number
    assert named >= 0.95 * number


@pytest.mark.parametrize("share", [0.0, 0.4])
@pytest.mark.parametrize("number", [10, *slowly(100)])
def test_decorating_functions_is_worth_no_more_than_the_change(number: int, share: float) -> None:
    """All functions call each other by way of a wrapper that none, or some, called before."""
    within = 0
    for seed in range(number):
        program = drawn(Random(seed), share=share)
        runs = program.run(), replace(program, decorated=frozenset(range(1, len(program.work)))).run()
        comparison = comparison_of(*runs)
        check_sums(comparison)
        check_swapped(*runs)
        assert comparison.causes is not None
        least = 0.01 * comparison.new.total
        within += all(
            abs(cause.time) <= 1.5 * abs(comparison.delta) + least for cause in comparison.causes.listed
        )
    assert within >= 0.95 * number


SMALL = Decorated(
    (1000, 1000, 1000, 50_000, 1000, 20_000),
    (((0, 1), 1), ((0, 2), 1), ((1, 3), 10), ((2, 4), 90), ((4, 5), 2)),
    frozenset((3, 4, 5)),
)
"""f1 calls f3, and f2 calls f4 that f5; the last three decorated."""


def with_calls(edge: Edge, times: int) -> Decorated:
    """The small program with other calls along one edge."""
    return replace(SMALL, calls=tuple(sorted({**dict(SMALL.calls), edge: times}.items())))


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (with_calls((1, 3), 300), "through wrapper: f1 → f3 300 times, not 10"),
        (with_calls((4, 5), 5), "through wrapper: f4 → f5 450 times, not 180"),
        # f5 is called by two now: how often by whom is not known, but that f1 calls what passes it on.
        (with_calls((1, 5), 200), "f1 calls wrapper 210 times, not 10"),
        (with_calls((2, 4), 20), "through wrapper: f2 → f4 20 times, not 90"),
    ],
)
def test_who_called_whom_by_way_of_it_is_told_where_numbers_tell(after: Decorated, said: str) -> None:
    comparison = comparison_of(SMALL.run(), after.run())
    assert headline(comparison).told == said
    cause = headline(comparison).cause
    assert cause is not None and cause.time == pytest.approx(comparison.delta, rel=1e-6)


def test_what_began_or_ended_is_of_who_has_as_many_calls_and_all_of_their_time() -> None:
    """f1 calls f6 ten times, not f5: it calls the wrapper as often as before, and nobody else ten times."""
    base = replace(SMALL, work=(*SMALL.work, 500_000), decorated=SMALL.decorated | {6})
    others = tuple(pair for pair in SMALL.calls if pair[0] != (1, 3))
    fast, slow = (replace(base, calls=(*others, ((1, callee), 10))) for callee in (5, 6))
    told = headline(comparison_of(fast.run(), slow.run())).told
    assert told == "through wrapper: now f1 → f6, 10 times"
    told = headline(comparison_of(slow.run(), fast.run())).told
    assert told == "through wrapper: no longer f1 → f6 (10 times)"


def test_the_same_program_twice_tells_nothing() -> None:
    causes = comparison_of(SMALL.run(), SMALL.run()).causes
    assert causes is not None and not causes.listed and not causes.others


KNOT = """
step main 5 416 2.61 2.61 / step 237 165 1.5 1.5 / scan 11 11 .07 .2 / plan 16 16 .09 .25
 / walk 152 152 .95 2.16
scan main 4 11 .77 .97 / wrapper 11 11 .77 .97
wrapper main 3 247 2.48 21.48 / main 5 5 .05 21.48 / plan 30 8 .3 21.05 / task 172 40 1.72 19.62
 / walk 40 24 .41 12.66
walk main 6 152 14.56 18.8 / wrapper 152 56 14.56 18.8
task main 7 76 .98 19.82 / wrapper 76 16 .98 19.82
plan main 8 8 .09 21.17 / wrapper 8 2 .09 21.17
main main 9 1 .21 21.69
"""
"""What a run left behind: functions with file, line, calls, own and cumulative time, ms; and callers."""
KNOT_AFTER = """
step main 5 676 4.19 4.19 / step 387 271 2.38 2.38 / scan 11 11 .07 .2 / walk 262 262 1.64 3.74
 / plan 16 16 .1 .25
walk main 6 262 25.03 32.75 / wrapper 262 78 25.03 32.75
wrapper main 3 401 4.05 35.55 / task 270 78 2.75 30.63 / walk 74 38 .76 24.02
 / scan 22 22 .21 14.28 / main 5 5 .05 35.55 / plan 30 8 .29 28.01
task main 7 120 1.52 31 / wrapper 120 30 1.52 31
scan main 4 11 .66 15.14 / wrapper 11 11 .66 15.14
plan main 8 8 .09 28.14 / wrapper 8 2 .09 28.14
main main 9 1 .23 35.78
"""


def read(table: str) -> Profile:
    lines = [
        [part.split() for part in line.split(" / ")]
        for line in table.strip().replace("\n /", " /").splitlines()
    ]
    keys = {head[0]: (f"{head[1]}.py", int(head[2]), head[0]) for head, *_ in lines}
    stats: Stats = {}
    for (name, _, _, calls, own, cumtime), *callers in lines:
        by = {keys[c]: (int(n), int(p), float(t) / 1e3, float(ct) / 1e3) for c, n, p, t, ct in callers}
        primitive = sum(of[1] for caller, of in by.items() if caller != keys[name]) or 1
        stats[keys[name]] = (primitive, int(calls), float(own) / 1e3, float(cumtime) / 1e3, by)
    return load_bytes(dumped(stats), "made.stats")


def test_who_asks_more_often_in_each_call_is_told_not_who_runs_more_often_for_that() -> None:
    """``scan`` calls ``walk`` now; ``task`` and ``walk`` call each other by way of the wrapper, as before."""
    before, after = read(KNOT), read(KNOT_AFTER)
    comparison = comparison_of(before, after)
    assert headline(comparison).told.startswith("scan now calls wrapper, 22 times")
    check_swapped(before, after)

"""Why a run takes longer: the sum of causes is exact, and they name the edit."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from tests.support.compared import check_sums, check_swapped, comparison_of, profile_of
from tests.support.corpus import SHARED, needs_corpus, small
from tests.support.edited_programs import (
    Program,
    by_another_way,
    drawn,
    drawn_with_dispatcher,
    edited,
    edited_behind,
    has_effect,
)
from tests.support.examples import examples, slowly
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import RUNS, WITHOUT_CYCLES

from proftui import messages
from proftui.analysis.compare.causes import Cause
from proftui.analysis.compare.comparison import Comparison
from proftui.frame.compare_sentences import headline, told
from proftui_parsers import Profile, load


@given(RUNS, RUNS)
@examples(100)
def test_sums_are_exact_and_signs_change_with_the_sides(before: Logged, after: Logged) -> None:
    comparison = comparison_of(before.profile, after.profile)
    # Rates of both sides mixed may have no end where functions call each other in turn.
    check_sums(comparison, all_told=False)
    check_swapped(before.profile, after.profile)


@given(WITHOUT_CYCLES, WITHOUT_CYCLES)
def test_without_cycles_nothing_is_left_over(before: Logged, after: Logged) -> None:
    check_sums(comparison_of(before.profile, after.profile))


@given(RUNS)
@examples(40)
def test_nothing_changed_nothing_is_told(run: Logged) -> None:
    comparison = comparison_of(run.profile, run.profile)
    assert comparison.is_same and comparison.delta == 0 and comparison.causes is not None
    assert not comparison.causes.listed and not comparison.causes.others
    assert set(comparison.pairs.statuses) <= {0} and headline(comparison).text == messages.THE_SAME_PROFILE


FILES = ["cprofile-py3.11-recurse.stats", "cprofile-py3.13-recurse.stats", "cprofile-py2.7-recurse.stats"]
FAMILY = [
    f"cprofile-py{v}-recurse.stats"
    for v in ("2.7", "3.6", "3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15")
]
OTHERS = [
    ("3p-senelus--IDE-profile_old.pstat", "3p-senelus--IDE-profile.pstat"),
    ("3p-getsentry--snuba-2.prof", "3p-getsentry--snuba-restats"),
    ("yappi-recurse.pstat", "cprofile-py3.11-recurse.stats"),
    ("profile-module-py3.11-recurse.stats", "cprofile-py3.11-recurse.stats"),
    ("profile-module-py2.7-recurse.stats", "profile-module-py3.11-recurse.stats"),
    ("kernprof4.2.0-builtin-no-l-julia.py.prof", "kernprof5.1.0-no-l-julia.py.prof"),
    ("cprofile-py3.11-julia.stats", "kernprof5.1.0-no-l-julia.py.prof"),
    ("variant-context-manager.stats", "variant-embedded.stats"),
]


@needs_corpus
@pytest.mark.parametrize(
    "files", [(FILES[0], FILES[1]), *slowly(*(p for p in combinations(FAMILY, 2)), *OTHERS)], ids="→".join
)
def test_sums_on_real_files(files: tuple[str, str]) -> None:
    before, after = (load(SHARED / "pstats" / name) for name in files)
    check_sums(comparison_of(before, after))
    check_swapped(before, after)


@needs_corpus
def test_what_another_python_does_is_told_of_who_calls_it() -> None:
    before, after = (load(SHARED / "pstats" / name) for name in FILES[:2])
    comparison = comparison_of(before, after)
    assert comparison.causes is not None
    top = comparison.causes.listed[0]
    assert told(comparison, top) == "dumps takes 51.5 µs a call, not 3.05 ms"
    assert (round(top.time, 3), round(comparison.delta, 3)) == (-0.060, -0.053)


# Programs with one edit


def rank(comparison: Comparison, *edges: tuple[str, str]) -> int:
    """Which listed cause is named by calls along one of the edges; 99: none is."""
    assert comparison.causes is not None
    for position, cause in enumerate(comparison.causes.listed):
        term = cause.term
        if term.kind == "counts" and (comparison.name(term.caller), comparison.name(term.callee)) in edges:
            return position
    return 99


def pairs_with_effect(behind: bool, number: int) -> list[tuple[Profile, Profile, list[tuple[str, str]]]]:
    """Runs before and after an edit that matters, and the edges that were edited."""
    found: list[tuple[Profile, Profile, list[tuple[str, str]]]] = []
    seed = 0
    while len(found) < number:
        rng, seed = Random(seed), seed + 1
        if behind:
            before = drawn_with_dispatcher(rng)
            after, passed = edited_behind(before, rng)
            edges = [(passed.caller, passed.through), (passed.through, passed.callee)]
        else:
            before = drawn(rng)
            after, edge = edited(before, rng)
            edges = [edge]
        if has_effect(before, after):
            named = [(f"f{f}", f"f{g}") for f, g in edges]
            found.append((before.profile(rng), after.profile(rng), named))
    return found


@pytest.mark.parametrize("number", [20, *slowly(400)])
def test_the_edited_call_is_the_first_cause(number: int) -> None:
    made = pairs_with_effect(behind=False, number=number)
    comparisons = [(comparison_of(before, after), edges) for before, after, edges in made]
    assert sum(rank(comparison, *edges) == 0 for comparison, edges in comparisons) >= 0.95 * number
    for comparison, _ in comparisons:
        check_sums(comparison)


@pytest.mark.parametrize("number", [20, *slowly(400)])
def test_behind_a_dispatcher_it_is_among_the_first_three(number: int) -> None:
    made = pairs_with_effect(behind=True, number=number)
    first = sum(rank(comparison_of(before, after), *edges) < 3 for before, after, edges in made)
    assert first >= 0.95 * number


PROGRAM = Program((0.001, 0.01, 0.02, 0.05), (((0, 1), 10), ((1, 2), 3), ((0, 3), 2)))


def compared_programs(before: Program, after: Program, *names: list[str]) -> Comparison:
    rng = Random(0)
    files = [
        program.profile(rng, 0.0, its_names)
        for program, its_names in zip((before, after), names or (None, None), strict=True)
    ]
    return comparison_of(files[0], files[1])


def top(comparison: Comparison) -> Cause:
    assert comparison.causes is not None
    return comparison.causes.listed[0]


def test_a_renamed_function_claims_only_what_changed() -> None:
    after = Program((0.001, 0.01, 0.03, 0.05), PROGRAM.calls)
    names = ["main", "step", "old", "other"], ["main", "step", "brand_new", "other"]
    comparison = compared_programs(PROGRAM, after, *names)
    cause = top(comparison)
    assert told(comparison, cause) == "step calls brand_new in place of old"
    assert cause.time == pytest.approx(30 * 0.01) and comparison.delta == pytest.approx(30 * 0.01)
    check_sums(comparison)


def test_an_inlined_function_claims_only_what_changed() -> None:
    after = Program((0.001, 0.01 + 3 * 0.019, 0.02, 0.05), (((0, 1), 10), ((0, 3), 2)))
    comparison = compared_programs(PROGRAM, after)
    cause = top(comparison)
    assert cause.time == pytest.approx(-30 * 0.001, abs=1e-9) and len(cause.parts) == 2
    assert cause.term.kind == "counts" and told(comparison, cause) == "f1 no longer calls f2 (30 times)"


def test_calls_that_went_by_another_way_are_one_cause() -> None:
    """What main called itself, a function that it calls does now: nothing is claimed but what is more."""
    before = Program(PROGRAM.work, (*PROGRAM.calls[:2], ((0, 3), 20)))
    after = Program(PROGRAM.work, (*PROGRAM.calls[:2], ((1, 3), 3)))
    names = ["main", "step", "x", "other"]
    comparison = compared_programs(before, after, names, names)
    cause = top(comparison)
    assert told(comparison, cause) == "other is called by step, not by main: 30 times, not 20"
    assert cause.time == pytest.approx(10 * 0.05) and len(cause.parts) == 2
    back = compared_programs(after, before, names, names)
    assert told(back, top(back)) == "other is called by main, not by step: 20 times, not 30"
    check_sums(comparison)


@pytest.mark.parametrize("number", [10, *slowly(300)])
def test_another_way_claims_no_more_than_the_change(number: int) -> None:
    """Programs at random, where calls of a function are made by one that its caller calls."""
    for seed in range(number):
        rng = Random(seed)
        before = drawn(rng)
        after = by_another_way(before, rng)
        made = before.profile(rng, 0.0), after.profile(rng, 0.0)
        comparison = comparison_of(*made)
        check_sums(comparison)
        check_swapped(*made)
        every = comparison.causes.listed if comparison.causes is not None else ()
        moved = [cause for cause in every if cause.other and cause.other.caller != cause.term.caller]
        assert all(abs(cause.time) <= 1.01 * abs(comparison.delta) for cause in moved)


def test_without_calls_only_own_times_are_told() -> None:
    before = load(small("lp5.1.0-julia.lprof"))
    after = before.changed(tottime=[2 * t for t in before.tottime], total_time=2 * before.total_time)
    comparison = comparison_of(before, after)
    causes = comparison.causes
    assert causes is not None and not causes.counted and causes.by_counts == 0
    assert {cause.term.kind for cause in causes.listed} == {"per_call"}
    assert causes.by_time_per_call == pytest.approx(comparison.delta)
    assert " a call" not in headline(comparison).text


def test_a_function_that_ran_twice() -> None:
    main, called = ("a.py", 1, "main"), ("a.py", 9, "f")
    before = profile_of({main: (1, 1.0), called: (1, 0.1)}, {(main, called): 1})
    after = profile_of({main: (2, 2.0), called: (2, 0.2)}, {(main, called): 2})
    comparison = comparison_of(before, after)
    assert headline(comparison).text == "2.00× slower: main ran twice, not once"


def test_a_function_that_ran_on_one_side_only_beside_another() -> None:
    main, called, other = ("a.py", 1, "main"), ("a.py", 9, "f"), ("b.py", 9, "worker")
    functions = {main: (1, 0.9), called: (1, 0.1)}
    before = profile_of(functions, {(main, called): 1})
    after = profile_of(functions | {other: (3, 2.0)}, {(main, called): 1})
    assert headline(comparison_of(before, after)).text == "3.00× slower: worker now runs, 3 times"
    assert headline(comparison_of(after, before)).text == "3.00× faster: worker no longer runs (3 times)"


def test_own_time_is_worth_no_more_than_there_is_of_it() -> None:
    main, called = ("a.py", 1, "main"), ("a.py", 9, "f")
    before = profile_of({main: (1, 1.0), called: (10_000, 0.1)}, {(main, called): 10_000})
    after = profile_of({main: (1, 1.0), called: (2, 0.2)}, {(main, called): 2})
    causes = comparison_of(before, after).causes
    assert causes is not None
    times = {cause.term.kind: cause.time for cause in causes.listed}
    assert times == {"per_call": pytest.approx(0.1)}
    assert causes.by_counts == pytest.approx(0.0) and causes.by_time_per_call == pytest.approx(0.1)


def test_what_takes_longer_a_call_is_not_claimed_by_more_calls_again() -> None:
    """Half as many calls of the caller make one more, and each takes twice as long."""
    main, caller, called = (
        ("a.py", line, name) for line, name in ((1, "main"), (5, "caller"), (9, "called"))
    )
    before, after = (
        profile_of(
            {main: (1, 0.001), caller: (n, 0.001), called: (calls, time)},
            {(main, caller): n, (caller, called): calls},
        )
        for n, calls, time in ((100, 100, 1.0), (50, 101, 2.02))
    )
    comparison = comparison_of(before, after)
    assert comparison.causes is not None
    times = [cause.time for cause in (*comparison.causes.listed, *comparison.causes.others)]
    assert sum(times) == pytest.approx(1.02)


def test_calls_that_moved_where_other_calls_came_and_went_are_one_cause() -> None:
    parse, each, work, old, new = (
        ("p.py", line, f"{name}_it") for line, name in enumerate(("parse", "each", "work", "old", "new"), 1)
    )
    before = profile_of(
        {parse: (1, 0.1), each: (1, 0.1), work: (1, 5.0), old: (9, 0.2)},
        {(parse, each): 1, (parse, work): 1, (each, old): 9},
    )
    after = profile_of(
        {parse: (1, 0.1), each: (1, 0.1), work: (1, 5.1), new: (1, 0.1)},
        {(parse, each): 1, (parse, new): 1, (each, work): 1},
    )
    comparison = comparison_of(before, after)
    check_sums(comparison)
    check_swapped(before, after)
    assert comparison.causes is not None
    assert all(abs(cause.time) < 1 for cause in comparison.causes.listed if cause.term.kind == "counts")


def test_functions_that_cannot_be_told_apart_are_one_cause() -> None:
    """Calls of some of several ``__init__`` in one file are averages of unlike calls."""
    main, table = ("p.py", 1, "main"), ("t.py", 1, "table")
    name, other = "__init__", ("q.py", 1, "__init__")
    one, two, three = (("p.py", line, name) for line in (20, 26, 32))
    before = profile_of(
        {main: (1, 1.0), one: (1, 0.1), two: (40, 0.1), three: (40, 0.1), table: (10, 5.0)},
        {(main, one): 1, (main, two): 40, (main, three): 40, (one, table): 10},
    )
    # One of them stands in another file now; only what another calls is called less often.
    here, there = ("p.py", 23, name), ("p.py", 29, name)
    after = profile_of(
        {main: (1, 1.0), here: (1, 0.1), there: (40, 0.1), other: (40, 0.1), table: (8, 4.0)},
        {(main, here): 1, (main, there): 40, (main, other): 40, (here, table): 8},
    )
    comparison = comparison_of(before, after)
    assert len(comparison.pairs.bundles) == 1
    check_sums(comparison)
    check_swapped(before, after)
    assert comparison.causes is not None
    assert all(abs(cause.time) < 1.2 for cause in comparison.causes.listed)

"""Wrappers that everything shares: what is claimed of calls by way of them, and of whom."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.support.compared import Key, check_sums, check_swapped, comparison_of, profile_of
from tests.support.decorated_programs import WRAPPERS, Edge, drawn, edited
from tests.support.examples import slowly

from proftui.analysis.compare.comparison import Comparison
from proftui.frame.compare_sentences import headline, told
from proftui_parsers import Profile

BETWEEN = {*WRAPPERS, "inner"}
ORDER = ["main", "one", "two", "by", "a", "b"]


def names_it(comparison: Comparison, edge: Edge) -> bool:
    """Whether the headline names what was edited: its caller, and the callee or what leads to it."""
    cause = headline(comparison).cause
    if cause is None:
        return False
    callee = comparison.name(cause.term.callee)
    if edge[0] == edge[1]:
        return cause.term.kind == "per_call" and callee == f"f{edge[1]}"
    caller = comparison.name(cause.term.caller) if cause.term.caller >= 0 else ""
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


def dispatched(names: list[str], calls: int) -> Profile:
    """``main`` calls ``one``, that ``two``, which dispatches to ``a`` or ``b``; ``names``: in order."""
    main, one, two, by, a, b = ((("a.py", 10 * names.index(name), name)) for name in ORDER)
    most = calls - 40
    functions: dict[Key, tuple[int, float]] = {main: (1, 1.0), a: (most, 0.01 * most), b: (40, 4.0)}
    functions |= dict.fromkeys((one, two, by), (calls, 0.001 * calls))
    edges: dict[tuple[Key, Key], int] = {(main, one): calls, (one, two): calls, (two, by): calls}
    edges |= {(by, a): most, (by, b): 40}
    return profile_of({key: functions[key] for key in sorted(functions)}, edges)


def test_what_passes_calls_on_does_so_wherever_it_stands_in_its_file() -> None:
    found = []
    for names in (ORDER, ORDER[::-1]):
        runs = dispatched(names, 100), dispatched(names, 200)
        check_swapped(*runs)
        comparison = comparison_of(*runs)
        check_sums(comparison)
        assert comparison.causes is not None
        found.append({told(comparison, cause): round(cause.time, 9) for cause in comparison.causes.listed})
    assert found[0] == found[1]

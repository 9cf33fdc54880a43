"""Code that is not under work is folded into who calls it."""

from __future__ import annotations

import pytest
from tests.support.compared import Key, check_sums, check_swapped, compared, comparison_of, profile_of

from proftui import messages
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.side import Side, side_of
from proftui.frame.compare_sentences import headline, speed, told
from proftui_parsers import Profile

LIB = "/usr/lib/python3/site-packages/lib"
MAIN: Key = ("a.py", 1, "main")
HOOK: Key = ("a.py", 9, "hook")


def run(
    dumps: int,
    hooks: int,
    line: int = 5,
    each: float = 0.01,
    *,
    walks: int = 50,
    lib: str = LIB,
    other: int = 1,
) -> Profile:
    """``main`` has a library dump, which walks, and hooks are called back; ``other``: another line."""
    dump: Key = (f"{lib}/out.py", line, "dump")
    walk: Key = (f"{lib}/out.py", line + 9, "walk")
    functions = {MAIN: (1, 1.0), dump: (dumps, 0.1 * dumps), walk: (walks * dumps, walks * each * dumps)}
    functions |= {HOOK: (hooks, 0.2 * hooks), (f"{lib}/other.py", other, "other"): (1, 0.0)}
    calls = {(MAIN, dump): dumps, (dump, walk): walks * dumps, (walk, HOOK): hooks}
    return profile_of(functions, calls)


def listed(comparison: Comparison) -> dict[str, float]:
    assert comparison.causes is not None
    return {told(comparison, cause): cause.time for cause in comparison.causes.listed}


def test_a_cause_is_told_of_who_calls_what_is_not_under_work() -> None:
    comparison = comparison_of(run(2, 4), run(6, 12))
    check_sums(comparison)
    check_swapped(run(2, 4), run(6, 12))
    assert listed(comparison) == {
        "main calls dump 6 times, not twice": pytest.approx(2.4),
        "main calls hook 12 times, not 4": pytest.approx(1.6),
    }


def test_another_release_is_under_work() -> None:
    comparison = comparison_of(run(2, 4), run(6, 12, line=6))
    check_sums(comparison)
    assert "main calls dump 6 times, not twice" in listed(comparison)
    slower = comparison_of(run(2, 4), run(2, 4, line=6, each=0.03))
    assert headline(slower).told == "walk takes 30.0 ms a call, not 10.0"
    assert headline(comparison_of(run(2, 4), run(2, 4, other=2, each=0.03))).told == headline(slower).told
    folded = comparison_of(run(2, 4), run(2, 4, each=0.03))
    assert headline(folded).told == "dump takes 1.60 s a call, not 600 ms"


def test_where_calls_part_is_under_work() -> None:
    parting = comparison_of(run(2, 4), run(2, 4, walks=90))
    check_sums(parting)
    check_swapped(run(2, 4), run(2, 4, walks=90))
    assert headline(parting).told == "dump calls walk 180 times, not 100"
    lib = "/usr/lib/python3.11/json"
    asked_for_more = comparison_of(run(2, 4, lib=lib), run(2, 4, lib=lib, walks=90))
    assert headline(asked_for_more).told == "dump takes 1.00 s a call, not 600 ms"


def test_a_wrapper_in_place_of_another_is_no_cause() -> None:
    def wrapped(name: str, steps: int) -> Profile:
        wrapper, work, step = ("a.py", 20, name), ("a.py", 30, "work"), ("a.py", 40, "step")
        calls: dict[tuple[Key, Key], int] = {(MAIN, wrapper): 3, (wrapper, work): 3, (work, step): steps}
        return profile_of(
            {MAIN: (1, 1.0), wrapper: (3, 0.1), work: (3, 0.1), step: (steps, 0.01 * steps)}, calls
        )

    comparison = comparison_of(wrapped("logged", 900), wrapped("traced", 90))
    check_sums(comparison)
    assert listed(comparison) == {"work calls step 90 times, not 900": pytest.approx(-8.1)}


def test_who_would_have_called_back_less_than_once_did_not() -> None:
    def hooked(loads: int, hooks: int) -> Profile:
        load, dump = ("a.py", 20, "load"), (f"{LIB}/out.py", 5, "dump")
        functions = {MAIN: (1, 1.0), load: (1, 0.1), dump: (9 + loads, 0.1 * (9 + loads)), HOOK: (hooks, 0.5)}
        calls = {(MAIN, load): 1, (MAIN, dump): 9, (load, dump): loads, (dump, HOOK): hooks}
        if not hooks:
            del functions[HOOK], calls[dump, HOOK]
        return profile_of(functions, calls)

    said = listed(comparison_of(hooked(3, 1), hooked(4, 0)))
    assert [text for text in said if "hook" in text] == ["main no longer calls hook (once)"]


def test_what_no_code_under_work_calls_is_one_cause() -> None:
    def beside(seconds: float) -> Profile:
        thread: Key = (f"{LIB}/pool.py", 3, "thread")
        return profile_of({MAIN: (1, 1.0), thread: (1, seconds)})

    assert listed(comparison_of(beside(1.0), beside(3.0))) == {
        messages.OUTSIDE_OF_YOUR_CODE.format("thread"): pytest.approx(2.0)
    }


def many(times: int, each: float) -> Profile:
    """Forty functions that ``main`` calls, none of which takes much of the run."""
    keys: list[Key] = [("a.py", 10 * n, f"f{n}") for n in range(1, 41)]
    functions = {MAIN: (1, 0.001)} | dict.fromkeys(keys, (10 * times, 10 * times * each))
    return profile_of(functions, {(MAIN, key): 10 * times for key in keys})


def test_what_all_have_in_common_is_the_headline() -> None:
    called, takes = messages.EVERYTHING_IS_CALLED.format("×3.00", "more"), messages.EVERYTHING_TAKES
    assert headline(comparison_of(many(1, 0.1), many(3, 0.1))).told == called
    assert headline(comparison_of(many(1, 0.1), many(1, 0.19))).told == takes.format("×1.90")


def test_a_factor_so_large_that_calls_began_is_not_of_everything() -> None:
    assert "everything" not in headline(comparison_of(many(1, 0.1), many(300, 0.1))).told


def test_functions_that_are_decorated_now() -> None:
    wrapper: Key = ("a.py", 3, "wrapper")
    before = many(1, 0.1)
    keys: list[Key] = [("a.py", 10 * n, f"f{n}") for n in range(1, 41)]
    functions = {MAIN: (1, 0.001), wrapper: (400, 4.0)} | dict.fromkeys(keys, (10, 1.0))
    after = profile_of(functions, {(MAIN, wrapper): 400} | {(wrapper, key): 10 for key in keys})
    said = listed(comparison_of(before, after))
    assert said == {"calls of f1, f2 and 38 more now go through wrapper": pytest.approx(4.0)}


def test_calls_of_a_library_that_go_through_a_function_now() -> None:
    logged, dump = ("a.py", 20, "logged"), (f"{LIB}/out.py", 5, "dump")
    before = profile_of({MAIN: (1, 1.0), dump: (50, 5.0)}, {(MAIN, dump): 50})
    after = profile_of(
        {MAIN: (1, 1.0), logged: (50, 0.5), dump: (50, 5.0)}, {(MAIN, logged): 50, (logged, dump): 50}
    )
    assert listed(comparison_of(before, after)) == {"calls of dump now go through logged": pytest.approx(0.5)}
    check_swapped(before, after)


def test_what_makes_only_some_of_the_calls_is_no_wrapper() -> None:
    walk, step, path = ("a.py", 20, "walk"), ("a.py", 30, "step"), ("a.py", 40, "path")
    figures = {MAIN: (1, 1.0), path: (1, 0.1)}
    before = profile_of(figures | {walk: (50, 5.0)}, {(MAIN, walk): 50, (walk, path): 1})
    after = profile_of(figures | {step: (50, 3.0)}, {(MAIN, step): 50, (MAIN, path): 1})
    said = listed(comparison_of(before, after))
    assert said == {"main calls step in place of walk": pytest.approx(-2.0)}


def test_a_new_function_that_calls_itself_wraps_nothing() -> None:
    walk: Key = ("a.py", 20, "walk")
    before = profile_of({MAIN: (1, 1.0), HOOK: (1, 1.0)}, {(MAIN, HOOK): 1})
    after = profile_of(
        {MAIN: (1, 1.0), HOOK: (1, 1.0), walk: (50, 5.0)},
        {(MAIN, HOOK): 1, (MAIN, walk): 1, (walk, walk): 49},
    )
    assert listed(comparison_of(before, after)) == {"main now calls walk once": pytest.approx(0.1)}


@pytest.mark.parametrize("callers", [15, 150])
def test_a_call_back_for_many_is_of_them_all(callers: int) -> None:
    def hooked(each: int) -> Profile:
        dump: Key = (f"{LIB}/out.py", 5, "dump")
        keys: list[Key] = [("a.py", 10 * n, f"f{n}") for n in range(1, callers + 1)]
        dumps, hooks = each * callers, 2 * each * callers
        functions = {MAIN: (1, 0.1), dump: (dumps, 0.1), HOOK: (hooks, 0.01 * hooks)}
        calls = {(MAIN, key): 1 for key in keys} | dict.fromkeys([(key, dump) for key in keys], each)
        return profile_of(functions | dict.fromkeys(keys, (1, 0.001)), calls | {(dump, HOOK): hooks})

    comparison = comparison_of(hooked(10), hooked(20))
    check_sums(comparison)
    check_swapped(hooked(10), hooked(20))
    assert comparison.causes is not None
    every = [*comparison.causes.listed, *comparison.causes.others]
    of_hook = [cause for cause in every if comparison.name(cause.term.callee) == "hook"]
    assert len(of_hook) == callers
    assert sum(cause.time for cause in of_hook) == pytest.approx(0.2 * callers)
    if callers < 100:
        assert headline(comparison).text.startswith(f"{speed(comparison)}: ≈ f")


def test_runs_that_overlap_do_not_all_take_longer() -> None:
    def runs(*each: float) -> Side:
        return side_of([many(1, one) for one in each])

    assert "everything" not in headline(compared(runs(0.1, 0.12, 0.2), runs(0.11, 0.19, 0.21))).text
    assert "everything" in headline(compared(runs(0.1, 0.11, 0.12), runs(0.18, 0.19, 0.21))).text


def test_a_time_far_out_of_the_range_of_noise_is_told_with_one_run_a_side() -> None:
    def one(contains: float) -> Profile:
        keys: list[Key] = [("a.py", 10 * n, f"f{n}") for n in range(1, 41)]
        functions = {MAIN: (1, 0.001), ("a.py", 3, "contains"): (9, contains)}
        functions |= {
            key: (10, 1.0 + (n % 3) * (0.03 if contains < 1 else 0.0)) for n, key in enumerate(keys)
        }
        return profile_of(functions, {(MAIN, key): n for key, (n, _) in functions.items() if key != MAIN})

    assert headline(comparison_of(one(2.0), one(0.1))).told == "contains takes 11.1 ms a call, not 222"

"""Code that is not under work is folded into who calls it."""

from __future__ import annotations

import pytest
from tests.support.compared import Key, check_sums, check_swapped, comparison_of, profile_of

from proftui import messages
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.telling import headline, told
from proftui_parsers import Profile

LIB = "/usr/lib/python3/site-packages/lib"
MAIN: Key = ("a.py", 1, "main")
HOOK: Key = ("a.py", 9, "hook")


def run(dumps: int, hooks: int, line: int = 5, each: float = 0.01) -> Profile:
    """``main`` has a library dump, which walks, and hooks are called back."""
    dump: Key = (f"{LIB}/out.py", line, "dump")
    walk: Key = (f"{LIB}/out.py", line + 9, "walk")
    functions = {MAIN: (1, 1.0), dump: (dumps, 0.1 * dumps), walk: (50 * dumps, 50 * each * dumps)}
    functions[HOOK] = (hooks, 0.2 * hooks)
    calls = {(MAIN, dump): dumps, (dump, walk): 50 * dumps, (walk, HOOK): hooks}
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
    folded = comparison_of(run(2, 4), run(2, 4, each=0.03))
    assert headline(folded).told == "dump takes 1.60 s a call, not 600 ms"


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


def test_functions_that_are_decorated_now() -> None:
    wrapper: Key = ("a.py", 3, "wrapper")
    before = many(1, 0.1)
    keys: list[Key] = [("a.py", 10 * n, f"f{n}") for n in range(1, 41)]
    functions = {MAIN: (1, 0.001), wrapper: (400, 4.0)} | dict.fromkeys(keys, (10, 1.0))
    after = profile_of(functions, {(MAIN, wrapper): 400} | {(wrapper, key): 10 for key in keys})
    said = listed(comparison_of(before, after))
    assert said == {"calls of f1, f2 and 38 more now go through wrapper": pytest.approx(4.0)}


def test_a_time_far_out_of_the_range_of_noise_is_told_with_one_run_a_side() -> None:
    def one(contains: float) -> Profile:
        keys: list[Key] = [("a.py", 10 * n, f"f{n}") for n in range(1, 41)]
        functions = {MAIN: (1, 0.001), ("a.py", 3, "contains"): (9, contains)}
        functions |= {
            key: (10, 1.0 + (n % 3) * (0.03 if contains < 1 else 0.0)) for n, key in enumerate(keys)
        }
        return profile_of(functions, {(MAIN, key): n for key, (n, _) in functions.items() if key != MAIN})

    assert headline(comparison_of(one(2.0), one(0.1))).told == "contains takes 11.1 ms a call, not 222"

"""The time of functions with what they call is never more than the true one, and exact where it says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import Stats, dumped, index_of, small
from tests.support.log_truth import Truth
from tests.support.lsprof_emulation import TICK, Logged
from tests.support.random_logs import RUNS

from proftui.analysis.inclusive import Inclusive, adding_up
from proftui.background.pieces import finished
from proftui_parsers import Profile, load, load_bytes


def inclusive(profile: Profile, *functions: int) -> Inclusive:
    return finished(adding_up(profile, functions))


@given(RUNS, st.sets(st.integers(0, 12), min_size=1))
def test_no_second_is_claimed_in_which_none_of_them_ran(ran: Logged, some: set[int]) -> None:
    profile = ran.profile
    functions = sorted({number % profile.count for number in some})
    paths = Truth(ran).down.all()
    true = TICK * sum(path.own for path in paths if not set(functions).isdisjoint(path.path()))
    found = inclusive(profile, *functions)
    slack = 1e-9 * profile.total_time
    assert found.seconds <= true + slack
    assert not found.exact or found.seconds >= true - slack
    assert found.seconds >= sum(profile.tottime[index] for index in functions) - slack


def program(*recursive: tuple[str, str], **calls: tuple[float, float, dict[str, float]]) -> Profile:
    """Functions by name: own seconds, all seconds, and those of each caller's one call; none: a root.

    ``recursive``: callers and functions of the calls that are.
    """
    keys = {name: ("a.py", line, name) for line, name in enumerate(calls)}
    stats: Stats = {
        keys[name]: (
            max(1, sum((caller, name) not in recursive for caller in above)),
            max(1, len(above)),
            own,
            time,
            {keys[caller]: (1, 1, own * part / time, part) for caller, part in above.items()},
        )
        for name, (own, time, above) in calls.items()
    }
    return load_bytes(dumped(stats), "p.stats")


SHARED = {
    "main": (1.0, 10.0, {}),
    "one": (1.0, 4.0, {"main": 4.0}),
    "two": (1.0, 5.0, {"main": 5.0}),
    "helper": (2.0, 7.0, {"one": 3.0, "two": 4.0}),
    "deep": (5.0, 5.0, {"helper": 5.0}),
}


def test_calls_that_do_not_overlap_are_added_up() -> None:
    profile = program(**SHARED)
    one, two = index_of(profile, "one"), index_of(profile, "two")
    assert inclusive(profile, one, two) == (9.0, True)
    assert inclusive(profile, one) == (4.0, True)
    assert inclusive(profile, index_of(profile, "helper")) == (7.0, True)
    assert inclusive(profile, two, index_of(profile, "deep")).seconds >= 6.0
    assert inclusive(profile, index_of(profile, "main")) == (10.0, True)
    assert inclusive(profile) == (0.0, True)


def test_calls_that_may_lie_in_each_other_are_not() -> None:
    # ``lib`` calls back to ``work``, which may call ``lib`` again: calls of it, perhaps one in the other.
    profile = program(
        ("lib", "work"),
        main=(2.0, 10.0, {}),
        work=(4.0, 8.0, {"main": 8.0, "lib": 3.0}),
        lib=(4.0, 7.0, {"work": 7.0}),
    )
    assert inclusive(profile, index_of(profile, "lib")) == (7.0, False)


@pytest.mark.parametrize("name", ["profile-module-py3.11-recurse.stats", "tachyon3.15.2-spin.pstats"])
def test_where_calls_have_no_times_the_bound_holds_still(name: str) -> None:
    profile = load(str(small(name)))
    assert profile.cumtime is not None
    for index in range(0, profile.count, 5):
        found = inclusive(profile, index)
        assert profile.tottime[index] <= found.seconds <= profile.cumtime[index] * (1 + 1e-9)


def test_all_functions_take_all_the_time() -> None:
    profile = load(str(small("cprofile-py3.11-recurse.stats")))
    everything = inclusive(profile, *range(profile.count))
    assert everything.seconds == pytest.approx(profile.total_time, rel=2e-3)

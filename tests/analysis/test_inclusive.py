"""The time of functions with what they call is never more than the true one, and exact where it says so."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.simulated_programs import WITH_CYCLES, WITHOUT_CYCLES, Run

from proftui.analysis.inclusive import Inclusive, finding
from proftui.background.pieces import finished
from proftui_parsers import Profile

RUNS = WITH_CYCLES | WITHOUT_CYCLES


def inclusive(profile: Profile, *functions: int) -> Inclusive:
    return finished(finding(profile, functions))


@given(RUNS, st.sets(st.integers(0, 12), min_size=1))
def test_no_second_is_claimed_in_which_none_of_them_ran(ran: Run, some: set[int]) -> None:
    profile = ran.profile
    functions = sorted({number % profile.count for number in some})
    true = sum(seconds for stack, seconds in ran.stacks() if not set(functions).isdisjoint(stack))
    found = inclusive(profile, *functions)
    slack = 1e-9 * profile.total_time
    assert found.seconds <= true + slack
    assert not found.exact or found.seconds >= true - slack
    assert found.seconds >= sum(profile.tottime[index] for index in functions) - slack

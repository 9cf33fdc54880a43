"""Whatever opens can be compared: with itself, and with what opened before it."""

from __future__ import annotations

import marshal
import math
import sys
from types import ModuleType

import pytest
from tests.hostile import graphs, marshalled, names, sizes, truncated
from tests.support.compared import comparison_of, profile_of
from tests.support.examples import slowly

from proftui import messages
from proftui.frame.compare_sentences import headline, told_in_turn
from proftui_parsers import Profile, ProfileError, load_bytes


def opened(module: ModuleType) -> list[Profile]:
    """All cases of bytes that are profiles."""
    found = []
    for case in module.cases():
        if case.make is None and not case.more and not case.needs_data:
            try:
                found.append(load_bytes(case.data, case.name))
            except ProfileError:
                continue
    return found


@pytest.mark.parametrize("module", [names, *slowly(marshalled, graphs, sizes, truncated)])
def test_anything_can_be_compared(module: ModuleType) -> None:
    profiles = opened(module)
    assert profiles
    for number, profile in enumerate(profiles):
        assert headline(comparison_of(profile, profile)).text == messages.THE_SAME_PROFILE
        comparison = comparison_of(profiles[number - 1], profile)
        causes = comparison.causes
        assert causes is not None and headline(comparison).text
        for place, cause in enumerate(causes.listed, 1):
            assert told_in_turn(comparison, cause, place)
        if math.isfinite(comparison.delta):
            assert math.isfinite(causes.by_counts + causes.by_time_per_call + causes.not_attributed)
        for row in range(min(20, len(comparison.pairs))):
            assert all(one.base or one.new for one in comparison.callers(row) + comparison.callees(row))


def test_ratios_near_the_end_of_floats() -> None:
    before, after = (
        profile_of({("a.py", n, f"f{n}"): (9, each if n < 6 else 1.0) for n in range(30)})
        for each in (1e-200, 1.0)
    )
    assert headline(comparison_of(before, after)).text and headline(comparison_of(after, before)).text


def calls_made_to_compare(count: int) -> int:
    """How often Python calls something while a chain is compared with nothing; each calls the next once."""
    chain = {
        ("a.py", n, "f"): (1, 1, 0.1, 0.1, {("a.py", n - 1, "f"): (1, 1, 0.1, 0.1)}) for n in range(count)
    }
    first, second = (load_bytes(marshal.dumps(of, 4), "p.stats") for of in (dict[str, str](), chain))
    made = 0

    def counted(*of: object) -> None:
        nonlocal made
        made += 1

    sys.setprofile(counted)
    try:
        comparison_of(first, second)
    finally:
        sys.setprofile(None)
    return made


def test_work_grows_no_faster_than_a_chain() -> None:
    assert calls_made_to_compare(800) < 3 * calls_made_to_compare(400)

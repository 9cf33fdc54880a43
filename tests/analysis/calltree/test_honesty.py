"""What call trees say of programs whose log is known: every figure true, or marked and within its bounds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.support.examples import slowly
from tests.support.hard_logs import HARD, log_of, written
from tests.support.honesty import LEAST_REAL
from tests.support.log_truth import Truth
from tests.support.lsprof_emulation import Logged
from tests.support.plain_logs import plain_of
from tests.support.random_logs import CLEAN, FAMILIES, drawn
from tests.support.real_logs import PROGRAMS, real_log
from tests.support.shrinking import shrunk
from tests.support.tree_checks import Violation, flagged, trees_of, violations
from tests.support.tree_places import Places

QUICK = ("json_both_ways", "tasks")
"""Real programs of the quick tests."""


@pytest.mark.parametrize("name", HARD)
def test_hard_logs_are_told_as_they_are(name: str) -> None:
    assert violations(log_of(HARD[name])) == []


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 100))], ids=len)
def test_random_programs_are_told_as_they_are(family: str, seeds: range) -> None:
    assert wrong(drawn(family, seed) for seed in seeds) == {}


PLAIN = {"thread1: f0{ thread2: f0{ f3{ thread1: } thread2: 1 } }": "f0{ f0{ } f3{ 1 } }"}
"""Programs with threads, by others without that leave the same file, so that nobody can tell.

It is the least program that is left of those with threads and exceptions, too: no comparison of figures
finds it, since a program with one thread has them all.
"""


@pytest.mark.parametrize("mixed", PLAIN)
def test_some_files_are_those_of_plain_programs_too(mixed: str) -> None:
    assert log_of(mixed).stats == log_of(PLAIN[mixed]).stats


def wrong(programs: Iterable[Logged]) -> dict[str, Violation]:
    """The first program of which something wrong is said without a warning, as small as it still is."""
    for made in programs:
        if misled(made):
            least = shrunk(made, misled, tries=200)
            if written(least) not in PLAIN:
                return {written(least): violations(least)[0]}
    return {}


def misled(made: Logged) -> bool:
    """Whether something is wrong, and nothing is said of mixed threads or equal labels."""
    return bool(violations(made)) and not (plain_of(made) is None and flagged(made.profile))


def test_the_first_level_of_a_recursion_has_what_is_its_own() -> None:
    """What each level calls beside the next one is recorded for all of them together."""
    made = log_of("root{ walk{ 1 leaf{ 2 } step{ walk{ 1 leaf{ 2 } step{ walk{ 1 leaf{ 2 } } } } } } }")
    truth = Truth(made)
    tree = dict(trees_of(made.profile))["unrolled"]
    places = Places(tree, truth)
    waiting, kinds = places.roots(), set()
    while waiting:
        place = waiting.pop()
        kinds.add(place.node.kind)
        true = places.time(place)
        assert true is None or place.node.time == pytest.approx(true)
        waiting += places.below(place)
    assert kinds == {"function", "recursion"}


@pytest.mark.parametrize("name", [*QUICK, *slowly(*(name for name in PROGRAMS if name not in QUICK))])
def test_real_programs_are_told_as_they_are(name: str) -> None:
    made = real_log(name)
    assert violations(made, LEAST_REAL) == [] or (plain_of(made) is None and flagged(made.profile))


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(8), *slowly(range(8, 32))], ids=len)
def test_files_of_plain_programs_do_not_contradict_themselves(family: str, seeds: range) -> None:
    assert [seed for seed in seeds if flagged(drawn(family, seed).profile)] == []

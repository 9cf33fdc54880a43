"""Thousands of mutants of real profiles: each opens, or is refused by the reader's own error."""

from __future__ import annotations

import itertools

import pytest
from benchmarks.fuzz import READERS, mutants, samples, survives

MUTANTS = {"stats": 200, "austin": 200, "mojo": 200, "tachyon": 200}
"""Each time, and 500 of others; the slow job tries more."""


@pytest.mark.parametrize(("seed", "times"), [(1, 1), pytest.param(2, 10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("reader", READERS)
def test_mutants_open_or_are_refused(reader: str, seed: int, times: int) -> None:
    number = MUTANTS.get(reader, 500) * times
    opened = sum(survives(data) for data in itertools.islice(mutants(reader, seed), number))
    assert 0 < opened < number


@pytest.mark.parametrize("reader", READERS)
def test_what_mutants_are_made_of_opens_itself(reader: str) -> None:
    known = samples(reader)
    assert known and all(map(survives, known))


def test_the_same_seed_makes_the_same_mutants() -> None:
    one, other = ([*itertools.islice(mutants("lprof", 5), 50)] for _ in range(2))
    assert one == other != [*itertools.islice(mutants("lprof", 6), 50)]

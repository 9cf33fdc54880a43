"""Thousands of mutants of real profiles: each opens, or is refused by the reader's own error."""

from __future__ import annotations

import itertools

import pytest
from benchmarks.fuzz import READERS, mutants, samples, survives

MUTANTS = {"stats": 1500, "lprof": 3000}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("reader", READERS)
def test_mutants_open_or_are_refused(reader: str, seed: int) -> None:
    opened = sum(survives(data) for data in itertools.islice(mutants(reader, seed), MUTANTS[reader]))
    assert 0 < opened < MUTANTS[reader]


@pytest.mark.parametrize("reader", READERS)
def test_what_mutants_are_made_of_opens_itself(reader: str) -> None:
    known = samples(reader)
    assert len(known) > 5 and all(map(survives, known))


def test_the_same_seed_makes_the_same_mutants() -> None:
    one, other = ([*itertools.islice(mutants("lprof", 5), 50)] for _ in range(2))
    assert one == other != [*itertools.islice(mutants("lprof", 6), 50)]

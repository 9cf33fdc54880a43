"""Who calls whom of what is left where functions are hidden, against programs with known stacks."""

from __future__ import annotations

import random

import pytest
from tests.support.examples import slowly
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import shaped, without, wrong_edges, wrong_roots

from proftui.analysis.calltree.graph import CallGraph


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 250))], ids=len)
def test_edges_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
    wrong: list[tuple[object, ...]] = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        count = made.profile.count
        hidden = set(rng.sample(range(count), rng.randrange(count)))
        found, true = shaped(made.profile, hidden), without(made, hidden).profile
        if is_doubtful(made):
            continue
        wrong += [(seed, *what) for what in (*wrong_edges(found, true), *wrong_roots(found, true))]
    assert wrong == []


def is_doubtful(made: Logged) -> bool:
    doubts = CallGraph(made.profile).checked.contradictions
    return bool(doubts.missing or doubts.excess)


def test_nothing_hidden_is_the_recorded_profile() -> None:
    made = drawn("mutual", 3)
    found = shaped(made.profile, set())
    for column in ("starts", "callers", "ncalls", "primitive_calls", "tottime", "cumtime"):
        assert list(getattr(found.edges, column)) == list(getattr(made.profile.edges, column))
    assert all(found.edge_bounds.is_exact(entry) for entry in range(len(found.edges)))

"""Groups as a profile: calls between groups, against programs with known stacks."""

from __future__ import annotations

import math
import random

import pytest
from tests.support.examples import slowly
from tests.support.grouped import grouped
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import (
    is_wrong,
    log_of_groups,
    random_groups,
    shaped,
    without,
    wrong_edges,
)

from proftui.analysis.calltree.graph import CallGraph
from proftui.background.pieces import finished


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 250))], ids=len)
def test_calls_between_groups_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
    wrong: list[tuple[object, ...]] = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        profile, left = made.profile, made
        graph = CallGraph(profile)
        doubts = graph.checked.contradictions
        if doubts.missing or doubts.excess:
            continue
        hidden = set[int]()
        if rng.random() < 0.5:
            hidden = set(rng.sample(range(profile.count), rng.randrange(profile.count)))
            graph, left = CallGraph(shaped(profile, hidden)), without(made, hidden)
        group_of, count = random_groups(profile, hidden, rng)
        found = finished(grouped(graph, group_of, count))
        true = log_of_groups(left, profile, group_of, found.representatives).profile
        wrong += [(seed, len(hidden), *what) for what in wrong_edges(found.profile, true)]
        by_label = {true.function(index): index for index in range(true.count)}
        for group, function in enumerate(found.representatives):
            index = by_label[profile.function(function)]
            assert true.cumtime is not None
            for name, figure, known in (
                ("own", found.profile.own[function], true.tottime[index]),
                ("time", found.profile.time[function], true.cumtime[index]),
            ):
                if is_wrong(figure, known):
                    wrong.append((seed, len(hidden), name, group, figure, known))
        whole = math.fsum(profile.tottime)
        own = math.fsum(found.profile.tottime) + found.profile.outside.value + found.profile.unattributed
        assert own == pytest.approx(whole, abs=1e-9)
    assert wrong == []

"""Hidden, under a focus and by group at once, against programs with known stacks; and what never changes."""

from __future__ import annotations

import math
import random

import pytest
from tests.support.examples import slowly
from tests.support.grouped import grouped
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import (
    CLOSE,
    is_wrong,
    log_of_groups,
    random_groups,
    shaped,
    under,
    without,
    wrong_edges,
)

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.focus import focusing
from proftui.background.pieces import finished


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 250))], ids=len)
def test_figures_of_groups_under_a_focus_are_true_or_marked(family: str, seeds: range) -> None:
    wrong: list[tuple[object, ...]] = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        profile = made.profile
        assert profile.cumtime is not None
        function, hidden = rng.randrange(profile.count), set[int]()
        graph, left = CallGraph(profile), made
        doubts = graph.checked.contradictions
        if doubts.missing or doubts.excess:
            continue
        if rng.random() < 0.5:
            hidden = set(rng.sample(range(profile.count), rng.randrange(profile.count))) - {function}
            graph, left = CallGraph(shaped(profile, hidden)), without(made, hidden)
        numbers = {left.profile.function(index): index for index in range(left.profile.count)}
        left = under(left, numbers[profile.function(function)])
        focused = finished(focusing(graph, function))
        gone = {index for index in range(len(profile.files)) if focused.hidden[index]}
        group_of, count = random_groups(profile, gone, rng)
        if not count:
            continue
        found = finished(grouped(CallGraph(focused), group_of, count))
        true = log_of_groups(left, profile, group_of, found.representatives).profile
        wrong += [(seed, len(hidden), *what) for what in wrong_edges(found.profile, true)]
        by_label = {true.function(index): index for index in range(true.count)}
        for group, stands in enumerate(found.representatives):
            index = by_label.get(profile.function(stands))
            known = (0.0, 0.0)
            if index is not None and true.cumtime is not None:
                known = true.tottime[index], true.cumtime[index]
            columns = ("own", found.profile.own), ("time", found.profile.time)
            for (name, column), figure in zip(columns, known, strict=True):
                if is_wrong(column[stands], figure):
                    wrong.append((seed, len(hidden), name, group, column[stands], figure))
        shape = found.profile
        own = math.fsum(shape.tottime) + shape.outside.value + shape.unattributed
        assert own == pytest.approx(profile.cumtime[function], abs=CLOSE)
    assert wrong == []


@pytest.mark.parametrize("family", CLEAN)
def test_nothing_hidden_and_each_function_a_group_of_its_own_is_the_recorded_profile(family: str) -> None:
    for seed in range(20):
        profile = drawn(family, seed).profile
        doubts = CallGraph(profile).checked.contradictions
        if doubts.missing or doubts.excess:
            continue
        found = shaped(profile, set())
        assert list(found.tottime) == pytest.approx(list(profile.tottime), abs=CLOSE)
        assert all(column.is_exact(row) for column in (found.own, found.time) for row in range(found.count))
        assert found.cumtime is not None and profile.cumtime is not None
        assert list(found.cumtime) == pytest.approx(list(profile.cumtime))
        assert list(found.ncalls or ()) == list(profile.ncalls or ())
        with_file = (index for index in range(profile.count) if profile.files[index] != "~")
        alone = {index: number for number, index in enumerate(with_file)}
        groups = finished(
            grouped(CallGraph(profile), [alone.get(i, -1) for i in range(len(profile.files))], len(alone))
        ).profile
        for index in alone:
            assert groups.time[index].low - CLOSE <= profile.cumtime[index] <= groups.time[index].high + CLOSE


@pytest.mark.parametrize("family", CLEAN)
def test_a_hidden_leaf_gives_its_callers_what_they_called_of_it(family: str) -> None:
    for seed in range(20):
        profile = drawn(family, seed).profile
        doubts = CallGraph(profile).checked.contradictions
        leaves = [
            f for f in range(profile.count) if not profile.callees_count(f) and profile.callers_count(f)
        ]
        if doubts.missing or doubts.excess or not leaves:
            continue
        leaf = leaves[0]
        found, edges = shaped(profile, {leaf}), profile.edges
        wanted = list(profile.tottime)
        for entry in range(edges.starts[leaf], edges.starts[leaf + 1]):
            wanted[edges.callers[entry]] += edges.tottime[entry]
        for index in range(profile.count):
            if index != leaf:
                assert found.tottime[index] == pytest.approx(wanted[index], abs=CLOSE)
                assert found.own.is_exact(index)

"""Groups as a profile: calls between groups, against programs with known stacks."""

from __future__ import annotations

import math
import random

import pytest
from tests.support.examples import slowly
from tests.support.log_truth import ROOT
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import is_wrong, regrouped, shaped, without, wrong_edges

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.grouped import grouped
from proftui.background.pieces import finished
from proftui_parsers import Profile


def as_groups(left: Logged, profile: Profile, group_of: list[int], representatives: list[int]) -> Profile:
    """The true profile of groups, each called as the function that stands for it."""
    labels = {group: tuple(profile.function(f)) for group, f in enumerate(representatives)}
    of_label = {tuple(profile.function(i)): group for i, group in enumerate(group_of)}
    of = [of_label[tuple(left.profile.function(index))] for index in range(left.profile.count)]
    return regrouped(left, of.__getitem__, labels).profile  # type: ignore[arg-type]  # a label is a key


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
        drawn_of = {
            i: rng.randrange(4) for i in range(profile.count) if i not in hidden and profile.files[i] != "~"
        }
        numbers = {group: number for number, group in enumerate(sorted(set(drawn_of.values())))}
        group_of = [numbers[drawn_of[i]] if i in drawn_of else ROOT for i in range(len(profile.files))]
        found = finished(grouped(graph, group_of, len(numbers)))
        true = as_groups(left, profile, group_of, found.representatives)
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

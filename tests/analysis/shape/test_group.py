"""Functions by group: time of groups, against programs with known stacks."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from tests.support.corpus import shared_files
from tests.support.examples import slowly, some
from tests.support.grouped import grouped
from tests.support.log_truth import ROOT
from tests.support.lsprof_emulation import TICK
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import GroupTruth, is_wrong, random_groups

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.names import Names
from proftui.background.pieces import finished
from proftui_parsers import ProfileError, load

CLOSE = 1e-9


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 250))], ids=len)
def test_groups_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
    wrong = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        groups, count = random_groups(made.profile, (), rng)
        made_of_it = finished(grouped(CallGraph(made.profile), groups, count))
        found, truth = made_of_it.profile, GroupTruth(made, groups.__getitem__)
        for group, function in enumerate(made_of_it.representatives):
            for name, figure, ticks in (
                ("own", found.own[function], truth.own[group]),
                ("time", found.time[function], truth.time[group]),
            ):
                if is_wrong(figure, TICK * ticks):
                    wrong.append((seed, group, name, figure, TICK * ticks))
            assert (found.calls[function].value, made_of_it.inside[group].value) == (
                truth.calls[group],
                truth.inside[group],
            )
        if is_wrong(found.outside, TICK * truth.own[ROOT]):
            wrong.append((seed, ROOT, "own", found.outside, TICK * truth.own[ROOT]))
    assert wrong == []


@pytest.mark.parametrize("path", some(shared_files("pstats"), 12), ids=lambda path: path.name)
def test_packages_of_real_files_add_up_and_hold_their_functions(path: Path) -> None:
    try:
        profile = load(str(path))
    except ProfileError:
        pytest.skip("is refused")
    if not profile.has_edges or profile.cumtime is None:
        pytest.skip("has no calls")
    names, graph = Names(profile), CallGraph(profile)
    packages: dict[str, int] = {}
    groups = [
        ROOT if names.is_builtin(index) else packages.setdefault(names.package(index), len(packages))
        for index in range(len(profile.files))
    ]
    made = finished(grouped(graph, groups, len(packages)))
    found, whole = made.profile, max(graph.total, graph.checked.time_of_roots)
    own = math.fsum(found.own.values) + found.outside.value
    assert own + found.unattributed == pytest.approx(whole)
    for index, group in enumerate(groups[: profile.count]):
        if group != ROOT and graph.certain:
            time = found.time[made.representatives[group]]
            assert time.high <= whole * (1 + CLOSE)
            is_possible = time.exact or time.low < time.high
            least = min(profile.cumtime[index], graph.total) - CLOSE
            assert time.value >= least or not is_possible

"""Functions by group: time of groups, against programs with known stacks."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from tests.support.corpus import shared_files
from tests.support.examples import slowly, some
from tests.support.log_truth import ROOT
from tests.support.lsprof_emulation import TICK
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import GroupTruth

from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.names import Names
from proftui.analysis.shape.group import grouping
from proftui.background.pieces import finished
from proftui_parsers import ProfileError, load

CLOSE = 1e-9


def is_wrong(figure: Bounded, true: float) -> bool:
    outside = not figure.low - CLOSE <= true <= figure.high + CLOSE
    return outside or (figure.exact and abs(figure.value - true) > CLOSE)


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 250))], ids=len)
def test_groups_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
    wrong = []
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        profile, count = made.profile, rng.randrange(1, 5)
        groups = [
            ROOT if profile.files[index] == "~" else rng.randrange(count)
            for index in range(len(profile.files))
        ]
        found = finished(grouping(CallGraph(profile), groups, count))
        truth = GroupTruth(made, groups.__getitem__)
        for group in range(count):
            if is_wrong(found.own[group], TICK * truth.own[group]):
                wrong.append((seed, group, "own", found.own[group], TICK * truth.own[group]))
            if is_wrong(found.time[group], TICK * truth.time[group]):
                wrong.append((seed, group, "time", found.time[group], TICK * truth.time[group]))
            assert (found.calls[group].value, found.inside[group].value) == (
                truth.calls[group],
                truth.inside[group],
            )
        if is_wrong(found.own[count], TICK * truth.own[ROOT]):
            wrong.append((seed, ROOT, "own", found.own[count], TICK * truth.own[ROOT]))
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
    found = finished(grouping(graph, groups, len(packages)))
    whole = max(graph.total, graph.checked.time_of_roots)
    assert math.fsum(figure.value for figure in found.own) + found.unattributed == pytest.approx(whole)
    for index, group in enumerate(groups[: profile.count]):
        if group != ROOT and graph.certain:
            assert found.time[group].high <= whole * (1 + CLOSE)
            is_possible = found.time[group].exact or found.time[group].low < found.time[group].high
            least = min(profile.cumtime[index], graph.total) - CLOSE
            assert found.time[group].value >= least or not is_possible

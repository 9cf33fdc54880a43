"""What runs under one function, against programs with known stacks."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest
from tests.support.examples import slowly
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import CLEAN, drawn
from tests.support.screens import BIG
from tests.support.shape_truth import CLOSE, is_wrong, shaped, under, without, wrong_edges, wrong_roots

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.names import Names
from proftui.analysis.shape.focus import focusing
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui_parsers import Profile, load


def wrong_figures(found: ShapedProfile, true: Profile) -> Iterator[tuple[object, ...]]:
    by_label = {true.function(index): index for index in range(true.count)}
    for function in range(found.count):
        index = by_label.get(found.function(function))
        known = (0.0, 0.0, 0)
        if index is not None:
            assert true.cumtime is not None and true.ncalls is not None
            known = true.tottime[index], true.cumtime[index], true.ncalls[index]
        columns = (found.own, found.time, found.calls)
        for name, column, figure in zip(("own", "time", "calls"), columns, known, strict=True):
            if is_wrong(column[function], figure):
                yield name, found.names[function], column[function], figure


def all_wrong(found: ShapedProfile, made: Logged) -> list[tuple[object, ...]]:
    true = made.profile
    return [*wrong_figures(found, true), *wrong_edges(found, true), *wrong_roots(found, true)]


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 250))], ids=len)
def test_figures_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
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
        found = finished(focusing(graph, function))
        names = {left.profile.function(index): index for index in range(left.profile.count)}
        true = under(left, names[profile.function(function)])
        wrong += [(seed, profile.names[function], len(hidden), *what) for what in all_wrong(found, true)]
        own = math.fsum(found.tottime) + found.unattributed
        assert own == pytest.approx(profile.cumtime[function], abs=CLOSE)
    assert wrong == []


@pytest.mark.skipif(not BIG.exists(), reason="the large profiles are not here")
def test_under_main_my_code_is_exact() -> None:
    profile = load(str(BIG))
    names = Names(profile)
    mine = shaped(profile, {index for index in range(len(profile.files)) if not names.is_mine(index)})
    main = next(
        index for index in range(profile.count) if profile.names[index] == "main" and names.is_mine(index)
    )
    found = finished(focusing(CallGraph(mine), main))
    left = [index for index in range(found.count) if not found.hidden[index]]
    assert len(left) == 9 and all(found.own.is_exact(index) for index in left)
    assert math.fsum(found.tottime) == pytest.approx(1.095, abs=5e-4)

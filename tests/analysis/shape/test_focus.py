"""What runs under one function, against programs with known stacks."""

from __future__ import annotations

import math
import random

import pytest
from tests.support.corpus import dumped, index_of
from tests.support.examples import slowly
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import CLOSE, all_wrong, shaped, under, without

from proftui.analysis.calls import callers
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.focus import focusing
from proftui.analysis.shape.paths import time_by_callers
from proftui.background.pieces import finished
from proftui_parsers import add, load_bytes


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


def test_calls_beyond_64_bits_are_told_under_a_focus_and_without_a_function() -> None:
    main, work, leaf, many = ("a.py", 1, "main"), ("a.py", 2, "work"), ("a.py", 3, "leaf"), 2**62
    stats = {
        main: (1, 1, 1.0, 3.0, {}),
        work: (many, many, 1.0, 2.0, {main: (many, many, 1.0, 2.0)}),
        leaf: (many, many, 1.0, 1.0, {work: (many, many, 1.0, 1.0)}),
    }
    profile = add([load_bytes(dumped(stats))] * 3)
    middle = index_of(profile, "work")
    graph = CallGraph(profile)
    for found in (finished(focusing(graph, middle)), shaped(profile, {middle})):
        assert found.ncalls is not None and found.ncalls[index_of(profile, "leaf")] == 3 * many


def test_what_a_built_in_calls_probably_took_no_time_below_calls_of_it_that_were_all_its_own() -> None:
    main, gen, lst, join = ("a.py", 1, "main"), ("a.py", 3, "gen"), ("a.py", 6, "lst"), ("~", 0, "join")
    slow, helper = ("a.py", 9, "slow"), ("a.py", 12, "helper")
    stats = {
        main: (1, 1, 0.5, 8.0, {}),
        gen: (1, 1, 0.5, 6.0, {main: (1, 1, 0.5, 6.0)}),
        lst: (1, 1, 0.5, 1.5, {main: (1, 1, 0.5, 1.5)}),
        join: (11, 11, 2.0, 6.5, {gen: (1, 1, 1.0, 5.5), lst: (10, 10, 1.0, 1.0)}),
        slow: (100, 100, 3.5, 4.5, {join: (100, 100, 3.5, 4.5)}),
        helper: (100, 100, 1.0, 1.0, {slow: (100, 100, 1.0, 1.0)}),
    }
    profile = load_bytes(dumped(stats))
    graph, above, built_in = CallGraph(profile), index_of(profile, "lst"), index_of(profile, "join")
    path = finished(time_by_callers(graph, (above, built_in)))
    assert path is not None
    for under_it in (focusing(graph, above), focusing(graph, built_in, path)):
        found = finished(under_it)
        for name in ("slow", "helper"):
            index = index_of(profile, name)
            assert found.own[index].value == found.time[index].value == 0.0
            assert all(row.per_call in (None, 0.0) for row in callers(found, index))

"""Linear equations by component: against elimination in full, and by rounds."""

from __future__ import annotations

from array import array
from itertools import accumulate
from random import Random

import pytest

from proftui.analysis.compare import terms
from proftui.analysis.compare.graph import Graph, OneSide
from proftui.analysis.compare.terms import Rates, ordering, solving
from proftui.background.pieces import finished


def drawn(rng: Random, count: int) -> tuple[Graph, Rates]:
    """A graph at random, its calls per call so few that every recursion ends."""
    edges = sorted({(rng.randrange(count), rng.randrange(count)) for _ in range(3 * count)})
    degrees = [sum(f == node for f, _ in edges) for node in range(count)]
    rates = [rng.uniform(0, 0.9) / degrees[f] for f, _ in edges]
    own = [rng.uniform(0, 1) for _ in range(count)]
    starts = array("i", accumulate(degrees, initial=0))
    callers, callees = array("i", [f for f, _ in edges]), array("i", [g for _, g in edges])
    side = OneSide([1.0] * count, own)
    return Graph(count, [], starts, callers, callees, (side, side)), Rates(own, rates)


def in_full(graph: Graph, rates: Rates) -> list[float]:
    """The solution by rounds until nothing changes: they end, since all rows sum to less than 1."""
    values = list(rates.own)
    for _ in range(2000):
        new = list(rates.own)
        for caller, callee, k in zip(graph.callers, graph.callees, rates.calls, strict=True):
            new[caller] += k * values[callee]
        values = new
    return values


@pytest.mark.parametrize("seed", range(12))
def test_the_solution(seed: int) -> None:
    graph, rates = drawn(Random(seed), 5 + 3 * seed)
    found = finished(solving(graph, finished(ordering(graph)), rates))
    assert found == pytest.approx(in_full(graph, rates), rel=1e-9)


def test_what_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "_MOST_STEPS", 10)
    graph, rates = drawn(Random(1), 60)
    found, whole = finished(solving(graph, finished(ordering(graph)), rates)), in_full(graph, rates)
    assert all(value <= most + 1e-9 for value, most in zip(found, whole, strict=True))
    assert sum(found) < sum(whole)


def test_callees_come_before_callers() -> None:
    graph, _ = drawn(Random(3), 40)
    order = finished(ordering(graph))
    place = {node: position for position, node in enumerate(order.nodes)}
    assert sorted(place) == list(range(40))
    for caller, callee in zip(graph.callers, graph.callees, strict=True):
        together = order.component_of[caller] == order.component_of[callee] >= 0
        assert together or caller == callee or place[callee] < place[caller]


def test_recursion_without_an_end_is_left_out() -> None:
    side = OneSide([1.0], [2.0])
    graph = Graph(1, [], array("i", [0, 1]), array("i", [0]), array("i", [0]), (side, side))
    assert finished(solving(graph, finished(ordering(graph)), Rates([2.0], [1.0]))) == [2.0]

"""What one call of each node takes with everything below it: linear equations, solved by component."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from proftui.analysis.calltree.components import Component, component_of, dividing
from proftui.analysis.compare.graph import Graph
from proftui.background.pieces import Pace, Pieces

_TINY = 1e-12
"""A node that calls itself so nearly once a call has no end: then its recursion is left out."""
_MOST_STEPS = 100_000
"""Steps of elimination in a component, after which it is given up; of real programs 26,000 were most."""


@dataclass(eq=False)
class Rates:
    """Of one side: own time of a call by node, calls per call by edge; what it lacks is as on the other."""

    own: list[float]
    calls: list[float]


def rating(graph: Graph) -> Pieces[tuple[Rates, Rates]]:
    """The rates of both sides, in pieces."""
    found = []
    for side in graph.sides:
        own = [own / n if n > 0 else 0.0 for own, n in zip(side.own, side.calls, strict=True)]
        yield
        callers = map(side.calls.__getitem__, graph.callers)
        each = [calls / n if n > 0 else 0.0 for n, calls in zip(callers, side.edge_calls, strict=True)]
        found.append(Rates(own, each))
        yield
    for lacking, given, side in zip(found, reversed(found), graph.sides, strict=True):
        for node, n in enumerate(side.calls):
            if n <= 0:
                lacking.own[node] = given.own[node]
                edges = slice(graph.starts[node], graph.starts[node + 1])
                lacking.calls[edges] = given.calls[edges]
        yield
    return found[0], found[1]


@dataclass(eq=False)
class CalleesFirst:
    """Nodes, callees before callers, and which of them call each other in turn."""

    nodes: array[int]
    components: list[Component]
    component_of: array[int]
    """By node; -1: it is in none of two or more."""


def ordering(graph: Graph) -> Pieces[CalleesFirst]:
    """The order in which the equations can be solved, for both sides alike."""
    nodes = array("i")
    below = graph.starts, graph.callees
    components = yield from dividing(range(graph.count), graph.count, below, order_of_all=nodes)
    return CalleesFirst(nodes, components, component_of(components, graph.count))


def solving(graph: Graph, order: CalleesFirst, side: Rates) -> Pieces[list[float]]:
    """Seconds of one call of each node, with everything that it calls."""
    values = list(side.own)
    starts, callees, calls = graph.starts, graph.callees, side.calls
    number_of, pace = order.component_of, Pace()
    position = 0
    while position < len(order.nodes):
        node = order.nodes[position]
        if number_of[node] >= 0:
            members = order.components[number_of[node]]
            yield from _Component(graph, members, side, values).solving()
            position += len(members)
            continue
        position += 1
        first, last = starts[node], starts[node + 1]
        if first == last:
            continue
        total, itself = values[node], 0.0
        for edge in range(first, last):
            callee = callees[edge]
            if callee == node:
                itself = calls[edge]
            else:
                total += calls[edge] * values[callee]
        values[node] = total / _pivot(itself)
        if pace.done(last - first + 1):
            yield
    return values


def _pivot(itself: float) -> float:
    """What a node's own equation is divided by."""
    return 1.0 - itself if 1.0 - itself > _TINY else 1.0


class _Component:
    """The equations of nodes that call each other in turn."""

    def __init__(self, graph: Graph, members: Sequence[int], side: Rates, values: list[float]) -> None:
        """``values``: by node, known for all that the members call outside; of members own time a call."""
        self.values, self.members = values, members
        inside = set(members)
        self.rows: dict[int, dict[int, float]] = {}
        """By member, what a call of it adds of other members; taken apart by elimination."""
        self.known: dict[int, float] = {}
        for node in members:
            row: dict[int, float] = {}
            total = values[node]
            for edge in range(graph.starts[node], graph.starts[node + 1]):
                callee, calls = graph.callees[edge], side.calls[edge]
                if callee not in inside:
                    total += calls * values[callee]
                elif calls:
                    row[callee] = calls
            self.rows[node], self.known[node] = row, total
        self._above: dict[int, set[int]] = {node: set() for node in members}
        for node, row in self.rows.items():
            for callee in row:
                self._above[callee].add(node)

    def solving(self) -> Pieces[None]:
        """Put the solution into the values: fewest neighbours first."""
        known = dict(self.known)
        eliminated = yield from self._eliminating()
        if eliminated is None:
            # What they call of each other is left out: it is shown as not attributed.
            for node in self.members:
                self.values[node] = known[node]
            return
        for node in reversed(eliminated):
            row = self.rows[node]
            self.values[node] = self.known[node] + sum(k * self.values[other] for other, k in row.items())
        yield

    def _eliminating(self) -> Pieces[list[int] | None]:
        """Take one unknown after the other out of the equations of those left.

        Their order; ``None``: that takes too long.
        """
        above, pace, steps = self._above, Pace(), 0
        waiting = [(self._neighbours(node), node) for node in self.members]
        heapify(waiting)
        order = []
        while waiting:
            neighbours, node = heappop(waiting)
            if node not in above or neighbours != self._neighbours(node):
                continue
            row = self.rows[node]
            pivot = _pivot(row.pop(node, 0.0))
            above[node].discard(node)
            for other in row:
                row[other] /= pivot
                above[other].discard(node)
            self.known[node] /= pivot
            callers = above.pop(node)
            for caller in callers:
                self._replace(caller, node)
            for other in {*callers, *row}:
                heappush(waiting, (self._neighbours(other), other))
            order.append(node)
            work = (1 + len(row)) * (1 + len(callers))
            steps += work
            if steps > _MOST_STEPS:
                return None
            if pace.done(work):
                yield
        return order

    def _replace(self, caller: int, node: int) -> None:
        """Put what a call of a node takes into the equation of a caller of it."""
        theirs = self.rows[caller]
        calls = theirs.pop(node)
        for other, k in self.rows[node].items():
            if other in theirs:
                theirs[other] += calls * k
            else:
                theirs[other] = calls * k
                self._above[other].add(caller)
        self.known[caller] += calls * self.known[node]

    def _neighbours(self, node: int) -> int:
        return len(self.rows[node]) * len(self._above[node])

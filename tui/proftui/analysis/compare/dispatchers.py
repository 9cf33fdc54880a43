"""Dispatchers: functions that only pass calls on, for several callers to several callees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from proftui.analysis.compare.equations import CalleesFirst
from proftui.analysis.compare.graph import Graph, sorting_edges
from proftui.background.pieces import Pace, Pieces

_SAME = 0.01
"""By how much the calls per call of what only passes calls on may change."""
_HALF = 0.5
"""Part of the calls on one side that there may be on the other, for these to have gone by another way."""


@dataclass(eq=False)
class Dispatchers:
    """Nodes that pass calls on, in knots: V of all that runs through one is an average of unlike calls.

    Knots are the same with the sides swapped, their numbers need not be.
    """

    above: tuple[Sequence[int], Sequence[int]]
    """Offsets by node, and the edges that lead to each."""
    entry_of: dict[int, int] = field(default_factory=dict)
    """By dispatcher, or what alone leads to one, the node that others call: itself, or the first of these."""
    by_way_of: dict[int, int] = field(default_factory=dict)
    """By edge of calls that a dispatcher makes on one side in place of their caller, that; -1: several do."""
    _knots: dict[int, int] = field(default_factory=dict)
    """By member, another of the same knot; the last is the knot."""

    def knot(self, edge: int, caller: int, callee: int) -> int | None:
        """The knot of calls by or of a dispatcher, or in place of such; ``None``: these are others."""
        for node in (caller, callee, self.by_way_of.get(edge, -1)):
            if node in self.entry_of:
                return self.knot_of(node)
        return None

    def knot_of(self, member: int) -> int:
        """The knot of a node, or of a component with the number ``~component``."""
        while (other := self._knots.get(member, member)) != member:
            member = other
        return member

    def add(self, ways: Sequence[int], component: int) -> None:
        """One more, with what alone leads to it, and its component; -1: it lies in none."""
        for way in ways:
            self.entry_of[way] = ways[-1]
        for member in (*ways[1:], *([~component] if component >= 0 else [])):
            one, other = self.knot_of(ways[0]), self.knot_of(member)
            if one != other:
                self._knots[one] = other

    def edges_to(self, node: int) -> Sequence[int]:
        """The edges to a node."""
        starts, edges = self.above
        return edges[starts[node] : starts[node + 1]]

    def count_to(self, node: int) -> int:
        """How many these are."""
        starts, _ = self.above
        return starts[node + 1] - starts[node]


def makes_as_many_calls(graph: Graph, node: int) -> bool:
    """Whether a node makes as many calls in each of its own as before, whatever it calls."""
    edges = graph.edges_by(node)
    before, after = (
        sum(map(side.edge_calls.__getitem__, edges)) / side.calls[node] if side.calls[node] > 0 else 0.0
        for side in graph.sides
    )
    return before > 0 and abs(after - before) <= _SAME * max(before, after)


def finding_dispatchers(graph: Graph, order: CalleesFirst) -> Pieces[Dispatchers]:
    """All whose calls are another mix than before, though they make as many in each of their own; in pieces.

    Those, too, that are new or gone, where some callers call by way of them what they called themselves on
    the other side. They are the same with the sides swapped.
    """
    found, pace = Dispatchers((yield from sorting_edges(graph.callees, graph.count))), Pace()
    for node in range(graph.count):
        if pace.done(1):
            yield
        is_on_both = all(side.calls[node] > 0 for side in graph.sides)
        if graph.row(node) in graph.bundles or not graph.edges_by(node):
            continue
        if is_on_both and not _is_other_mix(graph, node):
            continue
        ways = _ways(graph, found, node)
        instead = _by_way_of(graph, found, node, ways[-1])
        if pace.done(found.count_to(ways[-1])):
            yield
        if (is_on_both or instead) and _serves_several(graph, found, ways[-1]):
            found.add(ways, order.component_of[node])
            for edge in instead:
                found.by_way_of[edge] = -1 if edge in found.by_way_of else node
    return found


def _is_other_mix(graph: Graph, node: int) -> bool:
    """Whether a node calls several others, as often as before in each call, but not each as often."""
    edges = graph.edges_by(node)
    return len(edges) > 1 and makes_as_many_calls(graph, node) and any(map(graph.is_other_rate, edges))


def _ways(graph: Graph, known: Dispatchers, node: int) -> list[int]:
    """A node, and upwards each that calls nothing but what comes before it here, which nobody else calls."""
    ways = [node]
    while len(above := known.edges_to(node)) == 1:
        (edge,) = above
        caller = graph.callers[edge]
        passes_on = all(side.edge_calls[edge] == side.calls[caller] for side in graph.sides)
        if not passes_on or caller in ways:
            break
        ways.append(caller)
        node = caller
    return ways


def _serves_several(graph: Graph, known: Dispatchers, node: int) -> bool:
    """Whether at least two other rows called a node on one of the sides."""
    others = [e for e in known.edges_to(node) if graph.row(graph.callers[e]) != graph.row(node)]
    return any(sum(side.edge_calls[edge] > 0 for edge in others) > 1 for side in graph.sides)


def _by_way_of(graph: Graph, known: Dispatchers, node: int, entry: int) -> list[int]:
    """The edges whose calls a dispatcher makes on one side, and those who ask it for them on the other.

    There are at most half as many where it is asked more often and makes more of them.
    """
    asked = ((graph.callers[edge], graph.more_calls(edge)) for edge in known.edges_to(entry))
    # Who was not there when it asked less often called nothing itself.
    asking = {
        caller: asks
        for caller, asks in asked
        if asks and caller not in (node, entry) and graph.sides[asks < 0].calls[caller]
    }
    if not asking:
        return []
    more = {graph.callees[edge]: graph.more_calls(edge) for edge in graph.edges_by(node)}
    found = []
    for edge in _between(graph, known, asking, more):
        asks = asking.get(graph.callers[edge], 0.0)
        if more.get(graph.callees[edge], 0.0) * asks > 0:
            before, after = (side.edge_calls[edge] for side in graph.sides)
            less, few = (before, after) if asks > 0 else (after, before)
            if few <= _HALF * less > 0:
                found.append(edge)
    return found


def _between(
    graph: Graph, known: Dispatchers, callers: Collection[int], callees: Collection[int]
) -> Iterator[int]:
    """All edges from some nodes to others, and more: those of callers or of callees, whose are fewer."""
    if sum(len(graph.edges_by(caller)) for caller in callers) <= sum(map(known.count_to, callees)):
        return chain.from_iterable(map(graph.edges_by, callers))
    return chain.from_iterable(map(known.edges_to, callees))

"""Dispatchers: functions that only pass calls on, for several callers to several callees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from proftui.analysis.compare.equations import CalleesFirst
from proftui.analysis.compare.graph import Graph, sorting_edges
from proftui.background.pieces import PIECE, Pace, Pieces

_SAME = 0.01
"""By how much the calls per call of what only passes calls on may change."""
MOST_LOOKED = 2_000_000
"""Calls that are looked at, of all dispatchers, for those that went by another way: half a second."""
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
    looked: int = 0
    """Calls that were looked at to find these."""
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
            # The way is halved for those who come after.
            self._knots[member] = member = self._knots.get(other, other)
        return member

    def add(self, node: int, entry: int, component: int, callers: Sequence[int]) -> None:
        """One more, with what alone leads to it from ``entry``, and its component; -1: it lies in none.

        ``callers``: by edge. What was added before is left out: so is all above it.
        """
        self._join(node, node if component < 0 else ~component)
        while node not in self.entry_of:
            self.entry_of[node] = entry
            if node != entry:
                caller = callers[self.edges_to(node)[0]]
                self._join(node, caller)
                node = caller

    def _join(self, member: int, other: int) -> None:
        """Make one knot of those of two members."""
        one, other = self.knot_of(member), self.knot_of(other)
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
    entries: dict[int, int] = {}
    for node in range(graph.count):
        if pace.done(1):
            yield
        is_on_both = all(side.calls[node] > 0 for side in graph.sides)
        if graph.row(node) in graph.bundles or not graph.edges_by(node):
            continue
        if is_on_both and not _is_other_mix(graph, node):
            continue
        entry = yield from _climbing(graph, found, entries, node)
        if entry < 0:
            continue
        before = found.looked
        instead = _by_way_of(graph, found, node, entry)
        if pace.done(found.looked - before):
            yield
        if is_on_both or instead:
            found.add(node, entry, order.component_of[node], graph.callers)
            for edge in instead:
                found.by_way_of[edge] = -1 if edge in found.by_way_of else node
    return found


def _is_other_mix(graph: Graph, node: int) -> bool:
    """Whether a node calls several others, as often as before in each call, but not each as often."""
    edges = graph.edges_by(node)
    return len(edges) > 1 and makes_as_many_calls(graph, node) and any(map(graph.is_other_rate, edges))


def _climbing(graph: Graph, known: Dispatchers, entries: dict[int, int], node: int) -> Pieces[int]:
    """The first node upwards that not only one other leads to; -1: it does not serve several.

    ``entries``: those of nodes that were asked for before, which are not climbed again.
    """
    way: list[int] = []
    while node not in entries:
        # A ring to which nobody else leads ends here.
        entries[node] = -1
        way.append(node)
        if len(way) % PIECE == 0:
            yield
        above = known.edges_to(node)
        if len(above) == 1 and _passes_on(graph, above[0]):
            node = graph.callers[above[0]]
        elif _serves_several(graph, known, node):
            entries[node] = node
    entries.update(dict.fromkeys(way, entries[node]))
    return entries[node]


def _passes_on(graph: Graph, edge: int) -> bool:
    """Whether the caller makes this call each time that it is called, on both sides."""
    caller = graph.callers[edge]
    return all(side.edge_calls[edge] == side.calls[caller] for side in graph.sides)


def _serves_several(graph: Graph, known: Dispatchers, node: int) -> bool:
    """Whether at least two other rows called a node on one of the sides."""
    others = [e for e in known.edges_to(node) if graph.row(graph.callers[e]) != graph.row(node)]
    return any(sum(side.edge_calls[edge] > 0 for edge in others) > 1 for side in graph.sides)


def _by_way_of(graph: Graph, known: Dispatchers, node: int, entry: int) -> list[int]:
    """The edges whose calls a dispatcher makes on one side, and those who ask it for them on the other.

    There are at most half as many where it is asked more often and makes more of them. None, once many
    calls were looked at.
    """
    known.looked += known.count_to(entry)
    if known.looked > MOST_LOOKED:
        return []
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
    found, callers, callees = [], graph.callers, graph.callees
    before, after = (side.edge_calls for side in graph.sides)
    for edge in _between(graph, known, asking, more):
        asks = asking.get(callers[edge], 0.0)
        if more.get(callees[edge], 0.0) * asks > 0:
            less, few = (before, after) if asks > 0 else (after, before)
            if few[edge] <= _HALF * less[edge] > 0:
                found.append(edge)
    return found


def _between(
    graph: Graph, known: Dispatchers, callers: Collection[int], callees: Collection[int]
) -> Iterator[int]:
    """All edges from some nodes to others, and more: those of callers or of callees, whose are fewer."""
    by_callers = sum(len(graph.edges_by(caller)) for caller in callers)
    by_callees = sum(map(known.count_to, callees))
    known.looked += min(by_callers, by_callees)
    if by_callers <= by_callees:
        return chain.from_iterable(map(graph.edges_by, callers))
    return chain.from_iterable(map(known.edges_to, callees))

"""The change of the total as an exact sum of terms (specified: the mean of both orders of going over)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from proftui.analysis.compare.causes import Kind
from proftui.analysis.compare.dispatchers import Dispatchers, finding_dispatchers
from proftui.analysis.compare.equations import CalleesFirst, ordering, rating, solving
from proftui.analysis.compare.graph import Graph
from proftui.analysis.compare.steady import steady_edges
from proftui.background.pieces import PIECE, Pieces

KINDS: tuple[Kind, ...] = ("counts", "per_call", "root", "import")
"""By number in :attr:`Terms.kinds`."""
COUNTS, PER_CALL, ROOT_CALLS, IMPORTS = range(4)
_Both = tuple[Sequence[float], Sequence[float]]
"""By node or edge, before and after."""


@dataclass(eq=False)
class Terms:
    """Columns with an entry a term that is not 0, and the graph that they are of."""

    graph: Graph
    order: CalleesFirst
    dispatchers: Dispatchers
    """Nodes that only pass calls on, and what belongs to them."""
    steady: Set[int] = frozenset()
    """Edges whose calls per call say nothing (``steady.py``): their terms are of the number of calls."""
    kinds: bytearray = field(default_factory=bytearray)
    """Numbers in :data:`KINDS`."""
    places: array[int] = field(default_factory=lambda: array("q"))
    """Of a term of calls the edge, else the node."""
    times: array[float] = field(default_factory=lambda: array("d"))
    """Seconds."""

    def __len__(self) -> int:
        return len(self.kinds)

    def add(self, kind: int, place: int, time: float) -> None:
        """One more, if there is something in it."""
        if time:
            self.kinds.append(kind)
            self.places.append(place)
            self.times.append(time)


def finding_terms(graph: Graph) -> Pieces[Terms]:
    """All terms, in pieces.

    With calls ``n``, own time of a call ``c``, calls per call ``k``, time of a call ``V`` and calls that
    nobody made ``r``: ½(n⁰+n¹)·Δc of each node, ½Δk·(n⁰·V¹+n¹·V⁰) of each edge, ½Δr·(V⁰+V¹) of each node.
    Of a steady edge with ``m`` calls ½Δm·(V⁰+V¹): these are calls that nobody made, as far as V goes.
    """
    order = yield from ordering(graph)
    first, second = yield from rating(graph)
    steady = yield from steady_edges(graph, order)
    passing = yield from finding_dispatchers(graph, order)
    for edge in steady:
        first.calls[edge] = second.calls[edge] = 0.0
    before = yield from solving(graph, order, first)
    after = yield from solving(graph, order, second)
    terms = Terms(graph, order, passing, frozenset(steady))
    yield from _adding_nodes(terms, (first.own, second.own), (before, after))
    yield from _adding_edges(terms, (first.calls, second.calls), (before, after))
    for edge in steady:
        callee = graph.callees[edge]
        terms.add(COUNTS, edge, 0.5 * graph.more_calls(edge) * (before[callee] + after[callee]))
    return terms


def _adding_nodes(terms: Terms, own: _Both, values: _Both) -> Pieces[None]:
    """Add the terms of own time a call and of calls that nobody made.

    ``own``, ``values``: before and after, by node, seconds of own time in one call, and with what it calls.
    """
    graph, (before, after) = terms.graph, values
    base, new = graph.sides
    for node in range(graph.count):
        change = own[1][node] - own[0][node]
        terms.add(PER_CALL, node, 0.5 * (base.calls[node] + new.calls[node]) * change)
        roots = new.roots[node] - base.roots[node]
        if roots:
            kind = IMPORTS if node in graph.imported else ROOT_CALLS
            terms.add(kind, node, 0.5 * roots * (before[node] + after[node]))
        if node % PIECE == 0:
            yield


def _adding_edges(terms: Terms, rates: _Both, values: _Both) -> Pieces[None]:
    """Add the terms of calls that some function makes.

    ``rates``: before and after, by edge, calls in one call of the caller; ``values``: by node, seconds of one
    call with what it calls.
    """
    graph, (before, after) = terms.graph, values
    (base, new), callers, callees = graph.sides, graph.callers, graph.callees
    for edge, (calls, later) in enumerate(zip(*rates, strict=True)):
        if calls != later:
            f, g = callers[edge], callees[edge]
            worth = base.calls[f] * after[g] + new.calls[f] * before[g]
            terms.add(COUNTS, edge, 0.5 * (later - calls) * worth)
        if edge % PIECE == 0:
            yield

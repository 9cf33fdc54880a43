"""The change of the total as an exact sum of terms (specified: the mean of both orders of going over)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from proftui.analysis.compare.causes import Kind
from proftui.analysis.compare.equations import CalleesFirst, ordering, rating, solving
from proftui.analysis.compare.graph import Graph
from proftui.analysis.compare.steady import passing_nodes, steady_edges
from proftui.background.pieces import PIECE, Pieces

KINDS: tuple[Kind, ...] = ("counts", "per_call", "root", "import", "outside")
"""By number in :attr:`Terms.kinds`."""
COUNTS, PER_CALL, ROOT_CALLS, IMPORTS, OUTSIDE = range(5)
_Both = tuple[Sequence[float], Sequence[float]]
"""By node or edge, before and after."""


@dataclass(eq=False)
class Terms:
    """Columns with an entry a term that is not 0, and the graph that they are of."""

    graph: Graph
    component_of: Sequence[int]
    """By node; -1: it is in none of two or more."""
    imported: Set[int] = frozenset()
    """Rows of modules that importlib ran."""
    passing: Set[int] = frozenset()
    """Nodes that only pass calls on, so that what one calls on average says nothing."""
    steady: Set[int] = frozenset()
    """Edges whose calls per call say nothing (``steady.py``): their terms are of the number of calls."""
    outside: tuple[float, float] = (0.0, 0.0)
    """Seconds of what no code under work called, before and after."""
    partial: Set[int] = frozenset()
    """Nodes below which there are such edges, or modules: their calls took more than what is theirs."""
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


def finding_terms(
    graph: Graph, imported: Set[int] = frozenset(), bundles: Iterable[int] = (), apart: Iterable[int] = ()
) -> Pieces[Terms]:
    """All terms, in pieces.

    ``imported``: rows of modules that importlib ran; ``bundles``: of several; ``apart``: who had modules run.

    With calls ``n``, own time of a call ``c``, calls per call ``k``, time of a call ``V`` and calls that
    nobody made ``r``: ½(n⁰+n¹)·Δc of each node, ½Δk·(n⁰·V¹+n¹·V⁰) of each edge, ½Δr·(V⁰+V¹) of each node.
    Of a steady edge with ``m`` calls ½Δm·(V⁰+V¹): these are calls that nobody made, as far as V goes.
    """
    order = yield from ordering(graph)
    first, second = yield from rating(graph)
    passing = yield from passing_nodes(graph, bundles)
    steady = yield from steady_edges(graph, order, passing)
    for edge in steady:
        first.calls[edge] = second.calls[edge] = 0.0
    before = yield from solving(graph, order, first)
    after = yield from solving(graph, order, second)
    terms = Terms(graph, order.component_of, imported, passing, frozenset(steady))
    terms.partial = _above(graph, order, {*apart, *(graph.callers[edge] for edge in steady)})
    yield
    yield from _adding_nodes(terms, (first.own, second.own), (before, after))
    yield from _adding_edges(terms, (first.calls, second.calls), (before, after))
    for edge in steady:
        callee = graph.callees[edge]
        more = graph.sides[1].edge_calls[edge] - graph.sides[0].edge_calls[edge]
        terms.add(COUNTS, edge, 0.5 * more * (before[callee] + after[callee]))
    return terms


def _above(graph: Graph, order: CalleesFirst, found: set[int]) -> set[int]:
    """These nodes, and what calls them by no cycle; callees stand first in ``order``."""
    for node in order.nodes if found else ():
        below = graph.callees[graph.starts[node] : graph.starts[node + 1]]
        if order.component_of[node] < 0 and not found.isdisjoint(below):
            found.add(node)
    return found


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
            kind = IMPORTS if node in terms.imported else ROOT_CALLS
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

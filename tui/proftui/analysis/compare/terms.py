"""The change of the total as an exact sum of terms (specified: the mean of both orders of going over)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import log

from proftui.analysis.calltree.components import Component, component_of, dividing
from proftui.analysis.compare.causes import Kind
from proftui.analysis.compare.graph import Graph
from proftui.background.pieces import PIECE, Pace, Pieces

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


_LEAST = 0.2
"""Change of the calls per call, a natural logarithm, below which they are as good as the same."""
_PART = 0.25
"""Part of that change up to which the number of calls stays."""
_SAME = 0.01
"""Calls per call by which those of what passes calls on may change."""
_MORE = 1.5
"""Times the calls that it gets more or fewer, which those that it makes may come to."""


def steady_edges(graph: Graph, order: CalleesFirst, passing: Set[int]) -> Pieces[list[int]]:
    """Edges whose calls hardly changed in number, though those of their caller did; in order.

    Their calls per call say nothing. None is between two members of a component; they are the same with the
    sides swapped. ``passing``: nodes of which none is.
    """
    found, (base, new) = list[int](), graph.sides
    changed = [_is_other(before, after) for before, after in zip(base.calls, new.calls, strict=True)]
    yield
    for edge, caller in enumerate(graph.callers):
        if edge % PIECE == 0:
            yield
        calls, later = base.edge_calls[edge], new.edge_calls[edge]
        if not changed[caller] or caller in passing or calls <= 0 or later <= 0:
            continue
        number = log(later) - log(calls)
        per_call = number - (log(new.calls[caller]) - log(base.calls[caller]))
        component = order.component_of[caller]
        if component >= 0 and component == order.component_of[graph.callees[edge]]:
            continue
        if abs(per_call) > _LEAST and abs(number) < _PART * abs(per_call):
            found.append(edge)
    return found


def _is_other(before: float, after: float) -> bool:
    """Whether a function was called, and clearly more or less often: else no edge of it can be steady."""
    return before > 0 and after > 0 and abs(log(after) - log(before)) > _LEAST * (1 - _PART)


def passing_nodes(graph: Graph, order: CalleesFirst, bundles: Iterable[int]) -> Pieces[set[int]]:
    """Nodes that call one of several each time, and others more or less often as they are called."""
    found, (base, new) = set(bundles), graph.sides
    for node in range(graph.rows):
        if node % PIECE == 0:
            yield
        n, m = base.calls[node], new.calls[node]
        if not min(n, m) or n == m:
            continue
        changed = rate = 0.0
        for edge in range(graph.starts[node], graph.starts[node + 1]):
            calls, later = base.edge_calls[edge], new.edge_calls[edge]
            if calls * m != later * n:
                if max(calls / n, later / m) > 1:
                    break
                rate += later / m - calls / n
                changed += abs(later - calls)
        else:
            if changed and abs(rate) <= _SAME and changed <= _MORE * abs(m - n):
                found.add(node)
    for number, node in enumerate(order.nodes):
        if number % PIECE == 0:
            yield
        edge = graph.starts[node]
        each_time = (side.edge_calls[edge] == side.calls[node] > 0 for side in graph.sides)
        if graph.starts[node + 1] - edge == 1 and graph.callees[edge] in found and all(each_time):
            found.add(node)
    return found


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
    """Edges whose calls per call say nothing: their terms are of the number of calls."""
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
    passing = yield from passing_nodes(graph, order, bundles)
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

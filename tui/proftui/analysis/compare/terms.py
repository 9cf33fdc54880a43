"""What changed between two sides, term by term, and how many seconds of the change each may claim."""

from __future__ import annotations

from array import array
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.causes import Kind
from proftui.analysis.compare.graph import Graph, OneSide
from proftui.analysis.compare.measured import by_time, within
from proftui.background.pieces import PIECE, Pieces

KINDS: tuple[Kind, ...] = ("counts", "per_call", "root", "import", "outside")
"""By number in :attr:`Terms.kinds`."""
COUNTS, PER_CALL, ROOT_CALLS, IMPORTS, OUTSIDE = range(5)
_SAME = 0.01
"""Calls per call by which those of what passes calls on may change."""
_MORE = 1.5
"""Times the calls that it gets more or fewer, which those that it makes may come to."""
_Two = tuple[float, float]
"""Before and after."""


@dataclass(eq=False)
class Terms:
    """Columns with an entry a term that may claim something, and the graph that they are of."""

    graph: Graph
    outside: _Two = (0.0, 0.0)
    """Seconds of what no code under work called, before and after."""
    by_time_per_call: float = 0.0
    """Seconds that longer or shorter calls explain of the change."""
    kinds: bytearray = field(default_factory=bytearray)
    """Numbers in :data:`KINDS`."""
    places: array[int] = field(default_factory=lambda: array("q"))
    """Of a term of calls the edge, else the node."""
    times: array[float] = field(default_factory=lambda: array("d"))
    """Seconds that it may claim."""

    def add(self, kind: int, place: int, time: float) -> None:
        """One more, if it may claim something."""
        if time:
            self.kinds.append(kind)
            self.places.append(place)
            self.times.append(time)

    def total(self, numbers: Sequence[int]) -> float:
        """Seconds of some terms."""
        # Most causes are one term.
        alone = len(numbers) == 1
        return self.times[numbers[0]] if alone else exact_sum(map(self.times.__getitem__, numbers))

    def caller(self, number: int) -> int:
        """Row of whose calls or own time a term is; -1: nobody's."""
        kind, place = self.kinds[number], self.places[number]
        if kind == COUNTS:
            return self.graph.callers[place]
        return self.graph.owner(place) if kind == PER_CALL else -1

    def called(self, number: int) -> int:
        """Row that a term of calls is of calls of; -1: it is of something else."""
        is_of_calls = self.kinds[number] == COUNTS
        return self.graph.row(self.graph.callees[self.places[number]]) if is_of_calls else -1

    def calls(self, number: int) -> _Two:
        """Calls before and after: of an edge, by nobody, or of what takes its own time."""
        kind, place, (base, new) = self.kinds[number], self.places[number], self.graph.sides
        if kind == COUNTS:
            return base.edge_calls[place], new.edge_calls[place]
        if kind == PER_CALL:
            return base.calls[place], new.calls[place]
        return base.roots[place], new.roots[place]

    def naming(self, numbers: Sequence[int]) -> list[int]:
        """Terms of a cause; first what names it: of those with the sign of the sum, what claims most."""
        up = self.total(numbers) > 0
        return sorted(numbers, key=lambda n: ((self.times[n] > 0) != up, -abs(self.times[n])))


def finding_terms(graph: Graph, imported: Set[int] = frozenset()) -> Pieces[Terms]:
    """All terms, in pieces; ``imported``: rows of modules that importlib ran.

    None claims more than what it is of took longer, or shorter.
    """
    terms, (base, new), longer = Terms(graph), graph.sides, list[float]()
    for node, (n, m) in enumerate(zip(base.calls, new.calls, strict=True)):
        if node % PIECE == 0:
            yield
        if n > 0 and m > 0:
            longer.append(by_time((n, m), (base.own[node], new.own[node])))
            terms.add(PER_CALL, node, longer[-1])
        roots = base.roots[node], new.roots[node]
        if roots[0] != roots[1]:
            took = _by_nobody(graph, base, node), _by_nobody(graph, new, node)
            terms.add(IMPORTS if node in imported else ROOT_CALLS, node, _of_calls(roots, took))
    terms.by_time_per_call = exact_sum(longer)
    passing = yield from _passing_nodes(graph)
    for edge, (f, g) in enumerate(zip(graph.callers, graph.callees, strict=True)):
        if edge % PIECE == 0:
            yield
        callers = base.calls[f], new.calls[f]
        if f not in passing and min(callers) > 0:
            calls = base.edge_calls[edge], new.edge_calls[edge]
            took = base.edge_times[edge], new.edge_times[edge]
            terms.add(COUNTS, edge, _of_calls(calls, took, callers, is_passed=g in passing))
    return terms


def _by_nobody(graph: Graph, side: OneSide, node: int) -> float:
    """Seconds of the calls of a node that nobody made: their part of what it took with all that it called."""
    if not side.calls[node]:
        return 0.0
    edges = range(graph.starts[node], graph.starts[node + 1])
    below = [side.edge_times[edge] for edge in edges if graph.callees[edge] != node]
    return side.roots[node] / side.calls[node] * exact_sum((side.own[node], *below))


def _of_calls(calls: _Two, took: _Two, callers: _Two = (1.0, 1.0), *, is_passed: bool = False) -> float:
    """Seconds that calls may claim: there are more of them, or fewer, in each call of their caller.

    ``is_passed``: what they lead to is not alike, and they are worth how much longer they took.
    """
    (a, b), (before, after), (n, m) = calls, took, callers
    more = b / m - a / n
    if a * m == b * n or (b - a) * more <= 0:
        return 0.0
    if is_passed:
        return within(0.5 * (n + m) * (after / m - before / n), after - before)
    each = before / a if a else after / b
    each_after = after / b if b else each
    # What longer or shorter calls took is claimed as own time a call.
    return within(0.5 * more * (n * each_after + m * each), after - before - by_time(calls, took))


def _passing_nodes(graph: Graph) -> Pieces[set[int]]:
    """Nodes that call one of several each time, and others more or less often as they are called."""
    found, (base, new) = set[int](), graph.sides
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
    return found

"""A cause as a value: its terms with rows and figures, what names it, and through what it works."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from proftui.analysis.compare.causes import Cause, Term
from proftui.analysis.compare.joining import Joined, caller_of, is_gone, is_new, total
from proftui.analysis.compare.terms import COUNTS, KINDS, PER_CALL, ROOT_CALLS, Terms

_SAME = 0.01
"""By how much the calls per call of what only passes calls on may change."""


class Making:
    """Makes causes of terms that were joined, when they are asked for."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def cause(self, numbers: Joined, time: float) -> Cause:
        """The cause of these terms; ``time``: seconds, bounded."""
        terms = self._terms
        up = total(terms, numbers) > 0
        by_size = sorted(numbers, key=lambda n: ((terms.times[n] > 0) != up, -abs(terms.times[n])))
        named = by_size[0]
        parts = tuple(map(self._term, by_size))
        instead = self._instead(named, by_size)
        through, caller = -1, parts[0].caller
        if instead < 0 and terms.kinds[named] == COUNTS:
            through, caller = self._dispatched(terms.graph.callers[terms.places[named]])
        return Cause(parts[0], time, parts, instead, through, caller)

    def _term(self, number: int) -> Term:
        terms, graph = self._terms, self._terms.graph
        kind, place = terms.kinds[number], terms.places[number]
        first, second = graph.sides
        if kind == COUNTS:
            f = graph.callers[place]
            calls = first.edge_calls[place], second.edge_calls[place]
            per_call = _rate(calls[0], first.calls[f]), _rate(calls[1], second.calls[f])
            node, caller = graph.callees[place], graph.row(f)
        else:
            node, caller = place, -1
            if kind == ROOT_CALLS:
                calls = first.roots[place], second.roots[place]
                per_call = calls
            else:
                calls = first.calls[place], second.calls[place]
                per_call = _rate(first.own[place], calls[0]), _rate(second.own[place], calls[1])
        whole = round(calls[0]), round(calls[1])
        return Term(KINDS[kind], caller, graph.row(node), whole, per_call, terms.times[number])

    def _instead(self, named: int, numbers: Sequence[int]) -> int:
        """Row of what is called in place of what names a cause, or the other way round."""
        terms = self._terms
        if terms.kinds[named] == PER_CALL:
            return -1
        if is_new(terms, named):
            other = next((n for n in numbers if terms.kinds[n] != PER_CALL and is_gone(terms, n)), None)
        elif is_gone(terms, named):
            other = next((n for n in numbers if terms.kinds[n] != PER_CALL and is_new(terms, n)), None)
        else:
            other = None
        if other is None or caller_of(terms, other) != caller_of(terms, named):
            return -1
        return self._term(other).callee

    def _dispatched(self, node: int) -> tuple[int, int]:
        """The row of a node that only passes calls on (-1: it does not), and who it does so for."""
        graph = self._terms.graph
        row = graph.row(node)
        edges = range(graph.starts[node], graph.starts[node + 1])
        first, second = graph.sides
        before = _rate(sum(first.edge_calls[edge] for edge in edges), first.calls[node])
        after = _rate(sum(second.edge_calls[edge] for edge in edges), second.calls[node])
        if not before or abs(after - before) > _SAME * max(before, after):
            return -1, row
        above = [edge for edge in self._callers(node) if graph.row(graph.callers[edge]) != row]
        if len(above) == 1 and not self._changed(above[0]):
            return -1, row
        if not above:
            return -1, row

        def by_change(edge: int) -> tuple[float, float]:
            calls, later = first.edge_calls[edge], second.edge_calls[edge]
            return abs(later - calls), max(calls, later)

        return row, graph.row(graph.callers[max(above, key=by_change)])

    def _changed(self, edge: int) -> bool:
        """Whether the calls per call of an edge changed."""
        (first, second), f = self._terms.graph.sides, self._terms.graph.callers[edge]
        before = _rate(first.edge_calls[edge], first.calls[f])
        return before != _rate(second.edge_calls[edge], second.calls[f])

    def _callers(self, node: int) -> Sequence[int]:
        """The edges to a node."""
        starts, edges = self._by_callee
        return edges[starts[node] : starts[node + 1]]

    @cached_property
    def _by_callee(self) -> tuple[Sequence[int], Sequence[int]]:
        """Offsets by callee, and edges."""
        graph = self._terms.graph
        degrees = [0] * (graph.count + 1)
        for callee in graph.callees:
            degrees[callee + 1] += 1
        edges = sorted(range(len(graph.callees)), key=graph.callees.__getitem__)
        return array("q", accumulate(degrees)), array("q", edges)


def _rate(part: float, calls: float) -> float:
    return part / calls if calls > 0 else 0.0

"""A cause as a value: its terms with rows and figures, what names it, and through what it works."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from proftui.analysis.compare.causes import Cause, Term
from proftui.analysis.compare.joining import Joined, caller_of, is_gone, is_new, naming
from proftui.analysis.compare.rerouted import other_way
from proftui.analysis.compare.terms import COUNTS, IMPORTS, KINDS, PER_CALL, ROOT_CALLS, Terms

_SAME = 0.01
"""By how much the calls per call of what only passes calls on may change."""


class Making:
    """Makes causes of terms that were joined, when they are asked for."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def cause(self, numbers: Joined, time: float) -> Cause:
        """The cause of these terms; ``time``: seconds, bounded."""
        terms = self._terms
        by_size = naming(terms, numbers)
        named = by_size[0]
        parts = tuple(map(self._term, by_size))
        instead = self._instead(named, by_size)
        through, caller = -1, parts[0].caller
        if len(parts) > 1 and (ways := other_way(terms, numbers)) is not None:
            ended, began = (caller_of(terms, number) for number in ways)
            before, after = (sum(part.ncalls[side] for part in parts) for side in (0, 1))
            return Cause(parts[0], time, parts, not_by=ended, ncalls=(before, after), caller=began)
        if instead < 0 and terms.kinds[named] == COUNTS and self._more_calls(terms.places[named]) * time > 0:
            through, caller = self._dispatched(terms.places[named])
        return Cause(parts[0], time, parts, instead, through, ncalls=parts[0].ncalls, caller=caller)

    def _term(self, number: int) -> Term:
        terms, graph = self._terms, self._terms.graph
        kind, place = terms.kinds[number], terms.places[number]
        first, second = graph.sides
        if kind == COUNTS:
            f = graph.callers[place]
            calls = first.edge_calls[place], second.edge_calls[place]
            per_call = _rate(calls[0], first.calls[f]), _rate(calls[1], second.calls[f])
            node, caller, is_steady = graph.callees[place], graph.row(f), place in terms.steady
        else:
            node, caller, is_steady = place, -1, False
            if kind in (ROOT_CALLS, IMPORTS):
                calls = first.roots[place], second.roots[place]
                per_call = calls
            else:
                calls = first.calls[place], second.calls[place]
                per_call = _rate(first.own[place], calls[0]), _rate(second.own[place], calls[1])
        whole = round(calls[0]), round(calls[1])
        return Term(KINDS[kind], caller, graph.row(node), whole, per_call, terms.times[number], is_steady)

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

    def _dispatched(self, edge: int) -> tuple[int, int]:
        """The row that makes the calls of an edge, and the row that it passes them on for.

        The first is -1 where it does not only pass calls on: then it makes more or fewer calls in each of its
        own, or has one caller, which calls it as before. Else the second is the caller whose calls changed
        most, in the direction in which those of the edge did.
        """
        graph = self._terms.graph
        node = graph.callers[edge]
        row = graph.row(node)
        before, after = (
            _rate(sum(side.edge_calls[graph.starts[node] : graph.starts[node + 1]]), side.calls[node])
            for side in graph.sides
        )
        above = [to for to in self._callers(node) if graph.row(graph.callers[to]) != row]
        if not before or abs(after - before) > _SAME * max(before, after) or not above:
            return -1, row
        if len(above) == 1 and not self._changed(above[0]):
            return -1, row
        direction = 1 if self._more_calls(edge) >= 0 else -1
        largest = max(above, key=lambda to: (direction * self._more_calls(to), -to))
        return row, graph.row(graph.callers[largest])

    def _more_calls(self, edge: int) -> float:
        """How many calls more there are after."""
        first, second = self._terms.graph.sides
        return second.edge_calls[edge] - first.edge_calls[edge]

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

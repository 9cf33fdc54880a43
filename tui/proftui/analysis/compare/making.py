"""A cause as a value: its terms with rows and figures, what names it, and through what it works."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.compare.causes import Cause, Term
from proftui.analysis.compare.claims import calls_of, naming
from proftui.analysis.compare.joining import Joined, caller_of, is_gone, is_new
from proftui.analysis.compare.passed_on import asked_by, asked_for
from proftui.analysis.compare.rerouted import other_way
from proftui.analysis.compare.terms import COUNTS, IMPORTS, KINDS, PER_CALL, ROOT_CALLS, Terms


class Making:
    """Makes causes of terms that were joined, when they are asked for."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def cause(self, numbers: Joined, time: float) -> Cause:
        """The cause of these terms; ``time``: seconds, bounded."""
        terms = self._terms
        ordered = naming(terms, numbers)
        if len(numbers) > 1 and (ways := other_way(terms, numbers)) is not None:
            parts = tuple(map(self._term, ordered))
            ended, began = (caller_of(terms, number) for number in ways)
            before, after = (sum(part.ncalls[side] for part in parts) for side in (0, 1))
            return Cause(parts[0], time, parts, not_by=ended, ncalls=(before, after), caller=began)
        instead = self._instead(ordered[0], ordered)
        passed, asking = self._passed_on(ordered) if instead < 0 else (-1, -1)
        if asking < 0:
            parts = tuple(map(self._term, ordered))
            return Cause(parts[0], time, parts, instead, ncalls=parts[0].ncalls, caller=parts[0].caller)
        ordered.remove(passed)
        parts = tuple(map(self._term, (passed, *ordered)))
        asks = terms.graph.row(terms.graph.callers[asking])
        return Cause(parts[0], time, parts, through=parts[0].caller, ncalls=parts[0].ncalls, caller=asks)

    def _passed_on(self, numbers: Sequence[int]) -> tuple[int, int]:
        """The term of what is only passed on for those who are named first, and the edge by which they ask.

        -1: not known, or what is named first are no calls that are more where the time rose, or fewer where
        it fell.
        """
        terms, named = self._terms, numbers[0]
        before, after = calls_of(terms, named)
        if terms.kinds[named] != COUNTS or (after - before) * terms.times[named] <= 0:
            return -1, -1
        passed = asked_for(terms, named, numbers)
        return passed, asked_by(terms, terms.places[passed]) if passed >= 0 else -1

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


def _rate(part: float, calls: float) -> float:
    return part / calls if calls > 0 else 0.0

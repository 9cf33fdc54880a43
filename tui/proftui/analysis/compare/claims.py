"""What a cause may claim, the term that names it, and the cause as a value."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.causes import Cause, Term
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.compare.terms import COUNTS, KINDS, OUTSIDE, PER_CALL, Terms
from proftui.background.pieces import PIECE, Pieces

Joined = list[int]
"""Numbers of the terms of one cause."""
_NEARLY = 0.1
"""Part of what a term may claim by which it may be another, and stand as it is."""
_Two = tuple[float, float]
"""Before and after."""


class Claims:
    """Terms, and what is known of the calls that they are of."""

    def __init__(self, terms: Terms, pairs: Pairs, most: float, estimated: Collection[int] = ()) -> None:
        """``most``: seconds of the longer run; ``estimated``: calls back that may be some other caller's."""
        self.terms, self.graph, self.pairs, self.estimated = terms, terms.graph, pairs, estimated
        self._worths, self._most = array("d"), most
        self._callees: dict[int, set[int]] = {}

    def weighing(self) -> Pieces[None]:
        """Find out what each term may claim, in pieces."""
        for number in range(len(self.terms)):
            self._worths.append(self._worth(number))
            if number % PIECE == 0:
                yield

    def total(self, numbers: Sequence[int]) -> float:
        """Seconds of these terms."""
        if len(numbers) == 1:
            return self._worths[numbers[0]]
        return exact_sum(map(self._worths.__getitem__, numbers))

    def _worth(self, number: int) -> float:
        """Seconds that a term may claim: of calls in what the file says of these alone, not on average.

        A caller's changed rate counts at the time of such a call on the other side; in a cycle what as many
        calls took as there are more or fewer; of what passes calls on, how much longer they took.
        """
        terms, place = self.terms, self.terms.places[number]
        if terms.kinds[number] != COUNTS or self.graph.callees[place] >= self.graph.rows:
            return terms.times[number]
        f, g = self.graph.callers[place], self.graph.callees[place]
        if g in terms.partial or place in terms.steady:
            return terms.times[number]
        (base, new), (n, m) = self.calls(number), (side.calls[f] for side in self.graph.sides)
        before, after = self.took(number)
        if f in terms.passing:
            return 0.0
        if g in terms.passing and min(n, m):
            return 0.5 * (n + m) * (after / m - before / n)
        each, each_after = _rate(before, base), _rate(after, new)
        each, each_after = each or each_after, each_after or each
        if terms.component_of[f] == terms.component_of[g] >= 0 or not min(n, m):
            return 0.5 * (new - base) * (each + each_after)
        return 0.5 * (new / m - base / n) * (n * each_after + m * each)

    def bounded(self, numbers: Sequence[int]) -> float:
        """Seconds that a cause claims: what its terms may, at most what its calls took on one side."""
        time = self.total(numbers)
        if len(numbers) == 1 and abs(self.terms.times[numbers[0]] - time) <= _NEARLY * abs(time):
            time = self.terms.times[numbers[0]]
        took = [self.took(number) for number in numbers]
        before, after = exact_sum(b for b, _ in took), exact_sum(a for _, a in took)
        most = min(max(before, after), self._most)
        return max(-most, min(time, most))

    def caller(self, number: int) -> int:
        """Row of whose calls or own time a term is; -1: nobody's."""
        kind, place = self.terms.kinds[number], self.terms.places[number]
        if kind == COUNTS:
            return self.graph.callers[place]
        return self.graph.owner(place) if kind == PER_CALL else -1

    def called(self, number: int) -> int:
        """Row that a term of calls is of calls of; -1: it is of something else."""
        is_of_calls = self.terms.kinds[number] == COUNTS
        return self.graph.row(self.graph.callees[self.terms.places[number]]) if is_of_calls else -1

    def calls(self, number: int) -> _Two:
        """Calls before and after: of an edge, by nobody, or of what takes its own time."""
        kind, place, (base, new) = self.terms.kinds[number], self.terms.places[number], self.graph.sides
        if kind == COUNTS:
            return base.edge_calls[place], new.edge_calls[place]
        if kind == PER_CALL:
            return base.calls[place], new.calls[place]
        return base.roots[place], new.roots[place]

    def took(self, number: int) -> _Two:
        """Seconds that these calls took before and after, or the own time that a term is of."""
        kind, place, (base, new) = self.terms.kinds[number], self.terms.places[number], self.graph.sides
        if kind == COUNTS:
            times = base.edge_times[place], new.edge_times[place]
        elif kind == PER_CALL:
            times = base.own[place], new.own[place]
        elif kind == OUTSIDE:
            times = self.terms.outside
        else:
            times = self.pairs.base_cumtime[place], self.pairs.new_cumtime[place]
        before, after = (max(0.0, time) if time - time == 0 else 0.0 for time in times)
        return before, after

    def wrapper(self, numbers: Sequence[int]) -> int:
        """Row of what one side alone has, which calls what its caller calls itself on the other; -1: none."""
        graph = self.graph
        called = [self.called(number) for number in numbers]
        for row in called:
            if row >= 0 and not min(side.calls[row] for side in graph.sides):
                if (theirs := self._callees.get(row)) is None:
                    edges = slice(graph.starts[row], graph.starts[row + 1])
                    theirs = self._callees[row] = set(map(graph.row, graph.callees[edges])) - {row}
                if not theirs.isdisjoint(called):
                    return row
        return -1

    def naming(self, numbers: Sequence[int]) -> list[int]:
        """Terms of a cause; first what names it: of those with the sign of the sum, what may claim most."""
        up = self.total(numbers) > 0

        def order(number: int) -> tuple[bool, float, float]:
            time = self._worths[number]
            return (time > 0) != up, -min(abs(time), max(self.took(number))), -abs(time)

        return sorted(numbers, key=order)

    def cause(self, numbers: Joined, time: float) -> Cause:
        """The cause of these terms; ``time``: seconds, bounded."""
        ordered = self.naming(numbers)
        parts = tuple(map(self._term, ordered))
        named = parts[0]
        other = next(
            (part for part in parts[1:] if part.kind == named.kind and _is_instead(named, part)), None
        )
        instead, not_by, ncalls, wrapper = -1, -1, named.ncalls, self.wrapper(numbers)
        if wrapper >= 0:
            other = None
        if other is not None and other.caller == named.caller:
            instead = other.callee
        elif other is not None:
            not_by = other.caller
            ncalls = sum(p.ncalls[0] for p in parts), sum(p.ncalls[1] for p in parts)
        is_estimate = self.terms.kinds[ordered[0]] == COUNTS and (
            named.caller * self.graph.rows + named.callee in self.estimated
        )
        return Cause(named, time, parts, instead, not_by, wrapper, ncalls, is_estimate)

    def _term(self, number: int) -> Term:
        kind, place, calls = self.terms.kinds[number], self.terms.places[number], self.calls(number)
        base, new = self.graph.sides
        per_call = calls
        if kind == COUNTS:
            f = self.graph.callers[place]
            per_call = _rate(calls[0], base.calls[f]), _rate(calls[1], new.calls[f])
        elif kind == PER_CALL:
            per_call = _rate(base.own[place], calls[0]), _rate(new.own[place], calls[1])
        elif kind == OUTSIDE:
            calls, per_call = (0, 0), self.terms.outside
        is_alone = kind not in (COUNTS, PER_CALL) or (kind == PER_CALL and place < self.graph.rows)
        caller = -1 if is_alone else self.caller(number)
        callee = self.called(number) if kind == COUNTS else self.graph.row(place)
        whole = round(calls[0]), round(calls[1])
        return Term(KINDS[kind], caller, callee, whole, per_call, self.terms.times[number])


def _is_instead(one: Term, other: Term) -> bool:
    """Whether calls ended, or began, where others began, or ended."""
    return (not one.ncalls[0] and not other.ncalls[1]) or (not one.ncalls[1] and not other.ncalls[0])


def _rate(part: float, calls: float) -> float:
    return part / calls if calls > 0 else 0.0

"""The causes of a change, from its terms: joined with what cancels them, sorted and named."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.causes import Cause, Causes, Others, Term
from proftui.analysis.compare.entries import Folding
from proftui.analysis.compare.graph import Calls, Graph, OneSide, joining_sides, reading_calls
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.compare.renamed import with_replaced
from proftui.analysis.compare.side import Side
from proftui.analysis.compare.terms import (
    COUNTS,
    IMPORTS,
    KINDS,
    OUTSIDE,
    PER_CALL,
    ROOT_CALLS,
    Terms,
    finding_terms,
)
from proftui.analysis.compare.under_work import modules_run_once, rows_under_work
from proftui.background.pieces import PIECE, Pieces

_LEAST = 0.005
"""Share of the longer run that a cause takes at least to be listed."""
_MOST = 20
_HALF = 0.5
_LOOKED = 50
"""Terms of one caller or callee, the largest, that are looked at for what cancels what."""
_Joined = list[int]
"""Numbers of the terms of one cause."""


def causes_of(base: Side, new: Side, pairs: Pairs, package_of: Callable[[int], str]) -> Pieces[Causes]:
    """All causes, in pieces; ``package_of``: the package of a row."""
    longer = max(base.total, new.total)
    counted = base.counts_calls and new.counts_calls
    if counted:
        pairs = yield from with_replaced(base.profile, new.profile, pairs)
    sides = _side(pairs.base_calls, pairs.base_own), _side(pairs.new_calls, pairs.new_own)
    change = exact_sum(sides[1].own) - exact_sum(sides[0].own)
    if counted:
        joining = yield from _of_calls(base, new, pairs, sides)
    else:
        joining = _Joining((yield from finding_terms(_without_calls(sides))))
    joining.least = _LEAST * longer
    numbers = yield from joining.all(package_of)
    # No file that adds up has a cause that is more than the run.
    times = array("d", (max(-longer, min(joining.terms.total(of), longer)) for of in numbers))
    yield
    starts = list(map(joining.is_another_start, numbers))
    yield
    order = _sorted(times, new.total - base.total, _LEAST * longer, starts)
    yield
    listed = sum(abs(times[number]) >= _LEAST * longer > 0 for number in order[:_MOST])
    by_call = joining.terms.by_time_per_call

    def made(place: int) -> Cause:
        return joining.cause(numbers[order[place]], times[order[place]])

    return Causes(
        tuple(map(made, range(listed))),
        Others(lambda place: made(listed + place), len(order) - listed),
        exact_sum(times[number] for number in order[listed:]),
        change - exact_sum(times),
        new.total - base.total - change,
        change - by_call,
        by_call,
        counted,
    )


def _side(calls: Sequence[int], own: Sequence[float]) -> OneSide:
    return OneSide([float(max(0, n)) for n in calls], [time if time - time == 0 else 0.0 for time in own])


def _of_calls(base: Side, new: Side, pairs: Pairs, sides: tuple[OneSide, OneSide]) -> Pieces[_Joining]:
    """The terms of two sides that count calls and say who made them."""
    profiles, rows_of = (base.profile, new.profile), (pairs.base_row, pairs.new_row)
    once, imported = modules_run_once(profiles, rows_of, (pairs.base_calls, pairs.new_calls))
    yield
    calls = []
    for profile, row_of, side in zip(profiles, rows_of, sides, strict=True):
        calls.append((yield from reading_calls(profile, row_of, side.calls)))
    work = yield from rows_under_work(base, new, pairs, calls)
    for row in imported:
        # What one side imports alone is told by itself.
        work[row] |= min(pairs.base[row], pairs.new[row]) < 0
    folding = Folding(work, once)
    folded = yield from _folding(folding, calls)
    if folded is None:
        folding = Folding(bytearray(b"\1") * len(pairs), once)
        folded = yield from _folding(folding, calls)
    assert folded is not None
    wholes = [exact_sum(side.own) for side in sides]
    folding.add_entries(sides)
    yield
    before, after = (whole - exact_sum(side.own) for whole, side in zip(wholes, sides, strict=True))
    graph = yield from joining_sides(folded, sides, folding.entries)
    terms = yield from finding_terms(graph, imported)

    def weight(row: int) -> tuple[float, str]:
        # What changed as all of it did; of changes that are equal, either way round, the same one stands.
        side, function = (new, pairs.new[row]) if pairs.new[row] >= 0 else (base, pairs.base[row])
        return max(0.0, pairs.delta(row) * (after - before)), side.profile.names[function]

    if len(others := [row for row, under in enumerate(folding.work) if not under]):
        terms.outside = before, after
        terms.add(OUTSIDE, max(others, key=weight), after - before)
        terms.by_time_per_call += after - before
    return _Joining(terms, folding.estimated)


def _folding(folding: Folding, sides: Sequence[Calls]) -> Pieces[list[Calls] | None]:
    """The calls of both sides that are left; ``None``: that takes too long."""
    found = []
    for calls in sides:
        left = yield from folding.fold(calls)
        if left is None:
            return None
        found.append(left)
    return found


def _without_calls(sides: tuple[OneSide, OneSide]) -> Graph:
    """A graph without edges, of functions that take their own time at once."""
    count, none = len(sides[0].own), array("q")
    for side in sides:
        side.calls, side.roots = [1.0] * count, [0.0] * count
    return Graph(count, [], array("q", bytes(8 * (count + 1))), none, none, sides)


def _sorted(times: Sequence[float], delta: float, least: float, starts: Sequence[bool]) -> list[int]:
    """Causes, the largest first; but the first has the sign of the change, if one has.

    ``starts``: which are other starts of the program; these stand behind all of ``least``.
    """

    def place(number: int) -> tuple[bool, bool, float]:
        size = abs(times[number])
        return size < least, starts[number], -size

    order = sorted(range(len(times)), key=place)
    first = next((place for place, number in enumerate(order) if times[number] * delta > 0), 0)
    return [*order[first : first + 1], *order[:first], *order[first + 1 :]]


@dataclass(eq=False)
class _Joining:
    """Makes causes of terms."""

    terms: Terms
    estimated: set[int] = field(default_factory=set)
    """Calls back, ``caller * rows + callee``, that may be some other caller's."""
    callees: dict[int, set[int]] = field(default_factory=dict)
    """By row that one side alone has, what it calls; as far as that was asked for."""
    least: float = 0.0
    """Seconds of a cause that is listed: smaller ones stay as they are."""

    def all(self, package_of: Callable[[int], str]) -> Pieces[list[_Joined]]:
        """All terms, each in one cause, in pieces."""
        kinds = self.terms.kinds
        imports = [number for number, kind in enumerate(kinds) if kind == IMPORTS]
        outside = [[number] for number, kind in enumerate(kinds) if kind == OUTSIDE]
        yield
        causes = [[number] for number, kind in enumerate(kinds) if kind not in (IMPORTS, OUTSIDE)]
        yield
        causes = yield from self._cancelled(causes, self.terms.caller)
        wrapped, others = dict[int, _Joined](), list[_Joined]()
        for done, cause in enumerate(causes):
            if len(cause) > 1 and (wrapper := self.wrapper(cause)) >= 0:
                wrapped.setdefault(wrapper, []).extend(cause)
            else:
                others.append(cause)
            if done % PIECE == 0:
                yield
        causes = yield from self._cancelled(others, self.terms.called)
        return [*causes, *outside, *wrapped.values(), *self._by_package(imports, package_of)]

    def _cancelled(self, causes: list[_Joined], key: Callable[[int], int]) -> Pieces[list[_Joined]]:
        """Join causes of one caller or callee, which ``key`` says of a term."""
        groups, found = dict[int, list[_Joined]](), list[_Joined]()
        for number, cause in enumerate(causes):
            group = key(self.terms.naming(cause)[0] if len(cause) > 1 else cause[0])
            # What nobody calls is joined as if one had called it; own time is of no callee.
            is_alone = group < 0 and key == self.terms.called
            (found if is_alone else groups.setdefault(group, [])).append(cause)
            if number % PIECE == 0:
                yield
        for number, group_of in enumerate(groups.values()):
            found += self._without_opposites(group_of)
            if number % PIECE == 0:
                yield
        return found

    def _without_opposites(self, causes: Iterable[_Joined]) -> list[_Joined]:
        """Join each cause with those that leave less than half of it; the largest stand first."""
        found, timed = list[_Joined](), [(self.terms.total(cause), cause) for cause in causes]
        timed.sort(key=lambda each: -abs(each[0]))
        looked = _LOOKED if timed and abs(timed[0][0]) >= self.least else 0
        left, rest = timed[:looked], timed[looked:]
        while left:
            (whole, first), *left = left
            time, taken = whole, list[_Joined]()
            for theirs, other in left:
                if theirs * whole < 0 and abs(time + theirs) < abs(time):
                    time += theirs
                    taken.append(other)
            if abs(time) < _HALF * abs(whole):
                first = [number for cause in (first, *taken) for number in cause]
                left = [each for each in left if each[1] not in taken]
            found.append(first)
        return found + [cause for _, cause in rest]

    def _by_package(self, numbers: _Joined, package_of: Callable[[int], str]) -> list[_Joined]:
        """Modules that one side imports alone, by package; or new ones in place of gone ones."""
        packages: dict[tuple[str, bool], _Joined] = {}
        for number in numbers:
            package = package_of(self.terms.places[number]), self.terms.times[number] > 0
            packages.setdefault(package, []).append(number)
        return self._without_opposites(packages.values())

    def wrapper(self, numbers: Sequence[int]) -> int:
        """Row of what one side alone has, which calls what its caller calls itself on the other; -1: none."""
        graph = self.terms.graph
        called = {self.terms.called(number) for number in numbers}
        for row in called:
            if row >= 0 and not min(side.calls[row] for side in graph.sides):
                if (theirs := self.callees.get(row)) is None:
                    edges = slice(graph.starts[row], graph.starts[row + 1])
                    theirs = self.callees[row] = {row, *map(graph.row, graph.callees[edges])}
                if len(called) > 1 and called <= theirs:
                    return row
        return -1

    def is_another_start(self, numbers: Sequence[int]) -> bool:
        """Whether no function makes these calls: one start of the program in place of another."""
        return len(numbers) > 1 and all(self.terms.kinds[number] == ROOT_CALLS for number in numbers)

    def cause(self, numbers: _Joined, time: float) -> Cause:
        """The cause of these terms; ``time``: seconds."""
        ordered = self.terms.naming(numbers)
        parts = tuple(map(self._term, ordered))
        named, wrapper = parts[0], self.wrapper(numbers)
        alike = (part for part in parts[1:] if part.kind == named.kind and _is_instead(named, part))
        other = next(alike, None) if wrapper < 0 else None
        key = named.caller * self.terms.graph.rows + named.callee
        is_estimate = named.kind == "counts" and key in self.estimated
        is_start = self.is_another_start(numbers)
        return Cause(named, time, parts, other, wrapper, is_estimate, is_start)

    def _term(self, number: int) -> Term:
        terms = self.terms
        kind, place, calls = terms.kinds[number], terms.places[number], terms.calls(number)
        base, new = terms.graph.sides
        per_call = calls
        if kind == COUNTS:
            f = terms.graph.callers[place]
            per_call = _rate(calls[0], base.calls[f]), _rate(calls[1], new.calls[f])
        elif kind == PER_CALL:
            per_call = _rate(base.own[place], calls[0]), _rate(new.own[place], calls[1])
        elif kind == OUTSIDE:
            calls, per_call = (0, 0), terms.outside
        is_alone = kind not in (COUNTS, PER_CALL) or (kind == PER_CALL and place < terms.graph.rows)
        caller = -1 if is_alone else terms.caller(number)
        callee = terms.called(number) if kind == COUNTS else terms.graph.row(place)
        whole = round(calls[0]), round(calls[1])
        return Term(KINDS[kind], caller, callee, whole, per_call, terms.times[number])


def _is_instead(one: Term, other: Term) -> bool:
    """Whether calls ended, or began, where others began, or ended."""
    return (not one.ncalls[0] and not other.ncalls[1]) or (not one.ncalls[1] and not other.ncalls[0])


def _rate(part: float, calls: float) -> float:
    return part / calls if calls > 0 else 0.0

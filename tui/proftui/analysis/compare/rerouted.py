"""Calls that went by another way: one function no longer calls a third, another that it calls does now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proftui.analysis.compare.claims import is_inside
from proftui.analysis.compare.joining import Joined, caller_of
from proftui.analysis.compare.terms import COUNTS, Terms
from proftui.background.pieces import PIECE, Pieces

_NEARLY = 0.05
"""Part of the calls per call on the other side, up to which they are nearly none."""
_MOST = 20
"""Callers of one function that call it newly or no longer, beyond which nothing is said of its ways."""
_Ways = tuple[list[int], list[int]]
"""Terms of calls of one function: those that nearly ended, and those that nearly began."""


def joining_ways(terms: Terms, causes: Sequence[Joined]) -> Pieces[list[Joined]]:
    """Join causes whose largest terms are calls of one function that ended at a caller and began at another.

    One of the two callers has to call the other on both sides. All that belong together are one cause.
    """
    cause_of = {_largest(terms, cause): cause for cause in causes if not is_inside(terms, cause)}
    by_callee: dict[int, list[int]] = {}
    for number in cause_of:
        if terms.kinds[number] == COUNTS:
            by_callee.setdefault(_callee(terms, number), []).append(number)
    yield
    ways = [found for numbers in by_callee.values() if len(numbers) > 1 and (found := _ways(terms, numbers))]
    if not ways:
        return list(causes)
    calls = yield from _calls_on_both_sides(
        terms, {caller_of(terms, n) for two in ways for n in (*two[0], *two[1])}
    )
    joined = [group for gone, new in ways for group in _groups(terms, gone, new, calls)]
    known = {id(cause_of[number]) for group in joined for number in group}
    together = [[term for number in group for term in cause_of[number]] for group in joined]
    return [cause for cause in causes if id(cause) not in known] + together


def other_way(terms: Terms, numbers: Iterable[int]) -> tuple[int, int] | None:
    """Of a cause that is nothing but one function called from elsewhere, its largest terms.

    First the one that nearly ended, then the one that nearly began; ``None``: it is something else.
    """
    numbers = list(numbers)
    if (
        any(terms.kinds[number] != COUNTS for number in numbers)
        or len({_callee(terms, n) for n in numbers}) > 1
    ):
        return None
    found = _ways(terms, numbers)
    if found is None or len(found[0]) + len(found[1]) < len(numbers):
        return None
    gone, new = (max(some, key=lambda number: abs(terms.times[number])) for some in found)
    return (gone, new) if caller_of(terms, gone) != caller_of(terms, new) else None


def _largest(terms: Terms, cause: Joined) -> int:
    return max(cause, key=lambda number: abs(terms.times[number]))


def _callee(terms: Terms, number: int) -> int:
    return terms.graph.row(terms.graph.callees[terms.places[number]])


def _ways(terms: Terms, numbers: Sequence[int]) -> _Ways | None:
    """Terms of calls of one function that nearly ended, and nearly began; ``None``: not both, or too many."""
    gone, new = [], []
    for number in numbers:
        before, after = _rates(terms, number)
        # Of a steady edge they fall or rise without a call that ended or began.
        if terms.places[number] in terms.steady or caller_of(terms, number) == _callee(terms, number):
            continue
        if after <= _NEARLY * before and terms.times[number] < 0:
            gone.append(number)
        elif before <= _NEARLY * after and terms.times[number] > 0:
            new.append(number)
    return (gone, new) if 0 < len(gone) <= _MOST and 0 < len(new) <= _MOST else None


def _rates(terms: Terms, number: int) -> tuple[float, float]:
    """Calls per call of the caller, before and after."""
    edge = terms.places[number]
    caller = terms.graph.callers[edge]
    first, second = (side.edge_calls[edge] / max(1.0, side.calls[caller]) for side in terms.graph.sides)
    return first, second


def _calls_on_both_sides(terms: Terms, rows: set[int]) -> Pieces[set[tuple[int, int]]]:
    """Who of some rows calls whom of them, before as well as after."""
    graph, found = terms.graph, set()
    first, second = (side.edge_calls for side in graph.sides)
    for edge, (caller, callee) in enumerate(zip(graph.callers, graph.callees, strict=True)):
        if first[edge] > 0 < second[edge] and graph.row(caller) in rows and graph.row(callee) in rows:
            found.add((graph.row(caller), graph.row(callee)))
        if edge % PIECE == 0:
            yield
    return found


def _groups(
    terms: Terms, gone: Sequence[int], new: Sequence[int], calls: set[tuple[int, int]]
) -> list[Joined]:
    """Terms that belong together, directly or by way of others."""
    group_of: dict[int, Joined] = {}
    for one in gone:
        for other in new:
            f, g = caller_of(terms, one), caller_of(terms, other)
            if (f, g) in calls or (g, f) in calls:
                both = group_of.get(one, [one]), group_of.get(other, [other])
                together = both[0] if both[0] is both[1] else both[0] + both[1]
                group_of.update(dict.fromkeys(together, together))
    return list({id(group): group for group in group_of.values()}.values())

"""Terms that no sentence may claim alone, joined: what they are worth together."""

from __future__ import annotations

from typing import NamedTuple

from proftui.analysis.compare.claims import bundle_of, calls_of, knot_of, naming, total
from proftui.analysis.compare.terms import COUNTS, IMPORTS, PER_CALL, Terms
from proftui.background.pieces import PIECE, Pieces

Joined = list[int]
"""Numbers of the terms of one cause."""
_HALF = 0.5


class _SortedOut(NamedTuple):
    """Terms, each in one of these."""

    by_caller: dict[int, Joined]
    """Calls by the row that makes them; -1: nobody does."""
    own: dict[int, Joined]
    """Own times by row."""
    knots: dict[int, Joined]
    """Calls by the knot that they belong to."""
    bundles: dict[int, Joined]
    """Calls and own times by the row of several functions that they are of."""


def joining(terms: Terms) -> Pieces[list[Joined]]:
    """All terms but imports, each in one cause, in pieces."""
    sorted_out = yield from _sorting_out(terms)
    own, by_caller = sorted_out.own, sorted_out.by_caller
    causes, averages = list[Joined](), dict[int, list[Joined]]()
    for cause in (*sorted_out.knots.values(), *sorted_out.bundles.values()):
        averages.setdefault(caller_of(terms, naming(terms, cause)[0]), []).append(cause)
    causes += averages.pop(-1, ())
    for number, caller in enumerate(dict.fromkeys((*by_caller, *averages))):
        of_caller = _of_one_caller(terms, by_caller.get(caller, []))
        for cause in averages.get(caller, ()):
            if not _joined_with_opposite(terms, of_caller, cause):
                of_caller.append(cause)
        if caller in own and _joined_with_opposite(terms, of_caller, own[caller]):
            own.pop(caller)
        causes += of_caller
        if number % PIECE == 0:
            yield
    causes += [[number] for numbers in own.values() for number in numbers]
    return causes


def _sorting_out(terms: Terms) -> Pieces[_SortedOut]:
    """All terms but imports by what they are first joined by, in pieces."""
    found = _SortedOut({}, {}, {}, {})
    for number, kind in enumerate(terms.kinds):
        place = terms.places[number]
        if kind == IMPORTS:
            continue
        if (bundle := bundle_of(terms, number)) >= 0:
            found.bundles.setdefault(bundle, []).append(number)
        elif kind == PER_CALL:
            found.own.setdefault(terms.graph.row(place), []).append(number)
        elif (knot := knot_of(terms, kind, place)) is not None:
            found.knots.setdefault(knot, []).append(number)
        else:
            found.by_caller.setdefault(caller_of(terms, number), []).append(number)
        if number % PIECE == 0:
            yield
    return found


def caller_of(terms: Terms, number: int) -> int:
    """Row of who makes the calls of a term; -1: nobody does, or it is of no calls."""
    graph = terms.graph
    return graph.row(graph.callers[terms.places[number]]) if terms.kinds[number] == COUNTS else -1


def is_new(terms: Terms, number: int) -> bool:
    """Whether there were no such calls before."""
    return not calls_of(terms, number)[0]


def is_gone(terms: Terms, number: int) -> bool:
    """Whether there are no such calls any more."""
    return not calls_of(terms, number)[1]


def _of_one_caller(terms: Terms, numbers: Joined) -> list[Joined]:
    """The causes of the calls that one function makes, or of those that nobody makes."""
    times = terms.times
    if len(numbers) < 2:
        return [numbers] if numbers else []
    largest = max(abs(times[number]) for number in numbers)
    if abs(total(terms, numbers)) < _HALF * largest:
        return [numbers]
    replaced = [number for number in numbers if is_new(terms, number) or is_gone(terms, number)]
    if min((times[n] for n in replaced), default=0.0) < 0 < max(times[n] for n in replaced):
        kept = set(replaced)
        return [replaced, *([number] for number in numbers if number not in kept)]
    return [[number] for number in numbers]


def _joined_with_opposite(terms: Terms, causes: list[Joined], mine: Joined) -> bool:
    """Whether some terms and the largest cause of the other sign stand for each other: then they are joined.

    They do if together they come to less than half of the larger: what was called stands in the caller now.
    """
    time = total(terms, mine)
    opposite = [cause for cause in causes if total(terms, cause) * time < 0]
    cause = max(opposite, key=lambda numbers: abs(total(terms, numbers)), default=None)
    if cause is None:
        return False
    theirs = total(terms, cause)
    stands_for_it = abs(time + theirs) < _HALF * max(abs(time), abs(theirs))
    if stands_for_it:
        cause += mine
    return stands_for_it

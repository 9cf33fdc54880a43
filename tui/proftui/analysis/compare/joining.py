"""Terms that no sentence may claim alone, joined: what they are worth together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.terms import COUNTS, IMPORTS, PER_CALL, ROOT_CALLS, Terms
from proftui.background.pieces import PIECE, Pieces

Joined = list[int]
"""Numbers of the terms of one cause."""
_HALF = 0.5


def joining(terms: Terms) -> Pieces[list[Joined]]:
    """All terms but imports, each in one cause, in pieces."""
    by_caller: dict[int, Joined] = {}
    inside: dict[int, Joined] = {}
    own: dict[int, Joined] = {}
    bundled: dict[int, Joined] = {}
    for number, kind in enumerate(terms.kinds):
        place = terms.places[number]
        if kind == IMPORTS:
            continue
        if (bundle := _bundle(terms, number)) >= 0:
            bundled.setdefault(bundle, []).append(number)
        elif kind == PER_CALL:
            own.setdefault(terms.graph.row(place), []).append(number)
        elif (component := _component(terms, kind, place)) >= 0:
            inside.setdefault(component, []).append(number)
        else:
            by_caller.setdefault(caller_of(terms, number), []).append(number)
        if number % PIECE == 0:
            yield
    causes = list(inside.values())
    of_bundles: dict[int, list[Joined]] = {}
    for cause in bundled.values():
        largest = max(cause, key=lambda number: abs(terms.times[number]))
        of_bundles.setdefault(caller_of(terms, largest), []).append(cause)
    causes += of_bundles.pop(-1, ())
    for number, caller in enumerate(dict.fromkeys((*by_caller, *of_bundles))):
        of_caller = _of_one_caller(terms, by_caller.get(caller, []))
        for cause in of_bundles.get(caller, ()):
            if not _joined_with_opposite(terms, of_caller, cause):
                of_caller.append(cause)
        if caller in own and _joined_with_opposite(terms, of_caller, own[caller]):
            own.pop(caller)
        causes += of_caller
        if number % PIECE == 0:
            yield
    causes += [[number] for numbers in own.values() for number in numbers]
    return causes


def total(terms: Terms, numbers: Iterable[int]) -> float:
    """Seconds of these terms."""
    return exact_sum(map(terms.times.__getitem__, numbers))


def caller_of(terms: Terms, number: int) -> int:
    """Row of who makes the calls of a term; -1: nobody does, or it is of no calls."""
    graph = terms.graph
    return graph.row(graph.callers[terms.places[number]]) if terms.kinds[number] == COUNTS else -1


def is_new(terms: Terms, number: int) -> bool:
    """Whether there were no such calls before."""
    return not _calls(terms, number)[0]


def is_gone(terms: Terms, number: int) -> bool:
    """Whether there are no such calls any more."""
    return not _calls(terms, number)[1]


def _calls(terms: Terms, number: int) -> tuple[float, float]:
    kind, place = terms.kinds[number], terms.places[number]
    first, second = terms.graph.sides
    if kind == COUNTS:
        return first.edge_calls[place], second.edge_calls[place]
    if kind in (ROOT_CALLS, IMPORTS):
        return first.roots[place], second.roots[place]
    return first.calls[place], second.calls[place]


def _bundle(terms: Terms, number: int) -> int:
    """The row of several functions that a term is of, or of calls by or of which it is; -1: there is none."""
    graph, place = terms.graph, terms.places[number]
    if not graph.bundles:
        return -1
    ends = (graph.callees[place], graph.callers[place]) if terms.kinds[number] == COUNTS else (place,)
    return next((row for row in map(graph.row, ends) if row in graph.bundles), -1)


def _component(terms: Terms, kind: int, place: int) -> int:
    """The component of two or more in which an edge lies; -1: it lies in none."""
    if kind != COUNTS:
        return -1
    numbers, graph = terms.order.component_of, terms.graph
    component = numbers[graph.callers[place]]
    return component if component == numbers[graph.callees[place]] else -1


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


def is_inside(terms: Terms, numbers: Sequence[int]) -> bool:
    """Whether a cause is several terms of calls inside one component."""
    return len(numbers) > 1 and _component(terms, terms.kinds[numbers[0]], terms.places[numbers[0]]) >= 0


def naming(terms: Terms, numbers: Sequence[int]) -> list[int]:
    """Terms of a cause; first what names it: of those with the sign of the sum, what may claim most."""
    up = total(terms, numbers) > 0
    claims = {number: min(abs(terms.times[number]), max(_took(terms, number))) for number in numbers}
    return sorted(numbers, key=lambda n: ((terms.times[n] > 0) != up, -claims[n], -abs(terms.times[n])))


def bound(terms: Terms, numbers: Sequence[int], most: float) -> float:
    """Seconds that a cause has at most: what its calls took on one side, and the run, ``most``.

    Of calls inside one component and those of a bundle, which are averages of unlike calls, it is what the
    calls took that it is named by. Of own time it is all that a side has of that, or how much it differs.
    """
    if terms.kinds[numbers[0]] == PER_CALL and len(numbers) == 1:
        own = [side.own[terms.places[numbers[0]]] for side in terms.graph.sides]
        before, after = (time if time - time == 0 else 0.0 for time in own)
        return min(max(abs(before), abs(after), abs(after - before)), most)
    if is_inside(terms, numbers) or (len(numbers) > 1 and _bundle(terms, numbers[0]) >= 0):
        numbers = naming(terms, numbers)[:1]
    took = [_took(terms, number) for number in numbers]
    return min(max(sum(before for before, _ in took), sum(after for _, after in took)), most)


def _took(terms: Terms, number: int) -> tuple[float, float]:
    """Seconds that the calls of a term took on either side, or the own time that it is of."""
    kind, place, graph = terms.kinds[number], terms.places[number], terms.graph
    times: Iterable[float]
    if kind == COUNTS:
        times = [side.edge_times[place] for side in graph.sides]
    elif kind == IMPORTS:
        times = graph.imported[place]
    elif kind == ROOT_CALLS:
        times = [side.cumtimes[graph.row(place)] for side in graph.sides]
    else:
        times = [side.own[place] for side in graph.sides]
    before, after = (max(0.0, time) if time - time == 0 else 0.0 for time in times)
    return before, after

"""What a cause may claim, and the term that names it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.terms import COUNTS, IMPORTS, PER_CALL, ROOT_CALLS, Terms

_HALF = 0.5
_AGAINST = 0.25
"""Part of the calls that are passed on more often, up to which others may be passed on less often."""


def total(terms: Terms, numbers: Iterable[int]) -> float:
    """Seconds of these terms."""
    return exact_sum(map(terms.times.__getitem__, numbers))


def calls_of(terms: Terms, number: int) -> tuple[float, float]:
    """Calls before and after: of a term of calls, by nobody, or of the function whose own time it is of."""
    kind, place = terms.kinds[number], terms.places[number]
    first, second = terms.graph.sides
    if kind == COUNTS:
        return first.edge_calls[place], second.edge_calls[place]
    if kind in (ROOT_CALLS, IMPORTS):
        return first.roots[place], second.roots[place]
    return first.calls[place], second.calls[place]


def knot_of(terms: Terms, kind: int, place: int) -> int | None:
    """The knot that an edge is in, by its component of two or more, or by dispatchers; ``None``: in none."""
    if kind != COUNTS:
        return None
    numbers, graph = terms.order.component_of, terms.graph
    caller, callee = graph.callers[place], graph.callees[place]
    if numbers[caller] >= 0 and numbers[caller] == numbers[callee]:
        return terms.dispatchers.knot_of(~numbers[caller])
    return terms.dispatchers.knot(place, caller, callee)


def bundle_of(terms: Terms, number: int) -> int:
    """The row of several functions that a term is of, or of calls by or of which it is; -1: there is none."""
    graph, place = terms.graph, terms.places[number]
    if not graph.bundles:
        return -1
    ends = (graph.callees[place], graph.callers[place]) if terms.kinds[number] == COUNTS else (place,)
    return next((row for row in map(graph.row, ends) if row in graph.bundles), -1)


def is_inside(terms: Terms, numbers: Sequence[int]) -> bool:
    """Whether a cause is several terms of calls inside one component, or by way of dispatchers."""
    return len(numbers) > 1 and knot_of(terms, terms.kinds[numbers[0]], terms.places[numbers[0]]) is not None


def naming(terms: Terms, numbers: Sequence[int]) -> list[int]:
    """Terms of a cause; first what names it: of those with the sign of the sum, what may claim most.

    Before them who calls a dispatcher more or less often, if that may claim half of the sum, and the more the
    more its calls per call differ: others run more often because they are called by way of it. After them
    what a dispatcher passes on as often as before, or the other way round, for another part of its calls.
    """
    whole = total(terms, numbers)
    up, most = whole > 0, {number: max(_took(terms, number)) for number in numbers}
    claims = {number: min(abs(terms.times[number]), most[number]) for number in numbers}
    others, asking = _by_dispatchers(terms, numbers, up)
    asking = {number for number in asking if most[number] >= _HALF * abs(whole)}

    def order(number: int) -> tuple[bool, bool, bool, float, float]:
        time = terms.times[number]
        claim = claims[number] * _rate_changed(terms, number) if number in asking else claims[number]
        return (time > 0) != up, number not in asking, number in others, -claim, -abs(time)

    return sorted(numbers, key=order)


def _rate_changed(terms: Terms, number: int) -> float:
    """By what part of the larger calls per call of an edge differ: 0 to 1."""
    place, rates = terms.places[number], []
    for side in terms.graph.sides:
        calls = side.calls[terms.graph.callers[place]]
        rates.append(side.edge_calls[place] / calls if calls > 0 else 0.0)
    return abs(rates[1] - rates[0]) / max(rates) if max(rates) > 0 else 0.0


def _by_dispatchers(terms: Terms, numbers: Iterable[int], up: bool) -> tuple[set[int], set[int]]:
    """Terms of calls by dispatchers that are not more often made, or (not ``up``) not less; and who asks.

    The latter are terms of calls by others; none, if without dispatchers, or if something is passed on in
    place of something else, so that nobody knows who asks for it.
    """
    dispatchers, graph = terms.dispatchers.entry_of, terms.graph
    others, asking, along, against = set[int](), set[int](), 0.0, 0.0
    for number in numbers:
        if terms.kinds[number] != COUNTS:
            continue
        if graph.callers[terms.places[number]] not in dispatchers:
            asking.add(number)
            continue
        before, after = calls_of(terms, number)
        more = after - before if up else before - after
        if more <= 0:
            others.add(number)
        along, against = along + max(0.0, more), against + max(0.0, -more)
    return others, asking if along > 0 and against <= _AGAINST * along else set()


def bound(terms: Terms, numbers: Sequence[int], most: float) -> float:
    """Seconds that a cause has at most: what its calls took on one side, and the run, ``most``.

    Of a bundle, whose terms are averages of unlike calls, it is what the calls took that it is named by.
    Of calls inside one component, which are averages of unlike calls, it is what changed of those that it is
    named by; nothing, if these are a dispatcher's, and not more where the time rose, or not fewer where it
    fell: that is the average. Of own time it is all that a side has of that, or how much it differs.
    """
    if terms.kinds[numbers[0]] == PER_CALL and len(numbers) == 1:
        own = [side.own[terms.places[numbers[0]]] for side in terms.graph.sides]
        before, after = (time if time - time == 0 else 0.0 for time in own)
        return min(max(abs(before), abs(after), abs(after - before)), most)
    if len(numbers) > 1 and bundle_of(terms, numbers[0]) >= 0:
        return min(max(_took(terms, naming(terms, numbers)[0])), most)
    if is_inside(terms, numbers):
        named = naming(terms, numbers)[0]
        others, _ = _by_dispatchers(terms, [named], terms.times[named] > 0)
        return 0.0 if others else min(_changed(terms, named), most)
    took = [_took(terms, number) for number in numbers]
    return min(max(sum(before for before, _ in took), sum(after for _, after in took)), most)


def _changed(terms: Terms, number: int) -> float:
    """Seconds of as many calls, on one side, as there are more or fewer; or by which all of them differ."""
    times, calls = _took(terms, number), calls_of(terms, number)
    more = abs(calls[1] - calls[0])
    parts = [time * min(1.0, more / n) for time, n in zip(times, calls, strict=True) if n > 0]
    return max(abs(times[1] - times[0]), *parts)


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

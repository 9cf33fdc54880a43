"""The causes of a change, from its terms: joined with what cancels them, bounded, sorted and named."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.causes import Causes, Others
from proftui.analysis.compare.claims import Claims, Joined
from proftui.analysis.compare.entries import Folding
from proftui.analysis.compare.graph import Calls, Graph, OneSide, joining_sides, reading_calls
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.compare.renamed import with_replaced
from proftui.analysis.compare.side import Side
from proftui.analysis.compare.terms import IMPORTS, OUTSIDE, PER_CALL, finding_terms
from proftui.analysis.compare.under_work import modules_run_once, rows_under_work
from proftui.background.pieces import PIECE, Pieces

_LEAST = 0.005
"""Share of the longer run that a cause takes at least to be listed."""
_MOST = 20
_HALF = 0.5
_LOOKED = 50
"""Terms of one caller or callee, the largest, that are looked at for what cancels what."""


def causes_of(base: Side, new: Side, pairs: Pairs, package_of: Callable[[int], str]) -> Pieces[Causes]:
    """All causes, in pieces; ``package_of``: the package of a row."""
    longer = max(base.total, new.total)
    counted = base.counts_calls and new.counts_calls
    if counted:
        pairs = yield from with_replaced(base.profile, new.profile, pairs)
    sides = _side(pairs.base_calls, pairs.base_own), _side(pairs.new_calls, pairs.new_own)
    if counted:
        claims = yield from _of_calls(base, new, pairs, sides)
    else:
        claims = Claims((yield from finding_terms(_without_calls(sides))), pairs, longer)
    terms = claims.terms
    yield from claims.weighing()
    numbers = yield from _joining(claims, package_of)
    times, cut = yield from _bounding(claims, numbers)
    order = _sorted(times, new.total - base.total)
    yield
    listed = sum(abs(times[number]) >= _LEAST * longer > 0 for number in order[:_MOST])
    of_time = PER_CALL, OUTSIDE
    by_call = exact_sum(t for t, kind in zip(terms.times, terms.kinds, strict=True) if kind in of_time)
    by_counts = exact_sum(t for t, kind in zip(terms.times, terms.kinds, strict=True) if kind not in of_time)
    return Causes(
        tuple(claims.cause(numbers[number], times[number]) for number in order[:listed]),
        Others(
            lambda place: claims.cause(numbers[order[listed + place]], times[order[listed + place]]),
            len(order) - listed,
        ),
        exact_sum(times[number] for number in order[listed:]),
        cut,
        new.total - base.total - by_call - by_counts,
        by_counts,
        by_call,
        counted,
    )


def _side(calls: Sequence[int], own: Sequence[float]) -> OneSide:
    return OneSide([float(max(0, n)) for n in calls], [time if time - time == 0 else 0.0 for time in own])


def _of_calls(base: Side, new: Side, pairs: Pairs, sides: tuple[OneSide, OneSide]) -> Pieces[Claims]:
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
    outside = [whole - exact_sum(side.own) for whole, side in zip(wholes, sides, strict=True)]
    graph = yield from joining_sides(folded, sides, folding.entries)
    terms = yield from finding_terms(graph, imported, pairs.bundles, folding.apart)

    def weight(row: int) -> tuple[float, str]:
        # Of changes that are equal, either way round, the same one stands.
        side, function = (new, pairs.new[row]) if pairs.new[row] >= 0 else (base, pairs.base[row])
        return _size(pairs.delta(row)), side.profile.names[function]

    if len(others := [row for row, under in enumerate(folding.work) if not under]):
        terms.outside = outside[0], outside[1]
        terms.add(OUTSIDE, max(others, key=weight), outside[1] - outside[0])
    return Claims(terms, pairs, max(base.total, new.total), folding.estimated)


def _size(time: float) -> float:
    return abs(time) if time - time == 0 else 0.0


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


# What cancels


def _joining(claims: Claims, package_of: Callable[[int], str]) -> Pieces[list[Joined]]:
    """All terms, each in one cause, in pieces."""
    kinds = claims.terms.kinds
    imports = [number for number, kind in enumerate(kinds) if kind == IMPORTS]
    outside = [[number] for number, kind in enumerate(kinds) if kind == OUTSIDE]
    causes = [[number] for number, kind in enumerate(kinds) if kind not in (IMPORTS, OUTSIDE)]
    yield
    causes = yield from _cancelled(claims, causes, claims.caller)
    wrapped, others = dict[int, Joined](), list[Joined]()
    for cause in causes:
        if len(cause) > 1 and (wrapper := claims.wrapper(cause)) >= 0:
            wrapped.setdefault(wrapper, []).extend(cause)
        else:
            others.append(cause)
    yield
    causes = yield from _cancelled(claims, others, claims.called)
    return [*causes, *outside, *wrapped.values(), *_by_package(claims, imports, package_of)]


def _cancelled(claims: Claims, causes: list[Joined], key: Callable[[int], int]) -> Pieces[list[Joined]]:
    """Join causes of one caller or callee, which ``key`` says of a term, of which less than half is left."""
    groups, found = dict[int, list[Joined]](), list[Joined]()
    for number, cause in enumerate(causes):
        group = key(claims.naming(cause)[0] if len(cause) > 1 else cause[0])
        (found if group < 0 and key == claims.called else groups.setdefault(group, [])).append(cause)
        if number % PIECE == 0:
            yield
    for number, group_of in enumerate(groups.values()):
        if len(group_of) > 1:
            group_of.sort(key=lambda cause: -abs(claims.total(cause)))
            found += _without_opposites(claims, group_of[:_LOOKED])
            found += group_of[_LOOKED:]
        else:
            found += group_of
        if number % PIECE == 0:
            yield
    return found


def _without_opposites(claims: Claims, causes: list[Joined]) -> list[Joined]:
    """Join each cause with what cancels more than half of it; the largest stand first."""
    found, left = list[Joined](), causes
    while left:
        first, *left = left
        whole = time = claims.total(first)
        taken = list[Joined]()
        for other in left:
            theirs = claims.total(other)
            if theirs * whole < 0 and abs(time + theirs) < abs(time):
                time += theirs
                taken.append(other)
        if abs(time) < _HALF * abs(whole):
            first = [number for cause in (first, *taken) for number in cause]
            left = [cause for cause in left if cause not in taken]
        found.append(first)
    return found


def _by_package(claims: Claims, numbers: Joined, package_of: Callable[[int], str]) -> list[Joined]:
    """Modules that one side imports alone, by package; or new ones in place of gone ones."""
    packages: dict[tuple[str, bool], Joined] = {}
    for number in numbers:
        package = package_of(claims.terms.places[number]), claims.terms.times[number] > 0
        packages.setdefault(package, []).append(number)
    causes = sorted(packages.values(), key=lambda cause: -abs(claims.total(cause)))
    return [*_without_opposites(claims, causes[:_LOOKED]), *causes[_LOOKED:]]


# What is claimed


def _bounding(claims: Claims, causes: Sequence[Joined]) -> Pieces[tuple[array[float], float]]:
    """Seconds by cause, and of what these do not tell of their terms."""
    times = array("d")
    for count, cause in enumerate(causes):
        times.append(claims.bounded(cause))
        if count % PIECE == 0:
            yield
    return times, exact_sum([*claims.terms.times, *(-time for time in times)])


def _sorted(times: Sequence[float], delta: float) -> list[int]:
    """Causes, the largest first; but the first has the sign of the change, if one has."""
    order = sorted(range(len(times)), key=lambda number: -abs(times[number]))
    first = next((place for place, number in enumerate(order) if times[number] * delta > 0), 0)
    return [*order[first : first + 1], *order[:first], *order[first + 1 :]]

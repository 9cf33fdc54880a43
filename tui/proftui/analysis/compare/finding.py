"""The causes of a change, from its terms: joined, bounded, sorted and named."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import overload

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.causes import Cause, Causes
from proftui.analysis.compare.claims import bound, total
from proftui.analysis.compare.graph import Graph, OneSide
from proftui.analysis.compare.import_causes import PackageOf, joining_imports
from proftui.analysis.compare.joining import Joined, joining
from proftui.analysis.compare.making import Making
from proftui.analysis.compare.nodes import joining_sides
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.compare.rerouted import joining_ways
from proftui.analysis.compare.side import Side
from proftui.analysis.compare.terms import PER_CALL, Terms, finding_terms
from proftui.background.pieces import PIECE, Pieces

_LEAST = 0.005
"""Share of the longer run that a cause takes at least to be listed."""
_MOST = 20


def causes_of(base: Side, new: Side, pairs: Pairs, package_of: PackageOf) -> Pieces[Causes]:
    """All causes, in pieces."""
    counted = base.counts_calls and new.counts_calls
    if counted:
        graph = yield from joining_sides(base.profile, new.profile, pairs)
    else:
        graph = _without_calls(pairs)
    terms = yield from finding_terms(graph)
    numbers = yield from joining_ways(terms, (yield from joining(terms)))
    numbers += joining_imports(terms, package_of)
    longer = max(base.total, new.total)
    times, cut = yield from _bounding(terms, numbers, longer)
    order = sorted(range(len(times)), key=lambda number: -abs(times[number]))
    made = _Causes(Making(terms), numbers, times, order)
    yield
    listed = sum(abs(times[number]) >= _LEAST * longer > 0 for number in order[:_MOST])
    by_call = exact_sum(t for t, kind in zip(terms.times, terms.kinds, strict=True) if kind == PER_CALL)
    by_counts = exact_sum(t for t, kind in zip(terms.times, terms.kinds, strict=True) if kind != PER_CALL)
    return Causes(
        tuple(made[:listed]),
        made[listed:],
        exact_sum(times[number] for number in order[listed:]),
        exact_sum(cut),
        new.total - base.total - by_call - by_counts,
        by_counts,
        by_call,
        counted,
    )


def _bounding(
    terms: Terms, numbers: Sequence[Joined], longer: float
) -> Pieces[tuple[array[float], list[float]]]:
    """Seconds by cause, and what was cut off of some; ``longer``: the longer run."""
    times, cut = array("d"), [0.0]
    for count, cause in enumerate(numbers):
        time = total(terms, cause)
        most = bound(terms, cause, longer)
        if abs(time) > most:
            bounded = most if time > 0 else -most
            cut.append(time - bounded)
            time = bounded
        times.append(time)
        if count % PIECE == 0:
            yield
    return times, cut


def _without_calls(pairs: Pairs) -> Graph:
    """A graph without edges, of functions that take their own time at once."""
    none, ones = array("q"), [1.0] * len(pairs)
    sides = [
        OneSide(ones, [time if time - time == 0 else 0.0 for time in own], roots=[0.0] * len(pairs))
        for own in (pairs.base_own, pairs.new_own)
    ]
    return Graph(len(pairs), [], array("q", bytes(8 * (len(pairs) + 1))), none, none, (sides[0], sides[1]))


class _Causes(Sequence[Cause]):
    """Causes that are made when they are asked for: there may be one for every function."""

    def __init__(
        self, making: Making, numbers: Sequence[Joined], times: Sequence[float], order: Sequence[int]
    ) -> None:
        self._making, self._numbers, self._times, self._order = making, numbers, times, order

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, position: int) -> Cause: ...

    @overload
    def __getitem__(self, position: slice) -> Sequence[Cause]: ...

    def __getitem__(self, position: int | slice) -> Cause | Sequence[Cause]:
        if isinstance(position, slice):
            return _Causes(self._making, self._numbers, self._times, self._order[position])
        number = self._order[position]
        return self._making.cause(self._numbers[number], self._times[number])

"""Sums: of times as pstats makes them, over the callers of each function, and which are the same."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable
from itertools import accumulate, chain, pairwise

from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeVar

    T = TypeVar("T", int, float)

SAME = 1e-9
"""Times that differ by less than this part are equal: they were added up in another order."""
_PART = 1 << 12
_MANY = 1 << 17


def by_callee(starts: Sequence[int], column: Sequence[T]) -> Iterator[T]:
    """By function, the sum of a column of its caller entries, which begin where ``starts`` says.

    From differences of running sums, of which few are there at a time: of times, they are not exact.
    """
    return chain.from_iterable(_sums_of_parts(starts, column))


def _sums_of_parts(starts: Sequence[int], column: Sequence[T]) -> Iterator[Iterable[T]]:
    for start in range(0, len(starts) - 1, _PART):
        bounds = starts[start : start + _PART + 1]
        first, last = bounds[0], bounds[-1]
        if last - first > _MANY:
            yield [sum(column[begin:end]) for begin, end in pairwise(bounds)]
            continue
        running = list(accumulate(column[first:last], initial=0))
        sums = operator.itemgetter(*map(first.__rsub__, bounds) if first else bounds)(running)
        yield map(operator.sub, sums[1:], sums)


def total(times: Collection[float]) -> float:
    """The sum as pstats makes it, from left to right; of the finite times only if it is not finite."""
    everything = _added(times)
    if everything - everything == 0:
        return everything
    return _added(time for time in times if time - time == 0)


def _added(times: Iterable[float]) -> float:
    """The sum; the built-in one compensates from Python 3.12 on and would differ in the last digits."""
    everything = 0.0
    for time in times:
        everything += time
    return everything

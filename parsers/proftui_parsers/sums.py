"""Sums over the callers of each function, quickly, and which sums are the same."""

from __future__ import annotations

import operator
from itertools import accumulate, chain, pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
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

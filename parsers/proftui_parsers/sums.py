"""Sums over the callers of each function, quickly, and which sums are the same."""

from __future__ import annotations

import operator
from itertools import accumulate, pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SAME = 1e-9
"""Times that differ by less than this part are equal: they were added up in another order."""
_PART = 1 << 12
_MANY = 1 << 17


def by_callee(starts: Sequence[int], column: Sequence[float]) -> Iterator[float]:
    """By function, the sum of a column of its caller entries, which begin where ``starts`` says.

    From differences of running sums, of which few are there at a time: of times, they are not exact.
    """
    for start in range(0, len(starts) - 1, _PART):
        bounds = starts[start : start + _PART + 1]
        first = bounds[0]
        if bounds[-1] - first > _MANY:
            yield from (sum(column[begin:end]) for begin, end in pairwise(bounds))
            continue
        running = list(accumulate(column[first : bounds[-1]], initial=0))
        sums = [running[bound - first] for bound in bounds]
        yield from map(operator.sub, sums[1:], sums)

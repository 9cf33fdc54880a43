"""The exact test of Mann and Whitney: whether the totals of two sides may well be of the same code."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

_MOST = 2_000_000
"""Arrangements up to which the probability is exact."""
LIMIT = 0.05


def can_tell(before: int, after: int) -> bool:
    """Whether so many runs can give a p of 0.05 at all."""
    return before > 0 and after > 0 and 2 / math.comb(before + after, before) <= LIMIT


def two_sided(before: Sequence[float], after: Sequence[float]) -> float:
    """The two-sided p that both are drawn alike: of all arrangements, those as far off, ties by half.

    Twice the smaller tail, 1 at most. Both need at least one value.
    """
    ranks = _twice_ranks([*before, *after])
    found = sum(ranks[: len(before)])
    arrangements = math.comb(len(ranks), len(before))
    if arrangements > _MOST:
        return _nearly(ranks, len(before), found)
    sums = _sums(ranks, len(before))
    below = sum(ways for total, ways in sums.items() if total <= found)
    above = sum(ways for total, ways in sums.items() if total >= found)
    return min(1.0, 2 * min(below, above) / arrangements)


def _twice_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each, from 1 on; equal ones share theirs, so that twice of it is whole."""
    order = sorted(values)
    return [bisect_left(order, value) + bisect_right(order, value) + 1 for value in values]


def _sums(ranks: Sequence[int], chosen: int) -> Counter[int]:
    """In how many ways so many of the ranks add up to each sum."""
    ways: list[Counter[int]] = [Counter() for _ in range(chosen + 1)]
    ways[0][0] = 1
    for number, rank in enumerate(ranks, 1):
        for size in range(min(chosen, number), 0, -1):
            for total, count in ways[size - 1].items():
                ways[size][total + rank] += count
    return ways[chosen]


def _nearly(ranks: Sequence[int], chosen: int, found: int) -> float:
    """From the normal distribution, corrected for ties and for steps of half a rank."""
    count, others = len(ranks), len(ranks) - chosen
    tied = sum(n**3 - n for n in Counter(ranks).values())
    variance = chosen * others / 12 * (count + 1 - tied / (count * (count - 1)))
    away = abs(found / 2 - chosen * (count + 1) / 2) - 0.5
    if variance <= 0 or away <= 0:
        return 1.0
    return math.erfc(away / math.sqrt(2 * variance))

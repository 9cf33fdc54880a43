"""What a row of a comparison shows of either side: own time, time with callees, calls, own time a call."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from operator import sub

from proftui.analysis.compare.pairs import Pairs

OWN, CUMTIME, CALLS, PER_CALL = "tottime", "cumtime", "ncalls", "percall"
MEASURES = (OWN, CUMTIME, CALLS, PER_CALL)
"""By the letters ``t c n p`` of the chord of sorting, the first by default."""
RATIO = "ratio"
DELTA, BEFORE, AFTER = "delta", "before", "after"


def both(pairs: Pairs, measure: str) -> tuple[Sequence[float], Sequence[float]]:
    """By row, the figures before and after; NaN where there is none."""
    if measure == OWN:
        return pairs.base_own, pairs.new_own
    if measure == CUMTIME:
        return pairs.base_cumtime, pairs.new_cumtime
    if measure == CALLS:
        return _counted(pairs.base_calls), _counted(pairs.new_calls)
    return tuple(map(_per_call, (pairs.base_own, pairs.new_own), (pairs.base_calls, pairs.new_calls)))  # type: ignore[return-value] # two of them


def figures_of(pairs: Pairs, row: int, measure: str) -> tuple[float, float]:
    """The figures of one row before and after, of which the others are not looked at."""
    if measure in (OWN, CUMTIME):
        before, after = both(pairs, measure)
        return before[row], after[row]
    calls = pairs.base_calls[row], pairs.new_calls[row]
    if measure == CALLS:
        return _counted(calls)[0], _counted(calls)[1]
    times = _per_call((pairs.base_own[row], pairs.new_own[row]), calls)
    return times[0], times[1]


def _counted(calls: Sequence[int]) -> Sequence[float]:
    if min(calls, default=0) >= 0:
        return array("d", calls)
    return array("d", (count if count >= 0 else math.nan for count in calls))


def _per_call(own: Sequence[float], calls: Sequence[int]) -> Sequence[float]:
    return array("d", (time / n if n > 0 else math.nan for time, n in zip(own, calls, strict=True)))


def changes(pairs: Pairs, measure: str) -> Iterator[float]:
    """By row, the figure after less that before; of what a side has no calls of, of calls, all of it."""
    before, after = both(pairs, measure)
    return map(sub, after, before)


def how_far(times: float) -> float:
    """How far a ratio (``times`` as much) is from 1, whichever way: as large, or as small; infinite for 0."""
    return max(times, 1 / times) if times > 0 else math.inf


def ratio(before: float, after: float) -> float | None:
    """After by before; ``None`` where that makes no sense."""
    if not before > 0 or after - after != 0:
        return None
    return after / before

"""What a row of a comparison shows of either side: figures that both have in the columns of pairs."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from proftui.analysis.columns import COLUMNS, COUNT, PER_CALL, TIME
from proftui.analysis.compare.pairs import Pairs

OWN, CUMTIME, CALLS = "tottime", "cumtime", "ncalls"
_IN_PAIRS = (OWN, CUMTIME, CALLS)
MEASURES = tuple(
    column.key
    for kind in (TIME, COUNT, PER_CALL)
    for column in COLUMNS.values()
    if column.kind == kind and column.of in _IN_PAIRS and column.per in (*_IN_PAIRS, "")
)
"""Those of which columns of pairs tell both sides, the first by default."""


def both(pairs: Pairs, measure: str) -> tuple[Sequence[float], Sequence[float]]:
    """By row, the figures before and after; NaN where there is none."""
    column = COLUMNS[measure]
    before, after = _of(pairs, column.of)
    if column.per:
        calls = _of(pairs, column.per)
        return _per_call(before, calls[0]), _per_call(after, calls[1])
    return (_counted(before), _counted(after)) if column.kind == COUNT else (before, after)


def _of(pairs: Pairs, column: str) -> tuple[Sequence[float], Sequence[float]]:
    if column == CALLS:
        return pairs.base_calls, pairs.new_calls
    return (pairs.base_own, pairs.new_own) if column == OWN else (pairs.base_cumtime, pairs.new_cumtime)


def figures_of(pairs: Pairs, row: int, measure: str) -> tuple[float, float]:
    """The figures of one row before and after, of which the others are not looked at."""
    column = COLUMNS[measure]
    before, after = (side[row] for side in _of(pairs, column.of))
    if column.per:
        calls = [side[row] for side in _of(pairs, column.per)]
        return _quotient(before, calls[0]), _quotient(after, calls[1])
    if column.kind == COUNT:
        return before if before >= 0 else math.nan, after if after >= 0 else math.nan
    return before, after


def _counted(calls: Sequence[float]) -> Sequence[float]:
    if min(calls, default=0) >= 0:
        return array("d", calls)
    return array("d", (count if count >= 0 else math.nan for count in calls))


def _per_call(times: Sequence[float], calls: Sequence[float]) -> Sequence[float]:
    return array("d", map(_quotient, times, calls))


def _quotient(time: float, calls: float) -> float:
    return time / calls if calls > 0 else math.nan


def how_far(times: float) -> float:
    """How far a ratio (``times`` as much) is from 1, whichever way: as large, or as small; infinite for 0."""
    return max(times, 1 / times) if times > 0 else math.inf


def ratio(before: float, after: float) -> float | None:
    """After by before; ``None`` where that makes no sense."""
    if not before > 0 or after - after != 0:
        return None
    return after / before

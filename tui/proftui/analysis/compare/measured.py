"""What a row of a comparison shows of either side: figures that both have in the columns of pairs."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from math import isfinite
from operator import sub

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


def both(pairs: Pairs, measure: str, rows: slice = slice(None)) -> tuple[Sequence[float], Sequence[float]]:
    """By row, the figures before and after; NaN where there is none."""
    column = COLUMNS[measure]
    before, after = (side[rows] for side in _of(pairs, column.of))
    if column.per:
        calls = [side[rows] for side in _of(pairs, column.per)]
        return _per_call(before, calls[0]), _per_call(after, calls[1])
    return (_counted(before), _counted(after)) if column.kind == COUNT else (before, after)


def figures_of(pairs: Pairs, row: int, measure: str) -> tuple[float, float]:
    """The figures of one row before and after, of which the others are not looked at."""
    before, after = both(pairs, measure, slice(row, row + 1))
    return before[0], after[0]


def _of(pairs: Pairs, column: str) -> tuple[Sequence[float], Sequence[float]]:
    if column == CALLS:
        return pairs.base_calls, pairs.new_calls
    return (pairs.base_own, pairs.new_own) if column == OWN else (pairs.base_cumtime, pairs.new_cumtime)


def _counted(calls: Sequence[float]) -> Sequence[float]:
    if min(calls, default=0) >= 0:
        return array("d", calls)
    return array("d", (count if count >= 0 else math.nan for count in calls))


def _per_call(times: Sequence[float], calls: Sequence[float]) -> Sequence[float]:
    each = (time / n if n > 0 else math.nan for time, n in zip(times, calls, strict=True))
    return array("d", each)


def how_far(times: float) -> float:
    """How far a ratio (``times`` as much) is from 1, whichever way: as large, or as small; infinite for 0."""
    return max(times, 1 / times) if times > 0 else math.inf


def by_time(calls: tuple[float, float], took: tuple[float, float]) -> float:
    """Seconds of a change that longer or shorter calls explain; what they do not is of more or fewer calls.

    Both have the sign of the change: where they are opposed, one of them is all of it.
    """
    (n, m), (before, after) = calls, took
    return within(0.5 * (n + m) * (after / m - before / n), after - before) if min(n, m) > 0 else 0.0


def within(time: float, change: float) -> float:
    """As much of a time as is part of a change."""
    return min(time, change, key=abs) if time * change > 0 else 0.0


def ratio(before: float, after: float) -> float | None:
    """After by before; ``None`` where that makes no sense."""
    if not before > 0 or after - after != 0:
        return None
    return after / before


class FiguresOfRows:
    """By measure, what is known of all rows; worked out when it is asked for."""

    def __init__(self, pairs: Pairs) -> None:
        self._pairs = pairs
        self._both: dict[str, tuple[Sequence[float], Sequence[float]]] = {}
        self._changes: dict[str, Sequence[float]] = {}
        self._ends: dict[str, tuple[float, float]] = {}
        self._largest: dict[str, tuple[float, float]] = {}

    def both(self, measure: str) -> tuple[Sequence[float], Sequence[float]]:
        """By row, the figures before and after; NaN where there is none."""
        if measure not in self._both:
            self._both[measure] = both(self._pairs, measure)
        return self._both[measure]

    def changes(self, measure: str) -> Sequence[float]:
        """By row, what a measure is after, less what it was before."""
        if measure not in self._changes:
            self._look_through(measure)
        return self._changes[measure]

    def ends(self, measure: str) -> tuple[float, float]:
        """The largest figure of either side of a measure and the smallest; zeros where there are none."""
        # Counts are compared as they are: to make figures of all of them takes longer.
        if measure not in self._ends and measure == CALLS:
            ends = [
                end
                for calls in (self._pairs.base_calls, self._pairs.new_calls)
                for end in _ends_of(list(calls))
            ]
            if min(ends, default=-1) >= 0:
                self._ends[measure] = _largest_and_least(ends)
        if measure not in self._ends:
            self._look_through(measure)
        return self._ends[measure]

    def largest_changes(self, measure: str) -> tuple[float, float]:
        """The largest rise of a measure and the largest fall; zeros where there are none."""
        if measure not in self._largest:
            self._largest[measure] = _largest_and_least(_ends_of(self.changes(measure)))
        return self._largest[measure]

    def _look_through(self, measure: str) -> None:
        # Of lists, each pass over all is quicker than of arrays.
        before, after = map(list, self.both(measure))
        self._changes[measure] = list(map(sub, after, before))
        self._ends[measure] = _largest_and_least([*_ends_of(before), *_ends_of(after)])


def _ends_of(figures: Sequence[float]) -> tuple[float, ...]:
    """The largest of those that are finite, and the smallest; nothing: there are none."""
    known = figures if isfinite(sum(figures)) else list(filter(isfinite, figures))
    return (float(max(known)), float(min(known))) if known else ()


def _largest_and_least(values: Sequence[float]) -> tuple[float, float]:
    return (max(values), min(values)) if values else (0.0, 0.0)

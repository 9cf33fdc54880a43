"""What a row of a comparison shows of either side: figures that both have in the columns of pairs."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import cache
from math import isfinite
from operator import sub

from proftui.analysis.columns import AFTER, BEFORE, COLUMNS, COUNT, PER_CALL, RATIO, TIME
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.order import TEXTS, Order

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

    def __init__(self, pairs: Pairs, divisor: float) -> None:
        """``divisor``: what times after are divided by."""
        self._pairs, self.divisor = pairs, divisor
        self.both = cache(self._both)
        """By row, the figures of a measure before and after; NaN where there is none."""
        self.ends = cache(self._ends)
        """The largest figure of either side of a measure and the smallest; zeros where there are none."""
        self._seen = cache(self._look_through)

    def _both(self, measure: str) -> tuple[Sequence[float], Sequence[float]]:
        before, after = both(self._pairs, measure)
        is_divided = self.divisor != 1.0 and COLUMNS[measure].kind != COUNT
        return before, array("d", (time / self.divisor for time in after)) if is_divided else after

    def changes(self, measure: str) -> Sequence[float]:
        """By row, what a measure is after, less what it was before."""
        return self._seen(measure)[0]

    def _ends(self, measure: str) -> tuple[float, float]:
        if measure == CALLS:
            # Counts are compared as they are: to make figures of all of them takes longer.
            ends = _ends_of(list(self._pairs.base_calls), list(self._pairs.new_calls))
            if ends[1] >= 0:
                return ends
        return self._seen(measure)[1]

    def largest_changes(self, measure: str) -> tuple[float, float]:
        """The largest rise of a measure and the largest fall; zeros where there are none."""
        return self._seen(measure)[2]

    def _look_through(self, measure: str) -> tuple[Sequence[float], tuple[float, float], tuple[float, float]]:
        # Of lists, each pass over all is quicker than of arrays.
        before, after = map(list, self.both(measure))
        changes = list(map(sub, after, before))
        return changes, _ends_of(before, after), _ends_of(changes)


def _ends_of(*sides: Sequence[float]) -> tuple[float, float]:
    """The largest figure of those that are finite, and the smallest."""
    ends = set[float]()
    for figures in sides:
        known = figures if isfinite(sum(figures)) else list(filter(isfinite, figures))
        ends.update((max(known, default=0.0), min(known, default=0.0)))
    return max(ends), min(ends)


def measure_of(order: Order) -> str:
    """The measure that an order of figures is about; empty: it is of texts."""
    measure = order.column.removeprefix(f"{RATIO}:")
    return measure if measure in MEASURES else ""


def by_ratio(measure: str) -> str:
    """The column of the ratios of a measure."""
    return f"{RATIO}:{measure or OWN}"


def is_by_ratio(order: Order) -> bool:
    """Whether an order is by ratio."""
    return order.column.startswith(f"{RATIO}:")


def keys_of(pairs: Pairs, order: Order, figures: FiguresOfRows) -> Sequence[float]:
    """By row what an order of figures sorts by."""
    if order.column in (BEFORE, AFTER):
        return pairs.base_own if order.column == BEFORE else pairs.new_own
    measure = measure_of(order)
    return ratios(*figures.both(measure)) if is_by_ratio(order) else list(map(abs, figures.changes(measure)))


def columns(pairs: Pairs) -> list[str]:
    """What ``s`` walks through: measures that something was measured of, by change, ratios, texts."""
    known = [measure for measure in MEASURES if any(value == value for value in both(pairs, measure)[1])]
    return [*known, by_ratio(OWN), *TEXTS]


def by_keys(rows: Sequence[int], keys: Sequence[float], *, is_reversed: bool = False) -> list[int]:
    """Some rows by their keys, given by row: the largest first, ties as they are.

    Those whose key is not finite stand last, also where the order is reversed.
    """
    unknown = list[int]()
    # One sum says of all figures that none of them is odd.
    if not isfinite(sum(keys)):
        unknown = [row for row in rows if not isfinite(keys[row])]
        rows = [row for row in rows if isfinite(keys[row])]
    found = sorted(rows, key=keys.__getitem__, reverse=True)
    if is_reversed:
        found.reverse()
    return found + unknown


def ratios(befores: Sequence[float], afters: Sequence[float]) -> Sequence[float]:
    """How many times as large, or as small; infinite for what is new, or gone, or was nothing."""
    found = (ratio(before, after) for before, after in zip(befores, afters, strict=True))
    return [math.inf if value is None else how_far(value) for value in found]

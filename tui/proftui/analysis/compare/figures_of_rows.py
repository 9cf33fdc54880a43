"""The figures of all rows of a comparison, and the largest and smallest of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from operator import sub

from proftui.analysis.compare.measured import CALLS, both
from proftui.analysis.compare.pairs import Pairs


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

"""Figures that the file does not tell but bounds: what they are at least, at most, and probably."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from operator import ne, sub
from typing import NamedTuple

from proftui_parsers.sums import SAME


class Bounded(NamedTuple):
    """A figure between ``low`` and ``high``; ``value`` is an estimate, or the figure itself if ``exact``."""

    value: float
    low: float
    high: float
    exact: bool

    def shown(self, *, bounded: bool) -> Bounded:
        """The figure with infinite ends if it is an estimate, and calls are lost that may be of it."""
        return self if self.exact or bounded else self._replace(low=-math.inf, high=math.inf)


class BoundedColumn:
    """Figures of one kind, with the bounds of each.

    Columns, since a profile may have a million functions. Estimates never leave their bounds; where no bounds
    hold, because the file contradicts itself or has no times of calls, nothing is exact.
    """

    def __init__(self, lows: Sequence[float], highs: Sequence[float], *, certain: bool) -> None:
        self.lows, self.highs = array("d", lows), array("d", highs)
        self.values = array("d", highs)
        self.certain = certain
        self.impossible = set[int]()
        """Rows that are not exact even where their bounds meet."""
        if lows is highs:
            return
        for row in compress(range(len(self)), map(ne, self.lows, self.highs)):
            low, high = self.lows[row], self.highs[row]
            # The same sum in another order, or bounds that no run can have: the upper one was recorded.
            if high < math.inf and not low < high - SAME * abs(high):
                self.lows[row] = high
                if low > high + SAME * abs(high):
                    self.impossible.add(row)

    @classmethod
    def recorded(cls, figures: Iterable[float], *, certain: bool) -> BoundedColumn:
        """Figures as they are: bounds and estimates are one column, which nobody may change."""
        made = cls((), (), certain=certain)
        column = figures if isinstance(figures, array) else array("d", figures)
        made.lows = made.highs = made.values = column
        return made

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, row: int) -> Bounded:
        low, high = self.lows[row], self.highs[row]
        # In short, as every edge of a shape is asked for: whether it is exact.
        exact = self.certain and low == high and row not in self.impossible
        return Bounded(self.values[row], low, high, exact)

    def __iter__(self) -> Iterator[Bounded]:
        return map(self.__getitem__, range(len(self)))

    def is_exact(self, row: int) -> bool:
        """Whether the figure follows from the file."""
        return self.certain and self.lows[row] == self.highs[row] and row not in self.impossible

    def doubt(self, rows: Iterable[int]) -> None:
        """Some figures do not follow from the file, even where their bounds meet."""
        self.impossible |= {row for row in rows if self.lows[row] == self.highs[row]}

    @property
    def estimated(self) -> list[int]:
        """The rows whose figures do not follow from the file."""
        if not self.certain:
            return list(range(len(self)))
        apart = compress(range(len(self)), map(ne, self.lows, self.highs))
        return sorted({*apart, *self.impossible})

    def estimate(self, row: int, value: float) -> None:
        """Take a figure as the estimate, or the bound next to it."""
        self.values[row] = min(max(value, self.lows[row]), self.highs[row])

    def estimate_all(self, values: Iterable[float]) -> None:
        """The same for all figures at once."""
        self.values = array("d", map(min, map(max, values, self.lows), self.highs))

    def narrow(self, row: int, low: float, high: float) -> None:
        """Take from the bounds of a figure what cannot be, either; what contradicts them is left."""
        low, high = max(low, self.lows[row]), min(high, self.highs[row])
        if low <= high + SAME * abs(high):
            self.lows[row], self.highs[row] = min(low, high), high
            if not self.lows[row] < high - SAME * abs(high):
                self.lows[row] = high
            self.estimate(row, self.values[row])

    def level(self, total: float) -> float:
        """Move all estimates by one part of their room until they add up to ``total``; what is left over.

        The part is the same for all. The room suffices where the true figures lie within the bounds and add
        up to ``total``.
        """
        left = total - exact_sum(self.values)
        if not math.isfinite(left):
            return 0.0
        ends = self.highs if left > 0 else self.lows
        rooms = array("d", map(sub, ends, self.values))
        room = exact_sum(rooms)
        part = min(1.0, left / room) if room and math.isfinite(room) else 0.0
        if part:
            self.values = array("d", (v + part * r for v, r in zip(self.values, rooms, strict=True)))
        return left - part * room if part else left


def exact_sum(figures: Iterable[float]) -> float:
    """The sum, rounded once; not finite where the figures are not, or are too large together."""
    known = list(figures)
    try:
        return math.fsum(known)
    except (OverflowError, ValueError):
        return sum(known)

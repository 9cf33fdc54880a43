"""Figures that are being put together from parts: at least, at most, probably."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable

from proftui.analysis.bounds import BoundedColumn


class Intervals:
    """Figures of one kind, as columns."""

    __slots__ = ("guesses", "highs", "lows")

    def __init__(self, count: int = 0) -> None:
        zeros = bytes(8 * count)
        self.lows, self.highs, self.guesses = array("d", zeros), array("d", zeros), array("d", zeros)

    def append(self, low: float = 0.0, high: float = 0.0, guess: float = 0.0) -> None:
        """One more figure."""
        self.lows.append(low)
        self.highs.append(high)
        self.guesses.append(guess)

    def add(self, row: int, low: float, high: float, guess: float) -> None:
        """One more part of a figure."""
        self.lows[row] += low
        self.highs[row] += high
        self.guesses[row] += guess

    def draw_in(self, rows: Collection[int], low: float, high: float) -> None:
        """Take from bounds of figures what their sum, between ``low`` and ``high``, does not allow."""
        lows, highs = self.lows, self.highs
        for row in rows:
            # None is less than nothing.
            highs[row] = max(lows[row], min(highs[row], high))
        least, most = sum(map(lows.__getitem__, rows)), sum(map(highs.__getitem__, rows))
        if least > high or most < low:
            return
        for row in rows:
            one, other = lows[row], highs[row]
            one, other = max(one, low - (most - other)), min(other, high - (least - one))
            lows[row], highs[row] = min(one, other), max(one, other)

    def column(self, rows: Iterable[int] | None = None, *, certain: bool) -> BoundedColumn:
        """The figures, or those of some rows, in this order."""
        lows, highs, guesses = self.lows, self.highs, self.guesses
        if rows is not None:
            picked = list(rows)
            lows, highs, guesses = (
                array("d", map(column.__getitem__, picked)) for column in (lows, highs, guesses)
            )
        made = BoundedColumn(lows, highs, certain=certain)
        made.estimate_all(guesses)
        return made

"""A figure that is being put together from parts: at least, at most, probably."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class Interval:
    """A figure of the calls of one function by another."""

    low: float = 0.0
    high: float = 0.0
    guess: float = 0.0

    def add(self, figure: float, sure: bool, share: float) -> None:
        """Calls of a hidden function, all of which are these if that is ``sure``."""
        self.low += figure if sure else 0.0
        self.high += figure
        self.guess += figure if sure else figure * share


def draw_in(parts: Sequence[Interval], low: float, high: float | None = None) -> None:
    """Take from the bounds of some figures what their sum, between ``low`` and ``high``, does not allow."""
    high = low if high is None else high
    for part in parts:
        # None is less than nothing.
        part.high = max(part.low, min(part.high, high))
    lows, highs = sum(part.low for part in parts), sum(part.high for part in parts)
    if lows > high or highs < low:
        return
    drawn = [(max(p.low, low - (highs - p.high)), min(p.high, high - (lows - p.low))) for p in parts]
    for part, (least, most) in zip(parts, drawn, strict=True):
        part.low, part.high = min(least, most), max(least, most)

"""How much runs differ by themselves: the control group, ranges and the test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Control:
    """The functions called equally often on both sides: how their times changed is not the edit."""

    functions: int
    """How many there are."""
    members: int
    """How many of them take at least 0.01 % of the run on one side: the figures below are theirs."""
    ratio: float
    """Median of time after by time before, weighted by own time before; NaN without members."""
    quarter: tuple[float, float]
    """The quartiles of these ratios, not weighted."""
    band: tuple[float, float] | None
    """The points of 5 % and 95 %; ``None``: fewer than 20 members, the spread is unknown."""

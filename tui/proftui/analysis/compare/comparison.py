"""A comparison of two sides: rows first, then causes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proftui.analysis.compare.causes import Causes
from proftui.analysis.compare.headline import Headline
from proftui.analysis.compare.noise import Control
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.compare.side import Side
from proftui.background.pieces import Pieces, finished
from proftui_parsers import Edge


class Same(NamedTuple):
    """Two functions that the user says are one."""

    base: int
    """Number in the base's profile."""
    new: int
    """Number in the new side's."""


class EdgePair(NamedTuple):
    """The calls of one function by another, before and after; both ends are matched."""

    row: int
    """Row of the function at the other end."""
    base: Edge | None
    """The calls before; ``None``: there were none."""
    new: Edge | None
    """The calls after."""


@dataclass(eq=False)
class Comparison:
    """What two sides have in common and what they have not."""

    base: Side
    new: Side
    pairs: Pairs
    """The rows."""
    ranges: tuple[array[float], array[float], array[float], array[float]] | None
    """By row, least and largest own time of all runs before, then after; ``None``: one run each."""
    control: Control
    p: float | None
    """Exact two-sided Mann–Whitney p of the totals; ``None``: too few runs for p to reach 0.05."""
    overlap: bool
    """Whether the ranges of the totals have a value in common."""
    uneven: tuple[int, int]
    """How many functions are not called equally often in each run: of the base, of the new side."""
    notes: tuple[str, ...]
    """What the user must know of how the sides were read: comprehensions folded, calls that differ."""
    causes: Causes | None = None
    """``None`` until :func:`finding_causes` is done."""

    @property
    def delta(self) -> float:
        """The total after less that before."""
        return self.new.total - self.base.total

    @property
    def ratio(self) -> float | None:
        """The total after by that before; ``None``: nothing was measured before."""
        return self.new.total / self.base.total if self.base.total > 0 else None

    @property
    def is_same(self) -> bool:
        """Whether calls and times of all functions are equal."""
        raise NotImplementedError

    @property
    def is_within_spread(self) -> bool | None:
        """Whether the change of the total is; ``None``: the spread is unknown."""
        raise NotImplementedError

    def callers(self, row: int) -> list[EdgePair]:
        """Who calls the function of a row, on either side."""
        raise NotImplementedError

    def callees(self, row: int) -> list[EdgePair]:
        """What it calls, on either side."""
        raise NotImplementedError

    def perhaps_renamed(self, row: int) -> int | None:
        """Of a new function, the row of a gone one that it may have been; else ``None``."""
        raise NotImplementedError


def comparing(base: Side, new: Side, same: Sequence[Same] = ()) -> Pieces[Comparison]:
    """Match the functions of both sides, in pieces; all but the causes stands then."""
    raise NotImplementedError
    yield


def finding_causes(comparison: Comparison) -> Pieces[Causes]:
    """Work out the causes, in pieces; they are kept in the comparison too."""
    raise NotImplementedError
    yield


def headline(comparison: Comparison) -> Headline:
    """The comparison in one sentence; without causes as long as they are not known."""
    raise NotImplementedError


def compared(base: Side, new: Side, same: Sequence[Same] = ()) -> Comparison:
    """All of it at once, causes too."""
    comparison = finished(comparing(base, new, same))
    finished(finding_causes(comparison))
    return comparison

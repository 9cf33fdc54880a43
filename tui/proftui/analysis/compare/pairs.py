"""Functions of both sides in pairs: the rows of a comparison, as columns."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Literal

Status = Literal["same", "changed", "new", "gone"]
STATUSES: tuple[Status, ...] = ("same", "changed", "new", "gone")
"""By number in :attr:`Pairs.statuses`. Changed: calls differ, or own time by more than the spread."""
SAME, CHANGED, NEW, GONE = range(4)
NOBODY = -1
"""Stands for the function that the other side does not have."""
BY_HAND, SAME_LINE, SAME_NAME, IN_ORDER, MOVED, UNPAIRED = 0, 1, 2, 3, 4, -1
"""Stages of a pair: the rule that made it, or the user; of a function alone."""
SCORES = {BY_HAND: 1.0, SAME_LINE: 1.0, SAME_NAME: 0.95, IN_ORDER: 0.85, MOVED: 0.8, UNPAIRED: 0.0}
"""How sure a pair is, by stage; of files that moved it is this part of what they have in common."""


@dataclass(eq=False)
class Pairs:
    """Columns with one entry a row; a row is a function of both sides, or of one, or a bundle of some.

    Rows stand in the order of the new side's file, what is gone after that in the order of the base's.
    Times are in the unit of the measure (seconds).
    """

    base: array[int]
    """Number of the function in the base's profile, or :data:`NOBODY`; of a bundle, its first."""
    new: array[int]
    """As ``base``, in the new side's profile."""
    stages: array[int]
    """1 to 4, which rule made the pair; :data:`BY_HAND`; :data:`UNPAIRED`."""
    base_row: array[int]
    """By function of the base's profile (as long as its ``files``) its row; -1: it is in none."""
    new_row: array[int]
    """The same of the new side's."""
    bundles: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)
    """By row that stands for several functions of one name, those of the base and of the new side."""

    scores: dict[int, float] = field(default_factory=dict)
    """By row how sure the pair is, where its stage does not say so."""

    base_own: array[float] = field(default_factory=lambda: array("d"))
    """Own time before; 0 of what is new, NaN: not measured. Of a bundle the sum."""
    new_own: array[float] = field(default_factory=lambda: array("d"))
    base_calls: array[int] = field(default_factory=lambda: array("q"))
    """All calls before; 0 of what is new, -1 where none were counted. Of a bundle the sum."""
    new_calls: array[int] = field(default_factory=lambda: array("q"))
    base_cumtime: array[float] = field(default_factory=lambda: array("d"))
    """Time with callees before; 0 of what is new, NaN: not measured, or a bundle."""
    new_cumtime: array[float] = field(default_factory=lambda: array("d"))
    statuses: bytearray = field(default_factory=bytearray)
    """By row a number in :data:`STATUSES`."""
    within: bytearray = field(default_factory=bytearray)
    """By row, 1 where the change of own time is within the spread (``~``)."""

    def __len__(self) -> int:
        return len(self.base)

    def status(self, row: int) -> Status:
        """What became of the function."""
        return STATUSES[self.statuses[row]]

    def score(self, row: int) -> float:
        """How sure the pair is: 1.00 by hand, or same key and line; 0 where there is none."""
        return self.scores.get(row, SCORES[self.stages[row]])

    def delta(self, row: int) -> float:
        """Own time after less own time before."""
        return self.new_own[row] - self.base_own[row]

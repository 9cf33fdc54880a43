"""All functions of a profile, or calls, but some, as stretches of numbers: columns are copied by these."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, TypeVar

from proftui.analysis.compare.pairs import NOBODY

_Column = TypeVar("_Column", "array[int]", "array[float]", list[Any])


class Stretches:
    """Functions in the order of their numbers, most of which follow one another."""

    def __init__(self, count: int, left_out: Iterable[int]) -> None:
        """All of so many but those ``left_out``."""
        ends = pairwise([NOBODY, *sorted(left_out), count])
        self._stretches = [(last + 1, stop) for last, stop in ends if last + 1 < stop]

    def of(self, column: _Column) -> _Column:
        """What stands in a column for them."""
        made = column[:0]
        for start, stop in self._stretches:
            made += column[start:stop]
        return made

    def functions(self) -> array[int]:
        """Their numbers."""
        made = array("q")
        for start, stop in self._stretches:
            made.extend(array("q", range(start, stop)))
        return made

    def rows(self, count: int) -> array[int]:
        """By function, of which there are so many, which of them it is; :data:`NOBODY` for all others."""
        made, row = array("q", [NOBODY]) * count, 0
        for start, stop in self._stretches:
            made[start:stop] = array("q", range(row, row + stop - start))
            row += stop - start
        return made

"""The calls inside of a component as columns, and their weights."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence

_BACK = float("nan")
"""The weight of a call back to what is running."""


class InnerCalls:
    """The calls inside of a component: columns, since there may be a million.

    Groups go by their rows: their positions among all, in ascending order. The calls of one stand from
    ``starts[row]`` to ``ends[row]``, by callee.
    """

    def __init__(self, groups: Sequence[int]) -> None:
        self.groups = array("q", sorted(groups))
        self.row_of = {group: row for row, group in enumerate(self.groups)}
        self.starts = array("q", [0]) * len(self.groups)
        self.ends = array("q")
        self.callees = array("q")
        """Rows."""
        self.times = array("d")
        """Seconds."""
        self.weights = array("d")
        """Seconds below something recursive; NaN: a call back."""

    def allot(self, counts: Sequence[int]) -> None:
        """Columns for so many calls of each row."""
        start = 0
        for row, count in enumerate(counts):
            self.starts[row] = start
            start += count
        self.ends = array("q", self.starts)
        self.callees = array("q", [-1]) * start
        self.times = array("d", [0.0]) * start
        self.weights = array("d", [_BACK]) * start

    def add(self, row: int, callee: int, time: float) -> None:
        """Add calls; those of one callee come one after the other."""
        end = self.ends[row]
        if end > self.starts[row] and self.callees[end - 1] == callee:
            self.times[end - 1] += time
        else:
            self.callees[end] = callee
            self.times[end] = time
            self.ends[row] = end + 1

    def calls(self, row: int) -> range:
        """Where the calls of a row stand."""
        return range(self.starts[row], self.ends[row])


class Folded:
    """The weights of a component's inner calls."""

    __slots__ = ("_callees", "_ends", "_groups", "_starts", "_weights", "plain")

    def __init__(self, inner: InnerCalls, plain: set[int]) -> None:
        self._groups, self._starts, self._ends = inner.groups, inner.starts, inner.ends
        self._callees, self._weights = inner.callees, inner.weights
        self.plain = plain
        """Groups that are reached without passing a recursive one: their calls have the recorded times."""

    def weight(self, caller: int, callee: int) -> float | None:
        """Seconds for calls made below something recursive; ``None`` for a call back: two binary searches."""
        row = bisect_left(self._groups, caller)
        wanted, end = bisect_left(self._groups, callee), self._ends[row]
        position = bisect_left(self._callees, wanted, self._starts[row], end)
        if position == end or self._callees[position] != wanted:
            return None
        weight = self._weights[position]
        return None if weight != weight else weight

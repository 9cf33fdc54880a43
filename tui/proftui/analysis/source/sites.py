"""Calls on lines, as values: a callee with the lines that call it; the lines of all who call a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.neighbours import NONE, Neighbour, Neighbours

MOST_CALLEES = 1_000
"""Callees whose lines are looked for in one listing, the heaviest of each function."""


class Site(NamedTuple):
    """One callee and the lines that call it; on more than one line, its figures are theirs together.

    ``joint``: whether other lines may have made the calls, or some of them. Recorded lines stand heaviest
    first.
    """

    callee: int
    figures: Neighbour
    lines: tuple[int, ...]
    caller: int = -1
    joint: bool = False


class CallingLine(NamedTuple):
    """A line that calls a function, or a caller of which no line is known.

    ``line`` is 0 and ``site`` ``None`` there; ``caller`` may be :data:`OUTSIDE`.
    """

    caller: int
    line: int
    figures: Neighbour
    site: Site | None = None
    text: str = ""

    @property
    def is_joint(self) -> bool:
        """Whether other lines may have made the calls instead, or some of them."""
        return self.site is not None and self.site.joint


class CallersByLine(Sequence[CallingLine]):
    """The lines that call a function: those of the heaviest callers, then the other callers."""

    def __init__(self, lines: Sequence[CallingLine] = (), others: Neighbours = NONE) -> None:
        self.lines = lines
        self.others = others
        self.has_marks = any(line.is_joint for line in lines)

    def __len__(self) -> int:
        return len(self.lines) + len(self.others)

    def __getitem__(self, row: int) -> CallingLine:  # type: ignore[override]
        if row < len(self.lines):
            return self.lines[row]
        edge = self.others[row - len(self.lines)]
        return CallingLine(edge.function, 0, edge)

    def row_of(self, line: CallingLine) -> int:
        """Where a line stands, or else its caller."""
        same = [row for row, other in enumerate(self.lines) if other.caller == line.caller]
        if not same:
            known = line.caller in self.others.functions
            return len(self.lines) + self.others.functions.index(line.caller) if known else 0
        return next((row for row in same if self.lines[row].line == line.line), same[0])

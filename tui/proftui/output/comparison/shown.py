"""What of a comparison is written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from proftui.analysis.calltree.outline import MOST
from proftui.analysis.compare.causes import Causes
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.telling import unit_of_both
from proftui.drawing.figures import Unit, plural
from proftui.state.session import Session


@dataclass
class LookedAt:
    """The comparison as the screen shows it, of which Tree and Source are written."""

    session: Session
    functions: Sequence[int] = ()
    """Whose lines are written, by their numbers in the session."""
    share: float | None = None
    """Percent of the run before, from which on a change of a node is written."""
    depth: int | None = None
    """Levels of the tree, 0 for all."""
    most: int = MOST // 10
    """Nodes of the tree: each is one of either side and one of both, with what is printed of them."""


@dataclass
class Shown:
    """A comparison whose causes are known, and what is wanted of it."""

    comparison: Comparison
    rows: Sequence[int]
    """All rows that the filter leaves, in their order."""
    labels: tuple[str, str]
    """What the sides are called: the files as the user named them."""
    view: str
    limit: int | None = None
    """Rows, 0 for all; ``None``: as many as the form has by itself."""
    filter_text: str = ""
    strip_dirs: bool = False
    shape: Sequence[str] = ()
    """What is hidden, left out or grouped, in words, a line each."""
    plain_shape: dict[str, Any] = field(default_factory=dict)
    """The same as JSON has it."""
    looked: LookedAt | None = None
    """Of Tree and Source, what is looked at."""

    @property
    def looked_at(self) -> LookedAt:
        """The same, where there must be one."""
        assert self.looked is not None
        return self.looked

    @property
    def causes(self) -> Causes:
        """Why the total changed."""
        assert self.comparison.causes is not None
        return self.comparison.causes

    @cached_property
    def unit(self) -> Unit:
        """The unit of all figures."""
        return unit_of_both(self.comparison)

    @property
    def every(self) -> str:
        """How many functions there are on both sides, or groups of them."""
        return plural(len(self.comparison.pairs), self.comparison.new.profile.grouped_by or "function")

    @property
    def covered(self) -> tuple[float, float]:
        """Own time of all rows, before and after; what was not measured is left out."""
        pairs = self.comparison.pairs
        before, after = (
            sum(time for row in self.rows if (time := column[row]) - time == 0)
            for column in (pairs.base_own, pairs.new_own)
        )
        return before, after

    def upto(self, usual: int) -> Sequence[int]:
        """The rows that are written, of which ``usual`` are where nothing else is asked for; 0: all."""
        limit = usual if self.limit is None else self.limit
        return self.rows[:limit] if limit else self.rows

"""What of a comparison is written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from proftui.analysis.calltree.outline import MOST
from proftui.analysis.compare.causes import Causes
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.telling import unit_of_both
from proftui.drawing.figures import Unit, plural
from proftui.frame.shape_row import steps_in_words
from proftui.state.compared import Compared
from proftui.state.session import Session


@dataclass
class Shown:
    """A session that compares, the causes known, and what is wanted of it."""

    session: Session
    labels: tuple[str, str]
    """What the sides are called: the files as the user named them."""
    view: str
    limit: int | None = None
    """Rows, or levels of a tree, 0 for all; ``None``: as many as the form has by itself."""
    share: float | None = None
    """Percent of the run before, from which on a change of a node is written."""
    most: int = MOST // 10
    """Nodes of the tree: each is one of either side and one of both, with what is printed of them."""
    functions: Sequence[int] | None = None
    """Whose lines are written, by their numbers in the session; ``None``: those of the rows."""

    @property
    def compared(self) -> Compared:
        """The comparison as it is looked at."""
        return self.session.both

    @property
    def comparison(self) -> Comparison:
        """The same in its shape."""
        return self.compared.now

    @cached_property
    def rows(self) -> Sequence[int]:
        """All rows that the filter leaves, in their order."""
        return [row for index in self.session.rows if (row := self.compared.row(index)) is not None]

    @property
    def filter_text(self) -> str:
        """What the filter is."""
        return self.session.listed.filter_text

    @property
    def shape(self) -> str:
        """What is hidden, left out or grouped, in words; empty: nothing is."""
        return steps_in_words(self.session)

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

    def listed(self, usual: int) -> Sequence[int]:
        """The functions whose lines are written."""
        if self.functions is not None:
            return self.functions
        return list(map(self.compared.index_of_row.__getitem__, self.upto(usual)))

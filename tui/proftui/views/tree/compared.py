"""The Tree view of both sides of a comparison as lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.columns import AFTER, BEFORE, DELTA, RATIO, counts_title, has_counts
from proftui.analysis.compare.both_tree import BothTree, NodePair
from proftui.analysis.compare.measured import CUMTIME
from proftui.drawing import changes, figures
from proftui.drawing.line import Line, Span, dimmed, fitted
from proftui.drawing.table import Column, Table
from proftui.frame.compared_columns import CALLS_AFTER, CALLS_RATIO, BothColumns, RowFigures, sides_of
from proftui.frame.nodes import estimate_mark
from proftui.state.session import Session
from proftui.views.tree.rows import Branch, TreeTable

_WIDE = 100
"""Cells from which on the time before has a column."""
_LEAST = 26


class TableOfBothTrees(TreeTable):
    """The same of both sides of a comparison, the largest change first."""

    sorted_by = DELTA, "▾"

    tree: BothTree

    def _columns(self, width: int) -> Sequence[Column]:
        session, compared, unit = self.session, self.session.both, self.figs.unit
        both = BothColumns(sides_of(session), CUMTIME)
        totals = compared.now.base.total, compared.now.new.total
        most = max(len(both.sides.text(CUMTIME, total)) for total in totals)
        alone = figures.titled(messages.AFTER, unit)
        cells = max(most, len(alone))

        def title(table: Table) -> str:
            return messages.AFTER if table.has(BEFORE) else alone

        columns = []
        if width >= _WIDE:
            before = figures.titled(messages.BEFORE_IS_SHOWN, unit)
            columns.append(both.column(BEFORE, cells + 1, 0, 3, _LEAST, before))
        columns.append(both.column(AFTER, cells + 1, 1, title=title))
        columns.append(both.column(DELTA, most + 2, 2))
        columns.append(both.column(RATIO, changes.WIDEST_RATIO, 0, 4, _LEAST))
        if has_counts(session.profile) and session.profile.ncalls is not None:
            counted = max(8, 2 + len(f"{max(compared.figures_of_rows.ends('ncalls')):.0f}"))
            columns.append(both.column(CALLS_AFTER, counted, 0, 2, _LEAST, counts_title(session.profile)))
            columns.append(both.column(CALLS_RATIO, changes.WIDEST_RATIO, 1, 1, _LEAST))
        return columns

    def row(self, branch: Branch) -> Line:
        """A node of both sides; the first cell is left for the cursor."""
        pair, names = self.tree.sides(branch.first), self.named(branch)
        if branch.first.kind == "rest":
            return fitted([Span(" " * (self.table.used + 2)), *names], self.table.width)
        mark = "≈" if self.is_estimate(branch.first) else " "
        text = dimmed(names) if pair.became == "gone" else names
        return self.table.row(_figures(pair), text, [Span(" "), Span(mark, "estimate")])

    def is_estimate(self, node: CallNode) -> bool:
        """Whether the time of either side is an estimate that shows."""
        sides, unit = self.tree.sides(node), self.figs.unit
        return any(side and estimate_mark(side, self.tree.total, unit) for side in sides)

    def hidden_texts(self, least: float, hidden: Hidden, *, has_estimates: bool) -> list[str]:
        """What is not shown, the longest form first."""
        text = messages.LEAST_CHANGE.format(f"{least:g}")
        if hidden.nodes:
            text = messages.HIDING_CHANGES.format(figures.plural(hidden.nodes, "node"), f"{least:g}")
        return [f"{messages.ESTIMATED_SIDES} · {text}", text] if has_estimates else [text]

    def below(self, least: float, hidden: Hidden, *, has_estimates: bool) -> Iterator[str]:
        """What is printed below the rows."""
        yield self.hidden_texts(least, hidden, has_estimates=has_estimates)[0]


def _figures(pair: NodePair) -> RowFigures:
    calls = tuple(math.nan if count is None else round(count) for count in pair.calls)
    exact = pair.after is None or pair.after.calls_exact
    return RowFigures(
        (calls[0], calls[1]), pair.times, became=pair.became, within=pair.within, calls_estimated=not exact
    )


def table_of(session: Session, tree: CallTree, width: int, shares: str = "total") -> TreeTable:
    """The rows of a tree: of one profile, or of both sides of a comparison."""
    of = TableOfBothTrees if isinstance(tree, BothTree) else TreeTable
    return of(session, tree, width, shares)

"""The Tree view of both sides of a comparison as lines."""

from __future__ import annotations

import math

from proftui import messages
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.columns import AFTER, BEFORE, DELTA, RATIO, counts_title, has_counts, text_columns_of
from proftui.analysis.compare.both_tree import BothTree, NodePair
from proftui.analysis.compare.measured import CUMTIME
from proftui.drawing import changes, figures
from proftui.drawing.line import Line, Span, dimmed, fitted
from proftui.drawing.table import Table, fit_columns
from proftui.frame.compare_rows import detail_line, plain_detail
from proftui.frame.compared_columns import CALLS_AFTER, CALLS_RATIO, BothColumns, RowFigures, sides_of
from proftui.frame.nodes import estimate_mark, spoken_node
from proftui.state.session import Session
from proftui.views.tree.rows import Branch, TreeLayout, named

_WIDE = 100
"""Cells from which on the time before has a column."""
_LEAST = 26


def layout(session: Session, width: int, *, inverted: bool, plain: bool = False) -> TreeLayout:
    """The columns that fit in ``width`` cells; rows are pairs of nodes."""
    compared, unit = session.both, session.figures.unit
    both = BothColumns(sides_of(compared, unit), CUMTIME, plain)
    totals = compared.now.base.total, compared.now.new.total
    most, alone = (
        max(len(both.sides.text(CUMTIME, total)) for total in totals),
        figures.titled(messages.AFTER, unit),
    )
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
    return TreeLayout(fit_columns(columns, width, 2).held_together(), inverted)


def heading(session: Session, columns: TreeLayout) -> Line:
    """The titles; rows stand by the size of the change."""
    name, place = text_columns_of(session.profile)
    return columns.table.heading(name.title, place.title, DELTA, "▾")


def row(session: Session, columns: TreeLayout, tree: BothTree, branch: Branch) -> Line:
    """A node of both sides; the first cell is left for the cursor."""
    pair, table = tree.sides(branch.first), columns.table
    names = named(session.figures, session.names, columns, branch, session.query, session.strip_dirs)
    if branch.first.kind == "rest":
        return fitted([Span(" " * (table.used + 2)), *names], table.width)
    mark = "≈" if is_estimate(pair, tree.total) else " "
    text = dimmed(names) if pair.became == "gone" else names
    return table.row(_figures(pair), text, [Span(" "), Span(mark, "estimate")])


def _figures(pair: NodePair) -> RowFigures:
    calls = tuple(math.nan if count is None else round(count) for count in pair.calls)
    exact = pair.after is None or pair.after.calls_exact
    return RowFigures(
        (calls[0], calls[1]), pair.times, became=pair.became, within=pair.within, calls_estimated=not exact
    )


def is_estimate(pair: NodePair, total: float) -> bool:
    """Whether the time of either side is an estimate that shows."""
    return any(node is not None and bool(estimate_mark(node, total)) for node in pair)


def detail(session: Session, tree: BothTree, branch: Branch, width: int) -> Line:
    """The node under the cursor in words: both times, own times, and what the change lies between."""
    node, unit = branch.last, session.figures.unit
    pair = tree.sides(node)
    said = [changes.from_to(*pair.times, unit)]
    if pair.became and node.function >= 0 and not tree.inverted:
        said.append(messages.NOT_CALLED_HERE[pair.became])
    if not pair.exact:
        low, high = (changes.time(end, unit) for end in pair.bounds)
        said.append(messages.CHANGE_BETWEEN.format(changes.with_unit(pair.change, unit), low, high))
    if node.kind == "function" and not tree.inverted:
        said.append(messages.OWN_CHANGED.format(changes.from_to(*pair.own, unit)))
    if node.function < 0:
        return plain_detail(spoken_node(session.names, node), said, width)
    return detail_line(session, node.function, said, width)


def hidden_texts(least: float, hidden: Hidden, *, has_estimates: bool) -> list[str]:
    """What is not shown, the longest form first."""
    text = messages.LEAST_CHANGE.format(f"{least:g}")
    if hidden.nodes:
        text = messages.HIDING_CHANGES.format(figures.plural(hidden.nodes, "node"), f"{least:g}")
    return [f"{messages.ESTIMATED_SIDES} · {text}", text] if has_estimates else [text]

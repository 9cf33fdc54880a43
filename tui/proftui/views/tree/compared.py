"""The Tree view of both sides of a comparison as lines."""

from __future__ import annotations

import math
from dataclasses import dataclass

from proftui import messages
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.columns import counts_title, has_counts, text_columns_of
from proftui.analysis.compare.both_tree import BothTree, NodePair
from proftui.analysis.compare.measured import CUMTIME
from proftui.drawing import changes, figures
from proftui.drawing.fit import Candidate, fit_columns
from proftui.drawing.line import Line, Span, fitted
from proftui.frame.compare_rows import detail_line, plain_detail
from proftui.frame.compared_columns import (
    AFTER,
    BEFORE,
    CALLS_AFTER,
    CALLS_RATIO,
    DELTA,
    RATIO,
    ComparedLayout,
    RowFigures,
    cells_of,
    dimmed,
    sides_of,
)
from proftui.frame.nodes import estimate_mark, spoken_node
from proftui.state.session import Session
from proftui.views.tree.rows import Branch, TreeLayout, named

_WIDE = 100
"""Cells from which on the time before has a column."""
_LEAST = 26


@dataclass(frozen=True, slots=True)
class BothLayout:
    """The columns before the names, and how they are written."""

    tree: TreeLayout
    columns: ComparedLayout


def layout(session: Session, width: int, *, inverted: bool) -> BothLayout:
    """The columns that fit in ``width`` cells."""
    compared = session.compared
    assert compared is not None
    sides = sides_of(compared, session.figures.unit)
    totals = compared.now.base.total, compared.now.new.total
    cells = max(len(sides.text(CUMTIME, total)) for total in totals)
    cells = max(cells, len(figures.titled(messages.AFTER, session.figures.unit)))
    change = 1 + max(len(sides.text(CUMTIME, total)) for total in totals)
    columns = []
    if width >= _WIDE:
        columns.append(Candidate(BEFORE, cells + 1, 0, 3, _LEAST))
    columns.append(Candidate(AFTER, cells + 1, 1))
    columns.append(Candidate(DELTA, change + 1, 2))
    columns.append(Candidate(RATIO, changes.WIDEST_RATIO, 0, 4, _LEAST))
    if has_counts(session.profile) and session.profile.ncalls is not None:
        most = max(compared.figures_of_rows.ends("ncalls"))
        columns.append(Candidate(CALLS_AFTER, max(8, 2 + len(f"{most:.0f}")), 0, 2, _LEAST))
        columns.append(Candidate(CALLS_RATIO, changes.WIDEST_RATIO, 1, 1, _LEAST))
    fit = fit_columns(columns, width, 2).held_together()
    return BothLayout(TreeLayout(fit, "none", 0.0, inverted), ComparedLayout(fit, sides, CUMTIME, 0.0))


def heading(session: Session, both: BothLayout) -> Line:
    """The titles; rows stand by the size of the change."""
    unit = session.figures.unit
    named_columns = {
        BEFORE: figures.titled(messages.BEFORE_IS_SHOWN, unit),
        AFTER: messages.AFTER if both.tree.fit.has(BEFORE) else figures.titled(messages.AFTER, unit),
        DELTA: "▾Δ ",
        RATIO: "×",
        CALLS_AFTER: counts_title(session.profile),
        CALLS_RATIO: "×",
    }
    spans = [Span("  ", "heading")]
    for name, cells, after, _ in both.tree.fit.placed:
        role = "sorted" if name == DELTA else "heading"
        spans.append(Span(named_columns[name].rjust(cells) + " " * after, role))
    name, place = (column.title for column in text_columns_of(session.profile))
    blank = both.tree.left - len(name) - len(place)
    spans.append(Span(f"  {name}" + (" " * blank + place if blank > 0 else ""), "heading"))
    return fitted(spans, both.tree.fit.width, "panel")


def row(session: Session, both: BothLayout, tree: BothTree, branch: Branch) -> Line:
    """A node of both sides; the first cell is left for the cursor."""
    node = branch.first
    pair = tree.sides(node)
    if node.kind == "rest":
        shown = [Span(" " * (both.tree.fit.used + 2))]
    else:
        before, *cells = cells_of(both.columns, _figures(pair))
        mark = "≈" if is_estimate(pair, tree.total) else " "
        shown = [before, Span(mark, "estimate"), *_with_estimates(both, cells, pair)]
    names = named(session.figures, session.names, both.tree, branch, session.query, session.strip_dirs)
    if pair.became == "gone":
        names = dimmed(names)
    return fitted([*shown, *names], both.tree.fit.width)


def _figures(pair: NodePair) -> RowFigures:
    calls = tuple(math.nan if count is None else round(count) for count in pair.calls)
    return RowFigures((calls[0], calls[1]), pair.times, became=pair.became, within=pair.within)


def _with_estimates(both: BothLayout, cells: list[Span], pair: NodePair) -> list[Span]:
    """The figures with ``≈`` before calls that are estimates."""
    for number, placed in enumerate(both.tree.fit.placed):
        exact = pair.after is None or pair.after.calls_exact
        if placed.name == CALLS_AFTER and not exact and cells[number].text.strip().isdigit():
            text = f"≈{cells[number].text.strip()}".rjust(placed.cells)
            cells[number] = Span(text, "estimate")
    return cells


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

"""The Tree view as lines: what fits, the heading, one node, the detail of a node."""

from __future__ import annotations

from dataclasses import dataclass

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.search.query import Query
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.fit import BAR, Candidate, Fit, bar_cells, fit_columns
from proftui.drawing.line import Line, Span, fitted, marked, width_of
from proftui.drawing.safe_text import cut_end, pad_start
from proftui.frame.functions import name_and_location
from proftui.frame.nodes import bounds_text, calls_text, estimate_mark, spoken_node
from proftui_parsers.consistency import whole_time

LEGEND = " ≈ estimate: the file has edges, not stacks. The exact figures are in 2 Calls."
LEGEND_OF_LONE = " ≈ estimate: the file does not say who calls whom."
DEEPEST = 24
"""Cells of indent at which it stops."""
LEAST_TEXT = 16
"""Cells of marker, name and location that an indent leaves at least."""
CLOSED, OPEN, LEAF = "▸", "▾", "·"
EXPLAINS = {
    "time": "time: seconds on this path, with everything it calls; ≈: an estimate with bounds",
    "share": "%: time as a share of the whole run, or of the parent (% changes it)",
    "calls": "calls: how often the parent called it here; ≈: an estimate",
    "function": "function: ▸ closed, ▾ open, · calls nothing that is shown, ↻ recursive",
    "location": "location: where the function stands",
    "bounds": "low–high: the true time lies between; only where it is an estimate",
}
"""What the columns mean, by the names that :func:`column_at` gives."""


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The columns of a tree: time, share, bar and calls before the names, bounds behind them."""

    fit: Fit
    bounds: int
    """Cells of ``low–high``; 0: not shown."""
    shares: str
    """What a share is of: ``total``, ``parent`` or ``none``."""

    @property
    def left(self) -> int:
        """Cells for indent, marker, function and location."""
        return max(1, self.fit.left)


@dataclass(frozen=True, slots=True)
class Branch:
    """A node as a row of the tree: how deep it stands, its marker, the time its share is of, its heat."""

    node: CallNode
    level: int
    marker: str
    whole: float | None
    own: float | None = None
    """Own time in percent of the whole tree, for its heat."""


def layout(
    figs: Figures, total: float, width: int, shares: str = "total", longest: float = 0.0
) -> TreeLayout:
    """What fits in ``width`` cells; when it is narrow the bar goes, then calls, then shares.

    ``longest``: seconds of the longest node, which can be more than the total where figures contradict.
    """
    digits = max(figs.time_width, *(len(figures.time(time, figs.unit)) for time in (total, longest)))
    wide, least = width >= 100, min(30, max(24, width // 2 - 6))
    columns = [Candidate("time", max(7, digits, len(_time_title(figs))))]
    if shares != "none":
        # Of six digits on, a share is written with an exponent.
        most_share = min(figures.share(longest, total) or 0.0, 99_999.9)
        columns.append(Candidate("share", max(6, 1 + len(figures.percent(most_share))), 0, 3, least))
        columns.append(Candidate(BAR, bar_cells(width), 1, 1, least))
    most = figs.profile.total_calls or 0
    columns.append(Candidate("calls", max(10, 3 + len(str(max(most, 0)))), 0, 2, least))
    bounds = max(len("low–high"), 2 * digits + 1) if wide else 0
    # The first two cells are the cursor's and that of ≈.
    return TreeLayout(fit_columns(columns, width, 2, bounds + 2 if wide else 0), bounds, shares)


def _time_title(figs: Figures) -> str:
    return figures.titled("time", figs.unit)


def heading(figs: Figures, columns: TreeLayout) -> Line:
    """The column headings; those of calls and function stand a cell before their columns."""
    titles = {"time": _time_title(figs), "share": "%", "calls": "calls "}
    if columns.shares == "parent":
        titles |= {BAR: " parent"} if columns.fit.has(BAR) else {"share": "%par"}
    text = columns.fit.heading(titles)
    text = f"{text.removesuffix(' ')}  function" if columns.fit.has("calls") else f"{text}   function"
    left = columns.fit.used + 2 + columns.left - len(text)
    if left >= len(" location"):
        text += "location".rjust(left)
    elif left > 0:
        text += " " * left
    if columns.bounds:
        text += "  " + "low–high".rjust(columns.bounds)
    return fitted([Span(text, "heading")], columns.fit.width, "panel")


def row(
    figs: Figures,
    names: Names,
    columns: TreeLayout,
    branch: Branch,
    query: Query | None = None,
    strip: bool = False,
) -> Line:
    """One node; the first cell is left for the cursor."""
    node = branch.node
    about = estimate_mark(node, whole_time(figs.profile), figs.unit)
    spans = [Span(" "), Span(about or " ", "estimate")]
    share = figures.share(node.time, branch.whole)
    for name, cells, _, _ in columns.fit.placed:
        if name == "time":
            role = "muted" if figures.reads_as_zero(node.time, figs.unit) else "text"
            spans.append(Span(pad_start(figures.time(node.time, figs.unit), cells), role))
        elif name == "share":
            spans.append(Span(pad_start(figures.percent(share), cells), heat(branch.own)))
        elif name == BAR:
            spans.append(Span(f" {figures.bar(share, cells - 1)}", heat(branch.own)))
        else:
            spans += _calls(node, cells)
    spans.append(Span("  "))
    spans += _named(figs, names, columns, branch, query, strip)
    if columns.bounds:
        text = bounds_text(node.low, node.high, figs.unit) if about else ""
        spans.append(Span("  " + pad_start(text, columns.bounds), "estimate"))
    return fitted(spans, columns.fit.width)


def _calls(node: CallNode, cells: int) -> list[Span]:
    text = calls_text(node)
    padded = pad_start(text, cells)
    if not text.startswith("≈"):
        return [Span(padded)]
    before, mark, digits = padded.partition("≈")
    return [Span(before), Span(mark, "estimate"), Span(digits)]


def indent(columns: TreeLayout, level: int) -> int:
    """Cells before the marker of a node of that level."""
    return min(2 * level, DEEPEST, max(0, (columns.left - LEAST_TEXT) // 2 * 2))


def _named(
    figs: Figures, names: Names, columns: TreeLayout, branch: Branch, query: Query | None, strip: bool
) -> list[Span]:
    """Indent, marker, name and location, in the cells there are."""
    cells = indent(columns, branch.level)
    deeper = branch.level - cells // 2
    more = f"+{deeper} " if deeper > 0 else ""
    before = [Span(" " * cells), Span(f"{branch.marker} "), Span(more, "estimate")]
    left = columns.left - width_of(before)
    return [
        *fitted([*before, *_name(figs, names, branch.node, max(1, left), query, strip)], columns.left).spans
    ]


def _name(
    figs: Figures, names: Names, node: CallNode, width: int, query: Query | None, strip: bool
) -> list[Span]:
    index = node.function
    before = [Span("↻ ", "estimate")] if node.kind == "recursion" else []
    if index < 0:
        name = spoken_node(names, node).removesuffix(" ↻")
        role = "muted" if node.kind == "unattributed" else "estimate"
        name = cut_end(name, width - width_of(before))
        return [*before, *marked(name, query.spans(name, "name") if query else (), role)]
    tail = _tail(figs, node)
    width = max(1, width - width_of(before) - max(0, len(tail) - len(" ↻")))
    spans = name_and_location(names, index, width, query, bool(tail), strip)
    return [*before, *(Span(tail, span.role) if span == _RECURSIVE else span for span in spans)]


_RECURSIVE = Span(" ↻", "estimate")


def _tail(figs: Figures, node: CallNode) -> str:
    """What follows the name: ``↻`` of a recursive function, with the number of members of a cycle."""
    if node.kind == "cycle":
        return f" ↻{node.count or ''}"
    if node.kind != "function" or node.function >= figs.profile.count:
        return ""
    return " ↻" if figs.recursive(node.function) else ""


def column_at(columns: TreeLayout, cell: int) -> str:
    """The column whose heading stands at ``cell``: a key of :data:`EXPLAINS`."""
    end = columns.fit.used + 2 + columns.left
    if cell < end:
        return columns.fit.at(cell) or ("function" if cell < end - len("location") else "location")
    return "bounds" if columns.bounds else "location"


def hidden_text(figs: Figures, least: float, hidden: Hidden) -> str:
    """What the state line says of what is not shown: ``least share 0.01 %: 5 nodes below, 0.000 s``."""
    text = f"least share {least:g} %"
    if not hidden.nodes:
        return text
    nodes = figures.plural(hidden.nodes, "node")
    return f"{text}: {nodes} below, {figures.with_unit(hidden.seconds, figs.unit)}"

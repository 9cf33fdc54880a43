"""The Tree view as lines: what fits, the heading, one node, the detail of a node."""

from __future__ import annotations

import math
from dataclasses import dataclass

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.names import Names
from proftui.analysis.search.query import Query
from proftui.drawing import figures
from proftui.drawing.columns import Figures
from proftui.drawing.figures import heat
from proftui.drawing.line import Line, Span, fitted, marked, spread, width_of
from proftui.drawing.safe_text import cell_width, clean, cut_end, pad_start, shorten_location
from proftui.frame.functions import name_and_location, spoken

LEGEND = " ≈ estimate: the file has edges, not stacks. The exact figures are in 2 Calls."
DEEPEST = 24
"""Cells of indent at which it stops."""
LEAST_ROOM = 16
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
    """Widths of a tree of ``width`` cells."""

    width: int
    seconds: int
    share: int
    """Cells of a share with the blank before it; 0: not shown."""
    bar: int
    calls: int
    """Cells of the calls with the blanks before them; 0: not shown."""
    bounds: int
    """Cells of ``low–high``; 0: not shown."""
    shares: str
    """What a share is of: ``total``, ``parent`` or ``none``."""

    @property
    def used(self) -> int:
        """Cells up to the end of the figures."""
        return 2 + self.seconds + self.share + (self.bar + 1 if self.bar else 0) + self.calls

    @property
    def room(self) -> int:
        """Cells for indent, marker, function and location."""
        return max(1, self.width - self.used - 3 - (self.bounds + 2 if self.bounds else 0))


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
    profile = figs.profile
    digits = max(figs.time_width, *(len(figures.time(time, figs.unit)) for time in (total, longest)))
    seconds = max(7, digits, len(_time_title(figs)))
    most = profile.total_calls or 0
    calls = max(10, 3 + len(str(max(most, 0))))
    wide = width >= 100
    # Of six digits on, a share is written with an exponent.
    most_share = min(figures.share(longest, total) or 0.0, 99_999.9)
    share = max(6, 1 + len(figures.percent(most_share))) if shares != "none" else 0
    bar = (10 if wide else 6) if share else 0
    bounds = max(len("low–high"), 2 * digits + 1) if wide else 0
    found = TreeLayout(width, seconds, share, bar, calls, bounds, shares)
    for cells in ((0, calls, share), (0, 0, share), (0, 0, 0)):
        if found.room >= min(30, max(24, width // 2 - 6)):
            break
        found = TreeLayout(width, seconds, cells[2], cells[0], cells[1], bounds, shares)
    return found


def _time_title(figs: Figures) -> str:
    return "time" if figs.unit.name == "s" else f"time {figs.unit.name}"


def heading(figs: Figures, place: TreeLayout) -> Line:
    """The column headings; those of calls and function stand a cell before their columns."""
    text = "  " + _time_title(figs).rjust(place.seconds)
    if place.share:
        parent = place.shares == "parent"
        text += ("%" if place.bar or not parent else "%par").rjust(place.share)
        if place.bar:
            text += (" parent" if parent else "").ljust(place.bar + 1)
    gap = " " if place.calls else "  "
    text += "calls".rjust(place.calls - 1) if place.calls else ""
    title = f"{gap} function"
    room = place.used + 2 + place.room - (len(text) + len(title))
    text += title
    if room >= len(" location"):
        text += "location".rjust(room)
    elif room > 0:
        text += " " * room
    if place.bounds:
        text += "  " + "low–high".rjust(place.bounds)
    return fitted([Span(text, "heading")], place.width, "panel")


def row(
    figs: Figures,
    names: Names,
    place: TreeLayout,
    branch: Branch,
    query: Query | None = None,
    strip: bool = False,
) -> Line:
    """One node; the first cell is left for the cursor."""
    node = branch.node
    spans = [Span(" "), Span(" " if node.exact else "≈", "estimate")]
    role = "muted" if figures.reads_as_zero(node.time, figs.unit) else "text"
    spans.append(Span(pad_start(figures.time(node.time, figs.unit), place.seconds), role))
    spans += _share(place, branch)
    if place.calls:
        spans += _calls(node, place.calls)
    spans.append(Span("  "))
    spans += _named(figs, names, place, branch, query, strip)
    if place.bounds:
        text = "" if node.exact else _bounds(figs, node)
        spans.append(Span("  " + pad_start(text, place.bounds), "estimate"))
    return fitted(spans, place.width)


def _share(place: TreeLayout, branch: Branch) -> list[Span]:
    if not place.share:
        return []
    value = figures.share(branch.node.time, branch.whole)
    role = heat(branch.own)
    bar = f" {figures.bar(value, place.bar)}" if place.bar else ""
    return [Span(pad_start(figures.percent(value), place.share), role), Span(bar, role)]


def calls_text(node: CallNode) -> str:
    """The calls of a node: ``121``, ``≈56``, ``≈0.3``, ``—`` where they were not counted."""
    calls = node.calls
    if calls is None or not math.isfinite(calls) or calls < 0:
        return figures.NOT_MEASURED if node.function >= 0 else ""
    if node.exact:
        return f"{calls:.0f}"
    # Fewer than one: some of the calls, shared out among several callers.
    return f"≈{calls:.1g}" if 0 < calls < 0.95 else f"≈{calls:.0f}"


def _calls(node: CallNode, cells: int) -> list[Span]:
    text = calls_text(node)
    padded = pad_start(text, cells)
    if not text.startswith("≈"):
        return [Span(padded)]
    before, mark, digits = padded.partition("≈")
    return [Span(before), Span(mark, "estimate"), Span(digits)]


def _bounds(figs: Figures, node: CallNode) -> str:
    return f"{figures.time(node.low, figs.unit)}–{figures.time(node.high, figs.unit)}"


def indent(place: TreeLayout, level: int) -> int:
    """Cells before the marker of a node of that level."""
    return min(2 * level, DEEPEST, max(0, (place.room - LEAST_ROOM) // 2 * 2))


def _named(
    figs: Figures, names: Names, place: TreeLayout, branch: Branch, query: Query | None, strip: bool
) -> list[Span]:
    """Indent, marker, name and location, in the room there is."""
    cells = indent(place, branch.level)
    deeper = branch.level - cells // 2
    more = f"+{deeper} " if deeper > 0 else ""
    before = [Span(" " * cells), Span(f"{branch.marker} "), Span(more, "estimate")]
    room = place.room - width_of(before)
    return [
        *fitted([*before, *_name(figs, names, branch.node, max(1, room), query, strip)], place.room).spans
    ]


def _name(
    figs: Figures, names: Names, node: CallNode, room: int, query: Query | None, strip: bool
) -> list[Span]:
    index = node.function
    if index < 0:
        text, ranges = cut_end(spoken_node(names, node), room), ()
        return list(marked(text, ranges, "muted" if node.kind == "unattributed" else "estimate"))
    before = [Span("↻ ", "estimate")] if node.kind == "recursion" else []
    tail = _tail(figs, node)
    room = max(1, room - width_of(before) - max(0, len(tail) - len(" ↻")))
    spans = name_and_location(names, index, room, query, bool(tail), strip)
    return [*before, *(Span(tail, span.role) if span == _RECURSIVE else span for span in spans)]


_RECURSIVE = Span(" ↻", "estimate")


def _tail(figs: Figures, node: CallNode) -> str:
    """What follows the name: ``↻`` of a recursive function, with the number of members of a cycle."""
    if node.kind == "cycle":
        return f" ↻{node.count or ''}"
    if node.kind != "function" or node.function >= figs.profile.count:
        return ""
    return " ↻" if figs.recursive(node.function) else ""


def spoken_node(names: Names, node: CallNode) -> str:
    """A node's name for running text, cleaned."""
    if node.kind == "rest":
        return clean(node.label) or f"… {node.count:,} more"
    name = spoken(names, node.function) if node.function >= 0 else clean(node.label).removeprefix("↻ ")
    return f"↻ {name}" if node.kind == "recursion" else name


def column_at(place: TreeLayout, cell: int) -> str:
    """The column whose heading stands at ``cell``: a key of :data:`EXPLAINS`."""
    ends = (
        ("time", 2 + place.seconds),
        ("share", place.used - place.calls),
        ("calls", place.used),
        ("function", place.used + 2 + place.room - len("location")),
        ("location", place.used + 2 + place.room),
    )
    return next((column for column, end in ends if cell < end), "bounds" if place.bounds else "location")


def detail(
    figs: Figures, names: Names, node: CallNode, total: float, width: int, inverted: bool = False
) -> Line:
    """The node under the cursor in full: function and location at the left, its figures at the right."""
    parts = _detail_figures(figs, node, total, inverted)
    name = spoken_node(names, node)
    location = clean(names.location(node.function)[-500:], 2000) if node.function >= 0 else ""
    least = min(cell_width(location), len(location.rpartition("/")[2]) + 2)
    while len(parts) > 1 and 5 + cell_width(name) + least + cell_width(" · ".join(parts)) > width:
        parts.pop()
    right = f"{' · '.join(parts)} "
    name = cut_end(name, max(8, width - cell_width(right) - 3))
    # Two blanks at least between what stands at the left and the figures.
    room = width - cell_width(right) - cell_width(name) - 5
    place = shorten_location(location, room) if room > 3 else ""
    left = [Span(f" {name}", "title"), Span(f"  {place}", "heading")]
    return spread(left, [Span(right)], width, "panel")


def _detail_figures(figs: Figures, node: CallNode, total: float, inverted: bool) -> list[str]:
    unit = figs.unit.name
    mark = "" if node.exact else "≈ "
    time = f"{mark}{figures.time(node.time, figs.unit)} {unit}"
    if node.exact:
        share = figures.percent(figures.share(node.time, total))
        parts = [time + (f" {share} %" if share else "")]
    else:
        parts = [f"{time}  {_bounds(figs, node)} {unit}"]
    if node.kind in ("function", "cycle") and not inverted:
        parts.append(f"own {mark}{figures.time(node.own, figs.unit)} {unit}")
    calls = calls_text(node)
    if calls and calls != figures.NOT_MEASURED:
        grouped = f"{int(calls):,}" if calls.isdecimal() else calls
        parts.append(f"{grouped} call{'' if calls == '1' else 's'}")
    return parts


def hidden_text(figs: Figures, least: float, hidden: Hidden) -> str:
    """What the state line says of what is not shown: ``least share 0.01 %: 5 nodes below, 0.000 s``."""
    text = f"least share {least:g} %"
    if not hidden.nodes:
        return text
    nodes = figures.plural(hidden.nodes, "node")
    return f"{text}: {nodes} below, {figures.time(hidden.seconds, figs.unit)} {figs.unit.name}"

"""The Tree view as lines: what fits, the heading, one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, own_time
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.columns import Figures, counts_title, has_counts, text_columns_of, time_title
from proftui.analysis.names import Names
from proftui.analysis.search.query import Query
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.fit import BAR, Candidate, Fit, bar_cells, fit_columns
from proftui.drawing.line import Line, Span, fitted, marked, width_of
from proftui.drawing.safe_text import cell_width, cut_end, pad_start
from proftui.frame.functions import last_part, location_tail, name_and_location, spoken
from proftui.frame.nodes import calls_text, estimate_mark, is_sure, spoken_node
from proftui_parsers import Profile
from proftui_parsers.consistency import checked, whole_time

DEEPEST, SHALLOWEST = 24, 8
"""Cells of indent at which it stops, where there is room and where there is little."""
LEAST_TEXT = 30
"""Cells of marker, name and location that an indent leaves where there is room."""
FOR_WIDE_STEPS = 50
"""Cells from which on each level is indented by two."""
LEAST_LOCATION = 14
"""Cells of a location that come before the outer levels of a chain."""
CLOSED, OPEN, LEAF = "▸", "▾", "·"


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The columns of a tree: time, share, bar, own time and calls before the names."""

    fit: Fit
    shares: str
    """What a share is of: ``total``, ``parent`` or ``none``."""
    longest: float
    """Percent that fill a bar."""
    inverted: bool
    """Whether callers stand below: all time is own time of the outermost row then."""

    @property
    def left(self) -> int:
        """Cells for indent, marker, function and location."""
        return max(1, self.fit.left)


@dataclass(frozen=True, slots=True)
class Branch:
    """A row of the tree: a node, or a chain of them, of which the last is what keys act on."""

    nodes: Sequence[CallNode]
    level: int
    marker: str
    whole: float | None
    """Seconds of which its share is."""
    heat: float | None = None
    """Own time in percent of the whole tree."""

    @property
    def first(self) -> CallNode:
        """The node whose figures stand in the row."""
        return self.nodes[0]

    @property
    def last(self) -> CallNode:
        """The node that is named at the end."""
        return self.nodes[-1]


def layout(
    figs: Figures,
    total: float,
    width: int,
    shares: str = "total",
    longest: float = 0.0,
    inverted: bool = False,
) -> TreeLayout:
    """What fits in ``width`` cells; when it is narrow the bar goes, then calls, own time and shares.

    ``longest``: seconds of the longest node, which can be more than the total where figures contradict,
    and has a full bar in a tree of callers, where no node is of all the time.
    """
    digits = max(figs.time_width, *(len(figures.time(time, figs.unit)) for time in (total, longest)))
    least = min(30, max(24, width // 2))
    columns = [Candidate("time", max(7, digits, len(time_title(figs))))]
    most = figures.share(longest, total) or 100.0
    whole = 100.0 if shares == "parent" else most if inverted else max(100.0, most)
    if shares != "none":
        # Of six digits on, a share is written with an exponent.
        columns.append(
            Candidate("share", max(6, 1 + len(figures.percent(min(whole, 99_999.9)))), 0, 4, least)
        )
        columns.append(Candidate(BAR, bar_cells(width), 1, 1, least))
    if not inverted:
        # Without a bar nothing parts it from the time.
        columns.append(Candidate("own", 2 + digits + (shares == "none"), 0, 3, least))
    if has_counts(figs.profile):
        calls = figs.profile.total_calls or figs.profile.total_primitive_calls or 0
        cells = max(8, 2 + len(str(max(calls, 0))), 2 + len(counts_title(figs.profile)))
        columns.append(Candidate("calls", cells, 0, 2, least))
    # The first two cells are the cursor's and that of ≈.
    return TreeLayout(fit_columns(columns, width, 2).held_together(), shares, whole, inverted)


def heading(figs: Figures, columns: TreeLayout) -> Line:
    """The column headings; those of calls and function stand a cell before their columns."""
    titles = {"time": time_title(figs), "share": "%", "own": "own"}
    titles["calls"] = f"{counts_title(figs.profile)} "
    if columns.shares == "parent":
        titles |= {BAR: " parent"} if columns.fit.has(BAR) else {"share": "%par"}
    text = columns.fit.heading(titles)
    name, place = (column.title for column in text_columns_of(figs.profile))
    text = f"{text.removesuffix(' ')}  {name}" if columns.fit.has("calls") else f"{text}   {name}"
    left = columns.fit.used + 2 + columns.left - len(text)
    if left > len(place):
        text += place.rjust(left)
    return fitted([Span(text, "heading")], columns.fit.width, "panel")


def row(
    figs: Figures,
    names: Names,
    columns: TreeLayout,
    branch: Branch,
    query: Query | None = None,
    strip: bool = False,
) -> Line:
    """A node or a chain of them; the first cell is left for the cursor."""
    node = branch.first
    spans = [Span(" "), Span(estimate_mark(node, whole_time(figs.profile), figs.unit) or " ", "estimate")]
    share = figures.share(node.time, branch.whole)
    for name, cells, _, _ in columns.fit.placed:
        if name == "time":
            role = "muted" if figures.reads_as_zero(node.time, figs.unit) else "text"
            spans.append(Span(pad_start(figures.time(node.time, figs.unit), cells), role))
        elif name == "share":
            of_run = figures.share(node.time, whole_time(figs.profile))
            text = figures.share_in_table(node.time, branch.whole)
            spans.append(Span(pad_start(text, cells), heat(of_run)))
        elif name == BAR:
            spans += _bar(columns, branch, share, cells)
        elif name == "own":
            spans += _own(figs, branch, cells)
        else:
            spans += _figure(calls_text(node), cells)
    spans.append(Span("  "))
    spans += named(figs, names, columns, branch, query, strip)
    return fitted(spans, columns.fit.width)


def own_of(nodes: Sequence[CallNode], owns: Sequence[float] | None = None) -> float:
    """Seconds of own time of the levels of a row, by which it is coloured; ``owns``: as for one node."""
    return sum(own_time(node, owns) for node in nodes)


def legend(profile: Profile) -> str:
    """What ``≈`` means in a tree that is there."""
    if not profile.has_edges:
        return messages.LEGEND_OF_LONE
    if checked(profile).is_doubtful:
        return messages.LEGEND_OF_DOUBT
    if profile.is_focused:
        return messages.LEGEND_OF_FOCUS
    if profile.is_shaped:
        return messages.LEGEND_OF_GROUPS if profile.grouped_by else messages.LEGEND_OF_SHAPE
    return messages.LEGEND if profile.edges.timed else messages.LEGEND_OF_UNTIMED


def _bar(columns: TreeLayout, branch: Branch, share: float | None, cells: int) -> list[Span]:
    """A bar of the time, of which own time is the hot part."""
    part = share if columns.inverted else figures.share(own_of(branch.nodes), branch.whole)
    own, rest = figures.bar_in_two(part, share, cells - 1, columns.longest)
    return [Span(f" {own}", heat(branch.heat)), Span(rest, "muted")]


def _own(figs: Figures, branch: Branch, cells: int) -> list[Span]:
    """Own time of a row; nothing of what is no function."""
    if branch.last.kind != "function":
        return [Span(" " * cells)]
    own, total = own_of(branch.nodes), whole_time(figs.profile)
    low, high = (sum(ends) for ends in zip(*((n.own_low, n.own_high) for n in branch.nodes), strict=True))
    mark = "" if is_sure(low, high, total, figs.unit) else "≈"
    return _figure(mark + figures.time(own, figs.unit), cells, heat(branch.heat))


def _figure(text: str, cells: int, role: str = "text") -> list[Span]:
    """A figure at the right of its cells; ``≈`` before it in its own colour."""
    padded = pad_start(text, cells)
    if not text.startswith("≈"):
        return [Span(padded, role)]
    before, mark, digits = padded.partition("≈")
    return [Span(before), Span(mark, "estimate"), Span(digits, role)]


def indent(columns: TreeLayout, level: int) -> int:
    """Cells before the marker of a row of that level."""
    step = 2 if columns.left >= FOR_WIDE_STEPS else 1
    return min(step * level, DEEPEST, max(SHALLOWEST, columns.left - LEAST_TEXT) // step * step)


def named(
    figs: Figures, names: Names, columns: TreeLayout, branch: Branch, query: Query | None, strip: bool
) -> list[Span]:
    """Indent, marker, names and location, in the cells there are."""
    cells = indent(columns, branch.level)
    number = f"{branch.level}: " if cells == indent(columns, branch.level - 1) and branch.level else ""
    spans = [Span(" " * cells), Span(f"{branch.marker} "), Span(number, "muted")]
    if len(branch.nodes) > 1:
        spans += _outer(figs, names, columns, branch, query, columns.left - width_of(spans))
    left = columns.left - width_of(spans)
    return [
        *fitted([*spans, *_name(figs, names, branch.last, max(1, left), query, strip)], columns.left).spans
    ]


def _outer(
    figs: Figures, names: Names, columns: TreeLayout, branch: Branch, query: Query | None, width: int
) -> list[Span]:
    """The levels of a chain but for the last one: both ends, and between them how many more there are."""
    index, outer = branch.last.function, branch.nodes[:-1]
    sign = Span(" ‹ " if columns.inverted else " › ", "muted")
    location = min(LEAST_LOCATION, cell_width(location_tail(names, index)))
    left = width - cell_width(spoken(names, index) + _tail(figs, branch.last)) - location - 2

    def level(node: CallNode, most: int = 60, whole: bool = True) -> list[Span]:
        spoken_name = spoken(names, node.function)
        name = cut_end(spoken_name if whole else last_part(spoken_name), most)
        role = "text" if names.is_mine(node.function) else "library"
        spans = marked(name, query.spans(name, "name", names.label(node.function)) if query else (), role)
        return [*spans, Span(_tail(figs, node), "estimate"), sign]

    most_kept = min(len(outer), _MOST_NAMES)
    for kept, whole in [(most_kept, True), *((kept, False) for kept in range(most_kept, 0, -1))]:
        ends = [*outer[: kept - kept // 2], *outer[len(outer) - kept // 2 :]]
        spans = [level(node, whole=whole) for node in ends]
        if kept < len(outer):
            spans.insert(kept - kept // 2, [Span(f"…{len(outer) - kept}", "muted"), sign])
        if sum(map(width_of, spans)) <= left:
            return [span for few in spans for span in few]
    more = [Span(f"…{len(outer) - 1}", "muted"), sign] if len(outer) > 1 else []
    most = left - width_of([*more, *level(outer[0], 1)]) + 1
    if most < _LEAST_NAME:
        return [Span(f"…{len(outer)}", "muted"), sign]
    return [*level(outer[0], most, whole=False), *more]


_MOST_NAMES, _LEAST_NAME = 20, 5
"""Of the outer levels of a chain: how many are named at most, and in how many cells at least."""


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
    """The column whose heading stands at ``cell``: a key of :data:`messages.TREE_COLUMNS`."""
    end = columns.fit.used + 2 + columns.left
    return columns.fit.at(cell) or ("function" if cell < end - len("location") else "location")


def hidden_texts(figs: Figures, least: float, hidden: Hidden) -> list[str]:
    """What is not shown, in words, the longest first: ``hiding 5 nodes under 0.5 %: 0.013 s · L``."""
    if not hidden.nodes:
        return [messages.LEAST_SHARE.format(least)]
    text = messages.HIDING.format(figures.plural(hidden.nodes, "node"), least)
    whole = f"{text}: {figures.with_unit(hidden.seconds, figs.unit)}"
    return [whole + messages.LEAST_KEY, whole, text, text.partition(" under ")[0]]

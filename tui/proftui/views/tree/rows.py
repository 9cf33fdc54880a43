"""The Tree view as lines: what fits, the heading, one row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, CallTree, own_time
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.columns import counts_title, has_counts, text_columns_of
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.line import Line, Span, fitted, marked, width_of
from proftui.drawing.safe_text import cell_width, cut_end, pad_start
from proftui.drawing.table import BAR, Column, Table, bar_cells, fit_columns
from proftui.frame.functions import location_tail, name_and_location, spoken
from proftui.frame.nodes import calls_text, estimate_mark, is_sure, spoken_node
from proftui.state.figures import time_title
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

DEEPEST, SHALLOWEST = 24, 8
"""Cells of indent at which it stops, where there is room and where there is little."""
LEAST_TEXT = 30
"""Cells of marker, name and location that an indent leaves where there is room."""
FOR_WIDE_STEPS = 50
"""Cells from which on each level is indented by two."""
LEAST_LOCATION = 14
"""Cells of a location that come before the outer levels of a chain."""
CLOSED, OPEN, LEAF = "▸", "▾", "·"


class Branch(NamedTuple):
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


class TreeTable:
    """The columns before the names of a tree, and its rows."""

    sorted_by = "", ""
    """The column that rows are sorted by, and its mark."""

    def __init__(self, session: Session, tree: CallTree, width: int, shares: str = "total") -> None:
        """What fits in ``width`` cells; ``shares``: what they are of."""
        self.session, self.tree, self.shares = session, tree, shares
        self.figs, self.names, self.query = session.figures, session.names, session.query
        # The first two cells are the cursor's and that of ≈.
        self.table = fit_columns(self._columns(width), width, 2).held_together()
        self.left = max(1, self.table.left)
        """Cells for indent, marker, function and location."""

    def _columns(self, width: int) -> Sequence[Column]:
        """All columns; when it is narrow the bar goes, then calls, own time and shares."""
        # It can be more than the total where figures contradict, and has a full bar in a tree of callers,
        # where no node is of all the time.
        figs, tree, inverted = self.figs, self.tree, self.tree.inverted
        shares, longest = self.shares, max((node.time for node in tree.roots()), default=0.0)
        digits = max(figs.time_width, *(len(figures.time(time, figs.unit)) for time in (tree.total, longest)))
        if shares == "total" and not inverted and checked(figs.profile).contradicts:
            shares = "none"
        least = min(30, max(24, width // 2))
        most = figures.share(longest, tree.total) or 100.0
        whole = 100.0 if shares == "parent" else most if inverted else max(100.0, most)
        self._longest = whole
        """Percent that fill a bar."""
        columns = [Column("time", time_title(figs), self._time, max(7, digits, len(time_title(figs))))]
        if shares != "none":
            # Of six digits on, a share is written with an exponent.
            wide = max(6, 1 + len(figures.percent(min(whole, 99_999.9))))
            of_parent = shares == "parent"

            def title(table: Table) -> str:
                return "%par" if of_parent and not table.has(BAR) else "%"

            columns.append(Column("share", title, self._share, wide, 0, 4, least))
            above = " parent" if of_parent else ""
            columns.append(Column(BAR, above, self._bar, bar_cells(width), 1, 1, least))
        if not inverted:
            # Without a bar nothing parts it from the time.
            columns.append(Column("own", "own", self._own, 2 + digits + (shares == "none"), 0, 3, least))
        if has_counts(figs.profile):
            calls = figs.profile.total_calls or figs.profile.total_primitive_calls or 0
            # It stands a cell before its column.
            counted = f"{counts_title(figs.profile)} "
            wide = max(8, 2 + len(str(max(calls, 0))), 1 + len(counted))
            columns.append(Column("calls", counted, self._calls, wide, 0, 2, least))
        return columns

    def heading(self) -> Line:
        """The column headings."""
        name, place = text_columns_of(self.figs.profile)
        return self.table.heading(name.title, place.title, *self.sorted_by)

    def row(self, branch: Branch) -> Line:
        """A node or a chain of them; the first cell is left for the cursor."""
        mark = "≈" if self.is_estimate(branch.first) else " "
        return self.table.row(branch, self.named(branch), [Span(" "), Span(mark, "estimate")])

    def is_estimate(self, node: CallNode) -> bool:
        """Whether the time of a node is an estimate that shows."""
        return bool(estimate_mark(node, self.figs.profile.total_time, self.figs.unit))

    def hidden_texts(self, least: float, hidden: Hidden, *, has_estimates: bool) -> list[str]:
        """What is not shown, in words, the longest first: ``hiding 5 nodes under 0.5 %: 0.013 s · L``."""
        if not hidden.nodes:
            return [messages.LEAST_SHARE.format(least)]
        nodes = figures.plural(hidden.nodes, "node")
        text = messages.HIDING.format(nodes, least)
        whole = f"{text}: {figures.with_unit(hidden.seconds, self.figs.unit)}"
        return [whole + messages.LEAST_KEY, whole, text, messages.HIDING_NODES.format(nodes)]

    def below(self, least: float, hidden: Hidden, *, has_estimates: bool) -> Iterator[str]:
        """What is printed below the rows."""
        if hidden.nodes:
            yield self.hidden_texts(least, hidden, has_estimates=has_estimates)[1]
        if has_estimates:
            yield legend(self.figs.profile).strip()

    def indent(self, level: int) -> int:
        """Cells before the marker of a row of that level."""
        step = 2 if self.left >= FOR_WIDE_STEPS else 1
        return min(step * level, DEEPEST, max(SHALLOWEST, self.left - LEAST_TEXT) // step * step)

    def column_at(self, cell: int) -> str:
        """The column whose heading stands at ``cell``: a key of :data:`messages.TREE_COLUMNS`."""
        end = self.table.used + 2 + self.left
        return self.table.at(cell) or ("function" if cell < end - len("location") else "location")

    def named(self, branch: Branch) -> list[Span]:
        """Indent, marker, names and location, in the cells there are."""
        cells = self.indent(branch.level)
        number = f"{branch.level}: " if cells == self.indent(branch.level - 1) and branch.level else ""
        spans = [Span(" " * cells), Span(f"{branch.marker} "), Span(number, "muted")]
        if len(branch.nodes) > 1:
            spans += self._outer(branch, self.left - width_of(spans))
        name = self._name(branch.last, max(1, self.left - width_of(spans)))
        return [*fitted([*spans, *name], self.left).spans]

    def _outer(self, branch: Branch, width: int) -> list[Span]:
        """The levels of a chain but for the last one: both ends, and between them how many more there are."""
        names, index, outer = self.names, branch.last.function, branch.nodes[:-1]
        sign = Span(" ‹ " if self.tree.inverted else " › ", "muted")
        location = min(LEAST_LOCATION, cell_width(location_tail(names, index)))
        left = width - cell_width(spoken(names, index) + self._tail(branch.last)) - location - 2

        def level(node: CallNode, most: int = 60) -> list[Span]:
            name = cut_end(spoken(names, node.function), most)
            role = "text" if names.is_mine(node.function) else "library"
            found = self.query.spans(name, "name") if self.query else ()
            return [*marked(name, found, role), Span(self._tail(node), "estimate"), sign]

        spans = [level(node) for node in outer[:_MOST_NAMES]]
        if len(outer) <= _MOST_NAMES and sum(map(width_of, spans)) <= left:
            return [span for few in spans for span in few]
        more = [Span(f"…{len(outer) - 1}", "muted"), sign] if len(outer) > 1 else []
        most = left - width_of([*more, *level(outer[0], 1)]) + 1
        if most < _LEAST_NAME:
            return [Span(f"…{len(outer)}", "muted"), sign]
        return [*level(outer[0], most), *more]

    def _name(self, node: CallNode, width: int) -> list[Span]:
        names, index = self.names, node.function
        before = [Span("↻ ", "estimate")] if node.kind == "recursion" else []
        if index < 0:
            name = spoken_node(names, node).removesuffix(" ↻")
            role = "muted" if node.kind == "unattributed" else "estimate"
            name = cut_end(name, width - width_of(before))
            return [*before, *marked(name, self.query.spans(name, "name") if self.query else (), role)]
        tail = self._tail(node)
        width = max(1, width - width_of(before) - max(0, len(tail) - len(" ↻")))
        spans = name_and_location(names, index, width, self.query, bool(tail), self.session.strip_dirs)
        return [*before, *(Span(tail, span.role) if span == _RECURSIVE else span for span in spans)]

    def _tail(self, node: CallNode) -> str:
        """What follows the name: ``↻`` of a recursive function, with the number of members of a cycle."""
        if node.kind == "cycle":
            return f" ↻{node.count or ''}"
        if node.kind != "function" or node.function >= self.figs.profile.count:
            return ""
        return " ↻" if self.figs.recursive(node.function) else ""

    # Figures

    def _time(self, branch: Branch, cells: int) -> Sequence[Span]:
        time, unit = branch.first.time, self.figs.unit
        return (Span(pad_start(figures.time(time, unit), cells), figures.role_of(time, unit)),)

    def _share(self, branch: Branch, cells: int) -> Sequence[Span]:
        share = figures.share(branch.first.time, self.figs.profile.total_time)
        text = figures.share_in_table(branch.first.time, branch.whole)
        return (Span(pad_start(text, cells), heat(share)),)

    def _bar(self, branch: Branch, cells: int) -> Sequence[Span]:
        """A bar of the time, of which own time is the hot part."""
        share = figures.share(branch.first.time, branch.whole)
        part = share if self.tree.inverted else figures.share(own_of(branch.nodes), branch.whole)
        own, rest = figures.bar_in_two(part, share, cells - 1, self._longest)
        return Span(f" {own}", heat(branch.heat)), Span(rest, "muted")

    def _own(self, branch: Branch, cells: int) -> Sequence[Span]:
        """Own time of a row; nothing of what is no function."""
        if branch.last.kind != "function":
            return (Span(" " * cells),)
        low, high = (sum(n.own_low for n in branch.nodes), sum(n.own_high for n in branch.nodes))
        unit = self.figs.unit
        mark = "" if is_sure(low, high, self.figs.profile.total_time, unit) else "≈"
        text = mark + figures.time(own_of(branch.nodes), unit)
        return _figure(text, cells, heat(branch.heat))

    def _calls(self, branch: Branch, cells: int) -> Sequence[Span]:
        return _figure(calls_text(branch.first), cells)


_RECURSIVE = Span(" ↻", "estimate")
_MOST_NAMES, _LEAST_NAME = 20, 5
"""Of the outer levels of a chain: how many are named at most, and in how many cells at least."""


def own_of(nodes: Sequence[CallNode], owns: Sequence[float] | None = None) -> float:
    """Seconds of own time of the levels of a row, by which it is coloured; ``owns``: as for one node."""
    return sum(own_time(node, owns) for node in nodes)


def legend(profile: Profile) -> str:
    """What ``≈`` means in a tree that is there."""
    if checked(profile).is_doubtful:
        return messages.LEGEND_OF_DOUBT
    if profile.is_focused:
        return messages.LEGEND_OF_FOCUS
    if profile.is_shaped:
        return messages.LEGEND_OF_GROUPS if profile.grouped_by else messages.LEGEND_OF_SHAPE
    return messages.LEGEND if profile.edges.timed else messages.LEGEND_OF_UNTIMED


def _figure(text: str, cells: int, role: str = "text") -> list[Span]:
    """A figure at the right of its cells; ``≈`` before it in its own colour."""
    padded = pad_start(text, cells)
    if not text.startswith("≈"):
        return [Span(padded, role)]
    before, mark, digits = padded.partition("≈")
    return [Span(before), Span(mark, "estimate"), Span(digits, role)]

"""Where the time of an icicle's picture is spent: own times, and their rows below it."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proftui import messages
from proftui.analysis.calltree.nodes import NO_FUNCTION, CallNode, CallTree
from proftui.analysis.columns import Figures, call_titles, text_columns_of
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.drawing.table import BAR, Column, Table, bar_cells, fit_columns, share_text
from proftui.frame.functions import location_tail, name_and_location
from proftui.frame.nodes import is_sure
from proftui.views.icicle.boxes import heaviest_first

_MOST_NODES = 2_000
"""Nodes looked at for the own times of a zoomed node."""
_MOST_ROWS = 100

Times = tuple[float, float, float]
"""Seconds, and what they lie between."""


@dataclass(frozen=True, slots=True)
class OwnTime:
    """Own time in a picture: of a function, or of what ``label`` says."""

    function: int
    seconds: float
    low: float
    high: float
    """What the true time lies between, seconds."""
    label: str = ""


def own_times(tree: CallTree, root: CallNode | None, figs: Figures) -> list[OwnTime]:
    """Where the time of the picture is spent, most first.

    Of the whole tree they are the profile's own figures; below a zoomed node they are added up from
    its nodes, the heaviest first, and what was not looked at is a row too.
    """
    profile = figs.profile
    if tree.inverted and (root is not None or len(tree.roots()) == 1):
        # Turned round, all the time in the picture is that of the function at its top.
        return [_recorded(top.function, top.time) for top in tree.roots()[:1] if root is None]
    if root is None:
        largest = _largest(profile.tottime, _MOST_ROWS)
        if figs.shaped is not None:
            return [OwnTime(i, profile.tottime[i], *figs.shaped.ends("tottime", i)) for i in largest]
        return [_recorded(i, profile.tottime[i]) for i in largest]
    return _added_up(tree, root)


def _recorded(function: int, seconds: float) -> OwnTime:
    return OwnTime(function, seconds, seconds, seconds)


def _largest(times: Sequence[float], most: int) -> list[int]:
    """Where the largest of ``times`` are, of equals the first first; nothing sorts a million functions."""
    # What is no number is not above 0.
    spent = (index for index, time in enumerate(times) if time > 0)
    return heapq.nlargest(most, spent, key=times.__getitem__)


def _added_up(tree: CallTree, root: CallNode) -> list[OwnTime]:
    sums: defaultdict[tuple[int, str], Times] = defaultdict(lambda: (0.0, 0.0, 0.0))
    least, looked = root.time / 2_000, 0

    def enter(node: CallNode) -> bool:
        return looked <= _MOST_NODES and (node.kind != "rest" or node is root)

    for node in heaviest_first(tree, [root], least, enter):
        looked += 1
        all_of_it = node.time, node.low, node.high
        key, times = (
            _own_of(tree, node, least) if enter(node) else ((NO_FUNCTION, messages.IN_TOO_NARROW), all_of_it)
        )
        time, low, high = map(float.__add__, sums[key], times)
        sums[key] = time, low, high
    rows = [OwnTime(function, *times, label) for (function, label), times in sums.items() if times[0] > 0]
    return sorted(
        rows, key=lambda row: (row.label == messages.IN_TOO_NARROW, -row.seconds, row.function, row.label)
    )


def _own_of(tree: CallTree, node: CallNode, least: float) -> tuple[tuple[int, str], Times]:
    """Whose own time a node adds, and how much; all of what leads nowhere is its own."""
    if node.kind == "function":
        return (node.function, ""), (node.own, node.own_low, node.own_high)
    label = messages.RECURSION if node.kind == "recursion" else clean(node.label, 60)
    if node.kind in ("recursion", "unattributed") and not tree.children(node, least):
        return (NO_FUNCTION, label), (node.time, node.low, node.high)
    low, high = (node.own, node.own) if node.exact else (0.0, node.high)
    return (NO_FUNCTION, label), (node.own, low, high)


def own_lines(figs: Figures, names: Names, rows: Sequence[OwnTime], width: int, height: int) -> list[Line]:
    """A blank, the heading and as many rows as ``height`` lines hold; nothing where they hold no row."""
    if height < 3 or not rows:
        return []
    shown = list(rows[: height - 2])
    if rows[-1].label == messages.IN_TOO_NARROW:
        shown[-1] = rows[-1]
    table = _table(figs, shown, width)
    place = text_columns_of(figs.profile)[1].title
    table = table._replace(left=min(table.left, _needed(names, shown, place)))
    heading = table.heading(messages.OWN_TIMES, place)
    return [fitted([], width), heading, *(table.row(row, _named(names, row, table.left)) for row in shown)]


def _table(figs: Figures, rows: Sequence[OwnTime], width: int) -> Table:
    total, title = figs.profile.total_time, figures.titled(call_titles(figs.profile)["tottime"], figs.unit)
    longest = figures.share(max(row.seconds for row in rows), total) or 0.0

    def time(row: OwnTime, cells: int) -> Sequence[Span]:
        text = figures.time(row.seconds, figs.unit).rjust(cells)
        if is_sure(row.low, row.high, total, figs.unit):
            return (Span(text),)
        return (Span(f" ≈{text[2:]}" if text.startswith("  ") else text, "estimate"),)

    def part(name: str) -> Callable[[OwnTime, int], Sequence[Span]]:
        def cells(row: OwnTime, cells: int) -> Sequence[Span]:
            share = figures.share(row.seconds, total)
            return (Span(share_text(name, share, cells, longest), heat(share)),)

        return cells

    columns = [
        Column("tottime", title, time, 2 + max(len(title), figs.time_width)),
        Column("share", "%", part("share"), 6),
        Column(BAR, "", part(BAR), bar_cells(width) if width >= 60 else 0, 1),
    ]
    return fit_columns(columns, width, 0)


def _named(names: Names, row: OwnTime, left: int) -> Sequence[Span]:
    if row.function >= 0:
        return name_and_location(names, row.function, left, None, False)
    return [Span(cut_end(row.label, left), "muted")]


def _needed(names: Names, rows: Sequence[OwnTime], place: str) -> int:
    """Cells for the longest name and, beside it, the longest location: no more, or they are far apart."""
    functions = [row.function for row in rows if row.function >= 0]
    name = max((cell_width(clean(names.shown_name(index))) for index in functions), default=0)
    location = max((cell_width(location_tail(names, index)) for index in functions), default=0)
    labels = [cell_width(row.label) for row in rows]
    return max(len(messages.OWN_TIMES) + 2, name + 2, *labels) + max(len(place), location)

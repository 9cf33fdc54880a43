"""The Imports view as lines: what fits, the heading, one row, the detail of a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from proftui import messages
from proftui.analysis.builtin_names import MODULE
from proftui.analysis.calltree.nodes import EVERYTHING_BELOW
from proftui.analysis.importlib_names import EXTENSIONS
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.search.query import Query
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.line import Line, Span, marked, width_of
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import Clean, cell_width, clean, cut_end
from proftui.drawing.table import BAR, Column, Table, bar_cells, fit_columns
from proftui.frame.functions import in_words, location_tail
from proftui.frame.rows import state_line
from proftui.state.figures import Figures
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.imports.tree import ImportNode, ImportTree

SORTED_BY = ("cumtime", "tottime", "function")
_CLOSED, _OPEN, _LEAF = "▸", "▾", "·"
_DEEPEST = 24
"""Cells of indent at which it stops."""
_LEAST_LOCATION = 22
"""Cells without which no location stands in the detail row."""
_LEAST_TEXT = 20
"""Cells of marker and name that an indent leaves at least."""
_TITLES = {
    "outside": messages.CODE_OUTSIDE,
    "several": messages.SEVERAL_PLACES,
    "loading": messages.LOADING,
    "extensions": messages.EXTENSIONS,
    "rest": EVERYTHING_BELOW,
}
PARTS = ("several", "loading", "extensions")
"""What has time that is in other roots, too."""
EXPLAINED = {
    "outside": messages.WHAT_OUTSIDE_IS,
    "several": messages.WHAT_SEVERAL_IS,
    "loading": messages.WHAT_LOADING_IS,
    "extensions": messages.WHAT_EXTENSIONS_ARE,
}


class ImportRow(NamedTuple):
    """A node where it stands: how deep, and whether it is open; ``None``: there is nothing to open."""

    node: ImportNode
    level: int
    is_open: bool | None
    is_part: bool = False
    """Whether its time is in the rows above it, too."""


def visible(
    tree: ImportTree, opened: set[ImportNode], names: Names, order: Order, shown: set[ImportNode] | None
) -> list[ImportRow]:
    """The rows that are open, in their order; of ``shown``, with a filter, those and what is above them."""
    rows: list[ImportRow] = []
    waiting = [(node, 0) for node in reversed(_ordered(tree.roots, names, order))]
    while waiting:
        node, level = waiting.pop()
        if shown is not None and node not in shown:
            continue
        below = [child for child in node.children if shown is None or child in shown]
        is_open = node in opened if below else None
        is_part = node.kind in PARTS and bool(rows) and rows[0].node.kind not in PARTS
        rows.append(ImportRow(node, level, is_open, is_part))
        if is_open:
            waiting += [(child, level + 1) for child in reversed(_ordered(below, names, order))]
    return rows


def _ordered(nodes: Iterable[ImportNode], names: Names, order: Order) -> list[ImportNode]:
    """Siblings in an order; what is no module stays behind those that are."""
    some = list(nodes)
    rest = [node for node in some if node.kind in _TITLES]
    named = [node for node in some if node.kind not in _TITLES]
    if order.column == "function":
        named.sort(key=lambda node: name_of(names, node).casefold(), reverse=order.descending)
    else:
        is_own = order.column == "tottime"
        named.sort(key=lambda node: _sort_time(node, is_own), reverse=order.descending)
    return named + rest


def _sort_time(node: ImportNode, is_own: bool) -> float:
    first, second = (node.own, node.time) if is_own else (node.time, node.own)
    return (first if first is not None else second) or 0.0


def found(tree: ImportTree, functions: Iterable[int]) -> tuple[set[ImportNode], set[ImportNode]]:
    """The nodes of some functions, and these with all that is above them."""
    wanted = set(functions)
    hits = {node for node in tree.nodes() if node.function in wanted}
    return hits, with_above(hits)


def with_above(nodes: Iterable[ImportNode]) -> set[ImportNode]:
    """Some nodes, and all that is above them."""
    every: set[ImportNode] = set()
    for start in nodes:
        node: ImportNode | None = start
        while node is not None and node not in every:
            every.add(node)
            node = node.parent
    return every


def name_of(names: Names, node: ImportNode) -> Clean:
    """What a row is called."""
    index = node.function
    if index < 0:
        return clean(_TITLES[node.kind])
    if names.profile.names[index] == MODULE:
        return clean(names.module(index), 120)
    if node.kind == "function" and names.profile.names[index] in EXTENSIONS:
        return clean(messages.BY_EXTENSIONS)
    return clean(messages.IMPORTED_IN.format(clean(names.shown_name(index), 120)))


def layout(figs: Figures, width: int, rows: Sequence[ImportRow], *, shares: bool = True) -> Table:
    """What fits in ``width`` cells; when it is narrow the bar goes, then shares, then own time."""
    most = max((_cumulative(line) or 0.0 for line in rows), default=0.0)
    own, cumulative = (figures.titled(title, figs.unit) for title in ("own", "cumulative"))
    least, run = min(30, max(20, width // 2)), figs.profile.total_time

    def time(seconds: float | None, cells: int, role: str) -> Sequence[Span]:
        text = "" if seconds is None else figures.time(seconds, figs.unit)
        return (Span(text.rjust(cells), figures.role_of(seconds, figs.unit, role)),)

    def hot(line: ImportRow) -> str:
        return heat(figures.share(_cumulative(line), run))

    def share(line: ImportRow, cells: int) -> Sequence[Span]:
        return (Span(figures.percent(figures.share(_cumulative(line), run)).rjust(cells), hot(line)),)

    def bar(line: ImportRow, cells: int) -> Sequence[Span]:
        # Beside bars that are within each other, one of another kind would be compared with them.
        text = "" if line.is_part else figures.bar(_cumulative(line), cells - 1, most)
        return (Span(f" {text.ljust(cells - 1)}", hot(line)),)

    def own_time(line: ImportRow, cells: int) -> Sequence[Span]:
        return time(line.node.own, cells, heat(figures.share(line.node.own, run)))

    def cumtime(line: ImportRow, cells: int) -> Sequence[Span]:
        return time(line.node.time, cells, "text")

    digits = max(7, figs.time_width)
    columns = [
        Column("tottime", own, own_time, max(digits, len(own)), 0, 3, least),
        Column("cumtime", cumulative, cumtime, max(digits, len(cumulative)), 2),
    ]
    if shares:
        columns.append(Column("share", "%", share, 6, 0, 2, least))
        columns.append(Column(BAR, "", bar, bar_cells(width), 1, 1, least))
    return fit_columns(columns, width, 2).held_together()


def heading(table: Table, order: Order) -> Line:
    """The column headings; ``▾`` or ``▴`` stands before the sorted one."""
    return table.heading("module", "location", order.column, "▾" if order.descending else "▴")


def _cumulative(line: ImportRow) -> float | None:
    """Seconds of a row with all below it."""
    return line.node.own if line.node.time is None else line.node.time


def row(names: Names, table: Table, line: ImportRow, query: Query | None, strip: bool) -> Line:
    """One row; the first cell is left for the cursor."""
    return table.row(line, _named(names, line, max(1, table.left), query, strip))


def marker_cell(table: Table, line: ImportRow) -> int:
    """Where the marker of a row stands."""
    return table.used + 2 + _indent(max(1, table.left), line.level)


def _indent(left: int, level: int) -> int:
    return min(2 * level, _DEEPEST, max(0, (left - _LEAST_TEXT) // 2 * 2))


def _named(names: Names, line: ImportRow, left: int, query: Query | None, strip: bool) -> list[Span]:
    """Indent, marker, name at the left and location at the right."""
    node = line.node
    marker = {True: _OPEN, False: _CLOSED, None: _LEAF}[line.is_open]
    is_likely = node.likely and node.parent is not None and node.parent.kind != "several"
    before = [
        Span(" " * _indent(left, line.level)),
        Span(f"{marker} "),
        Span("≈ " if is_likely else "", "estimate"),
    ]
    left = max(1, left - width_of(before))
    index, name = node.function, name_of(names, node)
    if index < 0:
        # With a filter, what it is a part of may not stand above it.
        part = messages.OF_WHICH if line.is_part and query is None else ""
        return [*before, Span(cut_end(clean(part + name), left), "estimate")]
    location = location_tail(names, index, strip)
    if names.profile.names[index] in EXTENSIONS:
        # There are two of them, and both are of no file.
        location = clean(names.shown_name(index))
    room = left - cell_width(name) - 2
    where = shorten_location(location, room) if ":" in location and room >= 8 else location
    where = where if cell_width(where) <= room else ""
    shown = cut_end(name, left)
    role = "text" if names.is_mine(index) else "library"
    named = marked(shown, query.spans(shown, "name") if query else (), role)
    blank = left - cell_width(shown) - cell_width(where)
    return [*before, *named, Span(" " * blank), Span(where, "muted")]


def is_elsewhere(figs: Figures, node: ImportNode) -> bool:
    """Whether what a module or a function imported has its time in rows that do not stand below it."""
    if node.children or node.time is None or node.kind in EXPLAINED:
        return False
    imported = node.time - (node.own or 0.0)
    return imported > 0 and not figures.reads_as_zero(imported, figs.unit)


def detail(figs: Figures, names: Names, node: ImportNode, width: int, package: str = "") -> Line:
    """A row in words; ``package``: what is said of the package that it is the first module of."""
    said = [package] if package else []
    if node.own is not None:
        said.append(messages.OWN_SECONDS.format(figures.with_unit(node.own, figs.unit)))
    if node.time is not None and node.time != node.own:
        said.append(messages.WITH_MODULES.format(figures.with_unit(node.time, figs.unit)))
    if is_elsewhere(figs, node):
        said[-1] += messages.IN_OTHER_ROWS
    if node.parent is not None and node.kind == "module" and node.parent.kind != "several":
        told = messages.LIKELY_IMPORTED_BY if node.likely else messages.IMPORTED_BY
        said.append(told.format(cut_end(name_of(names, node.parent), 40)))
    elif node.kind in EXPLAINED:
        said.append(EXPLAINED[node.kind])
    index, name = node.function, name_of(names, node)
    # The row has the location, too: it is not what the first figures give way to.
    if cell_width(f" {name} {' · '.join(said[:2])} ") + _LEAST_LOCATION > width:
        index = -1
    return in_words(names, index, name, said, 1, width)


def sentence(figs: Figures, tree: ImportTree, width: int) -> Line:
    """What imports take, taken apart; the parts add up to it but for what stands there twice."""
    times, unit = tree.times, figs.unit
    share = figures.percent(figures.share(times.total, figs.profile.total_time))
    if tree.own is None:
        return state_line([Span(messages.IMPORTS_REPEATED.format(share))], [], width)

    def said_time(seconds: float) -> str:
        return figures.thousands(figures.time(seconds, unit))

    own, extensions = (said_time(time) for time in (tree.own, times.extensions))
    if times.loading is None or tree.twice is None:
        text = messages.IMPORTS_TAKE_IN_PART.format(share, own, extensions, unit.name)
        return state_line([Span(text)], [], width)
    parts = [share, own, said_time(times.loading), extensions]
    texts = [messages.IMPORTS_TAKE.format(*parts, unit.name)]
    if tree.twice and not figures.reads_as_zero(tree.twice, unit):
        texts.insert(0, messages.IMPORTS_OVERLAP.format(*parts, said_time(tree.twice), unit.name))
    # With less room the tab alone says what it is a share of.
    forms = [form for text in texts for form in (text, text.removeprefix("imports "))]
    fitting = (form for form in forms if cell_width(form) + 2 <= width)
    return state_line([Span(next(fitting, forms[-1]))], [], width)

"""The Imports view: modules by who imported them, of which the user opens what he wants to see."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.order import Order
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.table import Table
from proftui.frame import idle_keys, sentences, state_row
from proftui.state.kept import Way, named
from proftui.state.session import Session
from proftui.state.view_names import CALLS, IMPORTS
from proftui.views.imports import rows as importrows
from proftui.views.imports.rows import ImportRow
from proftui.views.protocol import Answer, Extent, Finding, Go, Say
from proftui.views.table_view import TableView
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.imports.tree import ImportNode
    from proftui.drawing.safe_text import Clean
    from proftui.frame.explain import Explanation

_FIRST_SHARE = 0.02
"""The part of all imports from which on a row is open at the start."""


def _way_of(session: Session, node: ImportNode | None) -> Way:
    """The way from a root to a node, by what modules are known."""
    way = []
    while node is not None:
        way.append((node.kind, named(session, node.function), 0))
        node = node.parent
    return tuple(way[::-1])


class ImportsView(TableView[Table]):
    """Modules as rows; a row is made into text when it is on the screen."""

    view_name = IMPORTS
    kept: set[Way] | None = None
    has_hot_path = True
    waits_in_words = messages.FINDING_IMPORTS
    how_to_search = messages.FILTERS

    def __init__(self, session: Session, *, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self.opened: set[ImportNode] = set()
        self.rows: list[ImportRow] = []
        self._hits: set[ImportNode] = set()
        self._order = Order.usual("cumtime")
        self._has_opened = False

    # What is shown

    def show(self, session: Session) -> None:
        self.session = session
        self.opened, self._has_opened, self._waiting = set(), False, ""
        self.cursor = 0
        self._make_rows()

    def keep(self) -> set[Way] | None:
        return {_way_of(self.session, node) for node in self.opened} if self._has_opened else self.kept

    def finding(self) -> Finding | None:
        sources, names = self.session.sources, self.session.profile.names
        if sources.has_found_imports:
            return None
        # Of each module, the text is read, and then looked through a few times.
        return sources.finding_imports(), 2 * names.count("<module>")

    def show_selected(self, node: object = None) -> Answer:
        self._waiting = ""
        tree = self.session.sources.imports
        if tree is not None and not self._has_opened:
            self._has_opened = True
            most = _FIRST_SHARE * tree.times.total
            self.opened = {n for n in tree.nodes() if n.kind == "several" or (n.time or 0.0) >= most}
            if self.kept is not None:
                self.opened = {n for n in tree.nodes() if _way_of(self.session, n) in self.kept}
                self.kept = None
        self._make_rows()
        index = self.session.selected
        for row, line in enumerate(self.rows):
            if line.node.function == index:
                self.put_cursor(row)
        return None

    def changed(self) -> None:
        # What is not shown is made when it is.
        if self.display:
            self._make_rows()

    def _make_rows(self) -> None:
        """The rows anew; the cursor stays on its node, or goes to what is above it."""
        node = self.import_node
        tree, session = self.session.sources.imports, self.session
        shown = None
        self._hits = set()
        if tree is not None and session.query is not None:
            self._hits, shown = importrows.found(tree, session.rows)
        opened = self.opened if shown is None else self.opened | (shown - self._hits)
        self.rows = [] if tree is None else importrows.visible(tree, opened, self.names, self._order, shown)
        self._fit = None
        self._put(node)
        self.resized()

    def _put(self, node: ImportNode | None) -> None:
        at = {line.node: row for row, line in enumerate(self.rows)}
        while node is not None:
            if node in at:
                self.cursor = at[node]
                return
            node = node.parent

    @property
    def import_node(self) -> ImportNode | None:
        """The row under the cursor."""
        return self.rows[self.cursor].node if self.cursor < len(self.rows) else None

    @property
    def selected(self) -> int | None:
        node = self.import_node
        if node is None:
            return self.session.selected
        # What is selected elsewhere is on no row here: keys would act on what nobody sees.
        return node.function if node.function >= 0 else None

    def can_show(self, function: int) -> bool:
        return any(line.node.function == function for line in self.rows)

    def extent(self) -> Extent:
        return Extent(self.session.rows)

    # Keys

    def nothing_here(self) -> Say | None:
        return Say(self.why_no_rows()[0]) if self.import_node is None else None

    def sideways(self, step: int) -> Answer:
        node = self.import_node
        assert node is not None
        if step > 0:
            return self._open(node)
        if self.rows[self.cursor].is_open and node in self.opened:
            self.opened.discard(node)
            self.changed()
        elif node.parent is not None:
            self.put_cursor(next(row for row, line in enumerate(self.rows) if line.node is node.parent))
        else:
            return Say(messages.IS_ROOT)
        return None

    def _called(self, node: ImportNode) -> Clean:
        return importrows.name_of(self.names, node)

    def _open(self, node: ImportNode) -> Answer:
        """Open a closed row, go into an open one; else why nothing stands below it."""
        is_open = self.rows[self.cursor].is_open
        if is_open is None and importrows.is_elsewhere(self.figs, node):
            return Say(messages.IMPORTED_ELSEWHERE)
        if is_open is None:
            return Say(messages.NOTHING_IMPORTED.format(self._called(node)))
        if is_open:
            self.put_cursor(self.cursor + 1)
        else:
            self.opened.add(node)
            self.changed()
            self.post_message(self.Moved(self))
        return None

    def open(self) -> Answer:
        node = self.import_node
        if node is None:
            return self.nothing_here()
        if self.rows[self.cursor].is_open is False:
            return self._open(node)
        if node.function < 0:
            return Say(messages.IS_OPEN if node.children else importrows.EXPLAINED[node.kind])
        return Go(CALLS, node.function)

    def explain(self) -> Explanation | None:
        from proftui.frame.explain import module

        node, tree = self.import_node, self.session.sources.imports
        if node is None or tree is None:
            return None
        return module(self.session, node, self._called(node))

    def hot_path(self) -> Answer:
        from proftui.analysis.imports.tree import hot_path

        node = self.import_node
        assert node is not None
        path, stop = hot_path(node, self.session.whole)
        self.opened.update(path[:-1])
        self.changed()
        self._put(path[-1])
        self.reveal()
        share = figures.percent(figures.share(path[-1].time, self.session.whole))
        why = messages.HOT_PATH_ENDS[stop]
        steps = [self._called(step) for step in path[-4:]]
        return Say(sentences.hot_path(steps, f" {share} %" if share else "", why, self.app.size.width))

    def go_to_match(self, step: int) -> Answer:
        rows = [row for row, line in enumerate(self.rows) if line.node in self._hits]
        beyond = [row for row in rows if (row - self.cursor) * step > 0]
        if not rows:
            return Say(messages.NO_MODULE_MATCHES)
        if not beyond:
            self.put_cursor(rows[0 if step > 0 else -1])
            return Say(messages.SEARCH_ENDED["wrapped"])
        self.put_cursor(beyond[0 if step > 0 else -1])
        return None

    def cycle_shares(self) -> Answer:
        return self.toggle_shares("total")

    @property
    def order(self) -> Order:
        return self._order

    @property
    def sort_columns(self) -> Sequence[str]:
        return importrows.SORTED_BY if self.session.sources.imports is not None else ()

    def column_named(self, word: str) -> str | None:
        return word if word in importrows.SORTED_BY else None

    def sort(self, order: Order) -> Answer:
        self._order = order
        self.changed()
        return Say(messages.IMPORT_COLUMNS[order.column])

    def heading_at(self, cell: int) -> str | Say | None:
        column = self.columns.at(cell)
        if not column:
            column = "location" if cell >= self.size.width - len("location") - 1 else "function"
        return column if column in importrows.SORTED_BY else Say(messages.IMPORT_COLUMNS[column])

    # The frame around it

    def covered(self) -> list[Span]:
        number = sum(node.kind == "module" for node in self._hits)
        return state_row.in_lines(number if self.session.query is not None else None, "module")

    def summary(self) -> str:
        tree = self.session.sources.imports
        if tree is None:
            return ""
        every = len(tree.times.modules)
        if self.session.query is None:
            return figures.plural(every, "module")
        return messages.MODULES_SHOWN.format(sum(node.kind == "module" for node in self._hits), every)

    def detail(self, width: int) -> Line:
        node = self.import_node
        if node is None:
            return super().detail(width)
        package = self.names.package(node.function) if node.function >= 0 else ""
        is_first = package and self.names.module(node.function) == package
        share = sentences.package_share(self.session, package) if is_first else ""
        return importrows.detail(self.figs, self.names, node, width, share)

    def sentence(self, width: int) -> Line:
        tree = self.session.sources.imports
        if tree is None or self.session.query is not None:
            return state_row.functions(self.session, self.covered(), width)
        return importrows.sentence(self.figs, tree, width)

    @property
    def idle_keys(self) -> Sequence[str]:
        more = [] if self.session.query is not None else ["match(1)"]
        return idle_keys.on_rows(self.session, bool(self.rows), *more)

    # Drawing

    def laid_out(self, width: int) -> Table:
        """The columns that fit."""
        return importrows.layout(self.figs, width, self.rows, shares=self.has_shares)

    def heading_line(self) -> Line:
        """Column titles; none where there never will be rows."""
        if self.session.sources.imports is None:
            return fitted([], self.size.width, "panel")
        return importrows.heading(self.columns, self._order)

    def row_line(self, row: int) -> Line:
        """One row."""
        query, strip = self.session.query or None, self.session.strip_dirs
        return importrows.row(self.names, self.columns, self.rows[row], query, strip)

    def why_no_rows(self) -> Sequence[str]:
        """Why there is nothing, or how far it is."""
        if self._waiting:
            return (self._waiting,)
        tree = self.session.sources.imports
        if tree is None:
            return sentences.no_imports(self.session)
        return sentences.nothing_matches(self.session, figures.plural(len(tree.times.modules), "module"))

    # Mouse

    def marker_at(self, row: int) -> int:
        """The cell of a row's marker."""
        return importrows.marker_cell(self.columns, self.rows[row])

    def toggle(self) -> None:
        """Open or close the row under the cursor."""
        self.sideways(-1 if self.rows[self.cursor].is_open else 1)

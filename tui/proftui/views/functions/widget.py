"""View 1: the sortable table of functions."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.columns import FUNCTION, LOCATION, Column, Figures, columns_of
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.search.query import Query
from proftui.drawing.line import Line, Span, fitted
from proftui.views.functions.rows import Layout, Look, fit, heading, row
from proftui.widgets.rows import Rows


class FunctionsView(Rows):
    """The functions that the filter leaves, in the order asked for."""

    def __init__(self, figs: Figures, names: Names, order: Order, *, id: str) -> None:
        super().__init__(id=id)
        self.figs = figs
        self.names = names
        self.order = order
        self.matching: Query | None = None
        self.look = Look()
        self.rows: Sequence[int] = ()
        self.when_empty: tuple[str, ...] = ()
        self._layout: Layout | None = None

    @property
    def length(self) -> int:
        """Functions shown."""
        return len(self.rows)

    @property
    def selected(self) -> int | None:
        """The function under the cursor."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def fitted(self) -> Layout:
        """The columns that fit now."""
        if self._layout is None or self._layout.fit.width != self.size.width:
            self._layout = fit(self.figs, self.size.width, self.order, self.look)
        return self._layout

    def changed(self) -> None:
        """Figures, order, query or look are others: measure and draw again."""
        self._layout = None
        self.refresh()

    def show_rows(self, rows: Sequence[int], selected: int | None) -> None:
        """Other rows; the cursor stays on its function, at the same height where that is possible."""
        if rows is self.rows and self.selected == selected:
            self.changed()
            return
        height = self.cursor - self.top if self.selected == selected else None
        self.rows = rows
        self.cursor = rows.index(selected) if selected is not None and selected in rows else 0
        self.go_to(0 if height is None else self.cursor - height)
        self.reveal()
        self.changed()

    def heading_line(self) -> Line:
        """Column titles."""
        return heading(self.figs, self.fitted, self.order)

    def row_line(self, row_number: int) -> Line:
        """One function."""
        return row(self.figs, self.names, self.fitted, self.rows[row_number], self.matching, self.look)

    def empty_lines(self) -> list[Line]:
        """Why there is nothing, and how to get back."""
        return [fitted([Span(f"  {text}", "muted")], self.size.width) for text in self.when_empty]

    def column_at(self, cell: int) -> Column:
        """The column whose heading stands at ``cell``."""
        shown = {column.key: column for column in columns_of(self.figs.profile)}
        text = LOCATION if cell >= self.size.width - len(LOCATION.title) - 2 else FUNCTION
        return shown.get(self.fitted.fit.at(cell), text)

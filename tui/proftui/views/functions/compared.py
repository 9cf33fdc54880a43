"""The Functions table while both sides of a comparison stand there."""

from __future__ import annotations

from proftui.analysis.columns import text_columns_of
from proftui.drawing.line import Line
from proftui.frame.compared_columns import column_at, mark_of, row_of_both, sorted_column, table_of_both
from proftui.views.functions.rows import FunctionTable, Look
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.names import Names
    from proftui.analysis.order import Order
    from proftui.analysis.search.query import Query
    from proftui.state.session import Session


class TableOfBoth(FunctionTable):
    """As :class:`FunctionTable`."""

    def __init__(
        self, session: Session, width: int, order: Order, look: Look, rows: Sequence[int], screen: int
    ) -> None:
        """``rows``: the functions of the list."""
        self.session, self.order, self.look, measure = session, order, look, session.both.measure
        self.table = table_of_both(
            session, measure, width, functions=rows, shift=look.shift, with_cumtime=True, screen=screen
        )
        self.left_out = self.table.left_out

    def heading(self) -> Line:
        """The titles."""
        name, place = text_columns_of(self.session.profile)
        return self.table.heading(name.title, place.title, sorted_column(self.order), mark_of(self.order))

    def row(self, names: Names, index: int, query: Query | None) -> Line:
        """The row of a function; its first cell is left for the cursor."""
        return row_of_both(self.session, self.table, index, query)

    def column_at(self, cell: int) -> str:
        """What a click on the heading sorts by."""
        return column_at(self.table, self.session.both.measure, cell)

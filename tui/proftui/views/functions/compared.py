"""The Functions table while both sides of a comparison stand there."""

from __future__ import annotations

from proftui.analysis.columns import text_columns_of
from proftui.drawing.line import Line, dimmed, fitted
from proftui.frame.compared_columns import column_at, figures_of, mark_of, sorted_column, table_of_both
from proftui.frame.functions import name_and_location
from proftui.views.functions.rows import FunctionTable, Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.names import Names
    from proftui.analysis.order import Order
    from proftui.analysis.search.query import Query
    from proftui.state.compared import Compared
    from proftui.state.session import Session


class TableOfBoth(FunctionTable):
    """As :class:`FunctionTable`."""

    def __init__(
        self,
        session: Session,
        compared: Compared,
        width: int,
        order: Order,
        look: Look,
        rows: Sequence[int],
        screen: int,
        *,
        plain: bool,
    ) -> None:
        """``rows``: the functions of the list; ``plain``: there is only ASCII."""
        self.profile, self.compared, self.order, self.look = session.profile, compared, order, look
        self.table = table_of_both(
            compared,
            session.figures.unit,
            compared.measure,
            width,
            functions=rows,
            shift=look.shift,
            with_cumtime=True,
            screen=screen,
            plain=plain,
        )
        self.left_out = self.table.left_out

    def heading(self) -> Line:
        """The titles."""
        name, place = text_columns_of(self.profile)
        return self.table.heading(name.title, place.title, sorted_column(self.order), mark_of(self.order))

    def row(self, names: Names, index: int, query: Query | None) -> Line:
        """The row of a function; its first cell is left for the cursor."""
        compared, table = self.compared, self.table
        row = compared.row(index)
        if row is None:
            return fitted([], table.width)
        several = len(compared.now.pairs.bundles.get(row, ((), ()))[1])
        strip = self.look.strip_dirs
        text = name_and_location(names, index, table.left, query, False, strip, several=several)
        return table.row(figures_of(compared, row), dimmed(text) if compared.is_gone(index) else text)

    def column_at(self, cell: int) -> str:
        """What a click on the heading sorts by."""
        return column_at(self.table, self.compared.measure, cell)

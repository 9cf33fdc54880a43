"""The Functions table while both sides of a comparison stand there."""

from __future__ import annotations

from proftui.analysis.columns import text_columns_of
from proftui.drawing.line import Line, dimmed, fitted
from proftui.frame.compared_columns import figures_of, mark_of, sorted_column, table_of_both
from proftui.frame.functions import name_and_location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.order import Order
    from proftui.drawing.table import Table
    from proftui.state.session import Session


def fit(
    session: Session, width: int, screen: int, rows: Sequence[int], shift: int = 0, *, plain: bool = False
) -> Table:
    """The columns that fit in ``width`` cells of a screen; ``rows``: the functions of the list."""
    compared = session.compared
    assert compared is not None
    unit, measure = session.figures.unit, compared.measure
    return table_of_both(
        compared,
        unit,
        measure,
        width,
        functions=rows,
        shift=shift,
        with_cumtime=True,
        screen=screen,
        plain=plain,
    )


def heading(session: Session, table: Table, order: Order) -> Line:
    """The titles."""
    name, place = text_columns_of(session.profile)
    return table.heading(name.title, place.title, sorted_column(order), mark_of(order))


def row_line(session: Session, table: Table, index: int, strip: bool) -> Line:
    """The row of a function; its first cell is left for the cursor."""
    compared = session.compared
    assert compared is not None
    row = compared.row(index)
    if row is None:
        return fitted([], table.width)
    several = len(compared.now.pairs.bundles.get(row, ((), ()))[1])
    text = name_and_location(session.names, index, table.left, session.query, False, strip, several=several)
    return table.row(figures_of(compared, row), dimmed(text) if compared.is_gone(index) else text)

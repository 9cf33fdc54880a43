"""The Functions table of what is looked at: of one profile, or of both sides of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.order import Order
from proftui.state.session import Session
from proftui.views.functions.rows import FunctionTable, Look


def table_of(
    session: Session, width: int, order: Order, look: Look, rows: Sequence[int], screen: int
) -> FunctionTable:
    """The table of what is looked at."""
    if session.compared is None:
        return FunctionTable(session.figures, width, order, look, rows, screen)
    from proftui.views.functions.compared import TableOfBoth

    return TableOfBoth(session, width, order, look, rows, screen)

"""The table of Functions while both sides of a comparison stand in it: columns, heading, rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proftui.analysis.columns import text_columns_of
from proftui.analysis.order import Order
from proftui.drawing.fit import BAR
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import pad
from proftui.frame.compared_columns import (
    ComparedLayout,
    cells_of,
    dimmed,
    figures_of,
    fitting,
    mark_of,
    sorted_column,
    titles,
)
from proftui.frame.functions import name_and_location
from proftui.state.session import Session


def fit(session: Session, width: int, screen: int, rows: Sequence[int], shift: int = 0) -> ComparedLayout:
    """The columns that fit in ``width`` cells of a screen; ``rows``: the functions of the list."""
    compared = session.compared
    assert compared is not None
    unit, measure = session.figures.unit, compared.measure
    made = fitting(compared, unit, measure, width, shift=shift, with_cumtime=True, screen=screen)
    return replace(made, longest=compared.longest_change(rows)) if made.fit.has(BAR) else made


def heading(session: Session, layout: ComparedLayout, order: Order) -> Line:
    """The titles."""
    spans = [*titles(layout, order), *_text_titles(layout.fit.left, order, session)]
    return fitted(spans, layout.fit.width, "panel")


def _text_titles(left: int, order: Order, session: Session) -> list[Span]:
    name, place = text_columns_of(session.profile)
    by_name, by_place = (sorted_column(order) == column for column in ("function", "location"))
    mark = mark_of(order)
    spans = [Span(f" {mark if by_name else ' '}", "sorted")]
    role = "sorted" if by_name else "heading"
    if left < len(name.title) + len(place.title) + 2:
        return [*spans, Span(pad(name.title, max(0, left)), role)]
    where = Span((mark if by_place else " ") + place.title, "sorted" if by_place else "heading")
    return [*spans, Span(pad(name.title, left - len(place.title) - 1), role), where]


def row_line(session: Session, layout: ComparedLayout, index: int, strip: bool) -> Line:
    """The row of a function; its first cell is left for the cursor."""
    compared = session.compared
    assert compared is not None
    row = compared.row(index)
    if row is None:
        return fitted([], layout.fit.width)
    several = len(compared.now.pairs.bundles.get(row, ((), ()))[1])
    text = name_and_location(
        session.names, index, layout.fit.left, session.query, False, strip, several=several
    )
    if compared.is_gone(index):
        text = dimmed(text)
    return fitted([*cells_of(layout, figures_of(compared, row)), *text], layout.fit.width)

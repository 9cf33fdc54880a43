"""The list from which columns are chosen."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.columns import Figures, columns_of
from proftui.analysis.order import Order
from proftui.drawing.line import Span
from proftui.drawing.table import BAR, Table
from proftui.views.functions.rows import Look, beside_bar
from proftui_parsers.import_free import replace


def toggled(figs: Figures, look: Look, row: int) -> Look:
    """The look after the column in a row of the list was shown or hidden."""
    keys = _keys(figs)
    return replace(look, hidden=look.hidden ^ {keys[row]}) if row < len(keys) else look


def column_rows(figs: Figures, look: Look, table: Table, order: Order) -> list[list[Span]]:
    """The list: which columns are shown, and which of these only a wider screen shows."""
    lacks_time = look.hidden.issuperset(beside_bar(order))
    texts = [
        *(column.explains for column in columns_of(figs.profile)),
        messages.BAR_LACKS_TIME if lacks_time else messages.BAR_IS,
    ]
    # With other shares, or scrolled, columns are missing for other reasons.
    as_usual = look.shares and look.busy is None and not look.shift
    rows = []
    for key, text in zip(_keys(figs), texts, strict=True):
        if not look.shares and key.endswith("%"):
            text += messages.NO_SHARES_SHOWN
        is_wider = as_usual and not table.has(key) and not (key == BAR and lacks_time)
        mark = "[ ] " if key in look.hidden else messages.WIDER_MARK if is_wider else "[x] "
        rows.append([Span(mark, "key"), Span(text)])
    return rows


def _keys(figs: Figures) -> list[str]:
    return [*(column.key for column in columns_of(figs.profile)), BAR]

"""The list from which columns are chosen."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.columns import Figures, columns_of
from proftui.drawing.line import Span
from proftui.views.functions.rows import Look
from proftui_parsers.import_free import replace


def column_rows(figs: Figures, look: Look, toggle: int | None) -> tuple[list[list[Span]], Look]:
    """The list, after column ``toggle`` was shown or hidden, and the look that follows from it."""
    columns = columns_of(figs.profile)
    keys = [*(column.key for column in columns), "bar"]
    texts = [
        *(column.explains for column in columns),
        messages.BAR_IS,
    ]
    if toggle is not None and toggle < len(keys):
        look = replace(look, hidden=look.hidden ^ {keys[toggle]})
    rows = [
        [Span("[ ] " if key in look.hidden else "[x] ", "key"), Span(text)]
        for key, text in zip(keys, texts, strict=True)
    ]
    return rows, look

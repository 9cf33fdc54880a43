"""A comparison on one page, as text and JSON: headline, causes, the largest changes, what is new and gone."""

from __future__ import annotations

from collections.abc import Iterator

from proftui import messages
from proftui.frame import compare_words
from proftui.output import json_form, printed
from proftui.output.comparison import plain
from proftui.output.printed import Wanted
from proftui.output.tables import FunctionRows, aligned
from proftui_parsers.entries import finite

CAUSES = 6
CHANGED, ONE_SIDE = 8, 4
"""Rows of the table: of both sides, of what is new, and of what is gone."""
MOST = 20
"""The same in JSON, of each."""


def lines(wanted: Wanted) -> Iterator[str | None]:
    """The page."""
    compared, comparison = wanted.compared, wanted.comparison
    page, unit = comparison.page, wanted.session.figures.unit
    yield from printed.head(wanted)
    yield from printed.causes_below(wanted, CAUSES)
    rows = [*page.changed[:CHANGED], *page.new[:ONE_SIDE], *page.gone[:ONE_SIDE]]
    functions = [compared.index_of_row[row] for row in rows]
    left = len(comparison.pairs) - len(rows)
    if not comparison.is_same:
        table = FunctionRows(wanted)
        yield ""
        yield from aligned(table.titles, lambda: map(table.cells, functions))
        if left:
            yield messages.MORE_ON_PAGE.format(left)
    yield compare_words.one_side(page, unit, comparison.new.profile.grouped_by or "function")
    yield from printed.tail(wanted, functions)


def document(wanted: Wanted) -> Iterator[str]:
    """One object: the comparison, and the functions of the page, at most :data:`MOST` of each kind."""
    page = wanted.comparison.page
    chosen = {"changed": page.changed, "new": page.new, "gone": page.gone}
    kinds = {kind: [plain.entry_of(wanted, row) for row in rows[:MOST]] for kind, rows in chosen.items()}
    counts = {"functions": len(wanted.comparison.pairs), "new_functions": len(page.new)}
    times = {"new_time": finite(page.new_own), "gone_time": finite(page.gone_own)}
    overview = {**counts, "gone_functions": len(page.gone), **times, **kinds}
    yield json_form.dumped({**plain.head(wanted), "overview": overview}) + "\n"

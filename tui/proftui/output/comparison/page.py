"""A comparison on one page, as text and JSON: headline, causes, the largest changes, what is new and gone."""

from __future__ import annotations

from collections.abc import Iterator

from proftui import messages
from proftui.frame import compare_words
from proftui.output import json_form
from proftui.output.comparison import plain, table, text
from proftui.output.comparison.shown import Shown
from proftui.output.tables import aligned
from proftui_parsers.entries import finite

CAUSES = 6
CHANGED, ONE_SIDE = 8, 4
"""Rows of the table: of both sides, of what is new, and of what is gone."""
MOST = 20
"""The same in JSON, of each."""


def lines(shown: Shown) -> Iterator[str | None]:
    """The page."""
    page = shown.comparison.page
    yield from text.head(shown)
    yield from text.causes(shown, CAUSES)
    rows = [*page.changed[:CHANGED], *page.new[:ONE_SIDE], *page.gone[:ONE_SIDE]]
    if rows and not shown.comparison.is_same:
        yield ""
        yield from aligned(table.titles(shown), lambda: (table.cells(shown, row) for row in rows))
    left = len(shown.comparison.pairs) - len(rows)
    if left and not shown.comparison.is_same:
        yield messages.MORE_ON_PAGE.format(left)
    noun = shown.comparison.new.profile.grouped_by or "function"
    yield compare_words.one_side(page, shown.unit, noun)
    yield from text.tail(shown, rows)


def document(shown: Shown) -> Iterator[str]:
    """One object: the comparison, and the functions of the page, at most :data:`MOST` of each kind."""
    page = shown.comparison.page
    chosen = {"changed": page.changed, "new": page.new, "gone": page.gone}
    kinds = {kind: [plain.entry_of(shown, row) for row in rows[:MOST]] for kind, rows in chosen.items()}
    counts = {"functions": len(shown.comparison.pairs), "new_functions": len(page.new)}
    times = {"new_time": finite(page.new_own), "gone_time": finite(page.gone_own)}
    overview = {**counts, "gone_functions": len(page.gone), **times, **kinds}
    yield json_form.dumped({**plain.head(shown), "overview": overview}) + "\n"

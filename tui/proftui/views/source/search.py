"""A search in the text of lines, and the views that have it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proftui import messages
from proftui.analysis.search.terms import compiled, not_compiled
from proftui.background.budget import SEARCH_BUDGET, within
from proftui.drawing.line import Span
from proftui.frame import state_row
from proftui.views.protocol import Answer, Say
from proftui.views.source.code import code_text
from proftui.views.table_view import Columns, TableView


def found(text: str, lines: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
    """What the regular expression ``text`` finds: by line the ranges in its text as drawn.

    Raises:
        QueryError: it is not a regular expression.
        TooSlow: it takes too long.
    """
    try:
        pattern = compiled(text, text.islower())
    except (re.error, RecursionError, OverflowError) as error:
        raise not_compiled(text, error) from None
    return within(SEARCH_BUDGET, lambda: _matches(pattern, lines))


def _matches(pattern: re.Pattern[str], lines: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
    marked = (
        (position, [m.span() for m in pattern.finditer(code_text(line)) if m.end() > m.start()])
        for position, line in enumerate(lines)
    )
    return {position: ranges for position, ranges in marked if ranges}


class SearchedText(TableView[Columns]):
    """Rows of text in which ``/`` searches."""

    searches_text = True
    searched = ""
    matches: dict[int, list[tuple[int, int]]]
    """What was found in the rows, by their numbers in the text."""

    def texts(self) -> Sequence[str]:
        """The text that is searched, row by row."""
        raise NotImplementedError

    def can_show(self, function: int) -> bool:
        return False

    def number_in_text(self, row: int) -> int:
        """Which of the texts stands in a row."""
        return row

    def find(self, text: str) -> int | None:
        self.matches = found(text, self.texts()) if text else {}
        self.searched = text
        self.refresh()
        return len(self.matches) if text else None

    @property
    def found_text(self) -> str:
        return self.searched

    def covered(self) -> list[Span]:
        return state_row.in_lines(len(self.matches) if self.searched else None)

    def go_to_match(self, step: int) -> Answer:
        for distance in range(1, self.length + 1):
            row = (self.cursor + step * distance) % self.length
            if self.number_in_text(row) in self.matches:
                self.put_cursor(row)
                return None
        return Say(messages.NO_LINE_FOUND)

    def peel(self) -> bool:
        searched = bool(self.searched)
        if searched:
            self.find("")
        return searched

"""View 5: the lines of the selected function with what was measured on each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from textual.geometry import Size

from proftui.analysis.budget import TooSlow, within
from proftui.analysis.terms import QueryError, compiled, reason_of
from proftui.columns import Figures
from proftui.line import Line, Span, fitted
from proftui.sourcerows import Listing, ListingLayout, code_text, heading, layout, row
from proftui.text import cell_width
from proftui.views.rows import Rows

STEP = 8
BUDGET = 0.25


class SourceView(Rows):
    """A listing, its cursor on the hottest line."""

    def __init__(self, figs: Figures, *, id: str) -> None:
        super().__init__(id=id)
        self.figs = figs
        self.shown: Listing | None = None
        self.file = ""
        self.shares = True
        self.shift = 0
        self.searched = ""
        self.found: dict[int, list[tuple[int, int]]] = {}
        self.why_empty: tuple[str, ...] = ()
        self._layout: ListingLayout | None = None

    @property
    def length(self) -> int:
        """Lines shown."""
        return len(self.shown.numbers) if self.shown else 0

    @property
    def line_number(self) -> int | None:
        """The number of the line under the cursor."""
        return self.shown.numbers[self.cursor] if self.shown and self.length else None

    @property
    def place(self) -> ListingLayout:
        """Column widths for the width there is."""
        assert self.shown is not None
        if self._layout is None or self._layout.width != self.size.width:
            self._layout = layout(self.figs, self.shown, self.size.width, self.shares)
        return self._layout

    def show_listing(self, shown: Listing | None, file: str, why_empty: Sequence[str] = ()) -> None:
        """Another function; the cursor starts on its hottest line."""
        same = shown and self.shown and shown.function == self.shown.function
        self.shown, self.file, self.why_empty = shown, file, tuple(why_empty)
        if not same:
            self.shift = 0
            self.cursor = shown.hottest[0] if shown and shown.hottest else 0
        self.virtual_size = Size(self.size.width, self.length + 1)
        if not same:
            self.go_to(0)
        with suppress(QueryError, TooSlow):
            self.find(self.searched if same else "")
        self.changed()
        self.resized()

    def changed(self) -> None:
        """Unit or shares are others: measure and draw again."""
        self._layout = None
        self.refresh()

    def scroll_text(self, step: int) -> bool:
        """Scroll the text sideways, the figures stay; whether there was more to scroll to."""
        if self.shown is None:
            return False
        texts = (self.shown.text.get(number, "") for number in self.shown.numbers)
        longest = max((cell_width(code_text(text)) for text in texts), default=0)
        room = self.size.width - self.place.code_at
        before = self.shift
        self.shift = max(0, min(self.shift + step * STEP, longest - room + STEP - 1))
        self.refresh()
        return self.shift != before

    def next_hottest(self, step: int) -> bool:
        """To the next line down the ranking of times; whether there is one."""
        ranking = self.shown.hottest if self.shown else ()
        if not ranking:
            return False
        here = ranking.index(self.cursor) + step if self.cursor in ranking else 0
        self.put_cursor(ranking[here % len(ranking)])
        return True

    def next_match(self, step: int) -> bool:
        """To the next line that the search finds; whether there is one."""
        for distance in range(1, self.length + 1):
            row_number = (self.cursor + step * distance) % self.length
            if row_number in self.found:
                self.put_cursor(row_number)
                return True
        return False

    def find(self, text: str) -> int | None:
        """Mark what the regular expression ``text`` finds in the lines; how many lines, if it is not empty.

        Raises:
            QueryError: it is not a regular expression.
            TooSlow: it takes too long.
        """
        found: dict[int, list[tuple[int, int]]] = {}
        if text and self.shown is not None:
            try:
                pattern = compiled(text, text.islower())
            except (re.error, RecursionError, OverflowError) as error:
                raise QueryError(text, reason_of(error)) from None
            shown = self.shown
            found = within(BUDGET, lambda: _matches(pattern, [shown.text.get(n, "") for n in shown.numbers]))
        self.searched, self.found = text, found
        self.refresh()
        return len(found) if text else None

    def heading_line(self) -> Line:
        """Column titles and the file's name."""
        if self.shown is None:
            return fitted([], self.size.width, "panel")
        return heading(self.place, self.file)

    def row_line(self, row_number: int) -> Line:
        """One line of source."""
        assert self.shown is not None
        return row(self.place, self.shown, row_number, self.shift, self.found.get(row_number, ()))

    def empty_lines(self) -> list[Line]:
        """Why there is nothing to show."""
        return [fitted([Span(f"  {text}", "muted")], self.size.width) for text in self.why_empty]


def _matches(pattern: re.Pattern[str], lines: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
    marked = (
        (row, [m.span() for m in pattern.finditer(code_text(line)) if m.end() > m.start()])
        for row, line in enumerate(lines)
    )
    return {row: ranges for row, ranges in marked if ranges}

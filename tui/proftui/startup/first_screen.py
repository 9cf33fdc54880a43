"""The first screen, and the way of the cursor on it, as plain lines: what is there before Textual is."""

from __future__ import annotations

from collections.abc import Iterator

from proftui import messages
from proftui.drawing.line import Line, Span, fitted, with_cursor
from proftui.frame import breakpoints, idle_keys, sentences, state_row
from proftui.frame import rows as frame
from proftui.state.session import Session
from proftui.state.view_names import FUNCTIONS
from proftui.views.calls.page import CallPage
from proftui.views.functions import rows as table
from proftui.views.functions.rows import Layout, Look

LARGE = 500
"""Functions from which on what is said of all of them is worth a frame of its own."""


class FirstScreen:
    """Functions as it will stand when all is loaded, in a terminal of some columns and rows."""

    def __init__(self, session: Session, look: Look, size: tuple[int, int], plain: bool) -> None:
        self.session = session
        self.look = look
        self.plain = plain
        self.cursor = self.top = 0
        self.moved = False
        self.brief = session.profile.count > LARGE
        """Whether what is said of the whole profile, sentence, notes and badges, is still to come."""
        self._shown: int | None = None
        """The function that the pane shows."""
        self.fit(size)

    def fit(self, size: tuple[int, int]) -> None:
        """Take another size."""
        self.width, self.height = size
        session = self.session
        self.where = breakpoints.pane(*size) if session.profile.has_edges else ""
        self.columns = breakpoints.functions_width(self.width, self.where)
        below = breakpoints.has_detail(*size) + breakpoints.has_state(*size) + 1
        if self.where == "pane":
            below += breakpoints.pane_rows(self.height)
        self.rows = max(1, self.height - 2 - below)
        self.layout: Layout = table.fit(
            session.figures, self.columns, session.listed.order, self.look, session.rows, self.width
        )
        self.calls = CallPage(session, pane=True)
        self.calls.why_empty = messages.NOT_SELECTED
        if self.where == "side":
            self.calls.page_size = (self.width - self.columns, self.rows)
        else:
            self.calls.page_size = (self.width, breakpoints.pane_rows(self.height))
        self.move(0)
        self.follow()

    @property
    def page(self) -> int:
        """Functions that fit."""
        return max(1, self.rows - 1)

    @property
    def selected(self) -> int | None:
        """The function under the cursor."""
        return self.session.rows[self.cursor] if self.session.rows else None

    @property
    def is_behind(self) -> bool:
        """Whether the pane shows another function than the one under the cursor."""
        return bool(self.where) and self._shown != self.selected

    def move(self, step: int, page: bool = False) -> None:
        """Move the cursor by rows; ``page`` scrolls as far as well."""
        length = len(self.session.rows)
        most = max(0, length - self.page)
        if page:
            self.top = max(0, min(self.top + step, most))
        before = self.cursor
        self.cursor = max(0, min(self.cursor + step, length - 1))
        self.moved = self.moved or self.cursor != before
        self.top = max(0, min(self.cursor, max(self.top, self.cursor - self.page + 1), most))

    def follow(self) -> None:
        """The pane shows the function under the cursor."""
        self._shown = self.selected
        if self.where:
            self.calls.take(self._shown)

    def sum_up(self) -> None:
        """Find out what the sentence about the whole profile says: this takes long, and is known then."""
        state_row.functions(self.session, self.width)

    def lines(self) -> Iterator[tuple[int, int, Line]]:
        """Every line with the column and the row where it stands."""
        session, width, height = self.session, self.width, self.height
        if breakpoints.is_tiny(width, height):
            few = frame.tiny_lines(session, width)
            for y in range(height):
                yield 0, y, few[y] if y < len(few) else fitted([], width)
            return
        yield 0, 0, frame.top_line(session.profile, width, brief=self.brief)
        shown = sentences.functions_shown(session, self.top, self.page)
        yield 0, 1, frame.tabs_line(session.profile, FUNCTIONS, shown, width)
        yield from self._functions()
        y = 2 + self.rows
        if breakpoints.has_detail(width, height):
            yield 0, y, self._detail()
            y += 1
        if self.where == "pane":
            for row in range(self.calls.page_size[1]):
                yield 0, y + row, self.calls.line(row)
            y += self.calls.page_size[1]
        if breakpoints.has_state(width, height):
            line = state_row.functions(session, width) if not self.brief else None
            yield 0, y, line or fitted([], width)
            y += 1
        name = FUNCTIONS if session.profile.has_edges else "lines"
        idle = (*idle_keys.in_functions(session), *idle_keys.of_choices(session.recorded))
        yield 0, y, frame.footer_line(name, width, idle, self.plain)

    def _functions(self) -> Iterator[tuple[int, int, Line]]:
        """Heading and rows, the pane beside them if there is one."""
        session, figs = self.session, self.session.figures
        yield 0, 2, table.heading(figs, self.layout, session.listed.order)
        empty = sentences.no_functions(session)
        for y in range(self.rows - 1):
            row = self.top + y
            if row < len(session.rows):
                line = table.row(figs, session.names, self.layout, session.rows[row], None, self.look)
                yield 0, 3 + y, with_cursor(line, True) if row == self.cursor else line
            elif not session.rows and 1 <= y <= len(empty):
                yield 0, 3 + y, fitted([Span(f"  {empty[y - 1]}", "muted")], self.columns)
            else:
                yield 0, 3 + y, fitted([], self.columns)
        if self.where == "side":
            for row in range(self.rows):
                yield self.columns, 2 + row, self.calls.line(row)

    def _detail(self) -> Line:
        if self.selected is None:
            return fitted([], self.width, "panel")
        return frame.detail_line(self.session.figures, self.session.names, self.selected, self.width)

"""The first screen, and the way of the cursor on it, as plain lines: what is there before Textual is."""

from __future__ import annotations

from collections.abc import Iterator

from proftui import messages
from proftui.drawing.line import Line, Span, fitted, with_cursor
from proftui.frame import breakpoints, idle_keys, shape_row
from proftui.frame import rows as frame
from proftui.frame.about import about
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, is_empty
from proftui.views.calls.page import CallPage
from proftui.views.functions.rows import Look
from proftui.views.functions.table import table_of

LARGE = 500
"""Functions from which on what is said of all of them is worth a frame of its own."""


class FirstScreen:
    """Functions as it will stand when all is loaded, in a terminal of some columns and rows."""

    def __init__(self, session: Session, look: Look, size: tuple[int, int], plain: bool) -> None:
        self.session = session
        self.plain = plain
        self.look = look
        self.about = about(session)
        self.calls = CallPage(session, pane=True)
        self.calls.why_empty = messages.NOT_SELECTED
        self.cursor = self.top = 0
        self.moved = False
        self.brief = session.profile.count > LARGE
        """Whether what is said of the whole profile, sentence, notes and badges, is still to come."""
        self.said = ""
        """What is said instead of the profile in one sentence."""
        self._shown: int | None = None
        """The function that the pane shows."""
        self.fit(size)

    def fit(self, size: tuple[int, int]) -> None:
        """Take another size."""
        self.width, self.height = size
        session, width = self.session, self.width
        self.where = "" if is_empty(CALLS, session.profile) else breakpoints.pane(*size)
        self.columns = breakpoints.functions_width(self.width, self.where)
        self.has_shape = shape_row.is_shown(session)
        around = breakpoints.has_detail(*size) + breakpoints.has_state(*size) + self.has_shape + 3
        if self.where == "pane":
            around += breakpoints.pane_rows(self.height)
        self.rows = max(1, self.height - around)
        self.table = table_of(session, self.columns, session.listed.order, self.look, session.rows, width)
        self.calls.screen_cells = self.width
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

    def say(self, typed: bytes) -> None:
        """Say what the full program will do at Ctrl+C, or at Esc where causes are to be found."""
        self.said = messages.QUITS if typed == b"\x03" else self.about.cannot_wait(typed)

    def sum_up(self) -> None:
        """Find out what is said of the whole profile: this takes long, and is known then."""
        self.about.top_line(self.width)
        self.about.sentence(self.width)

    def lines(self) -> Iterator[tuple[int, int, Line]]:
        """Every line with the column and the row where it stands."""
        session, width, height = self.session, self.width, self.height
        if breakpoints.is_tiny(width, height):
            few = frame.tiny_lines(session, width)
            for y in range(height):
                yield 0, y, few[y] if y < len(few) else fitted([], width)
            return
        yield 0, 0, self.about.top_line(width, brief=self.brief)
        shown = self.about.functions_shown(self.top, self.page)
        yield 0, 1, frame.tabs_line(session.profile, FUNCTIONS, shown, width)
        if self.has_shape:
            yield 0, 2, shape_row.line(session, width)
        y = 2 + self.has_shape
        yield from self._functions(y)
        y += self.rows
        if breakpoints.has_detail(width, height):
            yield 0, y, self._detail()
            y += 1
        if self.where == "pane":
            for row in range(self.calls.page_size[1]):
                yield 0, y + row, self.calls.line(row)
            y += self.calls.page_size[1]
        if breakpoints.has_state(width, height):
            said = frame.state_line([Span(self.said)], [], width) if self.said else None
            yield 0, y, said or self.about.first_sentence(width, brief=self.brief)
            y += 1
        idle = (*idle_keys.on_rows(session, bool(session.rows)), *idle_keys.of_choices(session))
        footer = self.about.footer(FUNCTIONS)
        yield 0, y, frame.footer_line(self.session, footer, width, idle, self.plain)

    def _functions(self, y: int) -> Iterator[tuple[int, int, Line]]:
        """Heading and rows from row ``y`` on, the pane beside them if there is one."""
        yield 0, y, self.table.heading()
        functions = self.session.rows
        empty = () if functions else self.about.no_functions()
        for number in range(self.rows - 1):
            row = self.top + number
            if row < len(functions):
                line = self.table.row(self.session.names, functions[row], None)
                line = with_cursor(line, True) if row == self.cursor else line
            elif not functions and 1 <= number <= len(empty):
                line = fitted([Span(f"  {empty[number - 1]}", "muted")], self.columns)
            else:
                line = fitted([], self.columns)
            yield 0, y + 1 + number, line
        if self.where == "side":
            for number in range(self.rows):
                yield self.columns, y + number, self.calls.line(number)

    def _detail(self) -> Line:
        if self.selected is None:
            return fitted([], self.width, "panel")
        return self.about.detail(self.selected, self.width)

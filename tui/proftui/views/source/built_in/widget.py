"""View 5 of a built-in: the lines that call it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from proftui import messages
from proftui.analysis.neighbours import OUTSIDE
from proftui.analysis.search.terms import QueryError
from proftui.analysis.source.sites import CallersByLine, CallingLine
from proftui.background.budget import TooSlow
from proftui.background.pieces import Pieces
from proftui.drawing.line import Line, fitted
from proftui.drawing.table import Table
from proftui.frame import idle_keys, sentences, state_row
from proftui.frame.keys import CALLING_LINES
from proftui.state.session import Session
from proftui.state.view_names import SOURCE
from proftui.views.protocol import STEPS_SHOWN, Answer, CodeLine, Go, Look, Say
from proftui.views.source.built_in import rows
from proftui.views.source.search import SearchedText
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.frame.explain import Explanation

_MOST_SEARCHED = 10_000
"""Rows that are searched, the first."""


class BuiltInView(SearchedText[Table]):
    """The lines that call the selection, the heaviest first; those that are found out come in time."""

    view_name = SOURCE
    own_order = messages.LINES_THAT_CALL_BY_TIME

    def __init__(self, session: Session, look: Look, *, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self._look_soon = look
        self.index: int | None = None
        self.lines = CallersByLine()
        self.matches = {}

    # What is shown

    @property
    def is_wanted(self) -> bool:
        """Whether it is to stand for Source."""
        index = self.session.selected
        return index is not None and rows.applies(self.session, index)

    def show(self, session: Session) -> None:
        self.session, self.index, self.lines = session, None, CallersByLine()
        self.searched, self.matches = "", {}

    def show_selected(self, node: object = None) -> None:
        index = self.session.selected
        if index != self.index:
            self.index, self.cursor, self.top = index, 0, 0
            self.searched = ""
        self._take_lines()
        self._look()

    def source_changed(self) -> None:
        if self.display:
            self._look()

    def _look(self) -> None:
        if self.index is not None:
            self._look_soon(self._finding(self.session, self.index), self._take_lines)

    def _finding(self, session: Session, index: int) -> Pieces[None]:
        yield from session.sources.finding_paths()
        for number, _ in enumerate(session.sources.calling_lines.finding_callers(index), 1):
            if number % STEPS_SHOWN == 0:
                self._take_lines()
            yield

    def _take_lines(self) -> None:
        """Show what is known by now, the cursor on the same caller and line."""
        before, index = self.line, self.index
        self.lines = (
            self.session.sources.calling_lines.lines_of(index) if index is not None else CallersByLine()
        )
        if before is not None:
            self.cursor = self.lines.row_of(before)
        with suppress(QueryError, TooSlow):
            self.find(self.searched)
        self.changed()
        self.resized()
        self.post_message(self.Moved(self))

    # What keys act on

    @property
    def line(self) -> CallingLine | None:
        """The line under the cursor."""
        return self.lines[self.cursor] if self.cursor < len(self.lines) else None

    @property
    def called_line(self) -> CodeLine | None:
        line = self.line
        return CodeLine(line.caller, line.line) if line is not None and line.caller != OUTSIDE else None

    # Keys

    def sideways(self, step: int) -> Answer:
        return Say(messages.TEXT_ENDS[step])

    def open(self) -> Answer:
        called = self.called_line
        if called is None:
            return Say(messages.NOTHING_SELECTED if self.line is None else messages.CALLED_FROM_OUTSIDE)
        return Go(SOURCE, called.function, line=called.line)

    def next_match(self, step: int) -> Answer:
        return self.go_to_match(step) if self.searched else Say(messages.FINDS)

    def cycle_shares(self) -> Answer:
        return self.toggle_shares("function")

    def texts(self) -> Sequence[str]:
        """The texts of the lines."""
        return [rows.text_of(self.session, line) for line in islice(self.lines, _MOST_SEARCHED)]

    def explain(self) -> Explanation | None:
        from proftui.frame import explain

        if self.line is None or self.index is None or self.line.caller == OUTSIDE:
            return super().explain()
        return explain.edge(self.session, self.index, self.line.caller, self.index)

    # The frame around it

    def summary(self) -> str:
        return sentences.calls_shown(self.session.recorded, self.index)

    def detail(self, width: int) -> Line:
        if self.line is None or self.index is None:
            return super().detail(width)
        return rows.detail(self.session, self.line, self.index, width)

    def sentence(self, width: int) -> Line:
        called = self.called_line
        source = self.session.sources.calling_lines.source(called.function) if called is not None else None
        note = sentences.text_note(source.note) if source is not None else ""
        found, joint = len(self.matches), self.lines.has_marks
        return state_row.built_in(self.session, self.searched, found, joint, note, width)

    @property
    def footer(self) -> str:
        return CALLING_LINES

    @property
    def idle_keys(self) -> Sequence[str]:
        called = self.called_line
        return idle_keys.in_calling_lines(self.session, called.function if called is not None else None)

    # Rows

    @property
    def length(self) -> int:
        return len(self.lines)

    def laid_out(self, width: int) -> Table:
        """The columns that fit."""
        return rows.layout(self.session, self.lines, width, self.has_shares)

    def heading_line(self) -> Line:
        """Column titles and what is called."""
        if self.index is None:
            return fitted([], self.size.width, "panel")
        return rows.heading(self.columns, self.session, self.index, self.lines.lines)

    def row_line(self, row: int) -> Line:
        """One line that calls."""
        assert self.index is not None
        return rows.row(self.columns, self.session, self.index, self.lines[row], self.matches.get(row, ()))

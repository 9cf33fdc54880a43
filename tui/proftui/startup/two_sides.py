"""What the first screen shows of a comparison; imported when there is one."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.drawing.line import Line, Span
from proftui.drawing.table import Table
from proftui.frame import compare_head, compare_rows, compare_words
from proftui.frame import rows as frame
from proftui.frame.keys import OF_SIDES
from proftui.state.session import Session
from proftui.state.view_names import FUNCTIONS
from proftui.views.calls.page import CallPage
from proftui.views.functions import compared as table


class TwoSides:
    """Functions of both sides of a comparison, as lines."""

    footer = FUNCTIONS + OF_SIDES

    def __init__(self, session: Session, *, strip_dirs: bool, plain: bool) -> None:
        self._session = session
        self._strip_dirs = strip_dirs
        self._plain = plain
        self.pane = _Pane(session, plain)
        self._table: Table

    def fit(self, width: int, screen: int) -> None:
        """Take columns that fit in so many cells of a screen."""
        self.pane.screen = screen
        self._table = table.fit(self._session, width, screen, self._session.rows, plain=self._plain)

    def sum_up(self, width: int) -> None:
        """Find out what contradicts itself."""
        frame.badges_of(self._session.profile)

    def top_line(self, width: int, *, brief: bool) -> Line:
        """Both sides and their totals; ``brief``: without what is still to be found out."""
        badges = frame.badges_of(self._session.profile, brief)
        return compare_head.top_line(self._session, width, badges)

    def shown(self, top: int, page: int) -> str:
        """Which rows are on the screen."""
        return compare_words.functions_shown(self._session, top, page)

    def heading(self) -> Line:
        """Column titles."""
        return table.heading(self._session, self._table, self._session.listed.order)

    def row(self, function: int) -> Line:
        """One function."""
        return table.row_line(self._session, self._table, function, self._strip_dirs)

    def why_no_rows(self) -> Sequence[str]:
        """Why there is nothing."""
        return compare_words.no_functions(self._session)

    def detail(self, function: int, width: int) -> Line:
        """What became of a function, in words."""
        return compare_rows.detail(self._session, function, width)

    def sentence(self, width: int, *, brief: bool) -> Line:
        """What counts explain; where causes are to be found out, that they will be."""
        compared = self._session.compared
        assert compared is not None
        if compared.now.causes is None:
            return frame.state_line([Span(messages.FINDING_CAUSES.format(0))], [], width)
        return compare_words.sentence(self._session, width)


class _Pane(CallPage):
    """Callers and callees, as the full program draws them."""

    def __init__(self, session: Session, plain: bool) -> None:
        super().__init__(session, pane=True)
        self._plain = plain
        self.screen = 0

    @property
    def ascii_only(self) -> bool:
        return self._plain

    @property
    def screen_cells(self) -> int:
        return self.screen

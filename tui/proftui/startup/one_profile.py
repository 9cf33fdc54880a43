"""What the first screen shows of one profile."""

from __future__ import annotations

from proftui.drawing.line import Line, fitted
from proftui.frame import rows as frame
from proftui.frame import sentences, state_row
from proftui.state.view_names import FUNCTIONS
from proftui.views.calls.page import CallPage
from proftui.views.functions.rows import FunctionTable, Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.state.session import Session


class OneProfile:
    """Functions of a profile, as lines."""

    def __init__(self, session: Session, look: Look) -> None:
        self._session = session
        self._look = look
        self.footer = FUNCTIONS if session.profile.has_edges else "lines"
        self.pane = CallPage(session, pane=True)
        self._table: FunctionTable

    def fit(self, width: int, screen: int) -> None:
        """Take columns that fit in so many cells of a screen."""
        session = self._session
        self._table = FunctionTable(
            session.figures, width, session.listed.order, self._look, session.rows, screen
        )

    def sum_up(self, width: int) -> None:
        """Find out what the sentence about the whole profile says."""
        state_row.functions(self._session, width)

    def top_line(self, width: int, *, brief: bool) -> Line:
        """File and total; ``brief``: without what is still to be found out."""
        return frame.top_line(self._session.profile, width, brief=brief)

    def shown(self, top: int, page: int) -> str:
        """Which rows are on the screen."""
        return sentences.functions_shown(self._session, top, page)

    def heading(self) -> Line:
        """Column titles."""
        return self._table.heading()

    def row(self, function: int) -> Line:
        """One function."""
        return self._table.row(self._session.names, function, None)

    def why_no_rows(self) -> Sequence[str]:
        """Why there is nothing."""
        return sentences.no_functions(self._session)

    def detail(self, function: int, width: int) -> Line:
        """A function in words."""
        return frame.detail_line(self._session.figures, self._session.names, function, width)

    def sentence(self, width: int, *, brief: bool) -> Line:
        """The whole profile in a sentence."""
        return fitted([], width) if brief else state_row.functions(self._session, width)

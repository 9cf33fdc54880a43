"""What keys do with figures: shares of another whole, the unit of time, which columns are shown."""

from __future__ import annotations

from proftui import messages
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean
from proftui.frame.about import about
from proftui.screens.explorer.host import Host
from proftui.state.session import Session
from proftui.views.functions.widget import column_rows, toggled
from proftui.widgets.sheet import Sheet
from proftui_parsers.stacks.timing import has_times

_LONGEST = 30
"""Characters of the name of what is measured."""


class FigureKeys:
    """How figures are shown, in all views."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def shares(self) -> None:
        """Shares of another whole, or none; of both sides of a comparison, times on another scale."""
        view, panes = self._host.panes.active, self._host.panes
        # The scale of a comparison is that of all views.
        nothing = view.nothing_here() if self._host.session.side.base is None else None
        answer = nothing or view.cycle_shares()
        for other in panes.alike(view) if self._host.session.side.base is None else panes:
            other.mark() if other is panes.functions else other.changed()
        self._host.refresh_frame()
        self._host.answer(answer)

    def unit(self) -> None:
        """Another unit of time; of what is no time there is one alone."""
        session = self._host.session
        if session.profile.measure.unit != "s":
            self._host.say(_why_no_unit(session))
            return
        unit = session.next_unit()
        for view in self._host.panes:
            view.changed()
        self._host.refresh_frame()
        self._host.say(messages.TIMES_IN.format(unit.name))

    def columns(self) -> None:
        """Choose the columns of Functions."""
        if why := about(self._host.session).why_not("columns"):
            self._host.say(why)
            return
        view = self._host.panes.functions

        def toggle(row: int) -> list[list[Span]]:
            view.look = toggled(view.figs, view.look, row)
            view.changed()
            return rows()

        def rows() -> list[list[Span]]:
            return column_rows(view.figs, view.look, view.columns.table, view.order)

        self._host.app.push_screen(Sheet(messages.COLUMNS_TITLE, rows(), pick=True, toggle=toggle))


def _why_no_unit(session: Session) -> str:
    """Why figures have no other unit, and what makes times of them, if something does."""
    measure, recording = session.profile.measure, session.recorded.recording
    said = messages.NO_OTHER_UNIT.format(clean(session.figures.unit.name or measure.title, _LONGEST))
    can_be_timed = measure.is_of_samples and recording is not None and not has_times(recording)
    return said + (messages.MAKES_TIMES if can_be_timed else "")

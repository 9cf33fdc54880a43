"""What is worked out beside the screen: contradictions, the page of notes, names from source text."""

from __future__ import annotations

from proftui import messages
from proftui.background.pieces import Pieces
from proftui.drawing.line import Span
from proftui.frame import sentences
from proftui.screens.explorer.host import Host
from proftui.state.naming import naming
from proftui.state.session import Session
from proftui.widgets.sheet import Sheet
from proftui_parsers.consistency import checked


class Checking:
    """Compares the figures of the profile that is shown with each other."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._page: Sheet | None = None

    def begin(self) -> None:
        """Look for what does not add up, and say what comes of it."""
        session = self._host.session

        def work() -> Pieces[None]:
            yield from checked(session.profile).comparing()

        self._host.jobs.begin_beside(work(), lambda: self._end(session))

    def show(self) -> None:
        """What does not add up, as far as it is known: the page goes on by itself."""
        session = self._host.session
        session.side.look_at_base()
        noted = self._notes(session)
        self._page = Sheet(messages.NOTES_TITLE, noted)
        self._host.app.push_screen(self._page)

    @staticmethod
    def _notes(session: Session) -> list[list[Span]]:
        """Those on the profile, on where its functions lie, on a comparison, and on settings."""
        is_guess = session.shapes.now.is_mine_only and session.mine.is_guess
        more = [messages.PATHS_STRIPPED] if is_guess else []
        more += [*session.side.notes, *session.settings.notes]
        return [*sentences.files_noted(session.profile.paths), *sentences.notes(session.profile, more)]

    def _end(self, session: Session) -> None:
        profile = session.profile
        if checked(profile).notes != checked(profile).early_notes:
            # What is odd stands on the page of the run, too.
            self._host.panes.overview.changed()
            self._host.refresh_frame()
        if self._page is not None and self._page.is_mounted:
            self._page.show(self._notes(session))


REST = 0.1
"""Seconds before it begins: the first screen and keys that were typed ahead come first."""


def name_functions(host: Host) -> None:
    """Find out the names of the session that is shown, and draw what has another name then."""

    def show() -> None:
        for view in host.panes:
            view.names_changed()
        host.refresh_frame()

    host.jobs.begin_idly(naming(host.session, show), REST)

"""Whether the profile contradicts itself, looked at beside everything else, and the page that says so."""

from __future__ import annotations

from proftui.frame import messages
from proftui.screens.explorer.host import Host
from proftui.widgets.sheet import Sheet
from proftui_parsers.consistency import checked


class Checking:
    """Compares the figures of the profile that is shown with each other."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._page: Sheet | None = None

    def begin(self) -> None:
        """Look for what does not add up, and say what comes of it."""
        self._host.jobs.begin_beside(checked(self._host.session.profile).finding(), self._end)

    def show(self) -> None:
        """What does not add up, as far as it is known: the page goes on by itself."""
        self._page = Sheet(messages.NOTES_TITLE, messages.notes(self._host.session.profile))
        self._host.app.push_screen(self._page)

    def _end(self) -> None:
        profile = self._host.session.profile
        if checked(profile).notes != checked(profile).early_notes:
            self._host.refresh_frame()
        if self._page is not None and self._page.is_mounted:
            self._page.show(messages.notes(profile))

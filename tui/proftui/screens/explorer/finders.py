"""Who imported whom, and the run on one page: found out when first looked at; the screen stays alive."""

from __future__ import annotations

from collections.abc import Callable

from proftui.screens.explorer.host import Host
from proftui.state.history import HistoryEntry
from proftui.state.view_names import FUNCTIONS, IMPORTS, OVERVIEW
from proftui.views.protocol import View


class Finder:
    """Has found out what a view shows, shows it then, and knows where the user was before."""

    def __init__(self, host: Host, found: Callable[[], None]) -> None:
        """``found``: what else is done when something was found out."""
        self._host, self._found = host, found
        self.worker = host.jobs.worker(self._given_up)
        self._shown: View | None = None
        self._before: dict[str, HistoryEntry | None] = {}
        """By view, where the user came from."""

    def come_to(self, view: str) -> None:
        """The user goes to a view: it leads back to where he is now."""
        panes, selected = self._host.panes, self._host.session.selected
        if view in (IMPORTS, OVERVIEW) and view != panes.view_name:
            here = None if selected is None else HistoryEntry(panes.view_name, selected, panes.active.node)
            self._before[view] = here

    def show(self, view: View) -> None:
        """The view, as soon as that is known which it shows."""
        host, self._shown = self._host, view
        finding = view.finding()
        if finding is None:
            host.answer(view.show_selected())
            return

        def found() -> None:
            if host.panes.shown is view:
                host.answer(view.show_selected())
                self._found()
                host.refresh_frame()

        work, expected = finding
        host.jobs.begin(self.worker, work, found, tell=lambda: view.wait(self.worker.far), expected=expected)

    def leave(self) -> None:
        """Back to where the user was."""
        before = self._before.get(self._host.panes.view_name)
        if before is None:
            self._host.arrive(FUNCTIONS, self._host.session.selected)
        else:
            self._host.go(*before)

    def _given_up(self) -> None:
        if self._host.panes.shown is self._shown:
            self.leave()

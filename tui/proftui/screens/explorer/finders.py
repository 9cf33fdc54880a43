"""Who imported whom, and the run on one page: found out when first looked at; the screen stays alive."""

from __future__ import annotations

from collections.abc import Callable

from proftui import messages
from proftui.background.pieces import Pieces
from proftui.frame.about import about
from proftui.screens.explorer.host import Host
from proftui.state.history import HistoryEntry
from proftui.state.overview import finding_overview
from proftui.state.view_names import FUNCTIONS, IMPORTS, OVERVIEW


class Finder:
    """Finds out what a view shows, shows it when it is there, and knows where the user was before."""

    def __init__(
        self,
        host: Host,
        view_name: str,
        said: str,
        is_known: Callable[[], bool],
        finding: Callable[[], tuple[Pieces[None], int]],
        shown: Callable[[], object] = lambda: None,
    ) -> None:
        """``said``: how far it is; ``finding``: the work, and how many pieces it probably has.

        ``shown``: what is done once the view shows it.
        """
        self._host, self.view_name, self._said = host, view_name, said
        self._is_known, self._finding, self._shown = is_known, finding, shown
        self.worker = host.jobs.worker(self.leave)
        self._before: HistoryEntry | None = None

    def come_from(self, view: str) -> None:
        """The user is in another view: this one leads back to where he is now."""
        selected = self._host.session.selected
        if view != self.view_name:
            node = self._host.panes.active.node
            self._before = None if selected is None else HistoryEntry(view, selected, node)

    def show(self) -> None:
        """The view, as soon as that is known which it shows."""
        if self._is_known():
            self._show()
        else:
            work, expected = self._finding()
            self._host.jobs.begin(self.worker, work, self._found, tell=self._tell, expected=expected)

    def _show(self) -> None:
        self._host.answer(self._host.panes.shown.show_selected())
        self._shown()

    def _found(self) -> None:
        if self._host.panes.view_name == self.view_name:
            self._show()
            self._host.refresh_frame()

    def leave(self) -> None:
        """Back to where the user was."""
        host, before = self._host, self._before
        if host.panes.view_name != self.view_name:
            return
        if before is None:
            host.arrive(FUNCTIONS, host.session.selected)
        else:
            host.go(*before)

    def _tell(self) -> None:
        self._host.panes.by_name[self.view_name].wait(self._said.format(self.worker.far))


def import_finder(host: Host, shown: Callable[[], object]) -> Finder:
    """Finds out what the Imports view shows."""

    def finding() -> tuple[Pieces[None], int]:
        session = host.session
        # Of each module, the text is read, and then looked through a few times.
        return session.sources.finding_imports(), 2 * session.profile.names.count("<module>")

    def is_known() -> bool:
        return host.session.sources.has_found_imports

    return Finder(host, IMPORTS, messages.FINDING_IMPORTS, is_known, finding, shown)


def overview_finder(host: Host) -> Finder:
    """Finds out what the overview says; of a comparison it is there at once."""

    def finding() -> tuple[Pieces[None], int]:
        session = host.session
        return finding_overview(session), 4 * session.shaping.recorded_trees.pieces + 20

    def is_known() -> bool:
        return about(host.session).has_page

    return Finder(host, OVERVIEW, messages.FINDING_OVERVIEW, is_known, finding)

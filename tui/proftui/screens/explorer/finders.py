"""Who imported whom, and the run on one page: found out when first looked at; the screen stays alive."""

from __future__ import annotations

from proftui import messages
from proftui.frame.about import about
from proftui.screens.explorer.filter import Filter
from proftui.screens.explorer.host import Host
from proftui.state.history import HistoryEntry
from proftui.state.overview import finding_overview
from proftui.state.view_names import FUNCTIONS, IMPORTS, OVERVIEW


class ImportFinder:
    """Finds out what the Imports view shows, and shows it when it is there."""

    def __init__(self, host: Host, filter_: Filter) -> None:
        self._host, self._filter = host, filter_
        self.worker = host.jobs.worker(self._given_up)
        self.view_before = FUNCTIONS
        """The view before this one."""

    def show(self) -> None:
        """The imports, as soon as they are known."""
        if self._host.session.sources.has_found_imports or self._begin():
            self._show()

    def _begin(self) -> bool:
        """Find them out; whether that was quick."""
        session = self._host.session
        # Of each module, the text is read, and then looked through a few times.
        jobs, work = self._host.jobs, session.sources.finding_imports()
        expected = 2 * session.profile.names.count("<module>")
        if jobs.begin(self.worker, work, self._found, tell=self._tell, expected=expected):
            return True
        self._tell()
        return False

    def _found(self) -> None:
        panes = self._host.panes
        if panes.shown is panes.imports:
            self._show()
            self._host.refresh_frame()

    def _show(self) -> None:
        self._host.answer(self._host.panes.imports.show_selected())
        # What packages take is told when it is known.
        self._filter.measure_soon()

    def _given_up(self) -> None:
        if self._host.panes.view_name == IMPORTS:
            self._host.arrive(self.view_before, self._host.session.selected)

    def _tell(self) -> None:
        """How far it is."""
        self._host.panes.imports.wait(messages.FINDING_IMPORTS.format(self.worker.percent))


class OverviewFinder:
    """Finds out what the overview says, shows it when it is there, and knows where the user was before."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.worker = host.jobs.worker(self.leave)
        self._before: HistoryEntry | None = None

    def come_from(self, view: str) -> None:
        """The user is in another view: the overview leads back to where he is now."""
        host = self._host
        selected = host.session.selected
        if view != OVERVIEW:
            self._before = None if selected is None else HistoryEntry(view, selected, host.panes.active.node)

    def show(self) -> None:
        """The page, as soon as its figures are known; of a comparison at once, causes when they are known."""
        session = self._host.session
        if about(session).has_page or self._begin():
            self._host.answer(self._host.panes.overview.show_selected())

    def _begin(self) -> bool:
        """Find them out; whether that was quick."""
        session, jobs = self._host.session, self._host.jobs
        work, expected = finding_overview(session), 4 * session.shaping.recorded_trees.pieces + 20
        if jobs.begin(self.worker, work, self._found, tell=self._tell, expected=expected):
            return True
        self._tell()
        return False

    def _found(self) -> None:
        panes = self._host.panes
        if panes.shown is panes.overview:
            self.show()
            self._host.refresh_frame()

    def leave(self) -> None:
        """Back to where the user was."""
        host, before = self._host, self._before
        if host.panes.view_name != OVERVIEW:
            return
        if before is None:
            host.arrive(FUNCTIONS, host.session.selected)
        else:
            host.go(*before)

    def _tell(self) -> None:
        """How far it is."""
        self._host.panes.overview.wait(messages.FINDING_OVERVIEW.format(self.worker.percent))

"""Names of functions from their source text, found out beside everything else."""

from __future__ import annotations

from proftui.screens.explorer.host import Host
from proftui.state.naming import naming

REST = 0.1
"""Seconds after the first screen before it begins: keys that were typed ahead come first."""


class Naming:
    """Who finds out names, while no key waits for it."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.worker = host.jobs.worker()

    def begin(self) -> None:
        """Find out the names of the session that is shown now."""
        self.worker.begin_later(naming(self._host.session, self._show), REST, lambda: None)

    def _show(self) -> None:
        for view in self._host.panes:
            view.names_changed()
        self._host.refresh_frame()

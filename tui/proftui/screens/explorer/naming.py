"""Names of functions from their source text, found out beside everything else."""

from __future__ import annotations

from proftui.screens.explorer.host import Host
from proftui.state.naming import naming

REST = 0.1
"""Seconds before it begins: the first screen and keys that were typed ahead come first."""


def name_functions(host: Host) -> None:
    """Find out the names of the session that is shown, and draw what has another name then."""

    def show() -> None:
        for view in host.panes:
            view.names_changed()
        host.refresh_frame()

    host.jobs.begin_idly(naming(host.session, show), REST)

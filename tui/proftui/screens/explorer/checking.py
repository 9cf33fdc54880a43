"""Whether the profile contradicts itself, looked at beside everything else."""

from __future__ import annotations

from proftui.screens.explorer.host import Host
from proftui_parsers.consistency import checked


def check(host: Host) -> None:
    """Compare the figures of the profile that is shown with each other, and say what comes of it."""
    figures = checked(host.session.profile)
    known = figures.early_notes

    def end() -> None:
        if figures.notes != known:
            host.refresh_frame()

    host.jobs.begin_beside(figures.finding(), end)

"""Whether the profile contradicts itself, and which lines have others' time in them."""

from __future__ import annotations

from proftui.background.pieces import Pieces
from proftui.screens.explorer.host import Host
from proftui_parsers.consistency import checked


def check(host: Host) -> None:
    """Compare the figures of the profile that is shown with each other, and say what comes of it."""
    figures = checked(host.session.profile)
    known = figures.early_notes

    session = host.session
    whole = session.whole

    def work() -> Pieces[None]:
        yield from figures.finding()
        yield from session.taking_out_nested()

    def end() -> None:
        if session.whole != whole:
            for view in host.panes:
                view.changed()
        if figures.notes != known or session.profile.lines_together is not None:
            host.refresh_frame()

    host.jobs.begin_beside(work(), end)

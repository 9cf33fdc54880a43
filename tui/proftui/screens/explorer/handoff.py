"""The profile in SnakeViz: asked first, served as long as the explorer runs."""

from __future__ import annotations

from textual.screen import Screen

from proftui import messages
from proftui.screens.explorer.host import Host
from proftui.widgets.sheet import Sheet
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.external.snakeviz import Handoff
# What serves files is imported when it is asked for: the first key waits for less.


class SnakevizKey:
    """``v``: the server, if there is one, and where it is."""

    def __init__(self, host: Host, screen: Screen[None]) -> None:
        self._host = host
        self._screen = screen
        self.handoff: Handoff | None = None

    def offer(self) -> None:
        """Ask before a server is started."""
        from proftui.external import snakeviz

        reason = snakeviz.can_show(self._host.session.recorded)
        if reason is not None:
            self._host.say(reason)
        else:
            self._host.status.ask("snakeviz", self._chosen)

    def _chosen(self, letter: str) -> None:
        if letter == "enter":
            self.show()

    def show(self) -> None:
        """Start the server, or show again where it is."""
        if self.handoff is not None and self.handoff.alive and self.handoff.address:
            self._show_address(self.handoff.address)
            return
        from proftui.external import snakeviz

        self.end()
        self._host.say(snakeviz.waiting(self._host.session.recorded))
        try:
            self.handoff = snakeviz.Handoff(self._host.session.recorded)
        except snakeviz.HandoffError as error:
            self._host.say(str(error), "error")
            return
        self._screen.run_worker(self._wait_for(self.handoff), exclusive=True)

    async def _wait_for(self, handoff: Handoff) -> None:
        from proftui.external import snakeviz

        try:
            address = await handoff.ready()
        except snakeviz.HandoffError as error:
            if handoff is self.handoff:
                self._host.say(str(error), "error")
            return
        if handoff is self.handoff:
            self._show_address(address)
            if snakeviz.has_browser():
                handoff.open_browser()

    def _show_address(self, address: str) -> None:
        from proftui.external import snakeviz

        profile = self._host.session.recorded
        self._host.say(snakeviz.shown(address))
        rows = snakeviz.lines(address, snakeviz.note(profile))
        self._host.app.push_screen(Sheet(messages.SNAKEVIZ_TITLE, rows))

    def end(self) -> None:
        """End the server, if there is one."""
        if self.handoff is not None:
            self.handoff.stop()
            self.handoff = None

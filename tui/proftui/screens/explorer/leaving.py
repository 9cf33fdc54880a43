"""Ways out of the explorer: to the shell and back, and for good."""

from __future__ import annotations

import time

from proftui.frame import messages
from proftui.screens.explorer.host import Host

AGAIN_SECONDS = 2.0
"""A second Control-C within so many seconds quits."""


class Leaving:
    """Quit, and what is nearly that."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._interrupted_at = -AGAIN_SECONDS

    def suspend(self) -> None:
        """To the shell."""
        self._host.app.action_suspend_process()

    def interrupt(self) -> None:
        """Control-C twice quits."""
        now = time.monotonic()
        if now - self._interrupted_at < AGAIN_SECONDS:
            self._host.app.exit()
        self._interrupted_at = now
        self._host.say(messages.QUITS)

    def quit(self) -> None:
        """The end; nothing is lost."""
        self._host.app.exit()

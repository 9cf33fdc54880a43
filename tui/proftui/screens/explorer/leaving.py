"""Control-C: nobody loses the explorer to one press of it."""

from __future__ import annotations

import time

from proftui import messages
from proftui.screens.explorer.host import Host

AGAIN_SECONDS = 2.0
"""A second Control-C within so many seconds quits."""


class Leaving:
    """Control-C, which quits when it is pressed twice."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._interrupted_at = -AGAIN_SECONDS

    def interrupt(self) -> None:
        """Quit, the second time; the first time say so."""
        now = time.monotonic()
        if now - self._interrupted_at < AGAIN_SECONDS:
            self._host.app.exit()
        self._interrupted_at = now
        self._host.say(messages.QUITS)

"""The lines of calls, found out beside the screen while the cursor rests."""

from __future__ import annotations

from collections.abc import Callable

from proftui.background.jobs import Working
from proftui.background.pieces import Pieces, finished

REST = 0.08
"""Seconds after which what is shown is looked at."""


class CallFinder:
    """Does what a view wants to have found out, the newest alone; Esc is not for it."""

    def __init__(self) -> None:
        # Keys that move the cursor come first: what is found out is of where it stood.
        self._worker = Working(awaited=False)
        self._asked: tuple[Pieces[None], Callable[[], None]] | None = None

    def look_soon(self, work: Pieces[None], found: Callable[[], None]) -> None:
        """After a rest; what was asked for before is left."""
        self._asked = work, found
        self._worker.begin_later(work, REST, self._end)

    def look_now(self) -> None:
        """Without a rest."""
        if self._asked is not None:
            finished(self._asked[0])
            self._worker.stop()
            self._end()

    def _end(self) -> None:
        if self._asked is not None:
            (_, found), self._asked = self._asked, None
            found()

    def end(self) -> None:
        """Nothing is found out any more."""
        self._asked = None
        self._worker.end()

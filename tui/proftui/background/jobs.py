"""Long work between keys: at once where it is short, else in slices; Esc gives up the newest, the end all."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable

from proftui.background.pieces import AT_ONCE, Pieces

Call = Callable[[], None]
AT_MOST = 0.3
"""Seconds of the processor, which others do not use up, after which pieces turn out to be large."""
SLICE, PAUSE = 0.016, 0.004
"""Seconds of work, and those after it in which keys are answered."""
IDLE_SLICE = 0.004
"""Seconds of work for which nobody waits: a key that comes meanwhile waits no longer."""
AT_ONCE_BESIDE = 4
"""Pieces that are done at once of such work."""


class Working:
    """One piece of work at a time."""

    def __init__(self, *, awaited: bool = True) -> None:
        self._awaited = awaited
        """Whether somebody waits for the work."""
        self.done = 0
        """Pieces."""
        self.expected = 1
        self.told = ""
        """How far the work is, in words; empty until that was said of it."""
        self._work: Pieces[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._then: Call | None = None

    @property
    def busy(self) -> bool:
        """Whether there is something left to do."""
        return self._work is not None

    @property
    def far(self) -> str:
        """How far it probably is: ``12 %``, and ``…`` where it takes longer than was expected."""
        return f"{100 * self.done // self.expected} %" if self.done < self.expected else "…"

    def begin(
        self, work: Pieces[None], expected: int, tell: Call, then: Call, *, is_long: bool = False
    ) -> bool:
        """Do what is short; whether that was all. Else slices: ``tell`` after each, ``then`` in the end.

        ``is_long``: it is known not to be short; what there is to show already is drawn before it.
        """
        self.stop()
        self.done, self.expected, self.told = 0, expected, ""
        if not is_long and self._is_done_at_once(work):
            return True
        self._work = work
        self._go_on(tell, then)
        return False

    def begin_later(self, work: Pieces[None], wait: float, then: Call) -> None:
        """Do all of it in slices, from ``wait`` seconds on."""
        self.stop()
        self._work, self._then = work, then
        self.put_off(wait)

    def _is_done_at_once(self, work: Pieces[None]) -> bool:
        end = time.thread_time() + AT_MOST
        at_once = AT_ONCE if self._awaited else AT_ONCE_BESIDE
        for self.done, _ in enumerate(work, 1):
            if self.done >= at_once or time.thread_time() > end:
                return False
        return True

    def put_off(self, wait: float) -> None:
        """Go on with what was begun to be done later in ``wait`` seconds, not before."""
        if self._then is not None:
            self._go_on(lambda: None, self._then, wait)

    def hurry(self) -> None:
        """Do at once all of what was begun to be done later."""
        if self._then is not None:
            self._slice(lambda: None, self._then, math.inf)

    def _go_on(self, tell: Call, then: Call, wait: float | None = None) -> None:
        # While others have something to do the loop is theirs: a timer comes after what is ready.
        if self._timer is not None:
            self._timer.cancel()
        wait = PAUSE if wait is None else wait
        self._timer = asyncio.get_running_loop().call_later(wait, self._slice, tell, then)

    def _slice(self, tell: Call, then: Call, least: float = 0.0) -> None:
        assert self._work is not None
        end = time.monotonic() + max(least, SLICE if self._awaited else IDLE_SLICE)
        for _ in self._work:
            self.done += 1
            if time.monotonic() > end:
                self._go_on(tell, then)
                tell()
                return
        self.stop()
        then()

    def end(self) -> None:
        """Stop for good, even from within: a signal comes while a piece is made, too."""
        with contextlib.suppress(ValueError):
            self.stop()

    def stop(self) -> None:
        """Leave it undone."""
        if self._timer is not None:
            self._timer.cancel()
        if self._work is not None:
            self._work.close()
        self._work = self._timer = self._then = None


class Jobs:
    """Who works at what, in the order in which it was begun."""

    def __init__(self) -> None:
        self._begun: list[Working] = []
        self._given_up: dict[Working, Call] = {}
        self._beside = self.worker(awaited=False)
        self._idly = self.worker(awaited=False)

    def worker(self, given_up: Call = lambda: None, *, awaited: bool = True) -> Working:
        """Somebody who does one piece of work at a time; ``given_up`` hears that the user has stopped it."""
        made = Working(awaited=awaited)
        self._given_up[made] = given_up
        return made

    def begin(
        self,
        worker: Working,
        work: Pieces[None],
        then: Call,
        *,
        tell: Call = lambda: None,
        expected: int = 1,
        is_long: bool = False,
    ) -> None:
        """Do what is short, and ``then``; else ``tell`` how far it is, as :meth:`Working.begin` says."""
        self._begun = [other for other in self._begun if other.busy and other is not worker]
        self._begun.append(worker)
        if worker.begin(work, expected, tell, then, is_long=is_long):
            then()
        else:
            tell()

    def begin_beside(self, work: Pieces[None], then: Call) -> None:
        """Do work that nobody waits for, so that Esc is not for it; what went on beside before is left."""
        if self._beside.begin(work, 1, lambda: None, then):
            then()

    def begin_idly(self, work: Pieces[None], wait: float) -> None:
        """Do work for which keys come first, from ``wait`` seconds on; what went on idly before is left."""
        self._idly.begin_later(work, wait, lambda: None)

    def put_off_idle(self, wait: float) -> None:
        """A key came, and others may follow: what goes on idly waits."""
        self._idly.put_off(wait)

    def give_up_newest(self) -> bool:
        """Stop what was begun last and is not done; whether there was something."""
        newest = next((worker for worker in reversed(self._begun) if worker.busy), None)
        if newest is None:
            return False
        newest.stop()
        self._given_up[newest]()
        return True

    def end(self) -> None:
        """Leave everything undone, for good."""
        for worker in self._given_up:
            worker.end()

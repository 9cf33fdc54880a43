"""A limit in seconds for what may take for ever: a search with somebody's regular expression."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

SEARCH_BUDGET = 0.25
"""Seconds that one search or the reading of one filter may take; what was found before then stays."""


class TooSlow(Exception):
    """A search that took longer than its budget."""


def within(budget: float | None, work: Callable[[], T]) -> T:
    """Do ``work``; raises :class:`TooSlow` after ``budget`` seconds.

    Only in the main thread of a system that has interval timers; elsewhere without a limit. The
    regular expression engine holds the interpreter's lock, but it does look for signals.
    """
    # Not from the start: the session, which the first screen needs, knows the budget.
    import signal
    import threading

    if budget is None or not hasattr(signal, "setitimer"):
        return work()
    previous = signal.getsignal(signal.SIGALRM)
    if threading.current_thread() is not threading.main_thread() or previous is None:
        return work()
    armed = True

    def expired(_signum: int, _frame: object) -> None:
        if armed:
            raise TooSlow

    told = sys.unraisablehook

    def lost(problem: sys.UnraisableHookArgs) -> None:
        # Raised inside a finalizer; Python would write that on the screen.
        if problem.exc_type is not TooSlow:
            told(problem)

    # The timer of somebody else must not ring for us, so it stops before the handler changes.
    started = time.monotonic()
    remaining, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        sys.unraisablehook = lost
        signal.signal(signal.SIGALRM, expired)
        # Again and again, since such an exception is lost.
        signal.setitimer(signal.ITIMER_REAL, max(budget, 1e-6), 0.05)
        return work()
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        sys.unraisablehook = told
        if remaining:
            left = remaining - (time.monotonic() - started)
            signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6), interval)

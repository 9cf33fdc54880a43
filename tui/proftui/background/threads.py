"""Threads, started only where there is memory for them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from proftui.background import memory

_ROOM = 10 << 20
"""A stack of eight megabytes, and what the first steps take."""


def start(work: Callable[[], object]) -> Thread:
    """Do this aside, nobody waits for it at the end; MemoryError if there is not enough for a thread."""
    # One that fails before its first step, as from Python 3.13 on, would be waited for without end.
    memory.need(_ROOM)
    thread = Thread(target=work, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        # What Python says of it.
        raise MemoryError from None
    return thread

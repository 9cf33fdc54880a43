"""Threads, started only where there is memory for them; one that is done waits for more to do."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread

from proftui.background import memory

_ROOM = 10 << 20
"""A stack of eight megabytes, and what the first steps take."""
_Works = SimpleQueue[tuple[Callable[[], object], Event]]
_idle: list[_Works] = []
"""Where threads that have nothing to do wait for it."""


def start(work: Callable[[], object]) -> Event:
    """Do this aside; what tells that it is done. Nobody waits for it at the end.

    Raises:
        MemoryError: there is not enough for a thread.
    """
    works, done = _idle.pop() if _idle else _started(), Event()
    works.put((work, done))
    return done


def _started() -> _Works:
    """Another thread, by what it waits for."""
    # One that fails before its first step, as from Python 3.13 on, would be waited for without end.
    memory.need(_ROOM)
    works: _Works = SimpleQueue()
    try:
        Thread(target=_take, args=(works,), daemon=True).start()
    except RuntimeError:
        # What Python says of it.
        raise MemoryError from None
    return works


def _take(works: _Works) -> None:
    while True:
        work, done = works.get()
        try:
            work()
        finally:
            done.set()
        _idle.append(works)

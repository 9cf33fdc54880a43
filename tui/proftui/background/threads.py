"""Threads, started only where there is memory for them; one that is done waits for more to do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any

from proftui.background import memory
from proftui.background.pieces import T

_ROOM = 10 << 20
"""A stack of eight megabytes, and what the first steps take."""
_Works = SimpleQueue[tuple[Callable[[], Any], Future[Any]]]
_idle: list[_Works] = []
"""Where threads that have nothing to do wait for it."""


def start(work: Callable[[], T]) -> Future[T]:
    """Do this aside; what has its result, or what it raised. Nobody waits for it at the end.

    Raises:
        MemoryError: there is not enough for a thread.
    """
    # No executor's: Python waits for their threads at its end, however long they take.
    works, done = _idle.pop() if _idle else _started(), Future[T]()
    done.set_running_or_notify_cancel()
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
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)
        _idle.append(works)

"""Threads, started only where there is memory for them; one that is done waits for more to do."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

from proftui.background import memory

# Not from typing, for which a first key would wait.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future

    from proftui.background.pieces import T

_ROOM = 10 << 20
"""A stack of eight megabytes, and what the first steps take."""
_Works = SimpleQueue[Callable[[], object]]
_idle: list[_Works] = []
"""Where threads that have nothing to do wait for it."""


def start(work: Callable[[], T]) -> Future[T]:
    """Do this aside; what has its result, or what it raised. Nobody waits for it at the end.

    Raises:
        MemoryError: there is not enough for a thread.
    """
    # Imported here: it brings logging with it, while a first key waits.
    from concurrent.futures import Future

    # No executor's: Python waits for their threads at its end, however long they take.
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def keep() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    begin(keep)
    return done


def begin(work: Callable[[], object]) -> None:
    """Do this aside, which raises nothing and whose end nobody waits for; MemoryError as above."""
    (_idle.pop() if _idle else _started()).put(work)


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
        works.get()()
        _idle.append(works)

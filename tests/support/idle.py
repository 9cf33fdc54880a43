"""When an app in this process has done all there is to do: what Textual's own tests guess from CPU time.

Textual sleeps at least 20 ms after every key, and takes a process that was kept from running for an idle one.
Here the event loop is asked: nothing is ready, and no timer is due in those 20 ms.
"""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

from textual import _wait, app, pilot

from proftui.background import threads

SOON = _wait.SLEEP_GRANULARITY
"""Seconds within which a timer that is due still belongs to what was asked for."""
_by_cpu_time = _wait.wait_for_idle
_by_messages = pilot.Pilot._wait_for_screen


def is_something_aside() -> bool:
    """Whether a thread beside this one works; those that wait for more to do do not."""
    return threading.active_count() - len(threads._idle) > 1


async def wait_for_idle(min_sleep: float = SOON, max_sleep: float = 1) -> None:
    """Until the loop has nothing to do; at most ``max_sleep`` CPU seconds, however busy the machine is."""
    loop: Any = asyncio.get_running_loop()
    if is_something_aside():
        await _by_cpu_time(min_sleep, max_sleep)
        return
    started, begun = time.monotonic(), time.process_time()
    while time.process_time() - begun < max_sleep:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=None)
        if due is None or due > started + SOON:
            return
        await asyncio.sleep(max(due - loop.time(), 0.0))


async def wait_for_screen(driven: pilot.Pilot[Any], timeout: float = 30.0) -> bool:
    """Until widgets have taken what was sent to them: before that, the loop has something to do."""
    if is_something_aside():
        return await _by_messages(driven, timeout)
    await wait_for_idle(0)
    return not driven.app._exception_event.is_set()


def install() -> None:
    """For every app that tests drive."""
    vars(pilot)["wait_for_idle"] = vars(app)["wait_for_idle"] = wait_for_idle
    setattr(pilot.Pilot, "_wait_for_screen", wait_for_screen)  # noqa: B010 - for mypy it is no variable

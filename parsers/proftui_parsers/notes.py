"""What notes on a profile say: the sentences, and what needs nothing else to be told."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from itertools import compress

import proftui_parsers.messages as messages
from proftui_parsers.profile import Profile
from proftui_parsers.waiting import WAITING_FOR_THREADS, WAITING_IN_LOOPS

NOTICEABLY = 1.0005
"""Roots from which on 100.1 % would be read."""
READ_AS_A_TENTH = 0.05
"""Percent of the whole from which on 0.1 % is read."""
_MUCH, _MOST = 20.0, 50.0
"""Percent of the whole from which on waiting of a loop, and of a thread for others, is told."""
_LONGEST = 60
_FIRST_WITH_ALL_THREADS = 12
"""The 3.x from which on cProfile sees other threads than the one that it was started in."""


def about_waiting(profile: Profile) -> list[str]:
    """For whom nobody knows, where waiting is much of the whole: a loop's tasks, or other threads."""
    whole = profile.total_time
    if profile.producer != "cProfile" or not 0 < whole < math.inf or not profile.count:
        return []
    in_loop = _share(profile, whole, WAITING_IN_LOOPS)
    if in_loop > _MUCH and "_run_once" in profile.names:
        return [messages.LOOP_WAITED.format(f"{in_loop:.1f}")]
    waiting = _share(profile, whole, WAITING_FOR_THREADS)
    is_told = waiting > _MOST and not saw_all_threads(profile)
    return [messages.ONE_THREAD.format(f"{waiting:.1f}")] if is_told else []


def _share(profile: Profile, whole: float, names: Set[str]) -> float:
    """The own time of functions of some names, in percent."""
    times = compress(profile.tottime, map(names.__contains__, profile.names))
    return 100 * sum(time for time in times if time > 0) / whole


def saw_all_threads(profile: Profile, *, unknown: bool = False) -> bool:
    """Whether cProfile saw all threads, by the standard library's folder; ``unknown``: where none tells."""
    for file in profile.files:
        _, found, rest = file.replace("\\", "/").casefold().partition("/python3")
        digits = rest.removeprefix(".").split("/", 1)[0]
        if found and digits.isdecimal():
            return int(digits[:3]) >= _FIRST_WITH_ALL_THREADS
    return unknown


def with_most(profile: Profile, functions: Mapping[int, float]) -> str:
    """The function with the most of it, and how many others there are."""
    most = max(functions, key=functions.__getitem__)
    file, line, name = profile.function(most)
    where = f" ({file.replace(chr(92), '/').rpartition('/')[2][:_LONGEST]}:{line})" if line else ""
    others = len(functions) - 1
    more = messages.AND_OTHERS.format(others, "s" * (others > 1)) if others else ""
    return f"{name[:_LONGEST]}{where}{more}"

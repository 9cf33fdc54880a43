"""What notes on a profile say: the sentences, and what needs nothing else to be told."""

from __future__ import annotations

import math

from proftui_parsers.waiting import WAITING_FOR_THREADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from proftui_parsers.profile import Profile

NOTICEABLY = 1.0005
"""Roots from which on 100.1 % would be read."""
READ_AS_A_TENTH = 0.05
"""Percent of the whole from which on 0.1 % is read."""
_LONGEST = 60
_FIRST_WITH_ALL_THREADS = 12
"""The 3.x from which on cProfile sees other threads than the one that it was started in."""

THREADS = (
    "several threads were running: this Python's cProfile mixes them, as if one of them had made all calls. "
    "Times, those of callers above all, are not to be trusted; yappi or py-spy keep threads apart"
)
SHARES_OF_ROOTS = ". Shares are of the {:,.3f} s of its first functions; all own time together is {:,.3f} s"
IMPOSSIBLE = (
    "the figures contradict each other: {}. Times, those of callers above all, are not to be trusted. "
    "Threads that were profiled as one do this, and files that were changed"
)
UNENDING = "some calls began and never ended, or ended in another order"
ABOVE = "{} {} % of the own time of all functions{}{}"
ROOTS_TAKE, ONE_TAKES = "the functions that nobody called take", "one function takes"
SHARES = ", and shares are of the former"
OVERWRITTEN = ": of functions with one name in one line cProfile keeps the figures of one"
LEFT_OUT = ": times that are not finite are left out"
STRIPPED = ": its files have no folders, and where these were cut off, of callers of one name one is left"
HALF_CALLED = "{} seems to be called from outside of the profile as well as by others{}"
NOT_FINITE = (
    "functions whose times are not finite stand in call trees without time, which is [unattributed] there"
)
MISSING = "{:.3g} s that {} spent in calls, {:.1f} % of all, are in no function here{}"
OF_ONE_NAME = "{} stands for several functions of one name, and what all of them call is counted here"
OF_SOME_NAMES = "{} each stand for several functions of one name, and what all of those call is counted there"
MARKED = ". Call trees mark what that leaves uncertain"
NOTHING_SURE = ". Nothing in call trees is certain"
ONE_THREAD = (
    "{} % of the time is waiting for others (locks, select, poll): cProfile up to Python 3.11 sees only the "
    "thread that it was started in. If others did the work, yappi or py-spy show it"
)


def about_waiting(profile: Profile, whole: float) -> list[str]:
    """That the other threads were not seen, where waiting for them may be most of ``whole`` seconds."""
    own = profile.tottime
    if profile.producer != "cProfile" or not 0 < whole < math.inf or not profile.count:
        return []
    most = max(own)
    if not most > 0 or profile.names[own.index(most)] not in WAITING_FOR_THREADS:
        return []
    named = zip(profile.names, own, strict=False)
    waiting = sum(time for name, time in named if name in WAITING_FOR_THREADS and time > 0)
    if waiting <= 0.5 * whole or _sees_all_threads(profile):
        return []
    return [ONE_THREAD.format(f"{100 * waiting / whole:.1f}")]


def _sees_all_threads(profile: Profile) -> bool:
    """Whether the standard library is of Python 3.12 or later, as far as its folders tell."""
    for file in profile.files:
        _, found, rest = file.replace("\\", "/").casefold().partition("/python3")
        digits = rest.removeprefix(".").split("/", 1)[0]
        if found and digits.isdecimal():
            return int(digits[:3]) >= _FIRST_WITH_ALL_THREADS
    return False


def with_most(profile: Profile, functions: Mapping[int, float]) -> str:
    """The function with the most of it, and how many others there are."""
    most = max(functions, key=functions.__getitem__)
    file, line, name = profile.function(most)
    where = f" ({file.replace(chr(92), '/').rpartition('/')[2][:_LONGEST]}:{line})" if line else ""
    others = len(functions) - 1
    more = f" and {others:,} other{'s' * (others > 1)}" if others else ""
    return f"{name[:_LONGEST]}{where}{more}"

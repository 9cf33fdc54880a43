"""What notes on a profile say: the sentences, and what needs nothing else to be told."""

from __future__ import annotations

import math

import proftui_parsers.messages as messages
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
    return [messages.ONE_THREAD.format(f"{100 * waiting / whole:.1f}")]


def about_recursive_lines(profile: Profile) -> list[str]:
    """That some lines have the time of other levels of their own function in them."""
    functions = {function: profile.tottime[function] for function in profile.recursive_lines}
    return [messages.LEVELS_IN_LINES.format(with_most(profile, functions))] if functions else []


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
    more = messages.AND_OTHERS.format(others, "s" * (others > 1)) if others else ""
    return f"{name[:_LONGEST]}{where}{more}"

"""What is odd about a run, the first of a list: what one should know before the figures are believed."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from proftui.analysis.own_by_package import seconds_waited
from proftui_parsers import Profile
from proftui_parsers.consistency import checked, whole_time
from proftui_parsers.notes import NOTICEABLY
from proftui_parsers.waiting import waits

Kind = Literal["roots", "note", "calls", "outside", "short", "waits"]
_MOST_CALLS, _MOST_OUTSIDE, _MUCH_WAITING = 0.8, 0.5, 0.2
"""Parts of all calls, and of the run, from which on they are odd."""
_SHORTEST = 0.01
"""Seconds of a run below which figures say little."""


class Odd(NamedTuple):
    """One thing that is odd: the function that it is about, and a part of the whole."""

    kind: Kind
    function: int | None = None
    part: float = 0.0
    others: int = 0
    """How many other functions are like that."""
    notes: int = 0
    """How many notes there are that it does not tell."""


def first_odd(profile: Profile, notes: int, outside: float = 0.0) -> Odd | None:
    """The first that holds.

    ``notes``: how many notes on the profile there are. ``outside``: seconds that count to nobody since
    something is hidden.
    """
    whole = whole_time(profile)
    # Notes on recordings are on what figures are; that most of them is waiting is more.
    waiting = _waiting(profile, whole) if profile.recording is not None and 0 < whole < math.inf else None
    if waiting is not None:
        return waiting._replace(notes=notes)
    if notes:
        return Odd("roots" if _lost_entries(profile) else "note", notes=notes - 1)
    most = _called_most(profile)
    if most is not None or not 0 < whole < math.inf:
        return most
    if outside > _MOST_OUTSIDE * whole:
        return Odd("outside", part=outside / whole)
    return Odd("short") if whole < _SHORTEST else _waiting(profile, whole)


def _lost_entries(profile: Profile) -> bool:
    """Whether roots took noticeably more than all own times, and nothing worse is the matter."""
    check = checked(profile)
    differ = math.inf > check.time_of_roots > NOTICEABLY * profile.total_time > 0
    is_worse = check.impossible or not check.is_finite or (check.contradicts and check.has_threads)
    return differ and profile.has_edges and profile.producer == "cProfile" and not is_worse


def _called_most(profile: Profile) -> Odd | None:
    """A function with most of all calls, if there is one beside others."""
    calls, every = profile.ncalls, profile.total_calls
    if calls is None or not every or profile.count < 2 or profile.measure.sampled:
        return None
    most = max(calls)
    return Odd("calls", calls.index(most), most / every) if most > _MOST_CALLS * every else None


def _waiting(profile: Profile, whole: float) -> Odd | None:
    waited = seconds_waited(profile)
    if not profile.has_calls or not waited > _MUCH_WAITING * whole:
        return None
    own = profile.tottime
    waiting = [index for index in range(profile.count) if waits(profile, index) and 0 < own[index] < math.inf]
    heaviest = max(waiting, key=lambda index: own[index])
    return Odd("waits", heaviest, waited / whole, len(waiting) - 1)

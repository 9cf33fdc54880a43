"""How long some functions ran with all that they called, each second once: a proved bound, from edges."""

from __future__ import annotations

import math
from collections.abc import Sequence

from proftui.background.pieces import Pace, Pieces
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import NamedTuple
from proftui_parsers.profile import Profile
from proftui_parsers.recursion import time_of_root_calls


class Inclusive(NamedTuple):
    """Seconds in which at least one of some functions was running, perhaps below others."""

    seconds: float
    exact: bool
    """Whether it is just that; else it is at least that."""


def adding_up(profile: Profile, functions: Sequence[int]) -> Pieces[Inclusive]:
    """The time of ``functions`` with what they call, each second counted once; ``functions`` in any order.

    Each of these is at most that time: own time in the set; the largest cumulative time in it; all calls of
    it by functions that it never leads to, since of such calls none runs inside another. The third is exact
    where nobody else calls it.
    """
    own = sum(_finite(profile.tottime[index]) for index in functions)
    if not profile.has_edges or profile.cumtime is None or profile.measure.sampled:
        return Inclusive(own, False)
    yield from checked(profile).comparing()
    doubts = checked(profile).contradictions
    if checked(profile).mixed or checked(profile).contradicts:
        return Inclusive(own, False)
    asked = _Set(profile, functions)
    yield from asked.leading_on()
    seconds, exact = yield from asked.entering()
    yield
    most = max((_finite(profile.cumtime[index]) for index in asked.members), default=0.0)
    if exact and not doubts.missing and not doubts.excess:
        return Inclusive(seconds, True)
    return Inclusive(max(seconds, most, own), False)


class _Set:
    """Some functions, with marks on all functions as they are found out."""

    def __init__(self, profile: Profile, functions: Sequence[int]) -> None:
        self.profile = profile
        size = len(profile.files)
        self.inside = bytearray(size)
        """Which belong to it."""
        for index in functions:
            self.inside[index] = 1
        self.members: Sequence[int] = functions
        self.below = bytearray(size)
        """Which others it may lead to. Nobody knows who calls what has no entry."""
        self.below[profile.count :] = b"\1" * (size - profile.count)

    def _may_be_root(self, index: int) -> bool:
        edges = self.profile.edges
        counts = edges.ncalls[edges.starts[index] : edges.starts[index + 1]]
        return not counts or self.profile.root_calls[index] != 0 or min(counts) < 0

    def leading_on(self) -> Pieces[None]:
        """Mark who may run below it: what calls lead to, outside of the set."""
        inside, marked, pace = self.inside, self.below, Pace()
        starts, _, callees = self.profile.by_caller
        waiting = list(self.members)
        while waiting:
            here = waiting.pop()
            span = callees[starts[here] : starts[here + 1]]
            for callee in span:
                if not marked[callee] and not inside[callee]:
                    marked[callee] = 1
                    waiting.append(callee)
            if pace.done(1 + len(span)):
                yield

    def entering(self) -> Pieces[tuple[float, bool]]:
        """The sum of calls of it that do not overlap, and whether these are all there are."""
        edges, pace = self.profile.edges, Pace()
        seconds, exact = 0.0, True
        for index in self.members:
            begin, end = edges.starts[index], edges.starts[index + 1]
            for entry in range(begin, end):
                caller, time = edges.callers[entry], edges.cumtime[entry]
                if self.inside[caller]:
                    continue
                exact = exact and not self.below[caller] and math.isfinite(time)
                if not self.below[caller]:
                    seconds += _finite(time)
            if self._may_be_root(index):
                time, known = self._root_time(index)
                seconds, exact = seconds + time, exact and known
            if pace.done(1 + end - begin):
                yield
        return seconds, exact

    def _root_time(self, index: int) -> tuple[float, bool]:
        """Seconds of a function's calls from outside of the profile, at least; whether it is just that."""
        time, known = time_of_root_calls(self.profile, index)
        return _finite(time), known and 0.0 <= time < math.inf


def _finite(seconds: float) -> float:
    """What of a time can be counted on."""
    return seconds if 0.0 < seconds < math.inf else 0.0

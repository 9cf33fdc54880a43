"""How long some functions ran with all that they called, each second once: a proved bound, from edges."""

from __future__ import annotations

import math

from proftui.background.pieces import Pace, Pieces
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import NamedTuple
from proftui_parsers.profile import Profile
from proftui_parsers.recursion import is_reentered, time_of_root_calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Inclusive(NamedTuple):
    """Seconds in which at least one of some functions was running, perhaps below others."""

    seconds: float
    exact: bool
    """Whether it is just that; else it is at least that."""


def adding_up(profile: Profile, functions: Sequence[int]) -> Pieces[Inclusive]:
    """The time of ``functions`` with what they call, each second counted once; ``functions`` in any order.

    Each of these is at most that time: own time in the set and in what it calls; the largest cumulative
    time in it; all calls of it by functions that it never leads to, since of such calls none runs inside
    another; all calls of it by one function that never runs twice at once. The third is exact where nobody
    else calls it.
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
    return Inclusive(max(seconds, most, own, asked.inner), False)


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
        self.inner = 0.0
        """Own time in it and, where it called them, in others; seconds."""

    def _may_be_root(self, index: int) -> bool:
        edges = self.profile.edges
        counts = edges.ncalls[edges.starts[index] : edges.starts[index + 1]]
        return not counts or self.profile.root_calls[index] != 0 or min(counts) < 0

    def leading_on(self) -> Pieces[None]:
        """Mark who may run below it."""
        yield from self._marking(list(self.members), self.below)

    def _marking(self, waiting: list[int], marked: bytearray) -> Pieces[None]:
        """Mark what calls lead to from ``waiting``, outside of the set; those of it lead on too."""
        inside, pace = self.inside, Pace()
        starts, _, callees = self.profile.by_caller
        for index in waiting:
            marked[index] |= not inside[index]
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
        """The larger sum of calls of it that do not overlap, and whether these are all there are."""
        profile, edges, pace = self.profile, self.profile.edges, Pace()
        seconds, exact, by_one = 0.0, True, dict[int, float]()
        for index in self.members:
            begin, end = edges.starts[index], edges.starts[index + 1]
            for entry in range(begin, end):
                caller, time = edges.callers[entry], edges.cumtime[entry]
                if self.inside[caller]:
                    continue
                exact = exact and not self.below[caller] and math.isfinite(time)
                if not self.below[caller]:
                    seconds += _finite(time)
                elif caller < profile.count:
                    by_one[caller] = by_one.get(caller, 0.0) + _finite(time)
            if self._may_be_root(index):
                time, known = self._root_time(index)
                seconds, exact = seconds + time, exact and known
            if pace.done(1 + end - begin):
                yield
        alone = max((time for p, time in by_one.items() if not is_reentered(profile, p)), default=0.0)
        yield from self._adding_own()
        return max(seconds, alone), exact

    def _root_time(self, index: int) -> tuple[float, bool]:
        """Seconds of a function's calls from outside of the profile, at least; whether it is just that."""
        time, known = time_of_root_calls(self.profile, index)
        return _finite(time), known and 0.0 <= time < math.inf

    def _adding_own(self) -> Pieces[None]:
        """Add up own time in the set, and in what it calls."""
        profile, edges, pace = self.profile, self.profile.edges, Pace()
        starts, entries, callees = profile.by_caller
        for index in self.members:
            self.inner += _finite(profile.tottime[index])
            span = range(starts[index], starts[index + 1])
            self.inner += sum(_finite(edges.tottime[entries[k]]) for k in span if not self.inside[callees[k]])
            if pace.done(1 + len(span)):
                yield


def _finite(seconds: float) -> float:
    """What of a time can be counted on."""
    return seconds if 0.0 < seconds < math.inf else 0.0

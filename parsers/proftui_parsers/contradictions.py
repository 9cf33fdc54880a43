"""What of single functions no run of a program would leave: times that callees do not account for."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from itertools import pairwise

from proftui_parsers.import_free import cached_property, dataclass
from proftui_parsers.profile import Profile
from proftui_parsers.recursion import (
    begins_at_root_while_running,
    callers_that_ran_once,
    calls_by_itself,
    calls_while_running,
    is_reentered,
    lacking,
)
from proftui_parsers.sums import SAME

_PIECE = 512
_FEW = 8
"""Steps from a function up to those who alone call it, and callers of it that are looked at."""


@dataclass(frozen=True)
class Contradictions:
    """What does not add up; seconds by function.

    A function that was never called while it ran, other than by itself, has as much time as its own time and
    that of the calls it makes of others together.
    """

    missing: Mapping[int, float]
    """What the function, or some call of it, has more than that: some of what it called is not in the file.
    Zero: only counts of calls say so."""
    excess: Mapping[int, float]
    """What it has less, or less than some call that it makes, or more than all calls of it together: of a
    namesake its calls, or its figures, are taken for its own. Zero: only counts of calls say so."""
    odd: bool
    """Whether calls prove that names are shared, however short they are."""
    unbegun: bool = False
    """Whether some calls cannot have begun: of a function by another only while that call of it ran, or by
    what nobody else calls and yet not while it ran, or by nobody while it ran."""

    @cached_property
    def all_missing(self) -> float:
        """Seconds of calls that are not in the file: so much more any function of a shared name may have."""
        return sum(self.missing.values())

    @property
    def seconds(self) -> float:
        """Seconds that do not add up, too many or too few."""
        return self.all_missing + sum(self.excess.values())


def has_times(profile: Profile) -> bool:
    """Whether times of calls were measured, so that there is something to compare."""
    known = profile.cumtime is not None and profile.ncalls is not None
    return known and profile.edges.timed and not profile.measure.sampled


def may_share_name(profile: Profile, function: int) -> bool:
    """Whether another function can well have the same file, line and name."""
    file, name = profile.files[function], profile.names[function]
    if file == "~":
        return name.startswith("<built-in method ") and "." not in name
    return file.startswith("<") or name.startswith("<")


def hardly_shares_name(profile: Profile, function: int) -> bool:
    """Whether it is most unlikely that another function has the same file, line and name."""
    return profile.files[function] != "~" and not may_share_name(profile, function)


def comparing(profile: Profile) -> Generator[None, None, Contradictions]:
    """Compare the times of all functions with those of what they call, in pieces."""
    if not has_times(profile):
        return Contradictions({}, {}, False)
    comparison = _Comparison(profile, (yield from _adding_up(profile)))
    for function in range(profile.count):
        if function % _PIECE == 0:
            yield
        comparison.look_at(function)
    outermost, calls = profile.edges.primitive_calls, profile.edges.ncalls
    comparison.unbegun |= any(first == 0 < n for first, n in zip(outermost, calls, strict=True))
    return comparison.result


class _Comparison:
    """What was found of the functions that were looked at; see :class:`Contradictions`."""

    def __init__(self, profile: Profile, sums: _Sums) -> None:
        self.profile = profile
        self.sums = sums
        self.missing = dict[int, float]()
        self.excess = sums.excess
        self.odd = self.unbegun = False

    @property
    def result(self) -> Contradictions:
        """All that was found."""
        return Contradictions(self.missing, self.excess, self.odd, self.unbegun)

    def look_at(self, function: int) -> None:
        """Ask the counts of calls of one function and, where those can be, its times."""
        again = calls_while_running(self.profile, function)
        if again is None:
            return
        by_itself = calls_by_itself(self.profile, function) if function in self.sums.itself else 0
        if not self._has_odd_counts(function, again, by_itself):
            self._look_at_times(function, again, by_itself)

    def _has_odd_counts(self, function: int, again: int, by_itself: int) -> bool:
        """``again``: its calls while it ran, of which ``by_itself`` it made itself."""
        profile, sums = self.profile, self.sums
        within = sums.calls_others[function] and again - by_itself < _from_within(
            profile, function, sums.within
        )
        if again < by_itself or (within and not hardly_shares_name(profile, function)):
            # It called its namesake: a call of itself would have been one while it ran.
            self.excess[function] = abs(_more(profile, function, sums.below[function]))
            self.odd = True
        elif within or begins_at_root_while_running(profile, function):
            self.unbegun = True
        else:
            return False
        return True

    def _look_at_times(self, function: int, again: int, by_itself: int) -> None:
        profile, below, above = self.profile, self.sums.below[function], self.sums.above[function]
        assert profile.cumtime is not None
        time = profile.cumtime[function]
        if not profile.root_calls[function] and (1 + SAME) * above < time < math.inf:
            # Some calls of it by others are not in the file.
            self.excess[function] = time - above
        elif again == by_itself and (difference := _difference(profile, function, below)):
            (self.missing if difference > 0 else self.excess)[function] = abs(difference)
        elif again and profile.producer == "cProfile":
            more = lacking(profile, function, below)
            if more or (again > by_itself and not self.sums.calls_others[function]):
                self.missing[function] = more
            for caller in callers_that_ran_once(profile, function):
                # Another thread, or a namesake: a script that imports itself has every function twice.
                self.excess.setdefault(caller, 0.0)


@dataclass(frozen=True)
class _Sums:
    """What the calls of a profile add up to, by function."""

    below: Sequence[float]
    """Seconds in calls of others."""
    above: Sequence[float]
    """Seconds of calls by others."""
    calls_others: Sequence[int]
    """Whether it calls any other, 0 or 1."""
    itself: set[int]
    """Those that call themselves."""
    within: Mapping[int, int]
    """Who alone calls a function, of those that hardly share their name with another one."""
    excess: dict[int, float]
    """Seconds that the longest calls by a function take more than the function."""


def _adding_up(profile: Profile) -> Generator[None, None, _Sums]:
    """Read through all calls once, in pieces."""
    edges, work = profile.edges, 0
    most = [*(profile.cumtime or ()), *[math.inf] * (len(profile.files) - profile.count)]
    below, above = [0.0] * len(profile.files), [0.0] * profile.count
    calls_others = bytearray(len(profile.files))
    excess: dict[int, float] = {}
    itself, within = set[int](), dict[int, int]()
    for function, (start, end) in enumerate(pairwise(edges.starts)):
        for caller, time in zip(edges.callers[start:end], edges.cumtime[start:end], strict=True):
            if caller == function:
                itself.add(function)
            else:
                below[caller] += time
                calls_others[caller] = 1
                above[function] += time
            if (1 + SAME) * most[caller] < time < math.inf:
                excess[caller] = max(excess.get(caller, 0.0), time - most[caller])
        if start < end and not profile.root_calls[function]:
            others = {*edges.callers[start : min(end, start + _FEW)]} - {function}
            if end - start <= len(others) + 1 and len(others) == 1 and hardly_shares_name(profile, function):
                within[function] = others.pop()
        work += 1 + end - start
        if work > _PIECE:
            work = 0
            yield
    return _Sums(below, above, calls_others, itself, within, excess)


def lost_time(profile: Profile, function: int, below: float) -> float:
    """Seconds of calls by a function that the file lacks; ``below``: what its calls of others took together.

    Of a function that was called while it ran, at least so many: recursion can hide others.
    Of one that the file has no entry for nothing can be said.
    """
    if not has_times(profile) or function >= len(profile):
        return 0.0
    if not is_reentered(profile, function):
        return max(0.0, _difference(profile, function, below))
    return lacking(profile, function, below) if profile.producer == "cProfile" else 0.0


def _difference(profile: Profile, function: int, below: float) -> float:
    """Seconds that a function has more than its own time and its calls of others; zero: about the same."""
    assert profile.cumtime is not None
    more = _more(profile, function, below)
    return more if SAME * max(profile.cumtime[function], below) < abs(more) < math.inf else 0.0


def _more(profile: Profile, function: int, below: float) -> float:
    """Seconds that a function has more than its own time and its calls of others, however few or many."""
    assert profile.cumtime is not None
    return profile.cumtime[function] - profile.tottime[function] - below


def _from_within(profile: Profile, function: int, within: Mapping[int, int]) -> int:
    """Calls of a function by what runs only while it runs; ``within``: see :class:`_Sums`."""
    edges, calls = profile.edges, 0
    for entry in range(edges.starts[function], edges.starts[function + 1]):
        caller, steps = edges.callers[entry], 0
        if caller == function or caller not in within:
            continue
        while caller in within and caller != function and steps < _FEW:
            caller, steps = within[caller], steps + 1
        if caller == function:
            calls += max(0, edges.ncalls[entry])
    return calls

"""What of single functions no run of a program would leave: times that callees do not account for."""

from __future__ import annotations

import math
from itertools import pairwise

from proftui_parsers.import_free import dataclass
from proftui_parsers.recursion import calls_by_itself, calls_while_running, is_reentered
from proftui_parsers.reentry import begins_at_root_while_running, callers_that_ran_once, lacking
from proftui_parsers.sums import SAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from proftui_parsers.profile import Profile

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

    @property
    def all_missing(self) -> float:
        """Seconds of calls that are not in the file: so much more any function of a shared name may have."""
        return sum(self.missing.values())


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


def _is_one(profile: Profile, function: int) -> bool:
    """Whether it is most unlikely that another function has the same file, line and name."""
    return profile.files[function] != "~" and not may_share_name(profile, function)


def comparing(profile: Profile) -> Generator[None, None, Contradictions]:
    """Compare the times of all functions with those of what they call, in pieces."""
    if not has_times(profile):
        return Contradictions({}, {}, False)
    assert profile.cumtime is not None
    edges, sums = profile.edges, (yield from _adding_up(profile))
    below, above, missing, excess = sums.below, sums.above, dict[int, float](), sums.excess
    odd = unbegun = False
    for function, time in enumerate(profile.cumtime):
        if function % _PIECE == 0:
            yield
        again = calls_while_running(profile, function)
        if again is None:
            continue
        by_itself = calls_by_itself(profile, function) if function in sums.itself else 0
        if again < by_itself:
            # It called its namesake: a call of itself would have been one while it ran.
            excess[function], odd = abs(time - profile.tottime[function] - below[function]), True
        elif sums.calls_others[function] and again - by_itself < _from_within(profile, function, sums.within):
            unbegun |= _is_one(profile, function)
        elif begins_at_root_while_running(profile, function):
            unbegun = True
        elif not profile.root_calls[function] and (1 + SAME) * above[function] < time < math.inf:
            # Some calls of it by others are not in the file.
            excess[function] = time - above[function]
        elif again == by_itself and (difference := _difference(profile, function, below[function])):
            (missing if difference > 0 else excess)[function] = abs(difference)
        elif again and profile.producer == "cProfile":
            more = lacking(profile, function, below[function])
            if more or (again > by_itself and not sums.calls_others[function]):
                missing[function] = more
            for caller in callers_that_ran_once(profile, function):
                # Another thread, or a namesake: a script that imports itself has every function twice.
                excess.setdefault(caller, 0.0)
    outermost = edges.primitive_calls
    unbegun |= min(outermost, default=1) == 0 and any(map(_is_unbegun, outermost, edges.ncalls))
    return Contradictions(missing, excess, odd, unbegun)


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
            if end - start <= len(others) + 1 and len(others) == 1 and _is_one(profile, function):
                within[function] = others.pop()
        work += 1 + end - start
        if work > _PIECE:
            work = 0
            yield
    return _Sums(below, above, calls_others, itself, within, excess)


def lost_time(profile: Profile, function: int, below: float) -> float:
    """Seconds of calls by a function that the file lacks; ``below``: what its calls of others took together.

    Zero also where recursion hides it.
    """
    if not has_times(profile) or is_reentered(profile, function):
        return 0.0
    return max(0.0, _difference(profile, function, below))


def _difference(profile: Profile, function: int, below: float) -> float:
    """Seconds that a function has more than its own time and its calls of others; zero: about the same."""
    assert profile.cumtime is not None
    time = profile.cumtime[function]
    more = time - profile.tottime[function] - below
    return more if SAME * max(time, below) < abs(more) < math.inf else 0.0


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


def _is_unbegun(outermost: int, calls: int) -> bool:
    return outermost == 0 < calls

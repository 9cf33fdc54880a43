"""How long all measured lines took together, where one has in it the time of another measured function.

A line is measured with what it calls. The calls of a measured function are counted by the hits of its first
statement, those that a line made by the hits of that line; what both have in common is taken out of the sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from proftui.analysis.source.coming_back import ComingBack
from proftui.analysis.source.events import last_name
from proftui.analysis.source.file_names import names_of
from proftui.analysis.source.locating import SourcePaths
from proftui.analysis.source.measured_calls import MeasuredCalls
from proftui.analysis.source.source_text import Source, source_of
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.profile import ENDLESS, LinesTogether

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.profile import Certainty

MOST_FUNCTIONS = 300
"""Measured functions; of more it is not looked which of them call each other."""
MOST_FILES = 40
MOST_TEXT = 1_000_000
"""Characters and lines of measured functions that are looked at."""

CERTAINTIES: dict[tuple[bool, bool], Certainty] = {
    (False, False): "exact",
    (False, True): "about",
    (True, False): "at most",
    (True, True): "at most about",
}
"""By whether time may still be counted twice, and whether what was taken out is estimated."""


@dataclass(eq=False)
class _Callee:
    """A measured function and the measured lines that call it."""

    calls: int | None = None
    """``None``: that cannot be told."""
    outer: list[tuple[int, int]] = field(default_factory=list)
    """Lines of functions that it does not call itself, directly or not, with their functions before them."""
    made: int = 0
    """Calls that lines made for certain, once for each hit."""
    more: bool = False
    """Whether they may have made others."""
    only_here: bool = False
    """Whether its file mentions it on no other lines."""
    certain: bool = True
    """Whether its name can mean nothing else on any of the lines."""
    recursive: bool = False
    own: float = 0.0
    """Seconds of its lines that call it again, which have its time in them."""

    @property
    def share(self) -> tuple[float, bool]:
        """Which part of its calls the lines made, and whether that is certain."""
        if not self.outer or not self.calls:
            return 0.0, False
        if self.made == self.calls and not self.more:
            return 1.0, self.certain
        if self.only_here and (self.more or self.made >= self.calls):
            return 1.0, False
        if self.made >= self.calls:
            return float(self.certain), False
        # Of a function that calls itself, nobody knows the time of some calls.
        return 0.0 if self.recursive else self.made / self.calls, False


def joining(profile: Profile, paths: SourcePaths, sources: dict[str, Source]) -> Pieces[LinesTogether | None]:
    """What all lines took together, as far as their text tells; ``None``: it is not there or does not fit."""
    measured = [index for index, hits in profile.hits.items() if hits and index < profile.count]
    files = dict.fromkeys(profile.files[index] for index in measured)
    if not max(profile.tottime, default=0.0) < ENDLESS:
        return None
    if not measured or len(measured) > MOST_FUNCTIONS or len(files) > MOST_FILES:
        return None
    for file in files:
        source = source_of(file, paths, sources)
        if not source.lines or source.note:
            return None
        yield
    told = MeasuredCalls(profile, {file: sources[file].lines for file in files}, measured)
    most = MOST_TEXT
    for index in measured:
        most -= told.length(index) or most
        if most <= 0:
            return None
        yield
    for index in measured:
        told.look_at(index)
        yield
    callees = yield from _callees(told)
    recursive = {index for index, callee in callees.items() if callee.recursive}
    return _together(profile, measured, callees, recursive | (yield from _coming_back(told)))


def _coming_back(told: MeasuredCalls) -> Pieces[set[int]]:
    """The functions that ran more than once and may call themselves by way of what was not measured."""
    found, files = set[int](), dict[str, ComingBack]()
    for index in told.measured:
        entry, file = told.entries.get(index), told.profile.files[index]
        if any(time.line == entry and time.hits == 1 for time in told.profile.lines[index]):
            continue
        if file not in files:
            known = names_of(told.plain[file])
            files[file] = ComingBack(known.text if known is not None else "")
            yield
        if files[file].comes_back(last_name(told.names, index)):
            found.add(index)
    return found


def _callees(told: MeasuredCalls) -> Pieces[dict[int, _Callee]]:
    """The functions that measured lines call."""
    below = defaultdict[int, set[int]](set)
    for callee, caller, *_ in told.calls:
        below[caller].add(callee)
    reached = {index: _reached(below, index) for index in told.measured}
    figures = {index: {time.line: time for time in told.profile.lines[index]} for index in told.measured}
    found = defaultdict[int, _Callee](_Callee)
    for callee, caller, line, calls, certain in told.calls:
        time, one = figures[caller][line], found[callee]
        entry = figures[callee].get(told.entries.get(callee) or 0)
        one.calls = entry.hits if entry is not None else None
        one.made += time.hits * (calls or 0)
        one.more |= calls is None
        one.certain &= certain
        if caller not in reached[callee]:
            one.outer.append((caller, line))
        else:
            one.recursive = True
            one.own += time.time if caller == callee else 0.0
    for callee, one in found.items():
        yield
        one.only_here = (one.more or one.made != one.calls) and told.is_only_on(callee, told.mentions[callee])
    return found


def _together(
    profile: Profile, measured: Sequence[int], callees: dict[int, _Callee], recursive: set[int]
) -> LinesTogether:
    """The sum of all lines without what is in it twice."""
    callers = {caller for callee in callees.values() for caller, _ in callee.outer}
    free = {(caller, time.line): time.time for caller in callers for time in profile.lines[caller]}
    taken, certain = 0.0, True
    left = {index for index in measured if profile.tottime[index] > 0}
    for index, callee in callees.items():
        part, is_certain = callee.share
        inside = _taken(profile.tottime[index] * part, callee, free)
        taken += inside
        whole = inside >= profile.tottime[index] * (1 - 1e-9)
        certain &= not inside or (is_certain and whole)
        if whole:
            left.discard(index)
    seconds, longest = profile.total_time - taken, max(profile.tottime)
    # What is left may call each other by way of functions that were not measured.
    upper = len(left) > 1 or not left.isdisjoint(recursive) or seconds < longest * (1 - 1e-9)
    return LinesTogether(max(seconds, longest), CERTAINTIES[upper, not certain], frozenset(recursive))


def _taken(wanted: float, callee: _Callee, free: dict[tuple[int, int], float]) -> float:
    """How much of so many seconds of a callee its lines can have in them; of those, that is not free then."""
    if not wanted > 0:
        return 0.0
    rest = max(0.0, wanted - callee.own)
    for line in dict.fromkeys(callee.outer):
        used = min(rest, free[line])
        free[line] -= used
        rest -= used
    return wanted - rest


def _reached(below: dict[int, set[int]], index: int) -> set[int]:
    """The function and what it calls, directly or not."""
    reached, waiting = {index}, [index]
    while waiting:
        more = below.get(waiting.pop(), set()) - reached
        reached |= more
        waiting += more
    return reached

"""Times of calls as call trees need them: finite, not negative, and shared out where none were measured."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import le

from proftui.analysis.calltree.components import Reentrance
from proftui.background.pieces import PIECE, Pace, Pieces
from proftui_parsers.profile import ENDLESS


class EdgeTimes:
    """Times of functions and of the calls between them, seconds (README, "Calls without times")."""

    def __init__(self, reentrance: Reentrance, estimated: bool) -> None:
        """``estimated``: no call has a time that was measured."""
        self.reentrance, self.topology = reentrance, reentrance.topology
        self.profile = self.topology.profile
        self.estimated = estimated
        self._share = array("d")
        """By edge, the share of its callee's time; NaN: not worked out yet."""
        self._all_calls: dict[int, int] = {}

    def tottime(self, function: int) -> float:
        """Own time of a function."""
        return _sane(self.profile.tottime[function]) if function < self.profile.count else 0.0

    def cumtime(self, function: int) -> float:
        """Cumulative time of a function that has an entry."""
        return _sane(self.profile.cumtime[function]) if self.profile.cumtime is not None else 0.0

    @cached_property
    def are_sound(self) -> bool:
        """Whether times of all edges were measured, and are as they can be."""
        return not self.estimated and _all_sound(self.profile.edges.cumtime, self.profile.edges.tottime)

    def of_all(self) -> Pieces[tuple[Sequence[float], Sequence[float]]]:
        """Times and own times of all edges, in their order."""
        edges, pace, made = self.profile.edges, Pace(), (array("d"), array("d"))
        if self.are_sound:
            return edges.cumtime, edges.tottime
        for callee in range(self.profile.count):
            for column, more in zip(made, self.of_callers(callee), strict=True):
                column.extend(more)
            if pace.done(1 + edges.starts[callee + 1] - edges.starts[callee]):
                yield
        return made

    def of_edge(self, entry: int, callee: int) -> tuple[float, float]:
        """Time and the callee's own time of one edge."""
        time, own = self.profile.edges.cumtime[entry], self.profile.edges.tottime[entry]
        if self.estimated or time != time or own != own:
            time, own = self._estimate(entry, callee)
        time = _sane(time)
        return time, min(_sane(own), time)

    def of_callers(self, callee: int) -> tuple[Sequence[float], Sequence[float]]:
        """Times and own times of all edges into a function, in their order."""
        edges = self.profile.edges
        start, stop = edges.starts[callee], edges.starts[callee + 1]
        times, owns = edges.cumtime[start:stop], edges.tottime[start:stop]
        if self.are_sound or (not self.estimated and _all_sound(times, owns)):
            return times, owns
        pairs = [self.of_edge(entry, callee) for entry in range(start, stop)]
        return [time for time, _ in pairs], [own for _, own in pairs]

    def _estimate(self, entry: int, callee: int) -> tuple[float, float]:
        """Time and own time of an edge, by its share of those of its callee."""
        edges = self.profile.edges
        time = edges.cumtime[entry]
        if time != time or not self.profile.measure.sampled:
            share = 1.0 if edges.callers[entry] == callee else self._share_of(entry, callee)
            time = self.cumtime(callee) * share
        return time, self.tottime(callee) * self._share_of_calls(edges.ncalls[entry], callee)

    def estimating(self, function: int) -> Pieces[None]:
        """Work out the shares of the calls without times of and by a function: all callers count."""
        starts, entries, callees = self.profile.by_caller
        above, pace = self.topology.entries(function), Pace()
        if len(above) > PIECE and self._needs_share(above[0]):
            self._share_of(above[0], function)
            yield
        for position in range(starts[function], starts[function + 1]):
            entry, callee, steps = entries[position], callees[position], 1
            if callee != function and self._needs_share(entry):
                if not self._share or self._share[entry] != self._share[entry]:
                    steps += len(self.topology.entries(callee))
                self._share_of(entry, callee)
            if pace.done(steps):
                yield

    def _needs_share(self, entry: int) -> bool:
        """Whether the time of an edge is a share by calls."""
        edges = self.profile.edges
        time, own = edges.cumtime[entry], edges.tottime[entry]
        sampled = self.profile.measure.sampled
        return time != time if sampled else self.estimated or time != time or own != own

    def _share_of(self, entry: int, callee: int) -> float:
        """The share of its callee's time that an edge gets."""
        known = self._share
        if not known:
            known = self._share = array("d", [math.nan]) * len(self.profile.edges)
        if known[entry] != known[entry]:
            shares, callers = self._shares(callee), self.profile.edges.callers
            for other in self.topology.entries(callee):
                known[other] = shares.get(callers[other], 0.0)
        return known[entry]

    def _shares(self, callee: int) -> dict[int, float]:
        """The shares of a function's time by its callers."""
        cumtime = self.cumtime(callee)
        calls_of = self._outermost_calls(callee) if cumtime > 0 else {}
        return _shared_out({caller: self._most(caller) / cumtime for caller in calls_of}, calls_of, 1.0)

    def _outermost_calls(self, callee: int) -> dict[int, float]:
        """How many calls by each caller were probably made while the function did not run already."""
        profile, edges = self.profile, self.profile.edges
        counts: dict[int, float] = {}
        for entry in self.topology.entries(callee):
            caller = edges.callers[entry]
            if caller != callee:
                counts[caller] = counts.get(caller, 0.0) + max(0, edges.ncalls[entry])
        here = self.reentrance.component(callee)
        inside = [p for p in counts if here is not None and self.reentrance.component(p) is here]
        primitive = profile.primitive_calls
        if inside and primitive is not None and 0 <= primitive[callee] < sum(counts.values()):
            outer = sum(counts.values()) - sum(counts[p] for p in inside)
            part = max(0.0, primitive[callee] - outer) / (sum(counts[p] for p in inside) or 1.0)
            counts.update({p: counts[p] * part for p in inside})
        return counts

    def _most(self, caller: int) -> float:
        return (self.cumtime(caller) if caller < self.profile.count else 0.0) or math.inf

    def _share_of_calls(self, calls: int, callee: int) -> float:
        every = self._all_calls.get(callee)
        if every is None:
            ncalls = self.profile.edges.ncalls
            by_others = sum(max(0, ncalls[entry]) for entry in self.topology.entries(callee))
            counted = self.profile.ncalls[callee] if self.profile.ncalls is not None else 0
            every = self._all_calls[callee] = max(counted, by_others)
        return calls / every if calls > 0 and every > 0 else 0.0


def _all_sound(times: Sequence[float], owns: Sequence[float]) -> bool:
    """Whether times and own times are as they can be."""
    return all(map(le, owns, times)) and min(owns, default=0.0) >= 0.0 and max(times, default=0.0) < ENDLESS


def _shared_out(most: Mapping[int, float], numbers: Mapping[int, float], left: float) -> dict[int, float]:
    """``left`` by numbers of calls, no part larger than the most of its caller."""
    ordered = sorted(numbers, key=lambda p: most[p] / numbers[p] if numbers[p] > 0 else math.inf)
    # Added from the end: to take numbers away from their sum would leave nothing of small ones.
    rest = list(accumulate(numbers[caller] for caller in reversed(ordered)))
    shares: dict[int, float] = {}
    for caller, calls in zip(ordered, reversed(rest), strict=True):
        part = numbers[caller] / calls if calls > 0 else 0.0
        shares[caller] = max(0.0, min(most[caller], left * part))
        left -= shares[caller]
    return shares


def _sane(value: float) -> float:
    return value if 0.0 <= value < ENDLESS else 0.0

"""Times of calls as call trees need them: finite, not negative, and shared out where none were measured."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from operator import le

from proftui.analysis.calltree.components import Reentrance
from proftui.background.pieces import Pace, Pieces, finished
from proftui_parsers.profile import ENDLESS


class EdgeTimes:
    """Times of functions and of the calls between them, seconds (README, "Calls without times")."""

    def __init__(self, reentrance: Reentrance, estimated: bool) -> None:
        """``estimated``: no call has a time that was measured."""
        self.reentrance, self.topology = reentrance, reentrance.topology
        self.profile = self.topology.profile
        self.estimated = estimated

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
        time, of_time, of_own = self.profile.edges.cumtime[entry], *self._shares
        whole = self.cumtime(callee)
        if time != time:
            return whole * of_time[entry], self.tottime(callee) * of_own[entry]
        # All calls of a function are taken to be alike.
        is_once = whole > 0 and not self.estimated and callee not in self.topology.calls_itself
        return time, self.tottime(callee) * (min(1.0, time / whole) if is_once else of_own[entry])

    def preparing(self) -> Pieces[None]:
        """Work out the shares of calls without times, in pieces."""
        if not self.are_sound and "_shares" not in self.__dict__:
            self._shares = yield from self._sharing()

    @cached_property
    def _shares(self) -> tuple[array[float], array[float]]:
        """By edge, the shares of its callee's time and own time that its calls get."""
        return finished(self._sharing())

    def _sharing(self) -> Pieces[tuple[array[float], array[float]]]:
        profile, pace, made = self.profile, Pace(), (array("d"), array("d"))
        counted = profile.ncalls if profile.ncalls is not None else [0] * profile.count
        for callee in range(profile.count):
            calls = [max(0, profile.edges.ncalls[entry]) for entry in self.topology.entries(callee)]
            outermost = self._outermost(callee, calls)
            whole = sum(outermost) + max(0, self.topology.root_calls[callee])
            every = max(counted[callee], sum(calls))
            made[0].extend(number / whole if whole else 0.0 for number in outermost)
            made[1].extend(number / every if every else 0.0 for number in calls)
            if pace.done(1 + len(calls)):
                yield
        return made

    def _outermost(self, callee: int, calls: Sequence[int]) -> list[float]:
        """How many of the calls by each caller were probably made while the function did not run already."""
        callers, component = self.profile.edges.callers, self.reentrance.component
        above = [callers[entry] for entry in self.topology.entries(callee)]
        made = [0.0 if caller == callee else float(n) for caller, n in zip(above, calls, strict=True)]
        here, primitive = component(callee), self.profile.primitive_calls
        if here is None or primitive is None:
            return made
        inside = [component(caller) is here for caller in above]
        within = sum(n for n, is_inside in zip(made, inside, strict=True) if is_inside)
        from_outside = sum(made) - within + max(0, self.topology.root_calls[callee])
        part = min(1.0, max(0.0, primitive[callee] - from_outside) / (within or 1.0))
        return [part * n if is_inside else n for n, is_inside in zip(made, inside, strict=True)]


def _all_sound(times: Sequence[float], owns: Sequence[float]) -> bool:
    """Whether times and own times are as they can be."""
    return all(map(le, owns, times)) and min(owns, default=0.0) >= 0.0 and max(times, default=0.0) < ENDLESS


def _sane(value: float) -> float:
    return value if 0.0 <= value < ENDLESS else 0.0

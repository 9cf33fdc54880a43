"""The graph of calls as call trees need it, and its roots: what no profiled function called."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from proftui.analysis.calltree.arcs import Arcs
from proftui.analysis.calltree.components import Reentrance
from proftui.analysis.calltree.edge_times import EdgeTimes
from proftui.analysis.calltree.topology import Topology
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

_MOST_KEPT = 60_000


class Root(NamedTuple):
    """What of a node the program itself called: ``exact`` if that follows from the file."""

    calls: float | None
    time: float
    own: float
    exact: bool


class Roots:
    """The roots of one profile (README, "Roots")."""

    def __init__(self, arcs: Arcs, reentrance: Reentrance) -> None:
        self.arcs, self.reentrance = arcs, reentrance
        self.topology, self.times, self.profile = arcs.topology, arcs.times, arcs.profile
        self.of: Callable[[int], Root | None] = lru_cache(_MOST_KEPT)(self._root)
        """The root that a node is, if it is one."""

    def _root(self, node: int) -> Root | None:
        topology, profile = self.topology, self.profile
        function = topology.function(node)
        if function >= profile.count:
            return Root(None, self.arcs.cumtime(function), 0.0, False)
        calls = topology.root_calls[function]
        if calls <= 0 or topology.root_node(function) != node:
            return None
        if function in topology.split:
            every, owns = self.times.of_callers(function)
            callers = map(profile.edges.callers.__getitem__, topology.entries(function))
            both = zip(every, callers, strict=True)
            times: Sequence[float] = [time for time, caller in both if caller != function]
            by_others = sum(owns)
        else:
            _, times, owns = self.arcs.incoming(node)
            by_others = sum(owns) + self.arcs.own_time_in_itself(node)
        own = max(0.0, self.times.tottime(function) - by_others)
        time, exact = self._time(function, calls, times)
        measured = profile.ncalls is not None and profile.ncalls[function] > 0
        return Root(calls if measured else None, time, min(own, time), exact and not self.times.estimated)

    def _time(self, function: int, calls: int, times: Sequence[float]) -> tuple[float, bool]:
        """Seconds of ``calls`` root calls and whether that is certain; ``times``: of the calls by others."""
        profile, whole = self.profile, self.times.cumtime(function)
        if not times and not (profile.ncalls and profile.ncalls[function]):
            # The profile module's own row: it was never called, and calls everything.
            return max(whole, sum(arc.time for arc in self.arcs.out(function))), False
        left = max(0.0, whole - sum(times))
        if not self.reentrance.may_reenter(function):
            return left, True
        outermost = profile.primitive_calls[function] if profile.primitive_calls is not None else 0
        if outermost == calls:
            return whole, True
        outside = list(self._from_outside(function))
        most = max(0.0, whole - sum(self.times.of_edge(entry, function)[0] for entry in outside))
        outermost -= sum(max(0, profile.edges.ncalls[entry]) for entry in outside)
        if outermost == calls:
            return most, True
        share = calls / outermost if outermost > calls else 1.0
        return min(most, max(left, most * share)), False

    def _from_outside(self, function: int) -> Iterator[int]:
        """The edges from callers that the function does not call in turn."""
        component, callers = self.reentrance.component, self.profile.edges.callers
        here = component(function)
        for entry in self.topology.entries(function):
            caller = callers[entry]
            if caller != function and (here is None or component(caller) is not here):
                yield entry


class CallGraph:
    """Nodes and arcs of a profile; everything but the splits is worked out when it is asked for."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.estimated = profile.measure.sampled or bool(
            profile.has_edges and profile.edges.cumtime and all(t != t for t in profile.edges.cumtime[:100])
        )
        """Whether times of arcs are shares by calls (README, "Calls without times")."""
        self.topology = Topology(profile)
        self.reentrance = Reentrance(self.topology, self.estimated)
        self.times = EdgeTimes(self.reentrance, self.estimated)
        self.arcs = Arcs(self.times)
        self.roots = Roots(self.arcs, self.reentrance)

    @property
    def total(self) -> float:
        """Seconds of the whole, of which shares are taken."""
        total = self.profile.total_time
        return total if abs(total) < math.inf else sum(map(self.times.tottime, range(self.profile.count)))

    def preparing(self) -> Pieces[None]:
        """Work out what takes long, in pieces: what comes after finds it done."""
        yield from self.reentrance.preparing()

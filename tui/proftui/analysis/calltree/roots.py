"""The roots of a graph: what no profiled function called (README, "Roots")."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from proftui.analysis.calltree.arcs import Arcs
from proftui.analysis.calltree.components import Reentrance
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pace, Pieces, finished
from proftui_parsers.recursion import runs_from_roots_only
from proftui_parsers.sums import SAME

_MOST_KEPT = 60_000


class Root(NamedTuple):
    """What of a node the program itself called; ``time`` lies between ``low`` and ``high`` seconds."""

    calls: float | None
    time: float
    own: float
    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether ``time`` follows from the file."""
        return self.low == self.high


class Roots:
    """The roots of one profile (README, "Roots")."""

    def __init__(self, arcs: Arcs, reentrance: Reentrance) -> None:
        self.arcs, self.reentrance = arcs, reentrance
        self.topology, self.times, self.profile = arcs.topology, arcs.times, arcs.profile
        self.of: Callable[[int], Root | None] = lru_cache(_MOST_KEPT)(self.work_out)
        """The root that a node is, if it is one."""

    def work_out(self, node: int) -> Root | None:
        """The root that a node is, without keeping it."""
        alone = self._alone(node)
        if alone is None or alone.exact or self.times.estimated or isinstance(self.profile, ShapedProfile):
            return alone
        time = alone.own + self._part * (alone.time - alone.own)
        return alone._replace(time=time, low=min(time, alone.low), high=max(time, alone.high))

    @cached_property
    def _part(self) -> float:
        """The part of their estimates that the run leaves to uncertain roots, beside own time."""
        return finished(self._sharing())

    def preparing(self) -> Pieces[None]:
        """Find out what the run leaves to uncertain roots, in pieces."""
        if "_part" not in self.__dict__:
            self._part = yield from self._sharing()

    def _sharing(self) -> Pieces[float]:
        pace, estimated, room = Pace(), 0.0, 0.0
        whole = left = sum(map(self.times.tottime, range(self.profile.count)))
        for function, calls in enumerate(self.topology.root_calls):
            root = self._alone(self.topology.root_node(function)) if calls > 0 else None
            if root is not None and root.exact:
                left -= root.time
            elif root is not None:
                left, estimated, room = left - root.own, estimated + root.time - root.own, room + root.high
            if pace.done(1):
                yield
        adds_up = -SAME * whole <= left <= room
        return max(0.0, left) / estimated if estimated > 0 and adds_up else 1.0

    def _alone(self, node: int) -> Root | None:
        """A root by the figures of its function alone."""
        topology, profile, arcs = self.topology, self.profile, self.arcs
        function = topology.function(node)
        if function >= profile.count:
            # Who calls nobody is only named: in a comparison, what the base alone has.
            return Root(None, arcs.cumtime(function), 0.0, 0.0, math.inf) if topology.callees(node) else None
        calls = topology.root_calls[function]
        if calls <= 0 or topology.root_node(function) != node:
            return None
        if isinstance(profile, ShapedProfile):
            shaped = profile.roots[function]
            calls_own = min(shaped.own.value, shaped.time.value)
            return Root(shaped.calls.value, shaped.time.value, calls_own, shaped.time.low, shaped.time.high)
        if function in topology.split:
            every, owns = self.times.of_callers(function)
            callers = map(profile.edges.callers.__getitem__, topology.entries(function))
            both = zip(every, callers, strict=True)
            times: Sequence[float] = [time for time, caller in both if caller != function]
            by_others = sum(owns)
        else:
            _, times, owns = arcs.incoming(node)
            by_others = sum(owns) + arcs.own_time_in_itself(node)
        own = max(0.0, self.times.tottime(function) - by_others)
        time, low, high = self._time(function, calls, times)
        if self.times.estimated:
            own, low, high = min(own, time), 0.0, max(time, self.times.cumtime(function))
        elif low < high:
            own = min(own, high)
            time, low = max(time, own), max(low, own)
        measured = profile.ncalls is not None and profile.ncalls[function] > 0
        return Root(calls if measured else None, time, min(own, time), low, high)

    def _time(self, function: int, calls: int, times: Sequence[float]) -> tuple[float, float, float]:
        """Seconds of ``calls`` root calls, at least and at most; ``times``: of the calls by others."""
        profile, cumtime = self.profile, self.times.cumtime(function)
        if not cumtime:
            # No outermost call of it ended, as of the profile module's own row: what it did is known alone.
            below = sum(arc.time for arc in self.arcs.out(function)) - sum(times)
            whole = profile.total_time if profile.total_time < math.inf else 0.0
            time = max(0.0, min(self.times.tottime(function) + below, whole))
            return time, 0.0, whole if time else 0.0
        left = max(0.0, cumtime - sum(times))
        if not self.reentrance.may_reenter(function):
            return left, left, left
        if runs_from_roots_only(profile, function):
            return cumtime, cumtime, cumtime
        outermost = profile.primitive_calls[function] if profile.primitive_calls is not None else 0
        outside = list(self._from_outside(function))
        most = max(0.0, cumtime - sum(self.times.of_edge(entry, function)[0] for entry in outside))
        outermost -= sum(max(0, profile.edges.ncalls[entry]) for entry in outside)
        if outermost == calls:
            return most, most, most
        share = calls / outermost if outermost > calls else 1.0
        return min(most, max(left, most * share)), min(left, most), most

    def _from_outside(self, function: int) -> Iterator[int]:
        """The edges from callers that the function does not call in turn."""
        component, callers = self.reentrance.component, self.profile.edges.callers
        here = component(function)
        for entry in self.topology.entries(function):
            caller = callers[entry]
            if caller != function and (here is None or component(caller) is not here):
                yield entry

    def own_time(self, node: int) -> float:
        """Own time of a node, seconds; of a part, that of its calls."""
        if node < self.topology.functions and self.topology.proven(node):
            return self.times.tottime(node)
        own = sum(self.arcs.incoming(node).owns) + self.arcs.own_time_in_itself(node)
        root = self.work_out(node)
        return own if root is None else own + root.own

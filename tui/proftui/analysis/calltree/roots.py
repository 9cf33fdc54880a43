"""The roots of a graph: what no profiled function called (README, "Roots")."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from proftui.analysis.calltree.arcs import Arcs
from proftui.analysis.calltree.components import Component, Reentrance
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


class Balance(NamedTuple):
    """What the roots of a component take that are not certain one by one (README, identity 4)."""

    uncertain: int
    """How many these are."""
    estimated: float
    """Seconds of all of them beyond own time, by the estimate of each alone."""
    seconds: float
    """Of all of them together beyond own time."""
    adds_up: bool
    """Whether what happens in the component is what came in."""


class Roots:
    """The roots of one profile (README, "Roots")."""

    def __init__(self, arcs: Arcs, reentrance: Reentrance) -> None:
        self.arcs, self.reentrance = arcs, reentrance
        self.topology, self.times, self.profile = arcs.topology, arcs.times, arcs.profile
        self.of: Callable[[int], Root | None] = lru_cache(_MOST_KEPT)(self.work_out)
        """The root that a node is, if it is one."""
        self._balances: dict[int, Balance] = {}

    def work_out(self, node: int) -> Root | None:
        """The root that a node is, without keeping it."""
        alone = self._alone(node)
        if isinstance(self.profile, ShapedProfile):
            return alone
        if alone is None or alone.exact or self.times.estimated:
            return alone
        component = self.reentrance.component(node)
        balance = None if component is None else self.balance(component)
        if balance is None or not balance.adds_up:
            return alone
        beyond = max(0.0, balance.seconds)
        if balance.uncertain == 1:
            time = low = high = alone.own + beyond
        else:
            part = (alone.time - alone.own) / balance.estimated if balance.estimated > 0 else 0.0
            time = alone.own + beyond * part
            low, high = min(time, alone.low), max(time, alone.high)
        return alone._replace(time=time, low=low, high=high)

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

    # Several together

    def preparing(self) -> Pieces[None]:
        """Share out what components leave to their uncertain roots, in pieces."""
        pace = Pace()
        if isinstance(self.profile, ShapedProfile) or self.times.estimated:
            return
        for function, calls in enumerate(self.topology.root_calls):
            if calls > 0 and self.reentrance.may_reenter(function):
                component = self.reentrance.component(self.topology.root_node(function))
                if component is not None and component[0] not in self._balances:
                    yield from self._balancing(component)
            if pace.done(1):
                yield

    def balance(self, component: Component) -> Balance:
        """The roots of a component, and whether its figures fit together."""
        known = self._balances.get(component[0])
        return finished(self._balancing(component)) if known is None else known

    def _balancing(self, component: Component) -> Pieces[Balance]:
        """What happens in a component, less what comes in, is what its roots take (README, identity 4)."""
        pace, left, most, uncertain, estimated, own, low, high = Pace(), 0.0, 0.0, 0, 0.0, 0.0, 0.0, 0.0
        inside = self.reentrance.component
        for node in sorted(component):
            callers, times, _ = self.arcs.incoming(node)
            entering = sum(t for c, t in zip(callers, times, strict=True) if inside(c) is not component)
            below, spent = self.arcs.calls_of(node)
            leaving = sum(t for c, t in zip(below, spent, strict=True) if inside(c) is not component)
            left += self.own_time(node) + leaving - entering
            most += self.own_time(node) + leaving
            root = self._alone(node)
            if root is not None and root.exact:
                left -= root.time
            elif root is not None:
                uncertain, estimated = uncertain + 1, estimated + root.time - root.own
                own, low, high = own + root.own, low + root.low, high + root.high
            if pace.done(1 + len(times) + len(below)):
                yield
        adds_up = low - SAME * most <= left <= high + SAME * most
        made = self._balances[component[0]] = Balance(uncertain, estimated, left - own, adds_up)
        return made

    def own_time(self, node: int) -> float:
        """Own time of a node, seconds; of a part, that of its calls."""
        if node < self.topology.functions and self.topology.proven(node):
            return self.times.tottime(node)
        own = sum(self.arcs.incoming(node).owns) + self.arcs.own_time_in_itself(node)
        root = self._alone(node)
        return own if root is None else own + root.own

    def are_exact(self, nodes: Sequence[int]) -> bool:
        """Whether the roots among these nodes take a certain time."""
        return all((root := self.work_out(node)) is None or root.exact for node in nodes)

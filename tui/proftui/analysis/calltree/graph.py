"""The graph of calls as call trees need it, and its roots: what no profiled function called."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from proftui.analysis.calltree.arcs import Arcs
from proftui.analysis.calltree.components import Component, Reentrance
from proftui.analysis.calltree.edge_times import EdgeTimes
from proftui.analysis.calltree.topology import Topology
from proftui.background.pieces import Pace, Pieces, finished
from proftui_parsers import Profile

_MOST_KEPT = 60_000
_SLACK = 1e-9
"""The part of a component's time by which two sums of it may differ."""


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
    """What the roots in a component take together (README, identity 4)."""

    roots: dict[int, Root]
    """By node, those whose time is not certain by itself; together they take what identity 4 leaves."""
    adds_up: bool
    """Whether what happens in the component is what came in."""


class Roots:
    """The roots of one profile (README, "Roots")."""

    def __init__(self, arcs: Arcs, reentrance: Reentrance) -> None:
        self.arcs, self.reentrance = arcs, reentrance
        self.topology, self.times, self.profile = arcs.topology, arcs.times, arcs.profile
        self.of: Callable[[int], Root | None] = lru_cache(_MOST_KEPT)(self._root)
        """The root that a node is, if it is one."""
        self._balances: dict[int, Balance] = {}

    def _root(self, node: int) -> Root | None:
        alone = self._alone(node)
        if alone is None or alone.exact or self.times.estimated:
            return alone
        component = self.reentrance.component(node)
        return alone if component is None else self.balance(component).roots.get(node, alone)

    def _alone(self, node: int) -> Root | None:
        """A root by the figures of its function alone."""
        topology, profile = self.topology, self.profile
        function = topology.function(node)
        if function >= profile.count:
            return Root(None, self.arcs.cumtime(function), 0.0, 0.0, math.inf)
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
        time, low, high = self._time(function, calls, times)
        if self.times.estimated:
            low, high = 0.0, max(time, self.times.cumtime(function))
        measured = profile.ncalls is not None and profile.ncalls[function] > 0
        return Root(calls if measured else None, time, min(own, time), low, high)

    def _time(self, function: int, calls: int, times: Sequence[float]) -> tuple[float, float, float]:
        """Seconds of ``calls`` root calls, at least and at most; ``times``: of the calls by others."""
        profile, whole = self.profile, self.times.cumtime(function)
        if not times and not (profile.ncalls and profile.ncalls[function]):
            # The profile module's own row: it was never called, and calls everything.
            return max(whole, sum(arc.time for arc in self.arcs.out(function))), 0.0, math.inf
        left = max(0.0, whole - sum(times))
        if not self.reentrance.may_reenter(function):
            return left, left, left
        outermost = profile.primitive_calls[function] if profile.primitive_calls is not None else 0
        if outermost == calls:
            return whole, whole, whole
        outside = list(self._from_outside(function))
        most = max(0.0, whole - sum(self.times.of_edge(entry, function)[0] for entry in outside))
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

    # Components as a whole

    def preparing(self) -> Pieces[None]:
        """Share out what components leave to their uncertain roots, in pieces."""
        pace = Pace()
        for function, calls in enumerate(self.topology.root_calls):
            if calls > 0 and self.reentrance.may_reenter(function) and not self.times.estimated:
                component = self.reentrance.component(self.topology.root_node(function))
                if component is not None and component[0] not in self._balances:
                    yield from self._balancing(component)
            if pace.done(1):
                yield

    def balance(self, component: Component) -> Balance:
        """The roots of a component, and whether its figures fit together."""
        return self._balances.get(component[0]) or finished(self._balancing(component))

    def _balancing(self, component: Component) -> Pieces[Balance]:
        """What happens in a component, less what comes in, is what its roots take (README, identity 4)."""
        pace, left, sure, most = Pace(), 0.0, 0.0, 0.0
        uncertain: dict[int, Root] = {}
        inside = self.reentrance.component
        for node in component:
            callers, times, _ = self.arcs.incoming(node)
            entering = sum(t for c, t in zip(callers, times, strict=True) if inside(c) is not component)
            out = self.arcs.out(node)
            leaving = sum(arc.time for arc in out if inside(arc.callee) is not component)
            left += self.own_time(node) + leaving - entering
            most += self.own_time(node) + leaving
            root = self._alone(node)
            if root is not None and root.exact:
                sure += root.time
            elif root is not None:
                uncertain[node] = root
            if pace.done(1 + len(times) + len(out)):
                yield
        left -= sure
        slack = _SLACK * most
        at_least = sum(root.low for root in uncertain.values())
        at_most = sum(root.high for root in uncertain.values())
        adds_up = at_least - slack <= left <= at_most + slack
        shared = _shared_out(uncertain, min(at_most, max(at_least, left))) if adds_up else {}
        made = self._balances[component[0]] = Balance(shared, adds_up)
        return made

    def own_time(self, node: int) -> float:
        """Own time of a node, seconds; of a part, that of its calls."""
        if node < self.topology.functions and self.topology.proven(node):
            return self.times.tottime(node)
        own = sum(arc.own for arc in self.arcs.into(node)) + self.arcs.own_time_in_itself(node)
        root = self._alone(node)
        return own if root is None else own + root.own

    def are_all(self, nodes: Sequence[int]) -> bool:
        """Whether the roots among these nodes of one component take a certain time together."""
        uncertain = [node for node in nodes if (root := self.of(node)) is not None and not root.exact]
        if not uncertain:
            return True
        component = self.reentrance.component(uncertain[0])
        return component is not None and len(self.balance(component).roots) == len(uncertain)


def _shared_out(roots: dict[int, Root], seconds: float) -> dict[int, Root]:
    """Roots that take ``seconds`` together, by their estimates; no sum of their bounds contradicts that."""
    lows, highs = sum(root.low for root in roots.values()), sum(root.high for root in roots.values())
    guessed = sum(root.time for root in roots.values())
    factor = seconds / guessed if guessed > 0 else 0.0
    times = {node: min(root.high, max(root.low, factor * root.time)) for node, root in roots.items()}
    over = sum(times.values()) - seconds
    ends = {node: root.low if over > 0 else root.high for node, root in roots.items()}
    room = sum(times[node] - ends[node] for node in roots)
    shared = {}
    for node, root in roots.items():
        time = times[node] - (over * (times[node] - ends[node]) / room if room else 0.0)
        low = max(root.low, seconds - (highs - root.high))
        high = min(root.high, seconds - (lows - root.low))
        if len(roots) == 1:
            time = low = high = seconds
        shared[node] = root._replace(
            time=time, own=min(root.own, time), low=min(low, time), high=max(high, time)
        )
    return shared


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
        total = self.profile.whole_time
        return total if abs(total) < math.inf else sum(map(self.times.tottime, range(self.profile.count)))

    @cached_property
    def certain(self) -> bool:
        """Whether anything in a tree can be exact: times of calls were measured, and do not contradict."""
        seconds = sum(self.profile.edges.cumtime)
        return not self.estimated and seconds == seconds and not self.profile.contradictions.mixed

    def adds_up(self, node: int) -> bool:
        """Whether what a node calls takes the time that it passes on (README, identity 3)."""
        function, doubts = self.topology.function(node), self.profile.contradictions
        return function not in doubts.missing and function not in doubts.excess

    def missing(self, node: int) -> float:
        """Seconds that a node spent in calls that are not in the file."""
        return self.profile.contradictions.missing.get(self.topology.function(node), 0.0)

    def most(self, function: int) -> float:
        """Seconds that a node of a function can take at most where nothing is certain."""
        known = self.estimated and function >= 0 and not self.profile.contradictions.mixed
        return self.arcs.cumtime(function) if known else math.inf

    def preparing(self) -> Pieces[None]:
        """Work out what takes long, in pieces: what comes after finds it done."""
        yield from self.reentrance.preparing()
        yield from self.profile.checking()
        yield from self.roots.preparing()

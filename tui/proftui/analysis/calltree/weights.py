"""How many seconds a call stands for (README, definition 8), and the inflow of a group (definition 9)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import cached_property

from proftui.analysis.calltree.arcs import Arc, Incoming, Outgoing
from proftui.analysis.calltree.folding import finding_order
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.background.pieces import Pace, Pieces, finished
from proftui_parsers.components import Component

_LEAST = 0.5
"""What calls out of a component get at least, of what would be theirs in proportion to recorded times."""


class Weights:
    """Weights of calls between groups, seconds (README, "Folding")."""

    def __init__(self, groups: RecursionGroups) -> None:
        self.groups, self.graph = groups, groups.graph

    @cached_property
    def _places(self) -> array[int]:
        """By group of a component, its place among these, callees first; -1: not known yet."""
        return array("i", [-1]) * (self.graph.topology.count + len(self.groups.merged))

    @cached_property
    def _parts(self) -> array[float]:
        """By group, the part of the times of its calls out of a component that counts; NaN: not known yet."""
        return array("d", [math.nan]) * (self.graph.topology.count + len(self.groups.merged))

    def preparing(self, component: Component) -> Pieces[None]:
        """Work out what a component needs, in pieces."""
        yield from finding_order(self.groups, component, self._places)
        pace, topology = Pace(), self.graph.topology
        for node in component:
            self._part_out(node)
            if pace.done(1 + len(topology.callers(node)) + len(topology.callees(node))):
                yield

    def leads_back(self, caller: int, group: int) -> bool:
        """Whether calls of a group by this node lead back to it."""
        component = self.graph.reentrance.component
        here = component(caller)
        if here is None or component(self.groups.members(group)[0]) is not here:
            return False
        if self._places[group] < 0:
            finished(finding_order(self.groups, here, self._places))
        return self._places[group] > self._places[self.groups.of(caller)]

    def of_arc(self, arc: Arc) -> float:
        """The weight of one arc between groups."""
        component = self.graph.reentrance.component
        here = component(arc.caller)
        inside = here is None or component(arc.callee) is here
        return arc.time if inside else arc.time * self._part_out(arc.caller)

    def of_callees(self, caller: int, calls: Outgoing) -> Sequence[float]:
        """The weights of a function's calls, which are functions too."""
        component = self.graph.reentrance.component
        here = component(caller)
        part = 1.0 if here is None else self._part_out(caller)
        if part == 1.0:
            return calls.times
        both = zip(calls.callees, calls.times, strict=True)
        return [time if component(callee) is here else part * time for callee, time in both]

    def of_callers(self, group: int) -> tuple[Sequence[float], Sequence[float]]:
        """Weights of the calls of a group that do not lead back, and its own time in them."""
        callers, times, owns = self._onward(group)
        if self.graph.reentrance.lie_in_none(callers):
            return times, owns
        component = self.graph.reentrance.component
        here = component(self.groups.members(group)[0])
        weights = [
            time if component(caller) in (None, here) else time * self._part_out(caller)
            for caller, time in zip(callers, times, strict=True)
        ]
        return weights, list(map(min, weights, owns))

    def _onward(self, group: int) -> Incoming:
        """The recorded calls of a group that do not lead back."""
        calls = self.groups.incoming(group)
        if self.graph.reentrance.component(self.groups.members(group)[0]) is None:
            return calls
        rows = [row for row, caller in enumerate(calls.callers) if not self.leads_back(caller, group)]
        callers, times, owns = ([column[row] for row in rows] for column in calls)
        return Incoming(callers, times, owns)  # type: ignore[arg-type]

    def _part_out(self, node: int) -> float:
        """The part of the recorded times of a node's calls out of its component that counts."""
        group = self.groups.of(node)
        if not self.groups.reenters(group):
            return 1.0
        part = self._parts[group]
        if part != part:
            part = self._parts[group] = self._working_out(group)
        return part

    def _working_out(self, group: int) -> float:
        below, inside = self.groups.times_below(group)
        if inside in (0.0, below):
            return 1.0
        _, times, owns = self._onward(group)
        left = sum(times) - sum(owns) + sum(root.time - root.own for root in self.groups.roots_of(group))
        return min(1.0, max((left - inside) / (below - inside), _LEAST * left / below))


class Inflows:
    """The inflow of each group, and the own time in a part of it."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.groups = weights, weights.groups
        self.effort = 0
        """Calls looked at so far."""
        self._inner: dict[int, float] = {}

    def seconds(self, group: int) -> float:
        """All that comes in, without what the group keeps as own time."""
        rest = self._rest(group)
        return rest * max(0.0, 1.0 - self._inner_part(group, rest))

    def _rest(self, group: int) -> float:
        """Seconds of all that comes in, without the own time in it by the file."""
        weights, owns = self.weights.of_callers(group)
        self.effort += len(weights)
        from_outside = sum(root.time - root.own for root in self.groups.roots_of(group))
        return from_outside + sum([weight - own for weight, own in zip(weights, owns, strict=True)])

    def own(self, group: int, time: float, own: float) -> float:
        """Own time in ``time`` seconds of calls: ``own`` by the file, and some of that in calls by itself."""
        return min(time, own + self._inner_part(group) * max(0.0, time - own))

    def _inner_part(self, group: int, rest: float | None = None) -> float:
        """The part of what is not own time that the group spent in calls by itself."""
        inner = self._inner.get(group)
        if inner is None:
            inner = self.groups.inner_own(group)
            if inner:
                rest = self._rest(group) if rest is None else rest
                inner = inner / rest if rest > 0 else 0.0
            self._inner[group] = inner
        return inner

"""What stands as one node in a call tree: a node of the graph, or functions that call each other in turn."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.callgraph import Arc, CallGraph, Root
from proftui.analysis.components import components
from proftui.analysis.splitting import is_machinery

WEAK = 0.1
"""Calls with less than this part of the time of a function's largest caller make no cycle."""


class Units:
    """The nodes of a graph, true mutual recursion taken together if ``grouped``.

    True mutual recursion: functions that were each called while they were running already, and that
    call each other.
    """

    def __init__(self, graph: CallGraph, grouped: bool) -> None:
        self.graph = graph
        self.cycles = self._find_cycles()
        """The mutual recursion, by nodes; units of their own if ``grouped``."""
        self.groups = self.cycles if grouped else []
        self._cycle_of = {node: place for place, members in enumerate(self.cycles) for node in members}

    def _find_cycles(self) -> list[list[int]]:
        graph = self.graph
        able = {
            node
            for members in graph.cycles
            for node in members
            if node < graph.functions
            and graph.reenters(node)
            and not is_machinery(graph.profile, graph.function(node))
        }
        largest = {node: max((arc.time for arc in graph.into(node)), default=0.0) for node in able}

        def below(node: int) -> list[int]:
            return [
                arc.callee
                for arc in graph.out(node)
                if arc.callee in able and arc.time >= WEAK * largest[arc.callee]
            ]

        return components(sorted(able), graph.count, below)

    def of(self, node: int) -> int:
        """The unit of a node."""
        if not self.groups:
            return node
        place = self._cycle_of.get(node)
        return node if place is None else self.graph.count + place

    def in_one_cycle(self, first: int, second: int) -> bool:
        """Whether two nodes call each other in turn, by way of others perhaps."""
        place = self._cycle_of.get(first)
        return place is not None and place == self._cycle_of.get(second)

    def members(self, unit: int) -> Sequence[int]:
        """The nodes of a unit."""
        place = unit - self.graph.count
        return (unit,) if place < 0 else self.groups[place]

    def is_group(self, unit: int) -> bool:
        """Whether it is mutual recursion."""
        return unit >= self.graph.count

    def reenters(self, unit: int) -> bool:
        """Whether a path can come back to it."""
        return self.is_group(unit) or self.graph.reenters(unit)

    def is_whole(self, unit: int) -> bool:
        """Whether no path leaves the unit and comes back."""
        here = self.graph.component(self.members(unit)[0])
        return here is None or len(here) == len(self.members(unit))

    def component(self, unit: int) -> list[int] | None:
        """The component that the unit lies in, if there is more in it."""
        return None if self.is_whole(unit) else self.graph.component(self.members(unit)[0])

    def out(self, unit: int) -> list[Arc]:
        """Calls to other units."""
        if not self.is_group(unit):
            return self.graph.out(unit)
        nodes = self.members(unit)
        return [arc for node in nodes for arc in self.graph.out(node) if self.of(arc.callee) != unit]

    def into(self, unit: int) -> list[Arc]:
        """Calls from other units."""
        if not self.is_group(unit):
            return self.graph.into(unit)
        nodes = self.members(unit)
        return [arc for node in nodes for arc in self.graph.into(node) if self.of(arc.caller) != unit]

    def inner_own(self, unit: int) -> float:
        """Own time in calls that the unit makes of itself, seconds."""
        graph = self.graph
        if not self.is_group(unit):
            return graph.itself(unit)
        arcs = (arc for node in self.members(unit) for arc in graph.into(node) if self.of(arc.caller) == unit)
        return sum(arc.own for arc in arcs) + sum(graph.itself(node) for node in self.members(unit))

    def roots_of(self, unit: int) -> list[Root]:
        """What of it was called from outside of the profile."""
        found = (self.graph.root(node) for node in self.members(unit))
        return [root for root in found if root is not None]

    def tottime(self, unit: int) -> float:
        """Own time, seconds; of a part, that of its calls."""
        graph = self.graph
        if unit >= graph.functions and not self.is_group(unit):
            return self._part_own(unit)
        return sum(
            self._part_own(node) if not graph.proven(node) else graph.tottime(node)
            for node in self.members(unit)
        )

    def _part_own(self, node: int) -> float:
        own = sum(arc.own for arc in self.graph.into(node)) + self.graph.itself(node)
        return own + sum(root.own for root in (self.graph.root(node),) if root is not None)

    def cumtime(self, unit: int) -> float:
        """All time in the unit, seconds; of a part or a cycle, that of its calls from outside."""
        graph = self.graph
        if unit < graph.functions and graph.proven(unit):
            return graph.cumtime(unit)
        return sum(arc.time for arc in self.into(unit)) + sum(root.time for root in self.roots_of(unit))

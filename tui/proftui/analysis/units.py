"""What stands as one node in a call tree: a node of the graph, or functions that call each other in turn."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cached_property

from proftui.analysis.callgraph import Arc, CallGraph, Root
from proftui.analysis.components import finding
from proftui.analysis.pieces import PIECE, Pieces, finished
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
        self.grouped = grouped

    @cached_property
    def cycles(self) -> list[list[int]]:
        """The mutual recursion, by nodes; units of their own if ``grouped``."""
        return finished(self._finding_cycles())

    @cached_property
    def groups(self) -> list[list[int]]:
        """The units that are mutual recursion."""
        return self.cycles if self.grouped else []

    @cached_property
    def _cycle_of(self) -> dict[int, int]:
        return {node: place for place, members in enumerate(self.cycles) for node in members}

    def preparing(self) -> Pieces[None]:
        """Find the cycles, in pieces."""
        if "cycles" not in self.__dict__:
            self.cycles = yield from self._finding_cycles()

    def _finding_cycles(self) -> Pieces[list[list[int]]]:
        graph = self.graph
        able = {
            node
            for members in graph.cycles
            for node in members
            if node < graph.functions
            and graph.reenters(node)
            and not is_machinery(graph.profile, graph.function(node))
        }
        yield
        below: dict[int, list[int]] = {node: [] for node in able}
        work = 0
        for node in able:
            into = list(graph.figures_into(node))
            least = WEAK * max((time for _, time, _ in into), default=0.0)
            for caller, time, _ in into:
                if caller in able and time >= least:
                    below[caller].append(node)
            work += 1 + len(into)
            if work > PIECE:
                work = 0
                yield
        for callees in below.values():
            callees.sort()
        return (yield from finding(sorted(able), graph.count, below.__getitem__))

    def of(self, node: int) -> int:
        """The unit of a node."""
        if not self.groups:
            return node
        place = self._cycle_of.get(node)
        return node if place is None else self.graph.count + place

    def is_plain(self, nodes: Iterable[int]) -> bool:
        """Whether all of these nodes stand for themselves alone."""
        apart = self.graph.split.isdisjoint(nodes)
        return apart and (not self.groups or self._cycle_of.keys().isdisjoint(nodes))

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
        graph, members = self.graph, set(self.members(unit))
        leaving = [node for node in self.members(unit) if not members.issuperset(graph.neighbours(node))]
        return [arc for node in leaving for arc in graph.out(node) if arc.callee not in members]

    def into(self, unit: int) -> list[Arc]:
        """Calls from other units."""
        if not self.is_group(unit):
            return self.graph.into(unit)
        graph, members = self.graph, set(self.members(unit))
        entered = [node for node in self.members(unit) if not members.issuperset(graph.callers(node))]
        return [arc for node in entered for arc in graph.into(node) if arc.caller not in members]

    def time_out_of(self, unit: int, inside: Container[int]) -> float:
        """Seconds of its calls to units that are not ``inside``."""
        graph, of, found = self.graph, self.of, 0.0
        for node in self.members(unit):
            columns = graph.columns_out(node)
            if columns is None:
                found += sum(arc.time for arc in graph.out(node) if of(arc.callee) not in inside)
            elif self.groups:
                found += sum(t for c, t in zip(*columns[1:], strict=True) if of(c) not in inside)
            elif not all(map(inside.__contains__, columns[1])):
                found += sum(t for c, t in zip(*columns[1:], strict=True) if c not in inside)
        return found

    def inner_own(self, unit: int) -> float:
        """Own time in calls that the unit makes of itself, seconds."""
        graph = self.graph
        if not self.is_group(unit):
            return graph.itself(unit)
        members = set(self.members(unit))
        found = 0.0
        for node in members:
            found += graph.itself(node)
            found += sum(own for caller, _, own in graph.figures_into(node) if caller in members)
        return found

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

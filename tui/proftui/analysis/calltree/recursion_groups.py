"""What stands as one node in a call tree: a node of the graph, or mutual recursion as a whole.

A recursion group is a number: below ``graph.topology.count`` that of a node which stands for itself,
from there on that of a cycle.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property

from proftui.analysis.calltree.arcs import Arc
from proftui.analysis.calltree.components import Component, component_of
from proftui.analysis.calltree.cycle_figures import CycleFigures, RootColumns, own_time, summing
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.mutual_recursion import finding_cycles
from proftui.analysis.calltree.roots import Root
from proftui.background.pieces import Pieces, finished

_SMALL, _MOST_KEPT = 10, 10_000
"""Functions of a cycle, and cycles, that are always kept."""


class RecursionGroups:
    """The recursion groups of a graph; cycles are taken together if ``grouped``, else unrolled."""

    def __init__(self, graph: CallGraph, grouped: bool) -> None:
        self.graph = graph
        self.grouped = grouped
        self._first_cycle = graph.topology.count
        self._known: dict[int, CycleFigures] = {}
        self._mates: dict[int, frozenset[int]] = {}

    @cached_property
    def cycles(self) -> list[Component]:
        """The true mutual recursion, by nodes; a group each if ``grouped``."""
        return finished(finding_cycles(self.graph))

    @cached_property
    def merged(self) -> list[Component]:
        """The cycles that are a group each."""
        return self.cycles if self.grouped else []

    @cached_property
    def _cycle_of(self) -> array[int]:
        return component_of(self.cycles, self._first_cycle)

    def preparing(self) -> Pieces[None]:
        """Find the cycles, in pieces."""
        if "cycles" not in self.__dict__:
            self.cycles = yield from finding_cycles(self.graph)

    # Groups and their nodes

    def of(self, node: int) -> int:
        """The group of a node."""
        if not self.merged:
            return node
        number = self._cycle_of[node]
        return node if number < 0 else self._first_cycle + number

    def is_plain(self, nodes: Iterable[int]) -> bool:
        """Whether all of these nodes stand for themselves alone."""
        apart = self.graph.topology.split.isdisjoint(nodes)
        return apart and (not self.merged or max(map(self._cycle_of.__getitem__, nodes), default=-1) < 0)

    def in_one_cycle(self, first: int, second: int) -> bool:
        """Whether two nodes call each other in turn, by way of others perhaps."""
        number = self._cycle_of[first]
        return number >= 0 and number == self._cycle_of[second]

    def mates(self, node: int) -> frozenset[int]:
        """The nodes that a node calls in turn, as far as they are true mutual recursion."""
        number = self._cycle_of[node]
        if number < 0:
            return frozenset()
        if number not in self._mates:
            self._mates[number] = frozenset(self.cycles[number])
        return self._mates[number]

    def members(self, group: int) -> Sequence[int]:
        """The nodes of a group."""
        return self.merged[group - self._first_cycle] if self.is_cycle(group) else (group,)

    def is_cycle(self, group: int) -> bool:
        """Whether it is mutual recursion."""
        return group >= self._first_cycle

    def reenters(self, group: int) -> bool:
        """Whether a path can come back to it."""
        return self.is_cycle(group) or self.graph.reentrance.reenters(group)

    def is_whole(self, group: int) -> bool:
        """Whether no path leaves the group and comes back."""
        members = self.members(group)
        here = self.graph.reentrance.component(members[0])
        return here is None or len(here) == len(members)

    def component(self, group: int) -> Component | None:
        """The component that the group lies in, if there is more in it."""
        here = self.graph.reentrance.component(self.members(group)[0])
        return None if self.is_whole(group) else here

    # Calls between groups, times in seconds

    def out(self, group: int) -> Sequence[Arc]:
        """Calls to other groups."""
        return self._figures(group).out if self.is_cycle(group) else self.graph.arcs.out(group)

    def into(self, group: int) -> Sequence[Arc]:
        """Calls from other groups."""
        return self._figures(group).into if self.is_cycle(group) else self.graph.arcs.into(group)

    def time_out_of(self, group: int, inside: Container[int]) -> float:
        """Time of its calls to groups that are not ``inside``."""
        columns = None if self.is_cycle(group) else self.graph.arcs.outgoing(group)
        if columns is None:
            return sum(arc.time for arc in self.out(group) if self.of(arc.callee) not in inside)
        _, callees, times = columns
        if self.merged:
            return sum(t for c, t in zip(callees, times, strict=True) if self.of(c) not in inside)
        if all(map(inside.__contains__, callees)):
            return 0.0
        return sum(t for c, t in zip(callees, times, strict=True) if c not in inside)

    def times_into(self, group: int) -> Iterator[tuple[int, float]]:
        """The nodes of other groups that call it, and the time of these calls; in no order."""
        if self.is_cycle(group):
            return iter(sorted((arc.caller, arc.time) for arc in self.into(group)))
        callers, times, _ = self.graph.arcs.incoming(group)
        return zip(callers, times, strict=True)

    def roots_of(self, group: int) -> RootColumns | Sequence[Root]:
        """What of it was called from outside of the profile."""
        if self.is_cycle(group):
            return self._figures(group).roots
        root = self.graph.roots.of(group)
        return () if root is None else (root,)

    def entrance(self, group: int) -> int:
        """The node that most of it was called through from outside of the profile."""
        return self._figures(group).entrance if self.is_cycle(group) else group

    # Sums over a group, seconds

    def inner_own(self, group: int) -> float:
        """Own time in calls that the group makes of itself."""
        if self.is_cycle(group):
            return self._figures(group).inner
        return self.graph.arcs.own_time_in_itself(group)

    def tottime(self, group: int) -> float:
        """Own time; of a part, that of its calls."""
        return self._figures(group).own if self.is_cycle(group) else own_time(self.graph, group)

    def cumtime(self, group: int) -> float:
        """All time in the group; of a part or a cycle, that of its calls from outside."""
        if self.is_cycle(group):
            return self._figures(group).cumtime
        topology = self.graph.topology
        if group < topology.functions and topology.proven(group):
            return self.graph.arcs.cumtime(group)
        return sum(arc.time for arc in self.into(group)) + sum(root.time for root in self.roots_of(group))

    def _figures(self, group: int) -> CycleFigures:
        return self._known.get(group) or finished(self.summing(group))

    def summing(self, group: int) -> Pieces[CycleFigures]:
        """The figures of a cycle, worked out in pieces."""
        members = self.members(group)
        figures = yield from summing(self.graph, members, self._cycle_of)
        # Small ones are soon made again.
        if len(members) > _SMALL or len(self._known) < _MOST_KEPT:
            self._known[group] = figures
        return figures

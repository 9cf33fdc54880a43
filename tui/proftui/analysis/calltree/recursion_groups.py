"""What stands as one node in a call tree: a node of the graph, or numbered from their count on, a cycle."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property

from proftui.analysis.calltree.arcs import Arc, Incoming
from proftui.analysis.calltree.cycles import CycleFigures, finding_cycles, summing
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.roots import Root
from proftui.background.pieces import Pieces, finished
from proftui_parsers.components import Component, component_of

_SMALL, _MOST_KEPT = 10, 10_000
"""Functions of a cycle, and cycles, that are always kept."""


class RecursionGroups:
    """The recursion groups of a graph, cycles as one if ``grouped``, else unrolled; times are seconds."""

    def __init__(self, graph: CallGraph, grouped: bool) -> None:
        self.graph = graph
        self.grouped = grouped
        self._first_cycle = graph.topology.count
        self._known: dict[int, CycleFigures] = {}

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

    def members(self, group: int) -> Sequence[int]:
        """The nodes of a group."""
        return self.merged[group - self._first_cycle] if self.is_cycle(group) else (group,)

    def is_cycle(self, group: int) -> bool:
        """Whether it is mutual recursion."""
        return group >= self._first_cycle

    def reenters(self, group: int) -> bool:
        """Whether a path can come back to it."""
        return self.is_cycle(group) or self.graph.reentrance.reenters(group)

    def is_component(self, group: int) -> bool:
        """Whether no path leaves the group and comes back."""
        members = self.members(group)
        here = self.graph.reentrance.component(members[0])
        return here is None or len(here) == len(members)

    def component(self, group: int) -> Component | None:
        """The component that the group lies in, if there is more in it."""
        here = self.graph.reentrance.component(self.members(group)[0])
        return None if self.is_component(group) else here

    def out(self, group: int) -> Sequence[Arc]:
        """Calls to other groups."""
        return self._figures(group).out if self.is_cycle(group) else self.graph.arcs.out(group)

    def incoming(self, group: int) -> Incoming:
        """All calls of the group by others, as columns."""
        return self._figures(group).into if self.is_cycle(group) else self.graph.arcs.incoming(group)

    def calls_of(self, group: int) -> tuple[Sequence[int], Sequence[float]]:
        """What a group calls, and the seconds of these calls, as columns."""
        if not self.is_cycle(group):
            return self.graph.arcs.calls_of(group)
        arcs = self._figures(group).out
        return [arc.callee for arc in arcs], [arc.time for arc in arcs]

    def times_below(self, group: int) -> tuple[float, float]:
        """Seconds of its calls of other groups: of all, and of those inside of its component."""
        component = self.graph.reentrance.component
        here = component(self.members(group)[0])
        callees, times = self.calls_of(group)
        return sum(times), sum(t for c, t in zip(callees, times, strict=True) if component(c) is here)

    def roots_of(self, group: int) -> Sequence[Root]:
        """What of it was called from outside of the profile."""
        if self.is_cycle(group):
            return self._figures(group).roots
        root = self.graph.roots.of(group)
        return () if root is None else (root,)

    def entrance(self, group: int) -> int:
        """The node that most of it was called through from outside of the profile."""
        return self._figures(group).entrance if self.is_cycle(group) else group

    def inner_own(self, group: int) -> float:
        """Own time in calls that the group makes of itself."""
        if self.is_cycle(group):
            return self._figures(group).inner
        return self.graph.arcs.own_time_in_itself(group)

    def tottime(self, group: int) -> float:
        """Own time; of a part, that of its calls."""
        return self._figures(group).own if self.is_cycle(group) else self.graph.roots.own_time(group)

    def calls(self, group: int) -> float | None:
        """All calls of the group from outside of it; ``None``: not known."""
        profile, topology = self.graph.profile, self.graph.topology
        if group < topology.functions and topology.proven(group):
            if profile.ncalls is None or group >= profile.count or profile.ncalls[group] < 0:
                return None
            itself = topology.calls_itself.get(group, ())
            return profile.ncalls[group] - sum(profile.edges.ncalls[entry] for entry in itself)
        entries = self._figures(group).entries if self.is_cycle(group) else self.graph.arcs.entries(group)
        counts = [root.calls for root in self.roots_of(group)]
        counts += [calls if calls >= 0 else None for calls in map(profile.edges.ncalls.__getitem__, entries)]
        return None if None in counts else sum(count or 0.0 for count in counts)

    def has_one_context(self, group: int) -> bool:
        """Whether it is called from one place alone: by one other function, or by the program itself."""
        if self.is_cycle(group):
            return False
        callers = len(self.graph.arcs.incoming(group).callers)
        return callers + (self.graph.roots.of(group) is not None) == 1

    def cumtime(self, group: int) -> float:
        """All time in the group; of a part or a cycle, that of its calls from outside."""
        if self.is_cycle(group):
            return self._figures(group).cumtime
        topology = self.graph.topology
        if group < topology.functions and topology.proven(group):
            return self.graph.arcs.cumtime(group)
        return sum(self.incoming(group).times) + sum(root.time for root in self.roots_of(group))

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

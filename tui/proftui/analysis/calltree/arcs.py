"""The arcs of the graph: who calls whom with which times, as objects or, where there are many, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.calltree.edge_times import EdgeTimes

MOST_KEPT = 60_000
"""Arcs that are kept; a file of 16 MB can have a million."""


class Arc(NamedTuple):
    """The calls from one node to another; times are seconds, finite and not negative."""

    caller: int
    callee: int
    calls: float | None
    time: float
    """Time of these calls with everything they called."""
    own: float
    """Own time of the callee in these calls."""


class Incoming(NamedTuple):
    """All arcs into one node as columns of equal length."""

    callers: Sequence[int]
    times: Sequence[float]
    owns: Sequence[float]


class Outgoing(NamedTuple):
    """The calls that a function makes of whole functions, as columns of equal length."""

    positions: Sequence[int]
    """Among the edges by caller."""
    callees: Sequence[int]
    times: Sequence[float]


class Arcs:
    """The arcs of one profile; calls of a function by itself are none of them."""

    def __init__(self, times: EdgeTimes) -> None:
        self.times, self.topology = times, times.topology
        self.profile = times.profile
        self._out: dict[int, list[Arc]] = {}
        self._kept = 0

    def out(self, node: int) -> list[Arc]:
        """What a node calls."""
        arcs = self._out.get(node)
        if arcs is None:
            topology = self.topology
            function = topology.function(node)
            starts, entries, callees = self.profile.by_caller
            span = slice(starts[function], starts[function + 1])
            arcs = [
                self._arc(entry, node, topology.callee_node(callee, function), callee)
                for entry, callee in zip(entries[span], callees[span], strict=True)
                if callee != function and topology.caller_node(function, callee) == node
            ]
            self._kept += len(arcs)
            if self._kept > MOST_KEPT:
                self._out.clear()
                self._kept = len(arcs)
            self._out[node] = arcs
        return arcs

    def at(self, position: int, caller: int) -> Arc:
        """The arc at a position of :meth:`outgoing`."""
        _, entries, callees = self.profile.by_caller
        return self._arc(entries[position], caller, callees[position], callees[position])

    def _arc(self, entry: int, caller: int, callee: int, function: int) -> Arc:
        """The arc of an edge, whose callee is ``function`` or a part of it."""
        calls = self.profile.edges.ncalls[entry]
        return Arc(caller, callee, calls if calls >= 0 else None, *self.times.of_edge(entry, function))

    def entries(self, node: int) -> list[int]:
        """Where the calls of a node by others stand among the edges."""
        topology, callers = self.topology, self.profile.edges.callers
        function = topology.function(node)
        entries = [entry for entry in topology.entries(function) if callers[entry] != function]
        if function not in topology.split:
            return entries
        return [entry for entry in entries if topology.callee_node(function, callers[entry]) == node]

    def incoming(self, node: int) -> Incoming:
        """All arcs into a node, in the order of :meth:`entries`."""
        if node >= self.profile.count or node in self.topology.split:
            function, above = self.topology.function(node), self.profile.edges.callers
            entries = self.entries(node)
            pairs = [self.times.of_edge(entry, function) for entry in entries]
            callers: Sequence[int] = [self.topology.caller_node(above[entry], function) for entry in entries]
            return Incoming(callers, [time for time, _ in pairs], [own for _, own in pairs])
        callers = self.topology.callers(node)
        times, owns = self.times.of_callers(node)
        if node in callers:
            others = [row for row, caller in enumerate(callers) if caller != node]
            times, owns = [times[row] for row in others], [owns[row] for row in others]
            callers = [callers[row] for row in others]
        return Incoming(callers, times, owns)

    def outgoing(self, node: int) -> Outgoing | None:
        """The calls of a node; ``None`` where a part is at either end: ask for arcs."""
        topology, edges = self.topology, self.profile.edges
        if node >= topology.functions or node in topology.split:
            return None
        starts, entries, callees = self.profile.by_caller
        positions = range(starts[node], starts[node + 1])
        below, here = callees[positions.start : positions.stop], entries[positions.start : positions.stop]
        if not topology.split.isdisjoint(below):
            return None
        if self.times.are_sound:
            times = list(map(edges.cumtime.__getitem__, here))
        else:
            times = [time for time, _ in map(self.times.of_edge, here, below)]
        if node not in below:
            return Outgoing(positions, below, times)
        others = [row for row, callee in enumerate(below) if callee != node]
        return Outgoing(
            [positions[r] for r in others], [below[r] for r in others], [times[r] for r in others]
        )

    def calls_of(self, node: int) -> tuple[Sequence[int], Sequence[float]]:
        """What a node calls, and the seconds of these calls, as columns."""
        columns = self.outgoing(node)
        if columns is not None:
            return columns.callees, columns.times
        arcs = self.out(node)
        return [arc.callee for arc in arcs], [arc.time for arc in arcs]

    def cumtime(self, function: int) -> float:
        """Cumulative time of a function, seconds; of a caller without an entry, that of its calls."""
        if function < self.profile.count:
            return self.times.cumtime(function)
        return sum(arc.time for arc in self.out(function))

    def own_time_in_itself(self, node: int) -> float:
        """Own time in calls of a function by itself, seconds; 0 for a part."""
        function = self.topology.function(node)
        itself = self.topology.calls_itself.get(node, ()) if node == function else ()
        return sum(self.times.of_edge(entry, function)[1] for entry in itself)

"""What stands as one node in a call tree: a node of the graph, or numbered from their count on, a cycle."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, compress, islice, repeat

from proftui.analysis.calltree.arcs import Arc, Incoming, Outgoing
from proftui.analysis.calltree.components import Component, component_of, finding
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.roots import Root
from proftui.analysis.calltree.splitting import is_machinery
from proftui.analysis.calltree.topology import Adjacency
from proftui.background.pieces import PIECE, Pace, Pieces, finished
from proftui_parsers.profile import NOT_MEASURED

WEAK = 0.1
"""Calls with less than this part of the time of a function's largest caller make no cycle."""


def finding_cycles(graph: CallGraph) -> Pieces[list[Component]]:
    """The cycles of re-entered functions (README, definition 5)."""
    count = graph.topology.count
    able = yield from _reentered(graph)
    nodes = array("i", compress(range(count), able))
    callers, counts = array("i"), array("i")
    pace = Pace()
    for node in nodes:
        above, times, _ = graph.arcs.incoming(node)
        least = WEAK * max(times, default=0.0)
        kept = [caller for caller, time in zip(above, times, strict=True) if able[caller] and time >= least]
        callers.fromlist(kept)
        counts.append(len(kept))
        if pace.done(1 + len(times)):
            yield
    below = yield from _by_caller(callers, chain.from_iterable(map(repeat, nodes, counts)), count)
    return (yield from finding(nodes, count, below))


def _reentered(graph: CallGraph) -> Pieces[bytearray]:
    """Marks the nodes that are re-entered; the import system is no recursion of anybody's program."""
    topology, marked, pace = graph.topology, bytearray(graph.topology.count), Pace()
    for node in chain.from_iterable(graph.reentrance.components):
        is_function = node < topology.functions
        if is_function and graph.reentrance.reenters(node) and not is_machinery(graph.profile, node):
            marked[node] = 1
        if pace.done(1):
            yield
    return marked


def _by_caller(callers: Sequence[int], callees: Iterable[int], count: int) -> Pieces[Adjacency]:
    """The callees of each of ``count`` callers, from the columns of their calls: a counting sort."""
    # How many there are stands two further on; when that is filled, it begins where it should.
    starts = array("i", bytes(4 * count + 8))
    for caller in callers:
        starts[caller + 2] += 1
    yield
    for number, start in enumerate(accumulate(starts)):
        starts[number] = start
    sorted_callees, calls = array("i", bytes(4 * len(callers))), zip(callers, callees, strict=True)
    for _ in range(0, len(callers), 4 * PIECE):
        for caller, callee in islice(calls, 4 * PIECE):
            sorted_callees[starts[caller + 1]] = callee
            starts[caller + 1] += 1
        yield
    return starts, sorted_callees


class RootColumns:
    """Roots as columns: a cycle can have as many as there are functions."""

    def __init__(self) -> None:
        self._calls = array("q")
        self._times = tuple(array("d") for _ in range(4))

    def append(self, root: Root) -> None:
        """Add one whose calls are whole, if they are known."""
        self._calls.append(NOT_MEASURED if root.calls is None else int(root.calls))
        for column, time in zip(self._times, root[1:], strict=True):
            column.append(time)

    def __iter__(self) -> Iterator[Root]:
        """All of them."""
        for calls, *times in zip(self._calls, *self._times, strict=True):
            yield Root(calls if calls >= 0 else None, *times)


@dataclass(slots=True)
class CycleFigures:
    """Mutual recursion as a whole; times are seconds."""

    out: list[Arc] = field(default_factory=list)
    """Calls that leave it."""
    into: list[Arc] = field(default_factory=list)
    """Calls from outside."""
    roots: RootColumns = field(default_factory=RootColumns)
    entrance: int = -1
    """The node that most of it was called through from outside of the profile."""
    inner: float = 0.0
    """Own time in calls that it makes of itself."""
    own: float = 0.0
    cumtime: float = 0.0


def summing(graph: CallGraph, members: Sequence[int], cycle_of: Sequence[int]) -> Pieces[CycleFigures]:
    """The figures of the cycle of these nodes (README, identity 4); ``cycle_of``: by node, its number."""
    arcs, cycle, pace = graph.arcs, cycle_of[members[0]], Pace()
    sums = CycleFigures()
    most = 0.0
    for node in members:
        (above, _, owns), below = arcs.incoming(node), graph.topology.callees(node)
        inside = [own for caller, own in zip(above, owns, strict=True) if cycle_of[caller] == cycle]
        sums.inner += arcs.own_time_in_itself(node) + sum(inside)
        sums.own += graph.roots.own_time(node)
        if len(inside) < len(above):
            sums.into += [arc for arc in arcs.into(node) if cycle_of[arc.caller] != cycle]
        if any(cycle_of[callee] != cycle for callee in below):
            sums.out += [arc for arc in arcs.out(node) if cycle_of[arc.callee] != cycle]
        root = graph.roots.work_out(node)
        if root is not None:
            sums.roots.append(root)
            if sums.entrance < 0 or root.time > most:
                sums.entrance, most = node, root.time
        if pace.done(5 + len(above)):
            yield
    sums.cumtime = sum(arc.time for arc in sums.into) + sum(root.time for root in sums.roots)
    if sums.entrance < 0:
        sums.entrance = members[0]
    return sums


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

    def adds_up(self, cycle: int) -> bool:
        """Whether identity 4 holds for a cycle: it is a component, and its figures fit together."""
        if not self.is_component(cycle):
            return False
        here = self.graph.reentrance.component(self.members(cycle)[0])
        return here is not None and self.graph.roots.balance(here).adds_up

    def component(self, group: int) -> Component | None:
        """The component that the group lies in, if there is more in it."""
        here = self.graph.reentrance.component(self.members(group)[0])
        return None if self.is_component(group) else here

    def out(self, group: int) -> Sequence[Arc]:
        """Calls to other groups."""
        return self._figures(group).out if self.is_cycle(group) else self.graph.arcs.out(group)

    def into(self, group: int) -> Sequence[Arc]:
        """Calls from other groups."""
        return self._figures(group).into if self.is_cycle(group) else self.graph.arcs.into(group)

    def incoming(self, group: int) -> Incoming:
        """All calls of the group by others, as columns."""
        if not self.is_cycle(group):
            return self.graph.arcs.incoming(group)
        arcs = sorted(self.into(group))
        return Incoming([a.caller for a in arcs], [a.time for a in arcs], [a.own for a in arcs])

    def times_below(self, group: int) -> tuple[float, float]:
        """Seconds of its calls of other groups: of all, and of those inside of its component."""
        component = self.graph.reentrance.component
        here = component(self.members(group)[0])
        columns = None if self.is_cycle(group) else self.graph.arcs.outgoing(group)
        if columns is None:
            arcs = self.out(group)
            columns = Outgoing((), [arc.callee for arc in arcs], [arc.time for arc in arcs])
        _, callees, times = columns
        return sum(times), sum(t for c, t in zip(callees, times, strict=True) if component(c) is here)

    def roots_of(self, group: int) -> RootColumns | Sequence[Root]:
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
        counts = [arc.calls for arc in self.into(group)] + [root.calls for root in self.roots_of(group)]
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

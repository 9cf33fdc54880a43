"""What stands as one node in a call tree: a node of the graph, or functions that call each other in turn."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, compress, islice, repeat

from proftui.analysis.calltree.components import Adjacency, Component, finding, places
from proftui.analysis.calltree.graph import Arc, CallGraph, Root
from proftui.analysis.calltree.splitting import is_machinery
from proftui.background.pieces import PIECE, Pieces, finished
from proftui_parsers.profile import NOT_MEASURED

WEAK = 0.1
"""Calls with less than this part of the time of a function's largest caller make no cycle."""
_SMALL, _MOST_GROUPS = 10, 10_000
"""Functions of mutual recursion, and cases of it, that are always kept."""


class Roots:
    """Roots as columns: a cycle can have as many as there are functions."""

    def __init__(self) -> None:
        self._calls, self._times, self._owns, self._exact = array("q"), array("d"), array("d"), bytearray()

    def append(self, root: Root) -> None:
        """Add one whose calls are whole, if they are known."""
        self._calls.append(NOT_MEASURED if root.calls is None else int(root.calls))
        self._times.append(root.time)
        self._owns.append(root.own)
        self._exact.append(root.exact)

    def __iter__(self) -> Iterator[Root]:
        """All of them."""
        for calls, time, own, exact in zip(self._calls, self._times, self._owns, self._exact, strict=True):
            yield Root(calls if calls >= 0 else None, time, own, bool(exact))


@dataclass(slots=True)
class Group:
    """Mutual recursion as a whole; times are seconds."""

    out: list[Arc] = field(default_factory=list)
    """Calls to other units."""
    into: list[Arc] = field(default_factory=list)
    """Calls from other units."""
    roots: Roots = field(default_factory=Roots)
    entrance: int = -1
    """The node that most of it was called through from outside of the profile."""
    inner: float = 0.0
    """Own time in calls that it makes of itself."""
    own: float = 0.0
    cumtime: float = 0.0


class Units:
    """The nodes of a graph, true mutual recursion taken together if ``grouped``.

    True mutual recursion: functions that were each called while they were running already, and that
    call each other.
    """

    def __init__(self, graph: CallGraph, grouped: bool) -> None:
        self.graph = graph
        self.grouped = grouped
        self._groups: dict[int, Group] = {}
        self._mates: dict[int, frozenset[int]] = {}

    @cached_property
    def cycles(self) -> list[Component]:
        """The mutual recursion, by nodes; units of their own if ``grouped``."""
        return finished(self._finding_cycles())

    @cached_property
    def groups(self) -> list[Component]:
        """The units that are mutual recursion."""
        return self.cycles if self.grouped else []

    @cached_property
    def _cycle_of(self) -> array[int]:
        return places(self.cycles, self.graph.count)

    def preparing(self) -> Pieces[None]:
        """Find the cycles, in pieces."""
        if "cycles" not in self.__dict__:
            self.cycles = yield from self._finding_cycles()

    def _finding_cycles(self) -> Pieces[list[Component]]:
        graph = self.graph
        able = bytearray(graph.count)
        work = 0
        for node in chain.from_iterable(graph.cycles):
            if node < graph.functions and graph.reenters(node) and not is_machinery(graph.profile, node):
                able[node] = 1
            work += 1
            if work > PIECE:
                work = 0
                yield
        nodes = array("i", compress(range(graph.count), able))
        callers, counts = array("i"), array("i")
        for node in nodes:
            above, times, _ = graph.columns_into(node)
            least = WEAK * max(times, default=0.0)
            kept = [
                caller for caller, time in zip(above, times, strict=True) if able[caller] and time >= least
            ]
            callers.fromlist(kept)
            counts.append(len(kept))
            work += 1 + len(times)
            if work > PIECE:
                work = 0
                yield
        below = yield from _callees(callers, chain.from_iterable(map(repeat, nodes, counts)), graph.count)
        return (yield from finding(nodes, graph.count, below))

    def of(self, node: int) -> int:
        """The unit of a node."""
        if not self.groups:
            return node
        place = self._cycle_of[node]
        return node if place < 0 else self.graph.count + place

    def is_plain(self, nodes: Iterable[int]) -> bool:
        """Whether all of these nodes stand for themselves alone."""
        apart = self.graph.split.isdisjoint(nodes)
        return apart and (not self.groups or max(map(self._cycle_of.__getitem__, nodes), default=-1) < 0)

    def in_one_cycle(self, first: int, second: int) -> bool:
        """Whether two nodes call each other in turn, by way of others perhaps."""
        place = self._cycle_of[first]
        return place >= 0 and place == self._cycle_of[second]

    def mates(self, node: int) -> frozenset[int]:
        """The nodes that a node calls in turn, as far as they are true mutual recursion."""
        place = self._cycle_of[node]
        if place < 0:
            return frozenset()
        if place not in self._mates:
            self._mates[place] = frozenset(self.cycles[place])
        return self._mates[place]

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

    def component(self, unit: int) -> Component | None:
        """The component that the unit lies in, if there is more in it."""
        return None if self.is_whole(unit) else self.graph.component(self.members(unit)[0])

    def out(self, unit: int) -> Sequence[Arc]:
        """Calls to other units."""
        if not self.is_group(unit):
            return self.graph.out(unit)
        return self._group(unit).out

    def into(self, unit: int) -> Sequence[Arc]:
        """Calls from other units."""
        return self._group(unit).into if self.is_group(unit) else self.graph.into(unit)

    def time_out_of(self, unit: int, inside: Container[int]) -> float:
        """Seconds of its calls to units that are not ``inside``."""
        columns = None if self.is_group(unit) else self.graph.columns_out(unit)
        if columns is None:
            return sum(arc.time for arc in self.out(unit) if self.of(arc.callee) not in inside)
        callees, times = columns[1:]
        if self.groups:
            return sum(t for c, t in zip(callees, times, strict=True) if self.of(c) not in inside)
        if all(map(inside.__contains__, callees)):
            return 0.0
        return sum(t for c, t in zip(callees, times, strict=True) if c not in inside)

    def times_into(self, unit: int) -> Iterator[tuple[int, float]]:
        """The nodes of other units that call it, and the seconds of these calls; in no order."""
        if self.is_group(unit):
            return iter(sorted((arc.caller, arc.time) for arc in self.into(unit)))
        callers, times, _ = self.graph.columns_into(unit)
        return zip(callers, times, strict=True)

    def inner_own(self, unit: int) -> float:
        """Own time in calls that the unit makes of itself, seconds."""
        return self._group(unit).inner if self.is_group(unit) else self.graph.itself(unit)

    def roots_of(self, unit: int) -> Roots | Sequence[Root]:
        """What of it was called from outside of the profile."""
        if self.is_group(unit):
            return self._group(unit).roots
        root = self.graph.root(unit)
        return () if root is None else (root,)

    def entrance(self, unit: int) -> int:
        """The node that most of it was called through from outside of the profile."""
        return self._group(unit).entrance if self.is_group(unit) else unit

    def tottime(self, unit: int) -> float:
        """Own time, seconds; of a part, that of its calls."""
        return self._group(unit).own if self.is_group(unit) else self._own(unit)

    def _own(self, node: int) -> float:
        graph = self.graph
        whole = node < graph.functions and graph.proven(node)
        return graph.tottime(node) if whole else self._part_own(node)

    def _group(self, unit: int) -> Group:
        return self._groups.get(unit) or finished(self.grouping(unit))

    def grouping(self, unit: int) -> Pieces[Group]:
        """What there is to know of mutual recursion."""
        graph, cycle_of, place, work = self.graph, self._cycle_of, unit - self.graph.count, 0
        found = Group()
        most = 0.0
        for node in self.members(unit):
            (above, _, owns), below = graph.columns_into(node), graph.neighbours(node)
            inside = [own for caller, own in zip(above, owns, strict=True) if cycle_of[caller] == place]
            found.inner += graph.itself(node) + sum(inside)
            found.own += self._own(node)
            if len(inside) < len(above):
                found.into += [arc for arc in graph.into(node) if cycle_of[arc.caller] != place]
            if any(cycle_of[callee] != place for callee in below):
                found.out += [arc for arc in graph.out(node) if cycle_of[arc.callee] != place]
            root = graph.root(node)
            if root is not None:
                found.roots.append(root)
                if found.entrance < 0 or root.time > most:
                    found.entrance, most = node, root.time
            work += 5 + len(above)
            if work > PIECE:
                work = 0
                yield
        found.cumtime = sum(arc.time for arc in found.into) + sum(root.time for root in found.roots)
        if found.entrance < 0:
            found.entrance = self.members(unit)[0]
        # Small ones are soon made again.
        if len(self.members(unit)) > _SMALL or len(self._groups) < _MOST_GROUPS:
            self._groups[unit] = found
        return found

    def _part_own(self, node: int) -> float:
        own = sum(arc.own for arc in self.graph.into(node)) + self.graph.itself(node)
        return own + sum(root.own for root in (self.graph.root(node),) if root is not None)

    def cumtime(self, unit: int) -> float:
        """All time in the unit, seconds; of a part or a cycle, that of its calls from outside."""
        graph = self.graph
        if self.is_group(unit):
            return self._group(unit).cumtime
        if unit < graph.functions and graph.proven(unit):
            return graph.cumtime(unit)
        return sum(arc.time for arc in self.into(unit)) + sum(root.time for root in self.roots_of(unit))


def _callees(callers: Sequence[int], callees: Iterable[int], count: int) -> Pieces[Adjacency]:
    """The callees of each of ``count`` callers, from the columns of their calls."""
    # How many there are stands two places further on; when that is filled, it begins where it should.
    starts = array("i", bytes(4 * count + 8))
    for caller in callers:
        starts[caller + 2] += 1
    yield
    for place, start in enumerate(accumulate(starts)):
        starts[place] = start
    found, calls = array("i", bytes(4 * len(callers))), zip(callers, callees, strict=True)
    for _ in range(0, len(callers), 4 * PIECE):
        for caller, callee in islice(calls, 4 * PIECE):
            place = starts[caller + 1]
            found[place] = callee
            starts[caller + 1] = place + 1
        yield
    return starts, found

"""What the program itself called, by recursion group."""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Sequence, Set
from itertools import chain
from typing import NamedTuple

from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.analysis.calltree.roots import Root
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.sums import SAME


class Called(NamedTuple):
    """The recursion groups that the program called, as columns of equal length."""

    groups: array[int]
    times: array[float]
    """Seconds."""
    exact: bytearray
    """1 where the time is certain."""


class ProgramRoots:
    """The roots of a profile by recursion group, worked out once for all trees of the same groups."""

    def __init__(self, groups: RecursionGroups) -> None:
        self.groups, self.graph = groups, groups.graph
        self._called: Called | None = None
        self._closed: dict[int, float] = {}
        """Seconds of recursion groups of which nobody says that they were called."""

    def timing(self) -> Pieces[Called]:
        """What the program called, and how long that took."""
        if self._called is None:
            pace, groups = Pace(), (yield from self._finding())
            times, exact = array("d"), bytearray()
            for group in groups:
                roots = self.of(group)
                times.append(sum(root.time for root in roots))
                exact.append(self.is_exact(group))
                if pace.done(4 * (1 + len(self.groups.members(group)))):
                    yield
            left = self.graph.total - sum(times)
            for group, time in (yield from self._closed_groups(set(groups))):
                # Its counts do not add up: it takes no more than the others leave of the whole.
                if left > SAME * self.graph.total:
                    self._closed[group] = min(time, left)
                    groups.append(group)
                    times.append(self._closed[group])
                    exact.append(False)
                    left -= times[-1]
            self._called = Called(groups, times, exact)
        return self._called

    def of(self, group: int) -> Sequence[Root]:
        """The roots in a group that the program called."""
        if group in self._closed:
            return [Root(None, self._closed[group], self.groups.tottime(group), 0.0, math.inf)]
        return self.groups.roots_of(group)

    def is_exact(self, group: int) -> bool:
        """Whether what the roots in a group take together is certain."""
        members = self.groups.members(group)
        if not self.graph.certain or group in self._closed or any(map(self.graph.has_estimates, members)):
            return False
        return all(root.exact for root in self.of(group))

    def _finding(self) -> Pieces[array[int]]:
        """The groups that the program itself called."""
        topology, groups = self.graph.topology, self.groups
        known = bytearray(topology.count + len(groups.merged))
        called = array("q")
        functions = (function for function, calls in enumerate(topology.root_calls) if calls > 0)
        pace = Pace()
        for function in chain(functions, range(self.graph.profile.count, topology.functions)):
            group = groups.of(topology.root_node(function))
            if not known[group]:
                known[group] = 1
                called.append(group)
                if pace.done(1):
                    yield
        return called

    def _closed_groups(self, called: Set[int]) -> Pieces[list[tuple[int, float]]]:
        """One group of each recursion that nothing leads to, and seconds of all in it."""
        reentrance, groups, found = self.graph.reentrance, self.groups, list[tuple[int, float]]()
        alone = ([node] for node in self.graph.topology.calls_itself if reentrance.component(node) is None)
        for members in chain(reentrance.components, alone):
            inside = dict.fromkeys(groups.of(node) for node in members)
            if called.isdisjoint(inside) and (time := (yield from self._time_if_closed(members, inside))):
                found.append((max(inside, key=groups.cumtime), time))
        return found

    def _time_if_closed(self, members: Sequence[int], inside: Collection[int]) -> Pieces[float | None]:
        """Seconds in these nodes and what they call; ``None``: somebody else calls one of them."""
        graph, group_of, pace, time = self.graph, self.groups.of, Pace(), 0.0
        for node in members:
            callers = graph.topology.callers(node)
            if any(group_of(caller) not in inside for caller in callers):
                return None
            calls = zip(*graph.arcs.calls_of(node), strict=True)
            time += graph.roots.own_time(node) + sum(t for c, t in calls if group_of(c) not in inside)
            if pace.done(1 + len(callers)):
                yield
        return time

"""What the program itself called, by recursion group."""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Sequence
from itertools import chain
from typing import NamedTuple

from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.analysis.calltree.roots import Root
from proftui.background.pieces import Pace, Pieces


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
        self._closed: set[int] = set()
        """Recursion groups of which nobody says that they were called."""

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
            self._called = Called(groups, times, exact)
        return self._called

    def of(self, group: int) -> Sequence[Root]:
        """The roots in a group that the program called."""
        if group in self._closed:
            time = self.groups.cumtime(group)
            return [Root(None, time, self.groups.tottime(group), 0.0, math.inf)]
        return self.groups.roots_of(group)

    def is_exact(self, group: int) -> bool:
        """Whether what the roots in a group take together is certain."""
        members = self.groups.members(group)
        if not self.graph.certain or group in self._closed or any(map(self.graph.has_estimates, members)):
            return False
        return all(root.exact for root in self.of(group))

    def _finding(self) -> Pieces[array[int]]:
        """The groups that the program itself called, and one of each component that nothing leads to."""
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
        for members in self.graph.reentrance.components:
            inside = dict.fromkeys(groups.of(node) for node in members)
            if any(known[group] for group in inside) or (yield from self._is_entered(members, inside)):
                continue
            # Its counts do not add up.
            group = max(inside, key=groups.cumtime)
            self._closed.add(group)
            called.append(group)
        return called

    def _is_entered(self, members: Sequence[int], inside: Collection[int]) -> Pieces[bool]:
        """Whether somebody outside of a component calls one of its members."""
        group_of, pace = self.groups.of, Pace()
        for node in members:
            callers = self.graph.topology.callers(node)
            if any(group_of(caller) not in inside for caller in callers):
                return True
            if pace.done(1 + len(callers)):
                yield
        return False

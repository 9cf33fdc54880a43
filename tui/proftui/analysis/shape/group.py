"""Functions by package, module or file: what each group takes (README, "Group")."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict, deque
from collections.abc import Sequence

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.hidden_calls import alike
from proftui.background.pieces import Pace, Pieces

OUTSIDE = -1
"""Stands for no group: the program itself, and built-ins that no group called."""
_MOST_GROUPS = 1_000
"""Groups of which is found out which lead to which; each needs a bit by node."""


class Groups:
    """What groups of functions take, with built-ins that they called. Columns by group; seconds."""

    def __init__(self, own: BoundedColumn, time: BoundedColumn, calls: list[int], inside: list[int]) -> None:
        self.own, self.time = own, time
        """Own time, last: of no group; and time while some function of the group runs."""
        self.calls, self.inside = calls, inside
        """Calls from outside, of built-ins too, and calls of its functions by each other."""
        self.unattributed = 0.0


def grouping(graph: CallGraph, group_of: Sequence[int], count: int) -> Pieces[Groups]:
    """The figures of ``count`` groups; ``group_of``: by function its group, :data:`OUTSIDE` for built-ins.

    The time of a group lies between the largest of its own time, of its functions' times, and of the time of
    calls by what it does not lead to; and the smaller of the times of all calls into it, and of its own time
    with that of all calls out of it.
    """
    return (yield from _Grouping(graph, group_of, count).all())


class _Grouping:
    def __init__(self, graph: CallGraph, group_of: Sequence[int], count: int) -> None:
        self.graph, self.profile, self.topology = graph, graph.profile, graph.topology
        self.group_of, self.count = group_of, count
        zeros = bytes(8 * (count + 1))
        self.own_lows, self.own_highs = array("d", zeros), array("d", zeros)
        self.plain = array("d", zeros)
        """Own time without built-ins."""
        self.longest, self.entering = array("d", zeros), array("d", zeros)
        self.from_elsewhere, self.leaving = array("d", zeros), array("d", zeros)
        self.calls, self.inside = [0] * (count + 1), [0] * (count + 1)

    def all(self) -> Pieces[Groups]:
        """Everything, in pieces."""
        yield from self.graph.preparing()
        self.leaders = self._leaders()
        self.reached = yield from self._reached()
        pace = Pace()
        for function in range(self.profile.count):
            self._look_at(function)
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        self._widen()
        return self._groups()

    def _groups(self) -> Groups:
        graph, groups = self.graph, range(self.count)
        whole = max(graph.total, graph.checked.time_of_roots)
        lows = [max(self.own_lows[g], self.longest[g], self.from_elsewhere[g]) for g in groups]
        highs = [min(self.entering[g], self.plain[g] + self.leaving[g], whole) for g in groups]
        made = Groups(
            BoundedColumn(self.own_lows, self.own_highs, certain=graph.certain),
            BoundedColumn(lows, highs, certain=graph.certain),
            self.calls[: self.count],
            self.inside[: self.count],
        )
        made.unattributed = made.own.level(whole)
        for group in groups:
            # Nothing says where between them; endless is only what has no entry.
            middle = (lows[group] + highs[group]) / 2
            made.time.estimate(group, middle if math.isfinite(middle) else lows[group])
        return made

    def _look_at(self, function: int) -> None:
        """Add the figures of a function and of all calls of it."""
        group, times = self.group_of[function], self.graph.times
        own = times.tottime(function)
        if group != OUTSIDE:
            self.own_lows[group] += own
            self.own_highs[group] += own
            self.plain[group] += own
            self.longest[group] = max(self.longest[group], times.cumtime(function))
        callers, ncalls = self.profile.edges.callers, self.profile.edges.ncalls
        spent, owns = times.of_callers(function)
        for entry, time, its_own in zip(self.topology.entries(function), spent, owns, strict=True):
            caller = callers[entry]
            if group == OUTSIDE:
                self._charge_builtin(caller, its_own, own)
            above = self.group_of[caller]
            if above == group != OUTSIDE:
                self.inside[group] += max(0, ncalls[entry])
            elif above != group:
                self.leaving[above] += time
                if group != OUTSIDE:
                    self._enter(group, ncalls[entry], time, self.topology.caller_node(caller, function))
        self._add_root(function, group)

    def _enter(self, group: int, calls: int, time: float, caller: int) -> None:
        """Calls of functions of a group by others."""
        self.calls[group] += max(0, calls)
        self.entering[group] += time
        if not self.reached[caller] >> group & 1:
            self.from_elsewhere[group] += time

    def _add_root(self, function: int, group: int) -> None:
        root = self.graph.roots.work_out(self.topology.root_node(function))
        if root is None:
            return
        if group == OUTSIDE:
            self.own_lows[OUTSIDE] += root.own
            self.own_highs[OUTSIDE] += root.own
        else:
            self.calls[group] += int(root.calls or 0)
            self.entering[group] += root.high
            self.from_elsewhere[group] += root.low

    def _charge_builtin(self, caller: int, own: float, most: float) -> None:
        """Own time of a built-in in calls by one function, or by a built-in that groups lead to."""
        leaders = {self.group_of[caller]} if self.group_of[caller] != OUTSIDE else self.leaders[caller]
        for group in leaders:
            self.own_highs[group] += own
            if len(leaders) == 1:
                self.own_lows[group] += own

    def _leaders(self) -> dict[int, set[int]]:
        """By built-in that calls something: the groups that lead to it by way of built-ins alone."""
        group_of, edges = self.group_of, self.profile.edges
        leaders: defaultdict[int, set[int]] = defaultdict(set)
        waiting: deque[int] = deque()
        starts, _, callees = self.profile.by_caller
        for function in range(self.profile.count):
            if group_of[function] == OUTSIDE:
                above = edges.callers[edges.starts[function] : edges.starts[function + 1]]
                leaders[function] = {group_of[c] for c in above if group_of[c] != OUTSIDE}
                if self.topology.root_calls[function] > 0:
                    leaders[function].add(OUTSIDE)
                waiting.append(function)
        while waiting:
            function = waiting.popleft()
            for callee in callees[starts[function] : starts[function + 1]]:
                if group_of[callee] == OUTSIDE and not leaders[function] <= leaders[callee]:
                    leaders[callee] |= leaders[function]
                    waiting.append(callee)
        return leaders

    def _reached(self) -> Pieces[list[int]]:
        """By node, a bit for each group that leads to it, by way of whatever."""
        topology, pace = self.topology, Pace()
        if self.count > _MOST_GROUPS:
            return [-1] * topology.count
        groups = [self.group_of[topology.function(node)] for node in range(topology.count)]
        own = [0 if group == OUTSIDE else 1 << group for group in groups]
        reached = [0] * topology.count
        waiting = deque(range(topology.count))
        is_waiting = bytearray(b"\x01" * topology.count)
        while waiting:
            node = waiting.popleft()
            is_waiting[node] = 0
            bits = reached[node] | own[node]
            below = topology.callees(node)
            for other in (*below, *alike(topology, node)):
                # Parts that may have made each other's calls are reached together.
                more = bits if other in below else reached[node]
                if more & ~reached[other]:
                    reached[other] |= more
                    if not is_waiting[other]:
                        is_waiting[other] = 1
                        waiting.append(other)
            if pace.done(1 + len(below)):
                yield
        return reached

    def _widen(self) -> None:
        """What stands for several functions, or lost calls, may have taken more."""
        doubts = self.graph.checked.contradictions
        for function in {*doubts.missing, *doubts.excess}:
            group = self.group_of[function]
            if group != OUTSIDE:
                more = max(self.graph.beyond(function), doubts.missing.get(function, 0.0))
                self.own_highs[group] += more
                self.entering[group] += more
                self.leaving[group] += more

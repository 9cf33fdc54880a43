"""Groups of functions as a profile, with the calls between them (README, "Group")."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.neighbours import counts
from proftui.analysis.shape.group import OUTSIDE, Groups, grouping, leading
from proftui.analysis.shape.group_times import estimating_times
from proftui.analysis.shape.intervals import Intervals
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls, ShapedProfile, doubting
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.profile import NOT_MEASURED, Edges
from proftui_parsers.sums import SAME

_MOST_CALLS = 20_000
"""Calls by way of built-ins of which any of several groups may have made each."""


class Grouped(NamedTuple):
    """A profile of groups."""

    profile: ShapedProfile
    """Each group is one of its functions, the others are hidden."""
    representatives: list[int]
    """By group, the function that it is."""
    inside: BoundedColumn
    """By group, calls of its functions by each other."""


def grouped(graph: CallGraph, group_of: Sequence[int], count: int) -> Pieces[Grouped]:
    """The profile of ``count`` groups; ``group_of``: by function its group, ``OUTSIDE`` for built-ins.

    Every group has a visible function with an entry. Figures are those of a program in which each call is
    named by its group, and a call within a group is none; times are seconds.
    """
    groups = yield from grouping(graph, group_of, count)
    return (yield from _Grouped(graph, group_of, groups, count).all())


class _Grouped:
    def __init__(self, graph: CallGraph, group_of: Sequence[int], groups: Groups, count: int) -> None:
        self.graph, self.group_of, self.groups, self.count = graph, group_of, groups, count
        self.profile, self.topology, self.known = graph.profile, graph.topology, groups.known
        self.starts, self.leaders = array("q", [0]), array("q")
        """The calls of groups by each other, and by what is none, in the order of the groups called."""
        self.calls, self.time, self.own = Intervals(), Intervals(), Intervals()
        """Of these; their time is at least all calls together, if they never nest."""
        self.longest = array("d")
        """Seconds of the longest single calls that are certain."""
        self.representatives: list[int] = []
        self.leading: dict[int, dict[int, float]] = {}
        """By node of a built-in that calls functions, the groups that lead to it, and their part in that."""
        self.doubtful: set[int] = set()
        """Groups that may make other calls, or be called by others, than is told."""

    def all(self) -> Pieces[Grouped]:
        yield from self._weigh_leaders()
        yield from self._looking()
        yield from estimating_times(self.known, self.group_of, self.groups)
        pace, groups = Pace(), self.groups
        for group, rows in enumerate(map(range, self.starts, self.starts[1:])):
            self._bound(group, rows)
            if pace.done(2 + len(rows)):
                yield
        left = groups.own.level(groups.total)
        lost, whole = self.known.whole.value - groups.total + left, self.known.whole.value
        groups.unattributed = lost if abs(lost) > SAME * whole else 0.0
        groups.time.estimate_all(map(max, groups.own.values, groups.time.values))
        yield
        for group, rows in enumerate(map(range, self.starts, self.starts[1:])):
            self._share_own(group, rows)
            if pace.done(2 + len(rows)):
                yield
        return Grouped((yield from self._made()), self.representatives, groups.inside)

    def _looking(self) -> Pieces[None]:
        """Add up the calls of each group, and find who stands for it: the visible function of most time."""
        pace, group_of, times = Pace(), self.group_of, self.known.time.values
        order = sorted(range(self.profile.count), key=group_of.__getitem__)
        for group, members in groupby(order, group_of.__getitem__):
            rows, first = dict[int, int](), -1
            for function in members if group != OUTSIDE else ():
                if not self.known.hidden[function] and (first < 0 or times[function] > times[first]):
                    first = function
                self._look_at(function, group, rows)
                if pace.done(2 + len(self.topology.entries(function))):
                    yield
            if group != OUTSIDE:
                self.representatives.append(first)
                self.starts.append(len(self.leaders))

    def _look_at(self, function: int, group: int, rows: dict[int, int]) -> None:
        """Add the calls of a function by what is not in its group; ``rows``: by leader, where they stand."""
        callers, edges = self.profile.edges.callers, self.known.edges
        for entry in self.topology.entries(function):
            above = self.group_of[callers[entry]]
            if above == group:
                continue
            leaders = {above: 1.0}
            if above == OUTSIDE:
                leaders = self.leading[self.topology.caller_node(callers[entry], function)]
            for leader, share in leaders.items():
                if leader != group:
                    is_sure = len(leaders) == 1 and leader not in self.doubtful
                    row = self._row(leader, rows)
                    for sums, column in ((self.calls, edges.calls), (self.time, edges.time)):
                        low = column.lows[entry] if is_sure else 0.0
                        sums.add(row, low, column.highs[entry], column.values[entry] * share)
                    if is_sure:
                        self.longest[row] = max(self.longest[row], edges.time.lows[entry])
        root = self.known.root(function)
        if root is not None:
            row = self._row(OUTSIDE, rows)
            for sums, figure in ((self.calls, root.calls), (self.time, root.time)):
                sums.add(row, figure.low, figure.high, figure.value)
            self.longest[row] = max(self.longest[row], root.time.low)

    def _row(self, leader: int, rows: dict[int, int]) -> int:
        row = rows.setdefault(leader, len(self.leaders))
        if row == len(self.leaders):
            self.leaders.append(leader)
            self.longest.append(0.0)
            for sums in (self.calls, self.time, self.own):
                sums.append()
        return row

    def _weigh_leaders(self) -> Pieces[None]:
        """Which groups lead to built-ins that call functions; of very many, those with the longest calls."""
        topology, group_of, pace = self.topology, self.group_of, Pace()
        called: defaultdict[int, list[int]] = defaultdict(list)
        starts, _, callees = self.profile.by_caller
        for caller, group in enumerate(group_of):
            if group == OUTSIDE:
                for function in callees[starts[caller] : starts[caller + 1]]:
                    if group_of[function] != OUTSIDE:
                        called[topology.caller_node(caller, function)].append(function)
            if pace.done(1 + starts[caller + 1] - starts[caller]):
                yield
        bits_of = {node: self.groups.leaders.get(node, 0) for node in called}
        groups_of = {bits: list(leading(bits)) or [OUTSIDE] for bits in {*bits_of.values()}}
        every = sum(len(groups_of[bits_of[node]]) * len(called[node]) for node in called)
        calls = sum(map(len, called.values()))
        most = self.count + 1 if every <= _MOST_CALLS else max(1, _MOST_CALLS // calls)
        bits = 0
        for node, functions in called.items():
            leaders = groups_of[bits_of[node]]
            times = self._times_into(node)
            longest = sorted(times, key=times.__getitem__, reverse=True)
            kept = list(dict.fromkeys((*longest, *leaders[:most])))[:most]
            if len(kept) < len(leaders):
                bits |= bits_of[node]
                self.doubtful.update(group_of[function] for function in functions)
            whole = sum(times.get(group, 0.0) for group in kept)
            parts = [times.get(g, 0.0) / whole if whole > 0 else 1.0 / len(kept) for g in kept]
            self.leading[node] = dict(zip(kept, parts, strict=True))
            if pace.done(2 + len(self.topology.entries(topology.function(node)))):
                yield
        self.doubtful.update(leading(bits))

    def _times_into(self, node: int) -> dict[int, float]:
        """Seconds that what a built-in calls takes in calls by each group."""
        found: dict[int, float] = {}
        function, callers = self.topology.function(node), self.profile.edges.callers
        times, owns = self.known.edges.time.values, self.known.edges.own.values
        for entry in self.topology.entries(function):
            group = self.group_of[callers[entry]]
            if group != OUTSIDE and self.topology.callee_node(function, callers[entry]) == node:
                own = 0.0 if self.graph.may_nest(callers[entry], function) else owns[entry]
                found[group] = found.get(group, 0.0) + max(0.0, times[entry] - own)
        return found

    def _bound(self, group: int, rows: range) -> None:
        """Times of calls; and that own time is no more than all calls from outside took."""
        times, reached, time, own = self.groups.time, self.groups.reached, self.time, self.own
        for row in rows:
            leader, most, above = self.leaders[row], times.highs[group], math.inf
            if leader == OUTSIDE or reached[leader] >> group & 1:
                # They may nest.
                time.lows[row] = self.longest[row]
            if leader != OUTSIDE:
                most, above = min(most, times.highs[leader]), times.values[leader]
            time.highs[row] = most = max(time.lows[row], min(time.highs[row], most))
            time.guesses[row] = min(time.guesses[row], times.values[group], above)
            own.highs[row] = min(self.groups.own.highs[group], most)
        if group not in self.doubtful and self.graph.certain:
            self.groups.own.narrow(group, 0.0, sum(own.highs[rows.start : rows.stop]))

    def _share_own(self, group: int, rows: range) -> None:
        """Own time by who called."""
        whole, own, time = self.groups.own[group], self.own, self.time
        for row in rows:
            own.highs[row] = min(own.highs[row], whole.high)
        if group not in self.doubtful:
            own.draw_in(rows, whole.low, whole.high)
        weight = sum(time.guesses[rows.start : rows.stop])
        for row in rows:
            own.guesses[row] = whole.value * (time.guesses[row] / weight if weight > 0 else 1.0 / len(rows))
            # Calls take at least the own time in them.
            time.lows[row] = max(time.lows[row], min(own.lows[row], time.highs[row]))

    def _made(self) -> Pieces[ShapedProfile]:
        hidden, groups = bytearray(b"\x01" * len(self.profile.files)), self.groups
        for function in self.representatives:
            hidden[function] = 0
        self._level_roots()
        yield
        edges, bounds, roots = yield from self._edges()
        own, time, calls = map(self._by_function, (groups.own, groups.time, groups.calls))
        yield
        doubts = yield from doubting(edges, bounds, roots, self._unsure())
        yield
        return ShapedProfile(
            self.known.recorded,
            hidden,
            own=own,
            time=time,
            calls=calls,
            primitive_calls=None,
            edges=edges,
            edge_bounds=bounds,
            roots=roots,
            outside=groups.own[self.count],
            unattributed=groups.unattributed,
            focus=self.known.whole if self.known.shaped is not None and self.known.shaped.focus else None,
            doubts=doubts,
        )

    def _unsure(self) -> frozenset[int]:
        """What trees must not take for certain: calls that are not told, and own times that are estimates.

        The estimate of an own time need not fit those of the calls that the group makes.
        """
        groups = {group for group in self.groups.own.estimated if group < self.count}
        return frozenset(self.representatives[g] for g in groups | self.doubtful if g != OUTSIDE)

    def _level_roots(self) -> None:
        """All that the program itself called takes the run together, but for what no group ran for."""
        rows = [row for row, leader in enumerate(self.leaders) if leader == OUTSIDE]
        times = self.time.column(rows, certain=True)
        times.level(self.known.whole.value - self.groups.own[self.count].value)
        for row, time in zip(rows, times.values, strict=True):
            self.time.guesses[row] = time

    def _by_function(self, column: BoundedColumn) -> BoundedColumn:
        figures = Intervals(self.profile.count)
        for group, function in enumerate(self.representatives):
            figures.add(function, column.lows[group], column.highs[group], column.values[group])
        made = figures.column(certain=self.graph.certain)
        made.doubt(self.representatives[group] for group in column.estimated if group < self.count)
        return made

    def _edges(self) -> Pieces[tuple[Edges, EdgeBounds, dict[int, RootCalls]]]:
        starts, callers, pace = array("q", [0]), array("q"), Pace()
        rows, rooted = array("q"), dict[int, int]()
        for group in sorted(range(self.count), key=self.representatives.__getitem__):
            function = self.representatives[group]
            starts.extend([len(rows)] * (function + 1 - len(starts)))
            span = range(self.starts[group], self.starts[group + 1])
            for row in span:
                if self.leaders[row] == OUTSIDE:
                    rooted[function] = row
                else:
                    callers.append(self.representatives[self.leaders[row]])
                    rows.append(row)
            if pace.done(1 + len(span)):
                yield
        starts.extend([len(rows)] * (self.profile.count + 1 - len(starts)))
        made, roots = self._bounds(rows), self._bounds(rooted.values())
        yield
        edges = Edges(
            starts,
            callers,
            counts(map(round, made.calls.values)),
            counts([NOT_MEASURED] * len(callers)),
            made.own.values,
            made.time.values,
        )
        return edges, made, dict(zip(rooted, map(RootCalls, roots.calls, roots.time, roots.own), strict=True))

    def _bounds(self, rows: Iterable[int]) -> EdgeBounds:
        parts = (self.calls, self.own, self.time)
        return EdgeBounds(*(part.column(rows, certain=self.graph.certain) for part in parts))

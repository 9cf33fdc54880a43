"""Groups of functions as a profile, with the calls between them (README, "Group")."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.neighbours import counts
from proftui.analysis.shape.group import OUTSIDE, Groups, grouping, leading
from proftui.analysis.shape.group_times import estimating_times
from proftui.analysis.shape.interval import Interval, draw_in
from proftui.analysis.shape.known import Known
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls, ShapedProfile
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


@dataclass(slots=True)
class _Calls:
    """The calls of one group by another, or by the program itself."""

    calls: Interval = field(default_factory=Interval)
    time: Interval = field(default_factory=Interval)
    """At least all calls together, if they never nest."""
    longest: float = 0.0
    """Seconds of the longest single calls that are certain."""
    own: Interval = field(default_factory=Interval)

    def add(self, figures: RootCalls, share: float = 1.0, *, sure: bool = True) -> None:
        """Calls that this group made, or if it is not ``sure`` any part of them, probably this ``share``."""
        for interval, figure in ((self.calls, figures.calls), (self.time, figures.time)):
            interval.low += figure.low if sure else 0.0
            interval.high += figure.high
            interval.guess += figure.value * share
        self.longest = max(self.longest, figures.time.low if sure else 0.0)


class _Grouped:
    def __init__(self, graph: CallGraph, group_of: Sequence[int], groups: Groups, count: int) -> None:
        self.graph, self.group_of, self.groups, self.count = graph, group_of, groups, count
        self.profile, self.topology, self.known = graph.profile, graph.topology, Known(graph)
        self.into = [defaultdict[int, _Calls](_Calls) for _ in range(count)]
        """By group, the calls of it by each other one, and by what is none."""
        self.representatives = [-1] * count
        self.leading: dict[int, dict[int, float]] = {}
        """By node of a built-in that calls functions, the groups that lead to it, and their part in that."""
        self.doubtful: set[int] = set()
        """Groups that may make other calls, or be called by others, than is told."""

    def all(self) -> Pieces[Grouped]:
        self._weigh_leaders()
        pace, most = Pace(), [0.0] * self.count
        for function in range(self.profile.count):
            group = self.group_of[function]
            if group != OUTSIDE:
                time = self.known.time(function).value
                is_first = self.representatives[group] < 0
                if not self.known.hidden[function] and (is_first or time > most[group]):
                    most[group], self.representatives[group] = time, function
                self._look_at(function, group)
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        yield from estimating_times(self.known, self.group_of, self.groups)
        for group in range(self.count):
            self._bound(group)
            if pace.done(1 + len(self.into[group])):
                yield
        left = self.groups.own.level(self.groups.total)
        lost, whole = self.known.whole.value - self.groups.total + left, self.known.whole.value
        self.groups.unattributed = lost if abs(lost) > SAME * whole else 0.0
        for group, own in enumerate(self.groups.own.values[: self.count]):
            self.groups.time.estimate(group, max(own, self.groups.time.values[group]))
        for group in range(self.count):
            self._share_own(group)
            if pace.done(1 + len(self.into[group])):
                yield
        return Grouped((yield from self._made()), self.representatives, self.groups.inside)

    def _look_at(self, function: int, group: int) -> None:
        """Add the calls of a function by what is not in its group."""
        callers = self.profile.edges.callers
        for entry in self.topology.entries(function):
            above = self.group_of[callers[entry]]
            if above == group:
                continue
            leaders, edge = {above: 1.0}, self.known.edge(entry, function)
            if above == OUTSIDE:
                leaders = self.leading[self.topology.caller_node(callers[entry], function)]
            for leader, share in leaders.items():
                if leader != group:
                    is_sure = len(leaders) == 1 and leader not in self.doubtful
                    self.into[group][leader].add(edge, share, sure=is_sure)
        root = self.known.root(function)
        if root is not None:
            self.into[group][OUTSIDE].add(root)

    def _weigh_leaders(self) -> None:
        """Which groups lead to built-ins that call functions; of very many, those with the longest calls."""
        callers, topology = self.profile.edges.callers, self.topology
        called: defaultdict[int, list[int]] = defaultdict(list)
        for function in range(self.profile.count):
            if self.group_of[function] != OUTSIDE:
                for entry in topology.entries(function):
                    if self.group_of[callers[entry]] == OUTSIDE:
                        called[topology.caller_node(callers[entry], function)].append(function)
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
                self.doubtful.update(self.group_of[function] for function in functions)
            whole = sum(times.get(group, 0.0) for group in kept)
            parts = [times.get(g, 0.0) / whole if whole > 0 else 1.0 / len(kept) for g in kept]
            self.leading[node] = dict(zip(kept, parts, strict=True))
        self.doubtful.update(leading(bits))

    def _times_into(self, node: int) -> dict[int, float]:
        """Seconds that what a built-in calls takes in calls by each group."""
        times: dict[int, float] = {}
        function, callers = self.topology.function(node), self.profile.edges.callers
        for entry in self.topology.entries(function):
            group = self.group_of[callers[entry]]
            if group != OUTSIDE and self.topology.callee_node(function, callers[entry]) == node:
                edge = self.known.edge(entry, function)
                own = 0.0 if self.graph.may_nest(callers[entry], function) else edge.own.value
                times[group] = times.get(group, 0.0) + max(0.0, edge.time.value - own)
        return times

    def _bound(self, group: int) -> None:
        """Times of calls; and that own time is no more than all calls from outside took."""
        time, found = self.groups.time[group], self.into[group]
        for leader, calls in found.items():
            if leader == OUTSIDE or self.groups.reached[leader] >> group & 1:
                # They may nest.
                calls.time.low = calls.longest
            most = time.high if leader == OUTSIDE else min(time.high, self.groups.time[leader].high)
            calls.time.high = max(calls.time.low, min(calls.time.high, most))
            above = math.inf if leader == OUTSIDE else self.groups.time[leader].value
            calls.time.guess = min(calls.time.guess, time.value, above)
            calls.own.high = min(self.groups.own.highs[group], calls.time.high)
        if group not in self.doubtful and self.graph.certain:
            self.groups.own.narrow(group, 0.0, sum(calls.own.high for calls in found.values()))

    def _share_own(self, group: int) -> None:
        """Own time by who called."""
        own, found = self.groups.own[group], self.into[group]
        for calls in found.values():
            calls.own.high = min(calls.own.high, own.high)
        if group not in self.doubtful:
            draw_in([calls.own for calls in found.values()], own.low, own.high)
        whole = sum(calls.time.guess for calls in found.values())
        for calls in found.values():
            calls.own.guess = own.value * (calls.time.guess / whole if whole > 0 else 1.0 / len(found))
            # Calls take at least the own time in them.
            calls.time.low = max(calls.time.low, min(calls.own.low, calls.time.high))

    def _made(self) -> Pieces[ShapedProfile]:
        hidden, count = bytearray(b"\x01" * len(self.profile.files)), self.profile.count
        for function in self.representatives:
            hidden[function] = 0
        self._level_roots()
        edges, bounds, roots = yield from self._edges()
        groups = self.groups
        own, time, calls = (self._by_function(c) for c in (groups.own, groups.time, groups.calls))
        assert len(own) == count
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
            unsure=self._unsure(),
            focus=self.known.whole if self.known.shaped is not None and self.known.shaped.focus else None,
        )

    def _unsure(self) -> frozenset[int]:
        """What trees must not take for certain: calls that are not told, and own times that are estimates.

        The estimate of an own time need not fit those of the calls that the group makes.
        """
        groups = {group for group in range(self.count) if not self.groups.own.is_exact(group)}
        return frozenset(self.representatives[g] for g in groups | self.doubtful if g != OUTSIDE)

    def _level_roots(self) -> None:
        """All that the program itself called takes the run together, but for what no group ran for."""
        roots = [found[OUTSIDE].time for found in self.into if OUTSIDE in found]
        times = _column(roots, certain=True)
        times.level(self.known.whole.value - self.groups.own[self.count].value)
        for root, time in zip(roots, times.values, strict=True):
            root.guess = time

    def _by_function(self, column: BoundedColumn) -> BoundedColumn:
        lows, highs, values = (array("d", bytes(8 * self.profile.count)) for _ in range(3))
        unsure = set()
        for group, function in enumerate(self.representatives):
            figure = column[group]
            lows[function], highs[function], values[function] = figure.low, figure.high, figure.value
            if not figure.exact:
                unsure.add(function)
        made = BoundedColumn(lows, highs, certain=self.graph.certain)
        made.estimate_all(values)
        made.impossible |= {row for row in unsure if lows[row] == highs[row]}
        return made

    def _edges(self) -> Pieces[tuple[Edges, EdgeBounds, dict[int, RootCalls]]]:
        certain = self.graph.certain
        starts, callers, pace = array("q", [0]), array("q"), Pace()
        parts, rooted = list[_Calls](), dict[int, _Calls]()
        group_of = {function: group for group, function in enumerate(self.representatives)}
        for function in range(self.profile.count):
            for leader, calls in self.into[group_of[function]].items() if function in group_of else ():
                if leader == OUTSIDE:
                    rooted[function] = calls
                else:
                    callers.append(self.representatives[leader])
                    parts.append(calls)
            starts.append(len(callers))
            if pace.done(1 + starts[-1] - starts[-2]):
                yield
        made, of_roots = _bounds(parts, certain), _bounds(rooted.values(), certain)
        roots = map(RootCalls, of_roots.calls, of_roots.time, of_roots.own)
        edges = Edges(
            starts,
            callers,
            counts(map(round, made.calls.values)),
            counts([NOT_MEASURED] * len(callers)),
            made.own.values,
            made.time.values,
        )
        return edges, made, dict(zip(rooted, roots, strict=True))


def _bounds(every: Iterable[_Calls], certain: bool) -> EdgeBounds:
    known = list(every)
    parts = ([c.calls for c in known], [c.own for c in known], [c.time for c in known])
    return EdgeBounds(*(_column(intervals, certain=certain) for intervals in parts))


def _column(parts: Sequence[Interval], *, certain: bool) -> BoundedColumn:
    made = BoundedColumn([part.low for part in parts], [part.high for part in parts], certain=certain)
    made.estimate_all(part.guess for part in parts)
    return made

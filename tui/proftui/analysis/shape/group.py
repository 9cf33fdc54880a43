"""Functions by package, module or file: what each group takes, and who calls whom (README, "Group")."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.members import Members, Represented
from proftui.analysis.shape.fold import Fold, by_function
from proftui.analysis.shape.shares import NOBODY, Shares, downwards, reached_from, spreading
from proftui.analysis.shape.unchanged import is_unchanged, unchanged
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pace, Pieces

OUTSIDE = NOBODY
"""Stands for no group: the program itself, and built-ins that no group called."""
_MOST_VISITS, _WIDE = 80_000, 0.005
"""Calls looked at to estimate times; the part of the run from which on an interval is worth that."""
_MOST_BITS = 200_000_000
"""Of groups by node: where there are no more, it is found out which groups lead to which."""


def own_of_groups(graph: CallGraph, group_of: Sequence[int], count: int) -> Pieces[BoundedColumn]:
    """The own times of ``count`` groups, and last of what is in none; seconds.

    ``group_of``: by function its group, :data:`OUTSIDE` for built-ins. Together they are the own times of all
    functions, as far as bounds allow that.
    """
    fold = Fold(graph, group_of, count, merges=True)
    yield from fold.counting()
    return (yield from fold.owning(outside=False))


def grouped(graph: CallGraph, groups: Members) -> Pieces[ShapedProfile]:
    """The profile of groups; what is in none of them is ``OUTSIDE``, as built-ins are.

    Every group has a visible function with an entry, which it is then; all others are hidden. Figures are
    those of a program in which each call is named by its group, and a call within a group is none; times are
    seconds.
    """
    if not is_unchanged(graph, groups.group_of, merges=True):
        return (yield from _Grouping(graph, groups).all())
    count = graph.profile.count
    hidden, nothing = bytearray(count) + b"\x01" * (len(graph.profile.files) - count), bytes(8 * count)
    made = yield from unchanged(graph, hidden, merges=True)
    inside = BoundedColumn(nothing, nothing, certain=True)
    made.take_groups(Represented(groups, {one: one for one in range(count)}, inside))
    return made


class _Grouping:
    def __init__(self, graph: CallGraph, groups: Members) -> None:
        count, group_of = len(groups.names), groups.group_of
        self.graph, self.groups, self.group_of, self.count = graph, groups, group_of, count
        self.fold = Fold(graph, group_of, count, merges=True)
        self.known, self.topology, self.profile = self.fold.known, graph.topology, graph.profile
        self.members: list[list[int]] = [[] for _ in range(count)]
        for function in range(graph.profile.count):
            if group_of[function] != OUTSIDE:
                self.members[group_of[function]].append(function)
        self.above = dict[int, int]()
        """By node, a bit for each group that leads to it, by way of whatever; empty: each may."""
        self.above_group = [0] * count
        """The same by group, of all its nodes."""

    def all(self) -> Pieces[ShapedProfile]:
        fold = self.fold
        yield from fold.counting()
        own = yield from fold.owning()
        yield from fold.calling(self.members)
        yield from self._leading()
        time = yield from self._timing(own)
        yield from self._estimating(time)
        fold.level(own)
        time.estimate_all(map(max, time.values, own.values))
        yield
        rows = fold.rows
        yield from rows.settling(own, own.highs, time, math.inf, self._may_nest)
        # All that the program itself called takes the run together, but for what no group ran for.
        roots = [row for row, source in enumerate(rows.sources) if source == OUTSIDE]
        rows.time.level(roots, self.known.whole.value - own.values[self.count])
        return (yield from self._made(own, time))

    def _leading(self) -> Pieces[None]:
        """Find out which groups lead where, unless there are a great many."""
        topology, pace = self.topology, Pace()
        if self.count * topology.count > _MOST_BITS:
            return
        bits = dict.fromkeys((yield from downwards(topology, dict.fromkeys(range(topology.count)))), 0)
        for node in bits:
            group = self.group_of[topology.function(node)]
            below = topology.callees(node) if group != OUTSIDE else ()
            for other in below:
                bits[other] |= 1 << group
            if pace.done(1 + len(below)):
                yield
        yield from spreading(topology, bits)
        for node, here in bits.items():
            group = self.group_of[topology.function(node)]
            if group != OUTSIDE:
                self.above_group[group] |= here
        self.above = bits

    def _may_nest(self, group: int, source: int) -> bool:
        """Whether calls of a group by another may lie within each other: it leads there."""
        return source == OUTSIDE or not self.above or bool(self.above_group[source] >> group & 1)

    def _timing(self, own: BoundedColumn) -> Pieces[BoundedColumn]:
        """Time while some function of a group runs.

        Between the largest of its own time, of its functions' times, and of the time of calls by what it does
        not lead to; and the smaller of the times of all calls into it, and of its own time with that of all
        calls out of it.
        """
        zeros, pace, known = bytes(8 * (self.count + 1)), Pace(), self.known
        longest, disjoint, leaving = array("d", zeros), array("d", zeros), array("d", self.fold.plain)
        entering = array("d", [*self.fold.entering, 0.0])
        callers, times = self.profile.edges.callers, known.edges.time
        for function in range(self.profile.count):
            group = self.group_of[function]
            longest[group] = max(longest[group], known.time.lows[function])
            for entry in self.topology.entries(function):
                above = self.group_of[callers[entry]]
                if above != group:
                    leaving[above] += times.highs[entry]
                    node = self.topology.caller_node(callers[entry], function)
                    if group == OUTSIDE or (self.above and not self.above[node] >> group & 1):
                        disjoint[group] += times.lows[entry]
            root = known.root(function)
            if root is not None:
                disjoint[group] += root.time.low
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        # Of rounding, the times of single functions may be a little over what shares are taken of.
        whole = min(known.whole.high, self.graph.total)
        lows, highs = list[float](), list[float]()
        certain = self.graph.is_told_apart
        for group in range(self.count):
            most = max(own.lows[group], whole)
            low = min(most, max(own.lows[group], longest[group], disjoint[group]))
            # Where calls are lost, those that are known may take less than a function of the group did.
            high = max(low, min(entering[group], leaving[group], most))
            lows.append(low)
            highs.append(high)
            if certain and high < own.highs[group]:
                own.narrow(group, 0.0, max(high, own.lows[group]))
        made = BoundedColumn(lows, highs, certain=certain)
        made.doubt(group for group in self.fold.lost if lows[group] < whole)
        made.estimate_all((low + high) / 2 for low, high in zip(made.lows, made.highs, strict=True))
        return made

    def _estimating(self, time: BoundedColumn) -> Pieces[None]:
        """Times of groups with wide intervals: all calls of them, but for the part that runs below them.

        The widest come first, as long as that takes no long time; all others are estimated in the middle.
        """
        left, wide = _MOST_VISITS, _WIDE * self.known.whole.value
        widths = {group: time.highs[group] - time.lows[group] for group in time.estimated}
        for group in sorted(widths, key=widths.__getitem__, reverse=True):
            if left < 0 or not widths[group] > wide:
                return
            shares = Shares(self.known, array("q", (0 if of == group else NOBODY for of in self.group_of)))
            starts = [node for function in self.members[group] for node in self.topology.nodes_of(function)]
            yield from shares.preparing((yield from reached_from(self.topology, starts)), leading=False)
            yield from shares.parting()
            left -= sum(2 + len(entering.others) for entering in shares.entering.values())
            seconds = 0.0
            for function in self.members[group]:
                for caller, _, calls in self.fold.calls_of(function):
                    if caller == OUTSIDE or self.group_of[caller] != group:
                        node = OUTSIDE if caller == OUTSIDE else self.topology.caller_node(caller, function)
                        seconds += calls.time.value * (1.0 - shares.parts.get(node, {}).get(0, 0.0))
            time.estimate(group, seconds)

    def _made(self, own: BoundedColumn, time: BoundedColumn) -> Pieces[ShapedProfile]:
        fold, profile, known = self.fold, self.profile, self.known
        hidden = bytearray(b"\x01" * len(profile.files))
        # The visible function of most time stands for its group.
        stands = [functions[0] for functions in self.members]
        for group, functions in enumerate(self.members):
            if len(functions) > 1:
                there = (f for f in functions if not known.hidden[f])
                stands[group] = max(there, key=lambda f: (known.time.values[f], -f))
        for function in stands:
            hidden[function] = 0
        yield
        # The estimate of an own time need not fit those of the calls that the group makes.
        unsure = {group for group in own.estimated if group < self.count} | fold.doubtful
        told = yield from fold.rows.made(stands, profile.count, frozenset(stands[group] for group in unsure))
        yield
        made = ShapedProfile(
            known.recorded,
            hidden,
            own=by_function(own, stands, profile.count),
            time=by_function(time, stands, profile.count),
            calls=by_function(fold.calls.column(certain=True), stands, profile.count),
            primitive_calls=None,
            told=told,
            outside=own[self.count],
            unattributed=fold.unattributed,
            focus=known.whole if known.shaped is not None and known.shaped.focus else None,
        )
        of = {function: group for group, function in enumerate(stands)}
        made.take_groups(Represented(self.groups, of, fold.inside.column(certain=True)))
        return made

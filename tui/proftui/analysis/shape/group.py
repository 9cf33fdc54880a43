"""Functions by package, module or file: what each group takes (README, "Group")."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from operator import ne

from proftui.analysis.bounds import Bounded, BoundedColumn, exact_sum
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.hidden_calls import alike
from proftui.analysis.shape.intervals import Intervals
from proftui.analysis.shape.known import Known
from proftui.background.pieces import Pace, Pieces

OUTSIDE = -1
"""Stands for no group: the program itself, and built-ins that no group called."""
_MOST_BITS = 200_000_000
"""Of groups by node: where there are no more, it is found out which groups lead to which."""


class Groups:
    """What groups of functions take, with built-ins that they called. Columns by group; seconds."""

    def __init__(
        self,
        known: Known,
        own: BoundedColumn,
        time: BoundedColumn,
        calls: BoundedColumn,
        inside: BoundedColumn,
    ) -> None:
        self.known = known
        self.own, self.time = own, time
        """Own time, last: of no group; and time while some function of the group runs."""
        self.calls, self.inside = calls, inside
        """Calls from outside, of built-ins too, and calls of its functions by each other."""
        self.total = self.unattributed = 0.0
        """Seconds that own times add up to, and that they lack of the whole, since the file lost some."""
        self.leaders: Mapping[int, int] = {}
        """By node of a built-in, bits of groups that lead to it by way of built-ins alone: ``leading``."""
        self.reached: Sequence[int] = ()
        """By group, a bit for each that leads to one of its functions."""


def leading(bits: int) -> Iterator[int]:
    """The groups of some bits: the first is of :data:`OUTSIDE`, then one a group."""
    while bits:
        yield (bits & -bits).bit_length() - 2
        bits &= bits - 1


def grouping(graph: CallGraph, group_of: Sequence[int], count: int) -> Pieces[Groups]:
    """The figures of ``count`` groups; ``group_of``: by function its group, :data:`OUTSIDE` for built-ins.

    The time of a group lies between the largest of its own time, of its functions' times, and of the time of
    calls by what it does not lead to; and the smaller of the times of all calls into it, and of its own time
    with that of all calls out of it.
    """
    return (yield from _Grouping(graph, group_of, count).all())


def own_of_groups(graph: CallGraph, group_of: Sequence[int], count: int) -> Pieces[BoundedColumn]:
    """The own time of ``count`` groups, last: of no group, without their times with callees; seconds.

    Together they are the own times of all functions, as far as bounds allow that.
    """
    return (yield from _Grouping(graph, group_of, count).own_alone())


class _Grouping:
    def __init__(self, graph: CallGraph, group_of: Sequence[int], count: int) -> None:
        self.graph, self.profile, self.topology = graph, graph.profile, graph.topology
        self.group_of, self.count, self.known = group_of, count, Known(graph)
        zeros = bytes(8 * (count + 1))
        self.own_lows, self.own_highs = array("d", zeros), array("d", zeros)
        self.plain = array("d", zeros)
        """Own time without built-ins."""
        self.longest, self.entering = array("d", zeros), array("d", zeros)
        self.from_elsewhere, self.leaving = array("d", zeros), array("d", zeros)
        self.calls, self.inside = Intervals(count), Intervals(count)
        self.shared: defaultdict[int, float] = defaultdict(float)
        """By bits of groups, own time of built-ins that any of them may have called."""
        self.outside = Bounded(0.0, 0.0, 0.0, True)
        """What counts to no function, where it is to count to no group."""
        self.total = self.left_over = 0.0
        """Seconds that all own times are to add up to, and what they lack of that."""

    def all(self) -> Pieces[Groups]:
        """Everything, in pieces."""
        yield from self._preparing()
        self.reached = yield from self._reached()
        yield from self._looking()
        if self.known.shaped is not None:
            self.outside = self.known.shaped.outside
            self.own_lows[OUTSIDE] += self.outside.low
            self.own_highs[OUTSIDE] += self.outside.high
        return (yield from self._groups())

    def own_alone(self) -> Pieces[BoundedColumn]:
        """What :attr:`Groups.own` is, without what takes longest: which group leads to which."""
        yield from self._preparing()
        self.reached = [-1] * self.topology.count
        yield from self._looking()
        return (yield from self._own(certain=True))

    def _preparing(self) -> Pieces[None]:
        yield from self.graph.preparing()
        yield from self.known.preparing()
        self.leaders = yield from self._leaders()

    def _own(self, *, certain: bool) -> Pieces[BoundedColumn]:
        """Own times; estimates are those of the functions, moved until all add up to what was recorded."""
        own = BoundedColumn(self.own_lows, self.own_highs, certain=certain)
        if certain and not self.graph.certain:
            # Without built-ins, own times are as certain as those of the functions.
            own.impossible |= {row for row, plain in enumerate(self.plain) if own.highs[row] != plain}
        estimates = list(own.lows)
        known = self.known.own
        # Of a shaped profile, own times are estimates themselves.
        for function in compress(range(len(known.lows)), map(ne, known.values, known.lows)):
            if self.group_of[function] != OUTSIDE:
                estimates[self.group_of[function]] += known.values[function] - known.lows[function]
        estimates[OUTSIDE] += self.outside.value - self.outside.low
        own.estimate_all(estimates)
        yield
        self.total = exact_sum((*self.profile.tottime[: self.profile.count], self.outside.value))
        if self._adds_up():
            own.narrow_to_sum(self.total)
        yield
        self.left_over = own.level(self.total)
        return own

    def _adds_up(self) -> bool:
        """Whether it is certain what all take together: no call was lost, and no time counts to nobody."""
        doubts, shaped = self.graph.checked.contradictions, self.known.shaped
        is_whole = shaped is None or (shaped.outside.exact and not shaped.unattributed)
        return is_whole and self.graph.certain and not doubts.missing and not doubts.excess

    def _looking(self) -> Pieces[None]:
        pace = Pace()
        for function in range(self.profile.count):
            self._look_at(function)
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        for bits, high in self.shared.items():
            for group in leading(bits):
                self.own_highs[group] += high
            yield
        self._widen()
        yield

    def _groups(self) -> Pieces[Groups]:
        graph, groups = self.graph, range(self.count)
        whole = self.known.whole
        # Of rounding, the times of single functions may be a little over what shares are taken of, and so may
        # the own time of a group that all else counts to.
        shares_are_of = min(whole.high, graph.checked.whole_time)
        most = [max(self.own_lows[group], shares_are_of) for group in groups]
        lows = [min(most[g], max(self.own_lows[g], self.longest[g], self.from_elsewhere[g])) for g in groups]
        highs = [min(self.entering[g], self.plain[g] + self.leaving[g], most[g]) for g in groups]
        if not graph.certain:
            highs = list(map(max, lows, highs))
        if graph.certain:
            for group, high in enumerate(highs):
                self.own_highs[group] = min(self.own_highs[group], max(high, self.own_lows[group]))
        yield
        made = Groups(
            self.known,
            (yield from self._own(certain=graph.certain)),
            BoundedColumn(lows, highs, certain=graph.certain),
            self.calls.column(certain=graph.certain),
            self.inside.column(certain=graph.certain),
        )
        made.total, made.unattributed = self.total, whole.value - self.total + self.left_over
        made.leaders, made.reached = self.leaders, self._reached_groups()
        made.time.estimate_all(lows)
        return made

    def _reached_groups(self) -> list[int]:
        reached = [0] * self.count
        for node, bits in enumerate(self.reached):
            group = self.group_of[self.topology.function(node)]
            if group != OUTSIDE:
                reached[group] |= bits
        return reached

    def _look_at(self, function: int) -> None:
        """Add the figures of a function and of all calls of it."""
        group, known = self.group_of[function], self.known
        if group != OUTSIDE:
            own = known.own.highs[function]
            self.own_lows[group] += known.own.lows[function]
            self.own_highs[group] += own
            self.plain[group] += own
            longest = max(known.time.lows[function], self._recorded_time(function))
            self.longest[group] = max(self.longest[group], longest)
        callers, leaving = self.profile.edges.callers, known.edges.time.highs
        for entry in self.topology.entries(function):
            caller = callers[entry]
            above = self.group_of[caller]
            if group == OUTSIDE:
                self._charge_builtin(caller, function, known.edges.own, entry)
            elif above == group:
                self._add_calls(self.inside, group, entry)
            else:
                self._enter(group, entry, self.topology.caller_node(caller, function))
            if above != group:
                self.leaving[above] += leaving[entry]
        self._add_root(function, group)

    def _add_calls(self, sums: Intervals, group: int, entry: int) -> None:
        calls = self.known.edges.calls
        sums.add(group, calls.lows[entry], calls.highs[entry], calls.values[entry])

    def _recorded_time(self, function: int) -> float:
        """Time with callees as recorded, where that of calls is estimated."""
        times = self.profile.cumtime
        is_known = self.graph.estimated and times is not None and function < self.profile.count
        return times[function] if times is not None and is_known and math.isfinite(times[function]) else 0.0

    def _enter(self, group: int, entry: int, caller: int) -> None:
        """Calls of functions of a group by others."""
        time = self.known.edges.time
        self._add_calls(self.calls, group, entry)
        self.entering[group] += time.highs[entry]
        if not self.reached[caller] >> group & 1:
            self.from_elsewhere[group] += time.lows[entry]

    def _add_root(self, function: int, group: int) -> None:
        root = self.known.root(function)
        if root is None:
            return
        if group == OUTSIDE:
            self.own_lows[OUTSIDE] += root.own.low
            self.own_highs[OUTSIDE] += root.own.high
        else:
            self.calls.add(group, root.calls.low, root.calls.high, root.calls.value)
            self.entering[group] += root.time.high
            self.from_elsewhere[group] += root.time.low

    def _charge_builtin(self, caller: int, function: int, own: BoundedColumn, entry: int) -> None:
        """Own time of a built-in in calls by one function, or by a built-in that groups lead to."""
        bits = 1 << self.group_of[caller] + 1
        if self.group_of[caller] == OUTSIDE:
            bits = self.leaders[self.topology.caller_node(caller, function)]
        if bits & (bits - 1):
            self.shared[bits] += own.highs[entry]
        else:
            for group in leading(bits):
                self.own_highs[group] += own.highs[entry]
                self.own_lows[group] += own.lows[entry]

    def _leaders(self) -> Pieces[dict[int, int]]:
        """By node of a built-in: the bits of groups that lead to it by way of built-ins alone."""
        group_of, topology, callers = self.group_of, self.topology, self.profile.edges.callers
        leaders: defaultdict[int, int] = defaultdict(int)
        for function in range(self.profile.count):
            if group_of[function] == OUTSIDE:
                for entry in topology.entries(function):
                    above = group_of[callers[entry]]
                    if above != OUTSIDE:
                        leaders[topology.callee_node(function, callers[entry])] |= 1 << above + 1
                if topology.root_calls[function] > 0:
                    leaders[topology.root_node(function)] |= 1 << OUTSIDE + 1
        if not leaders:
            return leaders
        order, pace = (yield from self._downwards()), Pace()
        waiting = deque(node for node in order if node in leaders)
        while waiting:
            node = waiting.popleft()
            below = (*topology.callees(node), *alike(topology, node))
            if pace.done(1 + len(below)):
                yield
            for callee in below:
                is_builtin = group_of[topology.function(callee)] == OUTSIDE
                if is_builtin and leaders[node] & ~leaders[callee]:
                    leaders[callee] |= leaders[node]
                    waiting.append(callee)
        return leaders

    def _reached(self) -> Pieces[list[int]]:
        """By node, a bit for each group that leads to it, by way of whatever."""
        topology, pace = self.topology, Pace()
        if self.count * topology.count > _MOST_BITS:
            return [-1] * topology.count
        groups = [self.group_of[topology.function(node)] for node in range(topology.count)]
        own = [0 if group == OUTSIDE else 1 << group for group in groups]
        reached = [0] * topology.count
        waiting = deque((yield from self._downwards()))
        is_waiting = bytearray(b"\x01" * topology.count)
        while waiting:
            node = waiting.popleft()
            is_waiting[node] = 0
            bits = reached[node] | own[node]
            below = topology.callees(node)
            # Parts that may have made each other's calls are reached together.
            for others, more in ((below, bits), (alike(topology, node), reached[node])):
                for other in others:
                    if more & ~reached[other]:
                        reached[other] |= more
                        if not is_waiting[other]:
                            is_waiting[other] = 1
                            waiting.append(other)
            if pace.done(1 + len(below)):
                yield
        return reached

    def _downwards(self) -> Pieces[list[int]]:
        """Every node before what it calls, as far as that goes: bits then go round a ring twice."""
        pace, seen, order = Pace(), bytearray(self.topology.count), list[int]()
        waiting = list(range(self.topology.count))
        while waiting:
            node = waiting.pop()
            if node < 0:
                order.append(~node)
            elif not seen[node]:
                seen[node] = 1
                below = self.topology.callees(node)
                waiting += (~node, *below)
                if pace.done(1 + len(below)):
                    yield
        return order[::-1]

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

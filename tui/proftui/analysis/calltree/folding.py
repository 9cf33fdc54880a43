"""Which calls inside of a component lead back to what runs already (README, "Folding")."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from proftui.analysis.calltree.cycles import WEAK
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui.background.pieces import Pace, Pieces


class InnerCalls:
    """The calls inside of a component: columns, since there may be a million.

    Groups go by rows, in ascending order; the calls of one stand from ``starts[row]`` to ``ends[row]``.
    """

    def __init__(self, groups: Sequence[int]) -> None:
        self.groups = array("q", sorted(groups))
        self.row_of = {group: row for row, group in enumerate(self.groups)}
        self.starts = array("q", [0]) * len(self.groups)
        self.ends = array("q")
        self.callees = array("q")
        """Rows."""
        self.times = array("d")
        """Seconds."""
        self.back = bytearray()
        """1 where a call leads back."""

    def allot(self, counts: Sequence[int]) -> None:
        """Columns for so many calls of each row."""
        start = 0
        for row, count in enumerate(counts):
            self.starts[row] = start
            start += count
        self.ends = array("q", self.starts)
        self.callees = array("q", [-1]) * start
        self.times = array("d", [0.0]) * start
        self.back = bytearray(b"\x01") * start

    def add(self, row: int, callee: int, time: float) -> None:
        """Add calls; those of one callee come one after the other."""
        end = self.ends[row]
        if end > self.starts[row] and self.callees[end - 1] == callee:
            self.times[end - 1] += time
        else:
            self.callees[end] = callee
            self.times[end] = time
            self.ends[row] = end + 1

    def calls(self, row: int) -> range:
        """Where the calls of a row stand."""
        return range(self.starts[row], self.ends[row])


class CallsBack:
    """The calls inside of a component that lead back: to what runs wherever they are made, as a rule."""

    __slots__ = ("_back", "_callees", "_ends", "_groups", "_starts")

    def __init__(self, inner: InnerCalls) -> None:
        self._groups, self._starts, self._ends = inner.groups, inner.starts, inner.ends
        self._callees, self._back = inner.callees, inner.back

    def has(self, caller: int, callee: int) -> bool:
        """Whether calls of a group by another lead back: two binary searches."""
        row = bisect_left(self._groups, caller)
        wanted, end = bisect_left(self._groups, callee), self._ends[row]
        position = bisect_left(self._callees, wanted, self._starts[row], end)
        return position < end and self._callees[position] == wanted and bool(self._back[position])


def finding_back(groups: RecursionGroups, members: Sequence[int]) -> Pieces[CallsBack]:
    """The calls back in the component with these nodes, worked out in pieces."""
    inside = list(dict.fromkeys(groups.of(node) for node in members))
    inner = InnerCalls(inside)
    if len(inside) == 1:
        inner.allot([0])
        return CallsBack(inner)
    yield
    inflow = yield from _taking_in(groups, inner)
    rows = [inner.row_of[group] for group in inside]
    entries = sorted((row for row in rows if inflow[row] > 0), key=lambda row: -inflow[row]) or rows[:1]
    yield
    yield from _marking((*entries, *rows), inner)
    return CallsBack(inner)


def _taking_in(groups: RecursionGroups, inner: InnerCalls) -> Pieces[array[float]]:
    """Take in the calls inside; by row, the seconds that come from outside."""
    of = groups.of if groups.merged else None
    row_of, pace = inner.row_of, Pace()
    inflow, counts = array("d"), array("q", [0]) * len(inner.groups)
    # Once to count and once to fill, so that nothing is held twice.
    for group in inner.groups:
        time_in = sum(root.time for root in groups.roots_of(group))
        callers, times, _ = groups.incoming(group)
        for caller, time in zip(callers, times, strict=True):
            above = row_of.get(caller if of is None else of(caller))
            if above is None:
                time_in += time
            else:
                counts[above] += 1
        inflow.append(time_in)
        if pace.done(1 + len(times)):
            yield
    inner.allot(counts)
    for row, group in enumerate(inner.groups):
        callers, times, _ = groups.incoming(group)
        for caller, time in zip(callers, times, strict=True):
            above = row_of.get(caller if of is None else of(caller))
            if above is not None:
                inner.add(above, row, time)
        if pace.done(1 + len(times)):
            yield
    return inflow


def _marking(starts: Sequence[int], inner: InnerCalls) -> Pieces[None]:
    """Take the mark from the calls that do not lead back, depth first from these rows."""
    largest, pace = array("d", [0.0]) * len(inner.groups), Pace()
    for row in range(len(inner.groups)):
        for position in inner.calls(row):
            callee, time = inner.callees[position], inner.times[position]
            if time > largest[callee]:
                largest[callee] = time
        if pace.done(1 + len(inner.calls(row)) // 2):
            yield
    order: list[int] = []
    running, known = bytearray(len(inner.groups)), bytearray(len(inner.groups))
    for entry in starts:
        if known[entry]:
            continue
        known[entry] = running[entry] = 1
        waiting = [(entry, _strong(inner, entry, largest))]
        while waiting:
            (row, below), steps = waiting[-1], 1
            for position in below:
                callee = inner.callees[position]
                if not running[callee]:
                    inner.back[position] = 0
                if not known[callee]:
                    known[callee] = running[callee] = 1
                    waiting.append((callee, _strong(inner, callee, largest)))
                    break
            else:
                waiting.pop()
                running[row] = 0
                order.append(row)
                steps += len(inner.calls(row))
            if pace.done(steps):
                yield
    yield from _keeping_weak(inner, order, largest)


def _strong(inner: InnerCalls, row: int, largest: Sequence[float]) -> Iterator[int]:
    """Where the calls are that matter for what they call, heaviest first."""
    callees, times = inner.callees, inner.times
    strong = [call for call in inner.calls(row) if times[call] >= WEAK * largest[callees[call]]]
    strong.sort(key=times.__getitem__, reverse=True)
    return iter(array("l", strong))


def _keeping_weak(inner: InnerCalls, order: Sequence[int], largest: Sequence[float]) -> Pieces[None]:
    """Take the mark from the weak calls that lead down, too; ``order``: rows, callees first."""
    number, pace = array("q", [0]) * len(order), Pace()
    for position, row in enumerate(order):
        number[row] = position
    for row in range(len(order)):
        here = number[row]
        for position in inner.calls(row):
            callee = inner.callees[position]
            if inner.times[position] < WEAK * largest[callee] and number[callee] < here:
                inner.back[position] = 0
        if pace.done(1 + len(inner.calls(row))):
            yield

"""Recursion folded up: what a cycle's functions cost when nothing is counted at two depths.

The file counts the time of a recursive function once, at its outermost call, but that of its callees at
every depth: below it, they add up to more than there is. Here each node of a cycle has a *content*: its own
time, what it calls outside of the cycle, and its share of the content of what it calls inside. A call back to
what is running already adds nothing, since that is counted there. Contents add up to the cycle's time
(call-trees, identity 4).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from proftui.analysis.calltree.recursion_groups import WEAK, Units
from proftui.background.pieces import PIECE, Pieces, finished

_BACK = float("nan")
"""The weight of a call back to what is running."""


class Inner:
    """The calls inside of a component: columns, since there may be a million.

    Units go by their rows: their places among all, in ascending order. The calls of one stand from
    ``starts[row]`` to ``ends[row]``, by callee.
    """

    def __init__(self, units: Sequence[int]) -> None:
        self.units = array("q", sorted(units))
        self.row_of = {unit: row for row, unit in enumerate(self.units)}
        self.starts = array("q", [0]) * len(self.units)
        self.ends = array("q")
        self.callees = array("q")
        """Rows."""
        self.times = array("d")
        """Seconds."""
        self.weights = array("d")
        """Seconds below something recursive; NaN: a call back."""

    def make_room(self, counts: Sequence[int]) -> None:
        """Room for so many calls of each row."""
        start = 0
        for row, count in enumerate(counts):
            self.starts[row] = start
            start += count
        self.ends = array("q", self.starts)
        self.callees = array("q", [-1]) * start
        self.times = array("d", [0.0]) * start
        self.weights = array("d", [_BACK]) * start

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


class Folded:
    """The weights of a component's inner calls."""

    __slots__ = ("_callees", "_ends", "_starts", "_units", "_weights", "plain")

    def __init__(self, inner: Inner, plain: set[int]) -> None:
        self._units, self._starts, self._ends = inner.units, inner.starts, inner.ends
        self._callees, self._weights = inner.callees, inner.weights
        self.plain = plain
        """Units that are reached without passing a recursive one: their calls have the recorded times."""

    def weight(self, caller: int, callee: int) -> float | None:
        """Seconds for calls made below something recursive; ``None`` for a call back."""
        row = bisect_left(self._units, caller)
        wanted, end = bisect_left(self._units, callee), self._ends[row]
        place = bisect_left(self._callees, wanted, self._starts[row], end)
        if place == end or self._callees[place] != wanted:
            return None
        weight = self._weights[place]
        return None if weight != weight else weight


def folded(units: Units, members: Sequence[int]) -> Folded:
    """The contents of the component with these nodes."""
    return finished(folding(units, members))


def folding(units: Units, members: Sequence[int]) -> Pieces[Folded]:
    """The same in pieces."""
    inside = list(dict.fromkeys(units.of(node) for node in members))
    inner = Inner(inside)
    if len(inside) == 1:
        inner.make_room([0])
        return Folded(inner, set())
    yield
    entered = yield from _entering(units, inner)
    rows = [inner.row_of[unit] for unit in inside]
    entries = sorted((row for row in rows if entered[row] > 0), key=lambda row: -entered[row]) or rows[:1]
    yield
    order = yield from _ordering((*entries, *rows), inner)
    plain = _plain(units, entries, inner)
    into, work = array("d", entered), 0
    for row in order:
        for place in inner.calls(row):
            if inner.weights[place] == inner.weights[place]:
                into[inner.callees[place]] += inner.times[place]
        work += 1 + len(inner.calls(row))
        if work > PIECE:
            work = 0
            yield
    yield from _weighing(units, order, inner, into)
    return Folded(inner, plain)


def _entering(units: Units, inner: Inner) -> Pieces[array[float]]:
    """Take in the calls inside; by row, the seconds that come from outside."""
    of = units.of if units.groups else None
    row_of, work = inner.row_of, 0
    entered, counts = array("d"), array("q", [0]) * len(inner.units)
    # Once to count and once to fill, so that nothing is held twice.
    for unit in inner.units:
        time_in = sum(root.time for root in units.roots_of(unit))
        for caller, time in units.times_into(unit):
            above = row_of.get(caller if of is None else of(caller))
            if above is None:
                time_in += time
            else:
                counts[above] += 1
            work += 1
        entered.append(time_in)
        work += 1
        if work > PIECE:
            work = 0
            yield
    inner.make_room(counts)
    for row, unit in enumerate(inner.units):
        for caller, time in units.times_into(unit):
            above = row_of.get(caller if of is None else of(caller))
            if above is not None:
                inner.add(above, row, time)
            work += 1
        work += 1
        if work > PIECE:
            work = 0
            yield
    return entered


def _ordering(starts: Sequence[int], inner: Inner) -> Pieces[list[int]]:
    """Rows with callees before callers; marks the calls that are not back to something running.

    A depth-first search that takes the heaviest calls first, so that those lead down, and does not follow
    weak ones: a function that is called from everywhere would make everything look like one cycle.
    """
    largest, work = array("d", [0.0]) * len(inner.units), 0
    for row in range(len(inner.units)):
        for place in inner.calls(row):
            callee, time = inner.callees[place], inner.times[place]
            if time > largest[callee]:
                largest[callee] = time
        work += 1 + len(inner.calls(row)) // 2
        if work > PIECE:
            work = 0
            yield
    order: list[int] = []
    running, known = bytearray(len(inner.units)), bytearray(len(inner.units))
    for entry in starts:
        if known[entry]:
            continue
        known[entry] = running[entry] = 1
        waiting = [(entry, _strong(inner, entry, largest))]
        while waiting:
            row, below = waiting[-1]
            for place in below:
                callee = inner.callees[place]
                if not running[callee]:
                    inner.weights[place] = 0.0
                if not known[callee]:
                    known[callee] = running[callee] = 1
                    waiting.append((callee, _strong(inner, callee, largest)))
                    break
            else:
                waiting.pop()
                running[row] = 0
                order.append(row)
                work += len(inner.calls(row))
            work += 1
            if work > PIECE:
                work = 0
                yield
    yield from _keeping_weak(inner, order, largest)
    return order


def _strong(inner: Inner, row: int, largest: Sequence[float]) -> Iterator[int]:
    """Where the calls are that matter for what they call, heaviest first."""
    callees, times = inner.callees, inner.times
    found = [place for place in inner.calls(row) if times[place] >= WEAK * largest[callees[place]]]
    found.sort(key=times.__getitem__, reverse=True)
    return iter(array("l", found))


def _keeping_weak(inner: Inner, order: Sequence[int], largest: Sequence[float]) -> Pieces[None]:
    """Mark the weak calls that lead down too."""
    number, work = array("q", [0]) * len(order), 0
    for place, row in enumerate(order):
        number[row] = place
    for row in range(len(order)):
        here = number[row]
        for place in inner.calls(row):
            callee = inner.callees[place]
            if inner.times[place] < WEAK * largest[callee] and number[callee] < here:
                inner.weights[place] = 0.0
        work += 1 + len(inner.calls(row))
        if work > PIECE:
            work = 0
            yield


def _weighing(units: Units, order: Sequence[int], inner: Inner, into: Sequence[float]) -> Pieces[None]:
    """The contents, callees before callers, and with them the weights of the calls that are marked."""
    content, work = array("d", [0.0]) * len(order), 0
    for row in order:
        unit = inner.units[row]
        whole = units.tottime(unit) + units.time_out_of(unit, inner.row_of)
        for place in inner.calls(row):
            if inner.weights[place] != 0.0:
                continue
            callee, time = inner.callees[place], inner.times[place]
            weight = min(time, content[callee] * time / into[callee]) if into[callee] > 0 else 0.0
            inner.weights[place] = weight
            whole += weight
        content[row] = whole
        work += 1 + 2 * len(inner.calls(row))
        if work > PIECE:
            work = 0
            yield


def _plain(units: Units, entries: Sequence[int], inner: Inner) -> set[int]:
    found: set[int] = set()
    waiting = [row for row in entries if not units.reenters(inner.units[row])]
    while waiting:
        row = waiting.pop()
        if inner.units[row] not in found:
            found.add(inner.units[row])
            below = (inner.callees[place] for place in inner.calls(row))
            waiting.extend(callee for callee in below if not units.reenters(inner.units[callee]))
    return found

"""What sums leave of the bounds of calls under a focus (README, "Focus")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.bounds import Bounded, BoundedColumn, exact_sum
from proftui.analysis.shape.intervals import Intervals
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.profile import Edges


class Settled(NamedTuple):
    """What comes of it."""

    bounds: EdgeBounds
    unattributed: float
    """Seconds that own times lack of the whole."""


def settling(
    own: BoundedColumn,
    time: BoundedColumn,
    calls: BoundedColumn,
    edges: Edges,
    bounds: EdgeBounds,
    roots: dict[int, RootCalls],
    whole: float,
) -> Pieces[Settled]:
    """Narrower bounds of calls, and estimates that add up to those of the functions; own times to ``whole``.

    Own time and number of calls of a function are sums over who called it, the root among them. No call takes
    more than caller or callee, and all calls of a function cover its time. Functions and roots are changed
    in place.
    """
    numbers, owns, times = made = [_Made(column) for column in (bounds.calls, bounds.own, bounds.time)]
    called = [f for f in range(len(edges.starts) - 1) if f in roots or edges.starts[f] < edges.starts[f + 1]]
    pace = Pace()
    for function in called:
        rows, root = _calls_of(edges, function), roots.get(function)
        for row in rows:
            # No calls take no time; own time is part of all of it.
            caller = edges.callers[row]
            longest = min(time.highs[function], times.highs[row])
            longest = min(longest, time.highs[caller]) if caller < len(time) else longest
            longest = longest if numbers.highs[row] > 0.0 else 0.0
            times.highs[row] = max(times.lows[row], longest)
            owns.highs[row] = max(owns.lows[row], min(owns.highs[row], longest))
        numbers.limit(calls, function, rows, None if root is None else root.calls)
        owns.limit(own, function, rows, None if root is None else root.own)
        if pace.done(1 + len(rows)):
            yield
    left = own.level(whole)
    time.estimate_all(map(max, time.values, own.values))
    yield
    for function in called:
        rows, root = _calls_of(edges, function), roots.get(function)
        counted = numbers.settle(rows, None if root is None else root.calls, calls[function])
        charged = owns.settle(rows, None if root is None else root.own, own[function])
        if root is not None and counted is not None and charged is not None:
            roots[function] = RootCalls(counted, root.time, charged)
        times.cover(rows, time.lows[function] if root is None else 0.0, owns)
        if pace.done(1 + len(rows)):
            yield
    done = []
    for column in made:
        done.append(column.done())
        yield
    return Settled(EdgeBounds(*done), left)


def _calls_of(edges: Edges, function: int) -> range:
    return range(edges.starts[function], edges.starts[function + 1])


class _Made(Intervals):
    """A column of calls that is being narrowed."""

    def __init__(self, column: BoundedColumn) -> None:
        super().__init__()
        self.certain, self.impossible = column.certain, column.impossible
        self.lows, self.highs, self.guesses = column.lows[:], column.highs[:], column.values[:]

    def limit(self, column: BoundedColumn, function: int, rows: range, root: Bounded | None) -> None:
        """A figure of a function lies between the sums of the bounds of all its calls."""
        low = exact_sum(self.lows[row] for row in rows) + (0.0 if root is None else root.low)
        high = exact_sum(self.highs[row] for row in rows) + (0.0 if root is None else root.high)
        column.narrow(function, low, high)

    def settle(self, rows: range, root: Bounded | None, whole: Bounded) -> Bounded | None:
        """All calls of a function, with those of the root, are the whole; the root's figure."""
        every = list(rows)
        if root is not None:
            every.append(len(self.lows))
            self.append(root.low, root.high, root.value)
        self.draw_in(every, whole.low, whole.high)
        self._level(every, whole.value)
        if root is None:
            return None
        low, high = self.lows.pop(), self.highs.pop()
        exact = self.certain and low == high and (root.exact or root.low < root.high)
        return Bounded(self.guesses.pop(), low, high, exact)

    def _level(self, rows: Sequence[int], whole: float) -> None:
        """Move estimates by one part of the room that each has until they add up."""
        lows, highs, guesses = self.lows, self.highs, self.guesses
        for row in rows:
            guesses[row] = min(max(guesses[row], lows[row]), highs[row])
        left = whole - exact_sum(guesses[row] for row in rows)
        rooms = [(highs if left > 0 else lows)[row] - guesses[row] for row in rows]
        room = exact_sum(rooms)
        moved = min(1.0, left / room) if room else 0.0
        for row, there in zip(rows, rooms, strict=True):
            guesses[row] += moved * there

    def cover(self, rows: range, least: float, own: _Made) -> None:
        """No call takes less than its ``own`` time, and all together cover ``least`` seconds."""
        for row in rows:
            self.lows[row] = max(self.lows[row], own.lows[row])
            self.highs[row] = max(self.lows[row], self.highs[row])
            self.guesses[row] = max(self.guesses[row], own.guesses[row])
        together = exact_sum(self.highs[row] for row in rows)
        for row in rows:
            left = least - (together - self.highs[row])
            self.lows[row] = max(self.lows[row], min(left, self.highs[row]))
            self.guesses[row] = min(max(self.guesses[row], self.lows[row]), self.highs[row])

    def done(self) -> BoundedColumn:
        """The narrower column; what was not exact though its bounds met still is not."""
        made = self.column(certain=self.certain)
        made.impossible |= self.impossible
        return made

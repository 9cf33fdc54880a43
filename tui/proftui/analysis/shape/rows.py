"""Calls that are told again: by callee who called, as far as that is certain and probably (README)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.neighbours import counts
from proftui.analysis.shape.shares import NOBODY
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls, ToldCalls, doubting
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.profile import NOT_MEASURED, Edges
from proftui_parsers.sums import SAME


class Intervals:
    """Figures of one kind that are being put together: at least, at most, probably."""

    __slots__ = ("guesses", "highs", "lows")

    def __init__(self, count: int = 0) -> None:
        zeros = bytes(8 * count)
        self.lows, self.highs, self.guesses = array("d", zeros), array("d", zeros), array("d", zeros)

    def add(self, row: int, low: float, high: float, guess: float) -> None:
        """One more part of a figure."""
        self.lows[row] += low
        self.highs[row] += high
        self.guesses[row] += guess

    def draw_in(self, rows: range, low: float, high: float) -> None:
        """Take from bounds of figures what their sum, between ``low`` and ``high``, does not allow."""
        lows, highs = self.lows, self.highs
        for row in rows:
            # None is less than nothing.
            highs[row] = max(lows[row], min(highs[row], high))
        least, most = sum(lows[rows.start : rows.stop]), sum(highs[rows.start : rows.stop])
        # The same sum in another order, or by another Python, is a little more or less.
        if least > high + SAME * abs(high) or most < low - SAME * abs(low):
            return
        for row in rows:
            one, other = lows[row], highs[row]
            one, other = max(one, low - (most - other)), min(other, high - (least - one))
            lows[row], highs[row] = min(one, other), max(one, other)

    def level(self, rows: Sequence[int], total: float) -> None:
        """Move estimates by one part of the room that each has until they add up."""
        guesses = self.guesses
        for row in rows:
            guesses[row] = min(max(guesses[row], self.lows[row]), self.highs[row])
        left = total - sum(map(guesses.__getitem__, rows))
        ends = self.highs if left > 0 else self.lows
        room = sum(ends[row] - guesses[row] for row in rows)
        part = min(1.0, left / room) if room else 0.0
        for row in rows if part else ():
            guesses[row] += part * (ends[row] - guesses[row])

    def column(self, rows: Sequence[int] | None = None, *, certain: bool) -> BoundedColumn:
        """The figures, or those of some rows, in this order."""
        lows, highs, guesses = self.lows, self.highs, self.guesses
        if rows is not None:
            lows, highs, guesses = (
                array("d", list(map(column.__getitem__, rows))) for column in (lows, highs, guesses)
            )
        made = BoundedColumn(lows, highs, certain=certain)
        made.estimate_all(guesses)
        return made


class Rows:
    """The calls of functions or groups, callee after callee; those by the program itself are of `NOBODY`."""

    def __init__(self, *, certain: bool) -> None:
        self.certain = certain
        self.starts, self.sources = array("q", [0]), array("q")
        self.primitive: list[int] = []
        self.calls, self.time, self.own = Intervals(), Intervals(), Intervals()
        """Of these; seconds, and own seconds of the callee."""
        self.longest = array("d")
        """Seconds of the longest single calls that are certain."""
        self.doubtful: set[int] = set()
        """Rows that are not exact even where their bounds meet."""
        self._here: dict[int, int] = {}

    def add(
        self, source: int, calls: RootCalls, part: float = 1.0, *, sure: bool, primitive: int = NOT_MEASURED
    ) -> None:
        """Calls by a source; if not ``sure``, any part of them from nothing on, probably ``part``."""
        row, longest = self._here.setdefault(source, len(self.sources)), calls.time.low if sure else 0.0
        is_first = row == len(self.sources)
        if is_first:
            self.sources.append(source)
            self.primitive.append(primitive)
            self.longest.append(longest)
        else:
            self.primitive[row] = NOT_MEASURED
            self.longest[row] = max(self.longest[row], longest)
        for sums, (value, low, high, exact) in zip((self.calls, self.time, self.own), calls, strict=True):
            least, guess = (low, value) if sure else (0.0, value * part)
            if is_first:
                sums.lows.append(least)
                sums.highs.append(high)
                sums.guesses.append(guess)
            else:
                sums.add(row, least, high, guess)
            if not exact and sure and self.certain and low == high:
                self.doubtful.add(row)

    def end(self) -> range:
        """No more calls of this callee: where all of them stand."""
        span = range(self.starts[-1], len(self.sources))
        self.starts.append(len(self.sources))
        self._here.clear()
        return span

    def span(self, callee: int) -> range:
        """Where the calls of a callee stand."""
        return range(self.starts[callee], self.starts[callee + 1])

    def settling(
        self,
        own: BoundedColumn,
        beyond: Sequence[float],
        time: BoundedColumn,
        whole: float,
        nest: Callable[[int, int], object],
    ) -> Pieces[None]:
        """By callee, own time is the sum of that by all sources; no call takes longer than its ends.

        ``beyond``: own seconds in calls that these may not tell. ``whole``: seconds of what the program
        called, at most. ``nest``: whether calls of a callee by a source may lie within each other, so that
        their times do not add up.
        """
        most, likely, pace = [*time.highs, whole], [*time.values, whole], Pace()
        for callee in range(len(self.starts) - 1):
            rows, lows, highs, guesses = self.span(callee), self.time.lows, self.time.highs, self.time.guesses
            for row in rows:
                source, low = self.sources[row], lows[row]
                if self.longest[row] < low and nest(callee, source):
                    low = self.longest[row]
                high = max(low, min(highs[row], most[callee], most[source]))
                guess = min(guesses[row], likely[callee], likely[source])
                lows[row], highs[row], guesses[row] = low, high, min(max(guess, low), high)
            self._share_own(rows, own[callee], beyond[callee])
            if pace.done(2 + len(rows)):
                yield

    def _share_own(self, rows: range, own: Bounded, beyond: float) -> None:
        time, mine = self.time, self.own
        if len(rows) == 1:
            row = rows.start
            high = min(own.high, time.highs[row])
            mine.lows[row], mine.highs[row] = min(own.low, high), high
            mine.guesses[row] = min(own.value, high)
        else:
            more, weight = own.value, sum(time.guesses[rows.start : rows.stop])
            more -= sum(mine.guesses[rows.start : rows.stop])
            for row in rows:
                part = time.guesses[row] / weight if weight > 0 else 1.0 / len(rows)
                mine.guesses[row] += more * part
                high = min(own.high, time.highs[row], mine.highs[row] + beyond)
                mine.highs[row] = max(mine.lows[row], high)
            mine.draw_in(rows, own.low, own.high)
            mine.level(rows, own.value)
        for row in rows:
            # Calls take at least the own time in them.
            time.lows[row] = max(time.lows[row], min(mine.lows[row], time.highs[row]))
            time.guesses[row] = max(time.guesses[row], mine.guesses[row])

    def made(
        self, stands: Sequence[int], count: int, unsure: frozenset[int] = frozenset()
    ) -> Pieces[ToldCalls]:
        """The calls as edges of a profile of ``count`` functions; ``stands``: which a callee or source is.

        ``unsure``: as of ``doubting``.
        """
        starts, callers, rows, rooted = array("q", [0]), array("q"), array("q"), dict[int, int]()
        pace = Pace()
        for place in sorted(range(len(stands)), key=stands.__getitem__):
            function = stands[place]
            starts.extend([len(rows)] * (function + 1 - len(starts)))
            for row in range(self.starts[place], self.starts[place + 1]):
                if self.calls.highs[row] <= 0 and self.time.highs[row] <= 0:
                    continue
                if self.sources[row] == NOBODY:
                    rooted[function] = row
                else:
                    rows.append(row)
                    callers.append(stands[self.sources[row]])
            if pace.done(2 + len(rows) - starts[-1]):
                yield
        starts.extend([len(rows)] * (count + 1 - len(starts)))
        bounds, (calls, time, own) = self._bounds(rows), self._bounds(array("q", rooted.values()))
        yield
        edges = Edges(
            starts,
            callers,
            counts(map(round, bounds[0].values)),
            counts(map(self.primitive.__getitem__, rows)),
            bounds[2].values,
            bounds[1].values,
        )
        roots = dict(zip(rooted, map(RootCalls, calls, time, own), strict=True))
        return (yield from doubting(edges, EdgeBounds(bounds[0], bounds[2], bounds[1]), roots, unsure))

    def _bounds(self, rows: Sequence[int]) -> tuple[BoundedColumn, ...]:
        made = tuple(
            figure.column(rows, certain=self.certain) for figure in (self.calls, self.time, self.own)
        )
        doubtful = [place for place, row in enumerate(rows) if row in self.doubtful]
        for column in made:
            column.doubt(doubtful)
        return made

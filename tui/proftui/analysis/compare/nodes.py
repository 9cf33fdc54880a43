"""Makes the graph of both sides: rows, and parts of those that only pass calls on, with their figures."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from itertools import chain, compress, repeat
from operator import add, eq, floordiv, mod, mul, sub

from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.compare.apart import Parts, parts_of_both, taken_apart
from proftui.analysis.compare.graph import Graph, OneSide, sorting_edges
from proftui.analysis.compare.imported import imported_rows
from proftui.analysis.compare.pairs import Pairs
from proftui.background.pieces import Pieces
from proftui_parsers import Profile

_OUTSIDE = -2
"""Stands for a caller without a row."""


def joining_sides(base: Profile, new: Profile, pairs: Pairs) -> Pieces[Graph]:
    """The graph of both sides, in pieces; both count calls and say who made them."""
    rows_of = [[row if row >= 0 else _OUTSIDE for row in rows] for rows in (pairs.base_row, pairs.new_row)]
    profiles = base, new
    imported = imported_rows(profiles, rows_of, (pairs.base_calls, pairs.new_calls))
    yield
    apart = taken_apart(profiles, rows_of)
    yield
    row_of_part, parts = parts_of_both(apart, len(pairs))
    count = len(pairs) + len(row_of_part)
    sides = (
        _side(pairs.base_calls, pairs.base_own, pairs.base_cumtime, count),
        _side(pairs.new_calls, pairs.new_own, pairs.new_cumtime, count),
    )
    found = []
    for profile, rows, its_parts, side in zip(profiles, rows_of, parts, sides, strict=True):
        found.append((yield from _SideEdges(profile, rows, its_parts, side, count).reading(imported)))
    keys = list(found[0] | found[1])
    yield
    starts, order = yield from sorting_edges(list(map(floordiv, keys, repeat(count))), count)
    keys = list(map(keys.__getitem__, order))
    yield
    callers = array("i", map(floordiv, keys, repeat(count)))
    yield
    callees = array("i", map(mod, keys, repeat(count)))
    yield
    for by_key, side in zip(found, sides, strict=True):
        yield from _of_edges(side, by_key, keys, callers, callees)
    return Graph(len(pairs), row_of_part, starts, callers, callees, sides, imported, pairs.bundles.keys())


def _of_edges(
    side: OneSide,
    by_key: dict[int, tuple[float, float]],
    keys: Sequence[int],
    callers: Sequence[int],
    callees: Sequence[int],
) -> Pieces[None]:
    """Give a side the figures of all edges, and with them the calls that nobody made."""
    figures = list(map(by_key.get, keys, repeat((0.0, 0.0))))
    yield
    side.edge_calls, side.edge_times = [float(n) for n, _ in figures], [time for _, time in figures]
    yield
    _leave_out_beginning(side, callers, callees)
    yield
    side.roots = list(side.calls)
    for callee, calls in zip(callees, side.edge_calls, strict=True):
        side.roots[callee] -= calls
    yield


def _side(calls: Sequence[int], own: Sequence[float], cumtimes: Sequence[float], count: int) -> OneSide:
    """The figures of rows; parts, up to ``count``, have none yet."""
    more = [0.0] * (count - len(calls))
    return OneSide(
        [float(max(0, n)) for n in calls] + more,
        [time if time - time == 0 else 0.0 for time in own] + more,
        cumtimes,
    )


def _leave_out_beginning(side: OneSide, callers: Sequence[int], callees: Sequence[int]) -> None:
    """Leave out calls by what nobody called, or only itself: so the pure Python profiler begins."""
    for edge in compress(range(len(callers)), map(eq, callers, callees)):
        if side.edge_calls[edge] >= side.calls[callees[edge]]:
            side.edge_calls[edge] = 0.0
    if 0.0 in side.calls:
        for edge, caller in enumerate(callers):
            if not side.calls[caller]:
                side.edge_calls[edge] = 0.0


class _SideEdges:
    """The edges of one side, in nodes."""

    def __init__(
        self, profile: Profile, row_of: Sequence[int], parts: Parts, side: OneSide, count: int
    ) -> None:
        self.profile, self.row_of, self.parts, self.side, self.count = profile, row_of, parts, side, count
        self.callers: list[int] = []
        """By entry, the node of the caller, at first its row; below 0: it has none."""
        self.callees: list[int] = []

    def reading(self, imported: Collection[int]) -> Pieces[dict[int, tuple[float, float]]]:
        """Calls and seconds by ``caller * count + callee``; parts of rows get their calls and own time.

        ``imported``: rows to which no edge shall lead.
        """
        edges = self.profile.edges
        self.callers = list(map(self.row_of.__getitem__, edges.callers))
        yield
        degrees = map(sub, edges.starts[1:], edges.starts)
        self.callees = list(chain.from_iterable(map(repeat, self.row_of[: self.profile.count], degrees)))
        yield
        self._take_apart()
        yield
        for function in compress(range(self.profile.count), map(imported.__contains__, self.row_of)):
            first, last = edges.starts[function], edges.starts[function + 1]
            self.callees[first:last] = [_OUTSIDE] * (last - first)
        yield
        keys = list(map(add, map(mul, self.callers, repeat(self.count)), self.callees))
        yield
        times = edges.cumtime if edges.timed else self._by_number(self.profile.cumtime)
        figures = list(zip(edges.ncalls, times, strict=True))
        yield
        if min(edges.ncalls, default=1) <= 0 or min(self.callers, default=0) < 0 or _OUTSIDE in self.callees:
            columns = zip(self.callers, self.callees, edges.ncalls, strict=True)
            counted = [f >= 0 and g >= 0 and calls > 0 for f, g, calls in columns]
            keys, figures = list(compress(keys, counted)), list(compress(figures, counted))
            yield
        found = dict(zip(keys, figures, strict=True))
        yield
        return found if len(found) == len(keys) else _added_up(keys, figures)

    def _take_apart(self) -> None:
        """Put parts in the place of rows that only pass calls on."""
        callee_nodes, caller_nodes, edges = (
            self.parts.callee_nodes,
            self.parts.caller_nodes,
            self.profile.edges,
        )
        split = {row for row, _ in (*callee_nodes, *caller_nodes)}
        if not split:
            return
        own_times = edges.tottime if edges.timed else self._by_number(self.profile.tottime)
        for function, row in enumerate(self.row_of[: self.profile.count]):
            if row not in split:
                continue
            calls_left, own_left = self.side.calls[row], self.side.own[row]
            for entry in range(edges.starts[function], edges.starts[function + 1]):
                calls, own = max(0, edges.ncalls[entry]), own_times[entry]
                calls_left, own_left = calls_left - calls, own_left - own
                node = callee_nodes.get((row, self.row_of[edges.callers[entry]]), row)
                self._move(row, node, calls, own)
                self.callees[entry] = node
            if calls_left > 0:
                self._move(row, callee_nodes.get((row, ROOT), row), calls_left, own_left)
            for entry, callee in zip(*self.profile.calls_of(function), strict=True):
                self.callers[entry] = caller_nodes.get((row, self.row_of[callee]), row)

    def _move(self, row: int, part: int, calls: float, own: float) -> None:
        """Give calls of a row, and the own time in them, to a part of it."""
        if part != row:
            side = self.side
            side.calls[row] -= calls
            side.calls[part] += calls
            side.own[row] -= own
            side.own[part] += own

    def _by_number(self, column: Sequence[float] | None) -> list[float]:
        """By entry, the time of calls that were counted but not timed: their share of the function's."""
        edges, counts = self.profile.edges, self.profile.ncalls
        if column is None or counts is None:
            return [0.0] * len(edges)
        each = [
            time / n if n > 0 and time - time == 0 else 0.0 for time, n in zip(column, counts, strict=False)
        ]
        degrees = map(sub, edges.starts[1:], edges.starts)
        return list(map(mul, edges.ncalls, chain.from_iterable(map(repeat, each, degrees))))


def _added_up(keys: Sequence[int], figures: Sequence[tuple[float, float]]) -> dict[int, tuple[float, float]]:
    """Calls and seconds by key, where several entries have one: those of a bundle."""
    found: dict[int, tuple[float, float]] = {}
    for key, (calls, time) in zip(keys, figures, strict=True):
        known = found.get(key, (0.0, 0.0))
        found[key] = known[0] + calls, known[1] + time
    return found

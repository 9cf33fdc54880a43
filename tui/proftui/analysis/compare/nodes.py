"""The graph of both sides: rows, and parts of those that only pass calls on, with calls and times of each."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise, repeat

from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.compare.apart import Parts, parts_of_both, taken_apart
from proftui.analysis.compare.pairs import Pairs
from proftui.background.pieces import PIECE, Pieces
from proftui_parsers import Profile

_OUTSIDE = -2
"""Stands for a caller without a row."""


@dataclass(eq=False)
class OneSide:
    """Figures by node, and by edge of the graph; seconds."""

    calls: list[float]
    own: list[float]
    roots: list[float] = field(default_factory=list)
    """Calls that no edge says who made, with their sign."""
    edge_calls: list[float] = field(default_factory=list)
    edge_times: list[float] = field(default_factory=list)


@dataclass(eq=False)
class Graph:
    """All nodes and edges that either side has. Numbers below ``rows`` are rows, the others parts of some."""

    rows: int
    row_of_part: list[int]
    """By part, its row."""
    starts: array[int]
    """Offsets by node into the edges, which stand by caller."""
    callers: array[int]
    callees: array[int]
    sides: tuple[OneSide, OneSide]

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return self.rows + len(self.row_of_part)

    def row(self, node: int) -> int:
        """The row that a node is, or is a part of."""
        return node if node < self.rows else self.row_of_part[node - self.rows]


def joining_sides(base: Profile, new: Profile, pairs: Pairs) -> Pieces[Graph]:
    """The graph of both sides, in pieces; both count calls and say who made them."""
    rows_of = [[row if row >= 0 else _OUTSIDE for row in rows] for rows in (pairs.base_row, pairs.new_row)]
    profiles = base, new
    apart = [taken_apart(profile, rows) for profile, rows in zip(profiles, rows_of, strict=True)]
    row_of_part, parts = parts_of_both(apart, len(pairs))
    count = len(pairs) + len(row_of_part)
    sides = _side(pairs.base_calls, pairs.base_own, count), _side(pairs.new_calls, pairs.new_own, count)
    found = []
    for profile, rows, its_parts, side in zip(profiles, rows_of, parts, sides, strict=True):
        found.append((yield from _SideEdges(profile, rows, its_parts, side, count).reading()))
    keys = sorted({*found[0].keys, *found[1].keys})
    yield
    numbers = dict(zip(keys, range(len(keys)), strict=True))
    yield
    for its_edges, side in zip(found, sides, strict=True):
        side.edge_calls, side.edge_times = [0.0] * len(keys), [0.0] * len(keys)
        for key, calls, time in zip(its_edges.keys, its_edges.calls, its_edges.times, strict=True):
            number = numbers[key]
            side.edge_calls[number] += calls
            side.edge_times[number] += time
        yield
    callers, callees = array("q", [key // count for key in keys]), array("q", [key % count for key in keys])
    yield
    for side in sides:
        side.roots = list(side.calls)
        for callee, calls in zip(callees, side.edge_calls, strict=True):
            side.roots[callee] -= calls
        yield
    return Graph(len(pairs), row_of_part, _starts(callers, count), callers, callees, sides)


def _side(calls: Sequence[int], own: Sequence[float], count: int) -> OneSide:
    """The figures of rows; parts, up to ``count``, have none yet."""
    more = [0.0] * (count - len(calls))
    return OneSide(
        [float(max(0, n)) for n in calls] + more, [time if time - time == 0 else 0.0 for time in own] + more
    )


def _starts(callers: Sequence[int], count: int) -> array[int]:
    degrees = [0] * (count + 1)
    for caller in callers:
        degrees[caller + 1] += 1
    return array("q", accumulate(degrees))


class _SideEdges:
    """The edges of one side in nodes: ``caller * count + callee``, calls, seconds."""

    def __init__(
        self, profile: Profile, row_of: Sequence[int], parts: Parts, side: OneSide, count: int
    ) -> None:
        self.profile, self.row_of, self.parts, self.side, self.count = profile, row_of, parts, side, count
        self.keys: list[int] = []
        self.calls: list[float] = []
        self.times: list[float] = []

    def reading(self) -> Pieces[_SideEdges]:
        """Read all edges, in pieces; parts of rows get their calls and own time."""
        edges, row_of, count = self.profile.edges, self.row_of, self.count
        split = {row for row, _ in (*self.parts.callee_nodes, *self.parts.caller_nodes)}
        # What nobody made of it is left in the end.
        left = {row: (self.side.calls[row], self.side.own[row]) for row in split}
        callee_of = chain.from_iterable(repeat(f, b - a) for f, (a, b) in enumerate(pairwise(edges.starts)))
        columns = zip(edges.callers, callee_of, edges.ncalls, edges.cumtime, strict=True)
        for entry, (caller, callee, calls, time) in enumerate(columns):
            if entry % (5 * PIECE) == 0:
                yield
            f, g = row_of[caller], row_of[callee]
            if g < 0 or calls <= 0:
                continue
            if g in split:
                own = edges.tottime[entry]
                own = own if own - own == 0 else self._by_number(self.profile.tottime, callee, calls)
                left[g] = left[g][0] - calls, left[g][1] - own
                self._move(g, self.parts.callee_nodes.get((g, f), g), calls, own)
                node = self.parts.callee_nodes.get((g, f), g)
            else:
                node = g
            if f >= 0:
                from_ = self.parts.caller_nodes.get((f, g), f) if f in split else f
                self.keys.append(from_ * count + node)
                self.calls.append(calls)
                known = time - time == 0
                self.times.append(time if known else self._by_number(self.profile.cumtime, callee, calls))
        for row, (calls_left, own_left) in left.items():
            part = self.parts.callee_nodes.get((row, ROOT), row)
            if calls_left > 0:
                self._move(row, part, calls_left, own_left)
        return self

    def _move(self, row: int, part: int, calls: float, own: float) -> None:
        """Give calls of a row, and the own time in them, to a part of it."""
        if part != row:
            side = self.side
            side.calls[row] -= calls
            side.calls[part] += calls
            side.own[row] -= own
            side.own[part] += own

    def _by_number(self, column: Sequence[float] | None, callee: int, calls: float) -> float:
        """The time of calls that were counted but not timed: their share of the function's."""
        counts = self.profile.ncalls
        if column is None or counts is None or counts[callee] <= 0:
            return 0.0
        time = column[callee] * calls / counts[callee]
        return time if time - time == 0 else 0.0

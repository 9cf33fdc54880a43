"""Functions of both sides as nodes, and who calls whom as edges, with the figures of each side."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, compress, repeat
from operator import eq, floordiv, mod, mul, sub

from proftui.background.pieces import PIECE, Pieces
from proftui_parsers import Profile

Calls = dict[int, tuple[float, float]]
"""Calls and their seconds by ``caller * count + callee``."""


@dataclass(eq=False)
class OneSide:
    """Figures by node, and by edge of the graph; seconds."""

    calls: list[float]
    own: list[float]
    roots: list[float] = field(default_factory=list)
    """By node, calls that no edge says who made; below 0 where edges claim more calls than there were."""
    edge_calls: list[float] = field(default_factory=list)
    edge_times: list[float] = field(default_factory=list)
    """Seconds of the calls with everything that they called."""


@dataclass(eq=False)
class Graph:
    """All nodes and edges that either side has. Numbers below ``rows`` are rows, the others entries."""

    rows: int
    entries: Sequence[int]
    """By entry ``caller * rows + callee``: calls of other code by code under work."""
    starts: array[int]
    """Offsets by node into the edges, which stand by caller."""
    callers: array[int]
    callees: array[int]
    sides: tuple[OneSide, OneSide]

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return self.rows + len(self.entries)

    def row(self, node: int) -> int:
        """The row that a node is, or that an entry calls."""
        return node if node < self.rows else self.entries[node - self.rows] % self.rows

    def owner(self, node: int) -> int:
        """The row whose own time that of a node counts to: its own, or of an entry who calls."""
        return node if node < self.rows else self.entries[node - self.rows] // self.rows


def by_caller(keys: Iterable[int], count: int) -> Pieces[tuple[array[int], list[int]]]:
    """Offsets by caller, and the calls of each, ``caller * count + callee``; in pieces."""
    below: list[list[int]] = [[] for _ in range(count)]
    for number, key in enumerate(keys):
        below[key // count].append(key)
        if number % PIECE == 0:
            yield
    return array("i", accumulate(map(len, below), initial=0)), list(chain.from_iterable(below))


def reading_calls(profile: Profile, row_of: Sequence[int], calls: Sequence[float]) -> Pieces[Calls]:
    """Who calls whom on one side, in rows, ``len(calls)`` of them.

    Calls by what nobody called are left out: so the pure Python profiler begins.
    """
    edges, found, count = profile.edges, Calls(), len(calls)
    times = edges.cumtime if edges.timed else _by_number(profile)
    callees = chain.from_iterable(map(repeat, range(profile.count), map(sub, edges.starts[1:], edges.starts)))
    columns = zip(edges.callers, callees, edges.ncalls, times, strict=True)
    for number, (caller, callee, n, time) in enumerate(columns):
        f, g = row_of[caller], row_of[callee]
        if number % PIECE == 0:
            yield
        if f < 0 or g < 0 or n <= 0 or not calls[f]:
            continue
        known = found.get(f * count + g)
        found[f * count + g] = (n, time) if known is None else (known[0] + n, known[1] + time)
    return found


def _by_number(profile: Profile) -> Iterator[float]:
    """By entry, the time of calls that were counted but not timed: their share of the function's."""
    times, counts, edges = profile.cumtime, profile.ncalls, profile.edges
    if times is None or counts is None:
        return repeat(0.0, len(edges))
    each = [t / n if n > 0 and t - t == 0 else 0.0 for t, n in zip(times, counts, strict=False)]
    degrees = map(sub, edges.starts[1:], edges.starts)
    return map(mul, edges.ncalls, chain.from_iterable(map(repeat, each, degrees)))


def joining_sides(
    found: Sequence[Calls], sides: tuple[OneSide, OneSide], entries: Mapping[int, int]
) -> Pieces[Graph]:
    """The graph of both sides; ``found``: calls by rows, of which ``entries`` are to nodes of their own.

    ``sides``: figures of all nodes, still without edges.
    """
    count = len(sides[0].calls)
    rows, numbered = count - len(entries), []
    for calls in found:
        numbered.append(
            {key // rows * count + entries.get(key, key % rows): figures for key, figures in calls.items()}
        )
        yield
    starts, keys = yield from by_caller(numbered[0] | numbered[1], count)
    yield
    callers = array("i", map(floordiv, keys, repeat(count)))
    yield
    callees = array("i", map(mod, keys, repeat(count)))
    yield
    for by_key, side in zip(numbered, sides, strict=True):
        yield from _of_edges(side, by_key, keys, callers, callees)
    return Graph(rows, list(entries), starts, callers, callees, sides)


def _of_edges(
    side: OneSide,
    found: Mapping[int, tuple[float, float]],
    keys: Sequence[int],
    callers: Sequence[int],
    callees: Sequence[int],
) -> Pieces[None]:
    """Give a side the figures of all edges, and with them the calls that nobody made."""
    figures = list(map(found.get, keys, repeat((0.0, 0.0))))
    yield
    side.edge_calls, side.edge_times = [float(n) for n, _ in figures], [time for _, time in figures]
    yield
    for edge in compress(range(len(keys)), map(eq, callers, callees)):
        # Only itself called it: so the pure Python profiler begins.
        if side.edge_calls[edge] >= side.calls[callees[edge]]:
            side.edge_calls[edge] = 0.0
    side.roots = list(side.calls)
    for callee, calls in zip(callees, side.edge_calls, strict=True):
        side.roots[callee] -= calls
    # Parts of calls back add up to whole ones but for the last digits.
    side.roots = [round(calls, 6) for calls in side.roots]
    yield

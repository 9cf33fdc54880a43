"""True mutual recursion: functions that were each called while they ran, and that call each other."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, compress, islice, repeat

from proftui.analysis.calltree.components import Adjacency, Component, finding
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.splitting import is_machinery
from proftui.background.pieces import PIECE, Pace, Pieces

WEAK = 0.1
"""Calls with less than this part of the time of a function's largest caller make no cycle."""


def finding_cycles(graph: CallGraph) -> Pieces[list[Component]]:
    """The cycles of re-entered functions (README, definition 5)."""
    count = graph.topology.count
    able = yield from _reentered(graph)
    nodes = array("i", compress(range(count), able))
    callers, counts = array("i"), array("i")
    pace = Pace()
    for node in nodes:
        above, times, _ = graph.arcs.incoming(node)
        least = WEAK * max(times, default=0.0)
        kept = [caller for caller, time in zip(above, times, strict=True) if able[caller] and time >= least]
        callers.fromlist(kept)
        counts.append(len(kept))
        if pace.done(1 + len(times)):
            yield
    below = yield from _by_caller(callers, chain.from_iterable(map(repeat, nodes, counts)), count)
    return (yield from finding(nodes, count, below))


def _reentered(graph: CallGraph) -> Pieces[bytearray]:
    """Marks the nodes that are re-entered; the import system is no recursion of anybody's program."""
    topology, marked, pace = graph.topology, bytearray(graph.topology.count), Pace()
    for node in chain.from_iterable(graph.reentrance.components):
        is_whole = node < topology.functions
        if is_whole and graph.reentrance.reenters(node) and not is_machinery(graph.profile, node):
            marked[node] = 1
        if pace.done(1):
            yield
    return marked


def _by_caller(callers: Sequence[int], callees: Iterable[int], count: int) -> Pieces[Adjacency]:
    """The callees of each of ``count`` callers, from the columns of their calls: a counting sort."""
    # How many there are stands two further on; when that is filled, it begins where it should.
    starts = array("i", bytes(4 * count + 8))
    for caller in callers:
        starts[caller + 2] += 1
    yield
    for number, start in enumerate(accumulate(starts)):
        starts[number] = start
    sorted_callees, calls = array("i", bytes(4 * len(callers))), zip(callers, callees, strict=True)
    for _ in range(0, len(callers), 4 * PIECE):
        for caller, callee in islice(calls, 4 * PIECE):
            sorted_callees[starts[caller + 1]] = callee
            starts[caller + 1] += 1
        yield
    return starts, sorted_callees

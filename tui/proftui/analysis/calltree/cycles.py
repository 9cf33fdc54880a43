"""Functions that call each other in turn: which they are, and the figures of all of them together."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, compress, islice, repeat

from proftui.analysis.calltree.arcs import Arc, Incoming
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.roots import Root
from proftui.analysis.calltree.splitting import is_machinery
from proftui.background.pieces import PIECE, Pace, Pieces
from proftui_parsers.components import Adjacency, Component, dividing

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
    return (yield from dividing(nodes, count, below))


def _reentered(graph: CallGraph) -> Pieces[bytearray]:
    """Marks the nodes that are re-entered; the import system is no recursion of anybody's program."""
    topology, marked, pace = graph.topology, bytearray(graph.topology.count), Pace()
    for node in chain.from_iterable(graph.reentrance.components):
        is_function = node < topology.functions
        if is_function and graph.reentrance.reenters(node) and not is_machinery(graph.profile, node):
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


@dataclass(slots=True)
class CycleFigures:
    """Mutual recursion as a whole; times are seconds."""

    out: list[Arc] = field(default_factory=list)
    """Calls that leave it."""
    into: Incoming = field(default_factory=lambda: Incoming((), (), ()))
    """Calls from outside."""
    entries: list[int] = field(default_factory=list)
    """Where these stand among the edges."""
    roots: list[Root] = field(default_factory=list)
    entrance: int = -1
    """The node that most of it was called through from outside of the profile."""
    inner: float = 0.0
    """Own time in calls that it makes of itself."""
    own: float = 0.0
    cumtime: float = 0.0


def summing(graph: CallGraph, members: Sequence[int], cycle_of: Sequence[int]) -> Pieces[CycleFigures]:
    """The figures of the cycle of these nodes (README, identity 4); ``cycle_of``: by node, its number."""
    arcs, cycle, pace = graph.arcs, cycle_of[members[0]], Pace()
    sums, callers, times, own_times = CycleFigures(), array("q"), array("d"), array("d")
    most = 0.0
    for node in members:
        (above, spent, owns), below = arcs.incoming(node), graph.topology.callees(node)
        inside = [own for caller, own in zip(above, owns, strict=True) if cycle_of[caller] == cycle]
        sums.inner += arcs.own_time_in_itself(node) + sum(inside)
        sums.own += graph.roots.own_time(node)
        if len(inside) < len(above):
            outside = [cycle_of[caller] != cycle for caller in above]
            callers.extend(compress(above, outside))
            times.extend(compress(spent, outside))
            own_times.extend(compress(owns, outside))
            sums.entries.extend(compress(arcs.entries(node), outside))
        if any(cycle_of[callee] != cycle for callee in below):
            sums.out += [arc for arc in arcs.out(node) if cycle_of[arc.callee] != cycle]
        root = graph.roots.work_out(node)
        if root is not None:
            sums.roots.append(root)
            if sums.entrance < 0 or root.time > most:
                sums.entrance, most = node, root.time
        if pace.done(5 + len(above)):
            yield
    sums.into = Incoming(callers, times, own_times)
    sums.cumtime = sum(times) + sum(root.time for root in sums.roots)
    if sums.entrance < 0:
        sums.entrance = members[0]
    return sums

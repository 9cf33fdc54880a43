"""The figures of a cycle that stands as one node: its calls, its roots and its own time together."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proftui.analysis.calltree.arcs import Arc
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.roots import Root
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.profile import NOT_MEASURED


class RootColumns:
    """Roots as columns: a cycle can have as many as there are functions."""

    def __init__(self) -> None:
        self._calls, self._times, self._owns, self._exact = array("q"), array("d"), array("d"), bytearray()

    def append(self, root: Root) -> None:
        """Add one whose calls are whole, if they are known."""
        self._calls.append(NOT_MEASURED if root.calls is None else int(root.calls))
        self._times.append(root.time)
        self._owns.append(root.own)
        self._exact.append(root.exact)

    def __iter__(self) -> Iterator[Root]:
        """All of them."""
        for calls, time, own, exact in zip(self._calls, self._times, self._owns, self._exact, strict=True):
            yield Root(calls if calls >= 0 else None, time, own, bool(exact))


@dataclass(slots=True)
class CycleFigures:
    """Mutual recursion as a whole; times are seconds."""

    out: list[Arc] = field(default_factory=list)
    """Calls that leave it."""
    into: list[Arc] = field(default_factory=list)
    """Calls from outside."""
    roots: RootColumns = field(default_factory=RootColumns)
    entrance: int = -1
    """The node that most of it was called through from outside of the profile."""
    inner: float = 0.0
    """Own time in calls that it makes of itself."""
    own: float = 0.0
    cumtime: float = 0.0


def summing(graph: CallGraph, members: Sequence[int], cycle_of: Sequence[int]) -> Pieces[CycleFigures]:
    """The figures of the cycle of these nodes (README, identity 4); ``cycle_of``: by node, its number."""
    arcs, cycle, pace = graph.arcs, cycle_of[members[0]], Pace()
    sums = CycleFigures()
    most = 0.0
    for node in members:
        (above, _, owns), below = arcs.incoming(node), graph.topology.callees(node)
        inside = [own for caller, own in zip(above, owns, strict=True) if cycle_of[caller] == cycle]
        sums.inner += arcs.own_time_in_itself(node) + sum(inside)
        sums.own += own_time(graph, node)
        if len(inside) < len(above):
            sums.into += [arc for arc in arcs.into(node) if cycle_of[arc.caller] != cycle]
        if any(cycle_of[callee] != cycle for callee in below):
            sums.out += [arc for arc in arcs.out(node) if cycle_of[arc.callee] != cycle]
        root = graph.roots.of(node)
        if root is not None:
            sums.roots.append(root)
            if sums.entrance < 0 or root.time > most:
                sums.entrance, most = node, root.time
        if pace.done(5 + len(above)):
            yield
    sums.cumtime = sum(arc.time for arc in sums.into) + sum(root.time for root in sums.roots)
    if sums.entrance < 0:
        sums.entrance = members[0]
    return sums


def own_time(graph: CallGraph, node: int) -> float:
    """Own time of a node, seconds; of a part, that of its calls."""
    if node < graph.topology.functions and graph.topology.proven(node):
        return graph.times.tottime(node)
    own = sum(arc.own for arc in graph.arcs.into(node)) + graph.arcs.own_time_in_itself(node)
    root = graph.roots.of(node)
    return own if root is None else own + root.own

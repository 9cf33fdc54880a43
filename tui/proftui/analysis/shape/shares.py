"""One solver of shares: of what passes time on, which part came from which source (README, "Shares").

A source is what time is counted to: a visible function, a group, or the program itself. What passes it on
lies between: hidden functions, built-ins, all that is not the focus.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from proftui.analysis.calltree.topology import Topology
from proftui.analysis.shape.known import Known
from proftui.background.pieces import Pace, Pieces

NOBODY = -1
"""Stands for the program itself as a source; of a function: it is none, and passes on."""
_MOST_BITS = 30_000_000
"""Sources times nodes of which is kept which leads to which."""
_MOST_ENDS = 1_000_000
"""All sources of all nodes together."""
_MOST_STEPS, _FEW_STEPS = 2_000_000, 200_000
"""Steps to find parts, and those where nothing that follows from them is certain."""
_ROUNDS = 12
_SETTLED = 1e-3
_MOST_KEPT = 4
"""Sources of a node that are known where there are too many for all of them."""


class Entering(NamedTuple):
    """The calls of a node by sources, and by others that pass on; seconds without its own time."""

    sources: dict[int, float]
    others: dict[int, float]


class Shares:
    """Of nodes that pass on: the sources that lead to each, and the part of it that is probably theirs."""

    def __init__(self, known: Known, source_of: Sequence[int]) -> None:
        """``source_of``: by function; :data:`NOBODY`: it passes on."""
        self.known, self.source_of = known, source_of
        self.topology = known.graph.topology
        self.entering: dict[int, Entering] = {}
        self.sources: list[int] = []
        self.parts: dict[int, Mapping[int, float]] = {}
        """By node and source, the part of the node's calls that is probably its."""
        self.are_known = True
        """Whether all sources of every node are: not of a great many."""
        self._bits: dict[int, int] = {}
        self._known: dict[int, Sequence[int]] = {}

    def preparing(
        self, nodes: Mapping[int, object], also: Iterable[int] = (), *, leading: bool = True
    ) -> Pieces[None]:
        """Find who leads to which of these nodes by way of them alone, in near linear work.

        What calls them beside is nobody's. ``also``: nodes that the program itself may have called.
        Not ``leading``: what parts need is enough.
        """
        pace = Pace()
        for node in (yield from downwards(self.topology, nodes)):
            made = self.entering[node] = self._entering_of(node, nodes)
            if pace.done(2 + len(made.sources) + len(made.others)):
                yield
        for node in also:
            if node in self.entering:
                self.entering[node].sources.setdefault(NOBODY, 0.0)
        found = {source: None for entering in self.entering.values() for source in entering.sources}
        self.sources = list(found)
        self.are_known = leading and len(found) * len(self.entering) <= _MOST_BITS
        if self.are_known:
            numbers = {source: number for number, source in enumerate(found)}
            for node, entering in self.entering.items():
                flags = bytearray(1 + len(numbers) // 8)
                for number in map(numbers.__getitem__, entering.sources):
                    flags[number // 8] |= 1 << number % 8
                self._bits[node] = int.from_bytes(flags, "little")
            yield from spreading(self.topology, self._bits)
            self.are_known = sum(bits.bit_count() for bits in self._bits.values()) <= _MOST_ENDS

    def _entering_of(self, node: int, nodes: Mapping[int, object]) -> Entering:
        graph, topology = self.known.graph, self.topology
        function, callers = topology.function(node), graph.profile.edges.callers
        sources, others = dict[int, float](), dict[int, float]()
        for entry in topology.entries(function):
            caller = callers[entry]
            if topology.callee_node(function, caller) != node:
                continue
            time, source = graph.time_below(entry, caller, function), self.source_of[caller]
            other = topology.caller_node(caller, function)
            if source == NOBODY and other in nodes:
                if other != node:
                    others[other] = others.get(other, 0.0) + time
            else:
                sources[source] = sources.get(source, 0.0) + time
        root = self.known.root(function) if topology.root_node(function) == node else None
        if root is not None:
            sources[NOBODY] = sources.get(NOBODY, 0.0) + root.time.value
        if not sources and not others:
            sources[NOBODY] = 0.0
        return Entering(sources, others)

    def of(self, node: int) -> Sequence[int]:
        """All sources that lead to a node, if they are known."""
        bits = self._bits.get(node, 0)
        if bits not in self._known:
            self._known[bits] = [self.sources[number] for number in ones(bits)]
        return self._known[bits]

    def together(self, nodes: Iterable[int]) -> int:
        """How many sources lead to some nodes."""
        bits = 0
        for node in nodes:
            bits |= self._bits.get(node, 0)
        return bits.bit_count()

    def parting(self, *, limited: bool = False) -> Pieces[None]:
        """Which part of a node's calls is whose, by the times of the calls (Gauss and Seidel).

        ``limited``: of each node only the largest parts are kept.
        """
        left, pace = _FEW_STEPS if limited else _MOST_STEPS, Pace()
        for _ in range(_ROUNDS):
            change = 0.0
            for node, entering in self.entering.items():
                parts = dict(entering.sources)
                for other, time in entering.others.items():
                    for source, part in self.parts.get(other, {}).items():
                        parts[source] = parts.get(source, 0.0) + part * time
                left -= 1 + len(parts)
                if pace.done(1 + len(parts)):
                    yield
                if limited and len(parts) > _MOST_KEPT:
                    parts = dict(nlargest(_MOST_KEPT, parts.items(), key=itemgetter(1)))
                whole, before = sum(parts.values()), self.parts.get(node, {})
                here = {s: part / whole if whole else 1 / len(parts) for s, part in parts.items()}
                change = max(change, *(abs(part - before.get(s, 0.0)) for s, part in here.items()), 0.0)
                self.parts[node] = here
            if change < _SETTLED or left < 0:
                break


def ones(bits: int) -> Iterator[int]:
    """The places of the bits that are set: read once, as a number may have very many."""
    return (place for place, bit in enumerate(bin(bits)[:1:-1]) if bit == "1")


def spreading(topology: Topology, bits: dict[int, int]) -> Pieces[None]:
    """Give all bits of a node to what it calls of the nodes in ``bits``, and to parts like it.

    Near linear where ``bits`` has most callers before what they call.
    """
    pace, waiting = Pace(), deque(bits)
    is_waiting = set(waiting)
    while waiting:
        node = waiting.popleft()
        is_waiting.discard(node)
        here, below = bits[node], topology.callees(node)
        for other in (*below, *alike(topology, node)):
            if other in bits and here & ~bits[other]:
                bits[other] |= here
                if other not in is_waiting:
                    is_waiting.add(other)
                    waiting.append(other)
        if pace.done(1 + len(below)):
            yield


def reached_from(topology: Topology, starts: Sequence[int]) -> Pieces[dict[int, None]]:
    """All nodes that some lead to, without these."""
    pace, reached, waiting = Pace(), dict.fromkeys(starts), list(starts)
    while waiting:
        node = waiting.pop()
        callees = topology.callees(node)
        for other in (*callees, *alike(topology, node)):
            if other not in reached:
                reached[other] = None
                waiting.append(other)
        if pace.done(1 + len(callees)):
            yield
    for node in starts:
        del reached[node]
    return reached


def downwards(topology: Topology, nodes: Mapping[int, object]) -> Pieces[list[int]]:
    """Nodes, each before what it calls of them, as far as that goes: bits then go round a ring twice."""
    pace, seen, order = Pace(), set[int](), list[int]()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node < 0:
            order.append(~node)
        elif node not in seen:
            seen.add(node)
            below = topology.callees(node)
            waiting.append(~node)
            waiting.extend(other for other in below if other in nodes)
            if pace.done(1 + len(below)):
                yield
    return order[::-1]


def alike(topology: Topology, node: int) -> Sequence[int]:
    """The parts of a function that may have made each other's calls, as far as anything is proven."""
    part = topology.part(node)
    if part is None or part.kind < 0:
        return (node,)
    parts = ((other, topology.part(other)) for other in topology.nodes_of(topology.function(node)))
    return [other for other, its in parts if its is not None and its.kind == part.kind]

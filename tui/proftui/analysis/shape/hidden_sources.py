"""From where hidden functions that call back were entered: by which visible functions, and in which parts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.hidden_calls import MOST_STEPS, HiddenCalls, alike
from proftui.background.pieces import Pace, Pieces

NOBODY = -1
"""Stands for what is no visible function: the program itself."""
_MOST_BITS = 30_000_000
"""Sources times hidden nodes of which is kept which leads to which."""
_MOST_EDGES = 20_000
"""Calls between visible functions that there may be by way of hidden ones."""
_MOST_SHARES = 2_000_000
"""Steps to find which part of a hidden node's calls is whose."""
_FEW_SHARES = 200_000
"""Steps for that where nothing that follows from it is certain."""
_ROUNDS = 12
_MOST_KEPT = 4
"""Sources of a node that are known where there are too many for all of them."""


class Entering(NamedTuple):
    """The calls of a hidden node: by visible functions, and by other hidden nodes; seconds without its own.

    Those by the program itself stand with an estimate among the first; ``most`` is what they take at most.
    """

    visible: Mapping[int, float]
    hidden: Mapping[int, float]
    most: float


class HiddenSources:
    """Of the hidden nodes that lead to visible functions, who leads to them."""

    def __init__(self, graph: CallGraph, calls: HiddenCalls) -> None:
        self.graph, self.topology, self.calls = graph, graph.topology, calls
        self.hidden = calls.hidden
        self.entering: dict[int, Entering] = {}
        self.sources: list[int] = []
        """Visible functions that call what leads back, and :data:`NOBODY`."""
        self.shares: dict[int, dict[int, float]] = {}
        """By hidden node and source, the part of the node's calls that is probably its."""
        self.are_limited = False
        """Whether there are so many that of each node only the largest are known, and none for certain."""
        self._bits: dict[int, int] = {}
        self._steps = MOST_STEPS

    def preparing(self) -> Pieces[None]:
        """Find all of it: near linear work, or none of what is too much."""
        yield from self._entering()
        numbers = {source: number for number, source in enumerate(self.sources)}
        if len(self.sources) * len(self.entering) > _MOST_BITS:
            self.are_limited = True
        else:
            yield from self._spreading(numbers)
            self.are_limited = self._edges() > _MOST_EDGES
        yield from self._sharing()

    def _edges(self) -> int:
        """How many functions may call how many others by way of hidden ones."""
        edges, count = self.graph.profile.edges, 0
        for function in range(self.graph.profile.count):
            if not self.hidden[function]:
                bits = 0
                for caller in edges.callers[edges.starts[function] : edges.starts[function + 1]]:
                    if self.hidden[caller]:
                        bits |= self._bits[self.topology.caller_node(caller, function)]
                count += bits.bit_count()
        return count

    def _entering(self) -> Pieces[None]:
        pace, found = Pace(), dict[int, None]()
        for node in self.calls.back:
            made = self.entering[node] = self._entering_of(node)
            found.update(dict.fromkeys(made.visible))
            if pace.done(2 + len(made.visible) + len(made.hidden)):
                yield
        self.sources = list(found)

    def _entering_of(self, node: int) -> Entering:
        topology, callers = self.topology, self.graph.profile.edges.callers
        function = topology.function(node)
        visible, hidden = dict[int, float](), dict[int, float]()
        for entry in topology.entries(function):
            caller = callers[entry]
            if topology.callee_node(function, caller) != node:
                continue
            time = self.graph.time_below(entry, caller, function)
            if not self.hidden[caller]:
                visible[caller] = visible.get(caller, 0.0) + time
            else:
                other = topology.caller_node(caller, function)
                if other != node:
                    hidden[other] = hidden.get(other, 0.0) + time
        root = self.graph.roots.work_out(node)
        if root is not None:
            visible[NOBODY] = root.time
        return Entering(visible, hidden, 0.0 if root is None else root.high)

    def _spreading(self, numbers: Mapping[int, int]) -> Pieces[None]:
        """By node, a bit for each source that leads to it by way of hidden nodes."""
        below = self._below()
        bits, pace = self._bits, Pace()
        for node, entering in self.entering.items():
            bits[node] = sum(1 << numbers[source] for source in entering.visible)
        waiting = deque(self.entering)
        is_waiting = set(waiting)
        while waiting:
            node = waiting.popleft()
            is_waiting.discard(node)
            for other in below.get(node, ()):
                if bits[node] & ~bits[other]:
                    bits[other] |= bits[node]
                    if other not in is_waiting:
                        is_waiting.add(other)
                        waiting.append(other)
            if pace.done(1 + len(below.get(node, ()))):
                yield

    def _below(self) -> dict[int, list[int]]:
        """By node what it calls of these, and the parts that may have made its calls."""
        below: dict[int, list[int]] = {}
        for node, entering in self.entering.items():
            for other in entering.hidden:
                below.setdefault(other, []).append(node)
            for other in alike(self.topology, node):
                if other != node and other in self.entering:
                    below.setdefault(other, []).append(node)
        return below

    def of(self, node: int) -> list[int]:
        """All sources that lead to a node."""
        if self.are_limited:
            return list(self.shares.get(node, {}))
        bits = self._bits[node]
        return [source for number, source in enumerate(self.sources) if bits >> number & 1]

    def above(self, node: int) -> Sequence[int] | None:
        """All hidden nodes that lead to a node, and itself; ``None``: too many to be looked at."""
        if self.are_limited:
            return None
        reached, waiting = {node}, [node]
        while waiting and self._steps > 0:
            here = waiting.pop()
            found = {*self.entering[here].hidden, *alike(self.topology, here)} & self.entering.keys()
            self._steps -= 1 + len(found)
            waiting += found - reached
            reached |= found
        return None if waiting else list(reached)

    def time_by_others(self, nodes: Iterable[int], source: int) -> float:
        """Seconds that calls of some nodes by all sources but one take at most."""
        seconds = 0.0
        for node in nodes:
            visible, _, most = self.entering[node]
            seconds += sum(time for other, time in visible.items() if other not in (source, NOBODY))
            seconds += most if source != NOBODY else 0.0
        return seconds

    def _sharing(self) -> Pieces[None]:
        """Which part of a node's calls is whose, by the times of the calls (Gauss and Seidel)."""
        left, pace = _FEW_SHARES if self.are_limited else _MOST_SHARES, Pace()
        for _ in range(_ROUNDS):
            change = 0.0
            for node, entering in self.entering.items():
                parts = dict(entering.visible)
                for other, time in entering.hidden.items():
                    for source, part in self.shares.get(other, {}).items():
                        parts[source] = parts.get(source, 0.0) + part * time
                if self.are_limited and len(parts) > _MOST_KEPT:
                    parts = dict(nlargest(_MOST_KEPT, parts.items(), key=itemgetter(1)))
                whole = sum(parts.values())
                shares = {source: part / whole for source, part in parts.items()} if whole else dict(parts)
                if not whole and parts:
                    shares = dict.fromkeys(parts, 1 / len(parts))
                before = self.shares.get(node, {})
                change = max(change, *(abs(share - before.get(s, 0.0)) for s, share in shares.items()), 0.0)
                self.shares[node] = shares
                left -= 1 + len(parts)
                if pace.done(1 + len(parts)):
                    yield
            if change < 1e-3 or left < 0:
                break

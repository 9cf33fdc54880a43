"""What hidden functions call of the visible ones: which can call back at all, and for how long (README)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.topology import Topology
from proftui.analysis.importlib_names import MODULE
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.contradictions import may_share_name
from proftui_parsers.sums import SAME

MOST_STEPS = 60_000
"""Steps to add up what is called back; beyond, no more is known than that it may be anything."""


class HiddenCalls:
    """The nodes of hidden functions, as far as something visible runs below them."""

    def __init__(self, graph: CallGraph, hidden: bytearray) -> None:
        self.graph, self.topology, self.hidden = graph, graph.topology, hidden
        self.back: dict[int, float] = {}
        """By hidden node that leads to visible functions, the seconds of its own calls of these."""
        self.are_lost = False
        """Whether calls that are not in the file may have led to visible functions."""
        self._left = MOST_STEPS
        self._known: dict[int, float] = {}

    def preparing(self) -> Pieces[None]:
        """Find what can call back: one pass over the calls into visible functions, and back from there."""
        yield from self._calling_back()
        yield from self._leading_there()
        self.are_lost = self._add_lost_calls()
        if self.are_lost:
            yield from self._leading_there()

    def _add_lost_calls(self) -> bool:
        """Calls that are not in the file may have led to visible functions, too; whether they may."""
        doubts = self.graph.checked.contradictions
        doubtful = [function for function in {*doubts.missing, *doubts.excess} if self.hidden[function]]
        may = bool(doubtful) and any(map(self._may_begin_lost_call, range(self.graph.profile.count)))
        for function in doubtful if may else ():
            for node in self.topology.nodes_of(function):
                self.back[node] = self.back.get(node, 0.0) + doubts.all_missing
        return may

    def _may_begin_lost_call(self, function: int) -> bool:
        """Whether a call that is not in the file can be one of this function, and lead to a visible one."""
        if self.hidden[function] and not any(node in self.back for node in self.topology.nodes_of(function)):
            return False
        doubts, calls = self.graph.checked.contradictions, self.topology.root_calls[function]
        if calls == 1:
            root = self.graph.roots.work_out(self.topology.root_node(function))
            # A call is not longer than all that is not in the file.
            return root is None or root.low <= doubts.all_missing * (1 + SAME)
        is_module = self.graph.profile.names[function] == MODULE
        shared = may_share_name(self.graph.profile, function) and not is_module
        return calls > 1 or shared or function in doubts.excess

    def _calling_back(self) -> Pieces[None]:
        topology, edges, hidden, pace = self.topology, self.graph.profile.edges, self.hidden, Pace()
        back: defaultdict[int, float] = defaultdict(float)
        for function in range(self.graph.profile.count):
            start, stop = edges.starts[function], edges.starts[function + 1]
            callers = edges.callers[start:stop]
            if not hidden[function] and any(map(hidden.__getitem__, callers)):
                times, _ = self.graph.times.of_callers(function)
                for caller, time in zip(callers, times, strict=True):
                    if hidden[caller]:
                        back[topology.caller_node(caller, function)] += time
            if pace.done(1 + stop - start):
                yield
        self.back = dict(back)

    def _leading_there(self) -> Pieces[None]:
        """All hidden nodes that lead to one that calls back, by way of hidden ones."""
        topology, pace = self.topology, Pace()
        waiting = list(self.back)
        while waiting:
            node = waiting.pop()
            callers = self._callers(node)
            for other in (*alike(topology, node), *callers):
                if other not in self.back and self.hidden[topology.function(other)]:
                    self.back[other] = 0.0
                    waiting.append(other)
            if pace.done(1 + len(callers)):
                yield

    def _callers(self, node: int) -> list[int]:
        """The nodes that call a node; of a part those alone whose calls it is."""
        topology, callers = self.topology, self.graph.profile.edges.callers
        function = topology.function(node)
        above = map(callers.__getitem__, topology.entries(function))
        return [topology.caller_node(c, function) for c in above if topology.callee_node(function, c) == node]

    def time_back(self, node: int) -> float:
        """Seconds of all calls of visible functions by what a hidden node leads to: they run no longer."""
        if node not in self.back:
            return 0.0
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = self._added_up(node)
        return known

    def _added_up(self, start: int) -> float:
        reached, total = set(alike(self.topology, start)), 0.0
        waiting = list(reached)
        while waiting and self._left > 0:
            node = waiting.pop()
            total += self.back[node]
            callees = self.topology.callees(node)
            self._left -= 1 + len(callees)
            for callee in callees:
                if callee in self.back and callee not in reached:
                    found = alike(self.topology, callee)
                    reached.update(found)
                    waiting.extend(found)
        return math.inf if waiting else total


def alike(topology: Topology, node: int) -> Sequence[int]:
    """The parts of a function that may have made each other's calls, as far as anything is proven."""
    part = topology.part(node)
    if part is None or part.kind < 0:
        return (node,)
    parts = ((other, topology.part(other)) for other in topology.nodes_of(topology.function(node)))
    return [other for other, its in parts if its is not None and its.kind == part.kind]

"""The graph of calls as call trees need it: arcs with finite figures, roots, what is really recursive.

A node is a function, or, beyond the profile's functions, a part of one (see ``splitting``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from proftui.analysis.components import components
from proftui.analysis.splitting import ROOT, Part, parts
from proftui_parsers import Edge, Profile


class Arc(NamedTuple):
    """The calls from one node to another; times are seconds, finite and not negative."""

    caller: int
    callee: int
    calls: float | None
    time: float
    """Time of these calls with everything they called."""
    own: float
    """Own time of the callee in these calls."""


class Root(NamedTuple):
    """What of a node the program itself called: ``exact`` if that follows from the file."""

    calls: float | None
    time: float
    own: float
    exact: bool


class CallGraph:
    """Nodes and arcs of a profile; everything but the splits is worked out when it is asked for."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.estimated = profile.measures == "samples" or bool(
            profile.has_edges and profile.edges.cumtime and all(t != t for t in profile.edges.cumtime[:100])
        )
        """Whether times of arcs are shares by calls (call-trees: integer edges)."""
        self.functions = len(profile.files)
        self._made: list[tuple[int, Part]] = []
        self._part_of_caller: dict[int, dict[int, int]] = {}
        self._part_of_callee: dict[int, dict[int, int]] = {}
        self._rest: dict[int, int] = {}
        for function, found in parts(profile).items():
            self._split(function, found)
        self.count = self.functions + len(self._made)
        self._out: dict[int, list[Arc]] = {}
        self._into: dict[int, list[Arc]] = {}
        self._parts_by_calls: dict[int, dict[int, float]] = {}

    def _split(self, function: int, found: Sequence[Part]) -> None:
        callers = self._part_of_caller[function] = {}
        callees = self._part_of_callee[function] = {}
        for part in found:
            node = self.functions + len(self._made)
            self._made.append((function, part))
            callers.update(dict.fromkeys(part.callers, node))
            callees.update(dict.fromkeys(part.callees, node))

    # Nodes

    def function(self, node: int) -> int:
        """The function that a node is, or is a part of."""
        return node if node < self.functions else self._made[node - self.functions][0]

    def parts_of(self, function: int) -> list[int]:
        """The nodes that a function was taken apart into; mostly itself alone."""
        if function not in self._part_of_caller:
            return [function]
        made = (self.functions + place for place, (whole, _) in enumerate(self._made) if whole == function)
        return [function, *made]

    def proven(self, node: int) -> bool:
        """Whether all that the node calls was certainly called by it."""
        if node < self.functions:
            return node not in self._part_of_caller
        return self._made[node - self.functions][1].proven

    def root_node(self, function: int) -> int:
        """The node of a function when the program itself calls it."""
        return self._node(function, ROOT)

    def _node(self, function: int, caller: int) -> int:
        """The node of a function when ``caller`` calls it."""
        split = self._part_of_caller.get(function)
        return function if split is None else split.get(caller, function)

    def _caller(self, caller: int, function: int) -> int:
        """The node of a caller that calls ``function``."""
        split = self._part_of_callee.get(caller)
        return caller if split is None else split.get(function, caller)

    # Arcs

    def out(self, node: int) -> list[Arc]:
        """What a node calls, itself left out."""
        arcs = self._out.get(node)
        if arcs is None:
            function = self.function(node)
            split = self._part_of_callee.get(function)
            arcs = self._out[node] = [
                self._arc(edge, node, self._node(edge.function, function), edge.function)
                for edge in self.profile.callees(function)
                if edge.function != function and (split is None or split.get(edge.function, function) == node)
            ]
        return arcs

    def into(self, node: int) -> list[Arc]:
        """The calls of a node, its own left out."""
        arcs = self._into.get(node)
        if arcs is None:
            function = self.function(node)
            arcs = self._into[node] = [
                self._arc(edge, self._caller(edge.function, function), node, function)
                for edge in self.profile.callers(function)
                if edge.function != function and self._node(function, edge.function) == node
            ]
        return arcs

    def _arc(self, edge: Edge, caller: int, callee: int, function: int) -> Arc:
        time, own = edge.cumtime, edge.tottime
        if time is None or own is None or self.estimated:
            part = self._part(self.function(caller), function)
            measured = self.profile.measures == "samples" and time is not None
            time = (
                time
                if time is not None and (measured or not self.estimated)
                else self.cumtime(function) * part
            )
            own = own if own is not None and not self.estimated else self.tottime(function) * part
        return Arc(caller, callee, edge.ncalls, _sane(time), min(_sane(own), _sane(time)))

    def _part(self, caller: int, function: int) -> float:
        """The share of a function's time that calls without times are given: by their number.

        None gets more than its caller has; the others share what is left.
        """
        if function not in self._parts_by_calls:
            whole = self.cumtime(function)
            edges = self.profile.callers(function) if function < self.profile.count else []
            open_: dict[int, float] = {edge.function: float(edge.ncalls or 0) for edge in edges}
            shares: dict[int, float] = {}
            left = 1.0
            while open_ and left > 0 and whole > 0:
                calls = sum(open_.values()) or 1.0
                most = {p: self._most(p, function) / whole for p in open_}
                full = [p for p, number in open_.items() if left * number / calls > most[p]]
                for p in full or list(open_):
                    shares[p] = most[p] if full else left * open_[p] / calls
                    del open_[p]
                left = 1.0 - sum(shares.values())
            self._parts_by_calls[function] = shares
        return self._parts_by_calls[function].get(caller, 0.0)

    def _most(self, caller: int, function: int) -> float:
        time = self.cumtime(caller) if caller < self.profile.count and caller != function else 0.0
        return time or math.inf

    def itself(self, node: int) -> float:
        """Own time in calls of a function by itself, seconds; a share of it for a part."""
        function = self.function(node)
        for edge in self.profile.callers(function):
            if edge.function == function:
                own = self._arc(edge, function, function, function).own
                return own if node == function else 0.0
        return 0.0

    def neighbours(self, node: int) -> Sequence[int]:
        """The nodes that a node calls, perhaps itself."""
        starts, _, owners = self.profile.by_caller
        if not self._made:
            return owners[starts[node] : starts[node + 1]]
        function = self.function(node)
        below = owners[starts[function] : starts[function + 1]]
        split = self._part_of_callee.get(function)
        if split is not None:
            below = type(below)("q", [c for c in below if split.get(c, function) == node])
        if self._part_of_caller.keys().isdisjoint(below):
            return below
        return [self._node(callee, function) for callee in below]

    # Figures

    def tottime(self, function: int) -> float:
        """Own time of a function, seconds, finite."""
        return _sane(self.profile.tottime[function]) if function < self.profile.count else 0.0

    def cumtime(self, function: int) -> float:
        """Cumulative time of a function; of a caller without an entry, that of its calls."""
        profile = self.profile
        if function >= profile.count:
            return sum(arc.time for arc in self.out(function))
        return _sane(profile.cumtime[function]) if profile.cumtime is not None else 0.0

    def reenters(self, node: int) -> bool:
        """Whether a call was made while another was running, other than by the function itself.

        Only then can a path come back to it: calls that are not primitive are made by the function
        itself or further down.
        """
        function = self.function(node)
        if function not in self._reentered:
            return False
        if node < self.functions:
            return True
        part = self._made[node - self.functions][1]
        if len(part.callers) != 1:
            return True
        (caller,) = part.callers
        if caller == ROOT:
            return self.root_calls[function] != 1
        edge = next(edge for edge in self.profile.callers(function) if edge.function == caller)
        return edge.ncalls != edge.primitive_calls

    @property
    def _reentered(self) -> set[int]:
        if not hasattr(self, "_reentered_set"):
            self._reentered_set = set(self._find_reentered())
        return self._reentered_set

    def _find_reentered(self) -> Iterable[int]:
        profile = self.profile
        calls, primitive = profile.ncalls, profile.primitive_calls
        if calls is None or primitive is None or self.estimated:
            # Nothing is known: whatever lies in a cycle may be recursive.
            return (node for members in self.cycles for node in members if node < profile.count)
        odd = [i for i in range(profile.count) if calls[i] != primitive[i]]
        return (i for i in odd if calls[i] - primitive[i] != self._calls_itself(i))

    def _calls_itself(self, function: int) -> int:
        return next((e.ncalls or 0 for e in self.profile.callers(function) if e.function == function), 0)

    # Roots

    @property
    def root_calls(self) -> list[int]:
        """By function, the calls that no profiled function made (call-trees, identity 1)."""
        if not hasattr(self, "_root_calls"):
            profile, edges = self.profile, self.profile.edges
            sums = [0, *accumulate(max(0, calls) for calls in edges.ncalls)]
            starts = edges.starts
            made = [sums[starts[i + 1]] - sums[starts[i]] for i in range(profile.count)]
            calls = profile.ncalls if profile.ncalls is not None else [-1] * profile.count
            self._root_calls = [
                all_of - by_others if all_of > 0 else int(starts[i] == starts[i + 1])
                for i, (all_of, by_others) in enumerate(zip(calls, made, strict=True))
            ]
        return self._root_calls

    def root(self, node: int) -> Root | None:
        """The part of a node's figures that came from outside of the profile."""
        function = self.function(node)
        if function >= self.profile.count:
            time = self.cumtime(function)
            return Root(None, time, 0.0, False)
        calls = self.root_calls[function]
        if calls <= 0 or self._node(function, ROOT) != node:
            return None
        every = [self._arc(e, e.function, node, function) for e in self.profile.callers(function)]
        own = max(0.0, self.tottime(function) - sum(arc.own for arc in every))
        time, exact = self._root_time(function, calls, [arc for arc in every if arc.caller != function])
        measured = self.profile.ncalls is not None and self.profile.ncalls[function] > 0
        return Root(calls if measured else None, time, min(own, time), exact and not self.estimated)

    def _root_time(self, function: int, calls: int, callers: Sequence[Arc]) -> tuple[float, bool]:
        whole = self.cumtime(function)
        if not callers and not (self.profile.ncalls and self.profile.ncalls[function]):
            # The profile module's own row: it was never called, and calls everything.
            return max(whole, sum(arc.time for arc in self.out(function))), False
        left = max(0.0, whole - sum(arc.time for arc in callers))
        if function not in self._reentered:
            return left, True
        primitive = self.profile.primitive_calls
        outermost = primitive[function] if primitive is not None else 0
        if outermost == calls:
            return whole, True
        here = self.component(function)
        outside = [arc for arc in callers if here is None or self.component(arc.caller) is not here]
        most = max(0.0, whole - sum(arc.time for arc in outside))
        outermost -= int(sum(arc.calls or 0 for arc in outside))
        if outermost == calls:
            return most, True
        share = calls / outermost if outermost > calls else 1.0
        return min(most, max(left, most * share)), False

    # Cycles

    @property
    def cycles(self) -> list[list[int]]:
        """The components of two or more nodes."""
        if not hasattr(self, "_cycles"):
            self._cycles = components(range(self.count), self.count, self.neighbours)
            self._component = {node: members for members in self._cycles for node in members}
        return self._cycles

    def component(self, node: int) -> list[int] | None:
        """The nodes that call each other in turn with this one; the same object for all of them."""
        _ = self.cycles
        return self._component.get(node)


def _sane(value: float) -> float:
    return value if 0.0 <= value < math.inf else 0.0

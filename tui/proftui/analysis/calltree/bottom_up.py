"""Who is behind the own time of a function, or of the whole profile: the call tree upside down."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import (
    MOST_CHILDREN,
    MOST_ROOTS,
    NO_FUNCTION,
    CallNode,
    Kind,
    PathKeys,
    above,
    more_roots,
    node_below,
    put_into_rest,
    rest_below,
)
from proftui.analysis.neighbours import counts
from proftui.background.pieces import PIECE, Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.sums import SAME


class Shares:
    """Callers and seconds, the most first: columns, since there may be a hundred thousand."""

    __slots__ = ("callers", "calls", "times")

    def __init__(self, callers: Sequence[int], times: Sequence[float], calls: Sequence[int] = ()) -> None:
        """``calls``: how many each of them is, where that is of use."""
        order = sorted(range(len(callers)), key=times.__getitem__, reverse=True)
        self.callers = array("q", map(callers.__getitem__, order))
        self.times = array("d", map(times.__getitem__, order))
        self.calls = counts(map(calls.__getitem__, order)) if calls else ()


class CallerTree:
    """Own time of the roots' functions by callers (README, "Bottom-up"); ``own`` is what nobody asked for."""

    inverted = True

    def __init__(self, profile: Profile, function: int | None = None, graph: CallGraph | None = None) -> None:
        """``function``: whose own time; ``None``: of all."""
        self.graph = graph or CallGraph(profile)
        self.total = self.graph.total
        self.function = function
        self.effort = 0
        self._roots: list[CallNode] | None = None
        self._later: Sequence[int] = ()
        """The functions that are not among the roots, those with the most own time first."""
        self._times_of_calls: dict[int, tuple[float, float | None, int]] = {}
        self._known: dict[int, Shares] = {}
        self._path = PathKeys(lambda node: node.function)
        self._first_known: dict[int, Shares] = {}

    def preparing(self) -> Pieces[None]:
        """Work out what takes long in large profiles, in pieces."""
        yield from self.graph.preparing()
        pace = Pace()
        for root in self.roots():
            count = self.graph.profile.callers_count(root.function) if root.function >= 0 else 0
            if count > PIECE:
                self._first_shares(root.function)
            if pace.done(1 + count):
                yield

    def roots(self) -> list[CallNode]:
        """The function, or the functions with the most own time."""
        if self._roots is None:
            graph = self.graph
            if self.function is not None:
                self._roots = [self._root(self.function)]
                return self._roots
            times = array("d", map(graph.times.tottime, range(graph.profile.count)))
            order = sorted((f for f, time in enumerate(times) if time > 0), key=lambda f: -times[f])
            self._roots = [self._root(function) for function in order[:MOST_ROOTS]]
            self._later = array("q", order[MOST_ROOTS:])
            if self._later:
                time, left = sum(times[function] for function in self._later), len(self._later)
                sure = graph.bounded
                rest = node_below(None, "rest", NO_FUNCTION, time, exact=sure, key=0, bounded=sure)
                rest.count = left
                self._roots.append(rest)
        return self._roots

    def _root(self, function: int, parent: CallNode | None = None) -> CallNode:
        graph = self.graph
        time = graph.times.tottime(function)
        by_others = sum(sum(graph.arcs.incoming(node)[2]) for node in graph.topology.nodes_of(function))
        own = max(0.0, time - by_others - graph.arcs.own_time_in_itself(function))
        if own < SAME * time:
            own = 0.0
        calls = graph.profile.ncalls
        counted = calls[function] if calls is not None and function < len(calls) else -1
        count = counted if counted >= 0 else None
        low = high = time
        if graph.shaped is not None and function < graph.profile.count:
            low, high = graph.shaped.own[function][1:3]
        sure = graph.bounded
        high = high if sure else math.inf
        made = node_below(parent, "function", function, time, low=low, high=high, key=function, bounded=sure)
        made.own, made.calls, made.calls_exact = own, count, made.exact and count is not None
        told = graph.certain and graph.own_is_told(function)
        made.bound_own(*((own, own) if told else (0.0, made.high)))
        return made

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether a caller with ``least`` seconds is known."""
        if node.kind == "rest":
            return True
        return node.kind == "function" and node.time - node.own > 0 and node.time - node.own >= least

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """The callers, heaviest first, with a rest below ``least`` seconds."""
        if node.kind == "rest":
            return self._of_rest(node)
        return self._from(node, 0, least) if node.kind == "function" else []

    def _from(self, node: CallNode, first: int, least: float) -> list[CallNode]:
        """The callers from the number ``first`` on."""
        shares, part, all_calls, exact = self.shares_of(node)
        shown: list[CallNode] = []
        for position in range(first, len(shares.callers)):
            time = part * shares.times[position] / all_calls
            if time < least or position == first + MOST_CHILDREN:
                shown.append(rest_below(node, shares.times, position, exact, part / all_calls))
                break
            counted = shares.calls[position] if node.parent is None and shares.calls else -1
            calls = counted if counted >= 0 else None
            bounds = self._bounds(node, shares.times[position], exact)
            shown.append(self._child(node, shares.callers[position], time, exact, calls, bounds))
        return shown

    def _bounds(self, node: CallNode, time: float, exact: bool) -> tuple[float, float]:
        """What a caller's part of a node lies between; ``time``: seconds of all its calls."""
        graph = self.graph
        is_told = node.parent is not None or graph.own_is_told(node.function)
        if exact or not graph.certain or not is_told or graph.shaped is not None:
            return 0.0, node.high
        return 0.0, min(node.high, time)

    def shares_of(self, node: CallNode) -> tuple[Shares, float, float, bool]:
        """The callers of a node, its time and that of all calls of it, and whether that is certain."""
        if above(node) is None:
            sure = self.graph.certain and node.exact and not self.graph.has_estimates(node.function)
            sure = sure and self.graph.own_is_told(node.function)
            return self._first_shares(node.function), 1.0, 1.0, sure
        all_calls, outside, callers = self._all_calls(node.key)
        sure = self.graph.topology.proven(node.key) and not self.graph.has_estimates(node.key)
        only = callers == 1 and outside is None and sure
        if node.key not in self._known:
            self.effort += callers
            who, times, _ = self.graph.arcs.incoming(node.key) if all_calls > 0 else ((), (), ())
            self._known[node.key] = Shares(who, times)
        return self._known[node.key], node.time, all_calls or 1.0, only and node.exact

    def _first_shares(self, function: int) -> Shares:
        """Own time of a function by its callers, itself perhaps among them."""
        if function not in self._first_known:
            graph, itself = self.graph, self.graph.arcs.own_time_in_itself(function)
            callers, owns = array("q"), array("d")
            calls: list[int] = []
            for node in graph.topology.nodes_of(function):
                who, _, own = graph.arcs.incoming(node)
                callers.extend(iter(who))
                owns.extend(iter(own))
                calls.extend(map(graph.profile.edges.ncalls.__getitem__, graph.arcs.entries(node)))
            self.effort += len(callers)
            if itself > 0:
                callers.append(function)
                owns.append(itself)
                calls.append(-1)
            self._first_known[function] = Shares(callers, owns, calls)
        return self._first_known[function]

    def _all_calls(self, node: int) -> tuple[float, float | None, int]:
        """Seconds of all calls of a node and, if there are some, of those that nobody made; its callers."""
        all_calls = self._times_of_calls.get(node)
        if all_calls is None:
            root, times = self.graph.roots.of(node), self.graph.arcs.incoming(node).times
            self.effort += len(times)
            outside = None if root is None else root.time
            all_calls = self._times_of_calls[node] = sum(times) + (outside or 0.0), outside, len(times)
        return all_calls

    def _child(
        self,
        node: CallNode,
        caller: int,
        time: float,
        exact: bool,
        calls: float | None,
        bounds: tuple[float, float],
    ) -> CallNode:
        made = node.made.get(("function", caller)) or node.made.get(("recursion", caller))
        if made is None:
            function = self.graph.topology.function(caller)
            kind: Kind = "recursion" if function in self._path.to(node) else "function"
            low, high = bounds
            own = 0.0 if kind == "recursion" else self._ends(caller, time)
            made = node_below(
                node, kind, function, time, exact=exact, low=low, high=high, own=own, calls=calls, key=caller
            )
            made.calls_exact = exact and calls is not None
            if kind == "function":
                made.bound_own(*self._bounds_of_ends(made))
            node.made[kind, caller] = made
        return made

    def _ends(self, node: int, time: float) -> float:
        """The part of a node's time for which nobody in the profile called it."""
        all_calls, outside, callers = self._all_calls(node)
        if all_calls <= 0 or not callers:
            return time
        return time * outside / all_calls if outside is not None else 0.0

    def _bounds_of_ends(self, made: CallNode) -> tuple[float, float]:
        """What that part lies between."""
        all_calls, outside, callers = self._all_calls(made.key)
        graph = self.graph
        if not graph.certain or graph.has_estimates(made.key):
            return 0.0, made.high
        if all_calls <= 0 or not callers:
            return made.low, made.high
        if outside is None:
            return 0.0, 0.0 if self.graph.shaped is None else made.high
        root = self.graph.roots.of(made.key)
        return 0.0, made.high if root is None else min(made.high, root.high)

    def _of_rest(self, rest: CallNode) -> list[CallNode]:
        parent = above(rest)
        if parent is None:
            return more_roots(rest, self._later, self._root)
        return put_into_rest(rest, self._from(parent, rest.key, 0.0))

"""Who is behind the own time of a function, or of the whole profile: the call tree upside down."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.callgraph import Arc, CallGraph
from proftui.analysis.calltree import NO_FUNCTION, CallNode, Kind, node_below
from proftui_parsers import Profile

SAME = 1e-9
ROOTS = 1000
"""How many functions stand at the top of the whole profile; the others are a rest."""


class CallerTree:
    """Own time by callers (call-trees, "Inverted tree").

    The time of a node is own time of the function at the root, spent when it was called on this path. Its
    ``own`` is the part that no profiled function asked for. The first level is exact, what follows is in
    proportion to the times of the calls, and exact where there is only one caller.
    """

    inverted = True

    def __init__(self, profile: Profile, function: int | None = None, graph: CallGraph | None = None) -> None:
        """``function``: whose own time; ``None``: of all."""
        self.graph = graph or CallGraph(profile)
        self.total = profile.total_time
        self.function = function
        self._roots: list[CallNode] | None = None
        self._later: list[CallNode] = []

    def roots(self) -> list[CallNode]:
        """The function, or the functions with the most own time."""
        if self._roots is None:
            graph = self.graph
            if self.function is not None:
                self._roots = [self._root(self.function)]
                return self._roots
            times = [graph.tottime(function) for function in range(graph.profile.count)]
            order = sorted((f for f, time in enumerate(times) if time > 0), key=lambda f: -times[f])
            self._roots = [self._root(function) for function in order[:ROOTS]]
            left = order[ROOTS:]
            if left:
                time = sum(times[function] for function in left)
                rest = node_below(None, "rest", NO_FUNCTION, time, exact=True, count=len(left), unit=ROOTS)
                self._later_functions = left
                self._roots.append(rest)
        return self._roots

    def _root(self, function: int, parent: CallNode | None = None) -> CallNode:
        graph = self.graph
        time = graph.tottime(function)
        arcs = self._first(function)
        own = max(0.0, time - sum(arc.own for arc in arcs) - self._itself(function))
        if own < SAME * time:
            own = 0.0
        calls = graph.profile.ncalls
        count = calls[function] if calls is not None and function < len(calls) else -1
        return node_below(
            parent,
            "function",
            function,
            time,
            exact=True,
            own=own,
            calls=count if count >= 0 else None,
            unit=function,
        )

    def _first(self, function: int) -> list[Arc]:
        return [arc for node in self.graph.parts_of(function) for arc in self.graph.into(node)]

    def _itself(self, function: int) -> float:
        return self.graph.itself(function)

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether a caller with ``least`` seconds is known."""
        if node.kind == "rest":
            return True
        return node.kind == "function" and node.time - node.own > 0 and node.time - node.own >= least

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """The callers, heaviest first, with a rest below ``least`` seconds."""
        if node.kind == "rest":
            return self._of_rest(node)
        if node.kind != "function":
            return []
        shares = self._shares(node)
        shown = [self._child(node, arc, time, exact) for arc, time, exact in shares if time >= least]
        hidden = shares[len(shown) :]
        if hidden:
            shown.append(self._rest(node, hidden, len(shown)))
        return shown

    def _shares(self, node: CallNode) -> list[tuple[Arc, float, bool]]:
        """Callers with their part of the node's time and whether it is certain, heaviest first."""
        first = node.parent is None or (node.parent.kind == "rest" and node.parent.parent is None)
        if first:
            function = node.function
            shares = [(arc, arc.own, not self.graph.estimated) for arc in self._first(function)]
            itself = self._itself(function)
            if itself > 0:
                here = Arc(function, function, None, itself, itself)
                shares.append((here, itself, not self.graph.estimated))
            return sorted(shares, key=lambda share: -share[1])
        arcs = self.graph.into(node.unit)
        root = self.graph.root(node.unit)
        whole = sum(arc.time for arc in arcs) + (root.time if root is not None else 0.0)
        only = len(arcs) == 1 and root is None and self.graph.proven(node.unit)
        if whole <= 0:
            return []
        shares = [(arc, node.time * arc.time / whole, only and node.exact) for arc in arcs]
        return sorted(shares, key=lambda share: -share[1])

    def _child(self, node: CallNode, arc: Arc, time: float, exact: bool) -> CallNode:
        kind: Kind = "recursion" if self._on_path(node, arc.caller) else "function"
        made = node.made.get((kind, arc.caller))
        if made is None:
            made = node_below(
                node,
                kind,
                self.graph.function(arc.caller),
                time,
                exact=exact,
                own=0.0 if kind == "recursion" else self._ends(arc.caller, time),
                calls=arc.calls if node.parent is None else None,
                unit=arc.caller,
            )
            node.made[kind, arc.caller] = made
        return made

    def _ends(self, node: int, time: float) -> float:
        """The part of a node's time for which nobody in the profile called it."""
        arcs, root = self.graph.into(node), self.graph.root(node)
        whole = sum(arc.time for arc in arcs) + (root.time if root is not None else 0.0)
        if whole <= 0 or not arcs:
            return time
        return time * root.time / whole if root is not None else 0.0

    def _on_path(self, node: CallNode, unit: int) -> bool:
        here: CallNode | None = node
        while here is not None:
            if here.kind == "function" and (here.unit == unit or here.function == self.graph.function(unit)):
                return True
            here = here.parent
        return False

    def _rest(self, node: CallNode, hidden: Sequence[tuple[Arc, float, bool]], shown: int) -> CallNode:
        made = node.made.get(("rest", shown))
        if made is None:
            time = sum(time for _, time, _ in hidden)
            exact = all(exact for _, _, exact in hidden)
            made = node_below(node, "rest", NO_FUNCTION, time, exact=exact, count=len(hidden), unit=shown)
            node.made["rest", shown] = made
        return made

    def _of_rest(self, rest: CallNode) -> list[CallNode]:
        parent = rest.parent
        if parent is None:
            if not self._later:
                self._later = [self._root(function, rest) for function in self._later_functions]
            return self._later
        found = self.children(parent, 0.0)[rest.unit :]
        for child in found:
            child.parent, child.depth = rest, rest.depth + 1
        return found

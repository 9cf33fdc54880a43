"""Who is behind the own time of a function, or of the whole profile: the call tree upside down."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from proftui.analysis.callgraph import Arc, CallGraph
from proftui.analysis.calltree import (
    MOST_CHILDREN,
    MOST_ROOTS,
    NO_FUNCTION,
    CallNode,
    Kind,
    above,
    node_below,
)
from proftui.analysis.pieces import PIECE, Pieces
from proftui_parsers import Profile

SAME = 1e-9


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
        self.effort = 0
        self._roots: list[CallNode] | None = None
        self._later: Sequence[int] = ()
        """The functions that are not among the roots, those with the most own time first."""
        self._wholes: dict[int, tuple[float, float | None, int]] = {}

    def preparing(self) -> Pieces[None]:
        """Work out what takes long in large profiles, in pieces."""
        yield from self.graph.preparing()
        work = 0
        for root in self.roots():
            self.opens(root)
            work += self.graph.profile.callers_count(root.function) if root.function >= 0 else 1
            if work > PIECE:
                work = 0
                yield

    def roots(self) -> list[CallNode]:
        """The function, or the functions with the most own time."""
        if self._roots is None:
            graph = self.graph
            if self.function is not None:
                self._roots = [self._root(self.function)]
                return self._roots
            times = [graph.tottime(function) for function in range(graph.profile.count)]
            order = sorted((f for f, time in enumerate(times) if time > 0), key=lambda f: -times[f])
            self._roots = [self._root(function) for function in order[:MOST_ROOTS]]
            left = order[MOST_ROOTS:]
            if left:
                time = sum(times[function] for function in left)
                rest = node_below(None, "rest", NO_FUNCTION, time, exact=True, count=len(left), unit=0)
                self._later = array("q", left)
                self._roots.append(rest)
        return self._roots

    def _root(self, function: int, parent: CallNode | None = None) -> CallNode:
        graph = self.graph
        time = graph.tottime(function)
        by_others = sum(own for node in graph.parts_of(function) for _, _, own in graph.figures_into(node))
        own = max(0.0, time - by_others - self._itself(function))
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
        wanted = [share for share in shares if share[1] >= least][:MOST_CHILDREN]
        shown = [self._child(node, arc, time, exact) for arc, time, exact in wanted]
        hidden = shares[len(shown) :]
        if hidden:
            shown.append(self._rest(node, hidden, len(shown)))
        return shown

    def _shares(self, node: CallNode) -> list[tuple[Arc, float, bool]]:
        """Callers with their part of the node's time and whether it is certain, heaviest first."""
        if above(node) is None:
            function = node.function
            shares = [(arc, arc.own, not self.graph.estimated) for arc in self._first(function)]
            itself = self._itself(function)
            if itself > 0:
                here = Arc(function, function, None, itself, itself)
                shares.append((here, itself, not self.graph.estimated))
            return sorted(shares, key=lambda share: -share[1])
        whole, outside, callers = self._whole(node.unit)
        if whole <= 0:
            return []
        only = callers == 1 and outside is None and self.graph.proven(node.unit)
        arcs = self.graph.into(node.unit)
        self.effort += len(arcs)
        shares = [(arc, node.time * arc.time / whole, only and node.exact) for arc in arcs]
        return sorted(shares, key=lambda share: -share[1])

    def _whole(self, node: int) -> tuple[float, float | None, int]:
        """Seconds of all calls of a node and, if there are some, of those that nobody made; its callers."""
        found = self._wholes.get(node)
        if found is None:
            root = self.graph.root(node)
            times = [time for _, time, _ in self.graph.figures_into(node)]
            self.effort += len(times)
            outside = None if root is None else root.time
            found = self._wholes[node] = sum(times) + (outside or 0.0), outside, len(times)
        return found

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
        whole, outside, callers = self._whole(node)
        if whole <= 0 or not callers:
            return time
        return time * outside / whole if outside is not None else 0.0

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
        parent = above(rest)
        if parent is None:
            return self._later_roots(rest)
        found = self._from(parent, rest.unit)
        for child in found:
            child.parent, child.depth = rest, rest.depth + 1
        return found

    def _from(self, node: CallNode, first: int) -> list[CallNode]:
        """The callers after the first ones."""
        shares = self._shares(node)
        end = first + MOST_CHILDREN
        shown = [self._child(node, arc, time, exact) for arc, time, exact in shares[first:end]]
        if shares[end:]:
            shown.append(self._rest(node, shares[end:], end))
        return shown

    def _later_roots(self, rest: CallNode) -> list[CallNode]:
        """Some more functions, and a rest if there are still more."""
        if not rest.made:
            functions = self._later[rest.unit : rest.unit + MOST_CHILDREN]
            for function in functions:
                rest.made["function", function] = self._root(function, rest)
            left, after = rest.count - len(functions), rest.unit + len(functions)
            if left:
                time = sum(map(self.graph.tottime, self._later[after:]))
                rest.made["rest", after] = node_below(
                    rest, "rest", NO_FUNCTION, time, exact=True, count=left, unit=after
                )
        return list(rest.made.values())

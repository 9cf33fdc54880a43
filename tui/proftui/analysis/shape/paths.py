"""How long a function ran where it was called by one path (README, "Focus")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.shape.known import Known
from proftui.analysis.shaped_profile import RootCalls
from proftui.background.pieces import Pace, Pieces

_CALLS = 2
"""Functions of a path that is the calls of one by the other."""


class PathTime(NamedTuple):
    """How long the last function of a path ran there."""

    time: Bounded
    """Seconds."""
    is_all: bool
    """Whether it was never called by any other way."""
    calls: RootCalls | None = None
    """The calls of it by one function, where these are the path."""


def time_below_root(graph: CallGraph, path: Sequence[int]) -> Pieces[PathTime | None]:
    """Seconds of the node of a call tree to which a path leads from a root; ``None``: there is none.

    Where calls in turn stand in the way as one node, it is that of the tree that takes them apart.
    """
    for grouped in (True, False):
        tree = FlowTree(graph.profile, grouped, bare=True, graph=graph)
        yield from tree.preparing()
        found = yield from finding_nodes(tree, path)
        if found:
            time, low, high = (sum(getattr(n, of) for n in found) for of in ("time", "low", "high"))
            made = Bounded(time, low, high, graph.certain and all(node.exact for node in found))
            return PathTime(made, made.exact and _is_only_way(graph, path) and _starts_alone(graph, path[0]))
    return None


def _is_only_way(graph: CallGraph, path: Sequence[int]) -> bool:
    """Whether all calls of each function of a path, but the first, are by the one before it."""
    callers, known = graph.profile.edges.callers, Known(graph)
    return all(
        {callers[entry] for entry in graph.topology.entries(callee)} <= {caller, callee}
        and known.root(callee) is None
        for caller, callee in pairwise(path)
    )


def _starts_alone(graph: CallGraph, function: int) -> bool:
    """Whether no other function of the profile calls it."""
    callers = graph.profile.edges.callers
    return {callers[entry] for entry in graph.topology.entries(function)} <= {function}


def finding_nodes(tree: CallTree, path: Sequence[int]) -> Pieces[list[CallNode]]:
    """The nodes to which functions lead from a root; several where one of them was taken apart."""
    pace, above = Pace(), list[CallNode]()
    for level, function in enumerate(path):
        waiting = list(tree.roots()) if not level else [c for node in above for c in tree.children(node)]
        above = []
        while waiting:
            node = waiting.pop()
            if node.kind == "rest":
                waiting += tree.children(node)
            elif node.kind == "function" and node.function == function:
                above.append(node)
            if pace.done(1):
                yield
    return above


def time_by_callers(graph: CallGraph, path: Sequence[int]) -> Pieces[PathTime | None]:
    """Seconds of a function where some functions led to it one after the other, whoever called the first.

    ``None``: one of these calls is not in the profile. Calls of a function by itself are no step.
    """
    known, pace = Known(graph), Pace()
    yield from known.preparing()
    callers = graph.profile.edges.callers
    value, low, high, exact = 1.0, 0.0, float("inf"), graph.certain
    for step in range(1, len(path)):
        caller, callee = path[step - 1], path[step]
        called, others, calls = None, [0.0, 0.0], None
        for entry in graph.topology.entries(callee):
            edge = known.edge(entry)
            time = edge.time
            if callers[entry] == caller:
                called, calls = time, edge if len(path) == _CALLS else None
            elif callers[entry] != callee:
                others[0] += time.value
                others[1] += time.high
            if pace.done(1):
                yield
        if called is None:
            return None
        high, exact = min(high, called.high), exact and called.exact
        if step == len(path) - 1:
            # What ran in these calls, but not by way of this path, ran while others called a step of it.
            value, low = value * called.value, max(0.0, called.low - low)
            made = Bounded(min(max(value, low), high), low, high, exact and low == high)
            return PathTime(made, made.exact and _is_only_way(graph, path), calls)
        root = known.root(callee)
        if root is not None:
            others = [others[0] + root.time.value, others[1] + root.time.high]
        whole = called.value + others[0]
        value, low = value * (called.value / whole if whole > 0 else 0.0), low + others[1]
    return None

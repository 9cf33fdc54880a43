"""How long a function ran where it was called by one path (README, "Focus")."""

from __future__ import annotations

import math
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
            exact = graph.certain and all(node.exact for node in found)
            is_whole = len(found) == 1 and path[-1] not in graph.topology.split
            is_all = exact and is_whole and tree.has_all_calls(found[0])
            return PathTime(Bounded(time, low, high, exact), is_all)
    return None


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


class _Step(NamedTuple):
    """Calls of one function of a path by the one before it."""

    calls: RootCalls
    part: float
    """Of the time of all calls of the function by others."""
    is_only_way: bool
    """Whether nothing else calls it."""


def _step(known: Known, caller: int, callee: int) -> _Step | None:
    """A step of a path; ``None``: there are no such calls. Calls of a function by itself are none."""
    callers, calls, root = known.profile.edges.callers, None, known.root(callee)
    others, is_only_way = (0.0, True) if root is None else (root.time.value, False)
    for entry in known.graph.topology.entries(callee):
        edge = known.edge(entry)
        if callers[entry] == caller:
            calls = edge
        elif callers[entry] != callee:
            others, is_only_way = others + edge.time.value, False
    if calls is None:
        return None
    whole = calls.time.value + others
    return _Step(calls, calls.time.value / whole if whole > 0 else 0.0, is_only_way)


def time_by_callers(graph: CallGraph, path: Sequence[int]) -> Pieces[PathTime | None]:
    """Seconds of a function where some functions led to it one after the other, whoever called the first.

    ``None``: one of these calls is not in the profile.
    """
    known, steps = Known(graph), list[_Step]()
    yield from known.preparing()
    for caller, callee in pairwise(path):
        step = _step(known, caller, callee)
        if step is None:
            return None
        steps.append(step)
        yield
    *before, last = steps
    calls, time = last.calls if not before else None, last.calls.time
    if graph.certain and time.exact and all(step.is_only_way for step in before):
        return PathTime(time, last.is_only_way, calls)
    high = min(step.calls.time.high for step in steps)
    value = min(high, time.value * math.prod(step.part for step in before))
    return PathTime(Bounded(value, 0.0, high, False), False, calls)

"""Narrower bounds for small trees without cycles: what sums leave of each interval (README, "Intervals")."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui_parsers.sums import SAME

MOST_NODES = 1_000
"""Nodes of a tree that is small: some hundredths of a second."""
_MOST_ROUNDS = 30

Interval = list[float]
"""The lower bound, and the upper one."""
Part = tuple[CallNode, Literal["time", "own"]]
"""A figure of a node."""


def narrow(tree: CallTree, graph: CallGraph) -> None:
    """Take from the bounds of all nodes what contradicts sums, where the tree is small and has no cycles.

    Two kinds of sums are known: a node's time is its own time and that of its children; the nodes of one
    function below another one have together what the file says of the calls between the two. Where the rest
    of a sum is bounded, so is each part of it (interval constraint propagation: Davis, "Constraint
    propagation with interval labels", 1987). Estimates stay as they are, and within their bounds.
    """
    doubts = graph.checked.contradictions
    if not graph.certain or graph.reentrance.components or doubts.missing or doubts.excess:
        return
    if not _is_small(graph) or (graph.shaped is not None and graph.shaped.doubts.own):
        return
    nodes = _all_nodes(tree)
    bounds: dict[Part, Interval] = {}
    for node in nodes:
        bounds[node, "time"] = [node.low, node.high]
        bounds[node, "own"] = [node.own_low, node.own_high]
    sums = [*_sums_of_nodes(tree, nodes, bounds), *_sums_of_edges(graph, nodes, bounds)]
    slack = SAME * tree.total
    for _ in range(_MOST_ROUNDS):
        # All of them, each round: not only up to the first that changes something.
        changes = sum(_cut(total, parts, slack) for total, parts in sums)
        if not changes:
            break
    for node in nodes:
        _bound(node, bounds[node, "time"], bounds[node, "own"])


def _is_small(graph: CallGraph) -> bool:
    """Whether few paths lead through a graph without cycles: counted from the roots on."""
    topology = graph.topology
    if topology.count > MOST_NODES:
        return False
    paths = [0] * topology.count
    left = [len(set(topology.callers(node)) - {node}) for node in range(topology.count)]
    ready = [node for node, callers in enumerate(left) if not callers]
    while ready:
        node = ready.pop()
        paths[node] += graph.roots.of(node) is not None
        for callee in set(topology.callees(node)) - {node}:
            paths[callee] += paths[node]
            left[callee] -= 1
            if not left[callee]:
                ready.append(callee)
    return sum(paths) <= MOST_NODES


def _all_nodes(tree: CallTree) -> list[CallNode]:
    """Every node, parents before children."""
    nodes = list(tree.roots())
    for node in nodes:
        nodes += tree.children(node)
    return nodes


def _sums_of_nodes(
    tree: CallTree, nodes: Sequence[CallNode], bounds: dict[Part, Interval]
) -> list[tuple[Interval, list[Interval]]]:
    """A node's time is its own time and that of its children."""
    return [
        (
            bounds[node, "time"],
            [bounds[node, "own"], *(bounds[child, "time"] for child in tree.children(node))],
        )
        for node in nodes
        if node.kind == "function"
    ]


def _sums_of_edges(
    graph: CallGraph, nodes: Sequence[CallNode], bounds: dict[Part, Interval]
) -> list[tuple[Interval, list[Interval]]]:
    """All nodes of a function below another one have the time, and the own time, that the file says."""
    groups: defaultdict[tuple[int, int], list[CallNode]] = defaultdict(list)
    for node in nodes:
        if node.kind == "function" and node.parent is not None:
            groups[node.parent.key, node.key].append(node)
    sums = []
    for (caller, callee), alike in groups.items():
        arc = next((arc for arc in graph.arcs.out(caller) if arc.callee == callee), None)
        if arc is not None and len(alike) > 1:
            inner = graph.arcs.own_time_in_itself(callee)
            sums.append(([arc.time, arc.time], [bounds[node, "time"] for node in alike]))
            sums.append(([arc.own, arc.own + inner], [bounds[node, "own"] for node in alike]))
    return sums


def _cut(total: Interval, parts: Sequence[Interval], slack: float) -> bool:
    """Take from a sum and its parts what the others do not allow; whether that is more than ``slack``."""
    lows, highs = sum(part[0] for part in parts), sum(part[1] for part in parts)
    changed = _within(total, lows, highs, slack)
    for part in parts:
        low, high = part
        changed |= _within(part, total[0] - (highs - high), total[1] - (lows - low), slack)
    return changed


def _within(interval: Interval, low: float, high: float, slack: float) -> bool:
    changed = False
    if low > interval[0] + slack:
        interval[0], changed = min(low, interval[1]), True
    if high < interval[1] - slack:
        interval[1], changed = max(high, interval[0]), True
    return changed


def _bound(node: CallNode, time: Interval, own: Interval) -> None:
    """Give a node narrower bounds, which still hold its estimates."""
    if not node.exact:
        node.low, node.high = min(node.time, time[0]), max(node.time, time[1])
        node.exact = node.high - node.low <= SAME * node.high
        if node.exact:
            node.low = node.high = node.time
    node.own_low, node.own_high = min(node.own, own[0]), max(node.own, own[1])
    if node.own_high - node.own_low <= SAME * node.high:
        node.own_low = node.own_high = node.own

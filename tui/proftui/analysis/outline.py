"""A call tree cut down to what can be written out."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from proftui.analysis.calltree import NO_FUNCTION, CallNode, CallTree, node_below

MOST = 100_000
"""Nodes that are written out at most."""

Outline = dict[CallNode, list[CallNode]]
"""The children of each node that has some; everything left out is in nodes of the kind ``rest``."""


def outline(tree: CallTree, roots: Sequence[CallNode], least: float, depth: int, most: int = MOST) -> Outline:
    """The nodes from ``least`` seconds on, ``depth`` levels (0: all), heaviest first up to ``most`` nodes."""
    found: Outline = {}
    waiting: list[tuple[float, int, CallNode, int]] = []
    counter = 0
    for root in roots:
        heappush(waiting, (-root.time, counter, root, 1))
        counter += 1
    while waiting:
        _, _, node, level = heappop(waiting)
        if not tree.opens(node) or node.kind not in ("function", "cycle"):
            continue
        if (depth and level >= depth) or counter >= most:
            found[node] = [_below(node)]
            continue
        children = found[node] = list(tree.children(node, least))
        for child in children:
            counter += 1
            heappush(waiting, (-child.time, counter, child, level + 1))
    return found


def tops(tree: CallTree, least: float) -> list[CallNode]:
    """The roots from ``least`` seconds on, and one node for all others."""
    roots = tree.roots()
    shown = [root for root in roots if root.time >= least]
    hidden = [root for root in roots if root.time < least]
    if hidden:
        time = sum(root.time for root in hidden)
        exact = all(root.exact for root in hidden)
        shown.append(node_below(None, "rest", NO_FUNCTION, time, exact=exact, count=len(hidden)))
    return shown


def _below(node: CallNode) -> CallNode:
    """Everything that a node calls, as one."""
    time = max(0.0, node.time - node.own)
    return node_below(node, "rest", NO_FUNCTION, time, exact=node.exact, label="everything below")

"""A call tree cut down to what can be written out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from proftui.analysis.calltree.nodes import (
    EVERYTHING_BELOW,
    NO_FUNCTION,
    CallNode,
    CallTree,
    as_rest,
    node_below,
    patience,
)
from proftui.background.pieces import Pieces

MOST = 100_000
"""Nodes that are written out at most."""
_MOST_CALLS = 5_000_000
"""Calls that are looked at for that."""
_TOGETHER = 10
"""Nodes made between two stops: in the cycle of a large graph one takes a millisecond."""

Outline = dict[CallNode, list[CallNode]]
"""The children of each node that has some; everything left out is in nodes of the kind ``rest``."""


def outlining(
    tree: CallTree,
    roots: Sequence[CallNode],
    least: float,
    depth: int,
    most: int = MOST,
    made: Callable[[], int] = lambda: 0,
) -> Pieces[Outline]:
    """The nodes from ``least`` seconds on, ``depth`` levels (0: all), heaviest first up to ``most`` nodes.

    ``made``: how many nodes a tree has that makes more of them than it shows.
    """
    outline: Outline = {}
    waiting: list[tuple[float, int, CallNode, int]] = []
    counter, stop, goes_on = 0, _TOGETHER, patience(tree, _MOST_CALLS)
    for counter, root in enumerate(roots, 1):
        heappush(waiting, (-root.time, counter, root, 1))
    while waiting:
        _, _, node, level = heappop(waiting)
        if not tree.opens(node) or node.kind not in ("function", "cycle"):
            continue
        if (depth and level >= depth) or max(counter, made()) >= most or not goes_on():
            time = max(0.0, node.time - node.own)
            below = node_below(node, "rest", NO_FUNCTION, time, exact=node.exact, label=EVERYTHING_BELOW)
            outline[node] = [below]
            continue
        children = list(tree.children(node, least))
        left = max(1, most - counter)
        if len(children) > left + 1:
            children[left:] = [as_rest(node, children[left:])]
        outline[node] = children
        for child in children:
            counter += 1
            heappush(waiting, (-child.time, counter, child, level + 1))
        if counter >= stop:
            stop = counter + _TOGETHER
            yield
    return outline


def tops(tree: CallTree, least: float) -> list[CallNode]:
    """The roots from ``least`` seconds on, and one node for all others."""
    roots = tree.roots()
    shown = [root for root in roots if root.time >= least]
    hidden = [root for root in roots if root.time < least]
    if hidden:
        shown.append(as_rest(None, hidden, tree.total))
    return shown

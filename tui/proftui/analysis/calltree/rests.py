"""What a node of the kind ``rest`` is opened to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proftui.analysis.calltree.nodes import MOST_CHILDREN, NO_FUNCTION, CallNode, node_below


def put_into_rest(rest: CallNode, nodes: list[CallNode]) -> list[CallNode]:
    """Children of a rest's parent, which stand in the rest from now on."""
    for node in nodes:
        node.parent, node.depth = rest, rest.depth + 1
    return nodes


def more_roots(
    rest: CallNode, later: Sequence[int], root: Callable[[int, CallNode], CallNode]
) -> list[CallNode]:
    """Some more roots, and a rest if there are still more.

    ``later``: keys of all roots that are in no list yet, of which the rest begins at ``rest.key``;
    ``root`` makes the node of a key below the rest.
    """
    if not rest.made:
        keys = later[rest.key : rest.key + MOST_CHILDREN]
        for key in keys:
            rest.made["function", key] = root(key, rest)
        left, start = rest.count - len(keys), rest.key + len(keys)
        if left:
            time = max(0.0, rest.time - sum(node.time for node in rest.made.values()))
            rest.made["rest", start] = node_below(
                rest, "rest", NO_FUNCTION, time, exact=rest.exact, count=left, key=start
            )
    return list(rest.made.values())

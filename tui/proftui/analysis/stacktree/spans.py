"""Where nodes stand in a walk through their whole tree, so that what is below one is a span of places."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence


def spans(parent: Sequence[int]) -> tuple[array[int], array[int]]:
    """By node its place in a walk through the whole tree, and the next place that is not below it."""
    size = array("i", [1]) * len(parent)
    for node in range(len(parent) - 1, -1, -1):
        if parent[node] >= 0:
            size[parent[node]] += size[node]
    begin, end, following = array("i", size), array("i", size), array("i", size)
    place = 0
    for node, above in enumerate(parent):
        # Siblings stand one behind the other, the first of them right behind its parent.
        at = place if above < 0 else following[above]
        begin[node], end[node], following[node] = at, at + size[node], at + 1
        if above < 0:
            place = end[node]
        else:
            following[above] = end[node]
    return begin, end


def outermost(nodes: Iterable[int], begin: Sequence[int], end: Sequence[int]) -> list[int]:
    """Those of some nodes that stand below none of the others; ``begin``, ``end``: see :func:`spans`."""
    found, reached = [], -1
    for node in sorted(nodes, key=begin.__getitem__):
        if begin[node] >= reached:
            found.append(node)
            reached = end[node]
    return found

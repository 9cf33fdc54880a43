"""What a search matches in an icicle: how much, and where the next match is."""

from __future__ import annotations

from typing import NamedTuple

from proftui import figures
from proftui.analysis.calltree import CallNode
from proftui.icicle import Icicle, Place, heaviest_first
from proftui.iciclerows import Paint

MOST_NODES = 5_000
"""Nodes visited for a question about the whole tree."""


class Covered(NamedTuple):
    """What a search matches in the picture; nested matches count once in ``seconds``."""

    boxes: int
    seconds: float
    share: float | None
    complete: bool
    """Whether nothing was too thin to be looked at; else it is at least so much."""


def covered(picture: Icicle, paint: Paint) -> Covered:
    """The boxes that match, and the time of matches that lie in no other match."""
    tree, root = picture.tree, picture.root
    seconds, looked, closed = 0.0, 0, 0

    def enter(node: CallNode) -> bool:
        nested = node.kind != "rest" or node is root
        return nested and looked <= MOST_NODES and not paint.matched(node)

    for node in heaviest_first(tree, tree.roots() if root is None else [root], picture.least / 8, enter):
        looked += 1
        if paint.matched(node):
            seconds += node.time
        else:
            closed += not enter(node)
    boxes = sum(paint.matched(box.node) for row in picture.all_levels() for box in row)
    return Covered(boxes, seconds, figures.share(seconds, tree.total), not closed)


def next_match(picture: Icicle, paint: Paint, here: Place, step: int) -> Place | None:
    """The next box that matches, or with ``step`` below 0 the one before, in reading order and around."""
    found = [
        Place(level, number)
        for level, row in enumerate(picture.all_levels())
        for number, box in enumerate(row)
        if paint.matched(box.node)
    ]
    if not found:
        return None
    if step > 0:
        return next((place for place in found if place > here), found[0])
    return next((place for place in reversed(found) if place < here), found[-1])

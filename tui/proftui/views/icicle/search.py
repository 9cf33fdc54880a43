"""What a search matches in an icicle: how much, and where the next match is."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode
from proftui.drawing import figures
from proftui.frame.nodes import is_sure
from proftui.views.icicle.boxes import Icicle, Place, heaviest_first
from proftui.views.icicle.paint import Paint

MOST_NODES = 5_000
"""Nodes visited for a question about the whole tree."""


class Covered(NamedTuple):
    """What a search matches in the picture; nested matches count once in ``seconds``."""

    boxes: int
    seconds: float
    share: float | None
    """In percent of the whole run, also where the picture is of a part of it."""
    exact: bool
    """Whether it needs no mark: its bounds read alike, and nothing was too thin to be looked at."""


def covered(picture: Icicle, paint: Paint) -> Covered:
    """The boxes that match, and the time of matches that lie in no other match."""
    tree, root = picture.tree, picture.root
    seconds, low, high, looked, exact = 0.0, 0.0, 0.0, 0, True

    def enter(node: CallNode) -> bool:
        nested = node.kind != "rest" or node is root
        return nested and looked <= MOST_NODES and not paint.matched(node)

    for node in heaviest_first(tree, tree.roots() if root is None else [root], picture.least / 8, enter):
        looked += 1
        if paint.matched(node):
            seconds, low, high = seconds + node.time, low + node.low, high + node.high
        else:
            exact = exact and enter(node)
    sure = exact and is_sure(low, high, tree.total)
    return Covered(len(matches(picture, paint)), seconds, figures.share(seconds, tree.total), sure)


def matches(picture: Icicle, paint: Paint) -> list[Place]:
    """The boxes that match, in reading order."""
    hits, worded = paint.matches or (), paint.worded
    return [
        Place(level, number)
        for level, row in enumerate(picture.all_levels())
        for number, box in enumerate(row)
        if (box[0].function in hits and box[0].kind != "rest") or (worded is not None and worded(box[0]))
    ]


def next_match(places: Sequence[Place], here: Place, step: int) -> Place | None:
    """The next of ``places``, or with ``step`` below 0 the one before, in reading order and around."""
    if not places:
        return None
    number = bisect_right(places, here) if step > 0 else bisect_left(places, here) - 1
    return places[number % len(places)]

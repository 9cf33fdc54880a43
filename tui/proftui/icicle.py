"""The icicle's geometry: from a call tree to boxes of whole cells, one row a level.

Levels are laid out when they are asked for. A box is never narrower than a cell: what is too thin is
summed up by the tree in a rest, which is a box itself from half a cell on and can be entered.
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from proftui.analysis.calltree import NO_FUNCTION, CallNode, CallTree, path_of

_PART = -2
"""Unit of a rest made here: a part of a rest that was entered."""
_PARTS = 8
_MOST_BOXES = 20_000
"""Boxes laid out for a question about the whole picture, such as where a function is."""


class Box(NamedTuple):
    """A node's place on its level."""

    node: CallNode
    x: int
    width: int
    above: int
    """Which box of the level above it belongs to."""
    tail: int
    """Eighths of a cell by which the last child really ends after (or, below 0, before) its last cell."""


class Place(NamedTuple):
    """A box by its level and its number there."""

    level: int
    number: int


class Icicle:
    """The picture of a tree, or of what is below ``root``, ``width`` cells wide.

    Levels before ``first`` are the ancestors of ``root``, each over the full width.
    """

    def __init__(self, tree: CallTree, width: int, root: CallNode | None = None) -> None:
        self.tree = tree
        self.width = max(1, width)
        self.root = root
        tops: Sequence[CallNode] = tree.roots() if root is None else [root]
        self.seconds = sum(node.time for node in tops if node.time > 0)
        self.least = self.seconds / self.width
        """Seconds of one cell."""
        self.thin = 0.0
        """Seconds that are only shown summed up, as rests or not at all, on the levels laid out."""
        self.complete = False
        """Whether there are no more levels than those laid out."""
        above = [] if root is None else path_of(root)[:-1]
        self.first = len(above)
        self.levels: list[list[Box]] = [[Box(node, 0, self.width, 0, 0)] for node in above]
        self.levels.append([])
        if self.seconds > 0:
            self._place(grouped(tops, self.least, None), self.seconds, 0, self.width, 0, self.levels[-1])
        else:
            self.complete = True

    def level(self, number: int) -> Sequence[Box]:
        """The boxes of a level from left to right; none below the last."""
        while len(self.levels) <= number and not self.complete:
            self._add_level()
        return self.levels[number] if 0 <= number < len(self.levels) else ()

    def all_levels(self) -> Sequence[Sequence[Box]]:
        """Every level, down to a bound on the work."""
        boxes = sum(map(len, self.levels))
        while not self.complete and boxes < _MOST_BOXES:
            boxes += len(self.level(len(self.levels)))
        return self.levels

    def _add_level(self) -> None:
        row: list[Box] = []
        ask, least, root = self.tree.children, self.least, self.root
        for number, (node, x, width, _, _) in enumerate(self.levels[-1]):
            if node.kind != "rest":
                children = ask(node, least)
            elif node is root:
                children = _below(self.tree, node, least)
            else:
                continue
            if len(children) == 1 and width == 1 and 2 * children[0].time >= node.time:
                # Most boxes of a crowded picture; they have no room for the details below.
                self._place_one(children[0], x, number, row)
            elif children:
                self._place(children, node.time, x, width, number, row)
        if row:
            self.levels.append(row)
        else:
            self.complete = True

    def _place(
        self, nodes: Sequence[CallNode], whole: float, x: int, width: int, above: int, row: list[Box]
    ) -> None:
        """Append the boxes of ``nodes`` to ``row``, side by side from ``x``."""
        widths = cells([node.time for node in nodes], whole, width, self.least)
        start, drawn, last = x, 0.0, -1
        for node, box_width in zip(nodes, widths, strict=True):
            if node.kind == "rest" or not box_width:
                self.thin += node.time
            if box_width:
                last = len(row)
                row.append(Box(node, x, box_width, above, 0))
                x += box_width
                drawn += node.time
        if last >= 0:
            tail = round(8 * (start + width * min(1.0, drawn / whole) - x)) if whole > 0 else 0
            if tail:
                row[last] = row[last]._replace(tail=max(-7, min(7, tail)))

    def _place_one(self, node: CallNode, x: int, above: int, row: list[Box]) -> None:
        if node.kind == "rest":
            self.thin += node.time
        row.append(Box(node, x, 1, above, 0))

    # Neighbours

    def box(self, place: Place) -> Box:
        """The box at a place that exists."""
        return self.level(place.level)[place.number]

    def parent(self, place: Place) -> Place | None:
        """The box above."""
        return Place(place.level - 1, self.box(place).above) if place.level else None

    def heaviest_child(self, place: Place) -> Place | None:
        """The box below with the most time; a rest only where there is nothing else."""
        row = self.level(place.level + 1)
        below = [
            number for number in range(len(row)) if row[number].above == place.number and place.level >= 0
        ]
        if not below:
            return None
        return Place(
            place.level + 1, max(below, key=lambda n: (row[n].node.kind != "rest", row[n].node.time))
        )

    def beside(self, place: Place, step: int) -> Place | None:
        """The next box of the level, to the right or to the left."""
        number = place.number + step
        return Place(place.level, number) if 0 <= number < len(self.level(place.level)) else None

    def at(self, x: int, level: int) -> Place | None:
        """The box that covers a cell; ``None`` on the own time of the box above."""
        row = self.level(level)
        number = bisect_right(row, x, key=lambda box: box.x) - 1
        if number < 0 or x >= row[number].x + row[number].width:
            return None
        return Place(level, number)

    def find(self, node: CallNode) -> Place | None:
        """Where a node's box is."""
        for level, row in enumerate(self.all_levels()):
            for number, box in enumerate(row):
                if box.node is node:
                    return Place(level, number)
        return None

    def widest(self, function: int) -> Place | None:
        """The widest box of a function, the uppermost of equals."""
        best, place = 0, None
        for level, row in enumerate(self.all_levels()):
            for number, box in enumerate(row):
                if box.node.function == function and box.width > best and box.node.kind != "rest":
                    best, place = box.width, Place(level, number)
        return place


@dataclass(frozen=True, slots=True)
class Rows:
    """Which levels stand in the rows of a screen: pinned ancestors, then levels as they are scrolled."""

    folded: int
    """How many of the uppermost ancestors share the first row."""
    pinned: range
    levels: range


NO_ROWS = Rows(0, range(0), range(0))


def arranged(picture: Icicle, rows: int, top: int) -> Rows:
    """The levels for ``rows`` rows, ``top`` levels scrolled away; ancestors take a quarter at most."""
    room = max(2, rows // 4)
    shown = min(picture.first, room)
    folded = picture.first - shown + 1 if picture.first > room else 0
    left = max(0, rows - shown)
    first = picture.first + top
    picture.level(first + left)
    return Rows(
        folded,
        range(picture.first - shown, picture.first),
        range(first, min(first + left, len(picture.levels))),
    )


def heaviest_first(
    tree: CallTree, tops: Sequence[CallNode], least: float, enter: Callable[[CallNode], bool]
) -> Iterator[CallNode]:
    """Nodes by their time, the heaviest first; below those for which ``enter`` holds when they come.

    So whatever bound ends the walk, what was not visited is lighter than what was.
    """
    waiting = [(-node.time, number, node) for number, node in enumerate(tops)]
    heapq.heapify(waiting)
    made = len(waiting)
    while waiting:
        _, _, node = heapq.heappop(waiting)
        yield node
        if enter(node):
            for child in tree.children(node, least):
                heapq.heappush(waiting, (-child.time, made, child))
                made += 1


def heaviest_call(tree: CallTree, function: int, most: int) -> CallNode | None:
    """The node of a function with the most time, among the ``most`` heaviest nodes."""
    nodes = heaviest_first(tree, tree.roots(), 0.0, lambda node: node.kind != "rest")
    return next((node for node in islice(nodes, most) if node.function == function), None)


def cells(times: Sequence[float], whole: float, width: int, least: float = 0.0) -> list[int]:
    """How many of ``width`` cells each of ``times`` gets, by the largest remainder.

    What ``times`` leave of ``whole`` takes part, as the parent's own time, so that the sum is ``width``
    with it. From ``least`` seconds on a time gets a cell, as long as another has one to spare.
    """
    whole = max(whole, sum(times))
    if whole <= 0 or not times:
        return [0] * len(times)
    if len(times) == 1:
        found = [min(width, int(times[0] / whole * width + 0.5))]
    else:
        quotas = [time / whole * width for time in times]
        found = [int(quota) for quota in quotas]
        own = max(0.0, width - sum(quotas))
        spare = width - sum(found) - int(own)
        if spare > 0:
            parts = [quota - whole_cells for quota, whole_cells in zip(quotas, found, strict=True)]
            parts.append(own - int(own))
            ranked = sorted(range(len(parts)), key=parts.__getitem__, reverse=True)
            for number in ranked[:spare]:
                if number < len(found):
                    found[number] += 1
    if 0 in found and least > 0:
        _at_least_one(found, times, width, least)
    return found


def _at_least_one(found: list[int], times: Sequence[float], width: int, least: float) -> None:
    for number, time in enumerate(times):
        if found[number] or time < least:
            continue
        if sum(found) >= width:
            widest = max(range(len(found)), key=found.__getitem__)
            if found[widest] < 2:
                return
            found[widest] -= 1
        found[number] = 1


def _below(tree: CallTree, node: CallNode, least: float) -> Sequence[CallNode]:
    """What a rest that was entered stands for."""
    inside = list(node.made.values()) if node.unit == _PART else tree.children(node)
    return grouped(inside, least, node)


def grouped(nodes: Sequence[CallNode], least: float, parent: CallNode | None) -> Sequence[CallNode]:
    """``nodes``, heaviest first; those that are too thin for a box of their own in a few parts."""
    wide = [node for node in nodes if node.time >= least]
    thin = [node for node in nodes if node.time < least]
    if not thin:
        return nodes
    number = min(_PARTS, len(thin)) if parent is not None and parent.kind == "rest" else 1
    size = -(-len(thin) // number)
    parts = [thin[start : start + size] for start in range(0, len(thin), size)]
    return [*wide, *(part[0] if len(part) == 1 else _part(part, parent) for part in parts)]


def _part(nodes: Sequence[CallNode], parent: CallNode | None) -> CallNode:
    time = sum(node.time for node in nodes)
    part = CallNode(
        "rest",
        NO_FUNCTION,
        time,
        sum(node.low for node in nodes),
        sum(node.high for node in nodes),
        all(node.exact for node in nodes),
        0.0,
        None,
        parent,
        0 if parent is None else parent.depth + 1,
        count=sum(node.count if node.kind == "rest" else 1 for node in nodes),
        unit=_PART,
    )
    part.made = {("rest", number): node for number, node in enumerate(nodes)}
    return part

"""The icicle's geometry: from a call tree to boxes of whole cells, one row a level.

Levels are laid out when they are asked for. A box is never narrower than a cell: what is too thin is
summed up by the tree in a rest, which is a box itself from half a cell on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import sub
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode, CallTree, as_rest, path_of, patience

_MOST_BOXES, _MOST_CALLS = 8_000, 500_000
"""Boxes laid out, and calls looked at, for questions about the whole picture, such as where a function is."""


class Box(NamedTuple):
    """A node's place on its level."""

    node: CallNode
    x: int
    width: int
    above: int
    """Which box of the level above it belongs to."""


_new = tuple.__new__
"""Makes a ``Box`` in half the time of calling it: a crowded picture has thousands."""


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
        self._goes_on = patience(tree, _MOST_CALLS)
        self.least = self.seconds / self.width
        """Seconds of one cell."""
        self.thin = 0.0
        """Seconds that are only shown summed up, as rests or not at all, on the levels laid out."""
        self.complete = False
        """Whether there are no more levels than those laid out."""
        self._places: dict[CallNode, Place] = {}
        self._widest: dict[int, Place] = {}
        self._indexed = 0
        above = [] if root is None else path_of(root)[:-1]
        self.first = len(above)
        self.levels: list[list[Box]] = [[Box(node, 0, self.width, 0)] for node in above]
        self.levels.append([])
        if self.seconds > 0:
            nodes, row = _summed_up(tops, self.least), self.levels[-1]
            self.thin = _place(nodes, self.seconds, 0, self.width, 0, self.least, row, 0.0)
        else:
            self.complete = True

    def level(self, number: int) -> Sequence[Box]:
        """The boxes of a level from left to right; none below the last."""
        while len(self.levels) <= number and not self.complete:
            self._add_level()
        return self.levels[number] if 0 <= number < len(self.levels) else ()

    def all_levels(self, most: int = _MOST_BOXES) -> Sequence[Sequence[Box]]:
        """Every level, down to a bound on the work: so many boxes."""
        boxes = sum(map(len, self.levels))
        while not self.complete and boxes < most and self._goes_on():
            boxes += len(self.level(len(self.levels)))
        return self.levels

    def _add_level(self) -> None:
        row: list[Box] = []
        add = row.append
        ask, least, thin = self.tree.children, self.least, self.thin
        for number, (node, x, width, _) in enumerate(self.levels[-1]):
            children = ask(node, least) if node.kind != "rest" else ()
            if not children:
                continue
            child, whole = children[0], node.time
            if width == 1 and len(children) == 1 and 2 * child.time >= whole:
                # Most boxes of a crowded picture; they cannot show the details of others.
                if child.kind == "rest":
                    thin += child.time
                add(_new(Box, (child, x, 1, number)))
            else:
                thin = _place(children, whole, x, width, number, least, row, thin)
        self.thin = thin
        if row:
            self.levels.append(row)
        else:
            self.complete = True

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
        start = bisect_left(row, place.number, key=lambda box: box.above)
        end = bisect_right(row, place.number, start, key=lambda box: box.above)
        if start == end:
            return None
        heaviest = max(range(start, end), key=lambda n: (row[n].node.kind != "rest", row[n].node.time))
        return Place(place.level + 1, heaviest)

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
        self._index()
        return self._places.get(node)

    def widest(self, function: int) -> Place | None:
        """The widest box of a function, the uppermost of equals."""
        self._index()
        return self._widest.get(function)

    def _index(self) -> None:
        """Note where everything is, on the levels that were not laid out when this was asked last."""
        levels, places, widest = self.all_levels(), self._places, self._widest
        for level in range(self._indexed, len(levels)):
            for number, box in enumerate(levels[level]):
                node = box.node
                place = places.setdefault(node, Place(level, number))
                best = widest.get(node.function)
                if node.kind != "rest" and (best is None or self.box(best).width < box.width):
                    widest[node.function] = place
        self._indexed = len(levels)


def _place(
    nodes: Sequence[CallNode],
    whole: float,
    x: int,
    width: int,
    above: int,
    least: float,
    row: list[Box],
    thin: float,
) -> float:
    """Append the boxes of ``nodes`` to ``row``, side by side from ``x``; ``thin`` and what they add to it."""
    times = [node.time for node in nodes]
    for node, time, cells_of_it in zip(nodes, times, cells(times, whole, width, least), strict=True):
        if not cells_of_it or node.kind == "rest":
            thin += time
        if cells_of_it:
            row.append(_new(Box, (node, x, cells_of_it, above)))
            x += cells_of_it
    return thin


def cells(times: Sequence[float], whole: float, width: int, least: float = 0.0) -> list[int]:
    """How many of ``width`` cells each of ``times`` gets, by the largest remainder.

    What ``times`` leave of ``whole`` takes part, as the parent's own time, so that the sum is ``width``
    with it. From ``least`` seconds on a time gets a cell, as long as another has one to spare.
    """
    whole = max(whole, sum(times))
    if whole <= 0 or not times:
        return [0] * len(times)
    if len(times) == 1:
        widths = [min(width, int(times[0] / whole * width + 0.5))]
    else:
        widths = _largest_remainder([time / whole * width for time in times], width)
    if least > 0 and 0 in widths:
        _at_least_one(widths, times, width, least)
    return widths


def _largest_remainder(quotas: list[float], width: int) -> list[int]:
    widths = list(map(int, quotas))
    own = max(0.0, width - sum(quotas))
    own_cells = int(own)
    spare = width - sum(widths) - own_cells
    if spare <= 0:
        return widths
    parts = list(map(sub, quotas, widths))
    parts.append(own - own_cells)
    if spare == 1:
        ranked = [parts.index(max(parts))]
    else:
        ranked = sorted(range(len(parts)), key=parts.__getitem__, reverse=True)[:spare]
    for number in ranked:
        if number < len(widths):
            widths[number] += 1
    return widths


def _at_least_one(widths: list[int], times: Sequence[float], width: int, least: float) -> None:
    for number, time in enumerate(times):
        if widths[number] or time < least:
            continue
        if sum(widths) >= width:
            widest = max(range(len(widths)), key=widths.__getitem__)
            if widths[widest] < 2:
                return
            widths[widest] -= 1
        widths[number] = 1


class LevelRows(NamedTuple):
    """Which levels stand in the rows of a screen: pinned ancestors, then levels as they are scrolled."""

    folded: int
    """How many of the uppermost ancestors share the first row."""
    pinned: range
    levels: range

    def level_at(self, y: int) -> int | None:
        """The level in a row."""
        levels = (*self.pinned, *self.levels)
        return levels[y] if 0 <= y < len(levels) else None

    def row_of(self, level: int) -> int | None:
        """The row in which a level stands."""
        if level in self.levels:
            return len(self.pinned) + level - self.levels.start
        return level - self.pinned.start if level in self.pinned else None


NO_ROWS = LevelRows(0, range(0), range(0))


def arranged(picture: Icicle, rows: int, top: int) -> LevelRows:
    """The levels for ``rows`` rows, ``top`` levels scrolled away; ancestors take a quarter at most."""
    most = max(2, rows // 4)
    shown = min(picture.first, most)
    folded = picture.first - shown + 1 if picture.first > most else 0
    remaining = max(0, rows - shown)
    first = picture.first + top
    picture.level(first + remaining)
    return LevelRows(
        folded,
        range(picture.first - shown, picture.first),
        range(first, min(first + remaining, len(picture.levels))),
    )


def _summed_up(nodes: Sequence[CallNode], least: float) -> Sequence[CallNode]:
    """Roots, of which those that are too thin for a box of their own are one rest."""
    thin = [node for node in nodes if node.time < least]
    if len(thin) < 2:
        return nodes
    return [*(node for node in nodes if node.time >= least), as_rest(None, thin)]

"""Chains of single children, which stand in one row: what is one, and which rows that makes."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode, patience
from proftui.analysis.calltree.unfolding import Unfolding
from proftui.drawing import figures
from proftui.frame.nodes import estimate_mark

ALIKE = 0.99
"""Part of a level's time that the next one has at least."""
NONE = "0.0"
"""A share that says nothing."""
MOST_LEVELS = 1_000
"""Levels that are opened at once to see where a chain ends."""


class Row(NamedTuple):
    """What stands in a row of the tree: the open nodes from number ``first`` to ``last``."""

    first: int
    last: int
    level: int
    """How many rows stand above it in the tree."""


class Chains:
    """The rows of a tree that is open in part; a chain is always open down to its last level."""

    def __init__(self, unfolding: Unfolding, is_named: Callable[[int], bool], *, folds: bool = True) -> None:
        """``is_named``: whether a function stands in a row of its own where others are called from it.

        ``folds``: whether there are chains at all.
        """
        self.unfolding, self._folds = unfolding, folds
        self._is_named = is_named
        self.apart: set[CallNode] = set()
        """Levels that end their row although the chain goes on, since that was asked for."""
        self.rows: list[Row] = []
        self._ends: set[CallNode] = set()
        """Closed nodes from which no chain goes on."""
        self.renew()

    def nodes(self, row: int) -> list[CallNode]:
        """The levels that stand in a row, the outermost first."""
        first, last, _ = self.rows[row]
        return self.unfolding.nodes[first : last + 1]

    def row_of(self, node: CallNode) -> int | None:
        """The row in which ``node`` stands, if it has one."""
        number = self.unfolding.row_of(node)
        return None if number is None else bisect_right(self.rows, number, key=lambda row: row.first) - 1

    def parent_row(self, row: int) -> int | None:
        """The row that ``row`` was opened from."""
        above = self.unfolding.parent_row(self.rows[row].first)
        return None if above is None else self.row_of(self.unfolding.nodes[above])

    def renew(self, *, forget: bool = False) -> None:
        """After nodes opened or closed; ``forget``: the least share is another one, too."""
        if forget:
            self._ends.clear()
        goes_on = patience(self.unfolding.tree)
        for number in range(len(self.unfolding.nodes) - 1, -1, -1):
            self._open_chain(number, goes_on)
        self.rows = self._folded()

    def split(self, node: CallNode) -> None:
        """Let ``node`` be the last in its row, which is what keys act on."""
        row = self.row_of(node)
        if row is not None and self.nodes(row)[-1] is not node:
            self.apart.add(node)
            self.rows = self._folded()

    def split_all(self, row: int) -> bool:
        """Give each level of a row its own; whether there are several."""
        levels = self.nodes(row)[:-1]
        self.apart.update(levels)
        self.rows = self._folded() if levels else self.rows
        return bool(levels)

    def join(self, row: int) -> bool:
        """Put back together what was split before or after this row; whether something was."""
        before, nodes = len(self.rows), self.unfolding.nodes
        last = self.rows[row].last
        if nodes[last] not in self.apart:
            return False
        first = last
        while first > 0 and nodes[first - 1] in self.apart and nodes[first].parent is nodes[first - 1]:
            first -= 1
        while last + 1 < len(nodes) and nodes[last] in self.apart:
            last += 1
        self.apart.difference_update(nodes[first:last])
        self.rows = self._folded()
        return len(self.rows) < before

    def _open_chain(self, number: int, goes_on: Callable[[], bool]) -> None:
        """Open a closed node as long as one chain goes on from it, and there is time for it."""
        rows = self.unfolding
        for at in range(number, number + MOST_LEVELS):
            node = rows.nodes[at]
            if node in rows.opened or node in self.apart or node in self._ends:
                return
            may_go_on = goes_on() and self._may_go_on(node) and rows.opens(node)
            below = rows.children(node) if may_go_on else ()
            if len(below) != 1 or not self._goes_on(node, below[0]) or not rows.open(at):
                self._ends.add(node)
                return

    def _folded(self) -> list[Row]:
        nodes, levels = self.unfolding.nodes, self.unfolding.levels
        children = Counter(map(attrgetter("parent"), nodes))
        rows: list[Row] = []
        level_of = {0: 0}
        first = 0
        for last, node in enumerate(nodes):
            goes_on = children.get(node) == 1 and node not in self.apart and self._may_go_on(node)
            if goes_on and self._goes_on(node, nodes[last + 1]):
                continue
            level = level_of[levels[first]]
            level_of[levels[last] + 1] = level + 1
            rows.append(Row(first, last, level))
            first = last + 1
        return rows

    def _may_go_on(self, node: CallNode) -> bool:
        """Whether a node is a level that says little: a function without own time worth showing."""
        tree = self.unfolding.tree
        if not self._folds or node.kind != "function" or self._share(node.time) in ("", NONE):
            return False
        # Upside down the first level is whose time it all is.
        return node.parent is not None if tree.inverted else self._share(node.own) == NONE

    def _goes_on(self, above: CallNode, below: CallNode) -> bool:
        """Whether two levels say the same: but a thread, or own code that calls a library, is named."""
        other = above.parent if self.unfolding.tree.inverted else below
        return self._reads_alike(above, below) and (self._named(other) or not self._named(above))

    def _named(self, node: CallNode | None) -> bool:
        return node is not None and node.kind == "function" and self._is_named(node.function)

    def _reads_alike(self, above: CallNode, below: CallNode) -> bool:
        """Whether two levels have the same time, as far as it is shown, and are as certain."""
        if below.kind not in ("function", "cycle") or below.time < ALIKE * above.time:
            return False
        total = self.unfolding.tree.total
        marks = [estimate_mark(node, total, figures.MICROSECONDS) for node in (above, below)]
        return self._share(above.time) == self._share(below.time) and marks[0] == marks[1]

    def _share(self, seconds: float) -> str:
        return figures.percent(figures.share(seconds, self.unfolding.tree.total))

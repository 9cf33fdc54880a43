"""What of a tree is open: opening and closing one node, a path, or as many as fit."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import count, pairwise

from proftui.analysis.calltree.nodes import CallNode, patience
from proftui.analysis.calltree.slices import Slices

MOST_NEW = 10_000
"""Rows that opening everything adds at most."""
MOST_MADE = 8_000
"""Nodes that it makes at most of a tree that makes more than it shows: a fifth of a second."""
WORTH_OPENING = 0.1
"""Part of the heaviest root's time from which on a node is opened at the start."""


class Unfolding(Slices):
    """A tree of which the user opens what he wants to see."""

    def open(self, row: int) -> int:
        """Open a row; how many rows that adds."""
        node, before = self.nodes[row], len(self.nodes)
        if node in self.opened or not self.opens(node) or not self.children(node):
            return 0
        self.opened.add(node)
        self._fill(row)
        return len(self.nodes) - before

    def close(self, row: int) -> int:
        """Close a row; how many rows that takes away. What was open below it stays so for the next time."""
        node = self.nodes[row]
        if node not in self.opened:
            return 0
        self.opened.discard(node)
        return self._empty(row)

    def open_all(self, path: Sequence[CallNode]) -> None:
        """Open nodes of which each stands below the one before it and the first has a row."""
        new = [node for node in path if node not in self.opened]
        self.opened.update(new)
        row = self.row_of(new[0]) if new else None
        if row is not None:
            self._fill(row)

    def reveal(self, node: CallNode) -> int | None:
        """Open what stands above ``node``; its row, or ``None`` if it is not in this tree."""
        path = [node]
        while path[-1].parent is not None:
            path.append(path[-1].parent)
        steps = [step for step in reversed(path) if step.kind != "rest" or step is node]
        changed = self._enter_root(steps[0])
        for parent, child in pairwise(steps):
            way = self._way(parent, child)
            changed = changed or next((step for step in way if step not in self.opened), None)
            self.opened.update(way)
        if changed is not None:
            row = self.row_of(changed)
            if row is None:
                self._rebuild()
            else:
                self._fill(row)
        return self.row_of(node)

    def _enter_root(self, root: CallNode) -> CallNode | None:
        rest = self._rest
        if rest is None or root not in self._small_roots or rest in self.opened:
            return None
        self._wanted.add(rest)
        self.opened.add(rest)
        return rest

    def _way(self, parent: CallNode, child: CallNode) -> list[CallNode]:
        """What has to be open for ``child`` to be shown: its parent, and rests that it stands in."""
        way = [parent]
        while True:
            shown, below = self._split(way[-1])
            if child in shown or child is below:
                if child is below:
                    self._want(child, parent)
                return way
            rest = below or (shown[-1] if shown and shown[-1].kind == "rest" else None)
            if rest is None or rest in way:
                return way
            if below is not None:
                self._want(below, parent)
            way.append(rest)

    def _want(self, rest: CallNode, parent: CallNode) -> None:
        self._wanted.add(rest)
        if parent in self.opened:
            # It is open without this row: fill it again.
            row = self.row_of(parent)
            if row is not None:
                self._fill(row)

    def open_first(self, most: int) -> None:
        """Open what is heaviest while there are fewer than ``most`` rows: what is seen at the start."""
        tried, goes_on = set[CallNode](), patience(self.tree)
        while len(self.nodes) < most and goes_on():
            rows = (node for node in self.nodes[:most] if node.kind in ("function", "cycle"))
            closed = [node for node in rows if node not in tried and node not in self.opened]
            if not closed:
                return
            node = max(closed, key=lambda node: node.time)
            if node.time < WORTH_OPENING * self.nodes[0].time:
                return
            tried.add(node)
            self.open(self.nodes.index(node))

    def expand(self, row: int | None = None, most: int = MOST_NEW) -> int:
        """Open everything below ``row`` or, without one, everywhere, heaviest first; how many stay closed.

        Stops before more than ``most`` rows are new.
        """
        start, end = (0, len(self.nodes)) if row is None else (row, self.end(row))
        # Of equal times the upper row comes first.
        turn = count()
        waiting = [
            (-node.time, next(turn), node)
            for node in self.nodes[start:end]
            if node not in self.opened and self._expands(node)
        ]
        heapq.heapify(waiting)
        new: set[CallNode] = set()
        rows, made, goes_on = 0, self._made + MOST_MADE, patience(self.tree)
        while waiting and self._made <= made and goes_on():
            node = waiting[0][2]
            below = self.children(node)
            if rows + len(below) > most:
                break
            heapq.heappop(waiting)
            rows += len(below)
            if below:
                new.add(node)
            for child in below:
                if self._expands(child):
                    heapq.heappush(waiting, (-child.time, next(turn), child))
        if new:
            self.opened |= new
            if row is None:
                self._rebuild()
            else:
                self._fill(row)
        return len(waiting)

    @property
    def _made(self) -> int:
        """How many nodes of both sides the tree has made; 0: it is of one."""
        return getattr(self.tree, "made", 0)

    def _expands(self, node: CallNode) -> bool:
        return node.kind != "rest" and self.opens(node)

    def collapse(self) -> bool:
        """Close everything; whether something was open."""
        if not self.opened:
            return False
        self.opened.clear()
        self._wanted.clear()
        self._rebuild()
        return True

    def reopen(self, nodes: Iterable[CallNode]) -> None:
        """Have these open, each below one that is too, and nothing else."""
        self.opened = set(nodes)
        self._wanted.clear()
        self._rebuild()

    def set_least(self, least: float) -> None:
        """Another least time; what is open stays open."""
        self.least = least
        self._wanted.clear()
        self._rebuild()

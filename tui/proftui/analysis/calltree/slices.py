"""The rows of a tree as one flat list, which is cut and filled where something opens or closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode, CallTree, as_rest


class Hidden(NamedTuple):
    """What lies below the least share, among the nodes that are open."""

    nodes: int
    seconds: float


def is_inexact(node: CallNode) -> bool:
    """Whether a node's time is an estimate."""
    return not node.exact


class Slices:
    """A tree and its rows, ``nodes``, with the level of each: lists that opening and closing cut and fill."""

    def __init__(
        self, tree: CallTree, least: float = 0.0, is_estimate: Callable[[CallNode], bool] = is_inexact
    ) -> None:
        """``least``: seconds below which children are summed up; ``is_estimate``: what is counted as one."""
        self.tree, self._is_estimate = tree, is_estimate
        self.least = least
        self.nodes: list[CallNode] = []
        self.levels: list[int] = []
        self.opened: set[CallNode] = set()
        self._wanted: set[CallNode] = set()
        """Rests that are shown although they are small, since something in them was asked for."""
        self._below: dict[CallNode, CallNode] = {}
        self._rest: CallNode | None = None
        self._small_roots: list[CallNode] = []
        self._rebuild()

    @property
    def hidden(self) -> Hidden:
        """Nodes and seconds that are counted and have no row."""
        rests = self._below.values()
        return Hidden(sum(rest.count for rest in rests), sum(rest.time for rest in rests))

    @property
    def estimates(self) -> bool:
        """Whether some row is an estimate."""
        return any(map(self._is_estimate, self.nodes))

    def opens(self, node: CallNode) -> bool:
        """Whether there is something to show below ``node``."""
        return node is self._rest or self.tree.opens(node, self._least_below(node))

    def children(self, node: CallNode) -> Sequence[CallNode]:
        """What is shown below ``node`` when it is open."""
        return self._split(node)[0]

    def row_of(self, node: CallNode) -> int | None:
        """The row of ``node``, if it has one."""
        try:
            return self.nodes.index(node)
        except ValueError:
            return None

    def parent_row(self, row: int) -> int | None:
        """The row that ``row`` was opened from."""
        level = self.levels[row]
        return next((above for above in range(row - 1, -1, -1) if self.levels[above] < level), None)

    def end(self, row: int) -> int:
        """The first row after ``row`` and everything below it."""
        levels, level = self.levels, self.levels[row]
        return next((after for after in range(row + 1, len(levels)) if levels[after] <= level), len(levels))

    def _least_below(self, node: CallNode) -> float:
        # What stands in an opened rest is small; whoever looked into it wants to see what it calls.
        return self.least if node.time >= self.least else 0.0

    def _split(self, node: CallNode) -> tuple[Sequence[CallNode], CallNode | None]:
        """The children that are shown, and the rest that is only counted."""
        if node is self._rest:
            return self._small_roots, None
        children = self.tree.children(node, self._least_below(node))
        last = children[-1] if children else None
        if last is None or last.kind != "rest" or last.time >= self.least or last in self._wanted:
            return children, None
        return children[:-1], last

    def _rebuild(self) -> None:
        self.nodes, self.levels = [], []
        self._below.clear()
        tops = self._tops()
        self._insert(0, *self._unfolded([(node, 0) for node in reversed(tops)]))

    def _tops(self) -> list[CallNode]:
        """The roots; those below the least share are summed up as children are."""
        roots = list(self.tree.roots())
        # One alone is what was asked for, however small.
        small = [root for root in roots if root.time < self.least] if len(roots) > 1 else []
        self._small_roots = small
        if not small:
            self._rest = None
            return roots
        rest = as_rest(None, small, self.tree.total)
        if self._rest is None or self._rest.count != rest.count:
            self._rest = rest
        kept = set(small)
        shown = [root for root in roots if root not in kept]
        if self._rest.time >= self.least or self._rest in self._wanted or not shown:
            return [*shown, self._rest]
        self._below[self._rest] = self._rest
        return shown

    def _fill(self, row: int) -> None:
        """Put the rows below an open row in their place, instead of those that are there."""
        self._empty(row)
        level = self.levels[row]
        below = self._shown_below(self.nodes[row])
        waiting = [(child, level + 1) for child in reversed(below)]
        self._insert(row + 1, *self._unfolded(waiting))

    def _unfolded(self, waiting: list[tuple[CallNode, int]]) -> tuple[list[CallNode], list[int]]:
        """Rows for nodes and what is open below them; the last of ``waiting`` comes first."""
        nodes: list[CallNode] = []
        levels: list[int] = []
        while waiting:
            node, level = waiting.pop()
            nodes.append(node)
            levels.append(level)
            if node in self.opened:
                waiting.extend((child, level + 1) for child in reversed(self._shown_below(node)))
        return nodes, levels

    def _shown_below(self, node: CallNode) -> Sequence[CallNode]:
        """The children of a row that is open now; what is too small for a row is counted."""
        shown, below = self._split(node)
        if below is not None:
            self._below[node] = below
        return shown

    def _insert(self, row: int, nodes: list[CallNode], levels: list[int]) -> None:
        self.nodes[row:row] = nodes
        self.levels[row:row] = levels

    def _empty(self, row: int) -> int:
        """Take away the rows below ``row``; how many there were."""
        end = self.end(row)
        for node in self.nodes[row:end]:
            self._below.pop(node, None)
        del self.nodes[row + 1 : end]
        del self.levels[row + 1 : end]
        return end - row - 1

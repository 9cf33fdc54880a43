"""One call tree of both sides: nodes are matched by the path of matched functions that leads to them.

The time of a node is how much it changed, in either direction: so the largest changes stand first, and what
changed by less than the least share is summed up.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode, CallTree, node_below, put_into_rest, rest_below
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Comparison


class NodePair(NamedTuple):
    """A node of the tree before and the one after on the same path; one of them may be missing."""

    before: CallNode | None
    after: CallNode | None

    @property
    def nodes(self) -> list[CallNode | None]:
        """Both without what only stands for a function in the rest of a side."""
        return [None if node and node.kind == "rest" and node.function >= 0 else node for node in self]

    @property
    def times(self) -> tuple[float, float]:
        """Seconds before and after."""
        return _time(self.before), _time(self.after)

    @property
    def own(self) -> tuple[float, float]:
        """Own time before and after, seconds."""
        return 0.0 if self.before is None else self.before.own, 0.0 if self.after is None else self.after.own

    @property
    def calls(self) -> tuple[float | None, float | None]:
        """Calls before and after; ``None``: not known."""
        return tuple(0.0 if node is None else node.calls for node in self)  # type: ignore[return-value] # two

    @property
    def change(self) -> float:
        """Seconds after less those before."""
        return _time(self.after) - _time(self.before)

    @property
    def bounds(self) -> tuple[float, float]:
        """What the change lies between, seconds."""
        low_before, high_before = (0.0, 0.0) if self.before is None else (self.before.low, self.before.high)
        low_after, high_after = (0.0, 0.0) if self.after is None else (self.after.low, self.after.high)
        return low_after - high_before, high_after - low_before

    @property
    def exact(self) -> bool:
        """Whether both times follow from the files."""
        return all(node is None or node.exact for node in self)

    @property
    def became(self) -> str:
        """``new``, ``gone``; empty: it is on both sides."""
        return "new" if self.before is None else "gone" if self.after is None else ""

    @property
    def within(self) -> bool:
        """Whether it may as well not have changed: an estimate whose bounds have 0 between them."""
        low, high = self.bounds
        return not self.exact and -math.inf < low <= 0 <= high


def _time(node: CallNode | None) -> float:
    return 0.0 if node is None else node.time


def _least_shown(nodes: Sequence[CallNode]) -> float | None:
    """The least time of a function beside a rest, seconds; ``None``: there is none with any time."""
    is_cut = any(node.kind == "rest" and node.time > 0 for node in nodes)
    return min((node.time for node in nodes if node.function >= 0), default=0.0) if is_cut else None


class BothTree:
    """The tree of both sides, whose children are made when they are asked for."""

    def __init__(
        self,
        base: CallTree | None,
        new: CallTree | None,
        comparison: Comparison,
        index_of_row: Sequence[int],
        gone: Container[int] = (),
    ) -> None:
        """``index_of_row``: by row the number of its function in nodes; ``gone``: those of the base alone."""
        self.base, self.new, self.comparison = base, new, comparison
        self.index_of_row, self.gone = index_of_row, gone
        self.total = comparison.base.total
        """Seconds before, of which the least change is a part."""
        self.inverted = (new or base).inverted if new or base else False  # type: ignore[union-attr] # one is there
        self._sides: dict[CallNode, NodePair] = {}
        self._below: dict[CallNode | None, list[CallNode]] = {}

    @property
    def effort(self) -> int:
        """How many calls were looked at so far."""
        return sum(tree.effort for tree in (self.base, self.new) if tree is not None)

    @property
    def made(self) -> int:
        """How many nodes it has, shown or not; each side has as many at most."""
        return len(self._sides)

    def sides(self, node: CallNode) -> NodePair:
        """The nodes that one stands for; of a rest there are none."""
        return self._sides.get(node, NodePair(None, None))

    def roots(self) -> Sequence[CallNode]:
        """The first nodes, the largest first."""
        return self.below(None)

    def below(self, node: CallNode | None) -> Sequence[CallNode]:
        """All children of a node, or all roots, however little their time is, the largest first."""
        if node not in self._below:
            self._below[node] = self._made(node, self._pairs_below(node))
        return self._below[node]

    def children(self, node: CallNode, least: float = 0.0) -> Sequence[CallNode]:
        """The same down to ``least`` seconds, and a rest."""
        if node.kind == "rest":
            return put_into_rest(node, [*self.below(node.parent)][node.key :]) if self.opens(node) else ()
        below = self.below(node)
        shown = [child for child in below if child.time >= least]
        for child in shown:
            child.parent, child.depth = node, node.depth + 1
        if len(shown) == len(below):
            return shown
        exact = all(child.exact for child in below)
        return [*shown, rest_below(node, [child.time for child in below], len(shown), exact)]

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether there is something to show below a node; what is below is made only where that may be."""
        if node.kind == "rest":
            return node.parent is not None and node not in self._sides
        if node not in self._below:
            # No child has, or changed by, more than there is time on a side.
            sides = self.sides(node)
            both = zip((self.base, self.new), sides.nodes, strict=True)
            some = any(tree and of and tree.opens(of) for tree, of in both)
            if not some or not least:
                return some
            if max(sides.times) < least:
                return False
        below = self.below(node)
        return bool(below) and below[0].time >= least

    def along(self, pairs: Iterable[NodePair]) -> CallNode | None:
        """The node to which nodes of both sides lead, from a root on; the last one that this tree has."""
        here = None
        for pair in pairs:
            further = next((n for n in self.below(here) if self.sides(n).nodes == pair.nodes), None)
            if further is None:
                break
            here = further
        return here

    def _pairs_below(self, node: CallNode | None) -> list[NodePair]:
        """What is below a node on both sides, in pairs."""
        if node is None:
            befores, afters = ([] if tree is None else tree.roots() for tree in (self.base, self.new))
        else:
            both = zip((self.base, self.new), self.sides(node).nodes, strict=True)
            befores, afters = (tree.children(of) if tree and of else () for tree, of in both)
        rows = self.comparison.pairs
        waiting: dict[object, list[CallNode]] = {}
        for before in befores:
            waiting.setdefault(_key(before, rows.base_row), []).append(before)
        pairs, least = list[NodePair](), (_least_shown(befores), _least_shown(afters))
        for after in afters:
            if same := waiting.get(_key(after, rows.new_row)):
                pairs.append(NodePair(same.pop(0), after))
            elif after.function not in self.gone:
                pairs.append(NodePair(self._in_rest(after, rows.new_row, rows.base, least[0]), after))
        left = [node for nodes in waiting.values() for node in nodes]
        return pairs + [
            NodePair(node, self._in_rest(node, rows.base_row, rows.new, least[1])) for node in left
        ]

    def _in_rest(
        self, node: CallNode, rows: Sequence[int], others: Sequence[int], least: float | None
    ) -> CallNode | None:
        """What a function may be in the rest of the other side, of nodes with ``least`` seconds at most.

        ``others``: by row the function there; ``None``: it is not there, or there is no rest.
        """
        row = rows[node.function] if 0 <= node.function < len(rows) else -1
        if least is None or row < 0 or others[row] < 0:
            return None
        return node_below(None, "rest", self.index_of_row[row], 0.0, high=least, count=1)

    def _made(self, parent: CallNode | None, pairs: list[NodePair]) -> list[CallNode]:
        """Nodes of these pairs."""
        pairs.sort(key=lambda pair: (-abs(pair.change), -pair.times[1]))
        return [self._node(pair, parent) for pair in pairs]

    def function(self, pair: NodePair) -> int:
        """The function of a pair, by its number in the session's profile."""
        if pair.after is not None or pair.before is None or pair.before.function < 0:
            return (pair.after or pair.before).function  # type: ignore[union-attr] # one is there
        rows = self.comparison.pairs.base_row
        row = rows[pair.before.function] if pair.before.function < len(rows) else -1
        return self.index_of_row[row] if row >= 0 else -1

    def _node(self, pair: NodePair, parent: CallNode | None) -> CallNode:
        shown, function = next(filter(None, reversed(pair.nodes))), self.function(pair)
        own = abs(pair.own[1] - pair.own[0])
        node = node_below(
            parent,
            shown.kind,
            function,
            abs(pair.change),
            exact=pair.exact,
            own=own,
            calls=pair.calls[1],
            label=shown.label or ("" if function >= 0 or shown.kind == "rest" else "?"),
            count=shown.count,
            key=shown.key,
        )
        node.own_low = node.own_high = own
        node.calls_exact = pair.after is None or pair.after.calls_exact
        self._sides[node] = pair
        return node


class SideTree(BothTree):
    """The nodes of one side, the heaviest first, with those that they are on the other."""

    def __init__(self, both: BothTree, total: float, *, after: bool) -> None:
        """``total``: seconds of this side."""
        super().__init__(both.base, both.new, both.comparison, both.index_of_row, both.gone)
        self.both, self.total, self.after = both, total, after
        self._missing: dict[CallNode | None, list[float]] = {}

    def missing(self, node: CallNode, least: float) -> int:
        """How many nodes below this one only the other side has, from ``least`` seconds on."""
        self.below(node)
        return sum(time >= least for time in self._missing[node])

    def _made(self, parent: CallNode | None, pairs: list[NodePair]) -> list[CallNode]:
        self._missing[parent] = [pair.times[not self.after] for pair in pairs if pair[self.after] is None]
        made, depth = [], 0 if parent is None else parent.depth + 1
        for pair in pairs:
            if side := pair.nodes[self.after]:
                node = replace(side, function=self.function(pair), parent=parent, depth=depth, made={})
                self._sides[node] = pair
                made.append(node)
        return sorted(made, key=lambda node: -node.time)


def _key(node: CallNode, rows: Sequence[int]) -> object:
    """What a node is known by among those beside it."""
    if node.function < 0 or node.kind == "rest":
        return node.kind
    row = rows[node.function] if node.function < len(rows) else -1
    kind = "recursion" if node.kind == "recursion" else ""
    return (kind, row) if row >= 0 else (kind, node.label or id(node))

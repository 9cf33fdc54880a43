"""One call tree of both sides: nodes are matched by the path of matched functions that leads to them.

The time of a node is how much it changed, in either direction: so the largest changes stand first, and what
changed by less than the least share is summed up.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import NamedTuple

from proftui.analysis.calltree.nodes import CallNode, CallTree, node_below, put_into_rest, rest_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Comparison


class KeptTree:
    """What trees of a comparison have in common: a list below a node, and a rest of what is too small."""

    def below(self, node: CallNode) -> Sequence[CallNode]:
        """All children of a node, however little their time is, the largest first."""
        raise NotImplementedError

    def children(self, node: CallNode, least: float = 0.0) -> Sequence[CallNode]:
        """The same down to ``least`` seconds, and a rest."""
        if node.kind == "rest":
            return put_into_rest(node, [*self.below(node.parent)][node.key :]) if node.parent else ()
        below = self.below(node)
        shown = [child for child in below if child.time >= least]
        for child in shown:
            child.parent, child.depth = node, node.depth + 1
        if len(shown) == len(below):
            return shown
        exact = all(child.exact for child in below)
        return [*shown, rest_below(node, [child.time for child in below], len(shown), exact)]

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether there is something to show below a node."""
        if node.kind == "rest":
            return True
        below = self.below(node)
        return bool(below) and below[0].time >= least


class SideTree(KeptTree):
    """A call tree whose nodes are those of both sides that this side has, the heaviest first."""

    def __init__(self, both: BothTree, total: float, *, after: bool) -> None:
        """``total``: seconds of this side."""
        self.both, self.total, self.after = both, total, after
        self.inverted = both.inverted
        self._of: dict[CallNode, CallNode] = {}
        """By node the one of both sides."""
        self._below: dict[CallNode | None, list[CallNode]] = {}

    @property
    def effort(self) -> int:
        """How many calls were looked at so far."""
        return self.both.effort

    def pair(self, node: CallNode) -> NodePair:
        """What became of a node; of a rest nothing is known."""
        known = self._of.get(node)
        return NodePair(None, None) if known is None else self.both.sides(known)

    def of_both(self, node: CallNode) -> CallNode | None:
        """The node of both sides."""
        return self._of.get(node)

    def along(self, nodes: Sequence[CallNode]) -> CallNode | None:
        """The node to which nodes of both sides lead, from a root on; the last one that this side has."""
        here = None
        for step in nodes:
            below = self.roots() if here is None else self.below(here)
            further = next((node for node in below if self._of[node] is step), None)
            if further is None:
                break
            here = further
        return here

    def missing(self, node: CallNode, least: float) -> int:
        """How many nodes below this one only the other side has, from ``least`` seconds on."""
        known = self._of.get(node)
        below = () if known is None else self.both.below(known)
        pairs = map(self.both.sides, below)
        others = (pair.before if self.after else pair.after for pair in pairs if self._side(pair) is None)
        return sum(other is not None and other.time >= least for other in others)

    def _side(self, pair: NodePair) -> CallNode | None:
        return pair.after if self.after else pair.before

    def roots(self) -> Sequence[CallNode]:
        """The first nodes, heaviest first."""
        if None not in self._below:
            self._below[None] = self._made(self.both.roots(), None)
        return self._below[None]

    def below(self, node: CallNode) -> Sequence[CallNode]:
        """All children of a node on this side, heaviest first."""
        if node not in self._below:
            known = self._of.get(node)
            self._below[node] = [] if known is None else self._made(self.both.below(known), node)
        return self._below[node]

    def _made(self, nodes: Sequence[CallNode], parent: CallNode | None) -> list[CallNode]:
        made = [side for node in nodes if (side := self._node(node, parent)) is not None]
        return sorted(made, key=lambda node: -node.time)

    def _node(self, node: CallNode, parent: CallNode | None) -> CallNode | None:
        side = self._side(self.both.sides(node))
        if side is None:
            return None
        depth = 0 if parent is None else parent.depth + 1
        made = replace(side, function=node.function, parent=parent, depth=depth, made={})
        self._of[made] = node
        return made


class NodePair(NamedTuple):
    """A node of the tree before and the one after on the same path; one of them may be missing."""

    before: CallNode | None
    after: CallNode | None

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


class BothTree(KeptTree):
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
        self._gone = gone
        self.base, self.new = base, new
        self._pairs, self._index_of_row = comparison.pairs, index_of_row
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
        """The first nodes, the largest change first."""
        if None not in self._below:
            befores, afters = ([] if tree is None else tree.roots() for tree in (self.base, self.new))
            self._below[None] = self._matched(befores, afters, None)
        return self._below[None]

    def below(self, node: CallNode) -> Sequence[CallNode]:
        """All children of a node, however little they changed."""
        if node not in self._below:
            before, after = self.sides(node)
            befores = self.base.children(before) if self.base is not None and before is not None else ()
            afters = self.new.children(after) if self.new is not None and after is not None else ()
            self._below[node] = self._matched(befores, afters, node)
        return self._below[node]

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether there is something to show below a node; what is below is made only where that may be."""
        if node.kind == "rest" or node in self._below:
            return super().opens(node, least)
        trees = zip((self.base, self.new), self.sides(node), strict=True)
        some = any(tree is not None and of is not None and tree.opens(of) for tree, of in trees)
        # No child changed by more than there is time on a side.
        return some and (not least or (max(self.sides(node).times) >= least and super().opens(node, least)))

    def _matched(
        self, befores: Sequence[CallNode], afters: Sequence[CallNode], parent: CallNode | None
    ) -> list[CallNode]:
        """The nodes beside each other of both sides in pairs, the largest change first."""
        waiting: dict[object, list[CallNode]] = {}
        for node in befores:
            waiting.setdefault(self._key(node, self._pairs.base_row), []).append(node)
        pairs = []
        for node in afters:
            if node.function in self._gone:
                continue
            same = waiting.get(self._key(node, self._pairs.new_row))
            pairs.append(NodePair(same.pop(0) if same else None, node))
        pairs += [NodePair(node, None) for left in waiting.values() for node in left]
        pairs.sort(key=lambda pair: (-abs(pair.change), -pair.times[1]))
        return [self._node(pair, parent) for pair in pairs]

    def _key(self, node: CallNode, rows: Sequence[int]) -> object:
        """What a node is known by among those beside it."""
        if node.function < 0 or node.kind == "rest":
            return node.kind
        row = rows[node.function] if node.function < len(rows) else -1
        kind = "recursion" if node.kind == "recursion" else ""
        return (kind, row) if row >= 0 else (kind, node.label or id(node))

    def _node(self, pair: NodePair, parent: CallNode | None) -> CallNode:
        shown = pair.after or pair.before
        assert shown is not None
        function = shown.function
        if pair.after is None and function >= 0:
            row = self._pairs.base_row[function] if function < len(self._pairs.base_row) else -1
            function = self._index_of_row[row] if row >= 0 else -1
        calls = pair.calls[1]
        own = abs(pair.own[1] - pair.own[0])
        node = node_below(
            parent,
            shown.kind,
            function,
            abs(pair.change),
            exact=pair.exact,
            own=own,
            calls=calls,
            label=shown.label or ("" if function >= 0 else "?"),
            count=shown.count,
            key=shown.key,
        )
        node.own_low = node.own_high = own
        node.calls_exact = all(side is None or side.calls_exact for side in pair)
        self._sides[node] = pair
        return node

"""One side of the call tree of both sides: times are that side's, and each node knows how it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proftui.analysis.calltree.nodes import CallNode, node_below
from proftui.analysis.compare.both_tree import BothTree, NodePair
from proftui.analysis.compare.kept_tree import KeptTree


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
        made = node_below(parent, side.kind, node.function, side.time, exact=side.exact)
        made = replace(
            made,
            low=side.low,
            high=side.high,
            own=side.own,
            own_low=side.own_low,
            own_high=side.own_high,
            calls=side.calls,
            calls_exact=side.calls_exact,
            label=side.label,
            count=side.count,
            key=side.key,
            made={},
        )
        self._of[made] = node
        return made

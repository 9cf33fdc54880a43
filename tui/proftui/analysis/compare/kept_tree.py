"""A tree that keeps what is below each of its nodes, in the order in which it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.calltree.nodes import CallNode, put_into_rest, rest_below


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

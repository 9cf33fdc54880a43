"""Exact trees, for formats that record whole stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from proftui.analysis.calltree.nodes import CallNode, rest_below


class StackTree:
    """The tree of samples or events with their stacks; every time in it is exact."""

    inverted = False
    effort = 0

    def __init__(self, stacks: Iterable[tuple[Sequence[int], float]]) -> None:
        """``stacks``: functions from the outermost to the innermost, and seconds spent there."""
        self._roots: dict[tuple[str, int], CallNode] = {}
        self.total = 0.0
        for stack, seconds in stacks:
            self._add(stack, seconds)
        self._all: Callable[[CallNode], list[CallNode]] = cache(self._sorted)

    def _add(self, stack: Sequence[int], seconds: float) -> None:
        self.total += seconds
        parent: CallNode | None = None
        for depth, function in enumerate(stack):
            siblings = self._roots if parent is None else parent.made
            node = siblings.get(("function", function))
            if node is None:
                node = CallNode("function", function, 0, 0, 0, True, 0, None, parent, depth, key=function)
                siblings["function", function] = node
            node.time += seconds
            node.low = node.high = node.time
            parent = node
        if parent is not None:
            parent.own += seconds

    def roots(self) -> list[CallNode]:
        """The outermost functions, heaviest first."""
        return sorted(self._roots.values(), key=lambda node: -node.time)

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """What is called from here, heaviest first, with a rest below ``least`` seconds."""
        if node.kind == "rest":
            assert node.parent is not None
            return self._all(node.parent)[node.key :]
        every = self._all(node)
        shown = [child for child in every if child.time >= least]
        if len(shown) < len(every):
            shown.append(rest_below(node, [child.time for child in every], len(shown), exact=True))
        return shown

    def _sorted(self, node: CallNode) -> list[CallNode]:
        callees = [child for (kind, _), child in node.made.items() if kind != "rest"]
        return sorted(callees, key=lambda child: -child.time)

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether something from ``least`` seconds on is called from here."""
        return bool(node.made) and (node.kind == "rest" or node.time - node.own >= least)

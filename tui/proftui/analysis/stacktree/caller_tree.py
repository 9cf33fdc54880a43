"""Who is behind own time, from whole stacks: each stack that ends in a function, from there outwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from proftui.analysis.calltree.nodes import MOST_ROOTS, CallNode, node_below
from proftui.analysis.stacktree.group_tree import GroupTree
from proftui.analysis.stacktree.weighed import WeighedStacks


class _Way(NamedTuple):
    """A stack on the way out: the node that it has come to, and what it weighs."""

    node: int
    time: float
    samples: float


class StackCallerTree(GroupTree[_Way]):
    """Own time by callers, exact at any depth; ``own`` of a node is what nothing further called."""

    inverted = True

    def __init__(self, stacks: WeighedStacks, function: int | None = None, *, unrolled: bool = False) -> None:
        """``function``: whose own time; ``None``: of all. ``unrolled``: direct recursion is not one step."""
        super().__init__(stacks)
        self.function, self.unrolled = function, unrolled
        self._ways: list[list[_Way]] = []
        """By key of a node, the stacks that go through it."""

    def _first_nodes(self) -> list[CallNode]:
        """The function, or the functions with the most own time."""
        stacks, only = self.stacks, self.function
        counts = stacks.own_samples or [0.0] * len(stacks.own)
        own = (
            _Way(node, time, counts[node])
            for node, time in enumerate(stacks.own)
            if time and only in (None, stacks.function[node])
        )
        self._all_roots = self._sorted(own)
        if only is not None and not self._all_roots:
            return [node_below(None, "function", only, 0.0, exact=True, key=self._keep([]))]
        return [self._node(None, ways) for ways in self._all_roots[:MOST_ROOTS]]

    def _goes_on(self, node: CallNode) -> bool:
        return node.time - node.own > 0

    def _further(self, node: CallNode) -> list[list[_Way]]:
        parent, ways = self.stacks.parent, self._ways[node.key]
        self.effort += len(ways)
        further = (_Way(parent[way.node], way.time, way.samples) for way in ways if parent[way.node] >= 0)
        return self._sorted(further)

    def _time(self, ways: Sequence[_Way]) -> float:
        return sum(way.time for way in ways)

    def _function(self, ways: Sequence[_Way]) -> int:
        return self.stacks.function[ways[0].node]

    def _sorted(self, ways: Iterable[_Way]) -> list[list[_Way]]:
        """Ways by the function that they have come to, the heaviest first; one for each node."""
        stacks, by_node = self.stacks, dict[int, tuple[float, float]]()
        for way in ways:
            node = self._outwards(way.node)
            time, samples = by_node.get(node, (0.0, 0.0))
            by_node[node] = time + way.time, samples + way.samples
        groups: dict[int, list[_Way]] = {}
        for node, (time, samples) in by_node.items():
            groups.setdefault(stacks.function[node], []).append(_Way(node, time, samples))
        return sorted(groups.values(), key=lambda group: -self._time(group))

    def _outwards(self, node: int) -> int:
        """Past direct recursion, which is one step."""
        parent, function = self.stacks.parent, self.stacks.function
        while not self.unrolled and parent[node] >= 0 and function[parent[node]] == function[node]:
            node = parent[node]
        return node

    def _keep(self, ways: list[_Way]) -> int:
        self._ways.append(ways)
        return len(self._ways) - 1

    def _node(self, below: CallNode | None, ways: list[_Way]) -> CallNode:
        stacks, parent = self.stacks, self.stacks.parent
        own = sum(way.time for way in ways if parent[way.node] < 0)
        calls = sum(way.samples for way in ways) if stacks.samples else None
        time, function, key = self._time(ways), self._function(ways), self._keep(ways)
        made = node_below(below, "function", function, time, exact=True, own=own, calls=calls, key=key)
        made.own_low = made.own_high = own
        made.calls_exact = calls is not None
        return made

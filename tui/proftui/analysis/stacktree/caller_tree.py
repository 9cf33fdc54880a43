"""Who is behind own time, from whole stacks: each stack that ends in a function, from there outwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from proftui.analysis.calltree.nodes import (
    MOST_CHILDREN,
    MOST_ROOTS,
    NO_FUNCTION,
    CallNode,
    above,
    node_below,
    put_into_rest,
    rest_below,
)
from proftui.analysis.stacktree.weighed import WeighedStacks
from proftui.background.pieces import Pieces


class _Way(NamedTuple):
    """A stack on the way out: the node that it has come to, and what it weighs."""

    node: int
    time: float
    samples: float


class StackCallerTree:
    """Own time by callers, exact at any depth; ``own`` of a node is what nothing further called."""

    inverted = True

    def __init__(self, stacks: WeighedStacks, function: int | None = None, *, joined: bool = True) -> None:
        """``function``: whose own time; ``None``: of all. ``joined``: direct recursion is one step."""
        self.stacks, self.function, self.joined = stacks, function, joined
        self.total = stacks.total
        self.effort = 0
        self._ways: list[list[_Way]] = []
        """By key of a node, the stacks that go through it."""
        self._above: dict[int, list[list[_Way]]] = {}
        """By key, those of each caller, the heaviest first."""
        self._roots: list[CallNode] | None = None
        self._all_roots: list[list[_Way]] = []

    def preparing(self) -> Pieces[None]:
        """Nothing of it takes long."""
        self.roots()
        yield

    def roots(self) -> list[CallNode]:
        """The function, or the functions with the most own time."""
        if self._roots is None:
            stacks = self.stacks
            counts = stacks.own_samples or [0.0] * len(stacks.own)
            own = (
                _Way(node, time, counts[node])
                for node, time in enumerate(stacks.own)
                if time and self.function in (None, stacks.function[node])
            )
            self._all_roots = self._sorted(own)
            if self.function is not None and not self._all_roots:
                self._roots = [
                    node_below(None, "function", self.function, 0.0, exact=True, key=self._keep([]))
                ]
                return self._roots
            self._roots = [self._node(None, ways) for ways in self._all_roots[:MOST_ROOTS]]
            rest = self._all_roots[MOST_ROOTS:]
            if rest:
                time = sum(map(_time, rest))
                made = node_below(
                    None, "rest", NO_FUNCTION, time, exact=True, count=len(rest), key=MOST_ROOTS
                )
                self._roots.append(made)
        return self._roots

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether a caller with ``least`` is known."""
        if node.kind == "rest":
            return True
        return node.kind == "function" and node.time - node.own > 0 and node.time - node.own >= least

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """The callers, heaviest first, with a rest below ``least``."""
        if node.kind == "rest":
            over = above(node)
            if over is None:
                more = self._all_roots[node.key : node.key + MOST_CHILDREN]
                return put_into_rest(node, [self._node(node, ways) for ways in more])
            return put_into_rest(node, self._listed(over, node.key, -math.inf))
        return self._listed(node, 0, least) if node.kind == "function" else []

    def _listed(self, node: CallNode, first: int, least: float) -> list[CallNode]:
        groups, shown = self._groups_above(node), list[CallNode]()
        for position in range(first, len(groups)):
            time = _time(groups[position])
            if time < least or position == first + MOST_CHILDREN:
                shown.append(rest_below(node, list(map(_time, groups)), position, exact=True))
                break
            function = self.stacks.function[groups[position][0].node]
            made = node.made.get(("function", function))
            if made is None:
                made = node.made["function", function] = self._node(node, groups[position])
            shown.append(made)
        return shown

    def _groups_above(self, node: CallNode) -> list[list[_Way]]:
        known = self._above.get(node.key)
        if known is None:
            parent, ways = self.stacks.parent, self._ways[node.key]
            self.effort += len(ways)
            further = (_Way(parent[way.node], way.time, way.samples) for way in ways if parent[way.node] >= 0)
            known = self._above[node.key] = self._sorted(further)
        return known

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
        return sorted(groups.values(), key=lambda group: -_time(group))

    def _outwards(self, node: int) -> int:
        """Past direct recursion, which is one step."""
        parent, function = self.stacks.parent, self.stacks.function
        while self.joined and parent[node] >= 0 and function[parent[node]] == function[node]:
            node = parent[node]
        return node

    def _keep(self, ways: list[_Way]) -> int:
        self._ways.append(ways)
        return len(self._ways) - 1

    def _node(self, below: CallNode | None, ways: list[_Way]) -> CallNode:
        stacks, parent = self.stacks, self.stacks.parent
        own = sum(way.time for way in ways if parent[way.node] < 0)
        calls = sum(way.samples for way in ways) if stacks.samples else None
        function, key = stacks.function[ways[0].node], self._keep(ways)
        made = node_below(below, "function", function, _time(ways), exact=True, own=own, calls=calls, key=key)
        made.own_low = made.own_high = own
        made.calls_exact = calls is not None
        return made


def _time(ways: Sequence[_Way]) -> float:
    return sum(way.time for way in ways)

"""What both trees of whole stacks share: children are groups of stacks, one for each function."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Generic, TypeVar

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

Member = TypeVar("Member")
"""What a group has of each stack."""


class GroupTree(Generic[Member]):
    """Nodes stand for groups of stacks that have come to the same function, the heaviest first."""

    def __init__(self, stacks: WeighedStacks) -> None:
        self.stacks, self.total = stacks, stacks.total
        self.effort = 0
        self._groups: dict[int, list[list[Member]]] = {}
        """By key of a node, the group of each child."""
        self._roots: list[CallNode] | None = None
        self._all_roots: list[list[Member]] = []
        """The groups of all roots, of which only the first are nodes at once."""

    @property
    def has_widths(self) -> bool:
        """Whether nodes can be drawn as wide as they weigh; times below 0 come from rounding alone."""
        stacks = self.stacks
        lost = min(stacks.frameless, stacks.all_hidden)
        return stacks.profile.measure.unit == "s" or not (lost < 0 or stacks.has_negative)

    def preparing(self) -> Pieces[None]:
        """Nothing of it takes long."""
        self.roots()
        yield

    def roots(self) -> list[CallNode]:
        """The first nodes, heaviest first, with a rest where there are very many."""
        if self._roots is None:
            self._roots = self._first_nodes()
            rest = self._all_roots[MOST_ROOTS:]
            if rest:
                time, key = sum(map(self._time, rest)), MOST_ROOTS
                made = node_below(None, "rest", NO_FUNCTION, time, exact=True, count=len(rest), key=key)
                self._roots.append(made)
        return self._roots

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether there is a node below with ``least``."""
        if node.kind == "rest":
            return True
        if node.kind != "function":
            return False
        if self.stacks.has_negative:
            # One may have more than all of them together.
            return max(map(self._time, self._groups_of(node)[:1]), default=-math.inf) >= least
        return node.time - node.own >= least and self._goes_on(node)

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """The nodes below, heaviest first, with a rest below ``least``."""
        if node.kind == "rest":
            over = above(node)
            if over is None:
                more = self._all_roots[node.key : node.key + MOST_CHILDREN]
                return put_into_rest(node, [self._node(node, group) for group in more])
            return put_into_rest(node, self._listed(over, node.key, -math.inf))
        return self._listed(node, 0, least) if node.kind == "function" else []

    def _listed(self, node: CallNode, first: int, least: float) -> list[CallNode]:
        groups, shown = self._groups_of(node), list[CallNode]()
        for position in range(first, len(groups)):
            group = groups[position]
            if self._time(group) < least or position == first + MOST_CHILDREN:
                shown.append(rest_below(node, list(map(self._time, groups)), position, exact=True))
                break
            function = self._function(group)
            made = node.made.get(("function", function))
            if made is None:
                made = node.made["function", function] = self._node(node, group)
            shown.append(made)
        return shown

    def _groups_of(self, node: CallNode) -> list[list[Member]]:
        known = self._groups.get(node.key)
        if known is None:
            known = self._groups[node.key] = self._further(node)
        return known

    # What the two differ in

    def _first_nodes(self) -> list[CallNode]:
        """The roots but for the rest; puts the groups of all into ``_all_roots``."""
        raise NotImplementedError

    def _goes_on(self, node: CallNode) -> bool:
        """Whether any stack of a node goes further, by what it has beside its own."""
        raise NotImplementedError

    def _further(self, node: CallNode) -> list[list[Member]]:
        """The groups of the children of a node."""
        raise NotImplementedError

    def _node(self, parent: CallNode | None, group: list[Member]) -> CallNode:
        raise NotImplementedError

    def _time(self, group: Sequence[Member]) -> float:
        raise NotImplementedError

    def _function(self, group: Sequence[Member]) -> int:
        raise NotImplementedError

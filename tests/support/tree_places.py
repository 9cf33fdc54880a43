"""Which true paths each node of a call tree stands for, and their time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.support.log_truth import Context, Truth, own_seconds, seconds

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, CallTree

NOTHING: frozenset[int] = frozenset()


class Place(NamedTuple):
    """A node, the paths that it stands for, and what was met on the way to it."""

    node: CallNode
    contexts: list[Context]
    cycles: dict[int, frozenset[int]]
    """Members of the cycles on the path, by key."""
    inside: frozenset[int] = NOTHING
    """Of a member of a cycle: all members, whose calls of each other are no step."""
    alone: bool = True
    """Whether no node beside it is of the same function, so that the paths are its alone."""


class Places:
    """The nodes of one tree, with their paths."""

    def __init__(self, tree: CallTree, truth: Truth, least: float = 0.0) -> None:
        """``least``: seconds of the smallest nodes that are looked at."""
        self.tree, self.least = tree, least
        self.truth = truth.up if tree.inverted else truth.down

    def roots(self) -> list[Place]:
        """The first nodes; below an `exec` that is not shown, its module."""
        hidden = hidden_roots(self.tree)
        below = [context for context in self.truth.children.values() if context.function in hidden]
        places = []
        for node in self.tree.roots():
            bare = below and node.function not in self.truth.children
            start = Place(node, below if bare else [self.truth], {})
            places.append(self._place(start, node, True))
        return places

    def below(self, place: Place) -> list[Place]:
        """The children of a node, those of a rest and of imports as if they stood beside it."""
        node = place.node
        if node.kind == "unattributed" or (node.kind == "recursion" and not node.count):
            return []
        children = list(self.tree.children(node, self.least))
        if node.kind == "cycle":
            members = self._members(node)
            region = _region(place.contexts, members)
            place = Place(node, region, {**place.cycles, node.key: members}, members)
        functions = Counter(child.function for child in children if child.kind in ("function", "cycle"))
        return [self._place(place, child, functions[child.function] < 2) for child in children]

    def _place(self, above: Place, child: CallNode, alone: bool) -> Place:
        contexts, cycles, inside = above.contexts, above.cycles, above.inside
        if above.node.kind == "cycle" and child.kind == "function":
            contexts = [context for context in contexts if context.function == child.function]
            return Place(child, contexts, cycles, inside, alone)
        if child.kind == "rest":
            return Place(child, contexts, cycles, inside)
        if child.function < 0 or (child.kind == "recursion" and child.count):
            return Place(child, contexts, cycles)
        return Place(child, self._step(above, child), cycles, NOTHING, alone)

    def _step(self, above: Place, child: CallNode) -> list[Context]:
        """The paths that are one step longer."""
        wanted = frozenset({child.function})
        if child.kind == "recursion" and child.key in above.cycles:
            wanted = above.cycles[child.key]
        elif child.kind == "cycle":
            wanted = self._members(child)
        return [
            context.children[function]
            for context in above.contexts
            for function in wanted - above.inside
            if function in context.children
        ]

    def _members(self, cycle: CallNode) -> frozenset[int]:
        return frozenset(child.function for child in self.tree.children(cycle) if child.kind == "function")

    def time(self, place: Place) -> float | None:
        """The true seconds; ``None``: what it stands for is nothing that happens, or not its alone."""
        node = place.node
        if node.kind == "rest" or (node.kind == "recursion" and node.count):
            times = [self.time(child) for child in self.below(place)]
            return None if None in times else sum(time or 0.0 for time in times)
        if node.function < 0 or not place.alone:
            return None
        if not place.inside:
            return seconds(place.contexts)
        outside = [
            below
            for context in place.contexts
            for function, below in context.children.items()
            if function not in place.inside
        ]
        return own_seconds(place.contexts) + seconds(outside)


def _region(entries: Sequence[Context], members: frozenset[int]) -> list[Context]:
    """The paths that stay among the members from where they come in."""
    found: list[Context] = []
    waiting = list(entries)
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting.extend(child for function, child in here.children.items() if function in members)
    return found


def hidden_roots(tree: CallTree) -> set[int]:
    """The roots that a tree does not show: an `exec` that only runs the program."""
    if not isinstance(tree, FlowTree) or not tree.bare:
        return set()
    whole = FlowTree(tree.graph.profile, plans=tree.plans)
    return {root.function for root in whole.roots()} - {root.function for root in tree.roots()}

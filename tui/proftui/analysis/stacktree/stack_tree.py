"""The call tree of whole stacks, from the outermost frames down."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.calltree.nodes import MOST_ROOTS, NO_FUNCTION, CallNode, node_below
from proftui.analysis.stacktree.group_tree import GroupTree
from proftui.analysis.stacktree.weighed import WeighedStacks

_NOTHING = 1e-12
"""The part of a time below which another one is only rounding."""


class StackTree(GroupTree[int]):
    """Nodes are stacks that have the same functions, whatever their lines."""

    inverted = False

    def __init__(self, stacks: WeighedStacks, *, unrolled: bool = False) -> None:
        """``unrolled``: a function directly below itself is a node of its own, else one with it."""
        super().__init__(stacks)
        self.unrolled = unrolled
        self._members: list[list[int]] = []
        """By key of a node, the stacks that it stands for, those of direct recursion included."""

    def _first_nodes(self) -> list[CallNode]:
        """The outermost functions, and what had no frame or has none left."""
        stacks = self.stacks
        self._all_roots = self._sorted(stacks.by_function(stacks.outermost))
        nobody = (stacks.frameless, messages.NO_FRAME), (stacks.all_hidden, messages.ALL_HIDDEN)
        roots = [self._node(None, nodes) for nodes in self._all_roots[:MOST_ROOTS]]
        roots += [
            node_below(None, "unattributed", NO_FUNCTION, time, exact=True, label=label)
            for time, label in nobody
            if time
        ]
        return sorted(roots, key=lambda node: -node.time)

    def _goes_on(self, node: CallNode) -> bool:
        left = node.time - node.own
        if left <= _NOTHING * node.time:
            return False
        return any(self.stacks.first_child[member] >= 0 for member in self._members[node.key])

    def all_calls_of(self, function: int) -> CallNode:
        """A node, in no list of the tree, of all stacks that a function is in."""
        stacks, nest = self.stacks, self.stacks.recording.stacks.nesting
        nodes = [node for node in stacks.of_function(function) if nest.flags[node] & 1]
        return self._node(None, nodes, function)

    @property
    def recursive(self) -> bool:
        """Whether some function is directly below itself."""
        parent, function = self.stacks.parent, self.stacks.function
        return any(over >= 0 and function[over] == of for over, of in zip(parent, function, strict=True))

    def _time(self, nodes: Sequence[int]) -> float:
        return sum(map(self.stacks.time.__getitem__, nodes))

    def _function(self, nodes: Sequence[int]) -> int:
        return self.stacks.function[nodes[0]]

    def _sorted(self, groups: dict[int, list[int]]) -> list[list[int]]:
        """Groups of stacks that weigh something, the heaviest first."""
        weighs = self.stacks.weighs
        weighing = [nodes for nodes in groups.values() if any(weighs[node] for node in nodes)]
        return sorted(weighing, key=lambda nodes: -self._time(nodes))

    def _further(self, node: CallNode) -> list[list[int]]:
        stacks = self.stacks
        children = [child for member in self._members[node.key] for child in stacks.children(member)]
        self.effort += len(children)
        if not self.unrolled:
            children = [child for child in children if stacks.function[child] != node.function]
        return self._sorted(stacks.by_function(children))

    def _node(self, parent: CallNode | None, nodes: list[int], function: int | None = None) -> CallNode:
        """``function``: of these nodes, of which there may be none then."""
        stacks = self.stacks
        function = self._function(nodes) if function is None else function
        members = nodes if self.unrolled else stacks.levels(nodes)
        key = len(self._members)
        self._members.append(members)
        calls: float | None = None
        if stacks.samples:
            calls = sum(map(stacks.samples.__getitem__, nodes))
        elif stacks.calls is not None:
            calls = sum(map(stacks.calls.__getitem__, members))
        own = sum(map(stacks.own.__getitem__, members))
        time = self._time(nodes)
        made = node_below(parent, "function", function, time, exact=True, own=own, calls=calls, key=key)
        made.own_low = made.own_high = own
        made.calls_exact = calls is not None
        return made

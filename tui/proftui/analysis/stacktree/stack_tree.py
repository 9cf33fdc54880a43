"""The call trees of whole stacks: from the outermost frames down, or from own time outwards."""

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

_NOTHING = 1e-12
"""The part of a time below which another one is only rounding."""


class _Way(NamedTuple):
    """Stacks that have come to a node, with what they weigh."""

    node: int
    time: float
    samples: float


class _Group(NamedTuple):
    """Ways that have come to the same function."""

    function: int
    time: float
    ways: Sequence[_Way]


class StackTree:
    """Nodes are stacks that have the same functions, whatever their lines; every time is exact.

    Upside down ``own`` of a node is what nothing further called.
    """

    def __init__(
        self,
        stacks: WeighedStacks,
        function: int | None = None,
        *,
        inverted: bool = False,
        unrolled: bool = False,
    ) -> None:
        """``function``: upside down, whose own time; ``None``: of all.

        ``unrolled``: a function directly below itself is a node of its own, else one with it.
        """
        self.stacks, self.total = stacks, stacks.total
        self.function, self.inverted, self.unrolled = function, inverted, unrolled
        self.effort = 0
        self._ways: list[Sequence[_Way]] = []
        """By key of a node, the stacks that go through it, and the nodes that it stands for."""
        self._members: list[Sequence[int]] = []
        self._groups: dict[int, list[_Group]] = {}
        """By key of a node, the group of each child."""
        self._roots: list[CallNode] | None = None
        self._all_roots: list[_Group] = []
        """The groups of all roots, of which only the first are nodes at once."""

    @property
    def has_widths(self) -> bool:
        """Whether nodes can be drawn as wide as they weigh; times below 0 come from rounding alone."""
        stacks = self.stacks
        lost = min(stacks.frameless, stacks.all_hidden)
        return stacks.profile.measure.unit == "s" or not (lost < 0 or stacks.has_negative)

    @property
    def recursive(self) -> bool:
        """Whether some function is directly below itself."""
        parent, function = self.stacks.parent, self.stacks.function
        return any(over >= 0 and function[over] == of for over, of in zip(parent, function, strict=True))

    def preparing(self) -> Pieces[None]:
        """Nothing of it takes long."""
        self.roots()
        yield

    def roots(self) -> list[CallNode]:
        """The first nodes, heaviest first, with a rest where there are very many."""
        if self._roots is None:
            self._all_roots = self._together(self._first_ways())
            if self.function is not None and not self._all_roots:
                self._all_roots = [_Group(self.function, 0.0, ())]
            roots = [self._node(None, group) for group in self._all_roots[:MOST_ROOTS]]
            if not self.inverted:
                roots = sorted([*roots, *self._nobodys()], key=lambda node: -node.time)
            rest = self._all_roots[MOST_ROOTS:]
            if rest:
                time, key = sum(group.time for group in rest), MOST_ROOTS
                made = node_below(None, "rest", NO_FUNCTION, time, exact=True, count=len(rest), key=key)
                roots.append(made)
            self._roots = roots
        return self._roots

    def _first_ways(self) -> list[_Way]:
        """The outermost nodes; upside down all that have own time."""
        stacks = self.stacks
        if not self.inverted:
            return [self._way(node) for node in stacks.outermost]
        counts = stacks.own_samples or [0.0] * len(stacks.own)
        return [
            _Way(node, time, counts[node])
            for node, time in enumerate(stacks.own)
            if time and (self.function is None or stacks.function[node] == self.function)
        ]

    def _nobodys(self) -> list[CallNode]:
        """What had no frame or has none left."""
        nobody = (self.stacks.frameless, "(no frame)"), (self.stacks.all_hidden, "(all hidden)")
        return [
            node_below(None, "unattributed", NO_FUNCTION, time, exact=True, label=label)
            for time, label in nobody
            if time
        ]

    def all_calls_of(self, function: int) -> CallNode:
        """A node, in no list of the tree, of all stacks that a function is in."""
        stacks, nest = self.stacks, self.stacks.recording.stacks.nesting
        ways = [self._way(node) for node in stacks.of_function(function) if nest.flags[node] & 1]
        return self._node(None, _Group(function, sum(way.time for way in ways), ways))

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether there is a node below with ``least``."""
        if node.kind == "rest":
            return True
        if node.kind != "function":
            return False
        if self.stacks.has_negative:
            # One may have more than all of them together.
            return max((group.time for group in self._groups_of(node)[:1]), default=-math.inf) >= least
        left = node.time - node.own
        if left < least or left <= _NOTHING * node.time:
            return False
        return self.inverted or any(self.stacks.first_child[one] >= 0 for one in self._members[node.key])

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
            if group.time < least or position == first + MOST_CHILDREN:
                shown.append(rest_below(node, [one.time for one in groups], position, exact=True))
                break
            made = node.made.get(("function", group.function))
            if made is None:
                made = node.made["function", group.function] = self._node(node, group)
            shown.append(made)
        return shown

    def _groups_of(self, node: CallNode) -> list[_Group]:
        """The groups of the children of a node, heaviest first."""
        known = self._groups.get(node.key)
        if known is None:
            ways = self._further(node)
            self.effort += len(ways)
            known = self._groups[node.key] = self._together(ways)
        return known

    def _further(self, node: CallNode) -> list[_Way]:
        """Where the stacks of a node go from there."""
        stacks = self.stacks
        if self.inverted:
            every = ((stacks.parent[way.node], way) for way in self._ways[node.key])
            return [_Way(over, way.time, way.samples) for over, way in every if over >= 0]
        children = [child for member in self._members[node.key] for child in stacks.children(member)]
        # Of direct recursion the members have the children.
        rolled = NO_FUNCTION if self.unrolled else node.function
        return [self._way(child) for child in children if stacks.function[child] != rolled]

    def _way(self, node: int) -> _Way:
        """All stacks that go through a node."""
        return _Way(node, self.stacks.time[node], self.stacks.samples[node] if self.stacks.samples else 0.0)

    def _together(self, ways: Iterable[_Way]) -> list[_Group]:
        """Ways that weigh something by the function that they have come to, the heaviest first."""
        if self.inverted:
            ways = self._outwards(ways)
        by_function: dict[int, list[_Way]] = {}
        for way in ways:
            by_function.setdefault(self.stacks.function[way.node], []).append(way)
        weighs = self.stacks.weighs
        groups = [
            _Group(function, sum([way.time for way in of_it]), of_it)
            for function, of_it in by_function.items()
            if self.inverted or any(weighs[way.node] for way in of_it)
        ]
        return sorted(groups, key=lambda group: -group.time)

    def _outwards(self, ways: Iterable[_Way]) -> list[_Way]:
        """Ways past direct recursion, which is one step; one for each node."""
        by_node: dict[int, _Way] = {}
        for way in ways:
            node = way.node if self.unrolled else self.stacks.outermost_alike[way.node]
            _, time, samples = by_node.get(node, (node, 0.0, 0.0))
            by_node[node] = _Way(node, time + way.time, samples + way.samples)
        return list(by_node.values())

    def _node(self, parent: CallNode | None, group: _Group) -> CallNode:
        stacks, ways, calls = self.stacks, group.ways, None
        members: Sequence[int] = [way.node for way in ways]
        if self.inverted:
            own = sum(way.time for way in ways if stacks.parent[way.node] < 0)
        else:
            members = members if self.unrolled else stacks.levels(members)
            own = sum(map(stacks.own.__getitem__, members))
        if stacks.samples:
            calls = sum(way.samples for way in ways)
        elif not self.inverted and stacks.calls is not None:
            calls = float(sum(map(stacks.calls.__getitem__, members)))
        key = len(self._ways)
        self._ways.append(ways)
        self._members.append(members)
        made = node_below(
            parent, "function", group.function, group.time, exact=True, own=own, calls=calls, key=key
        )
        made.own_low = made.own_high = own
        made.calls_exact = calls is not None
        return made

"""The call tree of a profile of edges with sampled stacks beside it (README, "Joined with stacks")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.hot_path import all_calls_of
from proftui.analysis.calltree.nodes import CallNode, node_below, rest_below
from proftui.analysis.calltree.sampled import NOWHERE, Place, SampledPaths
from proftui.analysis.calltree.sharing import Item, Sharing
from proftui.background.pieces import Pieces


@dataclass(eq=False)
class _Level:
    """What a node consists of."""

    own: float
    items: Sequence[Item]
    """The children, heaviest first."""
    times: Sequence[float]
    made: dict[int, CallNode]


class JoinedTree:
    """The nodes and bounds of the tree from edges; each node's time is shared out as the samples say."""

    inverted = False

    def __init__(self, flow: FlowTree, paths: SampledPaths) -> None:
        self.flow, self.paths = flow, paths
        self.graph, self.groups, self.total = flow.graph, flow.groups, flow.total
        self._sharing = Sharing(flow, paths)
        self._of: dict[CallNode, Item] = {}
        self._levels: dict[CallNode | None, _Level] = {}

    @property
    def effort(self) -> int:
        """Calls looked at so far."""
        return self.flow.effort

    def preparing(self) -> Pieces[None]:
        """Work out what takes long in large profiles, in pieces."""
        yield from self.flow.preparing()

    def roots(self) -> list[CallNode]:
        """What the program itself called, heaviest first."""
        if None not in self._levels:
            roots = self.flow.roots()
            whole = sum(root.time for root in roots)
            level = self._sharing.shared(whole, None, roots, self.paths.beginnings())
            self._levels[None] = _Level(*level, {})
        return self._listed(None, 0, 0.0)

    def place_of(self, node: CallNode | None) -> Place:
        """What of the samples lies in a node; ``None``: in all roots together."""
        if node is None:
            return self.paths.beginnings()
        return self._of[node].place if node in self._of else NOWHERE

    def edges_of(self, node: CallNode) -> CallNode | None:
        """The same node in the tree from edges alone; ``None``: it is the rest of some."""
        return self._of[node].edges if node in self._of else None

    def is_unseen(self, node: CallNode) -> bool:
        """Whether no sample can know a node itself."""
        return node in self._of and self._sharing.is_unseen(self._of[node].edges)

    def opens(self, node: CallNode, least: float = 0.0) -> bool:
        """Whether something from ``least`` seconds on is called from here."""
        if node not in self._levels:
            return node.kind == "rest"
        if node.kind == "function" and max(0.0, node.time - node.own) < least:
            return False
        return len(self._levels[node].items) > 0

    def children(self, node: CallNode, least: float = 0.0) -> list[CallNode]:
        """What is called from here, heaviest first, with a rest below ``least`` seconds."""
        if node in self._levels:
            return self._listed(node, 0, least)
        if node.kind == "rest" and node.parent is not None:
            return self._listed(node.parent, node.key, 0.0, node)
        return []

    def all_calls_of(self, function: int) -> CallNode:
        """A node, in no list of the tree, of all calls of a function together."""
        edges = all_calls_of(self.flow, function)
        parts = self.paths.of_function(function)
        place = self._sharing.place_of(edges, {function: parts})
        return self._node(None, Item(edges, place, 1.0), edges.time)

    def _listed(
        self, node: CallNode | None, first: int, least: float, rest: CallNode | None = None
    ) -> list[CallNode]:
        level, shown = self._levels[node], list[CallNode]()
        for position in range(first, len(level.items)):
            time = level.times[position]
            if time < least and node is not None:
                exact = all(item.edges.exact for item in level.items[position:])
                shown.append(rest_below(node, level.times, position, exact))
                break
            made = level.made.get(position)
            if made is None:
                made = level.made[position] = self._node(node, level.items[position], time)
            if rest is not None:
                made.parent, made.depth = rest, rest.depth + 1
            shown.append(made)
        return shown

    def _node(self, parent: CallNode | None, item: Item, time: float) -> CallNode:
        edges = item.edges
        made = node_below(
            parent,
            edges.kind,
            edges.function,
            time,
            exact=edges.exact,
            low=edges.low,
            high=edges.high,
            calls=self._calls(edges, time),
            label=edges.label,
            count=edges.count,
            key=edges.key,
            inner=edges.inner * time / edges.time if edges.time > 0 else 0.0,
        )
        made.calls_exact, made.beyond = edges.calls_exact, edges.beyond
        self._of[made] = item
        children = self.flow.children(edges)
        if edges.kind == "function" or children:
            own, items, times = self._sharing.shared(time, edges, children, item.place)
            self._levels[made] = _Level(own, items, times, {})
            made.own = own
        if edges.kind == "function":
            made.bound_own(edges.own_low, edges.own_high)
        return made

    def _calls(self, edges: CallNode, time: float) -> float | None:
        """Calls in proportion to time, and no more than all of the group."""
        if edges.calls is None or edges.calls_exact or edges.time <= 0 or edges.key < 0:
            return edges.calls
        calls, most = edges.calls * time / edges.time, self.groups.calls(edges.key)
        return calls if most is None else min(calls, most)

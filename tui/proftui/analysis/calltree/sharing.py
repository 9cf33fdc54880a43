"""How samples share out the time of a node (README, "Joined with stacks")."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from proftui.analysis.builtin_names import is_builtin
from proftui.analysis.calltree.apportioning import Bid, apportioned
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.flow_nodes import is_negligible, to_nobody
from proftui.analysis.calltree.nodes import CallNode, node_below
from proftui.analysis.calltree.sampled import NOWHERE, Part, Place, SampledPaths

PRIOR, PRIOR_IN_CYCLES = 10.0, 0.5
"""As many samples the shares of the tree from edges count for."""
_DEEPEST = 3
"""Levels of what stands in no stack that are looked through."""


class Item(NamedTuple):
    """A child of a node: itself in the tree from edges, what of the samples lies there, and its weight."""

    edges: CallNode
    place: Place
    weight: float


class Shared(NamedTuple):
    """A node's time taken apart, seconds."""

    own: float
    items: Sequence[Item]
    """Heaviest first."""
    times: Sequence[float]


class Sharing:
    """Times of the children of a node."""

    def __init__(self, flow: FlowTree, paths: SampledPaths) -> None:
        self.flow, self.paths = flow, paths
        self._profile = flow.graph.profile
        self._function = flow.graph.topology.function

    def shared(
        self, time: float, edges: CallNode | None, children: Sequence[CallNode], place: Place
    ) -> Shared:
        """What a node of ``time`` seconds consists of.

        ``edges``: the node in the tree from edges, ``None``: all roots; ``children``: those it has there.
        """
        members = self._members(edges) if edges is not None and edges.kind == "cycle" else None
        if members is not None:
            items = self._of_cycle(children, place, members)
        else:
            items = self._placed(edges, children, place)
        bids = self._bids(edges, items, place)
        times = apportioned(time, bids)
        found = [(each, item) for each, item in zip(times[1:], items, strict=True)]
        left = time - sum(times)
        if edges is not None and edges.kind == "function" and not is_negligible(self.flow.graph, edges, left):
            found.append((left, Item(to_nobody(self.flow.groups, edges, left), NOWHERE, 0.0)))
        found.sort(key=lambda pair: -pair[0])
        return Shared(times[0], [item for _, item in found], [each for each, _ in found])

    def _bids(self, edges: CallNode | None, items: Sequence[Item], place: Place) -> list[Bid]:
        """Of own time, and of each child."""
        own = edges.own if edges is not None else 0.0
        by_edges = [own, *(item.edges.time for item in items)]
        whole = sum(by_edges)
        sampled = [self._own_part(edges, items, place), *(item.weight for item in items)]
        known = sum(sampled)
        if not known or not place.samples:
            weights = by_edges
        else:
            prior = self._prior(edges) / whole if whole > 0 else 0.0
            scale = place.samples / known
            weights = [scale * one + prior * other for one, other in zip(sampled, by_edges, strict=True)]
        ends = [(0.0, 0.0) if edges is None or edges.kind != "function" else (edges.own_low, edges.own_high)]
        ends += [(item.edges.low, item.edges.high) for item in items]
        # Rounding leaves times a hair below 0.
        pairs = zip(weights, ends, strict=True)
        return [Bid(*(max(0.0, figure) for figure in (weight, *end))) for weight, end in pairs]

    def _prior(self, edges: CallNode | None) -> float:
        """As many samples the shares of edges count for."""
        if edges is None or edges.key < 0 or edges.kind != "function":
            return PRIOR
        inside = self.flow.graph.reentrance.component(edges.key) is not None
        return PRIOR_IN_CYCLES if inside else PRIOR

    def _own_part(self, edges: CallNode | None, items: Sequence[Item], place: Place) -> float:
        """Seconds of samples that are the node's own: by edges, beside what has no Python code."""
        if edges is None:
            return 0.0
        owns = edges.own + sum(item.edges.own for item in items if self.is_unseen(item.edges))
        return place.own * edges.own / owns if owns > 0 else place.own

    # Which paths lie in which child

    def _placed(self, edges: CallNode | None, children: Sequence[CallNode], place: Place) -> list[Item]:
        opened = [self._reopened(edges, child) for child in children]
        claims: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
        for number, child in enumerate(opened) if place.below else ():
            for function, seconds in self._claimed(child, place):
                claims[function].append((number, seconds))
        parts: list[dict[int, list[Part]]] = [{} for _ in children]
        for function, who in claims.items():
            whole = sum(seconds for _, seconds in who)
            for number, seconds in who:
                part = seconds / whole if whole > 0 else 1 / len(who)
                parts[number][function] = [(path, part * factor) for path, factor in place.below[function]]
        owns = [child.own if self.is_unseen(child) else 0.0 for child in opened]
        together = sum(owns) + (edges.own if edges is not None else 0.0)
        items = []
        for child, again, own, below in zip(children, opened, owns, parts, strict=True):
            where = self.place_of(again, below, place.own * own / together if own else 0.0)
            items.append(Item(again if below else child, where, self._weight(where)))
        return items

    def _claimed(self, child: CallNode, place: Place) -> Iterable[tuple[int, float]]:
        """Functions whose paths may lie in a child, and seconds of that by edges."""
        waiting = [(child, 0)]
        while waiting:
            here, level = waiting.pop()
            if self.is_unseen(here):
                if level < _DEEPEST and self.flow.opens(here):
                    waiting += [(below, level + 1) for below in self.flow.children(here)]
                continue
            functions = [function for function in self._functions(here) if function in place.below]
            for function in functions:
                yield function, here.time / len(functions)

    def _functions(self, child: CallNode) -> set[int]:
        """What may stand in the samples where a child is."""
        if child.key < 0 or child.kind in ("rest", "unattributed"):
            return set()
        return set(map(self._function, self.flow.groups.members(child.key)))

    def is_unseen(self, child: CallNode) -> bool:
        """Whether a child stands in no stack itself, but what it calls does."""
        if child.kind == "recursion" and child.count:
            return True
        function = child.function
        if child.kind != "function":
            return False
        return is_builtin(self._profile.files[function], self._profile.linenos[function])

    def place_of(self, child: CallNode, below: Mapping[int, Sequence[Part]], own: float = 0.0) -> Place:
        """What lies in a child that has some paths."""
        if not below and not own:
            return NOWHERE
        if child.kind == "cycle" or self.is_unseen(child):
            samples = sum(map(self.paths.count, below.values()))
            return Place(below, own, samples)
        return self.paths.place(part for parts in below.values() for part in parts)

    def _weight(self, place: Place) -> float:
        return place.own + sum(map(self.paths.weight, place.below.values()))

    # Recursion

    def _members(self, cycle: CallNode) -> frozenset[int]:
        return frozenset(map(self._function, self.flow.groups.members(cycle.key)))

    def _of_cycle(self, children: Sequence[CallNode], place: Place, members: frozenset[int]) -> list[Item]:
        """The members of a cycle: each with its own time, and its calls out of the cycle."""
        region = self.paths.among((part for parts in place.below.values() for part in parts), members)
        items = []
        for child in children:
            parts = region.get(child.function, ()) if child.kind == "function" else ()
            where = self.paths.place(parts, members) if parts else NOWHERE
            items.append(Item(child, where, self._weight(where)))
        return items

    def _reopened(self, parent: CallNode | None, child: CallNode) -> CallNode:
        """A call back, where recursion is taken apart: a call as any other."""
        if parent is None or child.kind != "recursion" or child.key < 0 or self.flow.groups.grouped:
            return child
        function, high = self._function(child.key), child.high
        made = node_below(parent, "function", function, child.time, high=high, key=child.key)
        if self.is_unseen(made) and self.is_unseen(parent):
            # No sample would ever end that.
            return child
        own = self.flow.graph.times.tottime(child.key)
        whole = own + self.flow.plans.of(child.key).outflow
        made.own = child.time * own / whole if whole > 0 else 0.0
        made.bound_own(0.0, math.inf)
        made.beyond = parent.beyond + self.flow.graph.missing(parent.key)
        return made

"""The kinds of nodes that a tree from edges has, and the members that the node of a cycle is opened to."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import (
    CYCLE,
    MOST_CHILDREN,
    NO_FUNCTION,
    CallNode,
    Kind,
    node_below,
    rest_below,
)
from proftui.analysis.calltree.plans import Plans
from proftui.analysis.calltree.recursion_groups import RecursionGroups
from proftui_parsers.sums import SAME

SHARED, UNATTRIBUTED = "shared", "[unattributed]"


def group_node(
    groups: RecursionGroups,
    parent: CallNode | None,
    group: int,
    function: int,
    time: float,
    own: float,
    calls: float | None,
    exact: bool,
    bounds: tuple[float, float],
    own_bounds: tuple[float, float],
) -> CallNode:
    """The node of a recursion group, a function or a cycle; its ``function`` is where it is entered."""
    kind: Kind = "cycle" if groups.is_cycle(group) else "function"
    (low, high), bounded = bounds, groups.graph.bounded
    made = node_below(
        parent, kind, function, time, exact=exact, low=low, high=high, key=group, bounded=bounded
    )
    made.calls = calls
    if kind == "cycle":
        made.inner, made.count = own, len(groups.members(group))
        made.label = f"{CYCLE} {made.count}"
    else:
        made.own = own
        made.bound_own(*own_bounds)
    return made


def bounds_of_own(
    groups: RecursionGroups, group: int, recorded: tuple[float, float], elsewhere: float
) -> tuple[float, float]:
    """What a group's own time lies between in some calls of it (README, "Exact or bounded").

    ``recorded``: own time of these calls by the file, at least and at most; ``elsewhere``: seconds at most
    of them that belong to other nodes.
    """
    inner, (low, high) = groups.inner_own(group), recorded
    if not groups.graph.certain or groups.is_cycle(group) or (inner and groups.graph.has_estimates(group)):
        return 0.0, math.inf
    if inner and not elsewhere and groups.has_one_context(group):
        return low + inner, high + inner
    return low - elsewhere, high + inner


def call_back(
    parent: CallNode, function: int, time: float, most: float, label: str, count: int, key: int
) -> CallNode:
    """A call back to what runs already, or what such calls share; ``most``: its upper bound."""
    made = parent.made.get((label, key))
    if made is None:
        made = node_below(parent, "recursion", function, time, high=most, label=label, count=count, key=key)
        parent.made[label, key] = made
    return made


def to_nobody(groups: RecursionGroups, parent: CallNode, time: float) -> CallNode:
    """Time that a node passes on to nobody."""
    if groups.graph.reentrance.component(groups.members(parent.key)[0]) is not None:
        return call_back(parent, NO_FUNCTION, time, parent.high, SHARED, 0, -1)
    made = parent.made.get((UNATTRIBUTED, -1))
    if made is None:
        made = node_below(parent, "unattributed", NO_FUNCTION, time, label=UNATTRIBUTED)
        parent.made[UNATTRIBUTED, -1] = made
    return made


def is_negligible(graph: CallGraph, node: CallNode, time: float) -> bool:
    """Whether some seconds of a node are only rounding."""
    return time <= SAME * max(node.time, SAME * graph.total)


class _Members(NamedTuple):
    """The members of a cycle, heaviest first, with seconds of their own and of their calls out of it."""

    nodes: array[int]
    times: array[float]
    part: float
    """The part of their own times that is here."""
    whole: bool
    """Whether all calls of the cycle are here, so that own times are the recorded ones."""


class CycleMembers:
    """The members of cycles in one tree."""

    def __init__(self, plans: Plans) -> None:
        self.plans, self.groups, self.graph = plans, plans.groups, plans.graph
        self._of: Callable[[CallNode], _Members] = cache(self._sorted)

    def below(self, cycle: CallNode, least: float, first: int = -1) -> list[CallNode]:
        """The members down to ``least`` seconds, and a rest; in a rest, those from ``first`` on."""
        members = self._of(cycle)
        shown: list[CallNode] = []
        start = max(0, first)
        for position in range(start, len(members.nodes)):
            if members.times[position] < least or position == start + MOST_CHILDREN:
                shown.append(rest_below(cycle, members.times, position, exact=False))
                break
            shown.append(self._member(cycle, members, position))
        nobodys = cycle.time - sum(members.times)
        if first < 0 and not is_negligible(self.graph, cycle, nobodys):
            shown.append(to_nobody(self.groups, cycle, nobodys))
        return shown

    def _sorted(self, cycle: CallNode) -> _Members:
        plan, nodes = self.plans.of(cycle.key), self.groups.members(cycle.key)
        share = max(0.0, cycle.time - cycle.inner) / plan.throughflow if plan.throughflow > 0 else 0.0
        owns = array("d", map(self.graph.times.tottime, nodes))
        part = cycle.inner / (sum(owns) or 1.0)
        whole = cycle.exact and cycle.calls_exact and cycle.calls == self.groups.calls(cycle.key)
        whole = whole and self.graph.certain and not any(map(self.graph.has_estimates, nodes))
        times = array("d", [part * own for own in owns])
        for row, node in enumerate(nodes) if plan.by_member else ():
            if node in plan.by_member:
                times[row] += share * sum(plan.by_member[node].weights)
        order = sorted(range(len(nodes)), key=times.__getitem__, reverse=True)
        heaviest_first = array("i", map(nodes.__getitem__, order))
        return _Members(heaviest_first, array("d", map(times.__getitem__, order)), part, whole)

    def _member(self, cycle: CallNode, members: _Members, position: int) -> CallNode:
        node, tottime = members.nodes[position], self.graph.times.tottime(members.nodes[position])
        made = cycle.made.get(("function", node))
        if made is None:
            time, own = members.times[position], members.part * tottime
            most, exact = self.graph.most(self.graph.topology.function(node)), members.whole and time == own
            made = node_below(cycle, "function", node, time, exact=exact, high=most, own=own, key=node)
            low, high = (own, own) if members.whole else (0.0, self.graph.most_own(node))
            made.bound_own(low, high)
            cycle.made["function", node] = made
        return made

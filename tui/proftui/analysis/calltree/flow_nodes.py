"""The kinds of nodes that a tree from edges has, each made once below its parent."""

from __future__ import annotations

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import NO_FUNCTION, SAME, CallNode, node_below
from proftui.analysis.calltree.recursion_groups import RecursionGroups

SHARED, UNATTRIBUTED = "shared", "[unattributed]"


def group_node(
    groups: RecursionGroups,
    parent: CallNode | None,
    group: int,
    function: int,
    time: float,
    own: float,
    *,
    calls: float | None,
    exact: bool,
    low: float,
    high: float,
) -> CallNode:
    """The node of a recursion group, a function or a cycle; its ``function`` is where it is entered."""
    is_cycle = groups.is_cycle(group)
    count = len(groups.members(group)) if is_cycle else 0
    return node_below(
        parent,
        "cycle" if is_cycle else "function",
        function,
        time,
        exact=exact,
        low=low,
        high=high,
        own=0.0 if is_cycle else own,
        calls=calls,
        label=f"cycle of {count}" if is_cycle else "",
        count=count,
        key=group,
        inner=own if is_cycle else 0.0,
    )


def call_back(
    parent: CallNode, function: int, time: float, most: float, label: str, count: int, key: int
) -> CallNode:
    """A call back to what runs already, or what such calls share; ``most``: its upper bound."""
    made = parent.made.get((label, key))
    if made is None:
        made = node_below(parent, "recursion", function, time, high=most, label=label, count=count, key=key)
        parent.made[label, key] = made
    return made


def lost(groups: RecursionGroups, parent: CallNode, time: float) -> CallNode:
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

"""The hot path: from a node of a call tree, or from a function as a whole, down to where the time is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.flow_nodes import group_node
from proftui.analysis.calltree.nodes import CallNode, CallTree, patience

Stop = Literal["own", "small", "leaf", "long"]
"""Why a hot path ends: own time is the largest part; the next step is ``small``; what is no function, such as
recursion, is the largest part; it has as many steps, or took as much work, as one may."""
SMALL = 0.01
"""The part of the run below which a step that is not most of the one before leads nowhere."""
_LIMIT = 1000


class HotPath(NamedTuple):
    """The nodes from the first to the last, functions and cycles, and why the last one is it."""

    nodes: list[CallNode]
    stop: Stop

    @property
    def functions(self) -> list[int]:
        """The functions on it; a cycle stands for the function through which it is entered."""
        path: list[int] = []
        for node in self.nodes:
            if not path or path[-1] != node.function:
                path.append(node.function)
        return path


def hot_path(tree: CallTree, node: CallNode) -> HotPath:
    """From ``node`` down the heaviest functions, to where the time is.

    It ends where the node's own time, or what is no function below it, is at least that of any step from
    there, and where the next step is both below 1 % of the run and below half of the node. So the path of a
    light function goes on as long as most of it lies that way, and that of a heavy one ends where it spreads
    out into noise; were half of the node enough to end, it would stop at every ``main`` that does three
    things.
    """
    path = [node]
    # Who called a function first is above what it called itself.
    passed = ("rest", "recursion") if tree.inverted else ("rest",)
    goes_on = patience(tree)
    while len(path) < _LIMIT and goes_on():
        here, own = path[-1], path[-1].own
        below = [child for child in tree.children(here, own) if child.kind not in passed]
        step = max(below, key=lambda child: child.time, default=None)
        if step is None or step.time <= own:
            return HotPath(path, "own")
        if step.kind not in ("function", "cycle"):
            return HotPath(path, "leaf")
        if step.time < min(SMALL * tree.total, here.time / 2):
            return HotPath(path, "small")
        path.append(step)
    return HotPath(path, "long")


def all_calls_of(tree: FlowTree, function: int) -> CallNode:
    """A node, in no list of the tree, of all calls of a function together: its time is the recorded one.

    Of a function that was taken apart it is the part with the most time; of one in a cycle the cycle. Their
    times are sums of calls, in which what runs inside itself counts twice: they are cut and estimated.
    """
    groups, graph = tree.groups, tree.graph
    group = max({groups.of(node) for node in graph.topology.nodes_of(function)}, key=groups.cumtime)
    time, own = groups.cumtime(group) or tree.plans.of(group).outflow, groups.tottime(group)
    recorded = graph.times.cumtime(function) if function < graph.profile.count else 0.0
    most = tree.total
    exact = not groups.is_cycle(group) and recorded > 0 and graph.topology.proven(group)
    if not groups.is_cycle(group):
        most = recorded or most
    time = min(time, most)
    return group_node(groups, None, group, function, time, own, None, exact, (0.0, most), (own, own))

"""A shape of a profile: functions hidden, then what runs under something, then groups."""

from __future__ import annotations

from collections.abc import Callable

from proftui import messages
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.names import Names
from proftui.analysis.shape.focus import focusing, focusing_path
from proftui.analysis.shape.hiding import hidden_by, index_of
from proftui.analysis.shape.shape import MINE, Shape, Step
from proftui.analysis.shape.shaping import shaping
from proftui.background.pieces import Pieces


def making(
    shape: Shape, graph: CallGraph, names: Names, not_mine: Callable[[], bytearray]
) -> Pieces[CallGraph]:
    """The graph of a profile in a shape, in pieces; its profile is a shaped one if the shape has steps.

    ``graph``: of the recorded profile. ``not_mine``: marks what is not the user's own.
    """
    hidden = hidden_by(shape, names, not_mine)
    if any(hidden):
        graph = CallGraph((yield from shaping(graph, hidden)))
    for step in shape.focus:
        graph = yield from _focused(graph, step, names)
    if any(hidden) and not shape.focus and not shape.by:
        graph.profile.folded_title = messages.NOT_MINE if shape.hiding == (MINE,) else messages.HIDDEN
    return graph


def _focused(graph: CallGraph, step: Step, names: Names) -> Pieces[CallGraph]:
    """What runs under a function or a path; where that is not in the profile any more, all."""
    path = [
        index for index in (index_of(names.profile, function) for function in step.path) if index is not None
    ]
    if not path:
        return graph
    node = None
    if len(path) > 1:
        tree = FlowTree(graph.profile, graph=graph)
        yield from tree.preparing()
        node = node_at(tree, path)
    if node is None:
        return CallGraph((yield from focusing(graph, path[-1])))
    return CallGraph((yield from focusing_path(graph, path, node)))


def node_at(tree: FlowTree, path: list[int]) -> CallNode | None:
    """The node of a path of functions, from a root down; levels that are not in the path may lie between."""
    nodes, found = list(tree.roots()), None
    for function in path:
        found = next((node for node in _members(tree, nodes) if node.function == function), None)
        if found is None:
            return None
        nodes = list(tree.children(found))
    return found


def _members(tree: FlowTree, nodes: list[CallNode]) -> list[CallNode]:
    """Nodes, and of cycles their members."""
    members: list[CallNode] = []
    for node in nodes:
        members += tree.children(node) if node.kind == "cycle" else [node]
    return members

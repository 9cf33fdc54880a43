"""The hot path of the page: from where the program begins down to where the time is."""

from __future__ import annotations

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.hot_path import hot_path
from proftui.analysis.calltree.joined_tree import JoinedTree
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.overview.figures import MyPath
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.analysis.stacktree.stack_tree import StackTree
from proftui.background.pieces import Pieces
from proftui_parsers import Profile


def walking(tree: FlowTree | JoinedTree | StackTree, profile: Profile, *, is_mine: bool) -> Pieces[MyPath]:
    """The hot path from the heaviest root of a tree, in pieces.

    Of code whose callees are hidden it goes on to where that code itself takes the time: what is hidden
    counts as own time, and were it one's own, imports would end every path at the program's module.
    """
    yield from tree.preparing()
    roots = [root for root in tree.roots() if root.kind in ("function", "cycle") and root.time > 0]
    if not roots:
        return MyPath((), tree.total, is_mine)
    start = max(roots, key=lambda root: root.time)

    def own(node: CallNode) -> float:
        function = node.function
        if not isinstance(profile, ShapedProfile) or not 0 <= function < profile.count:
            return node.own
        known = profile.tottime[function]
        return node.own * min(1.0, profile.recorded_own[function] / known) if known > 0 else node.own

    nodes: list[CallNode] = []
    for node in hot_path(tree, start, own_of=own).nodes:
        if not nodes or nodes[-1].function != node.function:
            nodes.append(node)
    return MyPath(nodes, tree.total, is_mine)

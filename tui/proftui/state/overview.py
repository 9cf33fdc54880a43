"""The figures of the overview, found out for a session in the shape that is on."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.calltree.hot_path import hot_path
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.overview.figures import gathering
from proftui.analysis.shape.shape import Shape
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces
from proftui.state.call_trees import Trees
from proftui.state.session import Session


def finding_overview(session: Session) -> Pieces[None]:
    """Find out what ``session.overview`` says, in pieces."""
    before = session.profile
    if session.overview is not None:
        return
    now = session.shapes.now
    shape = now.grouped("") if session.shaped is not None else now._replace(steps=())
    if session.groups is not None:
        yield from session.shaping.making(shape)
    profile = session.ungrouped
    hidden = profile.hidden if isinstance(profile, ShapedProfile) else bytearray(profile.count)
    trees = _trees(session, shape)
    path: Sequence[CallNode] = ()
    if profile.has_edges and profile.count:
        path = yield from _path(trees)
    graph = trees.graph if profile.has_calls and profile.count else None
    found = yield from gathering(profile, session.recorded_names, hidden, session.not_mine(), graph, path)
    # Meanwhile another shape may have been taken.
    if session.profile is before:
        session.overview = found


def _trees(session: Session, shape: Shape) -> Trees:
    """The trees of functions one by one."""
    if session.groups is None:
        return session.trees
    shaping = session.shaping
    return Trees(session.ungrouped, shaping.graph_in(shape)) if shape.steps else shaping.recorded_trees


def _path(trees: Trees) -> Pieces[Sequence[CallNode]]:
    """The hot path from the heaviest root, as from any node of a tree."""
    tree = trees.top_down
    yield from tree.preparing()
    roots = [root for root in tree.roots() if root.kind in ("function", "cycle") and root.time > 0]
    return hot_path(tree, max(roots, key=lambda root: root.time)).nodes if roots else ()

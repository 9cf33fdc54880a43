"""The figures of the overview, found out for a session in the shape that is on."""

from __future__ import annotations

from proftui.analysis.overview.figures import MyPath, gathering
from proftui.analysis.overview.my_path import walking
from proftui.analysis.shape.hiding import hidden_by
from proftui.analysis.shape.shape import MINE, Shape
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
    path, trees = MyPath(), _trees(session, shape)
    if profile.has_edges and profile.count:
        path = yield from _path(session, shape, trees)
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


def _path(session: Session, shape: Shape, trees: Trees) -> Pieces[MyPath]:
    """The hot path of the user's own code; where there is none, of all code."""
    mine, count, names = shape.plus(MINE), session.profile.count, session.recorded_names
    before, hidden = (hidden_by(of, names, session.not_mine)[:count] for of in (shape, mine))
    is_hidden = session.focus is not None and hidden[session.focus]
    if all(hidden) or hidden == before or is_hidden:
        return (yield from walking(trees.top_down, trees.profile, is_mine=not all(hidden) and not is_hidden))
    yield from session.shaping.making(mine)
    graph = session.shaping.graph_in(mine)
    top_down = Trees(graph.profile, graph).top_down
    return (yield from walking(top_down, graph.profile, is_mine=True))

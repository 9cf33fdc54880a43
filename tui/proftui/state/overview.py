"""The figures of the overview, found out for a session in the shape that is on."""

from __future__ import annotations

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.overview.figures import MyPath, gathering
from proftui.analysis.overview.my_path import walking
from proftui.analysis.shape.hiding import hidden_by
from proftui.analysis.shape.shape import MINE, WHOLE
from proftui.background.pieces import Pieces
from proftui.state.session import Session


def finding_overview(session: Session) -> Pieces[None]:
    """Find out what ``session.overview`` says, in pieces."""
    profile, shaped = session.profile, session.shaped
    if session.overview is not None:
        return
    hidden = bytearray(profile.count) if shaped is None else shaped.hidden
    path, graph = MyPath(), None
    if profile.has_calls and profile.count:
        graph = session.trees.graph
        if profile.has_edges:
            path = yield from _path(session)
    found = yield from gathering(profile, session.names, hidden, session.not_mine(), graph, path)
    # Meanwhile another shape may have been taken.
    if session.profile is profile:
        session.overview = found


def _path(session: Session) -> Pieces[MyPath]:
    """The hot path of the user's own code; where there is none, of all code."""
    shape = WHOLE if session.shaped is None else session.shapes.now
    mine, count = shape.plus(MINE), session.profile.count
    before, hidden = (hidden_by(of, session.names, session.not_mine)[:count] for of in (shape, mine))
    if all(hidden) or hidden == before:
        return (yield from walking(session.trees.top_down, is_mine=not all(hidden)))
    yield from session.shaping(mine)
    graph = session.graph_in(mine)
    return (yield from walking(FlowTree(graph.profile, bare=True, graph=graph), is_mine=True))

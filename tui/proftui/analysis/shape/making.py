"""A shape of a profile, worked out from the recorded one."""

from __future__ import annotations

from collections.abc import Callable

from proftui import messages
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.names import Names
from proftui.analysis.shape.alone import without_calls
from proftui.analysis.shape.hiding import hidden_by
from proftui.analysis.shape.shape import MINE, Shape
from proftui.analysis.shape.shaping import shaping
from proftui.background.pieces import Pieces


def making(
    shape: Shape, graph: CallGraph, names: Names, not_mine: Callable[[], bytearray]
) -> Pieces[CallGraph]:
    """The graph of a profile in a shape, in pieces; its profile is a shaped one.

    ``graph``: of the recorded profile. ``not_mine``: marks what is not the user's own.
    """
    hidden = hidden_by(shape, names, not_mine)
    if not graph.profile.has_edges:
        return CallGraph(without_calls(graph.profile, hidden))
    made = yield from shaping(graph, hidden)
    made.folded_title = messages.NOT_MINE if shape.steps == (MINE,) else messages.HIDDEN
    return CallGraph(made)

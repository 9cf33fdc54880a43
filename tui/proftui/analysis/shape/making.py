"""A shape of a profile, worked out from the recorded one."""

from __future__ import annotations

from collections.abc import Callable

from proftui import messages
from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.members import Represented
from proftui.analysis.names import Names
from proftui.analysis.shape.alone import grouped_without_calls, without_calls
from proftui.analysis.shape.focus import focusing
from proftui.analysis.shape.grouped import grouped
from proftui.analysis.shape.hiding import functions_named, hidden_by
from proftui.analysis.shape.members import members_by
from proftui.analysis.shape.shape import MINE, Shape, Step
from proftui.analysis.shape.shaping import shaping
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces


def making(
    shape: Shape, graph: CallGraph, names: Names, not_mine: Callable[[], bytearray]
) -> Pieces[CallGraph]:
    """The graph of a profile in a shape, in pieces; its profile is a shaped one.

    First functions are hidden, then what does not run under the focus is left out, then functions are put
    together. ``graph``: of the recorded profile. ``not_mine``: marks what is not the user's own.
    """
    if shape.hiding:
        hidden = hidden_by(shape, names, not_mine)
        if not graph.profile.has_edges:
            made = without_calls(graph.profile, hidden)
        else:
            made = yield from shaping(graph, hidden)
        if made.has_edges and not shape.focuses and not shape.by:
            made.folded_title = messages.NOT_MINE if shape.hiding == (MINE,) else messages.HIDDEN
        graph = CallGraph(made)
    for step in shape.focuses:
        graph = CallGraph((yield from _focused(step, graph)))
    if shape.by:
        graph = CallGraph((yield from _grouped(shape.by, graph, names)))
    return graph


def _focused(step: Step, graph: CallGraph) -> Pieces[ShapedProfile]:
    (function, *_) = functions_named(graph.profile, step.function)
    return (yield from focusing(graph, function))


def _grouped(by: str, graph: CallGraph, names: Names) -> Pieces[ShapedProfile]:
    profile = graph.profile
    hidden = profile.hidden if isinstance(profile, ShapedProfile) else bytearray(len(profile.files))
    members = members_by(by, names, hidden)
    if not profile.has_edges:
        alone, stands = grouped_without_calls(profile, members)
        alone.take_groups(Represented(members, stands, BoundedColumn([], [], certain=True)))
        return alone
    made = yield from grouped(graph, members.group_of, len(members.names))
    groups = {function: group for group, function in enumerate(made.representatives)}
    made.profile.take_groups(Represented(members, groups, made.inside))
    return made.profile

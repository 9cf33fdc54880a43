"""A shape of a profile, worked out from the recorded one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.members import Represented
from proftui.analysis.names import Names
from proftui.analysis.shape.alone import grouped_without_calls, without_calls
from proftui.analysis.shape.focus import focusing
from proftui.analysis.shape.fold import folding
from proftui.analysis.shape.group import grouped
from proftui.analysis.shape.grouping import members_by
from proftui.analysis.shape.hiding import hidden_by, visible_path
from proftui.analysis.shape.paths import time_below_root, time_by_callers
from proftui.analysis.shape.shape import ANYWHERE, PATH, Shape, Step, StepGone, functions_named
from proftui.analysis.shape.stacked import shaping_stacks
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces


def making(
    shape: Shape, graph: CallGraph, names: Names, not_mine: Callable[[], bytearray]
) -> Pieces[CallGraph]:
    """The graph of a profile in a shape, in pieces; its profile is a shaped one.

    First functions are hidden, then what does not run under the focus is left out, then functions are put
    together. ``graph``: of the recorded profile; if that has whole stacks, of the measure and threads chosen.
    ``not_mine``: marks what is not the user's own.

    Raises:
        StepGone: there is nothing to focus on.
    """
    if shape.focuses and not graph.profile.has_edges:
        raise StepGone(shape.focuses[0])
    if graph.profile.recording is not None:
        return CallGraph((yield from shaping_stacks(shape, graph.profile, names, not_mine)))
    if shape.hiding:
        hidden = hidden_by(shape, names, not_mine)
        is_last = not shape.focuses and not shape.by
        seen = chain(range(graph.profile.count), graph.profile.edges.callers)
        if is_last or any(map(hidden.__getitem__, seen)):
            if not graph.profile.has_edges:
                made = without_calls(graph.profile, hidden)
            else:
                made = yield from folding(graph, hidden)
                made.folded_title = shape.folded_title
            graph = CallGraph(made)
    for step in shape.focuses:
        graph = CallGraph((yield from _focused(step, graph)))
    if shape.by:
        graph = CallGraph((yield from _grouped(shape.by, graph, names)))
    return graph


def _focused(step: Step, graph: CallGraph) -> Pieces[ShapedProfile]:
    """The profile under a function or a path; what is hidden is no step of a path any more."""
    profile = graph.profile
    hidden = profile.hidden if isinstance(profile, ShapedProfile) else bytearray(len(profile.files))
    path = visible_path(step, profile, hidden)
    if step.kind != PATH:
        return (yield from focusing(graph, path[-1]))
    known = (functions_named(profile, function) for function in step.path)
    if any(min(numbers, default=profile.count) >= profile.count for numbers in known):
        raise StepGone(step)
    if step.name == ANYWHERE and len(path) == 1:
        return (yield from focusing(graph, path[-1]))
    time = yield from (time_by_callers if step.name == ANYWHERE else time_below_root)(graph, path)
    if time is None:
        raise StepGone(step)
    return (yield from focusing(graph, path[-1], time))


def _grouped(by: str, graph: CallGraph, names: Names) -> Pieces[ShapedProfile]:
    profile = graph.profile
    hidden = profile.hidden if isinstance(profile, ShapedProfile) else bytearray(len(profile.files))
    members = yield from members_by(by, names, hidden)
    if not profile.has_edges:
        alone, stands = grouped_without_calls(profile, members)
        inside = BoundedColumn.recorded([0.0] * len(members.names), certain=True)
        alone.take_groups(Represented(members, stands, inside))
        return alone
    return (yield from grouped(graph, members))

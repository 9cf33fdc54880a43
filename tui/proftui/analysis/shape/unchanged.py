"""A shape in which each function stands for itself: all figures are as they were recorded."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from copy import copy

from proftui.analysis.bounds import Bounded, BoundedColumn, exact_sum
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.known import Known
from proftui.analysis.shaped_profile import ShapedProfile, doubting
from proftui.background.pieces import Pieces
from proftui_parsers.sums import SAME


def is_unchanged(graph: CallGraph, source_of: Sequence[int], *, merges: bool) -> bool:
    """Whether every recorded function is a source alone; arguments as of ``Fold``."""
    profile = graph.profile
    return (
        source_of[: profile.count] == array("q", range(profile.count))
        and max(profile.edges.callers, default=-1) < profile.count
        and graph.shaped is None
        and not graph.estimated
        and not (merges and graph.topology.calls_itself)
    )


def unchanged(graph: CallGraph, hidden: bytearray, *, merges: bool) -> Pieces[ShapedProfile]:
    """The profile in such a shape; a function of which names or calls were lost may have taken more."""
    profile, known = graph.profile, Known(graph)
    yield from graph.preparing()
    yield from known.preparing()
    found = ((function, known.root(function)) for function in range(profile.count))
    roots = {function: root for function, root in found if root is not None}
    yield
    # What is known of these edges is not of those that were read.
    told = yield from doubting(copy(profile.edges), known.edges, roots)
    left = known.whole.value - exact_sum(profile.tottime[: profile.count])
    return ShapedProfile(
        profile,
        hidden,
        own=BoundedColumn.recorded(known.own.values, certain=True),
        time=BoundedColumn.recorded(known.time.values, certain=True),
        calls=BoundedColumn.recorded(known.calls.values, certain=True),
        primitive_calls=None if merges else profile.primitive_calls,
        told=told,
        outside=Bounded(0.0, 0.0, 0.0, exact=graph.certain),
        unattributed=left if abs(left) > SAME * known.whole.value else 0.0,
    )

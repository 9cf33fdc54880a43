"""Functions hidden: the profile of what is left, in the order and with the numbers of the recorded one."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.fold import Fold, folding
from proftui.analysis.shape.folded_calls import folding_calls
from proftui.analysis.shaped_profile import ShapedProfile, doubting
from proftui.background.pieces import Pieces

_MOST = 1e300
"""More is in no file but a hostile one."""


def shaping(graph: CallGraph, hidden: bytearray) -> Pieces[ShapedProfile]:
    """Hide functions: the time of each counts to who called it.

    ``hidden``: by function, callers without an entry included.
    """
    fold = yield from folding(graph, hidden)
    calls = yield from folding_calls(graph, hidden, fold)
    profile = graph.profile
    yield
    own = _own(fold, profile.count)
    yield
    time = _exact(profile.cumtime or [0.0] * profile.count, hidden, certain=graph.certain)
    yield
    numbers = _exact(profile.ncalls or [0] * profile.count, hidden, certain=True)
    doubts = yield from doubting(calls.edges, calls.bounds, calls.roots, calls.unsure)
    yield
    return ShapedProfile(
        profile,
        hidden,
        own=own,
        time=time,
        calls=numbers,
        primitive_calls=None if profile.primitive_calls is None else _left(profile.primitive_calls, hidden),
        edges=calls.edges,
        edge_bounds=calls.bounds,
        roots=calls.roots,
        outside=fold.own[len(fold.visible)],
        unattributed=fold.unattributed,
        doubts=doubts,
    )


def _left(counts: Sequence[int], hidden: bytearray) -> list[int]:
    return [0 if hidden[function] else count for function, count in enumerate(counts)]


def _exact(figures: Sequence[float], hidden: bytearray, *, certain: bool) -> BoundedColumn:
    left = [0.0 if hidden[function] else float(min(figure, _MOST)) for function, figure in enumerate(figures)]
    return BoundedColumn(left, left, certain=certain)


def _own(fold: Fold, count: int) -> BoundedColumn:
    """Own times by function of the profile; of hidden ones nothing."""
    zeros = bytes(8 * count)
    lows, highs, values = array("d", zeros), array("d", zeros), array("d", zeros)
    for function, figure in zip(fold.visible, fold.own, strict=False):
        lows[function], highs[function], values[function] = figure.low, figure.high, figure.value
    made = BoundedColumn(lows, highs, certain=fold.own.certain)
    made.values = values
    made.impossible.update(fold.visible[row] for row in fold.own.impossible if row < len(fold.visible))
    return made

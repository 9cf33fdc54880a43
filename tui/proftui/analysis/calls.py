"""Who calls a function and what it calls: one step around the selection, straight from the edges."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat

from proftui.analysis.columns import shaped_of
from proftui.analysis.neighbours import (
    CUMTIME,
    NCALLS,
    OUTSIDE,
    OWN_TIME,
    TOTTIME,
    Neighbour,
    Neighbours,
    counts,
)
from proftui_parsers import Profile
from proftui_parsers.import_free import replace
from proftui_parsers.profile import NOT_MEASURED


def callers(profile: Profile, index: int) -> Neighbours:
    """The callers of function ``index``, in file order."""
    edges = profile.edges
    known = index < profile.count
    part = slice(edges.starts[index], edges.starts[index + 1]) if known else slice(0)
    calls = edges.callers[part], edges.ncalls[part], edges.primitive_calls[part]
    estimated = edge_marks(profile, range(len(edges))[part])
    neighbours = Neighbours(*calls, edges.tottime[part], edges.cumtime[part], estimated)
    return _estimated(profile, neighbours, repeat(index, len(neighbours)))


def callees(profile: Profile, index: int) -> Neighbours:
    """The callees of function ``index``, in file order."""
    edges = profile.edges
    entries, owners = profile.calls_of(index)
    every = Neighbours(edges.callers, edges.ncalls, edges.primitive_calls, edges.tottime, edges.cumtime)
    below = replace(every.chosen(entries), functions=owners, estimated=edge_marks(profile, entries))
    return _estimated(profile, below, owners)


def edge_marks(profile: Profile, entries: Iterable[int]) -> bytes:
    """Which figures of edges of a shaped profile are estimates; nothing where none is."""
    shaped = shaped_of(profile)
    if shaped is None:
        return b""
    bounds = shaped.edge_bounds
    columns = (CUMTIME, bounds.time), (TOTTIME, bounds.own), (NCALLS, bounds.calls)
    made = bytes(sum(mark for mark, column in columns if not column.is_exact(e)) for e in entries)
    return made if any(made) else b""


def marks_of(profile: Profile, index: int) -> int:
    """The marks of all figures of a function of a shaped profile that are estimates."""
    shaped = shaped_of(profile)
    if shaped is None or index >= profile.count:
        return 0
    columns = (CUMTIME, shaped.time), (TOTTIME, shaped.own), (NCALLS, shaped.calls)
    return sum(mark for mark, column in columns if not column.is_exact(index))


def _estimated(profile: Profile, edges: Neighbours, called: Iterable[int]) -> Neighbours:
    """The calls of the functions ``called``, shares by calls where times are none (calltree/README)."""
    if profile.is_shaped or (checked := sum(edges.cumtime)) == checked:
        return edges
    count, ncalls, cumtime = profile.count, profile.ncalls, profile.cumtime
    primitive, guesses = list(edges.primitive_calls), array("d", edges.cumtime)
    estimated = bytearray(len(edges))
    rows = zip(called, edges.ncalls, edges.cumtime, strict=True)
    for row, (callee, calls, time) in enumerate(rows):
        if time == time or calls < 0:
            continue
        primitive[row] = NOT_MEASURED
        every = ncalls[callee] if ncalls and callee < count else 0
        total = cumtime[callee] if cumtime and callee < count else math.nan
        if every > 0 and math.isfinite(total):
            guesses[row], estimated[row] = total * calls / every, True
    made = bytes(estimated) if any(estimated) else b""
    return Neighbours(edges.functions, edges.ncalls, counts(primitive), edges.tottime, guesses, made)


def own_time(profile: Profile, index: int) -> Neighbour | None:
    """The selection's own time, as a line among its callees."""
    if index >= profile.count or not math.isfinite(profile.tottime[index]):
        return None
    return Neighbour(OWN_TIME, None, None, profile.tottime[index], None, marks_of(profile, index) & TOTTIME)


def outside(profile: Profile, index: int, above: Neighbours | None = None) -> Neighbour | None:
    """The calls of ``index`` that none of its callers made: it, or what called it, is a root."""
    if index >= profile.count or profile.ncalls is None or not profile.counts_calls:
        return None
    edges = callers(profile, index) if above is None else above
    if profile.is_focused:
        return _outside_focus(profile, index) if edges else None
    if not edges or min(edges.ncalls) < 0:
        return None
    extra = profile.ncalls[index] - sum(edges.ncalls)
    if extra <= 0:
        return None
    by_others = sum(edges.tottime)
    left = max(0.0, profile.tottime[index] - by_others) if by_others == by_others else None
    return Neighbour(OUTSIDE, extra, None, left, None)


def _outside_focus(profile: Profile, index: int) -> Neighbour | None:
    """The calls of ``index`` by what a focus leaves out."""
    shaped = shaped_of(profile)
    root = None if shaped is None else shaped.roots.get(index)
    if root is None:
        return None
    figures = (NCALLS, root.calls), (TOTTIME, root.own), (CUMTIME, root.time)
    marks = sum(mark for mark, figure in figures if not figure.exact)
    return Neighbour(OUTSIDE, round(root.calls.value), None, root.own.value, root.time.value, marks)


def heaviest(neighbours: Neighbours, leave_out: Iterable[int] = ()) -> int | None:
    """The position of the function with the most time; by own time, then by calls where it is the same."""
    gone = leave_out if isinstance(leave_out, (set, frozenset)) else set(leave_out)
    others = enumerate(neighbours.functions)
    left = [position for position, other in others if other >= 0 and other not in gone]
    columns: tuple[Sequence[float], ...] = (neighbours.cumtime, neighbours.tottime, neighbours.ncalls)
    for column in columns:
        if len(left) < 2:
            break
        figure = _known(column)
        most = max(map(figure, left), default=0.0)
        left = [position for position in left if figure(position) == most]
    return left[0] if left else None


def _known(column: Sequence[float]) -> Callable[[int], float]:
    """The figure at a position, 0 for what was not measured; times can be negative, counts cannot."""
    if (checked := sum(column)) == checked:
        return column.__getitem__
    return lambda position: column[position] if column[position] == column[position] else 0.0


SORT_KEYS = ("cumtime", "tottime", "ncalls", "percall", "function", "location")

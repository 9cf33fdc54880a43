"""Edges without comprehensions: what these called counts to the functions that they stand in."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress
from math import inf
from typing import NamedTuple

from proftui.analysis.compare.stretches import Stretches
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.profile import Edges


class _Figures(NamedTuple):
    """By edge, as in ``Edges``."""

    ncalls: array[int]
    primitive_calls: array[int]
    tottime: array[float]
    cumtime: array[float]


def folding_edges(profile: Profile, around: Mapping[int, int]) -> Pieces[Edges]:
    """The edges of the functions that are left; ``around``: by comprehension the function around it."""
    old = profile.edges
    now = list(range(len(profile.files)))
    for comprehension, function in around.items():
        now[comprehension] = function
    callers = array("q", list(map(now.__getitem__, old.callers)))
    counts = array("q", old.ncalls), array("q", old.primitive_calls)
    figures = _Figures(*counts, array("d", old.tottime), array("d", old.cumtime))
    yield
    for comprehension, function in around.items():
        _add_own(
            profile.tottime[comprehension], range(old.starts[function], old.starts[function + 1]), figures
        )
    gone = list(chain.from_iterable(range(old.starts[f], old.starts[f + 1]) for f in around))
    for callee in _called_by(around, old).difference(around):
        entries = range(old.starts[callee], old.starts[callee + 1])
        most = None if profile.cumtime is None else profile.cumtime[callee]
        gone += _merged(entries, callers, figures, most)
    yield
    lefts = bytearray(b"\1") * len(old)
    for entry in gone:
        lefts[entry] = 0
    before = list(accumulate(lefts, initial=0))
    starts = array("q", list(map(before.__getitem__, old.starts)))
    yield
    left = Stretches(len(old), gone)
    return Edges(
        starts,
        left.of(callers),
        left.of(figures.ncalls),
        left.of(figures.primitive_calls),
        left.of(figures.tottime),
        left.of(figures.cumtime),
    )


def _called_by(callers: Mapping[int, int], edges: Edges) -> set[int]:
    """What some functions call."""
    theirs = compress(range(len(edges)), map(callers.__contains__, edges.callers))
    return {bisect_right(edges.starts, entry) - 1 for entry in theirs}


def _add_own(time: float, entries: range, figures: _Figures) -> None:
    """Count own time of a comprehension to the calls of the function around it, as they took time."""
    whole = sum(map(figures.cumtime.__getitem__, entries))
    for entry in entries if 0 < whole < inf else ():
        figures.tottime[entry] += time * figures.cumtime[entry] / whole


def _merged(entries: range, callers: Sequence[int], figures: _Figures, most: float | None) -> Iterator[int]:
    """Add up the edges of one function that have the same caller; those that were added to others.

    ``most``: the function's time with callees.
    """
    at: dict[int, int] = {}
    time = figures.cumtime
    for entry in entries:
        known = at.setdefault(callers[entry], entry)
        if known == entry:
            continue
        figures.ncalls[known] += figures.ncalls[entry]
        figures.primitive_calls[known] += figures.primitive_calls[entry]
        figures.tottime[known] += figures.tottime[entry]
        time[known] += time[entry]
        if most is not None:
            time[known] = min(time[known], most)
        yield entry

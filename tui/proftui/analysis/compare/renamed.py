"""New functions that took the place of others, which are gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress, repeat
from operator import lt

from proftui.analysis.compare.pairs import Pairs
from proftui.background.pieces import PIECE, Pieces
from proftui_parsers import Profile

_ENOUGH = 0.3
"""Share of their callees that two functions must have in common."""


def _callers(profile: Profile, function: int) -> Sequence[int]:
    starts = profile.edges.starts
    return profile.edges.callers[starts[function] : starts[function + 1]]


def with_replaced(base: Profile, new: Profile, pairs: Pairs) -> Pieces[Pairs]:
    """With what is gone in the row of the one new function that the same callers call as often.

    If enough of what both call is the same, as often: so a wrapper takes the place of another.
    """
    places = dict[frozenset[tuple[int, int]], tuple[list[int], list[int]]]()
    sides = (base, pairs.base, pairs.base_row, pairs.new), (new, pairs.new, pairs.new_row, pairs.base)
    for side, (profile, functions, rows, others) in enumerate(sides):
        starts = profile.edges.starts
        for number, row in enumerate(compress(range(len(pairs)), map(lt, others, repeat(0)))):
            f = functions[row]
            callers = _with_calls(profile, rows, range(starts[f], starts[f + 1]), _callers(profile, f))
            places.setdefault(callers, ([], []))[side].append(row)
            if number % PIECE == 0:
                yield
    columns = {key: getattr(pairs, key)[:] for key in ("base", "base_own", "base_calls", "base_cumtime")}
    base_row = pairs.base_row[:]
    for callers, (gone, added) in places.items():
        if callers and len(gone) == len(added) == 1:
            yield
            one = _with_calls(base, pairs.base_row, *base.calls_of(pairs.base[gone[0]]))
            other = _with_calls(new, pairs.new_row, *new.calls_of(pairs.new[added[0]]))
            if len(one & other) >= _ENOUGH * len(one | other) > 0:
                base_row[pairs.base[gone[0]]] = added[0]
                for column in columns.values():
                    column[gone[0]], column[added[0]] = column[added[0]], column[gone[0]]
    return replace(pairs, **columns, base_row=base_row)


def _with_calls(
    profile: Profile, rows: Sequence[int], entries: Sequence[int], functions: Sequence[int]
) -> frozenset[tuple[int, int]]:
    """Rows of functions at the other end of entries, with the calls of these."""
    ends, calls = map(rows.__getitem__, functions), map(profile.edges.ncalls.__getitem__, entries)
    return frozenset(zip(ends, calls, strict=True))

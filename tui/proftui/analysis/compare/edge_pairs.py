"""Calls of both sides, matched by both ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import NamedTuple, TypeVar

from proftui.analysis.calls import edge_marks
from proftui.analysis.compare.pairs import NOBODY, Pairs
from proftui.background.pieces import PIECE, Pieces
from proftui_parsers import Edge, Profile

Number = TypeVar("Number", int, float)
_Numbered = tuple[int, Edge]
"""Calls, after their number among the edges of a profile."""
_NONE = (NOBODY, None)


class EdgePair(NamedTuple):
    """The calls of one function by another, before and after; both ends are matched."""

    row: int
    """Row of the function at the other end; -1: it has none, as it has no entry of its own."""
    base: Edge | None
    """The calls before; ``None``: there were none."""
    new: Edge | None
    """The calls after."""
    entries: tuple[int, int]
    """Their numbers among the edges of both sides, of several that of the first; -1: none."""


def callers_of(base: Profile, new: Profile, pairs: Pairs, row: int) -> Pieces[list[EdgePair]]:
    """Who calls the function of a row, on either side; those of the new side first, in its order."""
    before, after = functions_of(pairs, row)
    return _matching(_callers(base, before), _callers(new, after), pairs)


def callees_of(base: Profile, new: Profile, pairs: Pairs, row: int) -> Pieces[list[EdgePair]]:
    """What it calls, as :func:`callers_of`."""
    before, after = functions_of(pairs, row)
    return _matching(_callees(base, before), _callees(new, after), pairs)


def marks_of(pair: EdgePair, base: Profile, new: Profile) -> int:
    """Which figures of these calls are estimates on either side."""
    made = 0
    for profile, entry in zip((base, new), pair.entries, strict=True):
        for mark in edge_marks(profile, (entry,)) if entry >= 0 else b"":
            made |= mark
    return made


def functions_of(pairs: Pairs, row: int) -> tuple[Sequence[int], Sequence[int]]:
    """The functions of a row on both sides: one, none, or those of a bundle."""
    if row in pairs.bundles:
        return pairs.bundles[row]
    before, after = pairs.base[row], pairs.new[row]
    return [before] if before != NOBODY else [], [after] if after != NOBODY else []


def _callers(profile: Profile, functions: Iterable[int]) -> Iterator[_Numbered]:
    # Of a function without an entry nobody is known.
    known = (function for function in functions if function < profile.count)
    return chain.from_iterable(zip(count(profile.edges.starts[f]), profile.callers(f)) for f in known)


def _callees(profile: Profile, functions: Iterable[int]) -> Iterator[_Numbered]:
    return chain.from_iterable(
        zip(profile.calls_of(f)[0], profile.callees(f), strict=True) for f in functions
    )


def _matching(
    before: Iterator[_Numbered], after: Iterator[_Numbered], pairs: Pairs
) -> Pieces[list[EdgePair]]:
    new = yield from _by_row(after, pairs.new_row)
    base = yield from _by_row(before, pairs.base_row)
    made: list[EdgePair] = []
    for key in {**new, **base}:
        (entry, edge), (entry_after, edge_after) = base.get(key, _NONE), new.get(key, _NONE)
        row = key if isinstance(key, int) else NOBODY
        made.append(EdgePair(row, edge, edge_after, (entry, entry_after)))
        if not len(made) % PIECE:
            yield
    return made


def _by_row(edges: Iterator[_Numbered], rows: Sequence[int]) -> Pieces[dict[object, tuple[int, Edge | None]]]:
    found: dict[object, tuple[int, Edge | None]] = {}
    for entry, edge in edges:
        row = rows[edge.function]
        # Who has no row is known by what was recorded.
        key = row if row >= 0 else edge[:3]
        first, known = found.get(key, _NONE)
        found[key] = (entry, edge) if known is None else (first, _together(known, edge))
        if not len(found) % PIECE:
            yield
    return found


def _together(one: Edge, other: Edge) -> Edge:
    """The calls of a bundle, added up; of times that may overlap in recursion, as they are."""
    return one._replace(
        ncalls=_sum(one.ncalls, other.ncalls),
        primitive_calls=_sum(one.primitive_calls, other.primitive_calls),
        tottime=_sum(one.tottime, other.tottime),
        cumtime=_sum(one.cumtime, other.cumtime),
    )


def _sum(one: Number | None, other: Number | None) -> Number | None:
    return None if one is None or other is None else one + other

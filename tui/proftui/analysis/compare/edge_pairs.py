"""Calls of both sides, matched by both ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from proftui.analysis.compare.pairs import NOBODY, Pairs
from proftui_parsers import Edge, Profile

Number = TypeVar("Number", int, float)


class EdgePair(NamedTuple):
    """The calls of one function by another, before and after; both ends are matched."""

    row: int
    """Row of the function at the other end; -1: it has none, as it has no entry of its own."""
    base: Edge | None
    """The calls before; ``None``: there were none."""
    new: Edge | None
    """The calls after."""


def callers_of(base: Profile, new: Profile, pairs: Pairs, row: int) -> list[EdgePair]:
    """Who calls the function of a row, on either side; those of the new side first, in its order."""
    before, after = functions_of(pairs, row)
    return _matched(_edges(base.callers, before), _edges(new.callers, after), pairs)


def callees_of(base: Profile, new: Profile, pairs: Pairs, row: int) -> list[EdgePair]:
    """What it calls, as :func:`callers_of`."""
    before, after = functions_of(pairs, row)
    return _matched(_edges(base.callees, before), _edges(new.callees, after), pairs)


def functions_of(pairs: Pairs, row: int) -> tuple[Sequence[int], Sequence[int]]:
    """The functions of a row on both sides: one, none, or those of a bundle."""
    if row in pairs.bundles:
        return pairs.bundles[row]
    before, after = pairs.base[row], pairs.new[row]
    return [before] if before != NOBODY else [], [after] if after != NOBODY else []


def _edges(of: Callable[[int], list[Edge]], functions: Iterable[int]) -> list[Edge]:
    return [edge for function in functions for edge in of(function)]


def _matched(before: list[Edge], after: list[Edge], pairs: Pairs) -> list[EdgePair]:
    found: dict[object, list[Edge | None]] = {}
    for side, (edges, rows) in enumerate(((after, pairs.new_row), (before, pairs.base_row))):
        for edge in edges:
            row = rows[edge.function]
            # Who has no row is known by what was recorded.
            key = row if row >= 0 else tuple(edge[:3])
            both = found.setdefault(key, [None, None])
            known = both[side]
            both[side] = edge if known is None else _together(known, edge)
    return [EdgePair(key if isinstance(key, int) else -1, b, a) for key, (a, b) in found.items()]


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

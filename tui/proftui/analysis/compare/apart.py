"""Rows that only pass calls on, taken apart alike on both sides (README of call trees, "Splitting")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.calltree.topology import parts_of
from proftui_parsers import Profile

Name = tuple[int, ...]
"""What both sides know a part by: what is asked for, else the rows of its callers and callees."""
End = tuple[int, int]
"""A row, and a row that calls it or that it calls."""


@dataclass(eq=False)
class Apart:
    """How the functions of one side are taken apart, in rows."""

    by_caller: dict[End, Name] = field(default_factory=dict)
    """Parts by row and row of who calls it."""
    by_callee: dict[End, Name] = field(default_factory=dict)
    """Parts by row and row of what it calls."""
    calls: set[tuple[End, bool]] = field(default_factory=set)
    """All ends that rows have that either side takes apart, and whether these are callers."""


@dataclass(eq=False)
class Parts:
    """The nodes of parts of one side, by row and other end."""

    callee_nodes: Mapping[End, int]
    """The node of a row when a row calls it, where that is a part."""
    caller_nodes: Mapping[End, int]
    """The node of a row when it calls a row."""


def taken_apart(profiles: Sequence[Profile], rows_of: Sequence[Sequence[int]]) -> list[Apart]:
    """The parts of both sides; ``rows_of``: by function its row, below -1 where it has none."""
    sides = [_parts(profile, row_of) for profile, row_of in zip(profiles, rows_of, strict=True)]
    split = {row for side in sides for row, _ in (*side.by_caller, *side.by_callee)}
    if split:
        for profile, row_of, side in zip(profiles, rows_of, sides, strict=True):
            side.calls = _ends(profile, row_of, split)
    return sides


def _parts(profile: Profile, row_of: Sequence[int]) -> Apart:
    apart = Apart()
    for function, parts in parts_of(profile).items():
        row = row_of[function]
        if row < 0:
            continue
        for part in parts:
            callers = [ROOT if c == ROOT else row_of[c] for c in part.callers]
            callees = [row_of[c] for c in part.callees]
            name = (part.kind,) if part.kind >= 0 else (*sorted(callers), *sorted(callees))
            apart.by_caller.update(((row, caller), name) for caller in callers)
            apart.by_callee.update(((row, callee), name) for callee in callees)
    return apart


def _ends(profile: Profile, row_of: Sequence[int], split: Set[int]) -> set[tuple[End, bool]]:
    ends = set()
    edges, counts = profile.edges, profile.ncalls or ()
    for function, row in enumerate(row_of[: profile.count]):
        if row not in split:
            continue
        entries = slice(edges.starts[function], edges.starts[function + 1])
        ends |= {((row, row_of[caller]), True) for caller in edges.callers[entries]}
        ends |= {((row, row_of[callee]), False) for callee in profile.calls_of(function)[1]}
        if counts and counts[function] > sum(edges.ncalls[entries]):
            ends.add(((row, ROOT), True))
    return ends


def parts_of_both(sides: Sequence[Apart], rows: int) -> tuple[list[int], list[Parts]]:
    """The row of each part, and by side the nodes, which are numbers from ``rows`` on.

    What only one of them tells apart is a part where the other has no such calls; else it stays together.
    """
    names = [{(row, name) for (row, _), name in side.by_caller.items()} for side in sides]
    kept = names[0] & names[1]
    for side, other in ((sides[0], sides[1]), (sides[1], sides[0])):
        ends = [*((end, True) for end in side.by_caller), *((end, False) for end in side.by_callee)]
        of_part: dict[tuple[int, Name], list[tuple[End, bool]]] = {}
        for end, calls in ends:
            name = side.by_caller[end] if calls else side.by_callee[end]
            of_part.setdefault((end[0], name), []).append((end, calls))
        kept |= {part for part, its_ends in of_part.items() if other.calls.isdisjoint(its_ends)}
    ordered = sorted(kept)
    number = {part: rows + position for position, part in enumerate(ordered)}
    found = [Parts(_nodes(side.by_caller, number), _nodes(side.by_callee, number)) for side in sides]
    return [row for row, _ in ordered], found


def _nodes(ends: Mapping[End, Name], number: Mapping[tuple[int, Name], int]) -> dict[End, int]:
    """The nodes of parts by their ends."""
    return {end: number[end[0], name] for end, name in ends.items() if (end[0], name) in number}

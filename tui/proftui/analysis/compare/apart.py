"""Rows that only pass calls on, taken apart alike on both sides (README of call trees, "Splitting")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.calltree.topology import parts_of
from proftui_parsers import Profile

Name = tuple[int, ...]
"""What both sides know a part by: what is asked for, else the rows of its callers and callees."""


@dataclass(eq=False)
class Apart:
    """How the functions of one side are taken apart, in rows."""

    by_caller: dict[tuple[int, int], Name] = field(default_factory=dict)
    """Parts by row and row of who calls it."""
    by_callee: dict[tuple[int, int], Name] = field(default_factory=dict)
    """Parts by row and row of what it calls."""


@dataclass(eq=False)
class Parts:
    """The nodes of parts, by row and other end."""

    callee_nodes: Mapping[tuple[int, int], int]
    """The node of a row when a row calls it, where that is a part; of one side."""
    caller_nodes: Mapping[tuple[int, int], int]
    """The node of a row when it calls a row."""


def taken_apart(profile: Profile, row_of: Sequence[int]) -> Apart:
    """The parts of one side; ``row_of``: by function its row, below -1 where it has none."""
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


def parts_of_both(sides: Sequence[Apart], rows: int) -> tuple[list[int], list[Parts]]:
    """The row of each part that both sides have, and by side the nodes, which are numbers from ``rows`` on.

    What only one of them tells apart stays together.
    """
    names = [{(row, name) for (row, _), name in side.by_caller.items()} for side in sides]
    both = sorted(names[0] & names[1])
    number = {part: rows + position for position, part in enumerate(both)}
    found = []
    for side in sides:
        ends = [
            {(row, other): number[row, name] for (row, other), name in known.items() if (row, name) in number}
            for known in (side.by_caller, side.by_callee)
        ]
        found.append(Parts(*ends))
    return [row for row, _ in both], found

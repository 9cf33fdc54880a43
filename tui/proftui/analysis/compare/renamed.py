"""What a new function may have been called before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from proftui.analysis.compare.edge_pairs import functions_of
from proftui.analysis.compare.pairs import GONE, NEW, Pairs
from proftui_parsers import Profile

_ENOUGH = 0.3
"""Share of their callees that two functions must have in common."""


def perhaps_renamed(base: Profile, new: Profile, pairs: Pairs, row: int) -> int | None:
    """The row of the gone function that has most callees in common with a new one, by own time if several."""
    if pairs.statuses[row] != NEW:
        return None
    callees = _callees(new, pairs.new_row, functions_of(pairs, row)[1])
    common = Counter(
        gone
        for callee in callees
        for function in functions_of(pairs, callee)[0]
        for gone in {pairs.base_row[caller] for caller in _callers(base, function)}
        if gone >= 0 and pairs.statuses[gone] == GONE
    )
    best: tuple[float, float, int] | None = None
    for gone, in_common in common.items():
        if in_common < _ENOUGH * len(callees):
            continue
        others = _callees(base, pairs.base_row, functions_of(pairs, gone)[0])
        found = in_common / len(callees | others), pairs.base_own[gone], -gone
        if found[0] >= _ENOUGH and (best is None or found > best):
            best = found
    return None if best is None else -best[2]


def _callers(profile: Profile, function: int) -> Sequence[int]:
    starts = profile.edges.starts
    return profile.edges.callers[starts[function] : starts[function + 1]]


def _callees(profile: Profile, rows: Sequence[int], functions: Iterable[int]) -> set[int]:
    """Rows of what some functions call."""
    return {rows[callee] for function in functions for callee in profile.calls_of(function)[1]}

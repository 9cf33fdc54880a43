"""What a new function may have been called before."""

from __future__ import annotations

from proftui.analysis.compare.edge_pairs import functions_of
from proftui.analysis.compare.pairs import GONE, NEW, Pairs
from proftui_parsers import Profile

_ENOUGH = 0.3
"""Share of their callees that two functions must have in common."""


def perhaps_renamed(base: Profile, new: Profile, pairs: Pairs, row: int) -> int | None:
    """The row of the gone function that has most callees in common with a new one, by own time if several."""
    if pairs.statuses[row] != NEW:
        return None
    callees = _callees(new, pairs, row)
    if not callees:
        return None
    best: tuple[float, float, int] | None = None
    for gone, status in enumerate(pairs.statuses):
        if status != GONE:
            continue
        others = _callees(base, pairs, gone)
        share = len(callees & others) / len(callees | others)
        found = share, pairs.base_own[gone], -gone
        if share >= _ENOUGH and (best is None or found > best):
            best = found
    return None if best is None else -best[2]


def _callees(profile: Profile, pairs: Pairs, row: int) -> set[int]:
    """Rows of what the function of a row calls."""
    before, after = functions_of(pairs, row)
    rows = pairs.base_row if before else pairs.new_row
    return {rows[callee] for function in (before or after) for callee in profile.calls_of(function)[1]}

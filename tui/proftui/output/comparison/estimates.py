"""Which figures of a comparison are estimates, as some are where functions are hidden."""

from __future__ import annotations

from typing import Literal, NamedTuple

from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.state.compared_sides import is_estimate
from proftui_parsers import Profile

Both = tuple[bool, bool]
"""Before and after."""
NEITHER: Both = (False, False)


def of_row(comparison: Comparison, row: int, column: str) -> Both:
    """Whether a figure of a row is an estimate; ``column``: ``ncalls``, ``tottime`` or ``cumtime``."""
    pairs = comparison.pairs
    return (
        is_estimate(comparison.base.profile, column, pairs.base[row]),
        is_estimate(comparison.new.profile, column, pairs.new[row]),
    )


class Ends(NamedTuple):
    """Calls of one row by another."""

    caller: int
    callee: int


def of_edge(comparison: Comparison, ends: Ends, column: Literal["calls", "time"]) -> Both:
    """Whether a figure of calls is an estimate."""
    base, new = comparison.base.profile, comparison.new.profile
    entries = entries_of(comparison, ends)
    before, after = (
        entry is not None
        and isinstance(profile, ShapedProfile)
        and not getattr(profile.edge_bounds, column).is_exact(entry)
        for profile, entry in zip((base, new), entries, strict=True)
    )
    return before, after


def entries_of(comparison: Comparison, ends: Ends) -> tuple[int | None, int | None]:
    """The numbers of the calls in the edges of shaped profiles; ``None``: none, or nothing is shaped."""
    pairs = comparison.pairs
    return (
        _entry(comparison.base.profile, pairs.base[ends.caller], pairs.base[ends.callee]),
        _entry(comparison.new.profile, pairs.new[ends.caller], pairs.new[ends.callee]),
    )


def _entry(profile: Profile, caller: int, callee: int) -> int | None:
    if not isinstance(profile, ShapedProfile) or min(caller, callee) < 0:
        return None
    edges = profile.edges
    entries = range(edges.starts[callee], edges.starts[callee + 1])
    return next((entry for entry in entries if edges.callers[entry] == caller), None)

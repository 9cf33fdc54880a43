"""Where calls of a comparison stand in shaped profiles, whose bounds are known."""

from __future__ import annotations

from typing import NamedTuple

from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.shaped_profile import ShapedProfile
from proftui_parsers import Profile


class Ends(NamedTuple):
    """Calls of one row by another."""

    caller: int
    callee: int


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

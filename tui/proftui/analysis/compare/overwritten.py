"""Functions that overwrote each other: a file keeps the calls of one, and what all of them called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from proftui_parsers import Profile

_CLEARLY, _MORE = 1.5, 1e-5
"""Calls took clearly longer than their caller if it was so many times as long, and so many seconds more."""


def overwritten_rows(profiles: Sequence[Profile], rows_of: Sequence[Sequence[int]]) -> frozenset[int]:
    """Rows of functions whose calls took longer than they themselves, on either side.

    Without recursion that cannot be: functions with equal file, line and name (those that ``namedtuple`` and
    ``dataclass`` write) overwrote each other. How often they call anything in one call is not known.
    ``rows_of``: by function its row, below 0 where it has none.
    """
    return frozenset(
        row_of[function]
        for profile, row_of in zip(profiles, rows_of, strict=True)
        for function in _overwritten(profile)
        if row_of[function] >= 0
    )


def _overwritten(profile: Profile) -> Iterator[int]:
    """Functions without a name or a file of their own that called longer than they took."""
    edges, cumtime, ncalls, primitive = (
        profile.edges,
        profile.cumtime,
        profile.ncalls,
        profile.primitive_calls,
    )
    if cumtime is None or ncalls is None or primitive is None or not edges.timed:
        return
    ends = zip(profile.files[: profile.count], profile.names, strict=False)
    unnamed = compress(range(profile.count), (file[:1] == "<" or name[:1] == "<" for file, name in ends))
    called = dict.fromkeys(unnamed, 0.0)
    for entry in compress(range(len(edges.callers)), map(called.__contains__, edges.callers)):
        called[edges.callers[entry]] += edges.cumtime[entry]
    for function, time in called.items():
        if time > _CLEARLY * cumtime[function] + _MORE and ncalls[function] == primitive[function]:
            yield function

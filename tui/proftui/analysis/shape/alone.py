"""Functions hidden of a profile that does not say who calls whom: their time counts to nobody."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.analysis.bounds import Bounded, BoundedColumn, exact_sum
from proftui.analysis.shaped_profile import EdgeBounds, ShapedProfile
from proftui_parsers import Profile
from proftui_parsers.profile import no_edges

_MOST = 1e300
"""More is in no file but a hostile one."""


def without_calls(profile: Profile, hidden: bytearray) -> ShapedProfile:
    """The profile without the hidden functions; what is left is as recorded."""
    none = BoundedColumn([], [], certain=True)
    time = exact_sum(t for t, gone in zip(profile.tottime, hidden, strict=False) if gone and t - t == 0)
    return ShapedProfile(
        profile,
        hidden,
        own=_left(profile.tottime, hidden),
        time=_left(profile.cumtime or [0.0] * profile.count, hidden),
        calls=_left(profile.ncalls or [0] * profile.count, hidden),
        primitive_calls=profile.primitive_calls,
        edges=no_edges(profile.count),
        edge_bounds=EdgeBounds(none, none, none),
        roots={},
        outside=Bounded(time, time, time, True),
        unattributed=0.0,
    )


def _left(figures: Sequence[float], hidden: bytearray) -> BoundedColumn:
    left = [0.0 if gone else float(min(one, _MOST)) for one, gone in zip(figures, hidden, strict=False)]
    return BoundedColumn(left, left, certain=True)

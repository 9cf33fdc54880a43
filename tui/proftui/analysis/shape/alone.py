"""Functions hidden or put together of a profile that does not say who calls whom."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from proftui.analysis.bounds import Bounded, BoundedColumn, exact_sum
from proftui.analysis.members import Members
from proftui.analysis.shaped_profile import NO_DOUBTS, EdgeBounds, ShapedProfile, ToldCalls
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.profile import NOT_MEASURED, no_edges

_MOST = 1e300
"""More is in no file but a hostile one."""


def without_calls(profile: Profile, hidden: bytearray, own: Sequence[float] | None = None) -> ShapedProfile:
    """The profile without the hidden functions, whose time counts to nobody; what is left is as recorded.

    ``own``: own times by function, if they are others.
    """
    none = BoundedColumn([], [], certain=True)
    # What does not add up is not missing from what is left either.
    time = profile.measure.adds * exact_sum(
        t for t, gone in zip(profile.tottime, hidden, strict=False) if gone and t - t == 0
    )
    return ShapedProfile(
        profile,
        hidden,
        own=left_of(profile.tottime if own is None else own, hidden),
        time=left_of(profile.cumtime or [0.0] * profile.count, hidden),
        calls=left_of(profile.ncalls or [0] * profile.count, hidden),
        primitive_calls=profile.primitive_calls,
        told=ToldCalls(no_edges(profile.count), EdgeBounds(none, none, none), {}, NO_DOUBTS),
        outside=Bounded(time, time, time, True),
        unattributed=max(0.0, checked(profile).time_of_roots - profile.total_time),
    )


def grouped_without_calls(profile: Profile, members: Members) -> tuple[ShapedProfile, dict[int, int]]:
    """The profile of groups, and by function that stands for a group, the group: what adds up, added up.

    Built-ins count to nobody. Nothing says which functions ran within each other: a group takes at least what
    its longest function does.
    """
    recorded = profile.recorded if isinstance(profile, ShapedProfile) else profile
    stands, times, hits = dict[int, int](), array("d", profile.tottime), dict[int, int]()
    of, left_out = dict[int, int](), [0.0]
    longest = array("d", profile.cumtime or profile.tottime)
    for function in range(profile.count):
        group = members.group_of[function]
        if group < 0:
            left_out.append(recorded.tottime[function])
            continue
        stands.setdefault(of.setdefault(group, function), group)
        if of[group] != function:
            times[of[group]] = recorded.measure.together((times[of[group]], profile.tottime[function]))
            longest[of[group]] = max(longest[of[group]], longest[function])
        hits[of[group]] = hits.get(of[group], 0) + profile.hits.get(function, 0)
    others = bytearray(int(function not in stands) for function in range(len(profile.files)))
    made = without_calls(recorded, others, times)
    made.hits = hits if recorded.hits else {}
    if recorded.cumtime is not None:
        whole = recorded.total_time
        lows = [max(longest[f], times[f]) if f in stands else 0.0 for f in range(profile.count)]
        alone = {of[group] for group, size in enumerate(members.sizes) if size == 1 and group in of}
        highs = [low if f not in stands or f in alone else max(low, whole) for f, low in enumerate(lows)]
        made.time = BoundedColumn(lows, highs, certain=True)
        for function, low in enumerate(lows):
            made.time.estimate(function, low)
        made.cumtime = made.time.values
    if recorded.ncalls is not None:
        made.ncalls = [NOT_MEASURED] * profile.count
    made.primitive_calls = None
    time = recorded.measure.adds * exact_sum(time for time in left_out if time - time == 0)
    made.outside = Bounded(time, time, time, True)
    return made, stands


def left_of(figures: Sequence[float], hidden: bytearray) -> BoundedColumn:
    """Figures by function as recorded, nothing of the hidden ones."""
    left = [0.0 if gone else float(min(one, _MOST)) for one, gone in zip(figures, hidden, strict=False)]
    return BoundedColumn(left, left, certain=True)

"""Own time by who wrote what ran, parts that together are the whole run; how few times are half of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from proftui.analysis.builtin_names import BUILT_IN
from proftui.analysis.names import Names
from proftui_parsers.profile import Profile
from proftui_parsers.waiting import waiting_functions

MINE, WAITS = "(mine)", "(waiting)"
"""The user's own code, and what waits, whoever calls it."""
_SAME = 5e-4
"""Part of the whole that the parts may lack: less than is read of it."""


def own_by_package(profile: Profile, names: Names) -> dict[str, float]:
    """Seconds by package, the largest first; nothing where they are not parts of the whole.

    A built-in belongs to who calls it, as far as calls have times; what nobody but built-ins calls stays.
    """
    found = {MINE: 0.0, WAITS: 0.0, BUILT_IN: 0.0}
    packages = [BUILT_IN if names.is_builtin(i) else "" for i in range(len(profile.files))]
    package_if_library = names.files.package_if_library
    known: dict[str, str] = {}
    for index, file in enumerate(profile.files):
        if packages[index]:
            continue
        if file not in known:
            by_place = package_if_library(file)
            is_mine = not by_place if names.others is None else names.is_mine(index)
            known[file] = MINE if is_mine else by_place or names.package(index)
        packages[index] = known[file]
    waits = set(waiting_functions(profile))
    for index, own in enumerate(profile.tottime[: profile.count]):
        package = WAITS if index in waits else packages[index]
        if package == BUILT_IN:
            _give_to_callers(profile, index, packages, found)
        else:
            found[package] = found.get(package, 0.0) + own
    whole = profile.total_time
    # Samples without a frame are in the whole and in no part.
    if not 0 < whole < math.inf or not -_SAME * whole <= whole - sum(found.values()) <= whole:
        return {}
    return dict(sorted(found.items(), key=lambda part: -part[1]))


def _give_to_callers(profile: Profile, index: int, packages: list[str], found: dict[str, float]) -> None:
    """Add the own time of a built-in to the packages of its callers."""
    own, edges = profile.tottime[index], profile.edges
    span = slice(edges.starts[index], edges.starts[index + 1])
    times = edges.tottime[span]
    # What calls took more than all of them contradicts itself, and NaN is not measured.
    if not sum(times) <= own * (1 + _SAME) or any(time < 0 for time in times):
        found[BUILT_IN] += own
        return
    for caller, time in zip(edges.callers[span], times, strict=True):
        found[packages[caller]] = found.get(packages[caller], 0.0) + time
    found[BUILT_IN] += own - sum(times)


def seconds_waited(profile: Profile) -> float:
    """Own time of all that waits, seconds."""
    own = map(profile.tottime.__getitem__, waiting_functions(profile))
    return sum(time for time in own if 0 < time < math.inf)


def seconds_without_waiting(profile: Profile) -> float | None:
    """The whole run without its waits; ``None`` where there are none to speak of, or nothing else is left."""
    waited, whole = seconds_waited(profile), profile.total_time
    left = whole - waited
    if not waited > _SAME * whole or not left > _SAME * whole:
        return None
    busy = {*range(profile.count)}.difference(waiting_functions(profile))
    most = max(map(profile.tottime.__getitem__, busy), default=0.0)
    return left if 0 < most <= left * (1 + _SAME) else None


_USUALLY_ENOUGH = 100
_FEW = 5_000


def making_half(times: Sequence[float], total: float) -> int:
    """How many of the largest times together reach half of ``total``."""
    finite = times if math.isfinite(sum(times)) else [time for time in times if 0 < time < math.inf]
    # Times are summed in another order than the total was.
    half = total / 2 * (1 - 1e-9)
    for some in (_USUALLY_ENOUGH, len(finite)):
        made = 0.0
        for count, time in enumerate(_largest_first(finite, some), 1):
            if time <= 0:
                break
            made += time
            if made >= half:
                return count
    return 0


def _largest_first(times: Sequence[float], most: int) -> Sequence[float]:
    """The largest times, ``most`` of them; of a few thousand, sorting is quicker than an import."""
    if len(times) < _FEW:
        return sorted(times, reverse=True)[:most]
    from heapq import nlargest

    return nlargest(most, times)

"""How wide boxes are, in whole cells."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub


def cells(times: Sequence[float], whole: float, width: int, least: float = 0.0) -> list[int]:
    """How many of ``width`` cells each of ``times`` gets, by the largest remainder.

    What ``times`` leave of ``whole`` takes part, as the parent's own time, so that the sum is ``width``
    with it. From ``least`` seconds on a time gets a cell, as long as another has one to spare.
    """
    whole = max(whole, sum(times))
    if whole <= 0 or not times:
        return [0] * len(times)
    if len(times) == 1:
        found = [min(width, int(times[0] / whole * width + 0.5))]
    else:
        found = _largest_remainder([time / whole * width for time in times], width)
    if least > 0 and 0 in found:
        _at_least_one(found, times, width, least)
    return found


def _largest_remainder(quotas: list[float], width: int) -> list[int]:
    found = list(map(int, quotas))
    own = max(0.0, width - sum(quotas))
    own_cells = int(own)
    spare = width - sum(found) - own_cells
    if spare <= 0:
        return found
    parts = list(map(sub, quotas, found))
    parts.append(own - own_cells)
    if spare == 1:
        ranked = [parts.index(max(parts))]
    else:
        ranked = sorted(range(len(parts)), key=parts.__getitem__, reverse=True)[:spare]
    for number in ranked:
        if number < len(found):
            found[number] += 1
    return found


def _at_least_one(found: list[int], times: Sequence[float], width: int, least: float) -> None:
    for number, time in enumerate(times):
        if found[number] or time < least:
            continue
        if sum(found) >= width:
            widest = max(range(len(found)), key=found.__getitem__)
            if found[widest] < 2:
                return
            found[widest] -= 1
        found[number] = 1

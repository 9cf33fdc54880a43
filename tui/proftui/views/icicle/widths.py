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
        widths = [min(width, int(times[0] / whole * width + 0.5))]
    else:
        widths = _largest_remainder([time / whole * width for time in times], width)
    if least > 0 and 0 in widths:
        _at_least_one(widths, times, width, least)
    return widths


def _largest_remainder(quotas: list[float], width: int) -> list[int]:
    widths = list(map(int, quotas))
    own = max(0.0, width - sum(quotas))
    own_cells = int(own)
    spare = width - sum(widths) - own_cells
    if spare <= 0:
        return widths
    parts = list(map(sub, quotas, widths))
    parts.append(own - own_cells)
    if spare == 1:
        ranked = [parts.index(max(parts))]
    else:
        ranked = sorted(range(len(parts)), key=parts.__getitem__, reverse=True)[:spare]
    for number in ranked:
        if number < len(widths):
            widths[number] += 1
    return widths


def _at_least_one(widths: list[int], times: Sequence[float], width: int, least: float) -> None:
    for number, time in enumerate(times):
        if widths[number] or time < least:
            continue
        if sum(widths) >= width:
            widest = max(range(len(widths)), key=widths.__getitem__)
            if widths[widest] < 2:
                return
            widths[widest] -= 1
        widths[number] = 1

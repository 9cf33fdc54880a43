"""Sums of times that agree with pstats to the last digit."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def total(times: Collection[float]) -> float:
    """The sum as pstats makes it, from left to right; of the finite times only if it is not finite."""
    everything = _added(times)
    if everything - everything == 0:
        return everything
    return _added(time for time in times if time - time == 0)


def _added(times: Iterable[float]) -> float:
    """The sum; the built-in one compensates from Python 3.12 on and would differ in the last digits."""
    everything = 0.0
    for time in times:
        everything += time
    return everything

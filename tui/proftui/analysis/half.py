"""How few times are half of the whole."""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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

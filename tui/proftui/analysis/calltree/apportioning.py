"""A sum shared among parts, each within its bounds (README, "Joined with stacks")."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

_LEAST = 1e-12


class Bid(NamedTuple):
    """What a part would get of a sum, in proportion to others, and the bounds of what it can get."""

    weight: float
    low: float
    high: float


def apportioned(whole: float, bids: Sequence[Bid]) -> list[float]:
    """Seconds for each: the same multiple of each weight, cut to the bounds, together ``whole``.

    Where all upper bounds together are less, each gets its own, and the rest is left; where all lower bounds
    together are more, they are cut in proportion.
    """
    least = sum(bid.low for bid in bids)
    if least >= whole:
        return [bid.low * whole / least if least else 0.0 for bid in bids]
    if sum(bid.high for bid in bids) <= whole:
        return [bid.high for bid in bids]
    heaviest = max(bid.weight for bid in bids)
    # Weights so light that they would only be lost in rounding count as none.
    bids = [
        bid._replace(weight=bid.weight / heaviest if bid.weight > _LEAST * heaviest else 0.0) for bid in bids
    ]
    factor = _factor(whole, bids)
    if factor < math.inf:
        return [min(max(factor * bid.weight, bid.low), bid.high) for bid in bids]
    # All that weighs something has all that it can have: what is left goes to the others.
    left = whole - sum(bid.high if bid.weight else bid.low for bid in bids)
    room = sum(bid.high - bid.low for bid in bids if not bid.weight)
    part = min(1.0, max(0.0, left / room)) if room > 0 else 0.0
    return [bid.high if bid.weight else bid.low + part * (bid.high - bid.low) for bid in bids]


def _factor(whole: float, bids: Sequence[Bid]) -> float:
    """The multiple of weights that makes ``whole``; infinite: none is enough."""
    weighty = [bid for bid in bids if bid.weight]
    left = whole - sum(bid.low for bid in bids if not bid.weight)
    if not weighty or sum(bid.high for bid in weighty) <= left:
        return math.inf
    # The sum grows with the factor, in straight lines between the factors at which a part meets a bound.
    ends = sorted({end / bid.weight for bid in weighty for end in (bid.low, bid.high)})
    low, high = 0, len(ends) - 1
    while low < high:
        middle = (low + high) // 2
        if _sum(weighty, ends[middle]) >= left:
            high = middle
        else:
            low = middle + 1
    above, below = ends[low], ends[low - 1] if low else 0.0
    more, less = _sum(weighty, above), _sum(weighty, below)
    return above if more <= less else below + (above - below) * (left - less) / (more - less)


def _sum(bids: Sequence[Bid], factor: float) -> float:
    return sum(min(max(factor * bid.weight, bid.low), bid.high) for bid in bids)

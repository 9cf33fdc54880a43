"""How far a share of samples may be from the true one."""

from __future__ import annotations

import math


def standard_error(part: float, whole: float, samples: int) -> float:
    """One standard error of a share in percent: 100 sqrt(p(1-p)/n), where p = part / whole, of n samples."""
    if samples <= 0 or not whole:
        return 0.0
    share = min(1.0, max(0.0, part / whole))
    return 100.0 * math.sqrt(share * (1.0 - share) / samples)

"""How far a share of samples may be from the true one."""

from __future__ import annotations

from math import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from proftui_parsers.measure import Measure

    class Sampled(Protocol):
        """A profile, as far as it is asked here."""

        measure: Measure
        total_time: float
        total_primitive_calls: int | None
        weighing_samples: int | None


def standard_error(profile: Sampled, own: float | None) -> float | None:
    """One standard error of an own figure, as a share of the whole: 0 to 0.5.

    Of n samples of which a part p ended there: sqrt(p (1 - p) / n); of processor time, samples of what
    waited are none. ``None``: these are no samples, or such as weigh differently, so that their number says
    little of a share.
    """
    whole = profile.total_time
    samples = profile.total_primitive_calls if profile.weighing_samples is None else profile.weighing_samples
    is_alike = profile.measure.sampled and profile.measure.unit in ("s", "samples")
    if own is None or not is_alike or not samples or not whole:
        return None
    part = min(max(own / whole, 0.0), 1.0)
    return sqrt(part * (1.0 - part) / samples)

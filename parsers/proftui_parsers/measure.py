"""What figures of a profile are about, in which unit, and how far samples of them may be off."""

from __future__ import annotations

from math import sqrt

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Sampled(Protocol):
        """A profile, as far as it is asked here."""

        measure: Measure
        total_time: float
        total_primitive_calls: int | None
        weighing_samples: int | None


class Measure(NamedTuple):
    """What the figures of a profile are about."""

    name: str
    """``seconds``, ``samples``, ``bytes`` or ``counts``."""
    unit: str
    """What own and cumulative figures are in: ``s``, ``samples``, ``B``; empty: a plain number."""
    title: str
    """What the whole is, for people: ``time``, ``samples``, ``memory``."""
    sampled: bool = False
    """Whether counts are of samples, and figures estimates from them."""
    adds: bool = True
    """Whether figures can be added up: what was in use at one time, and at another, cannot."""
    key: str = ""
    """As the file names it, with ``-`` for blanks; how the command line names it."""

    def together(self, figures: Sequence[float]) -> float:
        """What several figures come to: their sum, or the most of them."""
        return sum(figures) if self.adds else max(figures, default=0.0)

    @property
    def is_of_samples(self) -> bool:
        """Whether figures are numbers of samples, without a time."""
        return self.unit == "samples"


SECONDS = Measure("seconds", "s", "time")
SAMPLED_SECONDS = Measure("samples", "s", "samples", sampled=True)
"""Samples whose number is known and whose figures the producer wrote as seconds."""

TIME = Measure("seconds", "s", "time", key="time")
BYTES = Measure("bytes", "B", "memory", key="bytes")
COUNTS = Measure("counts", "", "counts", key="count")
SECONDS_IN = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "\u00b5s": 1e-6, "\u03bcs": 1e-6, "ns": 1e-9}
SECONDS_IN |= {"seconds": 1.0, "milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9}
"""How long units of time are, by how files name them."""
_LONGEST_KEY = 40
SAMPLES = Measure("samples", "samples", "samples", sampled=True, key="samples")
"""What records of stacks weigh, where their file names it no other."""


def said_key(measure: Measure) -> str:
    """What proftui writes beside the unit of a measure: its key, unless it is the usual one, or no word."""
    is_usual = any(measure.key == usual.key for usual in (TIME, BYTES, COUNTS, SAMPLES))
    is_word = len(measure.key) <= _LONGEST_KEY and measure.key.replace("-", "").isalnum()
    return measure.key if is_word and not is_usual else ""


def named_by(usual: Measure, key: str) -> Measure:
    """The measure in this unit of which that was written; the usual one where it is no key."""
    named = usual._replace(key=key, title=key.replace("-", " "))
    return named if said_key(named) else usual


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

"""What figures of a profile are about, and in which unit."""

from __future__ import annotations

from proftui_parsers.import_free import NamedTuple


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
    key: str = ""
    """As the file names it, with ``-`` for blanks; how the command line names it."""

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

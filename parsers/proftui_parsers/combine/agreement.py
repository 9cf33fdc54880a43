"""Whether sampled stacks are of the program that calls were recorded of.

Two runs of one program never spend their time alike: samples are few, and cProfile makes what is called
often slower, up to several times. So own time alone tells no two programs apart that import the same
packages; what does is whether the samples' functions were called at all. Measured on 22 programs
(cProfile, and py-spy at 500 Hz), each with each: of one program 64 to 100 % of the samples stand on
functions that the calls have, of two that share half of their work (imports) at most 58 %, of others next
to none. Own time agrees in 34 to 97 %, with chance allowed for in 46 % at least. The limits lie between.
"""

from __future__ import annotations

import math

import proftui_parsers.messages as messages
from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_SAMPLES = 20
LEAST_KNOWN = 0.6
"""The part of the samples that must stand on recorded functions alone."""
LEAST_COMMON = 0.4
"""The part of own time that must be common, or be missing by chance."""
_MOST_BY_CHANCE = 0.3


class Agreement(NamedTuple):
    """How far two runs spend their own time in the same functions."""

    common: float
    """Of own time by function, the part that is in both: 1 less half of all differences of shares."""
    chance: float
    """The part that so few samples are expected to miss, were the shares the same."""
    known: float
    """The part of the samples in which no Python function stands that the calls do not have."""
    samples: float

    @property
    def refusal(self) -> str:
        """Why these are not taken for runs of one program, for people; empty: they are."""
        if self.samples < LEAST_SAMPLES:
            return messages.TOO_FEW_SAMPLES.format(round(self.samples))
        if self.known < LEAST_KNOWN:
            return messages.FUNCTIONS_NOT_CALLED.format(f"{100 * (1 - self.known):.0f}")
        if self.common + min(self.chance, _MOST_BY_CHANCE) < LEAST_COMMON:
            return messages.OWN_TIMES_DIFFER.format(f"{100 * self.common:.0f}")
        return ""


def agreement(own: Sequence[float], samples: Sequence[float], known: float) -> Agreement:
    """Compare ``own`` seconds by function with samples by function, some of which are ``known``."""
    whole, count = sum(own), sum(samples)
    if not whole or not count:
        return Agreement(0.0, 1.0, 0.0, count)
    common = chance = 0.0
    for time, sampled in zip(own, samples, strict=True):
        share = time / whole
        common += min(share, sampled / count)
        # Half of the mean deviation of a count, which is nearly normal.
        chance += math.sqrt(share * (1 - share) / (2 * math.pi * count)) if share < 1 else 0.0
    return Agreement(common, min(1.0, chance), known / count, count)

"""What is kept with a profile of calls of the sampled stacks that were joined to it."""

from __future__ import annotations

from array import array

from proftui_parsers.combine.agreement import Agreement
from proftui_parsers.import_free import NamedTuple

NONE = -1
"""Instead of a function: there is none. Instead of a path: nothing is above."""


class Contexts(NamedTuple):
    """All paths that samples took, as a prefix tree over the functions of the calls; parents come first.

    A function that calls itself is on a path once, and what has no Python code is on none.
    """

    parent: array[int]
    """By path; :data:`NONE`: it begins here."""
    function: array[int]
    """By path, its last function."""
    samples: array[float]
    """By path, how many samples end there, in that function or in what has no Python code."""


class Beside(NamedTuple):
    """Stacks that were joined to a profile of calls."""

    producer: str
    contexts: Contexts
    seconds: array[float]
    """By path, own time: what the calls say of its last function, shared among the samples that end in it."""
    agreement: Agreement

    @property
    def samples(self) -> int:
        """How many samples lie in what the calls are of."""
        return round(self.agreement.samples)

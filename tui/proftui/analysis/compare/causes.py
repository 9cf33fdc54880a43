"""Why a run takes longer or shorter: the parts of a change, as values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["counts", "per_call", "root", "import", "outside"]
"""The caller calls the callee more or less often per call; the callee takes longer or shorter a call;
what no function of the profile calls is called more or less often; a module is imported, or no longer;
what no code under work called takes longer or shorter."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of the exact sum of a change."""

    kind: Kind
    caller: int
    """Row of the caller; -1 where there is none: own time of a call, and calls by no function.

    Of ``per_call``: who calls what is not under work, whose time with all that it calls is meant."""
    callee: int
    """Row of what is called, or takes its own time; of ``outside`` what changed most there."""
    ncalls: tuple[int, int]
    """Calls before and after: of this edge, of the function (``per_call``), by no function (``root``,
    ``import``)."""
    per_call: tuple[float, float]
    """Before and after, calls per call of the caller; of ``per_call``, seconds of own time a call."""
    time: float
    """Seconds that it adds to the run; below 0: it takes them away."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One or more terms that a sentence can be said of, named by one of them."""

    term: Term
    """What names it: of ``parts`` with the sign of their sum what may claim most."""
    time: float
    """Seconds that the cause adds to the run, at most what its calls took on one side."""
    parts: tuple[Term, ...]
    """The terms that were joined, ``term`` first."""
    other: Term | None = None
    """The part whose calls ended where those of ``term`` began, or the other way round: the caller calls one
    thing in place of another, or the calls went by another way; ``None``: no such."""
    wrapper: int = -1
    """Row of what calls now go through, or went, of what it calls itself there; -1: of no such."""
    is_estimate: bool = False
    """Whether these calls may be some other caller's: other code called back."""
    is_another_start: bool = False
    """Whether the program was started another way: what that takes is what is done there."""


@dataclass(frozen=True, slots=True)
class Others:
    """Causes that are made when they are asked for: there may be one for every function."""

    make: Callable[[int], Cause]
    """The cause of a place."""
    count: int

    def __iter__(self) -> Iterator[Cause]:
        """All of them."""
        return map(self.make, range(self.count))

    def __len__(self) -> int:
        """How many there are."""
        return self.count


@dataclass(frozen=True, slots=True)
class Causes:
    """All that makes up the change of the total, in seconds.

    ``by_counts``, ``by_time_per_call`` and ``not_attributed`` add up to it; so do all causes, listed or not,
    ``not_told_apart`` and ``not_attributed``.
    """

    listed: tuple[Cause, ...]
    """At least 0.5 % of the longer run, at most 20: the largest first, another start of the program last; but
    the first of all with the sign of the change leads."""
    others: Others
    """All smaller ones, largest first."""
    others_time: float
    """Seconds of all of these."""
    not_told_apart: float
    """What causes do not claim of their terms, in one sum."""
    not_attributed: float
    """What the equations left over."""
    by_counts: float
    """All terms of calls, before they were joined."""
    by_time_per_call: float
    """All terms of own time a call, of the time of entries too, and ``outside``."""
    counted: bool
    """Whether calls were counted on both sides; else all terms are changes of own time, of no calls."""

    @property
    def other_time(self) -> float:
        """Seconds of what is not listed and not told apart."""
        return self.others_time + self.not_told_apart

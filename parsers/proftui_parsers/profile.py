"""What a profile is: columns over functions, edges both ways, and times of lines.

A profile may have a million functions while a screen shows forty, so figures stand in columns
(one sequence per figure, one entry per function) and a function is its index in them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

NOT_MEASURED = -1
"""What stands in a column of counts where the producer measured none."""


class ProfileError(Exception):
    """A file that cannot be read; the text is one sentence for the user, without the file's name."""


class Function(NamedTuple):
    """Identity of a function, as recorded: built-ins are ``("~", 0, "<built-in method ...>")``."""

    file: str
    line: int
    name: str


class LineTime(NamedTuple):
    """What a line profiler measured on one line; ``time`` is in seconds and includes callees."""

    line: int
    hits: int
    time: float


class Edge(NamedTuple):
    """One caller or callee of a function, with the figures of the calls between the two.

    ``function`` is the index of the other end; times are seconds; ``None`` was not measured.
    """

    function: int
    ncalls: int | None
    primitive_calls: int | None
    tottime: float | None
    cumtime: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """All caller entries of a profile, grouped by callee.

    The entries of function ``f`` are those from ``starts[f]`` up to ``starts[f + 1]``.
    """

    starts: Sequence[int]
    """``functions + 1`` offsets into the other columns."""
    callers: Sequence[int]
    """Index of the calling function."""
    ncalls: Sequence[int]
    """All calls, :data:`NOT_MEASURED` where there is no count."""
    primitive_calls: Sequence[int]
    """Calls that were not recursive, :data:`NOT_MEASURED` where there is no count."""
    tottime: Sequence[float]
    """Own time of the callee in these calls, seconds; NaN where there is no time."""
    cumtime: Sequence[float]
    """Time of these calls with everything they called, seconds; NaN where there is no time."""

    def __len__(self) -> int:
        return len(self.callers)

    def at(self, index: int, other: int) -> Edge:
        """The figures of entry ``index``, seen from the end that is not ``other``."""
        ncalls, primitive = self.ncalls[index], self.primitive_calls[index]
        tottime, cumtime = self.tottime[index], self.cumtime[index]
        return Edge(
            other,
            None if ncalls < 0 else ncalls,
            None if primitive < 0 else primitive,
            None if tottime != tottime else tottime,
            None if cumtime != cumtime else cumtime,
        )


def no_edges(functions: int) -> Edges:
    """Edges of a profile that recorded none."""
    empty = array("q")
    return Edges(array("q", bytes(8 * (functions + 1))), empty, empty, empty, array("d"), array("d"))


@dataclass(frozen=True, eq=False)
class Profile:
    """One opened profile.

    The identity columns may be longer than ``count``: what follows are callers that the file
    names but has no entry for. They are in no table and no total, and all their figures are
    :data:`NOT_MEASURED` or NaN.
    """

    path: str
    """The file as the user named it (the first one, of several)."""
    paths: tuple[str, ...]
    """Every file that is in here, as the user named them."""
    format: str
    """Short name of the format: ``pstats``, ``lprof``."""
    producer: str
    """What wrote it, for people: ``cProfile``, ``profile``, ``yappi``, ``line_profiler``."""
    measures: str
    """``seconds``, ``samples`` or ``bytes``; times are seconds even when this is ``samples``."""
    count: int
    """How many functions the profile has."""
    files: Sequence[str]
    linenos: Sequence[int]
    names: Sequence[str]
    tottime: Sequence[float]
    """Own time, seconds; of a line profile, the sum of the function's lines."""
    cumtime: Sequence[float] | None
    """Time with callees, seconds; ``None``: not measured."""
    ncalls: Sequence[int] | None
    """All calls; ``None``: not measured; single entries may be :data:`NOT_MEASURED`."""
    primitive_calls: Sequence[int] | None
    """Calls that were not recursive; as ``ncalls``."""
    edges: Edges
    total_time: float
    """Sum of the finite own times, seconds, added up as pstats does."""
    total_calls: int | None
    total_primitive_calls: int | None
    hits: Mapping[int, int] = field(default_factory=dict)
    """Sum of line hits, by function; functions without line times are not in it."""
    lines: Mapping[int, tuple[LineTime, ...]] = field(default_factory=dict)
    """Line times by function, in the order of lines; empty for a function never called."""
    warnings: tuple[str, ...] = ()
    """What does not add up or was left out, a sentence each."""

    def function(self, index: int) -> Function:
        """The identity of function ``index``, as recorded."""
        return Function(self.files[index], self.linenos[index], self.names[index])

    @property
    def has_edges(self) -> bool:
        """Whether the file says who calls whom."""
        return len(self.edges) > 0

    def callers(self, index: int) -> list[Edge]:
        """Who calls function ``index``, in file order; of a function without an entry nobody is known."""
        edges = self.edges
        if index >= self.count:
            return []
        span = range(edges.starts[index], edges.starts[index + 1])
        return [edges.at(entry, edges.callers[entry]) for entry in span]

    def callees(self, index: int) -> list[Edge]:
        """What function ``index`` calls, in file order of the callees."""
        starts, entries, owners = self.by_caller
        span = range(starts[index], starts[index + 1])
        return [self.edges.at(entries[place], owners[place]) for place in span]

    @cached_property
    def by_caller(self) -> tuple[array[int], array[int], array[int]]:
        """Offsets, numbers of entries in ``edges`` and callees, grouped by caller.

        One counting sort, when first asked for.
        """
        edges = self.edges
        places = len(self.files)
        starts = array("q", bytes(8 * (places + 1)))
        for caller in edges.callers:
            starts[caller + 1] += 1
        for place in range(places):
            starts[place + 1] += starts[place]
        room = starts[:]
        entries = array("q", bytes(8 * len(edges)))
        owners = array("q", bytes(8 * len(edges)))
        for callee, entry in self._entries():
            caller = edges.callers[entry]
            entries[room[caller]] = entry
            owners[room[caller]] = callee
            room[caller] += 1
        return starts, entries, owners

    def _entries(self) -> Iterator[tuple[int, int]]:
        """Every edge as (callee, entry)."""
        starts = self.edges.starts
        for callee in range(len(starts) - 1):
            for entry in range(starts[callee], starts[callee + 1]):
                yield callee, entry

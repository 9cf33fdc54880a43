"""What a profile is: columns over functions, edges both ways, and times of lines.

A profile may have a million functions while a screen shows forty, so figures stand in columns
(one sequence per figure, one entry per function) and a function is its index in them.
"""

from __future__ import annotations

import operator
import sys
from array import array
from itertools import accumulate, islice, pairwise

from proftui_parsers.entries import Edge as Edge
from proftui_parsers.entries import Function as Function
from proftui_parsers.entries import LineTime as LineTime
from proftui_parsers.entries import Record as Record
from proftui_parsers.entries import finite, plain_call, plain_function, plain_lines
from proftui_parsers.import_free import TYPE_CHECKING, cached_property, dataclass, field, replace
from proftui_parsers.measure import Measure as Measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from proftui_parsers.stacks.recording import Choice, Recording


_SEARCHES = 1000
"""After so many searches for callees it pays to sort all calls by caller; of many, that is a pause."""
_FEW = 2_000
"""Callees up to which a search is quicker than that."""
NOT_MEASURED = -1
"""What stands in a column of counts where the producer measured none."""
_LOOKED_AT = 100
"""Edges that tell whether calls have times: in one file all have, or none."""
CONTRACT = 1
"""Version of the keys that ``to_dict`` and the JSON of the command line have."""
ENDLESS = 1e290
"""Seconds from which on a time is taken for infinite: sums of such times could be."""


class ProfileError(Exception):
    """A file that cannot be read; the text is one sentence for the user, without the file's name."""


@dataclass(eq=False)
class Edges:
    """All caller entries, by callee: those of function ``f`` from ``starts[f]`` up to ``starts[f + 1]``."""

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

    @cached_property
    def timed(self) -> bool:
        """Whether calls have times: the ``profile`` module counts those of an edge alone."""
        return any(time == time for time in self.cumtime[:_LOOKED_AT])


def _count(column: Sequence[int] | None, index: int) -> int | None:
    """The count of function or entry ``index``; callers without an entry are in no column."""
    if column is None or index >= len(column) or column[index] < 0:
        return None
    return column[index]


def _time(column: Sequence[float] | None, index: int) -> float | None:
    """As :func:`_count`, of times."""
    if column is None or index >= len(column) or column[index] != column[index]:
        return None
    return column[index]


def no_edges(functions: int) -> Edges:
    """Edges of a profile that recorded none."""
    empty = array("q")
    return Edges(array("q", bytes(8 * (functions + 1))), empty, empty, empty, array("d"), array("d"))


# No repr: it would have all columns in it.
@dataclass(eq=False, repr=False, kw_only=True)
class Profile:
    """One opened profile: a sequence of its functions, each a :class:`Record`, in the order of the file.

    Inside, figures stand in columns, and a function is its index in them. The identity columns may be
    longer than ``count``: what follows are callers that the file names but has no entry for, or threads. They
    are in no table and no total, and all their figures are :data:`NOT_MEASURED` or NaN.
    """

    path: str
    """The file as the user named it (the first one, of several); empty: an open file without a name."""
    paths: tuple[str, ...]
    """Every file that is in here, as the user named them."""
    format: str
    """Short name of the format: ``pstats``, ``lprof``."""
    producer: str
    """What wrote it, for people: ``cProfile``, ``profile``, ``yappi``, ``line_profiler``."""
    measure: Measure
    """What the figures are about."""
    count: int
    """How many functions the profile has."""
    files: Sequence[str]
    linenos: Sequence[int]
    names: Sequence[str]
    tottime: Sequence[float]
    """Own time, in the unit of ``measure``; of a line profile, the sum of the function's lines."""
    cumtime: Sequence[float] | None = None
    """Time with callees, in the unit of ``measure``; ``None``: not measured."""
    ncalls: Sequence[int] | None = None
    """All calls, or samples with it; ``None``: not measured; single entries may be :data:`NOT_MEASURED`."""
    primitive_calls: Sequence[int] | None = None
    """Calls that were not recursive; as ``ncalls``."""
    edges: Edges
    total_time: float
    """Sum of the finite own times, added up as pstats does; of stacks, with those that have no frame."""
    total_calls: int | None = None
    total_primitive_calls: int | None = None
    hits: Mapping[int, int] = field(default_factory=dict)
    """Sum of line hits, by function; functions without line times are not in it."""
    lines: Mapping[int, tuple[LineTime, ...]] = field(default_factory=dict)
    """Line times by function, in the order of lines; empty for a function never called."""
    remarks: tuple[str, ...] | Callable[[Profile], tuple[str, ...]] = ()
    """The warnings, or what finds them."""
    badges: tuple[str, ...] = ()
    """What was lost or cut off, for the first row of the screen; a recording has its own."""
    recording: Recording | None = None
    """The stacks that the figures are made of; ``None``: the file has none."""
    choice: Choice | None = None
    """Which part of the recording they are made of."""
    absent: bytearray | None = None
    """By function, whether no chosen stack has it, or it counts to another; ``None``: it is so with none."""
    own_samples: Sequence[int] | None = None
    """By function, samples in which it was running itself; ``None``: not known."""
    weighing_samples: int | None = None
    """Samples that weigh something in ``measure``; ``None``: all do, or these are no samples."""

    is_shaped = False
    """Whether some functions are hidden, so that figures are worked out; no reader makes such a profile."""
    is_focused = False
    """Whether only what runs under one function is left."""
    bounded = True
    """Whether estimates have bounds: no calls are lost."""
    folded_title = ""
    """What heads the part of own times that was spent in what is hidden; empty: no such part is known."""
    grouped_by = ""
    """What functions are put together by, where a figure is of a group of them: ``package``."""
    _searches = 0

    def __repr__(self) -> str:
        return f"<Profile {self.path!r}: {self.producer}, {self.count:,} functions, {self.total_time:.6g} s>"

    def __len__(self) -> int:
        """How many functions the profile has."""
        return self.count

    def __iter__(self) -> Iterator[Record]:
        """All functions, in the order of the file."""
        return map(self.__getitem__, range(self.count))

    def __getitem__(self, index: int) -> Record:
        """Function ``index``, also of a caller without an entry; IndexError where there is none."""
        index = self._index(index)
        return Record(
            self.files[index],
            self.linenos[index],
            self.names[index],
            _count(self.ncalls, index),
            _count(self.primitive_calls, index),
            _time(self.tottime, index),
            _time(self.cumtime, index),
            self.hits.get(index),
            self.lines.get(index),
            index,
        )

    def records(self) -> list[dict[str, Any]]:
        """All functions as plain dicts, without lines and index: a table that pandas takes as it is."""
        keys = Record._fields[:-2]
        return [dict(zip(keys, record, strict=False)) for record in self]

    def to_dict(self, *, calls: bool = True) -> dict[str, Any]:
        """Everything as what JSON can hold, under the keys of ``proftui --format json --view calls``.

        Times are seconds; what was not measured or is not finite is ``None``. ``warnings`` are those of
        reading, not what comes of comparing figures. Without ``calls``, functions have no ``callers`` and
        ``callees``. Of a recording there is more: its unit, measures and threads, and of each function its
        figures in that unit.
        """
        return {**self.head(), "functions": [self._plain(record, calls) for record in self]}

    def head(self) -> dict[str, Any]:
        """What stands before the functions: files and totals, and of a recording what figures are of."""
        from proftui_parsers.stacks.plain import plain_head

        total = finite(self.total_time)
        return {
            "proftui": CONTRACT,
            "file": self.path,
            "files": list(self.paths),
            "format": self.format,
            "measures": self.measure.name,
            "total_calls": self.total_calls,
            "primitive_calls": self.total_primitive_calls,
            "total_time": total,
            "whole_time": total if self.measure.unit == "s" else None,
            # Time that is in several lines is in their sum as often.
            "whole_certainty": "added up" if self.is_of_lines else None,
            "functions_total": self.count,
            "warnings": list(self.warnings),
            **plain_head(self),
        }

    def _plain(self, record: Record, calls: bool) -> dict[str, Any]:
        """One function, with its lines and calls."""
        from proftui_parsers.stacks import plain as of_stacks

        lines = None if record.lines is None else plain_lines(record.lines)
        plain = {**of_stacks.plain_function(self, plain_function(record)), "lines": lines}
        if calls:
            for key, others in (("callers", self.callers(record)), ("callees", self.callees(record))):
                plain[key] = [of_stacks.plain_entry(self, plain_call(edge)) for edge in others]
        return plain

    def changed(self, **changes: Any) -> Profile:
        """The same profile with other values for these fields."""
        return replace(self, **changes)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What was found odd while reading, a sentence each; ``consistency.checked`` finds the rest."""
        return self.remarks(self) if callable(self.remarks) else self.remarks

    @cached_property
    def root_calls(self) -> Sequence[int]:
        """By function, its calls that no profiled function made; below 0: its callers claim more than all."""
        from proftui_parsers.sums import by_callee

        known = self.edges.ncalls
        if _has_negative(known):
            known = [max(0, calls) for calls in known]
        calls = self.ncalls if self.ncalls is not None else [NOT_MEASURED] * self.count
        return list(map(operator.sub, calls, by_callee(self.edges.starts, known)))

    def function(self, index: int) -> Function:
        """The identity of function ``index``, as recorded."""
        return Function(self.files[index], self.linenos[index], self.names[index])

    @property
    def has_calls(self) -> bool:
        """Whether anything about calls was measured: how many, how long with callees, or who calls whom."""
        return self.cumtime is not None or self.ncalls is not None or self.has_edges

    @property
    def counts_calls(self) -> bool:
        """Whether it is known how often functions were called; of samples it is not."""
        return self.ncalls is not None and not self.measure.sampled

    @property
    def outermost(self) -> Sequence[int] | None:
        """Calls that were not recursive, as in the column; ``None``: not counted, as samples are no calls."""
        return None if self.measure.sampled else self.primitive_calls

    @property
    def is_of_lines(self) -> bool:
        """Whether lines were measured and nothing about calls."""
        return self.has_lines and not self.has_calls

    @property
    def has_edges(self) -> bool:
        """Whether the file says who calls whom, or that nobody calls anybody."""
        return len(self.edges) > 0 or self._only_leaves

    @cached_property
    def _only_leaves(self) -> bool:
        """Whether all time of all functions is their own."""
        return self.count > 0 and self.cumtime is not None and list(self.cumtime) == list(self.tottime)

    @property
    def has_lines(self) -> bool:
        """Whether lines were measured."""
        return len(self.lines) > 0

    @property
    def counted(self) -> str:
        """One of what was counted: ``call``, ``sample``, or ``hit`` of a line."""
        if not self.has_calls:
            return "hit"
        return "sample" if self.measure.sampled else "call"

    def callers(self, function: int | Record | Edge) -> list[Edge]:
        """Who calls the function, in file order; of a function without an entry nobody is known.

        IndexError: there is no such function; so of callees.
        """
        index = self._index(function)
        if index >= self.count:
            return []
        callers, starts = self.edges.callers, self.edges.starts
        return [self._edge(entry, callers[entry]) for entry in range(starts[index], starts[index + 1])]

    def callees(self, function: int | Record | Edge) -> list[Edge]:
        """What the function calls, in file order of the callees."""
        return list(map(self._edge, *self.calls_of(self._index(function))))

    def _index(self, function: int | Record | Edge) -> int:
        """Where a function stands in the columns; below 0 counts from the last one with an entry."""
        index = function if isinstance(function, int) else function.function
        if index < 0:
            index += self.count
        if not 0 <= index < len(self.files):
            raise IndexError(index)
        return index

    def _edge(self, entry: int, other: int) -> Edge:
        """One entry of the edges, seen from the end that is not ``other``."""
        edges = self.edges
        return Edge(
            self.files[other],
            self.linenos[other],
            self.names[other],
            _count(edges.ncalls, entry),
            _count(edges.primitive_calls, entry),
            _time(edges.tottime, entry),
            _time(edges.cumtime, entry),
            other,
        )

    def callers_count(self, index: int) -> int:
        """How many functions call function ``index``."""
        return self.edges.starts[index + 1] - self.edges.starts[index] if index < self.count else 0

    def callees_count(self, index: int) -> int:
        """How many functions function ``index`` calls."""
        return len(self.calls_of(index)[0])

    def calls_of(self, index: int) -> tuple[Sequence[int], Sequence[int]]:
        """The numbers of the entries of what function ``index`` calls, and whose they are.

        One search through all callers is much quicker than to sort them, unless many are asked for.
        """
        self._searches += 1
        if "by_caller" not in self.__dict__ and self._searches <= _SEARCHES:
            from bisect import bisect_right

            starts = self.edges.starts
            entries: Sequence[int] = list(islice(_positions(self.edges.callers, index), _FEW))
            if len(entries) < _FEW:
                return entries, [bisect_right(starts, entry) - 1 for entry in entries]
        begins, entries, owners = self.by_caller
        span = slice(begins[index], begins[index + 1])
        return entries[span], owners[span]

    @cached_property
    def by_caller(self) -> tuple[array[int], array[int], array[int]]:
        """Offsets, numbers of entries in ``edges`` and callees, grouped by caller; made when asked for."""
        callers, counts = self.edges.callers, [0] * (len(self.files) + 1)
        for caller in callers:
            counts[caller + 1] += 1
        # The sort is stable and in C, and quick on what is partly in order.
        entries = array("q", sorted(range(len(callers)), key=callers.__getitem__))
        owner_of: list[int] = []
        for callee, (begin, end) in enumerate(pairwise(self.edges.starts)):
            owner_of += (callee,) * (end - begin)
        owners = array("q", map(owner_of.__getitem__, entries))
        return array("q", accumulate(counts)), entries, owners


def _positions(column: Sequence[int], value: int) -> Iterator[int]:
    """The positions in the column at which the value stands."""
    if not isinstance(column, array):
        yield from (position for position, other in enumerate(column) if other == value)
        return
    # Bytes are searched many times quicker than numbers, which would all be made into objects.
    data, wanted, size = column.tobytes(), array(column.typecode, (value,)).tobytes(), column.itemsize
    at = data.find(wanted)
    while at >= 0:
        if at % size == 0:
            yield at // size
        at = data.find(wanted, at - at % size + size)


def _has_negative(column: Sequence[int]) -> bool:
    """Whether one of the numbers is negative."""
    if not isinstance(column, array):
        return min(column, default=0) < 0
    # The sign is the first bit of the most significant byte: bytes are ASCII where no first bit is set.
    last = column.itemsize - 1
    return not column.tobytes()[last if sys.byteorder == "little" else 0 :: column.itemsize].isascii()

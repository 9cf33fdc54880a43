"""The format ``pstats``: files of cProfile, profile, profiling.sampling, yappi and pyinstrument.

A marshalled ``{(file, line, name): (cc, nc, tt, ct, callers)}`` whose ``callers`` are
``{(file, line, name): (nc, cc, tt, ct)}``, or a number of calls instead of the four figures.
"""

from __future__ import annotations

import gc
import math
import operator
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from proftui_parsers import sampled, stats_checks
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile, ProfileError
from proftui_parsers.stats_entries import read_table
from proftui_parsers.stats_table import Key, Table

NAME = "pstats"

_SAME_SHARE = 1e-9
_ROOT_OF_PROFILE: Key = ("profile", 0, "profiler")


def matches(head: bytes) -> bool:
    """Whether a file that begins like this is a ``.stats`` file, whole or broken."""
    if head[:1] not in (b"{", b"\xfb"):
        return False
    second = head[1:2]
    if second == b"0":
        return len(head) == 2 or not 0x20 <= head[2] < 0x7F
    if second in (b")", b"\xa9"):
        return len(head) > 2 and head[2] < 0x20
    return second in (b"(", b"\xa8") and 0 < int.from_bytes(head[2:6], "little") < 0x20


def parse(data: bytes, path: str, progress: Callable[[float], None] | None = None) -> Profile:
    """Read a ``.stats`` file.

    Args:
        data: The whole file.
        path: The file as the user named it.
        progress: Is told now and then which share of the file is read.

    Raises:
        ProfileError: The data is damaged, cut off, or of another shape.
    """
    collecting = gc.isenabled()
    # A profile is millions of small objects and no cycle: the collector would take half of the time.
    gc.disable()
    try:
        for table in read_table(data):
            if progress is not None:
                progress(table.reader.pos / len(data))
        return _profile(table, path)
    except MemoryError:
        raise ProfileError("needs more memory than there is") from None
    finally:
        if collecting:
            gc.enable()


def total(times: Iterable[float]) -> float:
    """The sum as pstats makes it, from left to right; of the finite times only if it is not finite."""
    known = list(times)
    # The built-in sum() compensates from Python 3.12 on and would differ in the last digits.
    everything = reduce(operator.add, known, 0.0)
    if math.isfinite(everything):
        return everything
    return reduce(operator.add, filter(math.isfinite, known), 0.0)


def _profile(table: Table, path: str) -> Profile:
    """The profile of a table, its imitators' peculiarities put right."""
    table.drop_repeats()
    samples = table.sampled or _lost_marker(table)
    notes: list[str] = []
    primitive: array[int] = table.first
    ncalls: array[int] = table.second
    swapped = False
    if not samples and any(map(operator.gt, primitive, ncalls)):
        swapped = not any(map(operator.lt, primitive, ncalls))
        if swapped:
            primitive, ncalls = ncalls, primitive
        else:
            notes.append("some functions have more primitive calls than calls: counts are shown as recorded")
    counted_calls, counted_primitive = _counts(ncalls), _counts(primitive)
    files, linenos, names, finals = _identities(table)
    profile = Profile(
        path=path,
        paths=(path,),
        format=NAME,
        producer=_producer(table, samples, swapped, counted_calls),
        measures="samples" if samples else "seconds",
        count=len(table.owners),
        files=files,
        linenos=linenos,
        names=names,
        tottime=table.tottime,
        cumtime=table.cumtime,
        ncalls=counted_calls,
        primitive_calls=counted_primitive,
        edges=_edges(table, finals),
        total_time=total(table.tottime),
        total_calls=_sum(counted_calls),
        total_primitive_calls=_sum(counted_primitive),
    )
    if samples:
        profile = sampled.merged(profile, _interval(table))
    return stats_checks.checked(profile, notes)


def _producer(table: Table, samples: bool, swapped: bool, ncalls: Sequence[int] | None) -> str:
    """What wrote the file, by the peculiarities of each."""
    if samples:
        return "profiling.sampling"
    if ncalls is None:
        return "pyinstrument"
    if swapped:
        return "yappi"
    return "profile" if table.int_callers or _ROOT_OF_PROFILE in table.places else "cProfile"


def _identities(table: Table) -> tuple[list[str], array[int], list[str], list[int]]:
    """Columns of files, lines and names, and the index of each place: functions first, in file order."""
    finals = [NOT_MEASURED] * len(table.places)
    for index, place in enumerate(table.owners):
        finals[place] = index
    others = [place for place, final in enumerate(finals) if final == NOT_MEASURED]
    for index, place in enumerate(others, len(table.owners)):
        finals[place] = index
    keys = list(table.places)
    ordered = [keys[place] for place in table.owners] + [keys[place] for place in others]
    files = [key[0] for key in ordered]
    return files, array("q", [key[1] for key in ordered]), [key[2] for key in ordered], finals


def _edges(table: Table, finals: Sequence[int]) -> Edges:
    starts = array("q", (0,))
    starts.extend(table.ends)
    callers = array("q", map(finals.__getitem__, table.callers))
    ncalls, primitive = _clean(table.edge_ncalls), _clean(table.edge_primitive)
    return Edges(starts, callers, ncalls, primitive, table.edge_tottime, table.edge_cumtime)


def _clean(column: array[int]) -> array[int]:
    """The counts, with one mark for all that are none."""
    if not column or min(column) >= NOT_MEASURED:
        return column
    return array("q", [max(NOT_MEASURED, count) for count in column])


def _counts(column: array[int]) -> array[int] | None:
    """The counts of all functions; ``None`` when there is none."""
    return None if column and max(column) < 0 else _clean(column)


def _sum(counts: Sequence[int] | None) -> int | None:
    if counts is None:
        return None
    return sum(counts) if not counts or min(counts) >= 0 else sum(count for count in counts if count > 0)


def _interval(table: Table) -> float | None:
    """The time that one sample stands for, if it is one for all functions."""
    seen = [index for index, count in enumerate(table.second) if count > 0]
    if not seen:
        return None
    interval = table.cumtime[seen[0]] / table.second[seen[0]]
    if not (math.isfinite(interval) and interval > 0):
        return None
    for index in seen:
        if not math.isclose(table.cumtime[index], table.second[index] * interval, rel_tol=_SAME_SHARE):
            return None
    return interval


def _lost_marker(table: Table) -> bool:
    """Whether these are samples though nothing says so: pstats drops the marker when it writes again."""
    if not table.int_callers or table.int_callers < len(table.callers):
        return False
    if sum(count > 0 for count in table.second) < 3:
        return False
    interval = _interval(table)
    if interval is None:
        return False
    return all(
        math.isclose(time, count * interval, rel_tol=_SAME_SHARE)
        for time, count in zip(table.tottime, table.first, strict=True)
    )

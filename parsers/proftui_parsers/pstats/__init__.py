"""The format ``pstats``: files of cProfile, profile, profiling.sampling, yappi and pyinstrument.

A marshalled ``{(file, line, name): (cc, nc, tt, ct, callers)}`` whose ``callers`` are
``{(file, line, name): (nc, cc, tt, ct)}``, or a number of calls instead of the four figures.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from operator import gt, lt

import proftui_parsers.messages as messages
from proftui_parsers.binary import CutOffError
from proftui_parsers.import_free import dataclass
from proftui_parsers.measure import SAMPLED_SECONDS, SECONDS
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile, ProfileError
from proftui_parsers.pstats.marshal_reader import MarshalReader
from proftui_parsers.pstats.table import Table, settle
from proftui_parsers.pstats.usual_entries import WrongKindError, read_entries
from proftui_parsers.sums import total
from proftui_parsers.texts import unified

_PART = 1 << 14
_ROOT_OF_PROFILE = ("profile", 0, "profiler")


def read(pieces: list[bytes], path: str, progress: Callable[[float], None] | None = None) -> Profile:
    """The profile in a ``.stats`` file, whose pieces are taken out of the list and freed meanwhile."""
    try:
        for table in _read_table(pieces):
            if progress is not None:
                progress(table.reader.share())
        return _profile(table, path)
    except MemoryError:
        raise ProfileError(messages.TOO_LITTLE_MEMORY) from None


def _read_table(pieces: list[bytes]) -> Iterator[Table]:
    """Read a ``.stats`` file, handing out the table now and then, and when it is whole."""
    reader = MarshalReader(pieces)
    code, _ = reader.tag()
    if code != 0x7B:
        raise ProfileError(messages.IS_NO_DICT)
    table = Table(reader)
    try:
        yield from _fill(table)
    except CutOffError as cut:
        raise ProfileError(messages.INSIDE_ENTRY.format(cut, len(table.ends) + 1)) from None
    yield table


def _fill(table: Table) -> Iterator[Table]:
    """Read entries quickly, or value by value, which says best what is wrong, from where that was right."""
    try:
        for _ in read_entries(table):
            table.check_size()
            yield table
    except WrongKindError:
        from proftui_parsers.pstats.odd_entries import step

        inside = table.go_back()
        while inside or not table.reader.at_end_of_dict():
            inside = step(table, inside)


def _profile(table: Table, path: str) -> Profile:
    """The profile of a table, its imitators' peculiarities put right."""
    settle(table)
    # Samples whose marker was lost have callers with counts only; the test of them takes time.
    samples = table.sampled
    if not samples and 0 < table.int_callers >= len(table.callers):
        from proftui_parsers.pstats.sampled import has_lost_marker

        samples = has_lost_marker(table)
    primitive, ncalls = table.first, table.second
    has_more_primitive = not samples and any(map(gt, primitive, ncalls))
    swapped = has_more_primitive and not any(map(lt, primitive, ncalls))
    if swapped:
        primitive, ncalls = ncalls, primitive
    notes: tuple[str, ...] = (messages.MORE_PRIMITIVE,) if has_more_primitive and not swapped else ()
    counted_calls, counted_primitive = _counts(ncalls), _counts(primitive)
    producer = _producer(table, samples, swapped, counted_calls)
    table.forget()
    files, linenos, names, edges = _identities(table)
    if counted_calls is not None and not samples:
        # cProfile has a built-in, nearly always.
        has_methods = "~" not in files and any(map(_names_method, files, names))
        producer = "yappi" if _name_built_ins(files, linenos, names) or has_methods else producer
    profile = Profile(
        path=path,
        paths=(path,),
        format="pstats",
        producer=producer,
        measure=SAMPLED_SECONDS if samples else SECONDS,
        count=len(table.owners),
        files=unified(files),
        linenos=linenos,
        names=unified(names),
        tottime=table.tottime,
        cumtime=table.cumtime,
        ncalls=counted_calls,
        primitive_calls=counted_primitive,
        edges=edges,
        total_time=total(table.tottime),
        total_calls=_sum(counted_calls),
        total_primitive_calls=_sum(counted_primitive),
        remarks=_Checked(notes),
    )
    if not samples:
        return profile
    from proftui_parsers.pstats.sampled import interval_of, merged

    profile = merged(profile, interval_of(table))
    return profile.changed(remarks=_Checked(profile.warnings))


@dataclass(frozen=True)
class _Checked:
    """What does not add up: looked for when somebody asks, as it takes a tenth of the time of reading."""

    notes: tuple[str, ...]

    def __call__(self, profile: Profile) -> tuple[str, ...]:
        from proftui_parsers.pstats.checks import warnings_of

        return warnings_of(profile, self.notes)


def _producer(table: Table, samples: bool, swapped: bool, ncalls: Sequence[int] | None) -> str:
    """What wrote the file, by the peculiarities of each."""
    if samples:
        return messages.PYTHONS_SAMPLER
    if ncalls is None:
        return "pyinstrument"
    if swapped:
        return "yappi"
    return "profile" if table.int_callers or _has_root_of_profile(table) else "cProfile"


def _has_root_of_profile(table: Table) -> bool:
    """Whether there is the entry that the profile module has for itself."""
    if not table.forgotten:
        return _ROOT_OF_PROFILE in table.known
    return _ROOT_OF_PROFILE in zip(table.files, table.linenos, table.names, strict=True)


def _identities(table: Table) -> tuple[list[str], array[int], list[str], Edges]:
    """Columns of files, lines, names and edges; functions first, in file order, then other callers."""
    count, keys = len(table.owners), len(table.files)
    indices = array("i", (NOT_MEASURED,)) * keys
    for index, key in enumerate(table.owners):
        indices[key] = index
    order = list(table.owners)
    if keys > count:
        others = [key for key, index in enumerate(indices) if index == NOT_MEASURED]
        if table.first_equal is not None:
            others = [key for key in others if table.first_equal[key] == key]
        for index, key in enumerate(others, count):
            indices[key] = index
        order += others
    files, lines, names = table.files, table.linenos.tolist(), table.names
    linenos = array("i", [lines[key] for key in order])
    del lines
    files = [files[key] for key in order]
    table.files.clear()
    names = [names[key] for key in order]
    table.names.clear()
    starts = table.ends
    starts.insert(0, 0)
    callers = array("i")
    for start in range(0, len(table.callers), _PART):
        # A list moves into an array much quicker than other things do, but takes five times the memory.
        callers.fromlist(list(map(indices.__getitem__, table.callers[start : start + _PART])))
    ncalls, primitive = _clean(table.edge_ncalls), _clean(table.edge_primitive)
    edges = Edges(starts, callers, ncalls, primitive, table.edge_tottime, table.edge_cumtime)
    return files, linenos, names, edges


def _name_built_ins(files: list[str], linenos: Sequence[int], names: list[str]) -> bool:
    """Name built-ins of yappi as cProfile does; whether there are any.

    yappi writes ``("time", 0, "sleep")`` for ``("~", 0, "<built-in method time.sleep>")``.
    """
    if "builtins" not in files:
        return False
    of_yappi = [i for i, line in enumerate(linenos) if not line and _is_module(files[i])]
    for i in of_yappi:
        if not names[i].startswith("<"):
            names[i] = f"<built-in method {files[i]}.{names[i]}>"
        files[i] = "~"
    return bool(of_yappi)


def _names_method(file: str, name: str) -> bool:
    """Whether a function has its class before its name, which of those who count calls yappi alone writes."""
    return "." in name and file.endswith(".py") and name.replace(".", "").isidentifier()


def _is_module(file: str) -> bool:
    """Whether a module's name, ``time``, stands for the file; ``profile`` is that module's own root."""
    is_other = file == "profile" or file.endswith((".py", ".pyw", ".pyx"))
    return not is_other and all(map(str.isidentifier, file.split(".")))


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

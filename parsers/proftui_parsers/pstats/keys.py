"""Keys that a ``.stats`` file spells out more than once, and those that occur twice in one dict.

All this is done in columns: a dict of a million keys would take ten times the file's size.
"""

from __future__ import annotations

from array import array

from proftui_parsers.pstats.table import FEW, MOST_REPEATS, SPARSE, all_differ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from proftui_parsers.pstats.table import Table

_SMALL = 1 << 16
"""About so many keys may be in one dict."""
_NONE = -1


def settle(table: Table) -> None:
    """Let equal keys have one number, and let each occur once in a dict."""
    if len(table.owners) > len(table.files) + MOST_REPEATS:
        raise table.reader.damaged(table.reader.pos)
    if table.forgotten:
        table.forget()
        _rename(table)
    if table.repeats or not all_differ(table.owners, 0, len(table.owners), len(table.files)):
        _drop_repeats(table)


def _rename(table: Table) -> None:
    """Use the first number of each key only."""
    first_equal = array("i", range(len(table.files)))
    if sum([_join(table, heap, first_equal) for heap in _heaps(table)]) == len(first_equal):
        return
    table.first_equal = first_equal
    table.owners = _picked(first_equal, table.owners)
    table.callers = _picked(first_equal, table.callers)
    start = 0
    for stop in table.ends:
        if stop - start > 1 and not table.repeats:
            table.repeats = not all_differ(table.callers, start, stop, len(first_equal))
        start = stop


def _heaps(table: Table) -> list[array[int]]:
    """The numbers of keys, equal ones in the same heap, so that not all have to be in one dict."""
    heaps = [array("i") for _ in range(len(table.files) // _SMALL + 1)]
    add, count = [heap.append for heap in heaps], len(heaps)
    hashes = map(hash, zip(table.files, table.linenos, table.names, strict=True))
    for key, hashed in enumerate(hashes):
        add[hashed % count](key)
    return heaps


def _join(table: Table, heap: array[int], first_equal: array[int]) -> int:
    """Note for each key in the heap the first equal one; how many different ones there are."""
    known: dict[tuple[str, int, str], int] = {}
    columns = (table.files, table.linenos, table.names)
    keys = zip(*[map(column.__getitem__, heap) for column in columns], strict=True)
    firsts = array("i", map(known.setdefault, keys, heap))
    if len(known) < len(heap):
        for key, first in zip(heap, firsts, strict=True):
            first_equal[key] = first
    return len(known)


def _drop_repeats(table: Table) -> None:
    """Keep of a key that occurs twice in a dict the last value, where the first one stands."""
    rows = _last(table.owners, 0, len(table.owners), len(table.files))
    entries, ends, starts = array("i"), array("q"), array("q", (0,)) + table.ends
    for row in rows:
        start, stop = starts[row], starts[row + 1]
        if stop - start > 1:
            entries.extend(_last(table.callers, start, stop, len(table.files)))
        elif start < stop:
            entries.append(start)
        ends.append(len(entries))
    table.ends = ends
    for column in table.row_columns():
        column[:] = _picked(column, rows)
    for column in table.caller_columns():
        column[:] = _picked(column, entries)


def _last(column: array[int], start: int, stop: int, keys: int) -> Iterable[int]:
    """Where each key, of so many, stands last, in the order in which they stand first."""
    span = column[start:stop]
    if stop - start < FEW or stop - start < keys // SPARSE:
        return {key: entry for entry, key in enumerate(span, start)}.values()
    last = array("i", (_NONE,)) * keys
    for entry, key in enumerate(span, start):
        last[key] = entry
    entries = array("i")
    for key in span:
        if last[key] != _NONE:
            entries.append(last[key])
            last[key] = _NONE
    return entries


def _picked(column: array[Any], entries: Iterable[int]) -> array[Any]:
    return array(column.typecode, map(column.__getitem__, entries))

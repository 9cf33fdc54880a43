"""The entries of a ``.stats`` file as columns, in the order and with the meaning that the file has."""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.binary import small
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import ProfileError
from proftui_parsers.pstats.marshal_reader import MarshalReader, Opaque

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

KEY = Opaque()
"""Stands among the numbered values for a key, whose number is in :attr:`Table.numbered`."""
_MOST_CALLERS = 320_000
_BYTES_FOR_CALLER = 64
"""One function has no more callers than this, or than one for so many bytes of the whole file."""
_MOST_ODD_CALLERS = 125_000
_BYTES_FOR_ODD_CALLER = 128
"""Both where callers are read one by one, which takes several times as long."""
_MOST_KNOWN = 1 << 15
_BYTES_FOR_KNOWN = 120
"""No ordinary file has fewer for each of its keys, of which each takes some 200 bytes in a dict."""
FEW_FUNCTIONS, BYTES_OF_FUNCTION, BYTES_OF_ODD_FUNCTION = 10_000, 30, 60
"""Beyond so many, each takes these bytes. Profilers write 39 where most of it are references, and 70 in forms
that are read one by one."""
FEW = 256
SPARSE = 64
"""Fewer numbers than this, or than this part of all, are better in a set or dict than as marks for all."""


class Table:
    """Columns of all functions and of all their callers, as they stand in the file.

    Functions and callers are numbers of keys, in the order in which keys are first met. Where there are very
    many, a key that comes again may get another number, until :func:`keys.settle` finds that out.
    """

    def __init__(self, reader: MarshalReader) -> None:
        self.reader = reader
        self.files: list[str] = []
        """The keys by their numbers, in three columns."""
        self.linenos: array[int] = array("i")
        self.names: list[str] = []
        self.known: dict[tuple[str, int, str], int] = {}
        """Numbers of the last keys that were spelled out."""
        self.most_known = max(_MOST_KNOWN, reader.length // _BYTES_FOR_KNOWN)
        self.forgotten = False
        """Whether there were so many that some are not known any more, and may be there again."""
        self.numbered: list[int] = []
        """Number of the key by reference number, where that means one; -1 for other values."""
        self.owners: array[int] = array("i")
        """Key of each function, in file order; what follows is the rest of its row."""
        self.first: array[int] = array("q")
        """What comes first of the two counts: primitive calls, in all files but yappi's."""
        self.second: array[int] = array("q")
        self.tottime: array[float] = array("d")
        self.cumtime: array[float] = array("d")
        self.ends: array[int] = array("q")
        """Where in the columns below the callers of each function end."""
        self.callers: array[int] = array("i")
        self.edge_ncalls: array[int] = array("q")
        self.edge_primitive: array[int] = array("q")
        self.edge_tottime: array[float] = array("d")
        self.edge_cumtime: array[float] = array("d")
        self.int_callers = 0
        """How many callers have a count only."""
        self.sampled = False
        """Whether the file says that it holds samples."""
        self.steps = 0
        """How many values may have been read one by one."""
        self.first_equal: array[int] | None = None
        """For each key the first that is equal to it, if some are spelled out again."""
        self._enough = FEW_FUNCTIONS
        """So many functions are not too many for what was read."""
        self._kept = (0, False, 0, 0, 0, 0, 0, 0)

    def check_size(self) -> None:
        """ProfileError: there are more functions than profilers write in so many bytes."""
        if len(self.owners) <= self._enough:
            return
        least = BYTES_OF_ODD_FUNCTION if 2 * self.steps > len(self.owners) else BYTES_OF_FUNCTION
        self._enough = FEW_FUNCTIONS + (self.reader.before + self.reader.pos) // least
        if len(self.owners) > self._enough:
            raise ProfileError(messages.FUNCTIONS_TOO_SHORT.format(FEW_FUNCTIONS, least))

    def add_key(self, file: str, line: int, name: str, slot: int | None) -> int:
        """The number of a key, which ``slot`` means from now on; it is hashed when its line is small."""
        if not -0x80000000 <= line <= 0x7FFFFFFF:
            line = small(line)
        key = self.known.setdefault((file, line, name), len(self.files))
        if key == len(self.files):
            self.files.append(file)
            self.linenos.append(line)
            self.names.append(name)
        if slot is not None:
            self.reader.refs[slot] = KEY
            self.numbered += [-1] * (slot - len(self.numbered))
            self.numbered.append(key)
        return key

    def add_function(self, key: int, figures: Sequence[Any]) -> None:
        """One more row: two counts, own and cumulative time; its callers follow."""
        if len(self.owners) >= len(self.files):
            raise twice()
        if len(self.owners) > self._enough:
            self.check_size()
        self.owners.append(key)
        self.first.append(figures[0])
        self.second.append(figures[1])
        self.tottime.append(figures[2])
        self.cumtime.append(figures[3])

    def add_caller(self, key: int, figures: Sequence[Any]) -> None:
        """One more caller of the last function: all calls, primitive ones, own and cumulative time."""
        self._check_callers(len(self.callers) - (self.ends[-1] if self.ends else 0))
        self.callers.append(key)
        self.edge_ncalls.append(figures[0])
        self.edge_primitive.append(figures[1])
        self.edge_tottime.append(figures[2])
        self.edge_cumtime.append(figures[3])

    def end_callers(self) -> None:
        """Note where the callers of a function end; ProfileError: one of them is there twice."""
        start, stop = self.ends[-1] if self.ends else 0, len(self.callers)
        if stop - start > 1:
            self._check_callers(stop - start)
            if not all_differ(self.callers, start, stop, len(self.files)):
                raise twice()
        self.ends.append(stop)

    def row_columns(self) -> tuple[array[Any], ...]:
        """The columns of functions."""
        return self.owners, self.first, self.second, self.tottime, self.cumtime

    def caller_columns(self) -> tuple[array[Any], ...]:
        """The columns of callers."""
        return self.callers, self.edge_ncalls, self.edge_primitive, self.edge_tottime, self.edge_cumtime

    def remember(self, inside: bool) -> None:
        """Keep in mind how far it is here, to come back to if need be."""
        reader = self.reader
        sizes = (len(self.files), len(self.owners), len(self.callers), len(self.ends), self.int_callers)
        self._kept = (reader.pos, inside, len(reader.refs), *sizes)

    def go_back(self) -> bool:
        """Forget what came after the point to come back to; whether that is among callers."""
        pos, inside, refs, keys, rows, entries, ends, self.int_callers = self._kept
        self.reader.pos, self._enough = pos, FEW_FUNCTIONS
        del self.files[keys:], self.names[keys:], self.linenos[keys:]
        self.forget_keys()
        for column in self.row_columns():
            del column[rows:]
        for column in self.caller_columns():
            del column[entries:]
        del self.reader.refs[refs:], self.numbered[refs:], self.ends[ends:]
        return inside

    def forget_keys(self) -> None:
        """Begin anew with keys, of which there are more than an ordinary file has."""
        self.known.clear()
        self.forgotten = True

    def forget(self) -> None:
        """Free what only reading needs, before more is made of the columns."""
        self.reader.forget()
        self.known.clear()
        self.numbered.clear()

    def _check_callers(self, count: int) -> None:
        most = max(_MOST_CALLERS, self.reader.length // _BYTES_FOR_CALLER)
        if self.steps > _MOST_ODD_CALLERS:
            most = max(_MOST_ODD_CALLERS, self.reader.length // _BYTES_FOR_ODD_CALLER)
        if count > most:
            raise ProfileError(messages.TOO_MANY_CALLERS.format(most))
        if count > len(self.files):
            raise twice()


def twice() -> ProfileError:
    """A dict has a key twice, which no dict that was written ever had."""
    return ProfileError(messages.KEY_TWICE)


def all_differ(column: array[int], start: int, stop: int, keys: int) -> bool:
    """Whether each of these numbers, below ``keys``, is there once."""
    count = stop - start
    if count < FEW or count < keys // SPARSE:
        return len(set(column[start:stop])) == count
    # A number in a set takes fifty times the memory of a mark.
    seen = bytearray(keys)
    for key in column[start:stop]:
        seen[key] = 1
    return sum(seen) == count


_SMALL = 1 << 16
"""About so many keys may be in one dict."""


def settle(table: Table) -> None:
    """Let equal keys have one number; ProfileError: one is twice in a dict."""
    if table.forgotten:
        table.forget()
        _rename(table)
    if not all_differ(table.owners, 0, len(table.owners), len(table.files)):
        raise twice()


def _rename(table: Table) -> None:
    """Use the first number of each key only."""
    first_equal = array("i", range(len(table.files)))
    if sum([_join(table, heap, first_equal) for heap in _heaps(table)]) == len(first_equal):
        return
    table.first_equal = first_equal
    table.owners = array("i", map(first_equal.__getitem__, table.owners))
    table.callers = array("i", map(first_equal.__getitem__, table.callers))
    start = 0
    for stop in table.ends:
        if stop - start > 1 and not all_differ(table.callers, start, stop, len(first_equal)):
            raise twice()
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

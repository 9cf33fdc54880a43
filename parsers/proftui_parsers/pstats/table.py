"""The entries of a ``.stats`` file as columns, in the order and with the meaning that the file has.

Every legal form of an entry is read here, value by value, with a precise word on what is not legal.
"""

from __future__ import annotations

from array import array

from proftui_parsers.profile import NOT_MEASURED, ProfileError
from proftui_parsers.pstats.marshal_reader import OPAQUE, MarshalReader, Opaque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

KEY: Final = Opaque()
"""Stands among the numbered values for a key, whose place is in :attr:`Table.numbered`."""
MARKER: Final = "__sampled__"
MOST_REPEATS: Final = 10_000
"""Files that were put together by hand may name a key twice; no more often than this, as far as is known
while it is read."""
_MOST_CALLERS: Final = 320_000
_BYTES_FOR_CALLER: Final = 64
"""One function has no more callers than this, or than one for so many bytes of the whole file."""
_MOST_ODD_CALLERS: Final = 125_000
_BYTES_FOR_ODD_CALLER: Final = 128
"""The same where callers are read one by one, which takes several times as long."""
_NAN: Final = float("nan")
_INT32: Final = 2**31
_SHORTEST_CALLER: Final = 10
_MOST_KNOWN: Final = 1 << 15
_BYTES_FOR_KNOWN: Final = 120
"""No ordinary file has fewer for each of its keys, of which each takes some 200 bytes in a dict."""
_BYTES_OF_ENTRY: Final = 30
"""What profilers write takes at least 35."""
_FEW_ENTRIES: Final = 1_000
_MANY_STEPS: Final = 2_000
_TIMES: Final = (float, int)
FEW: Final = 256
SPARSE: Final = 64
"""Fewer places than this, or than this part of all, are better in a set or dict than as marks for all."""


class NotProfileError(ProfileError):
    """Marshalled data of another shape."""

    def __init__(self, what: str) -> None:
        super().__init__(f"is a marshalled dict, but not a profile: {what}")


class Table:
    """Columns of all functions and of all their callers, as they stand in the file.

    Functions and callers are places: numbers in the order in which keys are first met. Where there are very
    many, a key that comes again may get another place, until :func:`stats_keys.settle` finds that out.
    """

    def __init__(self, reader: MarshalReader) -> None:
        self.reader = reader
        self.files: list[str] = []
        """The key of each place, in three columns."""
        self.linenos: array[int] = array("i")
        self.names: list[str] = []
        self.known: dict[tuple[str, int, str], int] = {}
        """Places of the last keys that were spelled out."""
        self.most_known = max(_MOST_KNOWN, reader.length // _BYTES_FOR_KNOWN)
        self.forgotten = False
        """Whether there were so many that some are not known any more, and may be there again."""
        self.numbered: list[int] = []
        """Place by reference number, of the keys that have one; -1 for other values."""
        self.owners: array[int] = array("i")
        """Place of each function, in file order; what follows is the rest of its row."""
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
        self.repeats = False
        """Whether a function has a caller twice."""
        self.places: array[int] | None = None
        """The first place of the key at each place, if some are spelled out again."""
        self._kept = (0, False, 0, 0, 0, 0, 0, 0)
        self.open_slots: list[tuple[int | None, int | None]] = []
        """Reference numbers of the entry being read and of its dict of callers, if they have any."""

    def is_odd(self) -> bool:
        """Whether entries are of a form, or so short, that no profiler wrote them and reading takes long."""
        read = self.reader.before + self.reader.pos
        entries = len(self.owners) + len(self.callers)
        return self.steps > _MANY_STEPS or entries > _FEW_ENTRIES + read // _BYTES_OF_ENTRY

    # --- one entry of any form

    def step(self, inside: bool) -> bool:
        """Read one key and its value; true when callers follow."""
        if inside and self.reader.at_end_of_dict():
            self.close()
            return False
        place = self._key()
        if inside:
            self._caller(place)
            return True
        if place < 0:
            self._marker()
            return False
        return self._function(place)

    def close(self) -> None:
        """End the callers of a function."""
        self.end_callers()
        if self.open_slots:
            start = self.ends[-2] if len(self.ends) > 1 else 0
            entry_slot, callers_slot = self.open_slots.pop()
            row = len(self.owners) - 1
            self.reader.fill(callers_slot, range(start, len(self.callers)))
            self.reader.fill(entry_slot, (row,))

    def end_callers(self) -> None:
        """Note where the callers of a function end, and whether one of them is there twice."""
        start, stop = self.ends[-1] if self.ends else 0, len(self.callers)
        if stop - start > 1:
            self._check_callers(stop - start)
            if not self.repeats:
                self.repeats = not all_differ(self.callers, start, stop, len(self.files))
        self.ends.append(stop)

    def numbers(self) -> tuple[array[Any], ...]:
        """The columns of numbers: one of keys, five of functions, five of callers."""
        rows = (self.owners, self.first, self.second, self.tottime, self.cumtime)
        edges = (self.edge_ncalls, self.edge_primitive, self.edge_tottime, self.edge_cumtime)
        return (self.linenos, *rows, self.callers, *edges)

    def remember(self, inside: bool) -> None:
        """Keep in mind how far it is here, to come back to if need be."""
        reader = self.reader
        sizes = (len(self.files), len(self.owners), len(self.callers), len(self.ends), self.int_callers)
        self._kept = (reader.pos, inside, len(reader.refs), *sizes)

    def go_back(self) -> bool:
        """Forget what came after the place to come back to; whether it is among callers."""
        pos, inside, refs, places, rows, entries, ends, self.int_callers = self._kept
        self.reader.pos = pos
        linenos, *columns = self.numbers()
        del self.files[places:], self.names[places:], linenos[places:]
        self.forget_keys()
        for column in columns[:5]:
            del column[rows:]
        for column in columns[5:]:
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

    def _key(self) -> int:
        """The place of the next key; -1 for the marker of sampled files."""
        reader = self.reader
        at = reader.pos
        code, slot, size = reader.opened()
        if size == 3:
            return self._place(reader.values(3), slot, at)
        if size == 1:
            if reader.value() != MARKER:
                raise NotProfileError("it has a key that is not (file, line, function)")
            reader.fill(slot, OPAQUE)
            return -1
        if size < 0 and reader.value_of(code, slot) is KEY:
            return self.numbered[reader.last_reference()]
        raise NotProfileError("it has a key that is not (file, line, function)")

    def _place(self, parts: list[Any], slot: int | None, at: int) -> int:
        """The place of a key; it is hashed only when its shape is right and its line is small."""
        file, line, name = parts
        if type(file) is not str or type(line) is not int or type(name) is not str:
            raise NotProfileError(
                f"its key at byte {self.reader.before + at:,} is not (file, line, function)"
            )
        if not -_INT32 <= line < _INT32:
            line = max(-_INT32, min(_INT32 - 1, line))
        place = self.known.setdefault((file, line, name), len(self.files))
        if place == len(self.files):
            self.files.append(file)
            self.linenos.append(line)
            self.names.append(name)
        if slot is not None:
            self.reader.refs[slot] = KEY
            self.numbered += [-1] * (slot - len(self.numbered))
            self.numbered.append(place)
        return place

    def _marker(self) -> None:
        """The value of ``('__sampled__',)``."""
        if self.sampled:
            raise self.reader.damaged(self.reader.pos, "it says twice that it holds samples")
        self.reader.value()
        self.sampled = True

    def _function(self, place: int) -> bool:
        reader = self.reader
        code, slot, size = reader.opened()
        if size < 0:
            found = reader.value_of(code, slot)
            if type(found) is tuple and len(found) == 1:
                self.repeat(place, found[0])
                return False
        if size != 5:
            raise NotProfileError("it has a value that is not five figures of a function")
        self._row(place, self._figures())
        code, callers_slot = reader.tag()
        if code == 0x7B:
            if slot is not None or callers_slot is not None:
                self.open_slots.append((slot, callers_slot))
            return True
        found = reader.value_of(code, callers_slot)
        if type(found) is not range:
            raise NotProfileError("it has a function whose callers are not a dict")
        self._copy(found)
        reader.fill(slot, (len(self.owners) - 1,))
        return False

    def repeat(self, place: int, row: int) -> None:
        """A function with the figures and callers of another."""
        self._row(place, (self.first[row], self.second[row], self.tottime[row], self.cumtime[row]))
        start, stop = self.ends[row - 1] if row else 0, self.ends[row]
        if start == stop:
            self.ends.append(len(self.callers))
        else:
            self._copy(range(start, stop))

    def _row(self, place: int, figures: Sequence[Any]) -> None:
        if len(self.owners) > len(self.files) + MOST_REPEATS:
            raise self.reader.damaged(self.reader.pos, "the same functions are repeated without end")
        self.owners.append(place)
        self.first.append(figures[0])
        self.second.append(figures[1])
        self.tottime.append(figures[2])
        self.cumtime.append(figures[3])

    def _copy(self, span: range) -> None:
        """Callers by reference to some given before: no more than a file of this size could spell out."""
        if span:
            if len(self.callers) + len(span) > self.reader.length // _SHORTEST_CALLER:
                raise self.reader.damaged(self.reader.pos, "callers are repeated by reference without end")
            self.int_callers += sum(time != time for time in self.edge_cumtime[span.start : span.stop])
            for column in self.numbers()[6:]:
                column.extend(column[span.start : span.stop])
        self.end_callers()

    def _caller(self, place: int) -> None:
        """The value of a caller: four figures, or a count."""
        if place < 0:
            raise NotProfileError("it has a caller that is not (file, line, function)")
        reader = self.reader
        code, slot, size = reader.opened()
        figures: Sequence[Any]
        if size == 4:
            figures = self._figures()
            if slot is not None:
                reader.refs[slot] = tuple(figures)
        elif size < 0:
            found = reader.value_of(code, slot)
            if type(found) is int:
                self.int_callers += 1
                figures = (found, NOT_MEASURED, _NAN, _NAN)
            elif type(found) is tuple and len(found) == 4:
                figures = found
            else:
                raise NotProfileError("it has a caller without figures")
        else:
            raise NotProfileError(f"it has a caller with {size:,} figures instead of four")
        self._check_callers(len(self.callers) - (self.ends[-1] if self.ends else 0))
        self.callers.append(place)
        self.edge_ncalls.append(figures[0])
        self.edge_primitive.append(figures[1])
        self.edge_tottime.append(figures[2])
        self.edge_cumtime.append(figures[3])

    def _check_callers(self, count: int) -> None:
        most = max(_MOST_CALLERS, self.reader.length // _BYTES_FOR_CALLER)
        if self.steps > _MOST_ODD_CALLERS:
            most = max(_MOST_ODD_CALLERS, self.reader.length // _BYTES_FOR_ODD_CALLER)
        if count > most:
            raise self.reader.damaged(self.reader.pos, f"a function cannot have more than {most:,} callers")
        if count > len(self.files) + MOST_REPEATS:
            raise self.reader.damaged(self.reader.pos, "the same callers are repeated without end")

    def _figures(self) -> list[Any]:
        """Two counts and two times."""
        at = self.reader.pos
        figures = self.reader.values(4)
        calls, other, own, whole = figures
        if type(calls) is type(other) is int:
            if type(own) is type(whole) is float:
                return figures
            if type(own) in _TIMES and type(whole) in _TIMES:
                return figures
        self.reader.pos = at
        return [self._count(), self._count(), self._time(), self._time()]

    def _count(self) -> int:
        at = self.reader.pos
        value = self.reader.value()
        if type(value) is not int:
            raise self.reader.damaged(at, "a number of calls is not a whole number")
        return value

    def _time(self) -> float:
        at = self.reader.pos
        value = self.reader.value()
        if type(value) is not float and type(value) is not int:
            raise self.reader.damaged(at, "a time is not a number")
        return value


def all_differ(column: array[int], start: int, stop: int, places: int) -> bool:
    """Whether each of these places is there once."""
    count = stop - start
    if count < FEW or count < places // SPARSE:
        return len(set(column[start:stop])) == count
    # A number in a set takes fifty times the memory of a mark.
    seen = bytearray(places)
    for place in column[start:stop]:
        seen[place] = 1
    return sum(seen) == count

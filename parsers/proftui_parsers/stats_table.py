"""The entries of a ``.stats`` file as columns, in the order and with the meaning that the file has.

Every legal form of an entry is read here, value by value, with a precise word on what is not legal.
"""

from __future__ import annotations

from array import array
from itertools import accumulate, pairwise

from proftui_parsers.marshal_reader import OPAQUE, MarshalReader
from proftui_parsers.profile import NOT_MEASURED, ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final, TypeVar

    Key = tuple[str, int, str]
    Number = TypeVar("Number", int, float)

MARKER: Final = "__sampled__"
_NAN: Final = float("nan")
_INT32: Final = 2**31
_SHORTEST_CALLER: Final = 10
_MOST_REPEATS: Final = 10_000
"""Files that were put together by hand may name a key twice; no more often than this."""


class NotProfileError(ProfileError):
    """Marshalled data of another shape."""

    def __init__(self, what: str) -> None:
        super().__init__(f"is a marshalled dict, but not a profile: {what}")


class Table:
    """Columns of all functions and of all their callers, as they stand in the file.

    Functions and callers are places: numbers in the order in which keys are first met.
    """

    def __init__(self, reader: MarshalReader) -> None:
        self.reader = reader
        self.places: dict[Key, int] = {}
        self.keys: list[Key] = []
        """The key of each place."""
        self.numbered: list[int] = []
        """Place by reference number, of the keys that have one; -1 for other values."""
        self.owners: array[int] = array("i")
        """Place of each function, in file order; what follows is the rest of its row."""
        self.files: list[str] = []
        self.linenos: array[int] = array("i")
        self.names: list[str] = []
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
        self._kept = (0, False, 0, 0, 0, 0)
        self.repeats = False
        """Whether a function has a caller twice."""
        self.key: Key = ("", 0, "")
        """The one that was read last, value by value."""
        self.open_slots: list[tuple[int | None, int | None]] = []
        """Reference numbers of the entry being read and of its dict of callers, if they have any."""

    def drop_repeats(self) -> None:
        """Keep of a key that occurs twice in a dict the last value, in the first one's place."""
        callers = self.callers
        if not self.repeats and self._each_once():
            return
        spans = [range(start, end) for start, end in pairwise((0, *self.ends))]
        rows = {place: row for row, place in enumerate(self.owners)}
        kept = [list({callers[entry]: entry for entry in spans[row]}.values()) for row in rows.values()]
        entries = [entry for group in kept for entry in group]
        self.owners = array("i", rows)
        self.files = list(map(self.files.__getitem__, rows.values()))
        self.linenos = _picked(self.linenos, rows.values())
        self.names = list(map(self.names.__getitem__, rows.values()))
        self.first = _picked(self.first, rows.values())
        self.second = _picked(self.second, rows.values())
        self.tottime = _picked(self.tottime, rows.values())
        self.cumtime = _picked(self.cumtime, rows.values())
        self.ends = array("q", accumulate(map(len, kept)))
        self.callers = _picked(callers, entries)
        self.edge_ncalls = _picked(self.edge_ncalls, entries)
        self.edge_primitive = _picked(self.edge_primitive, entries)
        self.edge_tottime = _picked(self.edge_tottime, entries)
        self.edge_cumtime = _picked(self.edge_cumtime, entries)

    def _each_once(self) -> bool:
        """Whether no function is there twice."""
        seen = bytearray(len(self.keys))
        for place in self.owners:
            seen[place] = 1
        return sum(seen) == len(self.owners)

    # --- one entry of any form

    def step(self, inside: bool) -> bool:
        """Read one key and its value; true when callers follow."""
        reader = self.reader
        if inside and reader.at_end_of_dict():
            self.close()
            return False
        place = self._key()
        if inside:
            self._caller(place)
            return True
        if place is None:
            self._marker()
            return False
        return self._function(place)

    def close(self) -> None:
        """End the callers of a function."""
        start = self.ends[-1] if self.ends else 0
        self.end_callers()
        if self.open_slots:
            entry_slot, callers_slot = self.open_slots.pop()
            callers = range(start, len(self.callers))
            figures = (self.first[-1], self.second[-1], self.tottime[-1], self.cumtime[-1], callers)
            self.reader.fill(callers_slot, callers)
            self.reader.fill(entry_slot, figures)

    def end_callers(self) -> None:
        """Note where the callers of a function end, and whether one of them is there twice."""
        start, stop = self.ends[-1] if self.ends else 0, len(self.callers)
        if len(set(self.callers[start:])) < stop - start:
            self.repeats = True
        self.ends.append(stop)

    def numbers(self) -> tuple[array[Any], ...]:
        """The columns of numbers: six of functions, then five of callers."""
        rows = (self.owners, self.linenos, self.first, self.second, self.tottime, self.cumtime)
        edges = (self.edge_ncalls, self.edge_primitive, self.edge_tottime, self.edge_cumtime)
        return (*rows, self.callers, *edges)

    def remember(self, inside: bool) -> None:
        """Keep in mind how far it is here, to come back to if need be."""
        reader = self.reader
        sizes = (len(self.owners), len(self.callers), len(self.ends))
        self._kept = (reader.pos, inside, len(reader.refs), *sizes)

    def go_back(self) -> bool:
        """Forget what came after the place to come back to; whether it is among callers."""
        pos, inside, refs, rows, entries, ends = self._kept
        self.reader.pos = pos
        columns = self.numbers()
        for names in (self.files, self.names):
            del names[rows:]
        for column in columns[:6]:
            del column[rows:]
        for column in columns[6:]:
            del column[entries:]
        del self.reader.refs[refs:], self.numbered[refs:], self.ends[ends:]
        return inside

    def forget(self) -> None:
        """Free what only reading needs, before more is made of the columns."""
        self.reader.refs.clear()
        self.numbered.clear()
        self.places.clear()

    def _key(self) -> int | None:
        """The place of the next key; ``None`` for the marker of sampled files."""
        reader = self.reader
        at = reader.pos
        code, slot = reader.tag()
        size = reader.tuple_size(code)
        if size == 3:
            parts = [reader.value(), reader.value(), reader.value()]
            return self._place(parts, slot, at)
        if size == 1:
            if reader.value() != MARKER:
                raise NotProfileError("it has a key that is not (file, line, function)")
            reader.fill(slot, OPAQUE)
            return None
        if size is None:
            found = reader.value_of(code, slot)
            if type(found) is tuple and len(found) == 3:
                self.key = found
                return self.places[found]
        raise NotProfileError("it has a key that is not (file, line, function)")

    def _place(self, parts: list[Any], slot: int | None, at: int) -> int:
        """The place of a key; it is hashed only when its shape is right and its line is small."""
        file, line, name = parts
        if type(file) is not str or type(line) is not int or type(name) is not str:
            raise NotProfileError(
                f"its key at byte {self.reader.before + at:,} is not (file, line, function)"
            )
        key = (file, max(-_INT32, min(_INT32 - 1, line)), name)
        self.key = key
        place = self.places.setdefault(key, len(self.keys))
        if place == len(self.keys):
            self.keys.append(key)
        if slot is not None:
            self.reader.fill(slot, self.keys[place])
            self.numbered += [-1] * (slot + 1 - len(self.numbered))
            self.numbered[slot] = place
        return place

    def _marker(self) -> None:
        """The value of ``('__sampled__',)``."""
        if self.sampled:
            raise self.reader.damaged(self.reader.pos, "it says twice that it holds samples")
        self.reader.value()
        self.sampled = True

    def _function(self, place: int) -> bool:
        reader, key = self.reader, self.key
        code, slot = reader.tag()
        size = reader.tuple_size(code)
        if size is None:
            found = reader.value_of(code, slot)
            if type(found) is tuple and len(found) == 5:
                self._row(place, key, found)
                self._copy(found[4])
                return False
        if size != 5:
            raise NotProfileError("it has a value that is not five figures of a function")
        self._row(place, key, (self._count(), self._count(), self._time(), self._time()))
        code, callers_slot = reader.tag()
        if code == 0x7B:
            if slot is not None or callers_slot is not None:
                self.open_slots.append((slot, callers_slot))
            return True
        found = reader.value_of(code, callers_slot)
        if type(found) is not range:
            raise NotProfileError("it has a function whose callers are not a dict")
        self._copy(found)
        row = (self.first[-1], self.second[-1], self.tottime[-1], self.cumtime[-1], found)
        reader.fill(slot, row)
        return False

    def _row(self, place: int, key: Key, figures: tuple[Any, ...]) -> None:
        if len(self.owners) > len(self.keys) + _MOST_REPEATS:
            raise self.reader.damaged(self.reader.pos, "the same functions are repeated without end")
        self.owners.append(place)
        self.files.append(key[0])
        self.linenos.append(key[1])
        self.names.append(key[2])
        self.first.append(figures[0])
        self.second.append(figures[1])
        self.tottime.append(figures[2])
        self.cumtime.append(figures[3])

    def _copy(self, span: range) -> None:
        """Callers by reference to some given before: no more than a file of this size could spell out."""
        if len(self.callers) + len(span) > self.reader.length // _SHORTEST_CALLER:
            raise self.reader.damaged(self.reader.pos, "callers are repeated by reference without end")
        self.int_callers += sum(time != time for time in self.edge_cumtime[span.start : span.stop])
        for column in (self.edge_ncalls, self.edge_primitive):
            column.extend(column[span.start : span.stop])
        for times in (self.edge_tottime, self.edge_cumtime):
            times.extend(times[span.start : span.stop])
        self.callers.extend(self.callers[span.start : span.stop])
        self.end_callers()

    def _caller(self, place: int | None) -> None:
        """The value of a caller: four figures, or a count."""
        if place is None:
            raise NotProfileError("it has a caller that is not (file, line, function)")
        reader = self.reader
        code, slot = reader.tag()
        size = reader.tuple_size(code)
        if size == 4:
            figures = (self._count(), self._count(), self._time(), self._time())
            reader.fill(slot, figures)
        elif size is None:
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
        if len(self.callers) - (self.ends[-1] if self.ends else 0) > len(self.keys) + _MOST_REPEATS:
            raise reader.damaged(reader.pos, "the same callers are repeated without end")
        self.callers.append(place)
        self.edge_ncalls.append(figures[0])
        self.edge_primitive.append(figures[1])
        self.edge_tottime.append(figures[2])
        self.edge_cumtime.append(figures[3])

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


def _picked(column: array[Number], entries: Iterable[int]) -> array[Number]:
    return array(column.typecode, map(column.__getitem__, entries))

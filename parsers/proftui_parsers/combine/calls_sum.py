"""Calls of any number of runs added up one by one, so that only the sum and one run are in memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

import proftui_parsers.messages as messages
from proftui_parsers.combine.matching import EVERY
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile, no_edges
from proftui_parsers.texts import Texts

Told = Callable[[float], None]
_Key = tuple[str, int, str]
"""File, line and name; plain, since there is one for each function of each file."""
_AT_ONCE = 4_096
"""Entries that are new that are appended at once."""
_TARGET = 32
"""Bits of a caller's number; those above are the row of what it calls."""


class CallsSum:
    """What profiles of calls have together, figure by figure in the order in which they come.

    A key (file, line, name) has a number from when it is met, and a row once a profile has an entry for it.
    """

    def __init__(self, first: Profile) -> None:
        self.base = first.changed(
            count=0, files=(), linenos=(), names=(), tottime=(), cumtime=None, ncalls=None,
            primitive_calls=None, edges=no_edges(0), remarks=first.warnings,
        )  # fmt: skip
        """All of the first that is no column."""
        self.warnings = dict.fromkeys(first.warnings)
        self.total_time = first.total_time
        self.total_calls, self.total_primitive = first.total_calls, first.total_primitive_calls
        self._texts = Texts()
        self._numbers: dict[_Key, int] = {}
        self._keys: list[_Key] = []
        """By number."""
        self._rows: list[int] = []
        """By number, the row; below 0: a caller without an entry."""
        self._functions: list[_Key] = []
        """By row."""
        self._tottime = array("d")
        self._cumtime = array("d") if first.cumtime is not None else None
        self._ncalls: list[int] | None = [] if first.ncalls is not None else None
        self._primitive: list[int] | None = [] if first.primitive_calls is not None else None
        self._edges = _EdgesSum()
        self._take_columns(first, lambda part: None)

    def take(self, other: Profile, told: Told) -> None:
        """Add one more."""
        self.base.in_part |= other.in_part
        self.total_time += other.total_time
        self.total_calls = _both(self.total_calls, other.total_calls)
        self.total_primitive = _both(self.total_primitive, other.total_primitive_calls)
        self.warnings.update(dict.fromkeys(other.warnings))
        mixed = self._take_columns(other, told)
        if mixed:
            some = messages.TIMES_IN_SOME_FILES.format(mixed) if mixed > 1 else messages.TIME_IN_SOME_FILES
            self.warnings[some] = None

    def _take_columns(self, other: Profile, told: Told) -> int:
        """Add functions and edges; of how many edges only one side has times."""
        before = len(self._functions)
        numbers = self._known(other)
        rows = [self._rows[number] for number in islice(numbers, other.count)]
        if not rows or min(rows) < 0:
            rows = list(map(self._row, islice(numbers, other.count)))
        _add_times(self._tottime, other.tottime, rows)
        if other.cumtime is None:
            self._cumtime = None
        elif self._cumtime is not None:
            _add_times(self._cumtime, other.cumtime, rows)
        self._ncalls = _counts(self._ncalls, other.ncalls, before, rows)
        self._primitive = _counts(self._primitive, other.primitive_calls, before, rows)
        return self._edges.take(other.edges, rows, numbers, told)

    def _known(self, other: Profile) -> list[int]:
        """The number of each function of a profile, and of each caller without an entry."""
        texts, numbers, known = self._texts, self._numbers, list[int]()
        new = len(numbers)
        for key in zip(texts.only(other.files), other.linenos, texts.only(other.names), strict=True):
            number = numbers.setdefault(key, new)
            if number == new:
                self._rows.append(NOT_MEASURED)
                self._keys.append(key)
                new += 1
            known.append(number)
        return known

    def _row(self, number: int) -> int:
        """The row of what has an entry from now on."""
        row = self._rows[number]
        if row < 0:
            row = self._rows[number] = len(self._functions)
            self._functions.append(self._keys[number])
        return row

    def profile(self) -> Profile:
        """The sum."""
        keys, places = list(self._functions), list(self._rows)
        for number, key in enumerate(self._keys):
            if places[number] < 0:
                places[number] = len(keys)
                keys.append(key)
        return self.base.changed(
            count=len(self._functions),
            files=[file for file, _, _ in keys],
            linenos=array("q", [line for _, line, _ in keys]),
            names=[name for _, _, name in keys],
            tottime=self._tottime,
            cumtime=self._cumtime,
            ncalls=self._ncalls,
            primitive_calls=self._primitive,
            edges=self._edges.columns(len(self._functions), places),
            total_time=self.total_time,
            total_calls=self.total_calls,
            total_primitive_calls=self.total_primitive,
            remarks=tuple(self.warnings),
        )


class _EdgesSum:
    """Caller entries of all profiles, each where it was met first."""

    def __init__(self) -> None:
        self.places: dict[int, int] = {}
        """Row of what is called and number of the caller, as one number, to the place in the columns."""
        self.ncalls, self.primitive = list[int](), list[int]()
        self.tottime, self.cumtime = array("d"), array("d")

    def take(self, edges: Edges, rows: Sequence[int], numbers: Sequence[int], told: Told) -> int:
        """Add those of one profile; of how many there are times in it alone, or in all others."""
        mixed, new, fresh = 0, len(self.places), list[int]()
        numbered = self.places.setdefault
        for index, (start, end) in enumerate(pairwise(edges.starts)):
            if index % EVERY == 0:
                told(index / len(rows))
            called = rows[index] << _TARGET
            for entry, caller in enumerate(edges.callers[start:end], start):
                place = numbered(called | numbers[caller], new)
                if place == new:
                    fresh.append(entry)
                    new += 1
                    continue
                if place >= len(self.ncalls):
                    # The same entry twice in one profile.
                    fresh = self._append(edges, fresh)
                mixed += self._add(place, edges, entry)
            if len(fresh) > _AT_ONCE:
                fresh = self._append(edges, fresh)
        self._append(edges, fresh)
        return mixed

    def _append(self, edges: Edges, entries: list[int]) -> list[int]:
        """Append entries that are new; none is left then."""
        self.ncalls.extend(map(edges.ncalls.__getitem__, entries))
        self.primitive.extend(map(edges.primitive_calls.__getitem__, entries))
        self.tottime.extend(map(edges.tottime.__getitem__, entries))
        self.cumtime.extend(map(edges.cumtime.__getitem__, entries))
        return []

    def _add(self, place: int, edges: Edges, entry: int) -> bool:
        """Add an entry to one of the same caller, keeping what only one measured; whether that is time."""
        calls, primitive = edges.ncalls[entry], edges.primitive_calls[entry]
        own, time, before = edges.tottime[entry], edges.cumtime[entry], self.cumtime[place]
        whole, whole_own = before + time, self.tottime[place] + own
        # Nearly always all of it was measured on both sides: written out, as this is done of millions.
        is_timed = whole == whole and whole_own == whole_own
        if is_timed and calls >= 0 <= primitive and self.ncalls[place] >= 0 <= self.primitive[place]:
            self.ncalls[place] += calls
            self.primitive[place] += primitive
            self.tottime[place], self.cumtime[place] = whole_own, whole
            return False
        self.ncalls[place] = _kept(self.ncalls[place], calls)
        self.primitive[place] = _kept(self.primitive[place], primitive)
        self.tottime[place] = _kept_time(self.tottime[place], own)
        self.cumtime[place] = _kept_time(before, time)
        return (before != before) != (time != time)

    def columns(self, count: int, indices: Sequence[int]) -> Edges:
        """All of them by what is called; ``indices``: by number, the function in the sum."""
        # Sorting keeps the order in which callers of one function were met.
        targets = [key >> _TARGET for key in self.places]
        order = sorted(range(len(targets)), key=targets.__getitem__)
        starts, mask = array("q", bytes(8 * (count + 1))), (1 << _TARGET) - 1
        for row in targets:
            starts[row + 1] += 1
        del targets
        for row in range(count):
            starts[row + 1] += starts[row]
        callers = [indices[key & mask] for key in self.places]
        return Edges(
            starts,
            array("q", list(map(callers.__getitem__, order))),
            list(map(self.ncalls.__getitem__, order)),
            list(map(self.primitive.__getitem__, order)),
            array("d", list(map(self.tottime.__getitem__, order))),
            array("d", list(map(self.cumtime.__getitem__, order))),
        )


def _kept(one: int, other: int) -> int:
    """The sum of two counts, or the one that was measured."""
    return max(one, other) if one < 0 or other < 0 else one + other


def _kept_time(one: float, other: float) -> float:
    """The sum of two times, or the one that was measured."""
    if one != one:
        return other
    return one if other != other else one + other


def _add_times(sums: array[float], times: Sequence[float], rows: Sequence[int]) -> None:
    """Add a column of times; rows that are new stand at the end."""
    new = len(sums)
    if rows and rows[0] == new == rows[-1] + 1 - len(rows):
        # All are new, each once: those of the first profile.
        sums.extend(array("d", times))
        return
    for row, time in zip(rows, times, strict=True):
        if row < new:
            sums[row] += time
        else:
            sums.append(time)
            new += 1


def _counts(
    sums: list[int] | None, counts: Sequence[int] | None, before: int, rows: Sequence[int]
) -> list[int] | None:
    """Counts with those of one more; ``before``: so many functions were there.

    A function that one of them has not counted has none.
    """
    if sums is None and counts is None:
        return None
    made = sums if sums is not None else [NOT_MEASURED] * before
    for row, calls in zip(rows, counts if counts is not None else [NOT_MEASURED] * len(rows), strict=True):
        if row == len(made):
            made.append(calls)
        else:
            made[row] = NOT_MEASURED if calls < 0 or made[row] < 0 else made[row] + calls
    return made


def _both(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other

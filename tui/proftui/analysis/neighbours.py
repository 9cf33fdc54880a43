"""Callers or callees with the figures of the calls: columns, since there may be hundreds of thousands."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from proftui_parsers.import_free import NamedTuple, dataclass

_MANY = 2_000
"""Rows of which not every one is measured to find out how wide their figures are."""
_LONG = 1e9
"""Seconds below which a longer time has the longer text, whatever the unit."""
OWN_TIME = -1
OUTSIDE = -2
CUMTIME, TOTTIME, NCALLS = 1, 2, 4
"""Which figures of a row are estimates, added up."""
_new = tuple.__new__
_COLUMNS = ("functions", "ncalls", "primitive_calls", "tottime", "cumtime", "estimated")


def counts(values: Iterable[int]) -> Sequence[int]:
    """A column of counts; those of several files together can be too large for 64 bits."""
    made = list(values)
    try:
        return array("q", made)
    except OverflowError:
        return made


def times(values: Iterable[float]) -> Sequence[float]:
    """A column of times."""
    return array("d", values)


class Neighbour(NamedTuple):
    """A caller or callee with the figures of the calls between it and the selection; ``None``: not measured.

    ``function`` is an index, :data:`OWN_TIME` for the selection's own time, or :data:`OUTSIDE` for calls that
    no profiled function made. Times are seconds; ``estimated`` says which figures are estimates.
    """

    function: int
    ncalls: int | None
    primitive_calls: int | None
    tottime: float | None
    cumtime: float | None
    estimated: int = 0

    @property
    def per_call(self) -> float | None:
        """Seconds with callees of a call, of recursive ones the outermost."""
        calls = self.ncalls if self.primitive_calls is None else self.primitive_calls
        return self.cumtime / calls if self.cumtime is not None and calls and calls > 0 else None


@dataclass(eq=False)
class Neighbours:
    """Rows of :class:`Neighbour`, each made when it is asked for, kept as columns like those of edges.

    Counts below 0 and times that are NaN were not measured; ``estimated`` is empty where nothing is.
    """

    functions: Sequence[int]
    ncalls: Sequence[int]
    primitive_calls: Sequence[int]
    tottime: Sequence[float]
    cumtime: Sequence[float]
    estimated: Sequence[int] = b""

    @classmethod
    def made(
        cls,
        functions: Iterable[int],
        ncalls: Iterable[int],
        primitive_calls: Iterable[int],
        tottime: Iterable[float],
        cumtime: Iterable[float],
        estimated: Iterable[int] = (),
    ) -> Neighbours:
        """From any columns, kept in short."""
        marks = bytes(estimated)
        figures = counts(functions), counts(ncalls), counts(primitive_calls), times(tottime), times(cumtime)
        return cls(*figures, marks if any(marks) else b"")

    @classmethod
    def of(cls, rows: Iterable[Neighbour]) -> Neighbours:
        """The columns of some rows."""
        made = list(rows)
        return cls.made(
            (row.function for row in made),
            (-1 if row.ncalls is None else row.ncalls for row in made),
            (-1 if row.primitive_calls is None else row.primitive_calls for row in made),
            (math.nan if row.tottime is None else row.tottime for row in made),
            (math.nan if row.cumtime is None else row.cumtime for row in made),
            (row.estimated for row in made),
        )

    def __len__(self) -> int:
        return len(self.functions)

    def __getitem__(self, position: int) -> Neighbour:
        """A row."""
        ncalls, primitive = self.ncalls[position], self.primitive_calls[position]
        own, time = self.tottime[position], self.cumtime[position]
        row = (
            self.functions[position],
            None if ncalls < 0 else ncalls,
            None if primitive < 0 else primitive,
            None if own != own else own,
            None if time != time else time,
            self.estimated[position] if self.estimated else 0,
        )
        return _new(Neighbour, row)

    def __iter__(self) -> Iterator[Neighbour]:
        return map(self.__getitem__, range(len(self)))

    def chosen(self, positions: Sequence[int]) -> Neighbours:
        """The rows at these positions."""
        *figures, marks = (getattr(self, column) for column in _COLUMNS)
        columns = (*figures, marks or bytes(len(self)))
        return Neighbours.made(*(map(column.__getitem__, positions) for column in columns))

    def and_also(self, row: Neighbour | None) -> Neighbours:
        """These rows and one more, if there is one."""
        if row is None:
            return self
        one = Neighbours.of([row])
        pairs = ((getattr(self, column), getattr(one, column)) for column in _COLUMNS)
        return Neighbours.made(*(chain(above or bytes(len(self)), last or b"\0") for above, last in pairs))

    def sort_values(self, column: str) -> list[float]:
        """What rows are sorted by: own time stands among the cumulative times, what is not finite last."""
        if column == "ncalls":
            return [-1.0 if count < 0 else float(count) for count in self.ncalls]
        values = list(self.tottime if column == "tottime" else self.cumtime)
        if column == "percall":
            by_call = (row.per_call if row.function >= 0 else None for row in self)
            values = [math.nan if time is None else time for time in by_call]
        elif column != "tottime" and OWN_TIME in self.functions:
            position = self.functions.index(OWN_TIME)
            values[position] = self.tottime[position]
        if (checked := sum(values)) - checked != 0:
            values = [value if math.isfinite(value) else -1.0 for value in values]
        return values

    @property
    def by_weight(self) -> list[int]:
        """The positions of the rows by time, of the same by own time, then by calls."""
        positions = list(range(len(self)))
        for column in ("ncalls", "tottime", "cumtime"):
            positions.sort(key=self.sort_values(column).__getitem__, reverse=True)
        return positions

    @property
    def widest(self) -> list[Neighbour]:
        """All rows; of thousands those that can have the longest figures."""
        if len(self) < _MANY:
            return list(self)
        recursive = [
            ncalls if primitive not in (-1, ncalls) else -1
            for ncalls, primitive in zip(self.ncalls, self.primitive_calls, strict=True)
        ]
        positions = {self.ncalls.index(max(self.ncalls)), recursive.index(max(recursive))}
        positions.update(_longest(self.cumtime), _longest(self.tottime))
        return [self[position] for position in sorted(positions)]


def _longest(column: Sequence[float]) -> set[int]:
    """Where times stand that can take the most cells: the ends of all, and of those that are written out."""
    found = set[int]()
    for most in (_LONG, math.inf):
        some = [time for time in column if -most < time < most]
        found |= {column.index(max(some)), column.index(min(some))} if some else set()
    return found


NONE = Neighbours.of(())
"""No rows."""

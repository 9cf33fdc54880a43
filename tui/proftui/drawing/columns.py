"""The columns of the Functions table: title, sort key, width, text, and what each means in words."""

from __future__ import annotations

import math
from _operator import ne, truediv
from itertools import chain, compress

from proftui.drawing import figures
from proftui.drawing.figures import MICROSECONDS, SECONDS, Unit
from proftui_parsers import Profile
from proftui_parsers.import_free import cached_property, dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Column:
    """One column of figures.

    ``order`` is the sort key that its heading stands for, ``explains`` the sentence shown for it.
    """

    key: str
    title: str
    order: str
    explains: str


_CALLS = (
    Column(
        "ncalls", "ncalls", "ncalls", "ncalls: all calls; 574/209: all calls / those that are not recursive"
    ),
    Column("tottime", "tottime", "tottime", "tottime: time in the function itself, without what it calls"),
    Column("tottime%", "%", "tottime", "%: own time as a share of the whole run"),
    Column("percall", "µs/call", "percall", "µs/call: own time divided by all calls"),
    Column("cumtime", "cumtime", "cumtime", "cumtime: time in the function with everything it calls"),
    Column("cumtime%", "%", "cumtime", "%: cumulative time as a share of the whole run"),
    Column(
        "cumpercall",
        "µs/prim",
        "cumpercall",
        "µs/prim: cumulative time divided by calls that are not recursive",
    ),
)
_SAMPLES = (
    Column("ncalls", "samples", "ncalls", "samples: how often the function was on the stack, at any depth"),
    Column("tottime", "tottime", "tottime", "tottime: samples in the function itself × the interval"),
    _CALLS[2],
    Column(
        "cumtime",
        "≈cumtime",
        "cumtime",
        "≈cumtime: samples with everything it calls × the interval, rows added",
    ),
    _CALLS[5],
)
_LINES = (
    Column("hits", "hits", "hits", "hits: how often lines of the function ran, all lines together"),
    Column("tottime", "time", "tottime", "time: all lines of the function, with what they call"),
    Column("tottime%", "%", "tottime", "%: the function's lines as a share of all lines measured"),
)
FUNCTION = Column("function", "function", "function", "name")
LOCATION = Column("location", "location", "location", "file, then line")

_SHARE_OF = {"tottime%": "tottime", "cumtime%": "cumtime"}

DROPPED_FIRST = ("cumpercall", "percall", "other %", "bar", "sorted %", "ncalls", "hits", "other time")
"""What goes when the screen is narrow, in this order; the sorted column never does."""


def columns_of(profile: Profile) -> tuple[Column, ...]:
    """The columns that a profile has figures for, in the order in which they stand."""
    if not profile.has_calls:
        return _LINES
    if profile.measure.sampled:
        return _SAMPLES
    found: Sequence[Column] = _CALLS
    if profile.ncalls is None:
        found = [c for c in found if c.key not in ("ncalls", "percall", "cumpercall")]
    if profile.cumtime is None:
        found = [c for c in found if not c.key.startswith("cum")]
    return tuple(found)


def percall(time: float, calls: int) -> float | None:
    """Seconds per call; ``None`` where there were no calls or they were not counted."""
    return time / calls if calls > 0 else None


@dataclass(frozen=True, eq=False)
class Figures:
    """The figures of one profile as text, and how wide each column of them is.

    Widths are those of the whole profile, so that scrolling never shifts a column.
    """

    profile: Profile
    unit: Unit = SECONDS

    def in_unit(self, unit: Unit) -> Figures:
        """The same with times in another unit; what was measured of all functions stays known."""
        other = Figures(self.profile, unit)
        vars(other).update({name: known for name, known in vars(self).items() if name in _MEASURED})
        return other

    def text(self, key: str, index: int) -> str:
        """The figure of function ``index`` in column ``key``."""
        profile = self.profile
        if key in _SHARE_OF:
            return figures.percent(self.value(key, index))
        if key in ("tottime", "cumtime"):
            return figures.time(self.value(key, index), self.unit)
        if key == "hits":
            return figures.ncalls(profile.hits.get(index), None)
        if key == "ncalls":
            calls = profile.ncalls[index] if profile.ncalls else None
            primitive = None if profile.measure.sampled else profile.primitive_calls
            return figures.ncalls(calls, primitive[index] if primitive else None)
        return figures.time(self.value(key, index), MICROSECONDS)

    def value(self, key: str, index: int) -> float | None:
        """The figure behind the text: seconds, or percent of the whole run."""
        profile = self.profile
        if key in _SHARE_OF:
            return figures.share(self.value(_SHARE_OF[key], index), profile.total_time)
        if key == "tottime":
            return profile.tottime[index] if index < profile.count else None
        if index >= profile.count:
            return None
        if key == "percall":
            return percall(profile.tottime[index], profile.ncalls[index]) if profile.ncalls else None
        if profile.cumtime is None:
            return None
        if key == "cumtime":
            return profile.cumtime[index]
        primitive = profile.primitive_calls
        return percall(profile.cumtime[index], primitive[index]) if primitive else None

    def title(self, column: Column) -> str:
        """The heading; it names the unit where that is not seconds."""
        named = column.key in ("tottime", "cumtime") and self.unit is not SECONDS
        return f"{column.title} {self.unit.name}" if named else column.title

    def width(self, column: Column) -> int:
        """Cells of the column's widest figure or heading."""
        return max(len(self.title(column)), self._widths(column.key))

    @property
    def time_width(self) -> int:
        """Cells of the widest time of the profile."""
        return max(self._widest("tottime", self.unit), self._widest("cumtime", self.unit))

    @property
    def ncalls_width(self) -> int:
        """Cells of the first column of the Functions table."""
        return max(6, self._ncalls) if self.profile.ncalls is not None else 0

    def recursive(self, index: int) -> bool:
        """Whether some calls of the function were made while it was already running."""
        profile = self.profile
        calls, primitive = profile.ncalls, profile.primitive_calls
        if calls is None or primitive is None or profile.measure.sampled:
            return False
        return calls[index] != primitive[index] and primitive[index] >= 0

    def _widths(self, key: str) -> int:
        if key in ("tottime%", "cumtime%"):
            return max(5, self._widest(key, self.unit))
        if key in ("ncalls", "hits"):
            return self._ncalls
        if key.endswith("percall"):
            # Both columns of microseconds are equally wide, so that they can be compared by eye.
            return max(self._widest("percall", MICROSECONDS), self._widest("cumpercall", MICROSECONDS))
        return self.time_width

    @cached_property
    def _ncalls(self) -> int:
        profile = self.profile
        if profile.ncalls is None or not profile.has_calls:
            return max((len(str(hits)) for hits in profile.hits.values()), default=1)
        calls = profile.ncalls
        widest = len(str(max(calls, default=0)))
        if profile.primitive_calls is None or profile.measure.sampled:
            return widest
        primitive = profile.primitive_calls
        recursive = compress(zip(calls, primitive, strict=False), map(ne, calls, primitive))
        return max(chain((widest,), (len(figures.ncalls(c, p)) for c, p in recursive)))

    @cached_property
    def _widest_cache(self) -> dict[tuple[str, Unit], int]:
        return {}

    def _widest(self, key: str, unit: Unit) -> int:
        if (key, unit) not in self._widest_cache:
            ends = _ends(self._all(key.removesuffix("%")))
            total = self.profile.total_time
            texts = [
                figures.percent(figures.share(end, total)) if key.endswith("%") else figures.time(end, unit)
                for end in ends
            ]
            # Where the ends are too large to be written out, what lies between may be wider than they are.
            cut = any("e" in text or "inf" in text or (not text and total) for text in texts)
            least = (figures.WIDEST_SHARE if key.endswith("%") else figures.WIDEST) if cut else 0
            self._widest_cache[key, unit] = max(least, *map(len, texts))
        return self._widest_cache[key, unit]

    def _all(self, key: str) -> Sequence[float]:
        """All figures of a column of times, NaN for none."""
        profile = self.profile
        if key == "tottime":
            return profile.tottime
        if key == "cumtime" or profile.ncalls is None or profile.primitive_calls is None:
            return profile.cumtime or ()
        times, calls = (
            (profile.tottime, profile.ncalls)
            if key == "percall"
            else (profile.cumtime or (), profile.primitive_calls)
        )
        if calls and min(calls) > 0:
            return list(map(truediv, times, calls))
        pairs = zip(times, calls, strict=False)
        return [time / number if number > 0 else math.nan for time, number in pairs]


_MEASURED = ("_ncalls", "_widest_cache")


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """The largest and the smallest of the finite values; zeros where there is none."""
    if not values or not math.isfinite(sum(values)):
        values = [value for value in values if math.isfinite(value)]
    return (max(values), min(values)) if values else (0.0, 0.0)

"""The columns of the Functions table, each said once: what it shows, sorts by and is called in a filter."""

from __future__ import annotations

import math
from _operator import ne, truediv
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, compress

from proftui import messages
from proftui.analysis.shape.shape import HIDDEN
from proftui.drawing import figures
from proftui.drawing.figures import SECONDS, Unit
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import cached_property, dataclass, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.bounds import Bounded
    from proftui.analysis.shaped_profile import ShapedProfile

COUNT, TIME, PER_CALL, SHARE, BOUNDS, TEXT = "count", "time", "time per call", "share", "bounds", "text"
"""Kinds of columns: each is written and measured in its own way."""
BEFORE, AFTER, DELTA, RATIO = "before", "after", "delta", "ratio"
"""What a comparison has of a figure; CSV calls them so."""
SAMPLES = "samples"
"""The word for the numbers of samples, which stand in other columns from profile to profile."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: all that is to be said of it."""

    key: str
    """Its name in the program, by which one sorts; with ``%`` a share, with ``:bounds`` its bounds."""
    title: str
    """Its heading; nothing: it does not stand in the table."""
    meaning: str
    """What it is, in words."""
    kind: str
    of: str = ""
    """The profile's figures that it shows."""
    per: str = ""
    """The profile's counts by which they are divided."""
    goes: int = 0
    """How early it is dropped where the screen is narrow: 1 goes first."""
    filters: bool = True
    """Whether its key is a word of filters."""
    letter: str = ""
    """Sorts by it after the key that asks for one."""
    written: str = ""
    """What CSV and JSON call it; nothing: it is not in them."""
    sides: tuple[str, ...] = ()
    """What CSV has of it in a comparison."""
    whole: Callable[[Profile], float | None] = lambda profile: profile.total_time
    """What a share of it is of, in filters."""

    @property
    def order(self) -> str:
        """The sort key that its heading stands for."""
        return self.key.removesuffix("%").removesuffix(":bounds")

    @property
    def explains(self) -> str:
        """The sentence shown for it."""
        return self.meaning if self.kind == TEXT else f"{self.title}: {self.meaning}"


# fmt: off
_ALL = (
    Column("ncalls", "ncalls", messages.ALL_CALLS, COUNT,
           of="ncalls", goes=6, whole=lambda profile: profile.total_calls, letter="n", written="ncalls",
           sides=(BEFORE, AFTER, RATIO)),
    Column("pcalls", "", "", COUNT,
           of="primitive_calls", whole=lambda profile: profile.total_primitive_calls,
           written="primitive_calls"),
    Column("tottime", "tottime", messages.OWN_TIME_IS, TIME,
           of="tottime", goes=8, letter="t", written="tottime",
           sides=(BEFORE, AFTER, DELTA, RATIO)),
    Column("tottime%", "%", messages.OWN_SHARE_IS, SHARE,
           of="tottime", goes=3, filters=False),
    Column("itself", "own", messages.ITSELF_IS, TIME,
           of="recorded_own", goes=1, filters=False),
    Column("folded", HIDDEN, messages.HIDDEN_IS, TIME,
           of="folded", goes=1, filters=False),
    Column("percall", "own/call", messages.OWN_PER_CALL_IS, PER_CALL,
           of="tottime", per="ncalls", goes=2, letter="p"),
    Column("cumtime", "cumtime", messages.CUMTIME_IS, TIME,
           of="cumtime", goes=8, letter="c", written="cumtime", sides=(BEFORE, AFTER, DELTA)),
    Column("cumtime%", "%", messages.CUM_SHARE_IS, SHARE,
           of="cumtime", goes=3, filters=False),
    Column("cumtime:bounds", messages.LOW_HIGH, messages.LOW_HIGH_IS, BOUNDS,
           of="cumtime", goes=1, filters=False),
    Column("inside", messages.CALLS_INSIDE, messages.CALLS_INSIDE_ARE, COUNT,
           of="calls_inside", goes=1, filters=False),
    Column("cumpercall", "cum/call", messages.CUM_PER_CALL_IS, PER_CALL,
           of="cumtime", per="primitive_calls", goes=1, filters=False),
    Column("hits", "hits", messages.HITS_ARE, COUNT,
           of="hits", goes=7, whole=lambda profile: sum(profile.hits.values()), written="hits"),
)
# fmt: on
FUNCTION = Column("function", "function", "name", TEXT)
LOCATION = Column("location", "location", messages.LOCATION_IS, TEXT)

COLUMNS = {column.key: column for column in _ALL}
SHAPED = ("itself", "folded", "inside")
"""What only profiles have that are looked at otherwise: own time taken apart, calls within a group."""
NUMBERS = tuple(column.key for column in _ALL if column.kind not in (SHARE, BOUNDS))
"""What one can sort by: the largest come first unless reversed."""
FIGURES = tuple(key for key in NUMBERS if key not in SHAPED)
"""Those that every profile with calls can have."""
WRITTEN = tuple(column for column in _ALL if column.written)
"""Those of CSV and JSON."""
BAR_GOES, SORTED_SHARE_GOES = 4, 5
"""How early a bar is dropped, and the share of the time that is sorted by."""


def _named(key: str, title: str, meaning: str) -> Column:
    """A column as it is called where the figures are not those of calls."""
    return replace(COLUMNS[key], title=title, meaning=meaning)


_OF_GROUPS = ("cumtime:bounds", "inside")
_CALLS = tuple(c for c in _ALL if c.title and c.key not in ("hits", *SHAPED, *_OF_GROUPS))
_GROUPED = (
    _named("ncalls", "ncalls", messages.CALLS_INTO_ARE),
    _named("tottime", "tottime", messages.OWN_OF_GROUP_IS),
    COLUMNS["tottime%"],
    _named("cumtime", "cumtime", messages.CUM_OF_GROUP_IS),
    COLUMNS["cumtime:bounds"],
    COLUMNS["inside"],
)
_SAMPLES_OF_GROUP = _named("ncalls", "samples", messages.SAMPLES_OF_GROUP_ARE)
_NUMBER_OF_FUNCTIONS = replace(LOCATION, title="functions", meaning=messages.FUNCTIONS_OF_GROUP_ARE)
_SAMPLES = (
    _named("ncalls", "samples", messages.SAMPLES_ARE),
    _named("tottime", "tottime", messages.SAMPLED_OWN_IS),
    COLUMNS["tottime%"],
    _named("cumtime", "≈cumtime", messages.SAMPLED_CUM_IS),
    COLUMNS["cumtime%"],
)
_RECORDED = (
    _named("ncalls", "samples", messages.SAMPLES_ARE),
    _named("tottime", "tottime", messages.RECORDED_OWN_IS),
    COLUMNS["tottime%"],
    _named("cumtime", "cumtime", messages.RECORDED_CUM_IS),
    COLUMNS["cumtime%"],
)
"""Of samples with whole stacks."""
NO_TIMES = {
    "tottime": _named("tottime", "own", messages.RECORDED_OWN_IS),
    "cumtime": _named("cumtime", "cum", messages.RECORDED_CUM_IS),
    "itself": _named("itself", "itself", messages.ITSELF_IS),
}
"""Of figures that are no times."""
_LINES = (
    COLUMNS["hits"],
    _named("tottime", "time", messages.LINE_TIMES_ARE),
    _named("tottime%", "%", messages.LINES_SHARE_IS),
)


LINES, CALLS, SAMPLED, STACKS = "lines", "calls", "samples", "stacks"
"""What figures may be of: lines, calls, samples alone, samples of whole stacks."""
_TABLES = {LINES: _LINES, CALLS: _CALLS, SAMPLED: _SAMPLES, STACKS: _RECORDED}
_OF_GROUPS_IN = {
    CALLS: _GROUPED,
    SAMPLED: tuple(column for column in _GROUPED if column.kind != COUNT),
    STACKS: (_SAMPLES_OF_GROUP, *(column for column in _GROUPED if column.kind != COUNT)),
}


def kind_of(profile: Profile) -> str:
    """What the figures of a profile are of."""
    of_samples = SAMPLED if profile.recording is None else STACKS
    return {"hit": LINES, "call": CALLS, "sample": of_samples}[profile.counted]


def columns_of(profile: Profile) -> tuple[Column, ...]:
    """The columns that a profile has figures for, in the order in which they stand."""
    kind, gone = kind_of(profile), _without_figures(profile)
    columns = _OF_GROUPS_IN.get(kind, _LINES) if profile.grouped_by else _TABLES[kind]
    if profile.folded_title and not profile.grouped_by:
        # Own time taken apart.
        behind = 1 + columns.index(COLUMNS["tottime%"])
        folded = replace(COLUMNS["folded"], title=profile.folded_title)
        columns = *columns[:behind], COLUMNS["itself"], folded, *columns[behind:]
    named = {} if profile.measure.unit == "s" else NO_TIMES
    if profile.grouped_by:
        named = {c.key: replace(c, title=named[c.key].title) for c in columns if c.key in named}
    return tuple(named.get(c.key, c) for c in columns if c.key not in gone)


def _without_figures(profile: Profile) -> set[str]:
    """The columns for which a profile has no figures, or none that can be."""
    gone = set[str]()
    if not has_counts(profile):
        # How many samples a function is in is what it has with all it calls.
        gone |= {"ncalls", "inside"}
    if profile.ncalls is None or profile.measure.unit != "s":
        gone |= {"percall", "cumpercall"}
    if profile.cumtime is None:
        gone |= {"cumtime", "cumtime%", "cumpercall"}
    if checked(profile).contradicts:
        gone.add("cumtime%")
    if profile.recording is not None or not profile.bounded:
        gone.add("cumtime:bounds")
    return gone


def words_of(profile: Profile) -> dict[str, str]:
    """The figures that a profile has, as its columns are called, and the columns: the most useful first."""
    is_time = profile.measure.unit == "s"
    words = {"tottime" if is_time else "own": "tottime"}
    if profile.cumtime is not None:
        words["cumtime" if is_time else "cum"] = "cumtime"
    if profile.measure.is_of_samples and profile.cumtime is not None:
        # How many a function is in is what it has with all it calls.
        words[SAMPLES] = "cumtime"
    elif profile.ncalls is not None:
        words["ncalls" if profile.counts_calls else SAMPLES] = "ncalls"
    if profile.counts_calls:
        if profile.primitive_calls is not None:
            words["pcalls"] = "pcalls"
        per_call = (c.key for c in COLUMNS.values() if c.filters and c.kind == PER_CALL)
        words |= {key: key for key in per_call if is_time}
    if profile.hits or not profile.has_calls:
        words["hits"] = "hits"
    return words


def call_titles(profile: Profile) -> dict[str, str]:
    """What ``ncalls``, ``tottime`` and ``cumtime`` of single calls are called."""
    titles = {key: COLUMNS[key].title for key in ("ncalls", "tottime", "cumtime")}
    return titles | {c.key: c.title for c in columns_of(profile) if c.key in titles}


def time_title(figs: Figures) -> str:
    """What heads figures of which it is plain what of: ``time ms``, ``samples``."""
    if figs.profile.measure.unit == "s":
        return figures.titled("time", figs.unit)
    return figs.unit.name or figs.profile.measure.title


def counts_title(profile: Profile) -> str:
    """What a tree counts beside time: calls, or samples that a path is in."""
    return f"{profile.counted}s"


def has_counts(profile: Profile) -> bool:
    """Whether a tree has something to count beside what it measures."""
    return profile.ncalls is not None and not profile.measure.is_of_samples


def text_columns_of(profile: Profile) -> tuple[Column, Column]:
    """What stands right of the figures: functions and where they are; or groups and how large they are."""
    if not profile.grouped_by:
        return FUNCTION, LOCATION
    return replace(FUNCTION, title=profile.grouped_by, meaning=profile.grouped_by), _NUMBER_OF_FUNCTIONS


def unit_of(profile: Profile, whole: float | None = None) -> Unit:
    """The unit that fits the run, or ``whole``; counts have decimals where one of them is no whole number."""
    recorded, whole = profile.measure.unit, profile.total_time if whole is None else whole
    if not recorded:
        whole = next((own for own in profile.tottime if own % 1), whole)
    return figures.unit_for(whole, recorded)


def measured(profile: Profile, key: str, *, compact: bool = False) -> Sequence[float] | None:
    """The figures of all functions in a column, NaN where not measured; ``None``: nowhere measured.

    ``compact``: what has to be made takes a quarter of the memory, but longer to go through.
    """
    column = COLUMNS[key]
    if column.of == "hits":
        return [profile.hits.get(i, math.nan) for i in range(profile.count)] if profile.hits else None
    values: Sequence[float] | None = getattr(profile, column.of)
    if column.per:
        calls: Sequence[int] | None = getattr(profile, column.per)
        if values is None or calls is None:
            return None
        quotients = _quotients(values, calls)
        return array("d", quotients) if compact else list(quotients)
    if column.kind == COUNT and values and min(values) < 0:
        return [count if count >= 0 else math.nan for count in values]
    return values


def _quotients(times: Sequence[float], calls: Sequence[int]) -> Iterable[float]:
    if calls and min(calls) > 0:
        return map(truediv, times, calls)
    return (time / count if count > 0 else math.nan for time, count in zip(times, calls, strict=False))


def value_of(profile: Profile, column: Column, index: int) -> float | None:
    """The seconds of one function in a column, or how many; ``None`` where that was not measured."""
    if column.of == "hits":
        return profile.hits.get(index)
    values = getattr(profile, column.of)
    if values is None or index >= profile.count:
        return None
    if not column.per:
        value: float = values[index]
        return None if column.kind == COUNT and value < 0 else value
    calls = getattr(profile, column.per)
    return percall(values[index], calls[index]) if calls else None


def bounds_of(profile: ShapedProfile, column: Column, index: int) -> Bounded | None:
    """What bounds a figure of one function; ``None``: it is recorded."""
    bounded = profile.bounds(column.of, index)
    if bounded is None or not column.per:
        return bounded
    value, calls = value_of(profile, column, index), profile.bounds(column.per, index)
    if value is None:
        return None
    least = most = getattr(profile, column.per)[index]
    if calls is not None:
        least, most = calls.low, calls.high
    high = bounded.high / least if least > 0 else math.inf
    exact = bounded.exact and (calls is None or calls.exact)
    return bounded._replace(value=value, low=bounded.low / most, high=high, exact=exact)


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

    @property
    def shaped(self) -> ShapedProfile | None:
        """The profile, if something of it is hidden, with what bounds its figures."""
        if not self.profile.is_shaped:
            return None
        from proftui.analysis.shaped_profile import ShapedProfile

        assert isinstance(self.profile, ShapedProfile)
        return self.profile

    def in_unit(self, unit: Unit) -> Figures:
        """These figures with times in another unit; what was measured of all functions stays known."""
        other = Figures(self.profile)
        vars(other).update(vars(self) | {"unit": unit})
        return other

    def text(self, key: str, index: int) -> str:
        """The figure of function ``index`` in column ``key``."""
        kind = COLUMNS[key].kind
        if kind == SHARE:
            part = value_of(self.profile, COLUMNS[key], index)
            return figures.share_in_table(part, self.profile.total_time)
        if kind == COUNT:
            return self._count(key, index)
        if kind == BOUNDS:
            bounds = self.bounds(key, index)
            if bounds is None or not math.isfinite(bounds.low):
                return ""
            return figures.time_range(bounds.low, bounds.high, self.unit)
        value = self.value(key, index)
        return figures.per_call(value) if kind == PER_CALL else figures.time(value, self.unit)

    def bounds(self, key: str, index: int) -> Bounded | None:
        """What bounds a figure, where that is not the same text; ``None``: nothing but itself."""
        shaped, column = self.shaped, COLUMNS[key]
        bounded = shaped.bounds(column.of, index) if shaped is not None and index < shaped.count else None
        if bounded is None or bounded.exact:
            return None
        if column.kind == COUNT:
            return bounded
        ends = {figures.time(end, self.unit) for end in (bounded.low, bounded.high)}
        return bounded if len(ends) > 1 else None

    def said(self, key: str, index: int) -> str:
        """The time of function ``index`` in column ``key``, as it stands in sentences: with its unit."""
        return figures.with_unit(self.value(key, index), self.unit)

    def _count(self, key: str, index: int) -> str:
        profile = self.profile
        if key == "hits":
            return figures.ncalls(profile.hits.get(index), None)
        counts: Sequence[int] | None = getattr(profile, COLUMNS[key].of)
        if counts and not counts[index] and self.bounds(key, index) is not None:
            return "<1"
        primitive = profile.outermost if key == "ncalls" else None
        return figures.ncalls(counts[index] if counts else None, primitive[index] if primitive else None)

    def value(self, key: str, index: int) -> float | None:
        """The figure behind the text of a time or a share: seconds, or percent of the whole run."""
        column = COLUMNS[key]
        value = value_of(self.profile, column, index)
        return figures.share(value, self.profile.total_time) if column.kind == SHARE else value

    def largest(self, key: str, indices: Iterable[int]) -> float:
        """The largest of the finite figures that some functions have in a column; 0 where there is none."""
        values = measured(self.profile, key)
        return _ends([values[i] for i in indices])[0] if values is not None else 0.0

    def title(self, column: Column) -> str:
        """The heading; it names the unit where that is not seconds."""
        return figures.titled(column.title, self.unit) if column.kind == TIME else column.title

    def width(self, column: Column) -> int:
        """Cells of the column's widest figure or heading."""
        return max(len(self.title(column)), self.widest(column))

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
        calls, primitive = profile.ncalls, profile.outermost
        if calls is None or primitive is None or index >= profile.count:
            return False
        return calls[index] != primitive[index] and primitive[index] >= 0

    def widest(self, column: Column) -> int:
        """Cells of the column's widest figure."""
        if column.kind == SHARE:
            return max(5, self._widest(column.key, self.unit))
        if column.key == "inside":
            return len(f"{self._ends_of(column.key)[0]:.0f}")
        if column.kind == COUNT:
            # A count of some of the calls is no wider than that of all.
            return self._ncalls
        if column.kind == BOUNDS:
            return 2 * self.time_width + 1
        if column.kind == PER_CALL:
            # No call takes longer than all calls: where even that has room, nothing must be divided.
            largest, smallest = self._ends_of(column.of)
            if len(figures.per_call(-max(largest, -smallest))) <= figures.WIDEST_PER_CALL:
                return figures.WIDEST_PER_CALL
            ends = self._ends_of(column.key)
            return max(figures.WIDEST_PER_CALL, *(len(figures.per_call(end)) for end in ends))
        return self.time_width

    @cached_property
    def _ncalls(self) -> int:
        profile = self.profile
        if profile.ncalls is None or not profile.has_calls:
            return max((len(str(hits)) for hits in profile.hits.values()), default=1)
        calls = profile.ncalls
        widest = len(str(max(calls, default=0)))
        primitive = profile.outermost
        if primitive is None:
            return widest
        recursive = compress(zip(calls, primitive, strict=False), map(ne, calls, primitive))
        return max(chain((widest,), (len(figures.ncalls(c, p)) for c, p in recursive)))

    @cached_property
    def _widest_cache(self) -> dict[tuple[str, Unit], int]:
        return {}

    @cached_property
    def _ends_cache(self) -> dict[str, tuple[float, float]]:
        return {}

    def _ends_of(self, key: str) -> tuple[float, float]:
        if key not in self._ends_cache:
            self._ends_cache[key] = _ends(measured(self.profile, key) or ())
        return self._ends_cache[key]

    def _widest(self, key: str, unit: Unit) -> int:
        if (key, unit) not in self._widest_cache:
            ends = self._ends_of(COLUMNS[key].order)
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


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """The largest and the smallest of the finite values; zeros where there is none."""
    if not values or not math.isfinite(sum(values)):
        values = [value for value in values if math.isfinite(value)]
    return (max(values), min(values)) if values else (0.0, 0.0)

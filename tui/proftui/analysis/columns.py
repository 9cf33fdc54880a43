"""The columns of the Functions table, each said once: what it shows, sorts by and is called in a filter."""

from __future__ import annotations

import math
from _operator import truediv
from array import array
from collections.abc import Callable, Iterable, Sequence

from proftui.analysis.shape.shape import HIDDEN
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from proftui.analysis.bounds import Bounded
    from proftui.analysis.shaped_profile import ShapedProfile

COUNT, TIME, PER_CALL, SHARE, BOUNDS, TEXT = "count", "time", "time per call", "share", "bounds", "text"
"""Kinds of columns: each is written and measured in its own way."""
BEFORE, AFTER, DELTA, RATIO = "before", "after", "delta", "ratio"
"""What a comparison has of a figure; CSV calls them so."""
SAMPLES = "samples"
"""The word for the numbers of samples, which stand in other columns from profile to profile."""


class Column(NamedTuple):
    """One column: all that is to be said of it."""

    key: str
    """Its name in the program, by which one sorts; with ``%`` a share, with ``:bounds`` its bounds."""
    title: str
    """Its heading; nothing: it does not stand in the table."""
    kind: str
    means: str = ""
    """What says what it is in ``messages.COLUMN_MEANS``, where that is not its key."""
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


# fmt: off
_ALL = (
    Column("ncalls", "ncalls", COUNT,
           of="ncalls", goes=6, whole=lambda profile: profile.total_calls, letter="n", written="ncalls",
           sides=(BEFORE, AFTER, RATIO)),
    Column("pcalls", "", COUNT,
           of="primitive_calls", whole=lambda profile: profile.total_primitive_calls,
           written="primitive_calls"),
    Column("tottime", "tottime", TIME,
           of="tottime", goes=8, letter="t", written="tottime",
           sides=(BEFORE, AFTER, DELTA, RATIO)),
    Column("tottime%", "%", SHARE, of="tottime", goes=3, filters=False),
    Column("itself", "own", TIME, of="recorded_own", goes=1, filters=False),
    Column("folded", HIDDEN, TIME, of="folded", goes=1, filters=False),
    Column("percall", "own/call", PER_CALL, of="tottime", per="ncalls", goes=2, letter="p"),
    Column("cumtime", "cumtime", TIME,
           of="cumtime", goes=8, letter="c", written="cumtime", sides=(BEFORE, AFTER, DELTA)),
    Column("cumtime%", "%", SHARE, of="cumtime", goes=3, filters=False),
    Column("cumtime:bounds", "low–high", BOUNDS, of="cumtime", goes=1, filters=False),
    Column("inside", "calls inside", COUNT, of="calls_inside", goes=1, filters=False),
    Column("cumpercall", "cum/call", PER_CALL, of="cumtime", per="primitive_calls", goes=1, filters=False),
    Column("hits", "hits", COUNT,
           of="hits", goes=7, whole=lambda profile: sum(profile.hits.values()), written="hits"),
)
# fmt: on
FUNCTION = Column("function", "function", TEXT, means="name")
LOCATION = Column("location", "location", TEXT)

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


def _named(key: str, title: str, means: str = "") -> Column:
    """A column as it is called where the figures are not those of calls."""
    return COLUMNS[key]._replace(title=title, means=means)


_OF_GROUPS = ("cumtime:bounds", "inside")
_CALLS = tuple(c for c in _ALL if c.title and c.key not in ("hits", *SHAPED, *_OF_GROUPS))
_GROUPED = (
    _named("ncalls", "ncalls", "calls into"),
    _named("tottime", "tottime", "own of group"),
    COLUMNS["tottime%"],
    _named("cumtime", "cumtime", "cum of group"),
    COLUMNS["cumtime:bounds"],
    COLUMNS["inside"],
)
_SAMPLES_OF_GROUP = _named("ncalls", "samples", "samples of group")
_NUMBER_OF_FUNCTIONS = LOCATION._replace(title="functions", means="size of group")
_SAMPLES, _RECORDED = (
    (
        _named("ncalls", "samples", "samples"),
        _named("tottime", "tottime", f"{known} own"),
        COLUMNS["tottime%"],
        _named("cumtime", title, f"{known} cum"),
        COLUMNS["cumtime%"],
    )
    for known, title in (("sampled", "≈cumtime"), ("recorded", "cumtime"))
)
"""Of samples alone, and of those with whole stacks."""
NO_TIMES = {
    "tottime": _named("tottime", "own", "recorded own"),
    "cumtime": _named("cumtime", "cum", "recorded cum"),
    "itself": _named("itself", "itself"),
}
"""Of figures that are no times."""
_NAMED_IN: dict[str, dict[str, Column]] = {"s": {}}
_LINES = (COLUMNS["hits"], _named("tottime", "time", "lines"), _named("tottime%", "%", "share of lines"))


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
        folded = COLUMNS["folded"]._replace(title=profile.folded_title)
        columns = *columns[:behind], COLUMNS["itself"], folded, *columns[behind:]
    named = _NAMED_IN.get(profile.measure.unit, NO_TIMES)
    if profile.grouped_by:
        named = {c.key: c._replace(title=named[c.key].title) for c in columns if c.key in named}
    return tuple(named.get(c.key, c) for c in columns if c.key not in gone)


def _without_figures(profile: Profile) -> set[str]:
    """The columns for which a profile has no figures, or none that can be."""
    gone = set[str]() if profile.hits or not profile.count else {"hits"}
    if not has_counts(profile):
        # How many samples a function is in is what it has with all it calls.
        gone |= {"ncalls", "inside"}
    if not has_per_call(profile):
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
    if profile.outermost is not None:
        words["pcalls"] = "pcalls"
    if has_per_call(profile):
        words |= {c.key: c.key for c in COLUMNS.values() if c.filters and c.kind == PER_CALL}
    if profile.hits or profile.counted == "hit":
        words["hits"] = "hits"
    return words


def call_titles(profile: Profile) -> dict[str, str]:
    """What ``ncalls``, ``tottime`` and ``cumtime`` of single calls are called."""
    titles = {key: COLUMNS[key].title for key in ("ncalls", "tottime", "cumtime")}
    return titles | {c.key: c.title for c in columns_of(profile) if c.key in titles}


def counts_title(profile: Profile) -> str:
    """What a tree counts beside time: calls, or samples that a path is in."""
    return f"{profile.counted}s"


def has_counts(profile: Profile) -> bool:
    """Whether a tree has something to count beside what it measures."""
    return profile.ncalls is not None and not profile.measure.is_of_samples


def has_per_call(profile: Profile) -> bool:
    """Whether calls were counted, and timed."""
    return profile.measure.unit == "s" and profile.counts_calls


def text_columns_of(profile: Profile) -> tuple[Column, Column]:
    """What stands right of the figures: functions and where they are; or groups and how large they are."""
    if not profile.grouped_by:
        return FUNCTION, LOCATION
    return FUNCTION._replace(title=profile.grouped_by, means=profile.grouped_by), _NUMBER_OF_FUNCTIONS


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


def shaped_of(profile: Profile) -> ShapedProfile | None:
    """The profile, if something of it is hidden, with what bounds its figures."""
    if not profile.is_shaped:
        return None
    from proftui.analysis.shaped_profile import ShapedProfile

    assert isinstance(profile, ShapedProfile)
    return profile


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

"""The figures of one profile as text, in the unit that fits them."""

from __future__ import annotations

import math
from _operator import ne
from collections.abc import Iterable, Sequence
from itertools import chain, compress

from proftui.analysis.columns import (
    BOUNDS,
    COLUMNS,
    COUNT,
    PER_CALL,
    SHARE,
    TIME,
    Column,
    measured,
    shaped_of,
    value_of,
)
from proftui.drawing import figures
from proftui.drawing.figures import SECONDS, Unit
from proftui_parsers import Profile
from proftui_parsers.import_free import TYPE_CHECKING, cached_property, dataclass

if TYPE_CHECKING:
    from proftui.analysis.bounds import Bounded
    from proftui.analysis.shaped_profile import ShapedProfile


def unit_of(profile: Profile, whole: float | None = None, base: Sequence[float] = ()) -> Unit:
    """The unit that fits the run, or ``whole``; counts have decimals where one of them is no whole number.

    ``base``: own figures of what the profile is compared with.
    """
    recorded, whole = profile.measure.unit, profile.total_time if whole is None else whole
    if not recorded:
        whole = next((own for own in chain(profile.tottime, base) if own % 1), whole)
    return figures.unit_for(whole, recorded)


def time_title(figs: Figures) -> str:
    """What heads figures of which it is plain what of: ``time ms``, ``samples``."""
    if figs.profile.measure.unit == "s":
        return figures.titled("time", figs.unit)
    return figs.unit.name or figs.profile.measure.title


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
        return shaped_of(self.profile)

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
        if profile.ncalls is None:
            return max((len(str(hits)) for hits in profile.hits.values()), default=1)
        calls = profile.ncalls
        widest = len(str(max(calls, default=0)))
        primitive = profile.outermost
        if primitive is None:
            return widest
        recursive = compress(zip(calls, primitive, strict=False), map(ne, calls, primitive))
        return max(chain((widest,), (len(figures.ncalls(c, p)) for c, p in recursive)))

    @cached_property
    def _ends_cache(self) -> dict[str, tuple[float, float]]:
        return {}

    def _ends_of(self, key: str) -> tuple[float, float]:
        if key not in self._ends_cache:
            self._ends_cache[key] = _ends(measured(self.profile, key) or ())
        return self._ends_cache[key]

    def _widest(self, key: str, unit: Unit) -> int:
        ends, total = self._ends_of(COLUMNS[key].order), self.profile.total_time
        is_share = key.endswith("%")
        texts = [
            figures.percent(figures.share(end, total)) if is_share else figures.time(end, unit)
            for end in ends
        ]
        # Where the ends are too large to be written out, what lies between may be wider than they are.
        cut = any("e" in text or "inf" in text or (not text and total) for text in texts)
        least = (figures.WIDEST_SHARE if is_share else figures.WIDEST) if cut else 0
        return max(least, *map(len, texts))


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """The largest and the smallest of the finite values; zeros where there is none."""
    if not values or not math.isfinite(sum(values)):
        values = [value for value in values if math.isfinite(value)]
    return (max(values), min(values)) if values else (0.0, 0.0)

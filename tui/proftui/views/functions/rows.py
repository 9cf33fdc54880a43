"""The Functions table as lines: which columns fit, the heading, and one row."""

from __future__ import annotations

from math import isfinite

from proftui.analysis import columns as known
from proftui.analysis.columns import (
    BAR_GOES,
    BOUNDS,
    COLUMNS,
    PER_CALL,
    SHAPED,
    SHARE,
    SORTED_SHARE_GOES,
    TIME,
    columns_of,
    text_columns_of,
    value_of,
)
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.drawing import figures
from proftui.drawing.line import Line, Span
from proftui.drawing.table import BAR, Column, bar_cells, fit_columns
from proftui.frame import breakpoints
from proftui.frame.functions import name_and_location
from proftui.state.figures import Figures
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.waiting import waits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from proftui.analysis.search.query import Query

OF_BUSY = "%busy"
"""Heads shares of the run without waits."""
_WORKED_OUT = ("tottime", "recorded_own", "folded")
"""What of a profile is not known as soon as it is known what is hidden."""
OF_SHOWN = "% in"
"""Heads shares of what a focus leaves."""
_WIDEST_SHARE = 5
_LEAST_NAME = 12
"""Cells of a name that make a second column of times give way."""
_LEAST_BESIDE_CALL = 42
"""Cells of function and location that make times per call give way on a wide table."""
_FOLDED_FROM = 100
"""Cells from which on own time stands taken apart where something is hidden."""
_LEAST_BESIDE_BAR = 26
"""Cells of function and location that make the bar give way."""


class Look(NamedTuple):
    """What the user chose about the figures: hidden columns, columns scrolled away, shares shown or not."""

    hidden: frozenset[str] = frozenset()
    shift: int = 0
    shares: bool = True
    strip_dirs: bool = False
    busy: float | None = None
    """Seconds of the run without waits, where shares are of these."""
    is_open: bool = False
    """Whether own times are being worked out: of them nothing stands there yet."""
    within: float | None = None
    """Seconds of what a focus leaves, where shares are of these."""


class FunctionTable:
    """Columns of figures with a bar among them, then function and location."""

    def __init__(
        self,
        figs: Figures,
        width: int,
        order: Order,
        look: Look | None = None,
        rows: Sequence[int] | None = None,
        screen: int = 0,
    ) -> None:
        """The columns that fit in ``width`` cells, leaving the name enough of them.

        ``rows``: the functions of the list as sorted, all of them if not given; the largest has a full bar,
        so that bars neither jump in scrolling nor vanish in a filter. ``screen``: cells of the whole screen,
        where the table has a part of it.
        """
        self.figs, self.order, self.look = figs, order, look or Look()
        shown = self._wanted()
        # A share scrolls away together with its time.
        scrolled = [key for key in dict.fromkeys(c.order for c in shown) if key != order.heading]
        scrolled = scrolled[: self.look.shift]
        shown = [c for c in shown if c.order not in scrolled]
        roomy = bool(scrolled) or breakpoints.has_per_call(screen or width)
        offered = [c for c in shown if roomy or c.kind != PER_CALL or c.key == order.heading]
        if width < _FOLDED_FROM and not scrolled:
            narrow = [c for c in offered if c.key not in SHAPED and c.kind != BOUNDS]
            offered = [c for c in offered if c in narrow or c.key == order.heading]
        self.table = fit_columns(self._columns(width, offered, bool(scrolled)), width)
        names = [placed.name for placed in self.table.placed]
        self.left_out = len(shown) + (BAR in names) - len(names)
        """How many columns do not fit."""
        self.bar_of = names[names.index(BAR) - 1].removesuffix("%") if BAR in names else ""
        """The time that the bars show."""
        self.longest = self._longest(rows) if self.bar_of else 0.0
        """Seconds of a full bar."""

    def heading(self) -> Line:
        """The column headings, the sorted one marked."""
        name, place = text_columns_of(self.figs.profile)
        mark, first = "▾" if self.order.descending else "▴", "‹" if self.look.shift else ""
        return self.table.heading(name.title, place.title, self.order.heading, mark, first=first)

    def row(self, names: Names, index: int, query: Query | None) -> Line:
        """The row of function ``index``; its first cell is left for the cursor."""
        # Where calls were measured too, line times are something to point at.
        profile, left = self.figs.profile, self.table.left
        timed = profile.cumtime is not None and index in profile.lines and not profile.grouped_by
        recursive, strip = self.figs.recursive(index), self.look.strip_dirs
        return self.table.row(index, name_and_location(names, index, left, query, recursive, strip, timed))

    def column_at(self, cell: int) -> str:
        """What a click on the heading sorts by."""
        name, place = text_columns_of(self.figs.profile)
        text = place if cell >= self.table.width - len(place.title) - 2 else name
        return self.table.at(cell).removesuffix("%") or text.key

    def figures_of(self, index: int) -> list[str]:
        """The figures of a function in all columns that are not hidden, whether there is room or not."""
        return [self._text(column.key, index) for column in self._wanted()]

    # Which columns there are

    def _wanted(self) -> list[known.Column]:
        """The columns that the user has not hidden."""
        shown = [c for c in columns_of(self.figs.profile) if c.key not in self.look.hidden]
        if not self.look.shares:
            return [c for c in shown if not c.key.endswith("%")]
        # How much of a cumulative time is waits nobody knows.
        return shown if self.look.busy is None else [c for c in shown if c.key != "cumtime%"]

    def _longest(self, rows: Sequence[int] | None) -> float:
        """Seconds of the largest of ``rows``, which are in the order of the table."""
        figs, time = self.figs, self.bar_of
        if self.look.busy is not None:
            rows = range(figs.profile.count) if rows is None else rows
            return figs.largest(time, [index for index in rows if not waits(figs.profile, index)])
        if rows is None:
            return figs.largest(time, range(figs.profile.count))
        if self.order.column == time and rows:
            # What is not finite stands last, in either direction.
            ends = [value_of(figs.profile, COLUMNS[time], index) or 0.0 for index in (rows[0], rows[-1])]
            if isfinite(sum(ends)):
                return max(ends)
        return figs.largest(time, rows)

    def _columns(self, width: int, shown: Sequence[known.Column], scrolled: bool) -> list[Column]:
        """The columns with the order in which they go; the sorted one never does."""
        order, look, time = self.order, self.look, _time_sorted(self.order)
        by_call = order.column in ("percall", "cumpercall")
        wide = width >= 100
        # What a narrower screen loses is never more than its own cells.
        wanted = 32 if width >= 80 else max(12, min(18, width // 3), width - 48)
        columns = []
        for number, column in enumerate(shown):
            # The second cell is for the mark of the sorted heading.
            gap = 1 if column.kind == SHARE or (width < 60 and column.key != order.heading) else 2
            goes, least = column.goes, wanted
            if scrolled:
                # What does not fit goes at the right, as on a sheet.
                goes = len(shown) - number
            elif column.order == time or (look.busy is not None and column.kind == SHARE):
                goes = SORTED_SHARE_GOES if column.kind == SHARE else 0
            elif column.kind == TIME:
                # Beside a time per call that is sorted by, it goes before the bar does.
                goes, least = (BAR_GOES, wanted) if by_call else (goes, _LEAST_NAME)
            elif column.kind == PER_CALL and wide:
                least = _LEAST_BESIDE_CALL
            goes = 0 if column.key == order.heading else goes
            cells = self._width(column, is_first=not number)
            columns.append(
                Column(column.key, self._title(column), self._cells(column.key), cells, gap, goes, least)
            )
        if look.shares and BAR not in look.hidden:
            # A bar that is followed by figures needs a cell more.
            goes, least = 0 if scrolled else BAR_GOES, min(_LEAST_BESIDE_BAR, wanted)
            cells, beside = bar_cells(width), beside_bar(order)
            columns.append(Column(BAR, "", self._bar, cells, 1, goes, least, int(wide), beside))
        return columns

    def _width(self, column: known.Column, *, is_first: bool) -> int:
        shaped, cells = self.figs.shaped, self.figs.width(column)
        # The first column has no blank before it, in which a mark could stand.
        cells += is_first and shaped is not None and shaped.estimates_calls
        return max(cells, _WIDEST_SHARE) if self._is_within(column.key) else cells

    def _title(self, column: known.Column) -> str:
        if self._is_within(column.key):
            return OF_SHOWN
        if self.look.busy is not None and column.key == "tottime%":
            return OF_BUSY
        return self.figs.title(column)

    def _is_within(self, key: str) -> bool:
        """Whether a column is of shares of what a focus leaves."""
        return self.look.within is not None and COLUMNS[key].kind == SHARE

    # What stands in them

    def _cells(self, key: str) -> Callable[[int, int], Sequence[Span]]:
        if self.look.is_open and COLUMNS[key].of in _WORKED_OUT:
            return lambda index, cells: (Span("…".rjust(cells), "muted"),)
        return lambda index, cells: self._figure(key, index, cells)

    def _figure(self, key: str, index: int, cells: int) -> Sequence[Span]:
        """A figure; of an estimate with ``≈`` in the cell before the column, so that digits stay aligned."""
        text, role = self._text(key, index).rjust(cells), self._role(key, index)
        figs, column = self.figs, COLUMNS[key]
        if column.kind in (SHARE, BOUNDS) or figs.bounds(key, index) is None:
            return (Span(text, role),)
        # A heading of two words is wider than what it stands above.
        at = cells - (figs.widest(column) if key == "inside" else figs.width(column)) - 1
        if at < 0:
            return (Span(text, role),)
        return Span(text[:at]), Span("≈", "estimate"), Span(text[at + 1 :], role)

    def _bar(self, index: int, cells: int) -> Sequence[Span]:
        look, time = self.look, self.bar_of
        if look.is_open:
            return (Span(" " * cells),)
        # Without waits, those that wait are no part of what is compared.
        is_part = look.busy is None or not waits(self.figs.profile, index)
        value = self.figs.value(time, index) if is_part else None
        return (Span(f" {figures.bar(value, cells - 1, self.longest)}", self._role(f"{time}%", index)),)

    def _text(self, key: str, index: int) -> str:
        if self._is_within(key) or (self.look.busy is not None and key == "tottime%"):
            return figures.percent(self._share(key.removesuffix("%"), index))
        return self.figs.text(key, index)

    def _share(self, key: str, index: int) -> float | None:
        """A time in percent of the run; own time also of the run without waits, in which nothing waits.

        Or else of what a focus leaves.
        """
        figs, look = self.figs, self.look
        if look.within is not None:
            return figures.share(figs.value(key, index), look.within)
        if look.busy is None:
            return figs.value(f"{key}%", index)
        return None if waits(figs.profile, index) else figures.share(figs.value(key, index), look.busy)

    def _role(self, key: str, index: int) -> str:
        """Heat is of own time alone: on its share, or without that on the time itself."""
        figs = self.figs
        role = "library" if key == "cumtime%" else "text"
        if key == "tottime%" or (key == "tottime" and not self.table.has("tottime%")):
            role = figures.heat(self._share("tottime", index))
        is_time = key in ("tottime", "cumtime")
        return figures.role_of(figs.value(key, index), figs.unit, role) if is_time else role


def beside_bar(order: Order) -> tuple[str, ...]:
    """The columns behind the first of which the bar stands; without any of them there is none."""
    time = _time_sorted(order)
    return (f"{time}%", time, "tottime%", "tottime")


def _time_sorted(order: Order) -> str:
    return "cumtime" if order.column in ("cumtime", "cumpercall") else "tottime"

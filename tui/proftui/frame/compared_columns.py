"""Columns of both sides of a comparison, as tables of functions and of calls have them alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from proftui import messages
from proftui.analysis.columns import AFTER, BEFORE, COLUMNS, COUNT, DELTA, NO_TIMES, PER_CALL, RATIO, TIME
from proftui.analysis.compare.measured import CALLS, CUMTIME, OWN, by_ratio, is_by_ratio, measure_of, ratio
from proftui.analysis.order import Order
from proftui.drawing import changes, figures
from proftui.drawing.figures import Unit
from proftui.drawing.line import Line, Span, dimmed, fitted
from proftui.drawing.safe_text import cell_width
from proftui.drawing.table import BAR, Column, Table, fit_columns
from proftui.frame.functions import name_and_location
from proftui.state.scales import PERCENT
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.search.query import Query
    from proftui.drawing.table import Title
    from proftui.state.compared import Compared
    from proftui.state.session import Session

CALLS_BEFORE, CALLS_AFTER, CALLS_RATIO = "calls before", "calls after", "calls ratio"
CUM_BEFORE, CUM_AFTER, CUM_DELTA = "cum before", "cum after", "cum delta"
_TITLES = {
    CALLS_BEFORE: messages.CALLS_BEFORE,
    CALLS_RATIO: "×",
    AFTER: messages.AFTER_OF,
    DELTA: "Δ ",
    BAR: "",
    RATIO: "×",
    CUM_AFTER: messages.AFTER_OF,
    CUM_DELTA: "Δ",
}
WIDE = 120
"""Cells of a table from which on own time and time with callees stand beside each other, and bars."""
_BAR = 6
_LEAST_NAME, _LEAST_WIDE = 12, 26
MARK = "?"
"""Follows a change within the spread."""
Both = tuple[float, float]
"""A figure before and after; NaN where there is none."""
NOTHING = float("nan"), float("nan")


class RowFigures(NamedTuple):
    """What a row shows."""

    calls: Both
    shown: Both
    """Of the measure that columns of both sides show."""
    cumtime: Both = NOTHING
    became: str = ""
    """``new``, ``gone``; empty: both sides have it."""
    within: bool = False
    """Whether the change is within the spread."""
    estimated: bool = False
    """Whether a figure of either side is an estimate."""
    cum_estimated: bool = False
    """The same of the time with callees."""
    tells_calls: bool = True
    calls_estimated: bool = False

    @property
    def change(self) -> float:
        """What is shown, after less before."""
        return self.shown[1] - self.shown[0]


def figures_of(compared: Compared, row: int, measure: str = "") -> RowFigures:
    """What a row shows, of the measure in use or of another."""
    measure, pairs = measure or compared.measure, compared.now.pairs
    became = pairs.status(row)
    return RowFigures(
        compared.figures(row, CALLS),
        compared.figures(row, measure),
        compared.figures(row, CUMTIME),
        became=became if became in ("new", "gone") else "",
        within=measure == OWN and bool(pairs.within[row]),
        estimated=compared.is_estimate(row, measure),
        cum_estimated=compared.is_estimate(row, CUMTIME),
        calls_estimated=compared.is_estimate(row, CALLS),
    )


@dataclass(frozen=True, slots=True)
class Sides:
    """How figures of both sides are written."""

    unit: Unit
    total: float
    """Seconds of all before."""
    percent: bool
    """Whether times are in percent of that."""

    def text(self, measure: str, value: float) -> str:
        """A figure."""
        if value != value:
            return figures.NOT_MEASURED
        if COLUMNS[measure].kind == COUNT:
            return f"{value:.0f}"
        if COLUMNS[measure].kind == PER_CALL:
            return figures.per_call(value)
        if self.percent:
            return figures.percent(figures.share(value, self.total))
        return figures.time(value, self.unit)

    def change(self, measure: str, value: float) -> str:
        """A change."""
        if COLUMNS[measure].kind == COUNT:
            return changes.count(value)
        if COLUMNS[measure].kind == PER_CALL:
            return changes.per_call(value)
        if self.percent and value == value:
            return figures.signed(figures.percent(figures.share(value, self.total)))
        return changes.time(value, self.unit)

    def title(self, measure: str) -> str:
        """What heads the figures before."""
        column, named = COLUMNS[measure], {} if self.unit in figures.UNITS else NO_TIMES
        if column.kind != TIME:
            return messages.COUNTED_CALLS if measure == CALLS else column.title
        title = named.get(measure, column).title
        return f"{title} %" if self.percent else figures.titled(title, self.unit)


def sides_of(session: Session) -> Sides:
    """How the figures of a comparison are written now."""
    compared = session.both
    return Sides(session.figures.unit, compared.now.base.total, compared.scale == PERCENT)


@dataclass(slots=True)
class BothColumns:
    """Makes columns of figures of both sides, whose rows are :class:`RowFigures`."""

    sides: Sides
    measure: str
    longest: float = 0.0
    """The change of a full bar."""

    def column(
        self, name: str, width: int, gap: int = 0, goes: int = 0, least: int = 0, title: Title | None = None
    ) -> Column:
        """One of them, of so many cells; ``title``: another than usual."""
        usual = self._title(name) if title is None else title
        return Column(name, usual, partial(self._cell, name), width, gap, goes, least)

    def _title(self, name: str) -> Title:
        if name in (BEFORE, CUM_BEFORE):
            return self.sides.title(self.measure if name == BEFORE else CUMTIME)
        if name == CALLS_AFTER:
            return lambda table: messages.AFTER if table.has(CALLS_BEFORE) else messages.COUNTED_CALLS
        return _TITLES[name]

    def _cell(self, name: str, row: RowFigures, cells: int) -> tuple[Span]:
        text, role = self.text(name, row, cells)
        if (name == BEFORE and row.estimated) or (name == CUM_BEFORE and row.cum_estimated):
            at, role = len(text) - len(text.lstrip()) - 1, "estimate"
            # In print columns are as wide as what stands in them.
            text = f"{text[:at]}≈{text[at + 1 :]}" if at >= 0 else text if cells else f"≈ {text}"
        return (Span(text, role),)

    def text(self, name: str, row: RowFigures, cells: int = 0) -> tuple[str, str]:
        """The text of a column in so many cells, or as many as it takes, and its role."""
        sides, measure = self.sides, self.measure
        if name in (CALLS_BEFORE, CALLS_AFTER):
            text = sides.text(CALLS, row.calls[name == CALLS_AFTER]) if row.tells_calls else ""
            if name == CALLS_AFTER and row.calls_estimated and text.isdigit():
                return f"≈{text}".rjust(cells), "estimate"
            return text.rjust(cells), "text"
        if name == CALLS_RATIO:
            is_same = row.calls[0] == row.calls[1] or not row.tells_calls
            return ("" if is_same else _ratio(row.became, row.calls)).rjust(cells), "text"
        if name in (CUM_BEFORE, CUM_AFTER, CUM_DELTA):
            of_cum = row._replace(shown=row.cumtime, within=False)
            text, role = BothColumns(sides, CUMTIME).text(name.removeprefix("cum "), of_cum)
            return text.rstrip().rjust(cells), role
        if name in (BEFORE, AFTER):
            return sides.text(measure, row.shown[name == AFTER]).rjust(cells), "text"
        text = sides.change(measure, row.change)
        # None is coloured that reads as nothing, or is within the spread.
        total = sides.total if COLUMNS[measure].kind == TIME else None
        role = "text" if row.within else changes.role(row.change, total)
        role = role if _is_signed(text) else "muted"
        if name == BAR:
            return figures.bar(abs(row.change), cells - 1, self.longest) + " ", role
        if name == DELTA:
            return (text + (MARK if row.within and _is_signed(text) else " ")).rjust(cells), role
        return (_ratio(row.became, row.shown) if _is_signed(text) else "").rjust(cells), role


def table_of_both(
    session: Session,
    measure: str,
    width: int,
    rows: Sequence[RowFigures] = (),
    *,
    functions: Sequence[int] | None = None,
    shift: int = 0,
    with_cumtime: bool = False,
    screen: int = 0,
) -> Table:
    """The columns that fit in ``width`` cells, of which ``shift`` were scrolled away.

    ``rows``: those that there are room and bars for, beside all functions, or ``functions``.
    """
    both, compared = BothColumns(sides_of(session), measure), session.both
    is_wide = max(width, screen) >= WIDE and width >= WIDE - 20
    columns = _columns(compared, both, rows, is_wide=is_wide, with_cumtime=with_cumtime)
    table = fit_columns(columns[min(shift, len(columns) - 1) :], width)
    if table.has(BAR):
        known = [abs(row.change) for row in rows if row.change == row.change]
        both.longest = max(known, default=0.0) if functions is None else compared.longest_change(functions)
    return table


def row_of_both(
    session: Session, table: Table, index: int, query: Query | None = None, measure: str = ""
) -> Line:
    """The row of a function, of the measure in use or of another; its first cell is left for the cursor."""
    compared = session.both
    row = compared.row(index)
    if row is None:
        return fitted([], table.width)
    several = len(compared.now.pairs.bundles.get(row, ((), ()))[1])
    strip = session.strip_dirs
    text = name_and_location(session.names, index, table.left, query, False, strip, several=several)
    return table.row(figures_of(compared, row, measure), dimmed(text) if compared.is_gone(index) else text)


def _columns(
    compared: Compared, both: BothColumns, rows: Sequence[RowFigures], *, is_wide: bool, with_cumtime: bool
) -> list[Column]:
    sides, measure, column = both.sides, both.measure, both.column
    least, profile, columns = _LEAST_WIDE if is_wide else _LEAST_NAME, compared.now.new.profile, []
    if profile.counts_calls and measure != CALLS:
        cells = max(len(sides.text(CALLS, end)) for end in compared.figures_of_rows.ends(CALLS))
        if is_wide:
            columns.append(column(CALLS_BEFORE, max(cells, len(messages.CALLS_BEFORE)) + 1, 0, 4, least))
        columns.append(column(CALLS_AFTER, max(cells, 6 if is_wide else 10), 1, 6, least))
        columns.append(column(CALLS_RATIO, changes.WIDEST_RATIO, 1, 5, least))
    cells, delta = _widths(compared, sides, measure, rows)
    after = max(cells, len(messages.AFTER_OF))
    columns.append(column(BEFORE, max(cells, len(sides.title(measure))), 2))
    columns.append(column(AFTER, after, 1 if after > cells else 2))
    columns.append(column(DELTA, delta + len(MARK), 2))
    if is_wide:
        columns.append(column(BAR, _BAR, 0, 1, least))
    columns.append(column(RATIO, changes.WIDEST_RATIO, 0 if is_wide else 1, 7, least))
    if with_cumtime and is_wide and measure == OWN and profile.cumtime is not None:
        cells, delta = _widths(compared, sides, CUMTIME, ())
        columns.append(column(CUM_BEFORE, max(cells, len(sides.title(CUMTIME))), 2, 3, least))
        columns.append(column(CUM_AFTER, max(cells, len(messages.AFTER_OF)), 1, 3, least))
        columns.append(column(CUM_DELTA, delta, 2, 2, least))
    return columns


def _widths(compared: Compared, sides: Sides, measure: str, rows: Sequence[RowFigures]) -> tuple[int, int]:
    """Cells of the widest figure of a measure, and of the widest change."""
    # In one unit the least or the largest is the widest; there may be a row for every function.
    is_per_call = COLUMNS[measure].kind == PER_CALL
    ends_of: Callable[[Iterable[float]], list[float]] = list if is_per_call else _extremes
    ends = [*compared.figures_of_rows.ends(measure), *ends_of(value for row in rows for value in row.shown)]
    changed = [*compared.figures_of_rows.largest_changes(measure), *ends_of(row.change for row in rows)]
    return (
        max(len(sides.text(measure, end)) for end in ends),
        max(len(sides.change(measure, change)) for change in changed),
    )


def _extremes(values: Iterable[float]) -> list[float]:
    known = [value for value in values if value == value]
    return [min(known), max(known)] if known else []


def sorted_column(order: Order | None) -> str:
    """The column that an order goes by."""
    if order is None:
        return ""
    return RATIO if is_by_ratio(order) else DELTA if measure_of(order) else order.heading


def mark_of(order: Order | None) -> str:
    """Stands before the title of the column that is sorted by."""
    if order is None:
        return ""
    is_down = order.descending if sorted_column(order) not in (RATIO, DELTA) else not order.reversed
    return "▾" if is_down else "▴"


def _is_signed(text: str) -> bool:
    return text[:1] in ("+", "−")


def _ratio(became: str, both: Both) -> str:
    if became:
        return messages.BECAME[became]
    return changes.ratio(ratio(*both))


def column_at(table: Table, measure: str, cell: int) -> str:
    """The column whose heading stands at a cell, as what one sorts by."""
    name = table.at(cell)
    if not name:
        return "location" if cell >= table.width - cell_width(" location ") else "function"
    if name in (CALLS_BEFORE, CALLS_AFTER, CALLS_RATIO):
        return CALLS
    if name in (CUM_BEFORE, CUM_AFTER, CUM_DELTA):
        return CUMTIME
    return by_ratio(measure) if name == RATIO else measure

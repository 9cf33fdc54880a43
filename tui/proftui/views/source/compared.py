"""Source while two sides are compared, as lines: columns of both sides beside the text after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from proftui import messages
from proftui.analysis.columns import AFTER, BEFORE, DELTA, RATIO
from proftui.analysis.compare.measured import CALLS, CUMTIME, OWN
from proftui.drawing import changes, figures
from proftui.drawing.line import Line, Span, dimmed, spread
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.drawing.table import BAR, Column, Table
from proftui.frame.compared_columns import (
    CALLS_AFTER,
    CALLS_BEFORE,
    CALLS_RATIO,
    CUM_AFTER,
    CUM_BEFORE,
    CUM_DELTA,
    WIDE,
    BothColumns,
    RowFigures,
    Sides,
    sides_of,
)
from proftui.views.source.both import BothListing
from proftui.views.source.rows import Below, SourceTable, counted_title, number_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session
    from proftui.views.source.rows import Figured

_LEAST_TEXT, _LEAST_BESIDE_RATIO = 40, 34


class BothLine(NamedTuple):
    """A line with its figures on both sides; without them, one of which nothing is known."""

    number: str
    role: str
    """Of the number."""
    figures: RowFigures | None
    joint: bool = False
    """Whether they are those of several lines together."""


class TableOfBothSources(SourceTable):
    """The same of both sides of a comparison; rows below the text are those that only the base has, too."""

    marks_recursion = False

    def __init__(
        self, session: Session, both: BothListing, shown: Listing, width: int, *, plain: bool = False
    ) -> None:
        """``plain``: there is only ASCII."""
        self.both, self.measure = both, CUMTIME if both.is_seen and width < WIDE else OWN
        super().__init__(session, shown, width, plain=plain)

    def _columns(self, width: int) -> Sequence[Column]:
        session, both, shown = self.session, self.both, self.shown
        made = BothColumns(sides_of(session.both, session.figures.unit), self.measure, self.plain)
        rows = [*both.rows.values(), *(below.figures for below in both.below if below.figures is not None)]
        changes_shown = [abs(_of_measure(row, made.measure, both).change) for row in rows]
        made.longest = max((change for change in changes_shown if change == change), default=0.0)
        numbers = [*shown.numbers[-1:], *(below.number for below in both.below)]
        number = number_column(max(5, *(len(str(number)) for number in numbers)))
        columns = [*_calls(made, both, shown, rows), *_times(made, both, rows, width)]
        return [number, *map(_of_line, columns)]

    @property
    def length(self) -> int:
        """Lines, and rows below them."""
        return len(self.shown.numbers) + len(self.both.below)

    def below(self, number: int) -> Below | None:
        """So many rows below the text."""
        return self.both.below[number] if 0 <= number < len(self.both.below) else None

    def line(self, number: int) -> BothLine:
        """The figures of a line."""
        figured, text = self.both.rows.get(number), str(number) if number else figures.NOT_MEASURED
        if figured is None:
            return BothLine(text, "muted", None)
        row = _of_measure(figured, self.measure, self.both)
        return BothLine(text, "text", row, number in self.both.joint)

    def line_below(self, below: Below) -> BothLine:
        """The figures of a row below the text."""
        row = below.figures and _of_measure(below.figures, self.measure, self.both)
        return BothLine(str(below.number) if below.number else "", "muted", row)

    def _drawn(self, line: Figured, text: Sequence[Span]) -> Line:
        is_gone = isinstance(line.figures, RowFigures) and line.figures.became == "gone"
        return super()._drawn(line, dimmed(text) if is_gone else text)

    def texts(self) -> Iterator[list[str]]:
        """All rows as they are printed: the number, the figures, and the text."""
        yield from super().texts()
        for below in self.both.below:
            text = below.title or below.text.strip()
            if below.function >= 0:
                text = f"{self.names.shown_name(below.function)}  {self.names.location(below.function)}"
            yield self._printed(self.line_below(below), clean(text, 400))


def _of_line(column: Column) -> Column:
    """The same column of lines."""

    def cells(row: BothLine, width: int) -> Sequence[Span]:
        spans = column.cells(row.figures, width)
        if not row.joint:
            return spans
        plain = column.name in (BAR, CALLS_RATIO, RATIO)
        return [Span(span.text if plain else _in_brackets(span.text), "muted") for span in spans]

    return column._replace(cells=cells)


def _in_brackets(text: str) -> str:
    """A figure of several lines together, in as many cells."""
    return f"({text.strip()})".rjust(len(text))[-len(text) :] if text.strip() else text


def _calls(
    made: BothColumns, both: BothListing, shown: Listing, rows: Sequence[RowFigures]
) -> Iterator[Column]:
    """How often lines ran, or what they call."""
    if both.is_seen or not any(row.has_calls for row in rows):
        return
    counts = [made.sides.text(CALLS, value) for row in rows if row.has_calls for value in row.calls]
    cells = max(7, max([6, *map(len, counts)]) + 2 * bool(both.joint))
    counted = "calls" if both.of_calls else counted_title(shown) or "calls"
    least = _LEAST_TEXT
    yield made.column(CALLS_BEFORE, cells, 2, 2, least, f"{counted} →")
    yield made.column(CALLS_AFTER, cells, 2, 6, least, _beside(CALLS_BEFORE, messages.AFTER, counted))
    yield made.column(CALLS_RATIO, changes.WIDEST_RATIO, 1, 3, least)


def _beside(other: str, title: str, alone: str) -> Callable[[Table], str]:
    """A title beside another column, and without it."""
    return lambda table: title if table.has(other) else alone


def _times(made: BothColumns, both: BothListing, rows: Sequence[RowFigures], width: int) -> Iterator[Column]:
    sides, least, is_wide = made.sides, _LEAST_TEXT, both.is_seen and width >= WIDE
    main = [_of_measure(row, made.measure, both) for row in rows]
    cells, delta = _widths(sides, [row.shown for row in main], joint=bool(both.joint))
    title, after = _time_title(both, sides, is_wide=is_wide), messages.AFTER_OF
    # The time after stays, then under a title of its own.
    alone = f"{messages.AFTER} %" if sides.percent else figures.titled(messages.AFTER, sides.unit)
    yield made.column(BEFORE, max(cells, len(title)), 2, 4, least, title)
    yield made.column(AFTER, max(cells, len(after), len(alone)), 1, 0, 0, _beside(BEFORE, after, alone))
    yield made.column(DELTA, delta + 1, 1)
    if width >= WIDE:
        yield made.column(BAR, 6, 0, 1, least)
    yield made.column(RATIO, changes.WIDEST_RATIO, 0 if width >= WIDE else 1, 5, _LEAST_BESIDE_RATIO)
    if is_wide:
        cells, delta = _widths(sides, [row.cumtime for row in rows], joint=False)
        cum = figures.titled("cum", sides.unit)
        yield made.column(CUM_BEFORE, max(cells, len(cum)), 2, 4, least, cum)
        yield made.column(CUM_AFTER, max(cells, len(after)), 1, 4, least)
        yield made.column(CUM_DELTA, delta, 1, 4, least)


def _widths(sides: Sides, both: Sequence[tuple[float, float]], *, joint: bool) -> tuple[int, int]:
    """Cells of the widest figure, and of the widest change."""
    # Brackets around what is of several lines; the second is in the place of a mark behind a change.
    shown = [sides.text(OWN, value) for ends in both for value in ends]
    changed = [sides.change(OWN, after - before) for before, after in both]
    return max([5, *map(len, shown)]) + 2 * joint, max([6, *map(len, changed)]) + joint


def _of_measure(row: RowFigures, measure: str, both: BothListing) -> RowFigures:
    """A row with its time with callees in the columns, where that is what stands there."""
    return row._replace(shown=row.cumtime) if measure == CUMTIME and both.is_seen else row


def _time_title(both: BothListing, sides: Sides, *, is_wide: bool) -> str:
    title = ("own" if is_wide else "cum") if both.is_seen else "time"
    return f"{title} %" if sides.percent else figures.titled(title, sides.unit)


def detail(
    session: Session, both: BothListing, shown: Listing, number: int, calls: Sequence[str], width: int
) -> Line | None:
    """The line under the cursor in words: both times, the change, how often; what it calls."""
    row = both.rows.get(number)
    if row is None:
        return None
    unit = session.figures.unit
    shown_row = _of_measure(row, CUMTIME, both)
    said = [_from_to(shown_row, unit)]
    if both.of_calls and row.became:
        said = [changes.with_unit(shown_row.change, unit), messages.NO_SUCH_CALLS]
    if row.has_calls and not both.of_calls and not both.is_seen and row.calls[0] != row.calls[1]:
        said.append(messages.COUNTED_FROM_TO.format(*map(round, row.calls), counted_title(shown)))
    figured = "  ".join([" · ".join(said), *calls])
    left = list(calls)
    while left and cell_width(figured) > width - 24:
        left.pop()
        figured = "  ".join([" · ".join(said), *left])
    place = session.recorded_names.location(shown.function, line=number)
    location = shorten_location(clean(place, 200), max(12, width - cell_width(figured) - 4))
    right = cut_end(figured, max(8, width - cell_width(location) - 5))
    return spread([Span(f" {location}", "title")], [Span(f"  {right} ")], width, "panel")


def _from_to(row: RowFigures, unit: figures.Unit) -> str:
    before, after = row.shown
    if before != before or after != after:
        return figures.with_unit(after, unit) if after == after else figures.NOT_MEASURED
    if row.became:
        return f"{messages.BECAME[row.became]} {changes.with_unit(after - before, unit)}"
    return f"{changes.from_to(before, after, unit)}  {changes.time(after - before, unit)}"

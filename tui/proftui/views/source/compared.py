"""Source while two sides are compared, as lines: columns of both sides beside the text after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proftui import messages
from proftui.analysis.columns import AFTER, BEFORE, DELTA, RATIO
from proftui.analysis.compare.measured import CUMTIME, OWN
from proftui.analysis.source.listing import Listing
from proftui.drawing import changes, figures
from proftui.drawing.line import Line
from proftui.drawing.safe_text import clean
from proftui.drawing.table import Column, Table
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
    sides_of,
)
from proftui.state.session import Session
from proftui.views.source.both import BothListing
from proftui.views.source.detail import beside
from proftui.views.source.rows import (
    Below,
    LineRow,
    SourceTable,
    Wanted,
    counted_title,
    figure_columns,
    number_column,
)

_LEAST_TEXT, _LEAST_BESIDE_RATIO = 40, 34
_CALLS = CALLS_BEFORE, CALLS_AFTER, CALLS_RATIO
_NAMES = *_CALLS, BEFORE, AFTER, DELTA, RATIO, CUM_BEFORE, CUM_AFTER, CUM_DELTA


class TableOfBothSources(SourceTable):
    """The same of both sides of a comparison; rows below the text are those that only the base has, too."""

    def __init__(self, session: Session, both: BothListing, shown: Listing, width: int) -> None:
        self.both, self.measure = both, CUMTIME if both.is_seen and width < WIDE else OWN
        self.made = BothColumns(sides_of(session), self.measure)
        super().__init__(session, shown, width)

    def _rows(self) -> dict[int, LineRow]:
        both = self.both
        return {n: self._row(_number(n), row, is_joint=n in both.joint) for n, row in both.rows.items()}

    def _row(self, number: str, row: RowFigures, role: str = "text", *, is_joint: bool = False) -> LineRow:
        shown = _of_measure(row, self.measure, self.both)
        known = {name: self.made.text(name, shown) for name in _NAMES}
        if is_joint:
            # Those of several lines together.
            plain = (RATIO, CALLS_RATIO)
            known = {n: (t if n in plain else _in_brackets(t), "muted") for n, (t, _) in known.items()}
        return LineRow(number, role, known, is_gone=row.became == "gone")

    def _columns(self, width: int) -> Sequence[Column]:
        both, shown = self.both, self.shown
        below = [self.line_below(one) for one in both.below if one.figures is not None]
        numbers = [*shown.numbers[-1:], *(one.number for one in both.below)]
        wanted = [*self._times(is_wide=both.is_seen and width >= WIDE)]
        figured = [*both.rows.values(), *(one.figures for one in both.below if one.figures is not None)]
        if not both.is_seen and any(row.tells_calls for row in figured):
            wanted[:0] = self._calls()
        number = number_column(max(5, *(len(str(number)) for number in numbers)))
        return [number, *figure_columns(wanted, [*self.rows.values(), *below])]

    def _calls(self) -> Iterator[Wanted]:
        """How often lines ran, or what they call."""
        counted = "calls" if self.both.of_calls else counted_title(self.shown) or "calls"
        yield Wanted(CALLS_BEFORE, f"{counted} →", 7, 2, _LEAST_TEXT)
        yield Wanted(CALLS_AFTER, _beside(CALLS_BEFORE, messages.AFTER, counted), 7, 6, _LEAST_TEXT)
        yield Wanted(CALLS_RATIO, "×", changes.WIDEST_RATIO, 3, _LEAST_TEXT, 1)

    def _times(self, *, is_wide: bool) -> Iterator[Wanted]:
        unit, least, after = self.made.sides.unit, _LEAST_TEXT, messages.AFTER_OF
        cum = "cum" if self.both.is_seen else "time"
        titles = {name: figures.titled(name, unit) for name in (messages.AFTER, "own", cum)}
        if self.made.sides.percent:
            titles = {name: f"{name} %" for name in titles}
        # The time after stays, then under a title of its own.
        alone, title = titles[messages.AFTER], titles["own" if is_wide else cum]
        yield Wanted(BEFORE, title, 5, 4, least)
        yield Wanted(AFTER, _beside(BEFORE, after, alone), max(len(after), len(alone)), 0, 0, 1)
        yield Wanted(DELTA, "Δ ", gap=1)
        yield Wanted(RATIO, "×", changes.WIDEST_RATIO, 5, _LEAST_BESIDE_RATIO, 1)
        if is_wide:
            yield Wanted(CUM_BEFORE, titles[cum], 5, 4, least)
            yield Wanted(CUM_AFTER, after, 5, 4, least, 1)
            yield Wanted(CUM_DELTA, "Δ", 6, 4, least, 1)

    @property
    def length(self) -> int:
        """Lines, and rows below them."""
        return len(self.shown.numbers) + len(self.both.below)

    def below(self, number: int) -> Below | None:
        """So many rows below the text."""
        return self.both.below[number] if 0 <= number < len(self.both.below) else None

    def line_below(self, below: Below) -> LineRow:
        """The figures of a row below the text."""
        number = str(below.number) if below.number else ""
        return LineRow(number) if below.figures is None else self._row(number, below.figures, "muted")

    def texts(self) -> Iterator[list[str]]:
        """All rows as they are printed: the number, the figures, and the text."""
        yield from super().texts()
        for below in self.both.below:
            text = below.title or below.text.strip()
            if below.function >= 0:
                text = f"{self.names.shown_name(below.function)}  {self.names.location(below.function)}"
            yield self._printed(self.line_below(below), clean(text, 400))


def _number(number: int) -> str:
    return str(number) if number else figures.NOT_MEASURED


def _in_brackets(text: str) -> str:
    """A figure of several lines together."""
    return f"({text.strip()})" if text.strip() else text


def _beside(other: str, title: str, alone: str) -> Callable[[Table], str]:
    """A title beside another column, and without it."""
    return lambda table: title if table.has(other) else alone


def _of_measure(row: RowFigures, measure: str, both: BothListing) -> RowFigures:
    """A row with its time with callees in the columns, where that is what stands there."""
    return row._replace(shown=row.cumtime) if measure == CUMTIME and both.is_seen else row


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
    if row.tells_calls and not both.of_calls and not both.is_seen and row.calls[0] != row.calls[1]:
        said.append(messages.COUNTED_FROM_TO.format(*map(round, row.calls), counted_title(shown)))
    place = session.recorded_names.location(shown.function, line=number)
    return beside(clean(place, 200), said, calls, width)


def _from_to(row: RowFigures, unit: figures.Unit) -> str:
    before, after = row.shown
    if before != before or after != after:
        return figures.with_unit(after, unit) if after == after else figures.NOT_MEASURED
    if row.became:
        return f"{messages.BECAME[row.became]} {changes.with_unit(after - before, unit)}"
    return f"{changes.from_to(before, after, unit)}  {changes.time(after - before, unit)}"

"""Source while two sides are compared, as lines: columns of both sides beside the text after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proftui import messages
from proftui.analysis.compare.measured import CALLS, CUMTIME, OWN
from proftui.drawing import changes, figures
from proftui.drawing.fit import BAR, Candidate, fit_columns
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.frame.compared_columns import (
    AFTER,
    BEFORE,
    CALLS_AFTER,
    CALLS_BEFORE,
    CALLS_RATIO,
    CUM_AFTER,
    CUM_BEFORE,
    CUM_DELTA,
    DELTA,
    RATIO,
    WIDE,
    ComparedLayout,
    RowFigures,
    Sides,
    cells_of,
    dimmed,
    sides_of,
)
from proftui.frame.functions import name_and_location
from proftui.views.source.both import Below, BothListing
from proftui.views.source.highlight import Range
from proftui.views.source.rows import ListingLayout, code_spans, counted_title
from proftui.views.source.text_side import location_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

_LEAST_TEXT, _LEAST_BESIDE_RATIO = 40, 34
_LINE = "line"


@dataclass(frozen=True, slots=True)
class BothLayout(ListingLayout):
    """The columns of a listing of both sides."""

    both: ComparedLayout | None = None

    @property
    def compared(self) -> ComparedLayout:
        """The columns behind the number of a line."""
        assert self.both is not None
        return self.both


def layout(session: Session, both: BothListing, shown: Listing, width: int, *, plain: bool) -> BothLayout:
    """The columns that fit in ``width`` cells; ``plain``: there is only ASCII."""
    assert session.compared is not None
    unit = session.figures.unit
    sides = sides_of(session.compared, unit)
    rows = [*both.rows.values(), *(below.figures for below in both.below if below.figures is not None)]
    numbers = [*shown.numbers[-1:], *(below.number for below in both.below)]
    columns = [Candidate(_LINE, max(5, *(len(str(number)) for number in numbers)))]
    measure = CUMTIME if both.is_seen and width < WIDE else OWN
    fit = fit_columns([*columns, *_candidates(both, sides, rows, width)], width)
    others = fit._replace(placed=fit.placed[1:])
    shown_rows = [_of_measure(row, measure, both) for row in rows]
    longest = max((abs(row.change) for row in shown_rows if row.change == row.change), default=0.0)
    made = ComparedLayout(others, sides, measure, longest).plainly(plain)
    return BothLayout(fit, unit, both=made)


def _candidates(both: BothListing, sides: Sides, rows: Sequence[RowFigures], width: int) -> list[Candidate]:
    columns, least = [], _LEAST_TEXT
    if not both.is_seen and any(row.has_calls for row in rows):
        counts = [sides.text(CALLS, value) for row in rows if row.has_calls for value in row.calls]
        cells = max([6, *map(len, counts)]) + 2 * bool(both.joint)
        # Of calls and of times, those of the side whose text it is are the last to give way.
        give_way = (6, 2) if both.is_before else (2, 6)
        columns += [
            Candidate(CALLS_BEFORE, max(cells, 7), 2, give_way[0], least),
            Candidate(CALLS_AFTER, max(cells, 7), 2, give_way[1], least),
            Candidate(CALLS_RATIO, changes.WIDEST_RATIO, 1, 3, least),
        ]
    is_wide = both.is_seen and width >= WIDE
    main = [_of_measure(row, OWN if is_wide else CUMTIME if both.is_seen else OWN, both) for row in rows]
    cells, delta = _widths(sides, [row.shown for row in main], joint=bool(both.joint))
    titles = len(_time_title(both, sides, is_wide=is_wide)), len(messages.AFTER_OF)
    # The time of the side whose text it is stays, then under a title of its own.
    alone = len(_alone(both, sides))
    columns += [
        Candidate(BEFORE, max(cells, titles[0], alone), 2)
        if both.is_before
        else Candidate(BEFORE, max(cells, titles[0]), 2, 4, least),
        Candidate(AFTER, max(cells, titles[1]), 1, 4, least)
        if both.is_before
        else Candidate(AFTER, max(cells, titles[1], alone), 1),
        Candidate(DELTA, delta + 1, 1),
    ]
    if width >= WIDE:
        columns.append(Candidate(BAR, 6, 0, 1, least))
    columns.append(Candidate(RATIO, changes.WIDEST_RATIO, 0 if width >= WIDE else 1, 5, _LEAST_BESIDE_RATIO))
    if is_wide:
        cells, delta = _widths(sides, [row.cumtime for row in rows], joint=False)
        columns += [
            Candidate(CUM_BEFORE, max(cells, len(figures.titled("cum", sides.unit))), 2, 4, least),
            Candidate(CUM_AFTER, max(cells, len(messages.AFTER_OF)), 1, 4, least),
            Candidate(CUM_DELTA, delta, 1, 4, least),
        ]
    return columns


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


def _alone(both: BothListing, sides: Sides) -> str:
    """The title of times of the side whose text it is, without the other."""
    side = messages.BEFORE_IS_SHOWN if both.is_before else messages.AFTER
    return f"{side} %" if sides.percent else figures.titled(side, sides.unit)


def heading(columns: BothLayout, both: BothListing, shown: Listing, file: str) -> Line:
    """The titles; above the text stands the file's name."""
    fit, sides = columns.fit, columns.compared.sides
    time = _time_title(both, sides, is_wide=columns.compared.measure == OWN)
    counted = "calls" if both.of_calls else counted_title(shown) or "calls"
    titles = {
        _LINE: "line",
        CALLS_BEFORE: f"{counted} →" if fit.has(CALLS_AFTER) else counted,
        CALLS_AFTER: messages.AFTER if fit.has(CALLS_BEFORE) else counted,
        CALLS_RATIO: "×",
        BEFORE: time if fit.has(AFTER) else _alone(both, sides),
        AFTER: messages.AFTER_OF if fit.has(BEFORE) else _alone(both, sides),
        DELTA: "Δ ",
        RATIO: "×",
        CUM_BEFORE: figures.titled("cum", sides.unit),
        CUM_AFTER: messages.AFTER_OF,
        CUM_DELTA: "Δ",
    }
    return fitted([Span(f"{fit.heading(titles)}  {clean(file, 4000)}", "heading")], fit.width, "panel")


def text_row(
    columns: BothLayout,
    both: BothListing,
    shown: Listing,
    position: int,
    shift: int,
    matches: Sequence[tuple[int, int]],
    colours: Sequence[Range] = (),
) -> Line:
    """One line of text with what it took on both sides."""
    number = shown.numbers[position]
    figured = both.rows.get(number)
    text = str(number) if number else figures.NOT_MEASURED
    spans = [Span(" "), Span(text.rjust(columns.fit.placed[0].cells), "text" if figured else "muted")]
    spans += _figures(columns, both, figured, joint=number in both.joint)
    code = code_spans(shown, number, shift, matches, colours)
    spans += dimmed(code) if figured is not None and figured.became == "gone" else code
    return fitted(spans, columns.fit.width)


def _figures(
    columns: BothLayout, both: BothListing, row: RowFigures | None, *, joint: bool = False
) -> list[Span]:
    """The figures of a line, and the blanks before its text."""
    fit = columns.fit
    if row is None:
        return [Span(" " * (columns.code_at - fit.placed[0].end))]
    compared = columns.compared
    cells = cells_of(compared, _of_measure(row, compared.measure, both))[1:]
    if not joint:
        return cells
    named = zip(cells, compared.fit.placed, strict=False)
    marked = [
        _in_brackets(span) if place.name not in (BAR, CALLS_RATIO, RATIO) else span for span, place in named
    ]
    return [*(Span(span.text, "muted") for span in marked), cells[-1]]


def _in_brackets(span: Span) -> Span:
    """A figure of several lines together, in as many cells."""
    text, cells = span.text.strip(), len(span.text)
    return Span(f"({text})".rjust(cells)[-cells:] if text else span.text, span.role)


def below_row(session: Session, columns: BothLayout, both: BothListing, below: Below, strip: bool) -> Line:
    """A row below the text: a title, a callee, or a line that only the base has."""
    fit = columns.fit
    if below.figures is None:
        return fitted([Span(" " * columns.code_at), Span(below.title, "muted")], fit.width)
    number = str(below.number) if below.number else ""
    spans = [Span(" "), Span(number.rjust(fit.placed[0].cells), "muted")]
    spans += _figures(columns, both, below.figures)
    text: Iterable[Span] = [Span(clean(below.text.strip(), 400))]
    if below.function >= 0:
        left = max(1, fit.left)
        text = name_and_location(session.names, below.function, left, None, False, strip)
    spans += dimmed(text) if below.figures.became == "gone" else text
    return fitted(spans, fit.width)


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
        said = [changes.with_unit(shown_row.change, unit), messages.NO_SUCH_CALLS[row.became]]
    if row.has_calls and not both.of_calls and not both.is_seen and row.calls[0] != row.calls[1]:
        said.append(messages.COUNTED_FROM_TO.format(*map(round, row.calls), counted_title(shown)))
    figured = "  ".join([" · ".join(said), *calls])
    left = list(calls)
    while left and cell_width(figured) > width - 24:
        left.pop()
        figured = "  ".join([" · ".join(said), *left])
    place = location_of(session, shown.function, number, is_before=both.is_before)
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

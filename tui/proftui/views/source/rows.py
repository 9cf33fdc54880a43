"""The Source view as lines: the text of a function with what its lines and its calls cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from proftui import messages
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour
from proftui.analysis.source.sites import Site
from proftui.drawing import figures
from proftui.drawing.figures import Unit, heat
from proftui.drawing.glyphs import ARROW, ELLIPSIS
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, clean
from proftui.drawing.table import BAR, Column, bar_cells, fit_columns, share_text
from proftui.frame.functions import name_and_location, spoken
from proftui.views.source import executed
from proftui.views.source.code import code_text, drawn_line
from proftui.views.source.executed import ExecutedRow
from proftui.views.source.highlight import Range
from proftui_parsers import LineTime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

    class Figured(Protocol):
        """A row that may be without figures."""

        @property
        def figures(self) -> object:
            """The figures, if there are some."""


_LONGEST = 400
"""Characters of a row below the text."""
JOINT, MORE = "()", "+"
"""Marks of figures that a line shares with others, and of those to which more may come."""


def number_column(width: int, title: str = "line") -> Column:
    """The column of numbers of lines, which every listing has."""
    return Column("line", title, lambda line, cells: (Span(line.number.rjust(cells), line.role),), width)


def _longest(shown: Listing, numbers: Iterable[int]) -> float:
    """The largest share of some lines."""
    return max((share_of(shown, number) or 0.0 for number in numbers), default=0.0)


def _per_hit(time: LineTime) -> float | None:
    return time.time / time.hits if time.hits > 0 else None


def counted_title(shown: Listing) -> str:
    """What is counted beside lines; nothing where nothing is."""
    if shown.of_samples:
        return "samples" if shown.times else ""
    return "hits" if shown.times else "calls"


def calls_text(calls: Sequence[Neighbour], shown: Listing | None = None) -> str:
    """How often a line calls what is known: ``→121×``; without a number, where ``shown`` has samples."""
    if shown is not None and shown.of_samples:
        return ARROW if calls else ""
    counted = [edge.ncalls for edge in calls if edge.ncalls is not None]
    return f"{ARROW}{sum(counted)}×" if counted and len(counted) == len(calls) else ARROW if calls else ""


class LineFigures(NamedTuple):
    """What the calls on a line cost, as it is written; ``mark``: see :func:`marked`."""

    calls: str
    seconds: float | None
    mark: str = ""
    estimated: bool = False

    def time(self, unit: Unit) -> str:
        """The time as it is written."""
        return marked(figures.time(self.seconds, unit), self.mark)


class LineRow(NamedTuple):
    """A row with a line's number and figures; without them, one of which nothing is known."""

    number: str
    role: str = "text"
    """Of the number."""
    figures: LineFigures | None = None
    share: float | None = None
    per_hit: float | None = None

    @property
    def known(self) -> LineFigures:
        """The figures, where there are some."""
        assert self.figures is not None
        return self.figures


def marked(text: str, mark: str) -> str:
    """A figure: ``(0.083)`` is of several lines together, ``0.083+`` the least that one line took."""
    return f"({text})" if mark == JOINT and text else text + mark if text else ""


def figures_of(shown: Listing, number: int) -> LineFigures:
    """What the calls on a line cost: those that it made, else those of several lines together."""
    made, joint = shown.calls_of(number), shown.joint_calls_of(number)
    calls = made or joint
    edges = [site.figures for site in calls]
    mark = "" if not joint else MORE if made else JOINT
    text = marked(calls_text(edges, shown), mark)
    if not mark and shown.overlap(number, calls):
        mark = MORE
    estimated = any(edge.estimated for edge in edges)
    return LineFigures(text, shown.cost(number, calls), mark, estimated)


def _row_of(shown: Listing, number: int) -> LineRow | ExecutedRow:
    share, time = share_of(shown, number), shown.times.get(number)
    if shown.executed:
        return executed.row_of(shown, number, heat(share))
    if time is not None:
        of_hits = LineFigures(str(time.hits), time.time)
        return LineRow(str(number), heat(share), of_hits, share, _per_hit(time))
    known = figures_of(shown, number)
    role = heat(share) if shown.calls_of(number) else "muted"
    return LineRow(str(number), role, known if known.calls else None, share)


def code_spans(
    shown: Listing,
    number: int,
    shift: int,
    matches: Sequence[tuple[int, int]],
    colours: Sequence[Range] = (),
) -> list[Span]:
    """The text of a line; one that did not run is dim in a function whose lines were measured."""
    if number not in shown.text:
        return []
    time = shown.times.get(number)
    ran = time is None or time.hits > 0
    measured = shown.has_times and shown.owners.get(number, shown.function) == shown.function
    dim = not ran or (measured and time is None)
    code = drawn_line(shown.text[number], () if dim else colours, matches, shift, "muted" if dim else "text")
    return _marked_as_scrolled(code) if code_text(shown.text[number])[:shift].strip() else code


def _marked_as_scrolled(code: list[Span]) -> list[Span]:
    """A line of which more stands at the left: ``…`` in the place of its first character."""
    text = "".join(span.text for span in code)
    if not text:
        return [Span(ELLIPSIS, "muted")]
    first, *others = code
    blanks = " " * (cell_width(first.text[0]) - 1)
    return [Span(ELLIPSIS + blanks, "muted"), Span(first.text[1:], first.role), *others]


def share_of(shown: Listing, number: int) -> float | None:
    """The share of a line in its function, percent: of what is sure, else of what is possible."""
    sure = number in shown.times or shown.calls_of(number)
    return figures.share(shown.seconds(number) if sure else shown.most(number), shown.whole(number))


class FigureCells:
    """Figures of lines; a row is a :class:`LineRow`."""

    def __init__(self, unit: Unit, longest: float) -> None:
        """``longest``: the share, percent, that has a full bar: the largest of any line that is shown."""
        self._unit, self._longest = unit, longest

    def shares(self, cells: int, width: int, *goes: int) -> list[Column]:
        """A column of shares, and bars; ``goes``: how early they are dropped, and for which text."""
        first, second, least, more = goes or (0, 0, 0, 0)
        gap = 0 if goes else 1
        return [
            Column("share", "%", self.share, cells, 0, first, least),
            Column(BAR, "", self.bar, bar_cells(width) - 1, gap, second, more),
        ]

    def hits(self, line: LineRow, cells: int) -> Sequence[Span]:
        """How often a line ran, or calls something."""
        known = line.known
        role = "estimate" if known.estimated else "muted" if known.mark == JOINT else "text"
        return (Span(known.calls.rjust(cells), role),)

    def time(self, line: LineRow, cells: int) -> Sequence[Span]:
        """What a line took, or its calls."""
        known = line.known
        faint = known.mark == JOINT or figures.reads_as_zero(known.seconds, self._unit)
        return (Span(known.time(self._unit).rjust(cells), "muted" if faint else "text"),)

    def per_hit(self, line: LineRow, cells: int) -> Sequence[Span]:
        """What a line took a hit."""
        text = figures.per_call(line.per_hit) if line.per_hit is not None else ""
        return (Span(text.rjust(cells)),)

    def share(self, line: LineRow, cells: int) -> Sequence[Span]:
        """The part of the function's time."""
        known = line.known
        role = "muted" if known.mark == JOINT else heat(line.share)
        return (Span(marked(figures.percent(line.share), known.mark).rjust(cells), role),)

    def bar(self, line: LineRow, cells: int) -> Sequence[Span]:
        """The same as a bar; none of what is not sure."""
        if line.known.mark:
            return (Span(" " * cells),)
        return (Span(share_text(BAR, line.share, cells, self._longest), heat(line.share)),)


class Below(NamedTuple):
    """A row below the text: a title, or else a callee or a line of the base with its figures."""

    title: str = ""
    function: int = -1
    number: int = 0
    """The line before."""
    text: str = ""
    figures: Any = None
    """Those of one side, or of both."""


class SourceTable:
    """The rows of a listing: lines with their figures before the text, and what stands below it."""

    marks_recursion = True
    """Whether recursive callees below the text say so."""

    def __init__(
        self, session: Session, shown: Listing, width: int, *, shares: bool = True, plain: bool = False
    ) -> None:
        """``plain``: there is only ASCII."""
        self.session, self.shown, self.shares, self.plain = session, shown, shares, plain
        self.figs, self.names = session.recorded_figures, session.recorded_names
        self.table = fit_columns(self._columns(width), width)

    def _columns(self, width: int) -> Sequence[Column]:
        """The columns for one listing; those that have nothing to show are not there."""
        figs, shown = self.figs, self.shown
        columns = [number_column(max(5, len(str(shown.numbers[-1] if shown.numbers else 0))))]
        if not shown.has_figures:
            return columns
        if shown.executed:
            longest = _longest(shown, shown.executed)
            return [*columns, *executed.columns(figs, shown, width, self.shares, longest)]
        times = shown.times.values()
        lines = [figures_of(shown, number) for number in shown.sites if number not in shown.times]
        lines += [LineFigures(calls_text([edge], shown), edge.cumtime) for edge in shown.elsewhere.widest]
        cells = FigureCells(figs.unit, _longest(shown, {*shown.times, *shown.sites}))
        hits = [*(len(str(time.hits)) for time in times), *(len(line.calls) for line in lines)]
        columns.append(Column("hits", counted_title(shown), cells.hits, max([8, *hits]) + 2))
        seconds = [figures.titled("time", figs.unit), *(figures.time(time.time, figs.unit) for time in times)]
        seconds += [line.time(figs.unit) for line in lines]
        columns.append(Column("time", seconds[0], cells.time, max(7, *map(len, seconds)) + 2))
        if width >= 100 and shown.times and not shown.of_samples:
            widest = max([7, *(len(figures.per_call(_per_hit(time))) for time in times)])
            columns.append(Column(messages.PER_HIT, messages.PER_HIT, cells.per_hit, widest + 2))
        if self.shares:
            columns += cells.shares(8 if any(line.mark for line in lines) else 6, width)
        return columns

    @property
    def length(self) -> int:
        """Lines, and rows below them."""
        return self.shown.length

    def below(self, number: int) -> Below | None:
        """So many rows below the text: the title (0), then the callees that no line could be told for."""
        shown = self.shown
        if not 0 <= number < self.length - len(shown.numbers):
            return None
        if number == 0:
            text = messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE
            return Below(text.format(figures.plural(len(shown.elsewhere), "callee")))
        edge = shown.elsewhere[number - 1]
        share = figures.share(edge.cumtime, shown.totals.get(shown.function))
        line = LineFigures(calls_text([edge], shown), edge.cumtime, "", bool(edge.estimated))
        return Below(function=edge.function, figures=LineRow("", "text", line, share))

    def line(self, number: int) -> Figured:
        """The figures of a line."""
        return _row_of(self.shown, number)

    def line_below(self, below: Below) -> Figured:
        """The figures of a row below the text."""
        line: Figured = below.figures
        return line

    def heading(self, file: str) -> Line:
        """The titles; above the text stands the file's name, and from 100 cells on what shares are of."""
        table, text = self.table, clean(file, 4000)
        note = f"  {messages.SHARES_OF_LINES}" if table.has("share") else ""
        fits = table.width >= max(100, table.used + 2 + cell_width(text + note))
        return table.heading(text + note if fits else text)

    def row(
        self, position: int, shift: int, matches: Sequence[tuple[int, int]], colours: Sequence[Range] = ()
    ) -> Line:
        """One line of text; ``matches`` are characters of it as drawn, ``colours`` those of its syntax."""
        number = self.shown.numbers[position]
        return self._drawn(self.line(number), code_spans(self.shown, number, shift, matches, colours))

    def below_row(self, below: Below) -> Line:
        """A row below the text."""
        if below.figures is None:
            return fitted([Span(" " * (self.table.used + 2)), Span(below.title, "muted")], self.table.width)
        index, text = below.function, [Span(clean(below.text.strip(), _LONGEST))]
        if index >= 0:
            recursive = (
                self.marks_recursion and index < self.figs.profile.count and self.figs.recursive(index)
            )
            left = max(1, self.table.left)
            text = [*name_and_location(self.names, index, left, None, recursive, self.session.strip_dirs)]
        return self._drawn(self.line_below(below), text)

    def _drawn(self, line: Figured, text: Sequence[Span]) -> Line:
        """A row; without figures, its number alone stands before the text."""
        table, number = self.table, self.table.placed[0]
        if line.figures is not None:
            return table.row(line, text)
        blank = Span(" " * (table.used + 2 - number.end))
        return fitted([Span(" "), *number.column.cells(line, number.cells), blank, *text], table.width)

    def texts(self) -> Iterator[list[str]]:
        """The lines as they are printed: the number, the figures, and the text."""
        for number in self.shown.numbers:
            yield self._printed(self.line(number), code_text(self.shown.text.get(number, "")))

    def _printed(self, line: Figured, text: str) -> list[str]:
        every = len(self.table.printed)
        figured = self.table.texts(line, every if line.figures is not None else 1)
        return [*figured, *[""] * (every - len(figured)), text]


def site_text(figs: Figures, names: Names, site: Site) -> str:
    """One call in words: ``→ objective 121× 0.352 s on some of lines 44+47``."""
    edge = site.figures
    are_samples = figs.profile.recording is not None and figs.profile.measure.sampled
    calls = f" {edge.ncalls:,}×" if edge.ncalls is not None and not are_samples else ""
    mark = "≈" if edge.estimated else ""
    time = f" {mark}{figures.with_unit(edge.cumtime, figs.unit)}"
    numbers = "+".join([*map(str, site.lines[:4]), *["…"] * (len(site.lines) > 4)])
    lines = messages.ON_LINE_OR_OTHERS.format(numbers) if site.joint else ""
    return f"{ARROW} {spoken(names, site.callee)}{calls}{time}{lines}"


def module_texts(figs: Figures, names: Names, shown: Listing, number: int) -> list[str]:
    """What the modules took that a line imports, one text each: they ran where they were imported first."""
    if figs.profile.cumtime is None:
        return []
    return [
        messages.MODULE_TOOK.format(clean(names.module(index), 40), figs.said("cumtime", index))
        for index in shown.modules.get(number, ())
    ]

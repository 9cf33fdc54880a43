"""The Source view as lines: the text of a function with what its lines and its calls cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

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
from proftui.drawing.table import BAR, Column, Table, bar_cells, fit_columns, share_text
from proftui.frame.functions import name_and_location, spoken
from proftui.views.source import executed
from proftui.views.source.code import code_text, drawn_line
from proftui.views.source.executed import ExecutedRow
from proftui.views.source.highlight import Range
from proftui_parsers import LineTime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing

    class Figured(Protocol):
        """A row that may be without figures."""

        @property
        def figures(self) -> object:
            """The figures, if there are some."""


JOINT, MORE = "()", "+"
"""Marks of figures that a line shares with others, and of those to which more may come."""


def number_column(width: int, title: str = "line") -> Column:
    """The column of numbers of lines, which every listing has."""
    return Column("line", title, lambda line, cells: (Span(line.number.rjust(cells), line.role),), width)


def layout(figs: Figures, shown: Listing, width: int, shares: bool = True) -> Table:
    """The columns for one listing; those that have nothing to show are not there."""
    columns = [number_column(max(5, len(str(shown.numbers[-1] if shown.numbers else 0))))]
    if not shown.has_figures:
        return fit_columns(columns, width)
    if shown.executed:
        longest = _longest(shown, shown.executed)
        return fit_columns([*columns, *executed.columns(figs, shown, width, shares, longest)], width)
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
    if shares:
        columns += cells.shares(8 if any(line.mark for line in lines) else 6, width)
    return fit_columns(columns, width)


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


def heading(table: Table, file: str) -> Line:
    """The column titles; above the text stands the file's name, and from 100 cells on what shares are of."""
    note = f"  {messages.SHARES_OF_LINES}" if table.has("share") else ""
    text: str = clean(file, 4000)
    text += note if table.width >= max(100, table.used + 2 + cell_width(text + note)) else ""
    return table.heading(text)


def row(
    table: Table,
    shown: Listing,
    row_number: int,
    shift: int,
    matches: Sequence[tuple[int, int]],
    colours: Sequence[Range] = (),
) -> Line:
    """One line of text; ``matches`` are characters of it as drawn, ``colours`` those of its syntax."""
    number = shown.numbers[row_number]
    return line_row(table, _row_of(shown, number), code_spans(shown, number, shift, matches, colours))


def texts(table: Table, shown: Listing, number: int) -> list[str]:
    """The same as it is printed: the number, the figures, and the line."""
    return line_texts(table, _row_of(shown, number), code_text(shown.text.get(number, "")))


def line_texts(table: Table, line: Figured, text: str) -> list[str]:
    """A row as it is printed."""
    every = len(table.printed)
    figured = table.texts(line, every if line.figures is not None else 1)
    return [*figured, *[""] * (every - len(figured)), text]


def line_row(table: Table, line: Figured, text: Iterable[Span]) -> Line:
    """A row; without figures, its number alone stands before the text."""
    if line.figures is not None:
        return table.row(line, text)
    number = table.placed[0]
    blank = Span(" " * (table.used + 2 - number.end))
    return fitted([Span(" "), *number.column.cells(line, number.cells), blank, *text], table.width)


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


def below_row(
    figs: Figures, names: Names, table: Table, shown: Listing, number: int, strip_dirs: bool = False
) -> Line:
    """What stands below the code: the title (0), then the callees that no line could be told for."""
    if number == 0:
        count = figures.plural(len(shown.elsewhere), "callee")
        text = (messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE).format(count)
        return fitted([Span(" " * (table.used + 2)), Span(text, "muted")], table.width)
    edge = shown.elsewhere[number - 1]
    share = figures.share(edge.cumtime, shown.totals.get(shown.function))
    line = LineFigures(calls_text([edge], shown), edge.cumtime, "", bool(edge.estimated))
    recursive = edge.function < figs.profile.count and figs.recursive(edge.function)
    named = name_and_location(names, edge.function, max(1, table.left), None, recursive, strip_dirs)
    return table.row(LineRow("", "text", line, share), named)


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

"""The Source view as lines: the text of a function with what its lines and its calls cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from proftui import messages
from proftui.analysis.columns import STACKS, kind_of
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour
from proftui.analysis.source.sites import Site
from proftui.analysis.stacktree.lines import UNKNOWN, Executed
from proftui.drawing import figures
from proftui.drawing.figures import Unit, heat
from proftui.drawing.glyphs import ARROW, ELLIPSIS
from proftui.drawing.line import Line, Span, dimmed, fitted
from proftui.drawing.safe_text import cell_width, clean
from proftui.drawing.table import BAR, Column, bar_cells, fit_columns
from proftui.frame.functions import name_and_location, spoken
from proftui.state.figures import Figures, time_title
from proftui.views.source.code import code_text, drawn_line
from proftui.views.source.highlight import Range
from proftui_parsers import LineTime
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.drawing.table import Title
    from proftui.state.session import Session

_LONGEST = 400
"""Characters of a row below the text."""
JOINT, MORE = "()", "+"
"""Marks of figures that a line shares with others, and of those to which more may come."""
COUNTED, TIME, OWN, CUM, CALLS, SHARE = "hits", "time", "own", "cum", "calls", "share"
"""Names of columns."""
_LEAST_BESIDE_SHARE, _LEAST_BESIDE_BAR = 16, 28
"""Cells of text that make these give way."""


class LineRow(NamedTuple):
    """A row with a line's number and figures; without them, one of which nothing is known."""

    number: str
    role: str = "muted"
    """Of the number."""
    figures: Mapping[str, tuple[str, str]] | None = None
    """By column, as they are written, with their role."""
    share: float | None = None
    """What a bar shows, percent; of figures that are not sure there is none."""
    own_share: float | None = None
    """The part of it that is the line's own."""
    is_gone: bool = False
    """Whether only the base of a comparison has it."""


class Wanted(NamedTuple):
    """A column of figures: at least so wide, and when it goes."""

    name: str
    title: Title
    width: int = 7
    goes: int = 0
    least: int = 0
    gap: int = 2


def figure_columns(wanted: Iterable[Wanted], rows: Iterable[LineRow]) -> list[Column]:
    """Columns as wide as what ``rows`` have in them."""
    every = [row.figures for row in rows if row.figures is not None]
    columns = []
    for name, title, width, goes, least, gap in wanted:
        texts = [known[name][0] for known in every if name in known]
        titled = title if isinstance(title, str) else ""
        cells = gap + max([width, *map(cell_width, (titled, *texts))])
        columns.append(Column(name, title, partial(_figure, name), cells, 0, goes, least))
    return columns


def _figure(name: str, row: LineRow, cells: int) -> Sequence[Span]:
    text, role = (row.figures or {}).get(name, ("", ""))
    return (Span(text.rjust(cells), role or "text"),)


def share_columns(rows: Sequence[LineRow], width: int, longest: float = 100.0) -> list[Column]:
    """A column of shares, and one of bars, which ``longest`` percent fill."""

    def bar(row: LineRow, cells: int) -> Sequence[Span]:
        own, rest = figures.bar_in_two(row.own_share, row.share, cells - 1, longest)
        return Span(f" {own}", heat(row.share)), Span(rest, "muted")

    shares = figure_columns([Wanted(SHARE, "%", 5, 2, _LEAST_BESIDE_SHARE, 1)], rows)
    return [*shares, Column(BAR, "", bar, bar_cells(width), 0, 1, _LEAST_BESIDE_BAR)]


def number_column(width: int, title: str = "line") -> Column:
    """The column of numbers of lines, which every listing has."""
    return Column("line", title, lambda line, cells: (Span(line.number.rjust(cells), line.role),), width)


def number_text(number: int) -> str:
    """The number of a line, ``—`` for what is known of no line."""
    return figures.NOT_MEASURED if number == UNKNOWN else str(number)


def counted_title(shown: Listing) -> str:
    """What is counted beside lines; nothing where nothing is."""
    first = next(iter(shown.times.values()), None)
    if first is None:
        return "" if shown.of_samples else "calls"
    return "" if first.hits < 0 else "samples" if shown.of_samples else "hits"


def share_of(shown: Listing, number: int) -> float | None:
    """The share of a line in its function, percent: of what is sure, else of what is possible."""
    sure = number in shown.times or shown.calls_of(number)
    return figures.share(shown.seconds(number) if sure else shown.most(number), shown.whole(number))


# The figures of a line


def calls_text(calls: Sequence[Neighbour], counted: bool = True) -> str:
    """How often a line calls what is known: ``→121×``; without a number, where none was ``counted``."""
    counts = [edge.ncalls for edge in calls if edge.ncalls is not None and counted]
    return f"{ARROW}{sum(counts)}×" if counts and len(counts) == len(calls) else ARROW if calls else ""


def calls_row(
    number: str,
    role: str,
    counted: tuple[str, str],
    seconds: float | None,
    share: float | None,
    unit: Unit,
    mark: str = "",
) -> LineRow:
    """What calls cost: ``(0.083)`` is of several lines together, ``0.083+`` the least that one line took."""
    is_joint = mark == JOINT
    time = figures.time(seconds, unit), "muted" if is_joint else figures.role_of(seconds, unit)
    part = figures.percent(share), "muted" if is_joint else heat(share)
    marked = {name: (_marked(text, mark), role) for name, (text, role) in ((TIME, time), (SHARE, part))}
    return LineRow(number, role, {COUNTED: counted, **marked}, *((share, share) if not mark else ()))


def counted_calls(calls: Sequence[Neighbour], mark: str = "", *, counted: bool = True) -> tuple[str, str]:
    """How often they were made, as it is written, and its role."""
    role = "muted" if mark == JOINT else "text"
    estimated = any(edge.estimated for edge in calls)
    return _marked(calls_text(calls, counted), mark), "estimate" if estimated else role


def _marked(text: str, mark: str) -> str:
    return f"({text})" if mark == JOINT and text else text + mark if text else ""


def _time(seconds: float, unit: Unit) -> tuple[str, str]:
    return figures.time(seconds, unit), figures.role_of(seconds, unit) if seconds else "muted"


def _measured(number: int, time: LineTime, share: float | None, unit: Unit) -> LineRow:
    per_hit = figures.per_call(time.time / time.hits) if time.hits > 0 and unit in figures.UNITS else ""
    known = {
        COUNTED: (str(time.hits) if time.hits >= 0 else "", "text"),
        TIME: (figures.time(time.time, unit), figures.role_of(time.time, unit)),
        messages.PER_HIT: (per_hit, "text"),
        SHARE: (figures.percent(share), heat(share)),
    }
    return LineRow(str(number), heat(share), known, share, share)


def _executed(shown: Listing, number: int, line: Executed, unit: Unit) -> LineRow:
    whole = shown.whole(number)
    share, own_share = figures.share(line.cum, whole), figures.share(line.own, whole)
    known = {OWN: _time(line.own, unit), CUM: _time(line.cum, unit), CALLS: (calls_text(line.calls), "text")}
    known[SHARE] = figures.percent(share), heat(share)
    return LineRow(number_text(number), heat(share_of(shown, number)), known, share, own_share)


def _of_calls(shown: Listing, number: int, unit: Unit) -> LineRow:
    """What the calls on a line cost: those that it made, else those of several lines together."""
    made, joint = shown.calls_of(number), shown.joint_calls_of(number)
    calls, share = made or joint, share_of(shown, number)
    role = heat(share) if made else "muted"
    if not calls:
        return LineRow(str(number), role)
    mark = "" if not joint else MORE if made else JOINT
    counted = counted_calls([site.figures for site in calls], mark, counted=not shown.of_samples)
    if not mark and shown.overlap(number, calls):
        mark = MORE
    return calls_row(str(number), role, counted, shown.cost(number, calls), share, unit, mark)


def code_spans(
    shown: Listing, number: int, shift: int, matches: Sequence[tuple[int, int]], colours: Sequence[Range] = ()
) -> list[Span]:
    """The text of a line; one that did not run is dim in a function whose lines were measured."""
    if number not in shown.text:
        return []
    time = shown.times.get(number)
    ran = time is None or time.hits != 0
    measured = shown.has_times and shown.owners.get(number, shown.function) == shown.function
    dim = not ran or (measured and time is None)
    text = code_text(shown.text[number])
    code = drawn_line(text, () if dim else colours, matches, shift, "muted" if dim else "text")
    return _marked_as_scrolled(code) if text[:shift].strip() else code


def _marked_as_scrolled(code: list[Span]) -> list[Span]:
    """A line of which more stands at the left: ``…`` in the place of its first character."""
    text = "".join(span.text for span in code)
    if not text:
        return [Span(ELLIPSIS, "muted")]
    first, *others = code
    blanks = " " * (cell_width(first.text[0]) - 1)
    return [Span(ELLIPSIS + blanks, "muted"), Span(first.text[1:], first.role), *others]


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

    def __init__(self, session: Session, shown: Listing, width: int, *, shares: bool = True) -> None:
        self.session, self.shown, self.shares = session, shown, shares
        self.figs, self.names = session.recorded_figures, session.recorded_names
        self.rows = self._rows()
        self.table = fit_columns(self._columns(width), width)

    def _rows(self) -> dict[int, LineRow]:
        """By number, the rows of lines with figures."""
        shown, unit = self.shown, self.figs.unit
        if shown.executed:
            return {number: _executed(shown, number, line, unit) for number, line in shown.executed.items()}
        of_calls = {number: _of_calls(shown, number, unit) for number in shown.sites}
        return of_calls | {
            number: _measured(number, time, share_of(shown, number), unit)
            for number, time in shown.times.items()
        }

    def _columns(self, width: int) -> Sequence[Column]:
        """The columns for one listing; those that have nothing to show are not there."""
        shown, unit = self.shown, self.figs.unit
        number = number_column(max(5, len(str(shown.numbers[-1] if shown.numbers else 0))))
        if not shown.has_figures:
            return [number]
        rows = [*self.rows.values(), *map(self._of_callee, shown.elsewhere.widest)]
        longest = max((row.share or 0.0 for row in self.rows.values()), default=0.0)
        shares = share_columns(rows, width, longest) if self.shares else []
        if shown.executed:
            # Samples are whole numbers, which need no unit.
            titles = (figures.titled(name, unit) if unit.decimals else name for name in (OWN, CUM))
            times = figure_columns(map(Wanted, (OWN, CUM), titles), rows)
            every = [call for line in shown.executed.values() for call in line.calls]
            title = CALLS if any(call.ncalls is not None for call in every) else ""
            calls = figure_columns([Wanted(CALLS, title, 0)], rows) if every else []
            return [number, *times, *shares, *calls]
        wanted = [Wanted(COUNTED, counted_title(shown), 8), Wanted(TIME, time_title(self.figs))]
        if width >= 100 and unit in figures.UNITS and counted_title(shown) == "hits":
            wanted.append(Wanted(messages.PER_HIT, messages.PER_HIT))
        return [number, *figure_columns(wanted, rows), *shares]

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
        return Below(function=edge.function, figures=self._of_callee(edge))

    def _of_callee(self, edge: Neighbour) -> LineRow:
        share = figures.share(edge.cumtime, self.shown.totals.get(self.shown.function))
        counted = counted_calls([edge], counted=not self.shown.of_samples)
        return calls_row("", "text", counted, edge.cumtime, share, self.figs.unit)

    def line(self, number: int) -> LineRow:
        """The figures of a line."""
        return self.rows.get(number) or LineRow(number_text(number))

    def line_below(self, below: Below) -> LineRow:
        """The figures of a row below the text."""
        line: LineRow = below.figures
        return line

    def heading(self, file: str) -> Line:
        """The titles; above the text stands the file's name, and from 100 cells on what shares are of."""
        table, text = self.table, clean(file, 4000)
        note = f"  {messages.SHARES_OF_LINES}" if table.has(SHARE) else ""
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
            recursive = index < self.figs.profile.count and self.figs.recursive(index)
            left = max(1, self.table.left)
            text = [*name_and_location(self.names, index, left, None, recursive, self.session.strip_dirs)]
        return self._drawn(self.line_below(below), text)

    def _drawn(self, line: LineRow, text: Sequence[Span]) -> Line:
        """A row; without figures, its number alone stands before the text."""
        table, number = self.table, self.table.placed[0]
        text = dimmed(text) if line.is_gone else text
        if line.figures is not None:
            return table.row(line, text)
        blank = Span(" " * (table.used + 2 - number.end))
        return fitted([Span(" "), *number.column.cells(line, number.cells), blank, *text], table.width)

    def texts(self) -> Iterator[list[str]]:
        """The lines as they are printed: the number, the figures, and the text."""
        for number in self.shown.numbers:
            yield self._printed(self.line(number), code_text(self.shown.text.get(number, "")))

    def _printed(self, line: LineRow, text: str) -> list[str]:
        every = len(self.table.printed)
        figured = self.table.texts(line, every if line.figures is not None else 1)
        return [*figured, *[""] * (every - len(figured)), text]


def site_text(figs: Figures, names: Names, site: Site) -> str:
    """One call in words: ``→ objective 121× 0.352 s on some of lines 44+47``."""
    edge = site.figures
    is_counted = edge.ncalls is not None and kind_of(figs.profile) != STACKS
    calls = f" {edge.ncalls:,}×" if is_counted else ""
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

"""The Source view as lines: the text of a function with what its lines and its calls cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proftui import messages
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour
from proftui.analysis.source.sites import Site
from proftui.drawing import figures
from proftui.drawing.figures import Unit, heat
from proftui.drawing.fit import BAR, Candidate, Fit, bar_cells, fit_columns, share_text
from proftui.drawing.glyphs import ARROW, ELLIPSIS
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, clean
from proftui.frame.functions import name_and_location, spoken
from proftui.views.source import executed
from proftui.views.source.code import code_text, drawn_line
from proftui.views.source.highlight import Range
from proftui_parsers import LineTime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing

JOINT, MORE = "()", "+"
"""Marks of figures that a line shares with others, and of those to which more may come."""


@dataclass(frozen=True, slots=True)
class ListingLayout:
    """The columns of a listing; those that are not there have nothing to show."""

    fit: Fit
    unit: Unit
    longest: float = 0.0
    """The share, percent, that has a full bar: the largest of any line that is shown."""

    @property
    def code_at(self) -> int:
        """The cell where the text starts."""
        return self.fit.used + 2


def layout(figs: Figures, shown: Listing, width: int, shares: bool = True) -> ListingLayout:
    """The widths for one listing."""
    columns = [Candidate("line", max(5, len(str(shown.numbers[-1] if shown.numbers else 0))))]
    if not shown.has_figures:
        return ListingLayout(fit_columns(columns, width), figs.unit)
    if shown.executed:
        columns += executed.candidates(figs, shown, width, shares)
        return ListingLayout(fit_columns(columns, width), figs.unit, _longest(shown, shown.executed))
    times = shown.times.values()
    lines = [figures_of(shown, number) for number in shown.sites if number not in shown.times]
    below = [LineFigures(calls_text([edge], shown), edge.cumtime) for edge in shown.elsewhere.widest]
    hits = [len(str(time.hits)) for time in times]
    columns.append(Candidate("hits", max([8, *hits, *(len(line.calls) for line in (*lines, *below))]) + 2))
    seconds = [figures.time(time.time, figs.unit) for time in times]
    seconds += [line.time(figs.unit) for line in (*lines, *below)]
    columns.append(
        Candidate("time", max([7, len(figures.titled("time", figs.unit)), *map(len, seconds)]) + 2)
    )
    if width >= 100 and shown.times and not shown.of_samples:
        widest = max([7, *(len(figures.per_call(_per_hit(time))) for time in times)])
        columns.append(Candidate(messages.PER_HIT, widest + 2))
    if shares:
        columns += [
            Candidate("share", 8 if any(line.mark for line in lines) else 6),
            Candidate(BAR, bar_cells(width) - 1, 1),
        ]
    longest = _longest(shown, {*shown.times, *shown.sites})
    return ListingLayout(fit_columns(columns, width), figs.unit, longest)


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


def marked(text: str, mark: str) -> str:
    """A figure: ``(0.083)`` is of several lines together, ``0.083+`` the least that one line took."""
    return f"({text})" if mark == JOINT and text else text + mark if text else ""


def figures_of(shown: Listing, number: int) -> LineFigures:
    """What the calls on a line cost: those that it made, else those of several lines together."""
    made, joint = shown.calls_of(number), shown.joint_calls_of(number)
    calls = made or joint
    edges = [site.figures for site in calls]
    more = joint or any(site.more for site in made)
    mark = "" if not more else MORE if made else JOINT
    text = marked(calls_text(edges, shown), mark)
    if not mark and shown.overlap(number, calls):
        mark = MORE
    estimated = any(edge.estimated for edge in edges)
    return LineFigures(text, shown.cost(number, calls), mark, estimated)


def heading(columns: ListingLayout, file: str, shown: Listing) -> Line:
    """The column titles; above the text stands the file's name, and from 100 cells on what shares are of."""
    titles = {
        "line": "line",
        "hits": counted_title(shown),
        messages.PER_HIT: messages.PER_HIT,
        "share": "%",
    }
    titles["time"] = figures.titled("time", columns.unit)
    if shown.executed:
        titles |= executed.titles(columns.unit, shown)
    width = columns.fit.width
    note = f"  {messages.SHARES_OF_LINES}" if columns.fit.has(BAR) else ""
    text = f"{columns.fit.heading(titles)}  {clean(file, 4000)}"
    text += note if width >= max(100, cell_width(text + note)) else ""
    return fitted([Span(text, "heading")], width, "panel")


def row(
    columns: ListingLayout,
    shown: Listing,
    row_number: int,
    shift: int,
    matches: Sequence[tuple[int, int]],
    colours: Sequence[Range] = (),
) -> Line:
    """One line of text; ``matches`` are characters of it as drawn, ``colours`` those of its syntax."""
    number = shown.numbers[row_number]
    time, share = shown.times.get(number), share_of(shown, number)
    known = time is not None or bool(shown.calls_of(number))
    line_cells, written = columns.fit.placed[0].cells, str(number)
    if shown.executed:
        known, written = number in shown.executed, executed.number_text(number)
    spans = [Span(" "), Span(written.rjust(line_cells), heat(share) if known else "muted")]
    spans += _figures(columns, shown, number, share)
    spans += [Span("  "), *code_spans(shown, number, shift, matches, colours)]
    return fitted(spans, columns.fit.width)


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


def _figures(columns: ListingLayout, shown: Listing, number: int, share: float | None) -> list[Span]:
    if number in shown.executed:
        return executed.spans(columns.fit, columns.unit, shown, number, columns.longest)
    time = shown.times.get(number)
    if time is not None:
        return figure_spans(columns, LineFigures(str(time.hits), time.time), share, _per_hit(time))
    line = figures_of(shown, number)
    if line.calls and not shown.executed:
        return figure_spans(columns, line, share)
    return [Span(" " * (columns.fit.used - columns.fit.placed[0].end))]


def figure_spans(
    columns: ListingLayout, line: LineFigures, share: float | None, per_hit: float | None = None
) -> list[Span]:
    """What stands behind the number of a line."""
    spans = []
    joint = line.mark == JOINT
    for name, cells, _, _ in columns.fit.placed[1:]:
        if name == "hits":
            role = "estimate" if line.estimated else "muted" if joint else "text"
            spans.append(Span(line.calls.rjust(cells), role))
        elif name == "time":
            is_zero = figures.reads_as_zero(line.seconds, columns.unit)
            spans.append(Span(line.time(columns.unit).rjust(cells), "muted" if is_zero or joint else "text"))
        elif name == messages.PER_HIT:
            text = figures.per_call(per_hit) if per_hit is not None else ""
            spans.append(Span(text.rjust(cells)))
        elif line.mark:
            text = marked(figures.percent(share), line.mark) if name != BAR else ""
            spans.append(Span(text.rjust(cells), "muted" if joint else heat(share)))
        else:
            spans.append(Span(share_text(name, share, cells, columns.longest), heat(share)))
    return spans


def below_row(
    figs: Figures, names: Names, columns: ListingLayout, shown: Listing, number: int, strip_dirs: bool = False
) -> Line:
    """What stands below the code: the title (0), then the callees that no line could be told for."""
    if number == 0:
        count = figures.plural(len(shown.elsewhere), "callee")
        text = (messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE).format(count)
        return fitted([Span(" " * columns.code_at), Span(text, "muted")], columns.fit.width)
    edge = shown.elsewhere[number - 1]
    share = figures.share(edge.cumtime, shown.totals.get(shown.function))
    spans = [Span(" " * columns.fit.placed[0].end)]
    spans += figure_spans(
        columns, LineFigures(calls_text([edge], shown), edge.cumtime, "", bool(edge.estimated)), share
    )
    spans.append(Span("  "))
    left = max(1, columns.fit.left)
    recursive = edge.function < figs.profile.count and figs.recursive(edge.function)
    spans += name_and_location(names, edge.function, left, None, recursive, strip_dirs)
    return fitted(spans, columns.fit.width)


def site_text(figs: Figures, names: Names, site: Site) -> str:
    """One call in words: ``→ objective 121× 0.352 s on some of lines 44+47``."""
    edge = site.figures
    more = MORE if site.more else ""
    are_samples = figs.profile.recording is not None and figs.profile.measure.sampled
    calls = f" {edge.ncalls:,}×{more}" if edge.ncalls is not None and not are_samples else ""
    mark = "≈" if edge.estimated else ""
    time = f" {mark}{figures.with_unit(edge.cumtime, figs.unit)}{more}"
    lines = "" if len(site.lines) < 2 else messages.ON_SOME_LINES.format("+".join(map(str, site.lines[:4])))
    lines += "+…" if len(site.lines) > 4 else ""
    dropped = messages.OR_WHERE_DROPPED if site.ended else ""
    return f"{ARROW} {spoken(names, site.callee)}{calls}{time}{lines}{dropped}"


def module_texts(figs: Figures, names: Names, shown: Listing, number: int) -> list[str]:
    """What the modules took that a line imports, one text each: they ran where they were imported first."""
    if figs.profile.cumtime is None:
        return []
    return [
        messages.MODULE_TOOK.format(clean(names.module(index), 40), figs.said("cumtime", index))
        for index in shown.modules.get(number, ())
    ]

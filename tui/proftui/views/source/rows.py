"""The Source view as lines: the text of a function with what its lines and its calls cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour
from proftui.analysis.source.call_sites import Site
from proftui.analysis.source.listing import Listing
from proftui.drawing import figures
from proftui.drawing.figures import MICROSECONDS, Unit, heat
from proftui.drawing.fit import BAR, Candidate, Fit, fit_columns, share_text
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import clean
from proftui.frame.functions import name_and_location, spoken
from proftui.views.source.code import drawn_line
from proftui.views.source.highlight import Range
from proftui_parsers import LineTime

ARROW = "→"


@dataclass(frozen=True, slots=True)
class ListingLayout:
    """The columns of a listing; those that are not there have nothing to show."""

    fit: Fit
    unit: Unit

    @property
    def code_at(self) -> int:
        """The cell where the text starts."""
        return self.fit.used + 2


def layout(figs: Figures, shown: Listing, width: int, shares: bool = True) -> ListingLayout:
    """The widths for one listing."""
    columns = [Candidate("line", max(5, len(str(shown.numbers[-1] if shown.numbers else 0))))]
    if not shown.has_figures:
        return ListingLayout(fit_columns(columns, width), figs.unit)
    times = shown.times.values()
    sites = [calls for number in shown.sites for calls in shown.calls_of(number)]
    calls = [calls_text([site.figures for site in shown.calls_of(number)]) for number in shown.sites]
    below = shown.elsewhere.widest
    calls += [calls_text([edge]) for edge in below]
    hits = [len(str(time.hits)) for time in times]
    columns.append(Candidate("hits", max([8, *hits, *map(len, calls)]) + 2))
    seconds = [figures.time(time.time, figs.unit) for time in times]
    seconds += [figures.time(site.figures.cumtime, figs.unit) for site in sites]
    seconds += [figures.time(edge.cumtime, figs.unit) for edge in below]
    columns.append(Candidate("time", max([7, len(f"time {figs.unit.name}"), *map(len, seconds)]) + 2))
    if width >= 100 and shown.times:
        widest = max([7, *(len(figures.time(_per_hit(time), MICROSECONDS)) for time in times)])
        columns.append(Candidate("per hit", widest + 2))
    if shares:
        columns += [Candidate("share", 6), Candidate(BAR, 5, 1)]
    return ListingLayout(fit_columns(columns, width), figs.unit)


def _per_hit(time: LineTime) -> float | None:
    return time.time / time.hits if time.hits > 0 else None


def calls_text(calls: Sequence[Neighbour]) -> str:
    """How often a line calls what is known: ``→121×``."""
    counted = [edge.ncalls for edge in calls if edge.ncalls is not None]
    return f"{ARROW}{sum(counted)}×" if counted and len(counted) == len(calls) else ARROW if calls else ""


def heading(columns: ListingLayout, file: str, shown: Listing) -> Line:
    """The column titles; above the text stands the file's name, and from 100 cells on what shares are of."""
    unit = "" if columns.unit.name == "s" else f" {columns.unit.name}"
    titles = {"line": "line", "hits": "hits" if shown.times else "calls", "time": f"time{unit}"}
    titles |= {"per hit": "µs/hit", "share": "%"}
    width = columns.fit.width
    note = "  %: of each function's own total" if columns.fit.has(BAR) and width >= 100 else ""
    text = f"{columns.fit.heading(titles)}  {clean(file, 4000)}{note}"
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
    time, share = shown.times.get(number), figures.share(shown.seconds(number), shown.whole(number))
    known = time is not None or number in shown.sites
    line_cells = columns.fit.placed[0].cells
    spans = [Span(" "), Span(str(number).rjust(line_cells), heat(share) if known else "muted")]
    spans += _figures(columns, shown, number, share)
    spans.append(Span("  "))
    if number in shown.text:
        # A line that did not run is dim in a function whose lines were measured.
        ran = time is None or time.hits > 0
        measured = shown.has_times and shown.owners.get(number, shown.function) == shown.function
        dim = not ran or (measured and time is None)
        spans += drawn_line(
            shown.text[number], () if dim else colours, matches, shift, "muted" if dim else "text"
        )
    return fitted(spans, columns.fit.width)


def _figures(columns: ListingLayout, shown: Listing, number: int, share: float | None) -> list[Span]:
    time = shown.times.get(number)
    if time is not None:
        return _columns(columns, str(time.hits), time.time, share, _per_hit(time))
    calls = shown.calls_of(number)
    if calls:
        edges = [site.figures for site in calls]
        times = [edge.cumtime for edge in edges if edge.cumtime is not None]
        seconds = sum(times) if len(times) == len(edges) else None
        role = "estimate" if any(edge.estimated for edge in edges) else "text"
        return _columns(columns, calls_text(edges), seconds, share, None, role)
    blank = columns.fit.used - columns.fit.placed[0].end
    others = shown.sites.get(number, ())
    if others:
        hits = columns.fit.placed[1].cells
        text = f"{ARROW} with {others[0].lines[0]}"
        text = text if len(text) <= hits else ARROW
        return [Span(text.rjust(hits), "muted"), Span(" " * (blank - hits))]
    return [Span(" " * blank)]


def _columns(
    columns: ListingLayout,
    first: str,
    seconds: float | None,
    share: float | None,
    per_hit: float | None,
    role: str = "text",
) -> list[Span]:
    """What stands behind the number of a line."""
    spans = []
    for name, cells, _, _ in columns.fit.placed[1:]:
        if name == "hits":
            spans.append(Span(first.rjust(cells), role))
        elif name == "time":
            zero = "muted" if figures.reads_as_zero(seconds, columns.unit) else "text"
            spans.append(Span(figures.time(seconds, columns.unit).rjust(cells), zero))
        elif name == "per hit":
            text = figures.time(per_hit, MICROSECONDS) if per_hit is not None else ""
            spans.append(Span(text.rjust(cells)))
        else:
            spans.append(Span(share_text(name, share, cells), heat(share)))
    return spans


def below_row(
    figs: Figures, names: Names, columns: ListingLayout, shown: Listing, number: int, strip_dirs: bool = False
) -> Line:
    """What stands below the code: the title (0), then the callees that no line could be told for."""
    if number == 0:
        count = figures.plural(len(shown.elsewhere), "callee")
        text = f"{count} on no line that could be told"
        return fitted([Span(" " * columns.code_at), Span(text, "muted")], columns.fit.width)
    edge = shown.elsewhere[number - 1]
    share = figures.share(edge.cumtime, shown.totals.get(shown.function))
    spans = [Span(" " * columns.fit.placed[0].end)]
    spans += _columns(
        columns, calls_text([edge]), edge.cumtime, share, None, "estimate" if edge.estimated else "text"
    )
    spans.append(Span("  "))
    left = max(1, columns.fit.left)
    recursive = edge.function < figs.profile.count and figs.recursive(edge.function)
    spans += name_and_location(names, edge.function, left, None, recursive, strip_dirs)
    return fitted(spans, columns.fit.width)


def site_text(figs: Figures, names: Names, site: Site) -> str:
    """One call in words: ``→ objective 121× 0.352 s on lines 44+47``."""
    edge = site.figures
    calls = f" {edge.ncalls:,}×" if edge.ncalls is not None else ""
    mark = "≈" if edge.estimated else ""
    time = f" {mark}{figures.time(edge.cumtime, figs.unit)} {figs.unit.name}"
    lines = "" if len(site.lines) < 2 else f" on lines {'+'.join(map(str, site.lines[:4]))}"
    return f"{ARROW} {spoken(names, site.callee)}{calls}{time}{lines}" + ("+…" if len(site.lines) > 4 else "")

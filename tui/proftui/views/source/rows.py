"""The Source view as lines: the text of a function with what its lines and its calls cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour
from proftui.analysis.source.call_sites import Site
from proftui.analysis.source.listing import Listing
from proftui.drawing import figures
from proftui.drawing.columns import Figures
from proftui.drawing.figures import MICROSECONDS, Unit, heat
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import clean
from proftui.frame.functions import name_and_location, spoken
from proftui.views.source.code import drawn_line
from proftui.views.source.highlight import Range
from proftui_parsers import LineTime

ARROW = "→"


@dataclass(frozen=True, slots=True)
class ListingLayout:
    """Column widths of a listing in ``width`` cells; a width of 0 leaves the column out."""

    width: int
    line: int
    hits: int
    time: int
    per_hit: int
    bar: int
    unit: Unit

    @property
    def code_at(self) -> int:
        """The cell where the text starts."""
        figures_end = 1 + self.line + self.hits + self.time + self.per_hit
        return figures_end + (6 + 1 + self.bar if self.bar else 0) + 2


def layout(figs: Figures, shown: Listing, width: int, shares: bool = True) -> ListingLayout:
    """The widths for one listing."""
    line = max(5, len(str(shown.numbers[-1] if shown.numbers else 0)))
    if not shown.has_figures:
        return ListingLayout(width, line, 0, 0, 0, 0, figs.unit)
    times = shown.times.values()
    sites = [calls for number in shown.sites for calls in shown.calls_of(number)]
    calls = [calls_text([site.figures for site in shown.calls_of(number)]) for number in shown.sites]
    below = shown.elsewhere.widest
    calls += [calls_text([edge]) for edge in below]
    hits = max([8, *(len(str(time.hits)) for time in times), *map(len, calls)]) + 2
    seconds = [figures.time(time.time, figs.unit) for time in times]
    seconds += [figures.time(site.figures.cumtime, figs.unit) for site in sites]
    seconds += [figures.time(edge.cumtime, figs.unit) for edge in below]
    time = max([7, len(f"time {figs.unit.name}"), *map(len, seconds)]) + 2
    per_hit = 0
    if width >= 100 and shown.times:
        widest = max([7, *(len(figures.time(_per_hit(t), MICROSECONDS)) for t in times)])
        per_hit = widest + 2
    return ListingLayout(width, line, hits, time, per_hit, 5 if shares else 0, figs.unit)


def _per_hit(time: LineTime) -> float | None:
    return time.time / time.hits if time.hits > 0 else None


def calls_text(calls: Sequence[Neighbour]) -> str:
    """How often a line calls what is known: ``→121×``."""
    counted = [edge.ncalls for edge in calls if edge.ncalls is not None]
    return f"{ARROW}{sum(counted)}×" if counted and len(counted) == len(calls) else ARROW if calls else ""


def heading(place: ListingLayout, file: str, shown: Listing) -> Line:
    """The column titles; above the text stands the file's name, and from 100 cells on what shares are of."""
    spans = [Span(" " + "line".rjust(place.line), "heading")]
    if place.time:
        unit = "" if place.unit.name == "s" else f" {place.unit.name}"
        first = "hits" if shown.times else "calls"
        spans.append(Span(first.rjust(place.hits) + f"time{unit}".rjust(place.time), "heading"))
    if place.per_hit:
        spans.append(Span("µs/hit".rjust(place.per_hit), "heading"))
    if place.bar:
        spans.append(Span("%".rjust(6) + " " * (place.bar + 1), "heading"))
    note = "  %: of each function's own total" if place.bar and place.width >= 100 else ""
    spans.append(Span(f"  {clean(file, 4000)}{note}", "heading"))
    return fitted(spans, place.width, "panel")


def row(
    place: ListingLayout,
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
    spans = [Span(" "), Span(str(number).rjust(place.line), heat(share) if known else "muted")]
    if place.time:
        spans += _figures(place, shown, number, share)
    spans.append(Span("  "))
    if number in shown.text:
        # A line that did not run is dim in a function whose lines were measured.
        ran = time is None or time.hits > 0
        measured = shown.has_times and shown.owners.get(number, shown.function) == shown.function
        dim = not ran or (measured and time is None)
        spans += drawn_line(
            shown.text[number], () if dim else colours, matches, shift, "muted" if dim else "text"
        )
    return fitted(spans, place.width)


def _figures(place: ListingLayout, shown: Listing, number: int, share: float | None) -> list[Span]:
    time = shown.times.get(number)
    if time is not None:
        return _columns(place, str(time.hits), time.time, share, _per_hit(time))
    calls = shown.calls_of(number)
    if calls:
        edges = [site.figures for site in calls]
        times = [edge.cumtime for edge in edges if edge.cumtime is not None]
        estimated = any(edge.estimated for edge in edges)
        return _columns(
            place,
            calls_text(edges),
            sum(times) if len(times) == len(edges) else None,
            share,
            None,
            "estimate" if estimated else "text",
        )
    blank = place.hits + place.time + place.per_hit + (7 + place.bar if place.bar else 0)
    others = shown.sites.get(number, ())
    if others:
        text = f"{ARROW} with {others[0].lines[0]}"
        text = text if len(text) <= place.hits else ARROW
        return [Span(text.rjust(place.hits), "muted"), Span(" " * (blank - place.hits))]
    return [Span(" " * blank)]


def _columns(
    place: ListingLayout,
    first: str,
    seconds: float | None,
    share: float | None,
    per_hit: float | None,
    role: str = "text",
) -> list[Span]:
    zero = "muted" if figures.reads_as_zero(seconds, place.unit) else "text"
    spans = [
        Span(first.rjust(place.hits), role),
        Span(figures.time(seconds, place.unit).rjust(place.time), zero),
    ]
    if place.per_hit:
        text = figures.time(per_hit, MICROSECONDS) if per_hit is not None else ""
        spans.append(Span(text.rjust(place.per_hit)))
    if place.bar:
        spans.append(Span(figures.percent(share).rjust(6), heat(share)))
        spans.append(Span(f" {figures.bar(share, place.bar)}", heat(share)))
    return spans


def below_row(
    figs: Figures, names: Names, place: ListingLayout, shown: Listing, number: int, strip_dirs: bool = False
) -> Line:
    """What stands below the code: the title (0), then the callees that no line could be told for."""
    if number == 0:
        count = figures.plural(len(shown.elsewhere), "callee")
        text = f"{count} on no line that could be told"
        return fitted([Span(" " * (place.code_at)), Span(text, "muted")], place.width)
    edge = shown.elsewhere[number - 1]
    share = figures.share(edge.cumtime, shown.totals.get(shown.function))
    spans = [Span(" " * (1 + place.line))]
    spans += _columns(
        place, calls_text([edge]), edge.cumtime, share, None, "estimate" if edge.estimated else "text"
    )
    spans.append(Span("  "))
    room = max(1, place.width - place.code_at - 1)
    recursive = edge.function < figs.profile.count and figs.recursive(edge.function)
    spans += name_and_location(names, edge.function, room, None, recursive, strip_dirs)
    return fitted(spans, place.width)


def site_text(figs: Figures, names: Names, site: Site) -> str:
    """One call in words: ``→ objective 121× 0.352 s on lines 44+47``."""
    edge = site.figures
    calls = f" {edge.ncalls:,}×" if edge.ncalls is not None else ""
    mark = "≈" if edge.estimated else ""
    time = f" {mark}{figures.time(edge.cumtime, figs.unit)} {figs.unit.name}"
    lines = "" if len(site.lines) < 2 else f" on lines {'+'.join(map(str, site.lines[:4]))}"
    return f"{ARROW} {spoken(names, site.callee)}{calls}{time}{lines}" + ("+…" if len(site.lines) > 4 else "")

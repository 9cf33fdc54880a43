"""The line under the cursor in words: its own figures, and what it calls."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.stacktree.lines import UNKNOWN
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, spread
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.state.figures import Figures
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui_parsers import LineTime


def detail(
    figs: Figures, names: Names, listing: Listing | None, number: int | None, calls: Sequence[str], width: int
) -> Line | None:
    """The line under the cursor, with what it calls.

    ``None``: nothing is known of any line, and what is known of the function says more.
    """
    if listing is None or number is None:
        return None
    time = listing.times.get(number)
    if time is None and not calls and not (listing.times or listing.executed):
        return None
    if listing.executed:
        parts = _executed(figs, listing, number, width)
    elif listing.of_samples and time is not None and time.hits >= 0:
        parts = [figures.with_unit(time.time, figs.unit), figures.plural(time.hits, "sample")]
    else:
        parts = _own_figures(figs, time, bool(calls))
    place = names.location(listing.function, line=number)
    return beside(clean(place.rpartition(":")[0] if number == UNKNOWN else place, 200), parts, calls, width)


def beside(place: str, parts: Sequence[str], calls: Sequence[str], width: int) -> Line:
    """A place, and at the right what is said of it, with as many of the calls as there is room for."""
    said = list(calls)
    figured = "  ".join((" · ".join(parts), *said)).strip()
    while len(said) > 1 and cell_width(figured) > width - 24:
        said.pop()
        figured = "  ".join((" · ".join(parts), *said)).strip() + " …"
    location = shorten_location(place, max(12, width - cell_width(figured) - 4))
    right = cut_end(figured, max(8, width - cell_width(location) - 5))
    return spread([Span(f" {location}", "title")], [Span(f"  {right} ")], width, "panel")


def _executed(figs: Figures, shown: Listing, number: int, width: int) -> list[str]:
    """What whole stacks tell of a line, in parts; the last ones give way where there are few cells."""
    line = shown.executed.get(number)
    if line is None:
        return [messages.LINE_NOT_SEEN]
    own = figures.thousands(figures.time(line.own, figs.unit))
    error = shown.errors.get(number)
    part = figures.percent(figures.share(line.own, figs.profile.total_time))
    if width >= 100 and error is not None and part:
        within = messages.SHARE_OF_RUN.format(part, figures.percent(error))
        own = f"{figures.with_unit(line.own, figs.unit)} {within}"
    said = [f"own {own}", f"cum {figures.with_unit(line.cum, figs.unit)}"]
    if number == UNKNOWN:
        said.insert(0, messages.NO_LINE)
    return said


def _own_figures(figs: Figures, time: LineTime | None, calls: bool) -> list[str]:
    """What was measured on the line, shorter where it has ``calls`` too."""
    if time is None:
        return [] if calls else [messages.LINE_NOT_RECORDED]
    if time.hits < 0:
        return [figures.with_unit(time.time, figs.unit)]
    per_hit = [] if time.hits else [messages.NEVER_RAN]
    if time.hits > 0 and figs.unit in figures.UNITS:
        per_hit = [messages.TIME_PER_HIT.format(figures.per_call(time.time / time.hits))]
    if calls:
        return per_hit
    return [figures.with_unit(time.time, figs.unit), figures.plural(time.hits, "hit"), *per_hit]

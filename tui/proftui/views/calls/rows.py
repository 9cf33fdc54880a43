"""The Calls view as lines: callers, the function, callees."""

from __future__ import annotations

from proftui.analysis import calls
from proftui.analysis.names import Names
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME, Neighbour, Neighbours
from proftui.analysis.order import Order, text_keys
from proftui.drawing import figures
from proftui.drawing.columns import Figures
from proftui.drawing.figures import heat
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, cut_end
from proftui.frame.functions import name_and_location, spoken
from proftui_parsers.import_free import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.search.query import Query

BY_TIME = Order("cumtime", True)
NOBODY = {
    "callers": "no callers: this is where the program starts",
    "callees": "calls nothing the profiler saw",
}


@dataclass(frozen=True, eq=False)
class Around:
    """A function with its callers and callees, in the order in which they are shown."""

    function: int
    callers: Neighbours
    callees: Neighbours
    given: tuple[Neighbours, Neighbours]
    """Both in the order of the file."""

    def half(self, which: str) -> Neighbours:
        """The rows of ``callers`` or ``callees``."""
        return self.callers if which == "callers" else self.callees


def around(figs: Figures, names: Names, index: int, order: Order = BY_TIME) -> Around:
    """Everything one step away from function ``index``."""
    profile = figs.profile
    above, below = calls.callers(profile, index), calls.callees(profile, index)
    outside, own = calls.outside(profile, index, above), calls.own_time(profile, index)
    return _around(index, (above.and_also(outside), below.and_also(own if below else None)), names, order)


def ordered(shown: Around, names: Names, order: Order) -> Around:
    """The same in another order."""
    return _around(shown.function, shown.given, names, order)


def _around(index: int, given: tuple[Neighbours, Neighbours], names: Names, order: Order) -> Around:
    return Around(index, _sorted(given[0], names, order), _sorted(given[1], names, order), given)


def _sorted(rows: Neighbours, names: Names, order: Order) -> Neighbours:
    if order.column in ("function", "location"):
        functions = rows.functions
        if not functions:
            return rows
        named = [place for place, function in enumerate(functions) if function >= 0]
        for keys in text_keys(names, order.column, [max(0, function) for function in functions]):
            named.sort(key=keys.__getitem__)
        if order.descending:
            named.reverse()
        return rows.chosen(named + [place for place, function in enumerate(functions) if function < 0])
    values, places = rows.sort_values(order.column), list(range(len(rows)))
    ordered = sorted(places, key=values.__getitem__, reverse=order.descending)
    return rows if ordered == places else rows.chosen(ordered)


@dataclass(frozen=True, slots=True)
class CallLayout:
    """Widths of a Calls table of ``width`` cells."""

    width: int
    ncalls: int
    seconds: int
    gap: int
    bar: int
    shares: str
    """What a share is of: ``function``, ``total``, or ``none``."""
    share: int
    """Cells of a share, with the blank before it."""
    show_ncalls: bool
    show_tottime: bool

    @property
    def room(self) -> int:
        """Cells for function and location."""
        return self.width - self.used - 3

    @property
    def used(self) -> int:
        """Cells up to the end of the figures."""
        cells = 1 + (self.ncalls if self.show_ncalls else 0) + self.gap + self.seconds
        cells += self.gap + self.seconds if self.show_tottime else 0
        return cells + (self.share + 1 + self.bar if self.shares != "none" else 0)


def layout(
    figs: Figures, shown: Around, width: int, shares: str, ncalls: int = 0, order: Order = BY_TIME
) -> CallLayout:
    """The widths for ``shown`` in ``width`` cells; ``ncalls`` aligns the first column with a table above.

    When it is narrow the bar goes, then ncalls, then tottime; the sorted column never.
    """
    rows = shown.callers.widest + shown.callees.widest
    widest = max((len(figures.ncalls(n.ncalls, n.primitive_calls)) for n in rows), default=1)
    own = (
        figs.text("ncalls", shown.function)
        if figs.profile.ncalls and shown.function < figs.profile.count
        else ""
    )
    seconds = max(len(figs.unit.name) + 8 if figs.unit.name != "s" else 7, figs.time_width)
    first = max(ncalls, 10, widest, len(own))
    bar = 10 if width >= 100 else 7 if width >= 80 else 4
    percents = [figures.percent(_share(figs, shares, n, shown.function)) for n in rows]
    share = 1 + max([5, *map(len, percents)])
    for cells, show_ncalls, show_tottime in (
        (bar, True, True),
        (0, True, True),
        (0, order.column == "ncalls", True),
        (0, order.column == "ncalls", order.column == "tottime"),
    ):
        found = CallLayout(
            width, first, seconds, 2 if width >= 60 else 1, cells, shares, share, show_ncalls, show_tottime
        )
        if found.room >= min(24, width // 3):
            break
    return found


def heading(
    figs: Figures, names: Names, place: CallLayout, which: str, index: int, order: Order | None, note: str
) -> Line:
    """The heading of one half: ``callers of wrapper``; without ``order`` no column is marked as sorted."""
    order = order or Order("", True)
    mark = "▾" if order.descending else "▴"
    spans = [Span(" ", "heading")]
    titles = [("ncalls", place.ncalls, "ncalls")] if place.show_ncalls else []
    unit = "" if figs.unit.name == "s" else f" {figs.unit.name}"
    if place.show_tottime:
        titles.append(("tottime", place.gap + place.seconds, f"tottime{unit}"))
    titles.append(("cumtime", place.gap + place.seconds, f"cumtime{unit}"))
    for column, cells, title in titles:
        is_sorted = column == order.column
        spans.append(
            Span((mark + title if is_sorted else title).rjust(cells), "sorted" if is_sorted else "heading")
        )
    if place.shares != "none":
        share = "%" if place.shares == "function" else "% all"
        spans.append(Span(share.rjust(place.share) + " " * (place.bar + 1), "heading"))
    title = f"{which} of {spoken(names, index)}{note}"
    before = f" {mark}" if order.column == "function" else "  "
    spans.append(Span(before, "sorted"))
    spans.append(Span(cut_end(title, place.room), "sorted" if order.column == "function" else "heading"))
    location = (mark if order.column == "location" else " ") + "location"
    blank = place.room - cell_width(title) - len(location)
    if blank > 0:
        spans.append(Span(" " * blank))
        spans.append(Span(location, "sorted" if order.column == "location" else "heading"))
    return fitted(spans, place.width, "panel")


def row(
    figs: Figures,
    names: Names,
    place: CallLayout,
    neighbour: Neighbour,
    middle: int,
    query: Query | None,
    strip: bool,
) -> Line:
    """One caller or callee."""
    share = _share(figs, place.shares, neighbour, middle)
    spans = _figures(figs, place, neighbour, share, _own_share(figs, neighbour.function, middle))
    if neighbour.function == OWN_TIME:
        spans.append(Span("(own time)", "muted"))
    elif neighbour.function == OUTSIDE:
        spans.append(Span("(outside the profile)", "muted"))
    else:
        spans += name_and_location(names, neighbour.function, place.room, query, False, strip)
    return fitted(spans, place.width)


def middle_row(
    figs: Figures, names: Names, place: CallLayout, index: int, query: Query | None, strip: bool
) -> Line:
    """The selection itself, between the halves."""
    profile = figs.profile
    known = index < profile.count
    whole = Neighbour(
        index,
        profile.ncalls[index] if profile.ncalls and known else None,
        profile.primitive_calls[index] if profile.primitive_calls and known else None,
        profile.tottime[index] if known else None,
        profile.cumtime[index] if profile.cumtime and known else None,
    )
    share = _share(figs, place.shares, whole, index)
    spans = _figures(figs, place, whole, share, _own_share(figs, index, index))
    spans += name_and_location(names, index, place.room, query, known and figs.recursive(index), strip)
    return fitted(
        [Span(span.text, "title" if span.role == "text" else span.role) for span in spans], place.width
    )


def rest_row(figs: Figures, place: CallLayout, rest: Neighbours, which: str) -> Line:
    """What stands below the last row shown, added up; no cumulative time, nested calls would count twice."""
    own = list(rest.tottime)
    real = len(rest)
    if OWN_TIME in rest.functions:
        # It is no call.
        del own[rest.functions.index(OWN_TIME)]
        real -= 1
    if (checked := sum(own)) != checked:
        own = [time for time in own if time == time]
    ncalls = [count for count in rest.ncalls if count >= 0]
    total = Neighbour(OUTSIDE, sum(ncalls) if ncalls else None, None, sum(own) if own else None, None)
    spans = _figures(figs, place, total, None, None, blank=True)
    named = real - (OUTSIDE in rest.functions)
    noun = f"more {which[:-1] if named == 1 else which}"
    text = f"… {named:,} {noun}" if named else "… (own time)" if not real else "… (outside the profile)"
    return fitted([*spans, Span(text, "estimate")], place.width)


def _share(figs: Figures, shares: str, neighbour: Neighbour, middle: int) -> float | None:
    profile = figs.profile
    time = neighbour.tottime if neighbour.function == OWN_TIME else neighbour.cumtime
    if shares == "total":
        return figures.share(time, profile.total_time)
    if profile.cumtime is None or middle >= profile.count:
        return None
    return figures.share(time, profile.cumtime[middle])


def _own_share(figs: Figures, function: int, middle: int) -> float | None:
    index = middle if function == OWN_TIME else function
    return figs.value("tottime%", index) if 0 <= index < figs.profile.count else None


def _figures(
    figs: Figures,
    place: CallLayout,
    neighbour: Neighbour,
    share: float | None,
    own: float | None,
    blank: bool = False,
) -> list[Span]:
    """The columns of figures; ``blank`` leaves out what an added-up row has none of."""
    spans = [Span(" ")]
    special = neighbour.function < 0 or blank
    if place.show_ncalls:
        text = figures.ncalls(neighbour.ncalls, neighbour.primitive_calls)
        spans.append(Span(("" if special and neighbour.ncalls is None else text).rjust(place.ncalls)))
    times = [neighbour.tottime] if place.show_tottime else []
    for time in (*times, neighbour.cumtime):
        text = "" if special and time is None else figures.time(time, figs.unit)
        role = "muted" if figures.reads_as_zero(time, figs.unit) else "text"
        spans.append(Span(text.rjust(place.gap + place.seconds), role))
    if neighbour.estimated:
        spans[-1] = Span(_with_mark(spans[-1].text, place.gap), "estimate")
    if place.shares != "none":
        spans.append(Span(figures.percent(share).rjust(place.share), heat(own)))
        spans.append(Span(f" {figures.bar(share, place.bar)}", heat(own)))
    return [*spans, Span("  ")]


def _with_mark(text: str, gap: int) -> str:
    """``≈`` at the end of the gap before a figure, so that the digits stay aligned."""
    return f"{text[: gap - 1]}≈{text[gap:]}"

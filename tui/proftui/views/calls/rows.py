"""The Calls view as lines: callers, the function, callees."""

from __future__ import annotations

from proftui import messages
from proftui.analysis import calls
from proftui.analysis.columns import Figures, call_titles, has_counts
from proftui.analysis.names import Names
from proftui.analysis.neighbours import (
    CUMTIME,
    NCALLS,
    OUTSIDE,
    OWN_TIME,
    TOTTIME,
    Neighbour,
    Neighbours,
)
from proftui.analysis.order import Order, text_keys
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.fit import BAR, Candidate, Fit, bar_cells, fit_columns
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, cut_end
from proftui.frame import sentences
from proftui.frame.functions import name_and_location, spoken
from proftui_parsers.consistency import whole_time
from proftui_parsers.import_free import dataclass, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.search.query import Query
    from proftui.state.session import Session
    from proftui_parsers import Profile

BY_TIME = Order("cumtime", True)
PER_CALL, LOCATION = "percall", "location"
PER_CALL_FROM = 100
"""Cells from which on there is a column of times per call."""
_BESIDE_PER_CALL = 44
"""Cells of text for which times per call give way."""
_SMALL = 0.001
"""The part of a function's time below which a caller shares a row with others."""
_LEAST_CALLERS = 3
"""Callers that have a row of their own, however little they take."""


@dataclass(frozen=True, eq=False)
class Around:
    """A function with its callers and callees, in the order in which they are shown."""

    function: int
    callers: Neighbours
    callees: Neighbours
    in_file_order: tuple[Neighbours, Neighbours]
    """Callers and callees in the order of the file."""
    folded: int = 0
    """Callers, the last ones, that share one row."""

    def half(self, which: str) -> Neighbours:
        """All of ``callers`` or ``callees``."""
        return self.callers if which == "callers" else self.callees

    def length(self, which: str) -> int:
        """The rows of a half."""
        return len(self.half(which)) - (max(0, self.folded - 1) if which == "callers" else 0)

    def is_fold(self, which: str, number: int) -> bool:
        """Whether this row stands for several callers."""
        return which == "callers" and self.folded > 0 and number == len(self.callers) - self.folded


def nobody(session: Session, half: str, index: int) -> str:
    """Why there are no callers or callees of function ``index``."""
    if half == "callees":
        return messages.NO_CALLEES
    return sentences.no_callers(session, index)


def around(figs: Figures, names: Names, index: int, order: Order = BY_TIME) -> Around:
    """Everything one step away from function ``index``."""
    profile = figs.profile
    above, below = calls.callers(profile, index), calls.callees(profile, index)
    outside, own = calls.outside(profile, index, above), calls.own_time(profile, index)
    return _around(index, (above.and_also(outside), below.and_also(own if below else None)), names, order)


def ordered(shown: Around, names: Names, order: Order) -> Around:
    """A function with its callers and callees, in another order."""
    return _around(shown.function, shown.in_file_order, names, order)


def folding(shown: Around, profile: Profile) -> Around:
    """The same with the callers that take next to nothing in one row, so that the function stays in sight."""
    callers, function = shown.callers, shown.function
    whole = profile.cumtime[function] if profile.cumtime is not None and function < profile.count else 0.0
    least, times = _SMALL * whole, callers.cumtime
    small = {at for at, time in enumerate(times) if time < least and callers.functions[at] >= 0}
    missing = _LEAST_CALLERS - len(callers) + len(small)
    if missing > 0:
        small.difference_update(sorted(small, key=times.__getitem__, reverse=True)[:missing])
    if len(small) < 2:
        return shown
    large = [at for at in range(len(callers)) if at not in small]
    return replace(shown, callers=callers.chosen([*large, *sorted(small)]), folded=len(small))


def _around(index: int, halves: tuple[Neighbours, Neighbours], names: Names, order: Order) -> Around:
    return Around(index, _sorted(halves[0], names, order), _sorted(halves[1], names, order), halves)


def _sorted(rows: Neighbours, names: Names, order: Order) -> Neighbours:
    if order.column in ("function", "location"):
        return rows.chosen(by_text(rows.functions, names, order)) if rows.functions else rows
    values, positions = rows.sort_values(order.column), list(range(len(rows)))
    moved = sorted(positions, key=values.__getitem__, reverse=order.descending)
    return rows if moved == positions else rows.chosen(moved)


def by_text(functions: Sequence[int], names: Names, order: Order) -> list[int]:
    """The positions of functions in the order of a text; what is no function stands last."""
    named = [position for position, function in enumerate(functions) if function >= 0]
    for keys in text_keys(names, order.column, [max(0, function) for function in functions]):
        named.sort(key=keys.__getitem__)
    if order.descending:
        named.reverse()
    return named + [position for position, function in enumerate(functions) if function < 0]


@dataclass(frozen=True, slots=True)
class CallLayout:
    """The columns of a Calls table, then function and location."""

    fit: Fit
    gap: int
    """Cells before a time."""
    shares: str
    """What a share is of: ``function``, ``total``, or ``none``."""


def layout(
    figs: Figures, shown: Around, width: int, shares: str, ncalls: int = 0, order: Order = BY_TIME
) -> CallLayout:
    """The widths for ``shown`` in ``width`` cells; ``ncalls`` aligns the first column with a table above.

    When it is narrow the bar goes, times per call, then ncalls, then tottime; the sorted column never.
    """
    rows = [*shown.callers.widest, *shown.callees.widest, _whole(figs.profile, shown.function)]
    widest = max(len(figures.ncalls(one.ncalls, one.primitive_calls)) for one in rows)
    times = [figures.time(time, figs.unit) for one in rows for time in (one.tottime, one.cumtime)]
    headings = [figures.titled(title, figs.unit) for title in list(call_titles(figs.profile).values())[1:]]
    seconds = max(*map(len, headings), figs.time_width, *map(len, times))
    gap, least = 2 if width >= 60 else 1, min(24, width // 3)
    goes = {"ncalls": 3, "tottime": 4, PER_CALL: 2} | {order.column: 0}
    columns = [
        *(
            [Candidate("ncalls", max(ncalls, 10, widest), 0, goes["ncalls"], least)]
            if has_counts(figs.profile)
            else []
        ),
        Candidate("tottime", gap + seconds, 0, goes["tottime"], least),
        Candidate("cumtime", gap + seconds),
    ]
    bar_width = bar_cells(width)
    if has_per_call(figs.profile) and (width >= PER_CALL_FROM or order.column == PER_CALL):
        # No call takes longer than all of them.
        texts = [messages.PER_CALL, *(figures.per_call(one.cumtime) for one in rows)]
        least, bar_width = _BESIDE_PER_CALL, bar_cells(width - 20)
        columns.append(Candidate(PER_CALL, gap + max(map(len, texts)), 0, goes[PER_CALL], least))
    if shares != "none":
        percents = [figures.percent(_share(figs, shares, n, shown.function)) for n in rows]
        # A blank before a share and one behind it, also without the bar.
        columns.append(Candidate("share", 2 + max([5, *map(len, percents)])))
        columns.append(Candidate(BAR, bar_width, 0, 1, least))
    return CallLayout(fit_columns(columns, width).held_together(), gap, shares)


def has_per_call(profile: Profile) -> bool:
    """Whether calls were counted, and timed."""
    return profile.measure.unit == "s" and profile.ncalls is not None and not profile.measure.sampled


def heading(
    figs: Figures,
    names: Names,
    columns: CallLayout,
    which: str,
    index: int,
    order: Order | None,
    note: str,
    location: str = LOCATION,
) -> Line:
    """The heading of one half: ``callers of wrapper``; without ``order`` no column is marked as sorted.

    ``location``: the title above the locations.
    """
    order = order or Order("", True)
    mark = "▾" if order.descending else "▴"
    spans = [Span(" ", "heading")]
    titles = call_titles(figs.profile)
    titles |= {name: figures.titled(titles[name], figs.unit) for name in ("tottime", "cumtime")}
    titles[PER_CALL] = messages.PER_CALL
    titles["share"] = "% " if columns.shares == "function" else "% all "
    for name, cells, _, _ in columns.fit.placed:
        is_sorted = name == order.column
        title = (mark if is_sorted else "") + titles.get(name, "")
        spans.append(Span(title.rjust(cells), "sorted" if is_sorted else "heading"))
    left = columns.fit.left
    title = f"{which} of {spoken(names, index)}{note}"
    before = f" {mark}" if order.column == "function" else "  "
    spans.append(Span(before, "sorted"))
    spans.append(Span(cut_end(title, left), "sorted" if order.column == "function" else "heading"))
    location = (mark if order.column == "location" else " ") + location
    blank = left - cell_width(title) - len(location)
    if blank > 0:
        spans.append(Span(" " * blank))
        spans.append(Span(location, "sorted" if order.column == "location" else "heading"))
    return fitted(spans, columns.fit.width, "panel")


def column_at(columns: CallLayout, cell: int) -> str:
    """The column whose heading stands at ``cell``; that of the shares is the cumulative time's."""
    name = columns.fit.at(cell)
    text = "location" if cell >= columns.fit.width - len(" location ") else "function"
    return "cumtime" if name == "share" else name or text


def row(
    figs: Figures,
    names: Names,
    columns: CallLayout,
    neighbour: Neighbour,
    middle: int,
    query: Query | None,
    strip: bool,
    location: str = "",
) -> Line:
    """One caller or callee; ``location``: what stands instead of where it is defined."""
    spans = _figures(figs, columns, neighbour, middle)
    if neighbour.function == OWN_TIME:
        spans.append(Span(messages.OWN_TIME_ROW, "muted"))
    elif neighbour.function == OUTSIDE:
        spans.append(Span(_outside(figs.profile), "muted"))
    else:
        left = columns.fit.left
        spans += name_and_location(
            names, neighbour.function, left, query, False, strip, shown_location=location
        )
    return fitted(spans, columns.fit.width)


def _outside(profile: Profile) -> str:
    if profile.grouped_by:
        return messages.OUTSIDE_THE_GROUPS
    return messages.OUTSIDE_THE_FOCUS if profile.is_focused else messages.OUTSIDE_THE_PROFILE


def middle_row(
    figs: Figures, names: Names, columns: CallLayout, index: int, query: Query | None, strip: bool
) -> Line:
    """The selection itself, between the halves."""
    spans = _figures(figs, columns, _whole(figs.profile, index), index)
    recursive = index < figs.profile.count and figs.recursive(index)
    spans += name_and_location(names, index, columns.fit.left, query, recursive, strip)
    return fitted(
        [Span(span.text, "title" if span.role == "text" else span.role) for span in spans], columns.fit.width
    )


def _whole(profile: Profile, index: int) -> Neighbour:
    """The figures of a function itself, as those of a row."""
    known = index < profile.count
    return Neighbour(
        index,
        profile.ncalls[index] if profile.ncalls and known else None,
        profile.primitive_calls[index]
        if profile.primitive_calls and known and not profile.measure.sampled
        else None,
        profile.tottime[index] if known else None,
        profile.cumtime[index] if profile.cumtime and known else None,
        calls.marks_of(profile, index),
    )


def fold_row(figs: Figures, columns: CallLayout, shown: Around) -> Line:
    """The callers that share one row; where the function is never within itself, with their time."""
    rest, index = shown.callers[len(shown.callers) - shown.folded :], shown.function
    time = None if figs.recursive(index) else sum(rest.cumtime)
    total = _sum(figs, rest)._replace(cumtime=time, estimated=max(rest.estimated, default=0))
    return _rest(figs, columns, total, messages.MORE_CALLERS.format(len(rest)), index)


def rest_row(figs: Figures, columns: CallLayout, rest: Neighbours, which: str) -> Line:
    """What stands below the last row shown, added up; no cumulative time, nested calls would count twice."""
    real = len(rest) - (OWN_TIME in rest.functions)
    named = real - (OUTSIDE in rest.functions)
    noun = f"more {which[:-1] if named == 1 else which}"
    text = f"{named:,} {noun}" if named else messages.OWN_TIME_ROW if not real else _outside(figs.profile)
    return _rest(figs, columns, _sum(figs, rest), text)


def _rest(figs: Figures, columns: CallLayout, total: Neighbour, text: str, middle: int | None = None) -> Line:
    spans = _figures(figs, columns, total, middle)
    return fitted([*spans, Span(f"… {text}", "estimate")], columns.fit.width)


def _sum(figs: Figures, rest: Neighbours) -> Neighbour:
    """The calls and the own time of several; samples may be in several of them, and are not added up."""
    own = list(rest.tottime)
    if OWN_TIME in rest.functions:
        # It is no call.
        del own[rest.functions.index(OWN_TIME)]
    if (checked := sum(own)) != checked:
        own = [time for time in own if time == time]
    ncalls = [count for count in rest.ncalls if count >= 0 and not figs.profile.measure.sampled]
    marks = 0
    for mark in rest.estimated:
        marks |= mark & (TOTTIME | NCALLS)
    return Neighbour(OUTSIDE, sum(ncalls) if ncalls else None, None, sum(own) if own else None, None, marks)


def _share(figs: Figures, shares: str, neighbour: Neighbour, middle: int) -> float | None:
    return figures.share(*_part_of(figs, shares, neighbour, middle))


def _part_of(
    figs: Figures, shares: str, neighbour: Neighbour, middle: int
) -> tuple[float | None, float | None]:
    """The figure of which a share stands there, and what it is a share of."""
    profile = figs.profile
    time = neighbour.tottime if neighbour.function == OWN_TIME else neighbour.cumtime
    if shares == "total":
        return time, whole_time(profile)
    if profile.cumtime is None or middle >= profile.count:
        return time, None
    return time, profile.cumtime[middle]


def _figures(
    figs: Figures, columns: CallLayout, neighbour: Neighbour, middle: int | None = None
) -> list[Span]:
    """The columns of figures; without a ``middle``, what a share is of, those that can be added up."""
    spans = [Span(" ")]
    special = neighbour.function < 0
    for name, cells, _, _ in columns.fit.placed:
        if name == BAR:
            # Whatever the figure is a share of, the function itself has the full bar.
            part = None if middle is None else _share(figs, "function", neighbour, middle)
            spans.append(Span(figures.bar(part, cells), "library"))
        elif name == "share":
            parts = (None, None) if middle is None else _part_of(figs, columns.shares, neighbour, middle)
            spans += [Span(figures.share_in_table(*parts).rjust(cells - 1), "library"), Span(" ", "library")]
        elif name == "ncalls":
            text = figures.ncalls(neighbour.ncalls, neighbour.primitive_calls)
            text = "" if special and neighbour.ncalls is None else text
            if neighbour.estimated & NCALLS and neighbour.ncalls == 0:
                text = "<1"
            spans.append(Span(f"≈{text}".rjust(cells) if neighbour.estimated & NCALLS else text.rjust(cells)))
        elif name == PER_CALL:
            unknown = special or (neighbour.estimated & NCALLS and not neighbour.ncalls)
            text = "" if unknown else figures.per_call(neighbour.per_call)
            estimated = neighbour.estimated & (CUMTIME | NCALLS) if text else 0
            spans.append(_time_span(columns, text.rjust(cells), "text", estimated))
        else:
            time = neighbour.tottime if name == "tottime" else neighbour.cumtime
            text = ("" if special and time is None else figures.time(time, figs.unit)).rjust(cells)
            estimated = neighbour.estimated & (CUMTIME if name == "cumtime" else TOTTIME)
            spans.append(_time_span(columns, text, _role(figs, name, time), estimated))
    return [*spans, Span("  ")]


def _role(figs: Figures, column: str, time: float | None) -> str:
    """Heat is of own time."""
    if figures.reads_as_zero(time, figs.unit):
        return "muted"
    return heat(figures.share(time, whole_time(figs.profile))) if column == "tottime" else "text"


def _time_span(columns: CallLayout, text: str, role: str, estimated: int) -> Span:
    """A time; of an estimate ``≈`` at the end of the gap before it, so that the digits stay aligned."""
    if not estimated:
        return Span(text, role)
    return Span(f"{text[: columns.gap - 1]}≈{text[columns.gap :]}", "estimate")

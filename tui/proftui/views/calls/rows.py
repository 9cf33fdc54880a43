"""The Calls view as lines: callers, the function, callees."""

from __future__ import annotations

from proftui.analysis import calls
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME, Neighbour, Neighbours
from proftui.analysis.order import Order, text_keys
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.fit import BAR, Candidate, Fit, bar_cells, fit_columns
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, cut_end
from proftui.frame import messages
from proftui.frame.functions import name_and_location, spoken
from proftui_parsers.consistency import whole_time
from proftui_parsers.import_free import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.search.query import Query
    from proftui.state.session import Session

BY_TIME = Order("cumtime", True)


@dataclass(frozen=True, eq=False)
class Around:
    """A function with its callers and callees, in the order in which they are shown."""

    function: int
    callers: Neighbours
    callees: Neighbours
    in_file_order: tuple[Neighbours, Neighbours]
    """Callers and callees in the order of the file."""

    def half(self, which: str) -> Neighbours:
        """The rows of ``callers`` or ``callees``."""
        return self.callers if which == "callers" else self.callees


def nobody(session: Session, half: str, index: int) -> str:
    """Why there are no callers or callees of function ``index``."""
    if half == "callees":
        return messages.NO_CALLEES
    is_start = calls.starts_program(session.profile, index, session.whole)
    return messages.NO_CALLERS[is_start]


def around(figs: Figures, names: Names, index: int, order: Order = BY_TIME) -> Around:
    """Everything one step away from function ``index``."""
    profile = figs.profile
    above, below = calls.callers(profile, index), calls.callees(profile, index)
    outside, own = calls.outside(profile, index, above), calls.own_time(profile, index)
    return _around(index, (above.and_also(outside), below.and_also(own if below else None)), names, order)


def ordered(shown: Around, names: Names, order: Order) -> Around:
    """A function with its callers and callees, in another order."""
    return _around(shown.function, shown.in_file_order, names, order)


def _around(index: int, halves: tuple[Neighbours, Neighbours], names: Names, order: Order) -> Around:
    return Around(index, _sorted(halves[0], names, order), _sorted(halves[1], names, order), halves)


def _sorted(rows: Neighbours, names: Names, order: Order) -> Neighbours:
    if order.column in ("function", "location"):
        functions = rows.functions
        if not functions:
            return rows
        named = [position for position, function in enumerate(functions) if function >= 0]
        for keys in text_keys(names, order.column, [max(0, function) for function in functions]):
            named.sort(key=keys.__getitem__)
        if order.descending:
            named.reverse()
        return rows.chosen(named + [position for position, function in enumerate(functions) if function < 0])
    values, positions = rows.sort_values(order.column), list(range(len(rows)))
    moved = sorted(positions, key=values.__getitem__, reverse=order.descending)
    return rows if moved == positions else rows.chosen(moved)


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

    When it is narrow the bar goes, then ncalls, then tottime; the sorted column never.
    """
    rows = shown.callers.widest + shown.callees.widest
    widest = max((len(figures.ncalls(n.ncalls, n.primitive_calls)) for n in rows), default=1)
    own = (
        figs.text("ncalls", shown.function)
        if figs.profile.ncalls and shown.function < figs.profile.count
        else ""
    )
    seconds = max(len(figures.titled("tottime", figs.unit)), figs.time_width)
    gap, least = 2 if width >= 60 else 1, min(24, width // 3)
    goes = {"ncalls": 2, "tottime": 3} | {order.column: 0}
    columns = [
        Candidate("ncalls", max(ncalls, 10, widest, len(own)), 0, goes["ncalls"], least),
        Candidate("tottime", gap + seconds, 0, goes["tottime"], least),
        Candidate("cumtime", gap + seconds),
    ]
    if shares != "none":
        percents = [figures.percent(_share(figs, shares, n, shown.function)) for n in rows]
        # A blank before a share and one behind it, also without the bar.
        columns.append(Candidate("share", 2 + max([5, *map(len, percents)])))
        columns.append(Candidate(BAR, bar_cells(width), 0, 1, least))
    return CallLayout(fit_columns(columns, width), gap, shares)


def heading(
    figs: Figures, names: Names, columns: CallLayout, which: str, index: int, order: Order | None, note: str
) -> Line:
    """The heading of one half: ``callers of wrapper``; without ``order`` no column is marked as sorted."""
    order = order or Order("", True)
    mark = "▾" if order.descending else "▴"
    spans = [Span(" ", "heading")]
    titles = {name: figures.titled(name, figs.unit) for name in ("tottime", "cumtime")} | {"ncalls": "ncalls"}
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
    location = (mark if order.column == "location" else " ") + "location"
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
) -> Line:
    """One caller or callee."""
    spans = _figures(figs, columns, neighbour, middle)
    if neighbour.function == OWN_TIME:
        spans.append(Span("(own time)", "muted"))
    elif neighbour.function == OUTSIDE:
        spans.append(Span("(outside the profile)", "muted"))
    else:
        spans += name_and_location(names, neighbour.function, columns.fit.left, query, False, strip)
    return fitted(spans, columns.fit.width)


def middle_row(
    figs: Figures, names: Names, columns: CallLayout, index: int, query: Query | None, strip: bool
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
    spans = _figures(figs, columns, whole, index)
    spans += name_and_location(names, index, columns.fit.left, query, known and figs.recursive(index), strip)
    return fitted(
        [Span(span.text, "title" if span.role == "text" else span.role) for span in spans], columns.fit.width
    )


def rest_row(figs: Figures, columns: CallLayout, rest: Neighbours, which: str) -> Line:
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
    spans = _figures(figs, columns, total)
    named = real - (OUTSIDE in rest.functions)
    noun = f"more {which[:-1] if named == 1 else which}"
    text = f"… {named:,} {noun}" if named else "… (own time)" if not real else "… (outside the profile)"
    return fitted([*spans, Span(text, "estimate")], columns.fit.width)


def _share(figs: Figures, shares: str, neighbour: Neighbour, middle: int) -> float | None:
    profile = figs.profile
    time = neighbour.tottime if neighbour.function == OWN_TIME else neighbour.cumtime
    if shares == "total":
        return figures.share(time, whole_time(profile))
    if profile.cumtime is None or middle >= profile.count:
        return None
    return figures.share(time, profile.cumtime[middle])


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
            share = None if middle is None else _share(figs, columns.shares, neighbour, middle)
            spans += [Span(figures.percent(share).rjust(cells - 1), "library"), Span(" ", "library")]
        elif name == "ncalls":
            text = figures.ncalls(neighbour.ncalls, neighbour.primitive_calls)
            spans.append(Span(("" if special and neighbour.ncalls is None else text).rjust(cells)))
        else:
            time = neighbour.tottime if name == "tottime" else neighbour.cumtime
            text = ("" if special and time is None else figures.time(time, figs.unit)).rjust(cells)
            if neighbour.estimated and name == "cumtime":
                spans.append(Span(_with_mark(text, columns.gap), "estimate"))
            else:
                spans.append(Span(text, _role(figs, name, time)))
    return [*spans, Span("  ")]


def _role(figs: Figures, column: str, time: float | None) -> str:
    """Heat is of own time."""
    if figures.reads_as_zero(time, figs.unit):
        return "muted"
    return heat(figures.share(time, whole_time(figs.profile))) if column == "tottime" else "text"


def _with_mark(text: str, gap: int) -> str:
    """``≈`` at the end of the gap before a figure, so that the digits stay aligned."""
    return f"{text[: gap - 1]}≈{text[gap:]}"

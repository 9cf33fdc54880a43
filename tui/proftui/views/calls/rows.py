"""The Calls view as lines: callers, the function, callees."""

from __future__ import annotations

from proftui import messages
from proftui.analysis import calls
from proftui.analysis.columns import call_titles, has_counts, has_per_call
from proftui.analysis.names import Names
from proftui.analysis.neighbours import CUMTIME, NCALLS, OUTSIDE, OWN_TIME, TOTTIME, Neighbour, Neighbours
from proftui.analysis.order import Order, text_keys
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.line import Line, Span, dimmed
from proftui.drawing.table import BAR, Column, Table, bar_cells, fit_columns
from proftui.frame import sentences
from proftui.frame.functions import name_and_location
from proftui.state.figures import Figures
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.search.query import Query
    from proftui.state.session import Session
    from proftui_parsers import Profile

BY_TIME = Order("cumtime", True)
PER_CALL = "percall"
PER_CALL_FROM = 100
"""Cells from which on there is a column of times per call."""
_BESIDE_PER_CALL = 44
"""Cells of text for which times per call give way."""


@dataclass(frozen=True, eq=False)
class Around:
    """A function with its callers and callees, in the order in which they are shown."""

    function: int
    callers: Neighbours
    callees: Neighbours

    def half(self, which: str) -> Neighbours:
        """All of ``callers`` or ``callees``."""
        return self.callers if which == "callers" else self.callees

    def length(self, which: str) -> int:
        """The rows of a half."""
        return len(self.half(which))


def nobody(session: Session, half: str) -> str:
    """Why there are no callers or callees."""
    return messages.NO_CALLEES if half == "callees" else sentences.no_callers(session)


def around(figs: Figures, names: Names, index: int, order: Order = BY_TIME) -> Around:
    """Everything one step away from function ``index``."""
    profile = figs.profile
    above, below = calls.callers(profile, index), calls.callees(profile, index)
    outside, own = calls.outside(profile, index, above), calls.own_time(profile, index)
    halves = above.and_also(outside), below.and_also(own if below else None)
    return Around(index, *(_sorted(half, names, order) for half in halves))


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


def layout(
    figs: Figures, shown: Around, width: int, shares: str, ncalls: int = 0, order: Order = BY_TIME
) -> Table:
    """The columns for ``shown`` in ``width`` cells; ``ncalls`` aligns the first one with a table above.

    ``shares``: what a share is of: ``function``, ``total``, or ``none``. When it is narrow the bar goes,
    times per call, then ncalls, then tottime; the sorted column never.
    """
    rows = [*shown.callers.widest, *shown.callees.widest, whole_of(figs.profile, shown.function)]
    cells = _Cells(figs, shown.function, shares, 2 if width >= 60 else 1)
    titles = {key: figures.titled(title, figs.unit) for key, title in call_titles(figs.profile).items()}
    widest = max(len(figures.ncalls(one.ncalls, one.primitive_calls)) for one in rows)
    times = [figures.time(time, figs.unit) for one in rows for time in (one.tottime, one.cumtime)]
    seconds = cells.gap + max(
        len(titles["tottime"]), len(titles["cumtime"]), figs.time_width, *map(len, times)
    )
    least, bar_width = min(24, width // 3), bar_cells(width)
    goes = {"ncalls": 3, "tottime": 4, PER_CALL: 2} | {order.column: 0}
    columns = []
    if has_counts(figs.profile):
        counted = max(ncalls, 10, widest)
        title = call_titles(figs.profile)["ncalls"]
        columns.append(Column("ncalls", title, cells.ncalls, counted, 0, goes["ncalls"], least))
    columns += [
        Column("tottime", titles["tottime"], cells.tottime, seconds, 0, goes["tottime"], least),
        Column("cumtime", titles["cumtime"], cells.cumtime, seconds),
    ]
    if has_per_call(figs.profile) and (width >= PER_CALL_FROM or order.column == PER_CALL):
        # No call takes longer than all of them.
        texts = [messages.PER_CALL, *(figures.per_call(one.cumtime) for one in rows)]
        least, bar_width, per_call = _BESIDE_PER_CALL, bar_cells(width - 20), cells.gap + max(map(len, texts))
        columns.append(
            Column(PER_CALL, messages.PER_CALL, cells.per_call, per_call, 0, goes[PER_CALL], least)
        )
    if shares != "none":
        percents = [figures.percent(figures.share(*cells.part(n))) for n in rows]
        # A blank before a share and one behind it, also without the bar.
        title, share = "% " if shares == "function" else "% all ", 2 + max([5, *map(len, percents)])
        columns.append(Column("share", title, cells.share, share))
        columns.append(Column(BAR, "", cells.bar, bar_width, 0, 1, least))
    return fit_columns(columns, width).held_together()


def column_at(table: Table, cell: int) -> str:
    """The column whose heading stands at ``cell``; that of the shares is the cumulative time's."""
    name = table.at(cell)
    text = "location" if cell >= table.width - len(" location ") else "function"
    return "cumtime" if name == "share" else name or text


class CallRows(NamedTuple):
    """Writes callers and callees, and the function between them."""

    figs: Figures
    names: Names
    table: Table
    query: Query | None = None
    strip: bool = False

    def row(self, shown: object, function: int, location: str = "", *, is_gone: bool = False) -> Line:
        """One caller or callee; ``location``: what stands instead of where it is defined."""
        if function in (OWN_TIME, OUTSIDE):
            text = messages.OWN_TIME_ROW if function == OWN_TIME else outside_label(self.figs.profile)
            return self.table.row(shown, [Span(text, "muted")])
        spans = self._text(function, location=location)
        return self.table.row(shown, dimmed(spans) if is_gone else spans)

    def middle(self, shown: object, function: int) -> Line:
        """The selection itself, between the halves."""
        is_one_side = isinstance(shown, Neighbour) and function < self.figs.profile.count
        text = self._text(function, recursive=is_one_side and self.figs.recursive(function))
        spans = self.table.row(shown, text).spans
        return Line(tuple(Span(span.text, "title" if span.role == "text" else span.role) for span in spans))

    def _text(self, function: int, *, recursive: bool = False, location: str = "") -> list[Span]:
        names, left, query = self.names, self.table.left, self.query
        return name_and_location(names, function, left, query, recursive, self.strip, shown_location=location)


def outside_label(profile: Profile) -> str:
    """What calls from outside are called."""
    if profile.grouped_by:
        return messages.OUTSIDE_THE_GROUPS
    return messages.OUTSIDE_THE_FOCUS if profile.is_focused else messages.OUTSIDE_THE_PROFILE


def whole_of(profile: Profile, index: int) -> Neighbour:
    """The figures of a function itself, as those of a row."""
    known = index < profile.count
    return Neighbour(
        index,
        profile.ncalls[index] if profile.ncalls and known else None,
        profile.outermost[index] if profile.outermost and known else None,
        profile.tottime[index] if known else None,
        profile.cumtime[index] if profile.cumtime and known else None,
        calls.marks_of(profile, index),
    )


class _Cells:
    """Figures of callers and callees of a function; a row is a :class:`Neighbour`."""

    def __init__(self, figs: Figures, middle: int, shares: str, gap: int) -> None:
        self.figs, self.shares, self.middle, self.gap = figs, shares, middle, gap
        profile = figs.profile
        has_whole = profile.cumtime is not None and middle < profile.count
        self._whole = profile.cumtime[middle] if has_whole and profile.cumtime is not None else None

    def part(self, one: Neighbour) -> tuple[float | None, float | None]:
        """The figure of which a share stands there, and what it is a share of."""
        time = one.tottime if one.function == OWN_TIME else one.cumtime
        return time, self.figs.profile.total_time if self.shares == "total" else self._whole

    def bar(self, one: Neighbour, cells: int) -> Sequence[Span]:
        # Whatever the figure is a share of, the function itself has the full bar.
        part = figures.share(self.part(one)[0], self._whole)
        return (Span(figures.bar(part, cells), "library"),)

    def share(self, one: Neighbour, cells: int) -> Sequence[Span]:
        return (Span(figures.share_in_table(*self.part(one)).rjust(cells - 1) + " ", "library"),)

    def ncalls(self, one: Neighbour, cells: int) -> Sequence[Span]:
        estimated = one.estimated & NCALLS
        text = figures.ncalls(one.ncalls, one.primitive_calls)
        text = "" if one.function < 0 and one.ncalls is None else text
        if estimated:
            text = f"≈{'<1' if one.ncalls == 0 else text}"
        return (Span(text.rjust(cells)),)

    def per_call(self, one: Neighbour, cells: int) -> Sequence[Span]:
        unknown = one.function < 0 or (one.estimated & NCALLS and not one.ncalls)
        text = "" if unknown else figures.per_call(one.per_call)
        return self._time(text, cells, "text", one.estimated & (CUMTIME | NCALLS) if text else 0)

    def tottime(self, one: Neighbour, cells: int) -> Sequence[Span]:
        # Heat is of own time.
        role = heat(figures.share(one.tottime, self.figs.profile.total_time))
        return self._seconds(one, one.tottime, cells, role, one.estimated & TOTTIME)

    def cumtime(self, one: Neighbour, cells: int) -> Sequence[Span]:
        return self._seconds(one, one.cumtime, cells, "text", one.estimated & CUMTIME)

    def _seconds(
        self, one: Neighbour, time: float | None, cells: int, role: str, estimated: int
    ) -> Sequence[Span]:
        unit = self.figs.unit
        text = "" if one.function < 0 and time is None else figures.time(time, unit)
        return self._time(text, cells, figures.role_of(time, unit, role), estimated)

    def _time(self, text: str, cells: int, role: str, estimated: int) -> Sequence[Span]:
        """A time; of an estimate ``≈`` at the end of the gap before it, so that the digits stay aligned."""
        text = text.rjust(cells)
        if not estimated:
            return (Span(text, role),)
        return (Span(f"{text[: self.gap - 1]}≈{text[self.gap :]}", "estimate"),)

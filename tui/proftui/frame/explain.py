"""How the figures of a row came about, in at most six rows: what each is made of, what it lies between."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from proftui import messages
from proftui.analysis import calls
from proftui.analysis.columns import (
    COUNT,
    PER_CALL,
    SHAPED,
    TIME,
    Column,
    call_titles,
    columns_of,
    has_counts,
)
from proftui.analysis.neighbours import CUMTIME, Neighbour
from proftui.drawing import figures
from proftui.drawing.formula import difference, in_digits, product, total
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.drawing.table import Column as Placed
from proftui.drawing.table import fit_columns
from proftui.frame.functions import spoken
from proftui.state.stand_ins import shown_as
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.state.session import Session

MOST = 6
"""Rows of an explanation."""
WIDTH = 74
"""Cells of the sheet: a page that is read, on the smallest terminal too."""
_LABEL = 9
_NEAR = 1e-6


class Row(NamedTuple):
    """A figure with what it is called, and what it is made of; or only a sentence."""

    label: str
    figure: str = ""
    what: str = ""


class Explanation(NamedTuple):
    """What is explained, and its figures."""

    name: str
    figures: Sequence[Row]

    @property
    def title(self) -> str:
        """The heading of the sheet."""
        return messages.EXPLAIN_TITLE.format(self.name)

    def rows(self) -> list[Sequence[Span]]:
        """The sheet."""
        cells = max((cell_width(row.figure) for row in self.figures), default=0)
        label = Placed("label", "", lambda row, wide: (Span(row.label.ljust(wide), "title"),), _LABEL)
        figure = Placed("figure", "", lambda row, wide: (Span(row.figure.rjust(wide)),), cells)
        table = fit_columns([label, figure], WIDTH, 0)

        def cut(text: str, room: int) -> Span:
            return Span(cut_end(clean(text, WIDTH), room), "muted")

        return [
            [*table.figures(row), cut(row.what, table.left)] if row.figure else [cut(row.what, WIDTH)]
            for row in self.figures
        ]


def explanation(name: str, rows: Iterable[Row]) -> Explanation:
    """The first of these rows."""
    return Explanation(name, [*rows][:MOST])


def amount(session: Session, seconds: float) -> str:
    """A time with its unit, in so many digits that it is never read as nothing."""
    unit = session.figures.unit
    return figures.counted_in(in_digits(seconds, unit), unit)


def between(session: Session, low: float, high: float) -> str:
    """What an estimate lies between."""
    if low == -math.inf:
        return messages.NOT_PROVEN
    unit = session.figures.unit
    return messages.BETWEEN.format(in_digits(low, unit), amount(session, high))


def share(part: float, whole: float, of: str) -> str:
    """A share and what it is of; nothing where that makes no sense."""
    percent = figures.percent(figures.share(part, whole))
    return f"{percent} % {of}" if percent else ""


def said(*parts: str) -> str:
    """What is known of a figure."""
    return " · ".join(filter(None, parts))


# Functions


def function(session: Session, index: int) -> Explanation:
    """The figures of a row of Functions."""
    profile, figs = session.profile, session.figures
    shown = shown_as(session, index) if profile.grouped_by else index
    if shown is None:
        return Explanation("", [])
    columns = [c for c in columns_of(profile) if c.kind in (COUNT, TIME, PER_CALL) and c.key not in SHAPED]
    known = [column for column in columns if figs.value(column.key, shown) is not None]
    rows = [_of_column(session, column, shown) for column in known]
    if not rows:
        rows = [Row("", "", messages.ONLY_A_CALLER)]
    elif profile.measure.sampled:
        rows.append(Row("", "", messages.SAMPLED_FIGURES))
    return explanation(spoken(session.names, shown), rows)


def _of_column(session: Session, column: Column, index: int) -> Row:
    """A figure in a column."""
    figs, profile, title = session.figures, session.profile, column.title.removeprefix(messages.CALLS_ONLY)
    value = figs.value(column.key, index) or 0.0
    if column.kind == COUNT:
        made = "" if profile.is_shaped else _of_calls(profile, column, index)
        text = figures.thousands(figs.text(column.key, index))
        return Row(title, text, made or column.meaning.partition(";")[0])
    if column.kind == PER_CALL:
        mark = "" if figs.bounds(column.key, index) is None else "≈ "
        return Row(title, mark + figures.per_call(value), column.meaning)
    bounds = figs.bounds(column.key, index)
    of = messages.OF_RUN if profile.has_calls else messages.OF_LINES_ADDED.strip()
    left_out = column.of == "cumtime" and checked(profile).contradicts
    part = "" if left_out else share(value, session.whole, of)
    if bounds is not None:
        mark, made = "≈ ", between(session, bounds.low, bounds.high)
    else:
        mark, made = "", _made_of(session, column, index) or _meaning(profile, column)
    return Row(title, mark + amount(session, value), said(part, made))


def _meaning(profile: Profile, column: Column) -> str:
    return messages.IN_SHORT[column.of] if profile.has_calls else column.meaning


def _of_calls(profile: Profile, column: Column, index: int) -> str:
    """How many calls were made while the function ran, and how many by nobody in the profile."""
    if column.of != "ncalls" or profile.ncalls is None or profile.measure.sampled:
        return ""
    every, primitive = profile.ncalls[index], (profile.primitive_calls or profile.ncalls)[index]
    if 0 <= primitive < every:
        return messages.RECURSIVE_CALLS.format(every - primitive)
    callers = calls.callers(profile, index)
    others = every - sum(callers.ncalls or ()) if profile.has_edges else 0
    return messages.CALLED_BY_OTHERS.format(others) if others > 0 else ""


def _made_of(session: Session, column: Column, index: int) -> str:
    """The parts of a time, where they make it up."""
    profile, unit, shaped = session.profile, session.figures.unit, session.shaped
    if column.of == "tottime" and profile.folded_title and shaped is not None and not profile.is_focused:
        parts = total(shaped.recorded_own[index], shaped.folded[index])
        return messages.OWN_AND_CHARGED.format(parts.text(unit))
    if column.of != "cumtime" or not profile.has_edges or not profile.edges.timed or profile.is_shaped:
        return ""
    others = calls.time_of_others(calls.callees(profile, index), index)
    own, whole = profile.tottime[index], profile.cumtime[index] if profile.cumtime is not None else 0.0
    adds_up = others and abs(own + others - whole) <= _NEAR * max(whole, 1e-9)
    return messages.OWN_AND_CALLEES.format(total(own, others).text(unit)) if adds_up else ""


# A caller or callee


def edge(session: Session, selection: int, caller: int, callee: int) -> Explanation:
    """The figures of calls of one function by another, in Calls of ``selection``."""
    names, profile = session.names, session.profile
    found = (row for row in calls.callers(profile, callee) if row.function == caller)
    name = f"{spoken(names, caller)} → {spoken(names, callee)}"
    return explanation(name, (row for one in found for row in _of_edge(session, selection, callee, one)))


def _of_edge(session: Session, selection: int, callee: int, row: Neighbour) -> Iterator[Row]:
    profile, titles = session.profile, call_titles(session.profile)
    counted, own, time = messages.EDGE_OF[profile.measure.sampled]
    if row.ncalls is not None and has_counts(profile):
        yield Row(
            titles["ncalls"], figures.thousands(figures.ncalls(row.ncalls, row.primitive_calls)), counted
        )
    if row.tottime is not None:
        yield Row(titles["tottime"], amount(session, row.tottime), own)
    if row.cumtime is None:
        return
    whole = profile.cumtime[selection] if profile.cumtime and selection < profile.count else 0.0
    part = share(row.cumtime, whole, messages.OF_CUMTIME.format(spoken(session.names, selection)))
    is_estimate = bool(row.estimated & CUMTIME)
    mark = "≈ " if is_estimate else ""
    yield Row(titles["cumtime"], mark + amount(session, row.cumtime), part or time)
    if is_estimate and not profile.is_shaped and profile.cumtime and profile.ncalls and row.ncalls:
        shared = product(profile.cumtime[callee], row.ncalls, profile.ncalls[callee])
        yield Row("", "", messages.SHARED_BY_CALLS.format(shared.text(session.figures.unit)))
    elif part:
        yield Row("", "", time)


def from_outside(session: Session, index: int) -> Explanation:
    """The calls of a function that no profiled function made."""
    profile = session.profile
    edges = profile.edges
    if profile.ncalls is None:
        return Explanation(spoken(session.names, index), [Row("", "", messages.NO_CALLER_COUNTED)])
    made = difference(profile.ncalls[index], sum(edges.ncalls[edges.starts[index] : edges.starts[index + 1]]))
    row = Row("ncalls", f"{made.result:,.0f}", f"= {made.text()} · {messages.NO_CALLER_COUNTED}")
    return Explanation(spoken(session.names, index), [row])

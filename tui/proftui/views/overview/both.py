"""The page of a comparison: its causes, the functions that changed most, what is new and what is gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest

from proftui import messages
from proftui.analysis.compare.measured import OWN
from proftui.drawing import changes, figures
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, clean, cut_end, pad
from proftui.frame import compare_words
from proftui.frame.compared_columns import figures_of, row_of_both, table_of_both
from proftui.frame.rows import state_line
from proftui.state.session import Session
from proftui.views.overview.page import PageRow, allotted
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.compare.causes import Cause, Causes
    from proftui.drawing.table import Table
    from proftui.state.compared import Compared

CAUSE, CHANGED, ALONE = "cause", "changed", "alone"
"""Kinds of rows, in the order of their sections."""
_LEAST = {CAUSE: 4, CHANGED: 3, ALONE: 3}
_MOST = {CAUSE: 7, CHANGED: 14, ALONE: 8}
_MOST_OF_MANY = 13
"""Causes where there is much room; in each case one row is what all others are."""
_MUCH = 30
_GROWING = (CAUSE, CHANGED, ALONE)
_BAR = 7


@dataclass(frozen=True, slots=True)
class BothRow(PageRow):
    """A row, of a function by its number in the session's profile; without one, see what it is."""

    cause: int = -1
    """Which of the listed causes it is; of all others, the first of them."""
    is_heading: bool = False
    is_rest: bool = False
    """Whether it is all other causes."""


def page(session: Session, height: int) -> list[BothRow]:
    """The rows below the first one, at most ``height`` where the smallest page is not more."""
    compared = session.both
    if compared.now.is_same:
        return []
    found = _found(compared)
    wanted = {kind: len(rows) for kind, rows in found.items()}
    most = _MOST | ({CAUSE: _MOST_OF_MANY} if height >= _MUCH else {})
    rows = allotted(wanted, _LEAST, most, height - len(found), _GROWING)
    if rows[CAUSE] < wanted[CAUSE]:
        found[CAUSE] = [
            *found[CAUSE][: max(0, rows[CAUSE] - 1)],
            BothRow(CAUSE, cause=max(0, rows[CAUSE] - 1), is_rest=True),
        ]
    shown: list[BothRow] = []
    for kind in (CAUSE, CHANGED, ALONE):
        if found[kind] or kind == ALONE:
            shown += [BothRow(kind, is_heading=True), *found[kind][: rows[kind]]]
    return shown


def _found(compared: Compared) -> dict[str, list[BothRow]]:
    causes, about = compared.now.causes, compared.now.page
    index = compared.index_of_row
    listed = [
        BothRow(CAUSE, index[cause.term.callee], cause=number)
        for number, cause in enumerate(() if causes is None else causes.listed)
    ]
    # There may be very many, of which few are shown; on another scale others are.
    order = [-max(0.0, abs(change)) for change in compared.figures_of_rows.changes(OWN)].__getitem__
    changed = nsmallest(_MOST[CHANGED], about.changed, key=order)
    alone = nsmallest(_MOST[ALONE], [*about.new, *about.gone], key=order)
    return {
        CAUSE: listed or [BothRow(CAUSE)],
        CHANGED: [BothRow(CHANGED, index[row]) for row in changed],
        ALONE: [BothRow(ALONE, index[row]) for row in alone],
    }


# Drawing


def layout(session: Session, width: int, screen: int, rows: Sequence[PageRow]) -> Table:
    """The columns of functions."""
    compared = session.both
    known = (compared.row(row.function) for row in rows if row.kind != CAUSE and row.function is not None)
    shown = [figures_of(compared, row, OWN) for row in known if row is not None]
    return table_of_both(session, OWN, width, shown, with_cumtime=True, screen=screen)


def first_row(session: Session, width: int) -> Line:
    """What counts explain and what times per call do, and the control group."""
    said = compare_words.sums(session.both, session.figures.unit, width)
    return fitted([Span(f" {said}")], width)


def row_line(session: Session, columns: Table, row: BothRow) -> Line:
    """One row; its first cell is left for the cursor."""
    if row.kind == CAUSE:
        return _cause_line(session, row, columns.width)
    if row.is_heading:
        return _heading(session, columns, row.kind)
    return row_of_both(session, columns, -1 if row.function is None else row.function, measure=OWN)


def _heading(session: Session, columns: Table, kind: str) -> Line:
    if kind == ALONE:
        width, now = columns.width, session.both.now
        noun = now.new.profile.grouped_by or "function"
        said = compare_words.one_side(now.page, session.figures.unit, noun)
        return fitted([Span(f" {cut_end(said, width - 2)}", "heading")], width, "panel")
    return columns.heading(messages.CHANGED_MOST, "location")


def _cause_line(session: Session, row: BothRow, width: int) -> Line:
    compared = session.both
    causes, unit = compared.now.causes, session.figures.unit
    listed = () if causes is None else causes.listed
    cells = max([8, *(len(changes.time(cause.time, unit)) + 2 for cause in listed)])
    if row.is_heading:
        head = pad(figures.titled("Δ", unit), cells)
        said = figures.plural(len(listed), messages.CAUSES_TITLE)
        text = said if listed else messages.CAUSES_TITLE
        blank = " " * max(0, cells - cell_width(head.strip()))
        return fitted([Span(f"{blank}{head.strip()}{' ' * (_BAR + 3)}{text}", "heading")], width, "panel")
    if row.is_rest and causes is not None:
        return _rest_line(session, causes, row.cause, cells, width)
    if row.cause < 0:
        why = messages.NO_CAUSES if causes is not None else messages.CAUSES_COMING
        return fitted([Span(" " * (cells + _BAR + 3)), Span(why, "muted")], width)
    cause = listed[row.cause]
    longest = max(abs(one.time) for one in listed)
    role = changes.role(cause.time, compared.now.base.total)
    spans = [Span(changes.time(cause.time, unit).rjust(cells), role)]
    spans.append(Span(f" {pad(figures.bar(abs(cause.time), _BAR, longest), _BAR)}  ", role))
    spans.append(Span(cut_end(_told(compared, cause), max(1, width - cells - _BAR - 4))))
    return fitted(spans, width)


def _rest_line(session: Session, causes: Causes, first: int, cells: int, width: int) -> Line:
    """What is not on the page: it closes the account."""
    time = causes.other_time + sum(cause.time for cause in causes.listed[first:])
    text = changes.time(time, session.figures.unit).rjust(cells)
    spans = [Span(text, "muted"), Span(" " * (_BAR + 3)), Span(messages.OTHER_CAUSES, "muted")]
    return fitted(spans, width)


def _told(compared: Compared, cause: Cause) -> str:
    from proftui.frame.compare_sentences import told

    return ("≈ " if cause.is_estimate else "") + clean(told(compared.now, cause), 300)


def sentence(session: Session, width: int) -> Line:
    """What keys do with the page."""
    compared = session.compared
    has_causes = compared is not None and compared.now.causes is not None and compared.now.causes.listed
    said = [messages.COPIES_PAGE, *([messages.CAUSES_IN_TURN] if has_causes else [])]
    return state_line([Span(" · ".join(said), "muted")], [], width)

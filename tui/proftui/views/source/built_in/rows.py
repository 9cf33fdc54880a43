"""The lines that call a built-in as rows: where they stand, what the calls cost, and their text."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.columns import time_title
from proftui.analysis.neighbours import OUTSIDE, Neighbour
from proftui.analysis.source.sites import CallersByLine, CallingLine, Site
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, spread
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean, cut_end, pad
from proftui.drawing.table import Column, Table, fit_columns
from proftui.frame.functions import spoken
from proftui.state.session import Session
from proftui.views.source.code import code_text, drawn_line
from proftui.views.source.rows import (
    JOINT,
    FigureCells,
    LineFigures,
    LineRow,
    calls_text,
    marked,
    number_column,
    site_text,
)

_LEAST_TEXT = 28
"""Cells of text for which the bar gives way."""


def applies(session: Session, index: int) -> bool:
    """Whether a function has no source text of its own, and is called."""
    profile = session.recorded
    return profile.has_edges and session.recorded_names.is_builtin(index) and profile.callers_count(index) > 0


def layout(session: Session, shown: CallersByLine, width: int, shares: bool = True) -> Table:
    """The widths for these lines."""
    figs = session.recorded_figures
    counts = counts_calls(session)
    lines = [figures_of(line, counts) for line in shown.lines]
    lines += [LineFigures(_calls(edge, counts), edge.cumtime) for edge in shown.others.widest]
    place = max([len(messages.CALLED_AT), *(cell_width(place_of(session, line)) for line in shown.lines)])
    seconds = [time_title(figs), *(line.time(figs.unit) for line in lines)]
    cells, place = FigureCells(figs.unit, 100.0), min(place, max(12, width * 3 // 10))
    where = messages.CALLED_AT if any(line.line for line in shown.lines) else "location"
    columns = [
        number_column(place, cut_end(where, place).ljust(place)),
        Column(
            "hits", "calls" if counts else "", cells.hits, max([8, *(len(line.calls) for line in lines)]) + 2
        ),
        Column("time", seconds[0], cells.time, max(7, *map(len, seconds)) + 2),
    ]
    if shares:
        columns += cells.shares(8 if any(line.mark for line in lines) else 6, width, 2, 1, 16, _LEAST_TEXT)
    return fit_columns(columns, width)


def counts_calls(session: Session) -> bool:
    """Whether calls were counted, and not samples."""
    return session.recorded.ncalls is not None and not session.recorded.measure.sampled


def _calls(edge: Neighbour, counts: bool) -> str:
    return calls_text([edge if counts else edge._replace(ncalls=None)])


def figures_of(line: CallingLine, counts: bool) -> LineFigures:
    """What the calls cost, which are those of several lines together where any of them may have called.

    ``counts``: calls were counted.
    """
    edge, mark = line.figures, JOINT if line.is_joint else ""
    return LineFigures(marked(_calls(edge, counts), mark), edge.cumtime, mark, bool(edge.estimated))


def place_of(session: Session, line: CallingLine) -> str:
    """``demo.py:48``; where no line is known, the one where the caller begins."""
    if line.caller == OUTSIDE:
        return ""
    location = clean(
        session.recorded_names.location(line.caller, with_dirs=not session.strip_dirs)[-500:], 2000
    )
    return f"{location.rpartition(':')[0]}:{line.line}" if line.line else location


def text_of(session: Session, line: CallingLine) -> str:
    """The text of a line as drawn, or the caller and why there is none."""
    if line.caller == OUTSIDE:
        return messages.OUTSIDE_THE_PROFILE
    text = code_text(line.text.strip())
    if text:
        return text
    source = session.sources.calling_lines.source(line.caller)
    why = "" if source is None else messages.LINE_NOT_TOLD if source.lines else messages.NO_SOURCE
    return f"{messages.IN_FUNCTION.format(spoken(session.recorded_names, line.caller))}{why}"


def heading(table: Table, session: Session, index: int, lines: Sequence[CallingLine]) -> Line:
    """The column titles, and above the text what is called."""
    template = messages.LINES_THAT_CALL
    if not session.recorded_names.is_called(index):
        template = messages.LINES_BELOW_WHICH
    elif all(line.is_joint for line in lines):
        template = messages.LINES_THAT_MAY_CALL
    if not any(line.line for line in lines):
        template = messages.CALLERS_OF
    return table.heading(template.format(spoken(session.recorded_names, index)))


def row(
    table: Table,
    session: Session,
    index: int,
    line: CallingLine,
    matches: Sequence[tuple[int, int]] = (),
) -> Line:
    """One line that calls the built-in ``index``; ``matches`` are characters of its text."""
    profile, cells = session.recorded, table.placed[0].cells
    whole = profile.cumtime[index] if profile.cumtime is not None and index < profile.count else None
    share, role = figures.share(line.figures.cumtime, whole), "text" if line.line else "muted"
    place = pad(shorten_location(place_of(session, line), cells), cells)
    text = text_of(session, line)
    if not line.text and line.caller != OUTSIDE and cell_width(text) > table.left:
        # Why there is no text, the state row says too.
        text = messages.IN_FUNCTION.format(spoken(session.recorded_names, line.caller))
    shown = LineRow(place, role, figures_of(line, counts_calls(session)), share)
    return table.row(shown, drawn_line(text, (), matches, 0, role))


def detail(session: Session, line: CallingLine, index: int, width: int) -> Line:
    """A line in words: in which function it stands, and what it calls."""
    figs, names = session.recorded_figures, session.recorded_names
    right = site_text(figs, names, line.site or Site(index, line.figures, ()))
    place, caller = place_of(session, line), ""
    if line.caller != OUTSIDE:
        caller = f"  {messages.IN_FUNCTION.format(spoken(names, line.caller))}"
    left = width - cell_width(right) - 4
    place = shorten_location(place, max(12, left - cell_width(caller)))
    caller = cut_end(caller, max(0, left - cell_width(place)))
    return spread([Span(f" {place}", "title"), Span(caller)], [Span(f"  {right} ")], width, "panel")

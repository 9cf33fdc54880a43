"""The lines that call a built-in as rows: where they stand, what the calls cost, and their text."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.neighbours import OUTSIDE
from proftui.analysis.source.sites import CallersByLine, CallingLine, Site
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, spread
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean, cut_end, pad
from proftui.drawing.table import Table, fit_columns
from proftui.frame.functions import spoken
from proftui.state.figures import time_title
from proftui.state.session import Session
from proftui.views.source.code import code_text, drawn_line
from proftui.views.source.rows import (
    COUNTED,
    JOINT,
    TIME,
    LineRow,
    Wanted,
    calls_row,
    counted_calls,
    figure_columns,
    number_column,
    share_columns,
    site_text,
)


def applies(session: Session, index: int) -> bool:
    """Whether a function has no source text of its own, and is called."""
    profile = session.recorded
    return session.recorded_names.is_builtin(index) and profile.callers_count(index) > 0


def layout(session: Session, shown: CallersByLine, width: int, shares: bool = True) -> Table:
    """The widths for these lines."""
    figs = session.recorded_figures
    others = (CallingLine(edge.function, 0, edge) for edge in shown.others.widest)
    # The widest share is that of all.
    rows = [row_of(session, line, line.figures.cumtime) for line in (*shown.lines, *others)]
    place = max([len(messages.CALLED_AT), *(cell_width(line.number) for line in rows[: len(shown.lines)])])
    place = min(place, max(12, width * 3 // 10))
    where = messages.CALLED_AT if any(line.line for line in shown.lines) else "location"
    counted = "calls" if session.recorded.counts_calls else ""
    wanted = [Wanted(COUNTED, counted, 8), Wanted(TIME, time_title(figs))]
    columns = [number_column(place, cut_end(where, place).ljust(place)), *figure_columns(wanted, rows)]
    return fit_columns([*columns, *(share_columns(rows, width) if shares else ())], width)


def row_of(session: Session, line: CallingLine, whole: float | None = None) -> LineRow:
    """Where a line stands, and what the calls cost; ``whole``: what shares are of."""
    edge, mark = line.figures, JOINT if line.is_joint else ""
    counted = counted_calls([edge], mark, counted=session.recorded.counts_calls)
    role, share = "text" if line.line else "muted", figures.share(edge.cumtime, whole)
    unit = session.recorded_figures.unit
    return calls_row(place_of(session, line), role, counted, edge.cumtime, share, unit, mark)


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
    table: Table, session: Session, index: int, line: CallingLine, matches: Sequence[tuple[int, int]] = ()
) -> Line:
    """One line that calls the built-in ``index``; ``matches`` are characters of its text."""
    profile, cells = session.recorded, table.placed[0].cells
    whole = profile.cumtime[index] if profile.cumtime is not None and index < profile.count else None
    shown, text = row_of(session, line, whole), text_of(session, line)
    shown = shown._replace(number=pad(shorten_location(shown.number, cells), cells))
    if not line.text and line.caller != OUTSIDE and cell_width(text) > table.left:
        # Why there is no text, the state row says too.
        text = messages.IN_FUNCTION.format(spoken(session.recorded_names, line.caller))
    return table.row(shown, drawn_line(text, (), matches, 0, shown.role))


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

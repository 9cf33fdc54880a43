"""The lines that call a built-in as rows: where they stand, what the calls cost, and their text."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.columns import time_title
from proftui.analysis.neighbours import OUTSIDE, Neighbour
from proftui.analysis.source.sites import CallersByLine, CallingLine, Site
from proftui.drawing import figures
from proftui.drawing.fit import BAR, Candidate, bar_cells, fit_columns
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean, cut_end, pad
from proftui.frame.functions import spoken
from proftui.state.session import Session
from proftui.views.source.code import code_text, drawn_line
from proftui.views.source.rows import (
    JOINT,
    MORE,
    LineFigures,
    ListingLayout,
    calls_text,
    figure_spans,
    marked,
    site_text,
)

_LEAST_TEXT = 28
"""Cells of text for which the bar gives way."""


def applies(session: Session, index: int) -> bool:
    """Whether a function has no source text of its own, and is called."""
    profile = session.recorded
    return profile.has_edges and session.recorded_names.is_builtin(index) and profile.callers_count(index) > 0


def layout(session: Session, shown: CallersByLine, width: int, shares: bool = True) -> ListingLayout:
    """The widths for these lines."""
    figs = session.recorded_figures
    counts = counts_calls(session)
    lines = [figures_of(line, counts) for line in shown.lines]
    lines += [LineFigures(_calls(edge, counts), edge.cumtime) for edge in shown.others.widest]
    place = max([len(messages.CALLED_AT), *(cell_width(place_of(session, line)) for line in shown.lines)])
    seconds = [time_title(figs), *(line.time(figs.unit) for line in lines)]
    columns = [
        Candidate("line", min(place, max(12, width * 3 // 10))),
        Candidate("hits", max([8, *(len(line.calls) for line in lines)]) + 2),
        Candidate("time", max(7, *map(len, seconds)) + 2),
    ]
    if shares:
        share = 8 if any(line.mark for line in lines) else 6
        columns += [
            Candidate("share", share, 0, 2, 16),
            Candidate(BAR, bar_cells(width) - 1, 0, 1, _LEAST_TEXT),
        ]
    return ListingLayout(fit_columns(columns, width), figs.unit, 100.0)


def counts_calls(session: Session) -> bool:
    """Whether calls were counted, and not samples."""
    return session.recorded.ncalls is not None and not session.recorded.measure.sampled


def _calls(edge: Neighbour, counts: bool) -> str:
    return calls_text([edge if counts else edge._replace(ncalls=None)])


def figures_of(line: CallingLine, counts: bool) -> LineFigures:
    """What the calls cost, which are those of several lines together where any of them may have called.

    ``counts``: calls were counted.
    """
    edge, mark = line.figures, JOINT if line.is_joint else MORE if line.is_least else ""
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


def heading(columns: ListingLayout, session: Session, index: int, lines: Sequence[CallingLine]) -> Line:
    """The column titles, and above the text what is called."""
    titles = {
        "hits": "calls" if counts_calls(session) else "",
        "time": time_title(session.recorded_figures),
        "share": "%",
    }
    cells = columns.fit.placed[0].cells
    titled = columns.fit.heading(titles)[1 + cells :]
    where, template = messages.CALLED_AT, messages.LINES_THAT_CALL
    if not session.recorded_names.is_called(index):
        template = messages.LINES_BELOW_WHICH
    elif all(line.is_joint for line in lines):
        template = messages.LINES_THAT_MAY_CALL
    if not any(line.line for line in lines):
        where, template = "location", messages.CALLERS_OF
    title = template.format(spoken(session.recorded_names, index))
    text = f" {cut_end(where, cells).ljust(cells)}{titled}  {title}"
    return fitted([Span(text, "heading")], columns.fit.width, "panel")


def row(
    columns: ListingLayout,
    session: Session,
    index: int,
    line: CallingLine,
    matches: Sequence[tuple[int, int]] = (),
) -> Line:
    """One line that calls the built-in ``index``; ``matches`` are characters of its text."""
    profile, cells = session.recorded, columns.fit.placed[0].cells
    whole = profile.cumtime[index] if profile.cumtime is not None and index < profile.count else None
    share = figures.share(line.figures.cumtime, whole)
    place = pad(shorten_location(place_of(session, line), cells), cells)
    spans = [Span(" "), Span(place, "text" if line.line else "muted")]
    spans += figure_spans(columns, figures_of(line, counts_calls(session)), share)
    spans.append(Span("  "))
    role = "text" if line.line else "muted"
    text = text_of(session, line)
    if not line.text and line.caller != OUTSIDE and cell_width(text) > columns.fit.left:
        # Why there is no text, the state row says too.
        text = messages.IN_FUNCTION.format(spoken(session.recorded_names, line.caller))
    spans += drawn_line(text, (), matches, 0, role)
    return fitted(spans, columns.fit.width)


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

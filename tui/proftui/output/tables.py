"""The views as plain text, CSV and Markdown."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from sys import getsizeof

from proftui import messages
from proftui.analysis.columns import (
    BOUNDS,
    COLUMNS,
    PER_CALL,
    SHARE,
    TIME,
    WRITTEN,
    Figures,
    bounds_of,
    columns_of,
    text_columns_of,
    value_of,
)
from proftui.analysis.recorded_files import basename
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.analysis.source.listing import Listing
from proftui.analysis.source.sites import Site
from proftui.background.pieces import finished
from proftui.drawing import figures
from proftui.drawing.safe_text import cell_width, clean, pad
from proftui.frame import sentences
from proftui.frame.functions import spoken
from proftui.frame.state_row import about_stacks, about_times
from proftui.output import json_form, printed
from proftui.output.json_form import LONGEST, recorded_of
from proftui.output.marked import escaped
from proftui.state.package_share import measuring, named_package
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, SOURCE
from proftui.views.calls import rows as callrows
from proftui.views.calls.rows import BY_TIME
from proftui.views.source.built_in import rows as built_in
from proftui.views.source.rows import SourceTable, module_texts, number_text, site_text
from proftui_parsers.entries import finite
from proftui_parsers.stacks.plain import plain_entry

Cells = list[str]
WIDTH = 110
"""Cells of a line of callers or callees."""
MOST_CALLEES = 5
"""Callees of a line that are written as text."""
WIDEST = 10_000
"""Cells in which all columns fit."""
MOST_KEPT = 32_000_000
"""Bytes of a table that are kept until it is known how wide its columns are."""


def text(session: Session, rows: Sequence[int], view: str) -> Iterator[str | None]:
    """The view as lines of text; ``None``: no line yet, so that something else can be done."""
    profile, left_out = session.profile, len(session.rows) - len(rows)
    yield printed.heading(profile)
    yield from printed.shape(session)
    every = _in_all(session)
    if session.query is not None:
        yield filter_line(session)
    yield ""
    if not profile.count:
        yield " ".join(messages.NO_FUNCTIONS)
    elif not session.rows:
        yield messages.NOTHING_MATCHES_PRINTED.format(clean(session.listed.filter_text, 200), every)
    elif view == CALLS and not profile.has_edges:
        yield sentences.no_edges(profile)
        left_out = 0
    elif view == CALLS:
        for index in rows:
            yield from _calls(session, index)
    elif view == SOURCE:
        for index in rows:
            yield from (_built_in if built_in.applies(session, index) else _source)(session, index)
    elif view == FUNCTIONS:
        yield from aligned(_titles(session), lambda: _table(session, rows))
    else:
        raise ValueError(f"nothing says how {view} is printed")
    if left_out > 0:
        yield more_rows(session, left_out, view)
    if profile.count:
        yield from printed.notes(profile)


def more_rows(session: Session, left_out: int, view: str) -> str:
    """What is not printed: rows, or functions where each has several."""
    if view == FUNCTIONS:
        return messages.MORE_ROWS.format(left_out)
    return messages.MORE_FUNCTIONS.format(
        figures.plural(left_out, f"more {session.profile.grouped_by or 'function'}")
    )


def _in_all(session: Session) -> str:
    """How many functions there are, or groups of them."""
    return figures.plural(session.count, session.profile.grouped_by or "function")


def filter_line(session: Session) -> str:
    """What the filter is, and how many functions it leaves with how much time."""
    profile, (count, own, share) = session.profile, session.listed.covered
    part = messages.PRINTED_SHARE.format(figures.percent(share)) if share is not None else ""
    time = messages.PRINTED_OWN if profile.has_calls else messages.LINES_SECONDS
    words = time.format(figures.with_unit(own, session.figures.unit)) + part
    every = _in_all(session)
    finished(measuring(session))
    package = named_package(session)
    share_of_package = sentences.package_share(session, package)
    found = f"filter {clean(session.listed.filter_text)} · {count:,} of {every} · {words}"
    return f"{found} · {clean(package)}: {share_of_package}" if share_of_package else found


def _titles(session: Session) -> Cells:
    texts = (column.title for column in text_columns_of(session.profile))
    return [*map(session.figures.title, columns_of(session.profile)), *texts]


def _table(session: Session, rows: Sequence[int]) -> Iterator[Cells]:
    names, figs = session.names, session.figures
    columns = columns_of(session.profile)
    for index in rows:
        name = clean(names.shown_name(index)) + (" ↻" if figs.recursive(index) else "")
        location = clean(names.place(index, with_dirs=not session.strip_dirs), LONGEST)
        yield [*(_marked(figs, column.key, index) for column in columns), name, location]


def _marked(figs: Figures, key: str, index: int) -> str:
    """A figure, with ``≈`` if it is an estimate."""
    figure = figs.text(key, index)
    return (
        figure if COLUMNS[key].kind in (SHARE, BOUNDS) or figs.bounds(key, index) is None else f"≈ {figure}"
    )


def aligned(titles: Cells, body: Callable[[], Iterable[Cells]], texts: int = 2) -> Iterator[str | None]:
    """Figures to the right, the last ``texts`` columns to the left; asks ``body`` twice for large tables."""
    widths, size = list(map(cell_width, titles)), 0
    # A row as one text: of a million rows, cells would take three times as much memory.
    kept: list[str] = []
    for row in body():
        widths = [max(width, cell_width(cell)) for width, cell in zip(widths, row, strict=True)]
        line = "\n".join(row)
        size += getsizeof(line)
        if size <= MOST_KEPT:
            kept.append(line)
        else:
            kept.clear()
        yield None
    rows = (line.split("\n") for line in kept) if size <= MOST_KEPT else body()
    for row in chain([titles], rows):
        cells = [cell.rjust(width) for cell, width in zip(row[:-texts], widths, strict=False)]
        cells += [pad(cell, width) for cell, width in zip(row[-texts:], widths[-texts:], strict=True)]
        yield "  ".join(cells).rstrip()


def _calls(session: Session, index: int) -> Iterator[str]:
    figs, names = session.figures, session.names
    shown = callrows.around(figs, names, index, BY_TIME)
    columns = callrows.layout(figs, shown, WIDTH, "function")
    rows = callrows.CallRows(figs, names, columns, strip=session.strip_dirs)
    for half in ("callers", "callees"):
        place = text_columns_of(session.profile)[1].title
        title = f"{half} of {spoken(names, index)}"
        yield columns.heading(title, place, BY_TIME.column, "▾").text.rstrip()
        if not shown.half(half):
            yield " " * (columns.used + 2) + callrows.nobody(session, half, index)
        for neighbour in shown.half(half):
            yield rows.row(neighbour, neighbour.function).text.rstrip()
        if half == "callers":
            middle = rows.middle(callrows.whole_of(session.profile, index), index)
            yield middle.text.rstrip().replace(" ", ">", 1)
    yield ""


def _source(session: Session, index: int) -> Iterator[str | None]:
    shown = session.listing(index)
    names, figs = session.recorded_names, session.recorded_figures
    location = clean(names.location(index), LONGEST)
    yield f"{clean(names.shown_name(index))}  {location}  {figs.said('tottime', index)}"
    if shown.times and (about := about_times(session, shown)) != messages.LINES_OF_OWN_TOTAL:
        yield about
    if shown.note:
        yield f"! {clean(shown.note.removeprefix('! '), 400)}"
    if shown.executed:
        yield from _stack_lines(session, shown)
    elif shown.numbers:
        yield from source_lines(source_table(session, shown))
    if shown.joint:
        yield messages.JOINT_FIGURES
        yield from ("  " + site_text(figs, names, site) for site in shown.joint)
        for line in sorted(shown.modules):
            yield from (f"  line {line}: {took}" for took in module_texts(figs, names, shown, line))
    if shown.elsewhere:
        unknown = messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE
        yield unknown.format(figures.plural(len(shown.elsewhere), "callee")) + ":"
        yield from ("  " + site_text(figs, names, Site(edge.function, edge, ())) for edge in shown.elsewhere)
    yield ""


def _stack_lines(session: Session, shown: Listing) -> Iterator[str | None]:
    """The lines of a function, then what they call; ``None``: no line yet."""
    yield about_stacks(session, shown).partition(" · ")[0]
    yield from source_lines(source_table(session, shown))
    for number, line in shown.executed.items():
        sites = shown.calls_of(number)[:MOST_CALLEES]
        said = [site_text(session.recorded_figures, session.recorded_names, site) for site in sites]
        if len(line.calls) > MOST_CALLEES:
            said.append(figures.plural(len(line.calls) - MOST_CALLEES, messages.MORE_CALLEE))
        yield from (f"  line {number_text(number)}: {one}" for one in said)


def source_table(session: Session, shown: Listing) -> SourceTable:
    """The rows of a listing, with all columns."""
    return SourceTable(session, shown, WIDEST)


def source_lines(rows: SourceTable) -> Iterator[str | None]:
    """The lines of a function as the screen has them, but for bars."""
    yield from aligned([*rows.table.title_texts(), "text"], rows.texts, texts=1)


def _built_in(session: Session, index: int) -> Iterator[str | None]:
    """The lines that call a built-in."""
    for _ in session.sources.calling_lines.finding_callers(index):
        yield None
    lines, figs = session.sources.calling_lines.lines_of(index), session.recorded_figures
    name = clean(session.names.shown_name(index))
    kind = session.recorded_names.kind_without_file(index)
    yield f"{name}  {kind}  {figs.said('tottime', index)}"
    columns = built_in.layout(session, lines, WIDTH)
    yield built_in.heading(columns, session, index, lines.lines).text.rstrip()
    yield from (built_in.row(columns, session, index, line).text.rstrip() for line in lines)
    if lines.has_marks:
        yield messages.JOINT_FIGURES
    yield ""


_FORMULA = re.compile(r"(?:^|(?<=;))(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")
"""Where cells begin that are formulas, also where semicolons part them, and in full width."""


class _Lines:
    """What a writer of CSV writes to: each line is what writing it gives."""

    def write(self, line: str) -> str:
        return line


def csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Lines of CSV, of what is ``None`` an empty cell."""
    return map(csv.writer(_Lines(), lineterminator="\n").writerow, rows)


def csv_text(session: Session, rows: Iterable[int]) -> Iterator[str]:
    """Raw figures, one function a line; texts that a spreadsheet would run are quoted with ``'``."""
    profile = session.profile
    shaped, recorded = profile if isinstance(profile, ShapedProfile) else None, recorded_of(profile)
    groups = None if shaped is None else shaped.groups
    ended = [c for c in WRITTEN if shaped is not None and c.kind in (TIME, PER_CALL)]
    in_unit = ["self", "cum", "samples", "unit"] if recorded.recording is not None else []
    titles = [column.written for column in WRITTEN]
    ends = [f"{column.written}_{end}" for column in ended for end in ("low", "high")]
    sizes = ["functions", "calls_inside"] if groups is not None else []

    def row(index: int) -> Iterator[object]:
        figured = {column.written: value_of(profile, column, index) for column in WRITTEN}
        if in_unit:
            known = json_form.figures_of(profile, index)
            figured = plain_entry(recorded, known) | {"unit": recorded.measure.unit or "count"}
        yield from map(figured.__getitem__, titles)
        file, line, name = profile.function(index)
        if groups is None:
            yield from (harmless(basename(file) if session.strip_dirs else file), line, harmless(name))
        else:
            yield from (None, None, harmless(groups.name(index)))
        yield from map(figured.__getitem__, in_unit)
        if shaped is not None:
            for bounded in (bounds_of(shaped, column, index) for column in ended):
                yield from (None, None) if bounded is None else map(finite, bounded[1:3])
            if groups is not None:
                yield from (groups.size(index), shaped.calls_inside[index] if shaped.counts_inside else None)

    yield from csv_lines([[*titles, "file", "line", "name", *in_unit, *ends, *sizes]])
    yield from csv_lines([*row(index)] for index in rows)


def harmless(value: str) -> str:
    """A text that no spreadsheet runs."""
    value = clean(value, LONGEST)
    quoted = _FORMULA.sub("'", value)
    return quoted if quoted == value or quoted.startswith("'") else f"'{quoted}"


def markdown(session: Session, rows: Sequence[int]) -> Iterator[str]:
    """The table of functions as a Markdown table."""
    titles = _titles(session)
    figures_columns = len(titles) - 2
    yield "| " + " | ".join(titles) + " |"
    yield "|" + "--:|" * figures_columns + "---|---|"
    for row in _table(session, rows):
        cells = [*row[:figures_columns], *map(escaped, row[figures_columns:])]
        yield f"| {' | '.join(cells)} |"

"""Functions, Calls and Source as plain text, CSV and Markdown, of one profile or of both sides."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from sys import getsizeof

from proftui import messages
from proftui.analysis.columns import (
    BOUNDS,
    PER_CALL,
    SHARE,
    TIME,
    WRITTEN,
    Column,
    columns_of,
    text_columns_of,
)
from proftui.analysis.recorded_files import basename
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.analysis.source.sites import Site
from proftui.drawing import changes, figures
from proftui.drawing.safe_text import cell_width, clean, pad
from proftui.frame import sentences
from proftui.frame.compared_columns import figures_of, table_of_both
from proftui.frame.state_row import about_stacks, about_times
from proftui.output import json_form, printed
from proftui.output.json_form import LONGEST, recorded_of
from proftui.output.marked import escaped
from proftui.output.printed import WIDTH, Wanted
from proftui.state.figures import Figures
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, SOURCE, is_empty
from proftui.views.calls.page import CallPage
from proftui.views.source.both import shown_of
from proftui.views.source.built_in import rows as built_in
from proftui.views.source.compared import TableOfBothSources
from proftui.views.source.rows import SourceTable, module_texts, number_text, site_text

Cells = list[str]
MOST_CALLEES = 5
"""Callees of a line that are written as text."""
WIDEST = 10_000
"""Cells in which all columns fit."""
MOST_KEPT = 32_000_000
"""Bytes of a table that are kept until it is known how wide its columns are."""


def text(wanted: Wanted) -> Iterator[str | None]:
    """The view as lines of text; ``None``: no line yet, so that something else can be done."""
    session, rows, view = wanted.session, wanted.functions, wanted.view
    left_out = len(session.rows) - len(rows)
    yield from printed.head(wanted)
    if session.query is not None:
        yield printed.filter_line(wanted)
    if wanted.compares and view != SOURCE:
        yield from printed.causes_below(wanted)
    yield ""
    if not session.rows:
        yield printed.nothing(session)
    elif is_empty(view, session.profile):
        yield sentences.no_edges(session.profile)
        left_out = 0
    elif view == FUNCTIONS:
        table = FunctionRows(wanted)
        yield from aligned(table.titles, lambda: map(table.cells, rows))
    else:
        for index in rows:
            yield from _calls(session, index) if view == CALLS else _source(wanted, index)
    if left_out > 0:
        yield more_rows(session, left_out, view)
    yield from printed.tail(wanted, rows if view != SOURCE else ())


def more_rows(session: Session, left_out: int, view: str) -> str:
    """What is not printed: rows, or functions where each has several."""
    if view == FUNCTIONS:
        return messages.MORE_ROWS.format(left_out)
    return messages.MORE_FUNCTIONS.format(
        figures.plural(left_out, f"more {session.profile.grouped_by or 'function'}")
    )


class FunctionRows:
    """The table of Functions with all columns, as cells of text."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted, self.session = wanted, wanted.session
        profile, figs = self.session.profile, self.session.figures
        self.columns = columns_of(profile)
        self.titles = list(map(figs.title, self.columns))
        if wanted.compares:
            measure = wanted.compared.measure
            self.table = table_of_both(self.session, measure, WIDEST, functions=(), with_cumtime=True)
            self.titles = self.table.title_texts()
        self.titles += [column.title for column in text_columns_of(profile)]

    def cells(self, index: int) -> Cells:
        """A row: figures, name and place."""
        names = self.session.names
        place = clean(names.place(index, with_dirs=not self.session.strip_dirs), LONGEST)
        return [*self.figures(index), self.name(index), place]

    def figures(self, index: int) -> Cells:
        """The figures of a function."""
        if not self.wanted.compares:
            return [_marked(self.session.figures, column, index) for column in self.columns]
        compared = self.wanted.compared
        row = compared.row(index)
        assert row is not None
        return self.table.texts(figures_of(compared, row))

    def name(self, index: int) -> str:
        """What a function is called; of several of one name, how many there are."""
        name = clean(self.session.names.shown_name(index))
        if self.wanted.compares:
            row = self.wanted.compared.row(index)
            bundle = self.wanted.comparison.pairs.bundles.get(-1 if row is None else row)
            return messages.SEVERAL_OF_NAME.format(name, max(map(len, bundle))) if bundle else name
        return name + (" ↻" if self.session.figures.recursive(index) else "")


def _marked(figs: Figures, column: Column, index: int) -> str:
    """A figure, with ``≈`` if it is an estimate."""
    figure = figs.text(column.key, index)
    is_bound = column.kind in (SHARE, BOUNDS) or figs.bounds(column.key, index) is None
    return figure if is_bound else f"≈ {figure}"


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
    """A page of Calls on which all callers and callees stand."""
    page = CallPage(session, pane=False)
    page.take(index)
    assert page.around is not None
    height = 3 + sum(max(1, page.around.length(half)) for half in ("callers", "callees"))
    page.page_size = WIDTH, height
    yield from (page.line(y).text.rstrip() for y in range(height))
    yield ""


def _source(wanted: Wanted, index: int) -> Iterator[str | None]:
    session = wanted.session
    if wanted.compares:
        yield from _source_of_both(wanted, index)
        return
    if built_in.applies(session, index):
        yield from _built_in(session, index)
        return
    shown = session.listing(index)
    names, figs = session.recorded_names, session.recorded_figures
    location = clean(names.location(index), LONGEST)
    yield f"{clean(names.shown_name(index))}  {location}  {figs.said('tottime', index)}"
    if shown.times and (about := about_times(session, shown)) != messages.LINES_OF_OWN_TOTAL:
        yield about
    if shown.note:
        yield f"! {sentences.text_note(shown.note).removeprefix('! ')}"
    if shown.executed:
        yield about_stacks(session, shown).partition(" · ")[0]
    if shown.executed or shown.numbers:
        yield from source_lines(SourceTable(session, shown, WIDEST))
    for number, line in shown.executed.items():
        sites = shown.calls_of(number)[:MOST_CALLEES]
        said = [site_text(figs, names, site) for site in sites]
        if len(line.calls) > MOST_CALLEES:
            said.append(figures.plural(len(line.calls) - MOST_CALLEES, messages.MORE_CALLEE))
        yield from (f"  line {number_text(number)}: {one}" for one in said)
    if shown.joint:
        yield messages.JOINT_FIGURES
        yield from ("  " + site_text(figs, names, site) for site in shown.joint)
        for number in sorted(shown.modules):
            yield from (f"  line {number}: {took}" for took in module_texts(figs, names, shown, number))
    if shown.elsewhere:
        unknown = messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE
        yield unknown.format(figures.plural(len(shown.elsewhere), "callee")) + ":"
        yield from ("  " + site_text(figs, names, Site(edge.function, edge, ())) for edge in shown.elsewhere)
    yield ""


def source_lines(rows: SourceTable) -> Iterator[str | None]:
    """The lines of a function as the screen has them, but for bars."""
    yield from aligned([*rows.table.title_texts(), "text"], rows.texts, texts=1)


def _built_in(session: Session, index: int) -> Iterator[str | None]:
    """The lines that call a built-in."""
    yield from session.sources.calling_lines.finding_callers(index)
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


def _source_of_both(wanted: Wanted, index: int) -> Iterator[str | None]:
    session, compared = wanted.session, wanted.compared
    row, unit = compared.row(index), session.figures.unit
    own = (0.0, 0.0) if row is None else compared.figures(row, "tottime")
    said = f"{changes.from_to(*own, unit)}  {changes.time(own[1] - own[0], unit)}"
    yield f"{clean(session.names.shown_name(index))}  {_places(wanted, index)}  {said}"
    if built_in.applies(session, index):
        yield from (messages.BUILT_IN_HAS_NO_LINES, "")
        return
    listing, both = shown_of(session, index)
    assert both is not None
    if both.said:
        yield both.said
    if listing.note:
        yield f"! {sentences.text_note(listing.note).removeprefix('! ')}"
    if both.rows or both.below or listing.text:
        yield from source_lines(TableOfBothSources(session, both, listing, WIDEST))
    yield ""


def _places(wanted: Wanted, index: int) -> str:
    """Where a function stands after, and before if that was elsewhere: ``demo.py:53 → demo.py:63``."""
    row, whole = wanted.compared.recorded_row(index), wanted.compared.recorded
    if row is None:
        return clean(wanted.session.recorded_names.location(index), LONGEST)
    # Each as its own side calls it: together, files of one name in both are told apart by longer paths.
    places = zip((whole.base, whole.new), (whole.pairs.base[row], whole.pairs.new[row]), strict=True)
    known = [clean(side.names.location(function), LONGEST) for side, function in places if function >= 0]
    before, after = known[0], known[-1]
    return after if before == after else f"{before} → {after}"


_ENDED = tuple(column.written for column in WRITTEN if column.kind in (TIME, PER_CALL))
"""Figures that may be estimates, with what bounds them."""
_FORMULA = re.compile(r"(?:^|(?<=;))(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")
"""Where cells begin that are formulas, also where semicolons part them, and in full width."""


class _Lines:
    """What a writer of CSV writes to: each line is what writing it gives."""

    def write(self, line: str) -> str:
        return line


def csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Lines of CSV, of what is ``None`` an empty cell."""
    return map(csv.writer(_Lines(), lineterminator="\n").writerow, rows)


def csv_text(wanted: Wanted) -> Iterator[str]:
    """What JSON has of functions but for lists, one a line; ``_low`` and ``_high`` bound estimates."""
    session, profile = wanted.session, wanted.session.profile
    titles = [*(column.written for column in WRITTEN), "file", "line", "name"]
    if recorded_of(profile).chosen_from is not None:
        titles += ["self", "cum", "samples", "unit"]
    if isinstance(profile, ShapedProfile):
        titles += [f"{key}_{end}" for key in _ENDED for end in ("low", "high")]
    if profile.grouped_by:
        titles += ["functions", "calls_inside"]
    yield from csv_lines([titles])
    yield from csv_lines(list(map(_csv_entry(session, index).get, titles)) for index in wanted.functions)


def _csv_entry(session: Session, index: int) -> dict[str, object]:
    """What stands in a line; texts that a spreadsheet would run are quoted with ``'``."""
    profile = session.profile
    entry = json_form.entry_of(profile, index)
    if "bounds" in entry:
        for key in _ENDED:
            bounds = entry["bounds"].get(key, {})
            entry |= {f"{key}_{end}": bounds.get(end, entry[key]) for end in ("low", "high")}
    file, unit = entry["file"], recorded_of(profile).measure.unit
    file = harmless(basename(file) if session.strip_dirs else file)
    return entry | {"file": file, "name": harmless(entry["name"]), "unit": unit or "count"}


def harmless(value: str) -> str:
    """A text that no spreadsheet runs."""
    value = clean(value, LONGEST)
    quoted = _FORMULA.sub("'", value)
    return quoted if quoted == value or quoted.startswith("'") else f"'{quoted}"


def markdown(wanted: Wanted) -> Iterator[str]:
    """The table of functions as a Markdown table."""
    table = FunctionRows(wanted)
    rows = ([*cells[:-2], *map(escaped, cells[-2:])] for cells in map(table.cells, wanted.functions))
    return markdown_table(table.titles, rows)


def markdown_table(titles: Cells, rows: Iterable[Cells], texts: int = 2) -> Iterator[str]:
    """A table of Markdown whose last ``texts`` columns are text, of which it makes nothing."""
    yield f"| {' | '.join(titles)} |"
    yield "|" + "--:|" * (len(titles) - texts) + "---|" * texts
    yield from (f"| {' | '.join(cells)} |" for cells in rows)

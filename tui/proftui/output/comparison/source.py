"""The lines of functions before and after, as text and JSON; the text is that which Source shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proftui import messages
from proftui.analysis.columns import COLUMNS
from proftui.analysis.compare.measured import OWN
from proftui.drawing import changes, figures
from proftui.drawing.figures import Unit
from proftui.drawing.safe_text import clean
from proftui.frame import compared_columns as both_columns
from proftui.frame.compared_columns import BothColumns, RowFigures, Sides
from proftui.output import json_form
from proftui.output.comparison import plain, text, words
from proftui.output.comparison.shown import Shown
from proftui.output.tables import Cells, aligned
from proftui.views.source.both import Below, BothListing, shown_of
from proftui.views.source.built_in import rows as built_in
from proftui.views.source.code import code_text
from proftui.views.source.rows import JOINT, counted_title, marked
from proftui_parsers.entries import finite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

_LONGEST, _NOTE = 1_000, 400
_OF_CALLS = both_columns.CALLS_BEFORE, both_columns.CALLS_AFTER, both_columns.CALLS_RATIO


def lines(shown: Shown) -> Iterator[str | None]:
    """Lines, ``None`` after some work: a table for each function."""
    session, wanted = shown.session, shown.listed(text.ROWS)
    yield from text.head(shown)
    if shown.filter_text:
        yield words.filter_line(shown)
    yield ""
    if not wanted:
        yield text.nothing(shown)
    for index in wanted:
        yield from _function(shown, index)
    if len(session.rows) > len(wanted):
        yield messages.MORE_FUNCTIONS.format(figures.plural(len(session.rows) - len(wanted), "more function"))
    yield from text.tail(shown, ())


def _function(shown: Shown, index: int) -> Iterator[str | None]:
    session = shown.session
    row, unit = shown.compared.row(index), session.figures.unit
    own = (0.0, 0.0) if row is None else shown.compared.figures(row, "tottime")
    said = f"{changes.from_to(*own, unit)}  {changes.time(own[1] - own[0], unit)}"
    yield f"{clean(session.names.shown_name(index))}  {_places(shown, index)}  {said}"
    if built_in.applies(session, index):
        yield from (messages.BUILT_IN_HAS_NO_LINES, "")
        return
    listing, both = shown_of(session, index)
    assert both is not None
    if both.said:
        yield both.said
    if listing.note:
        yield f"! {clean(listing.note.removeprefix('! '), _NOTE)}"
    figured = [*both.rows.values(), *(below.figures for below in both.below if below.figures is not None)]
    if figured or listing.text:
        columns = _Columns(unit, both, any(row.has_calls for row in figured))
        yield from aligned(columns.titles(listing), lambda: _rows(session, listing, both, columns), texts=1)
    yield ""


def _places(shown: Shown, index: int) -> str:
    """Where a function stands after, and before if that was elsewhere: ``demo.py:53→63``."""
    row, whole = shown.compared.recorded_row(index), shown.compared.unshaped
    if row is None:
        return clean(shown.session.recorded_names.location(index), _LONGEST)
    # Each as its own side calls it: together, files of one name in both are told apart by longer paths.
    places = zip((whole.base, whole.new), (whole.pairs.base[row], whole.pairs.new[row]), strict=True)
    known = [clean(side.names.location(function), _LONGEST) for side, function in places if function >= 0]
    before, after = known[0], known[-1]
    if before == after:
        return after
    file, _, line = after.rpartition(":")
    return f"{before}→{line}" if before.rpartition(":")[0] == file else f"{before}→{after}"


class _Columns:
    """Which figures of a line are written, and how."""

    def __init__(self, unit: Unit, both: BothListing, has_calls: bool) -> None:
        self._unit, self._is_seen, self._of_calls = unit, both.is_seen, both.of_calls
        self._has_calls = has_calls and not both.is_seen
        self._written = BothColumns(Sides(unit, 0.0, percent=False), OWN)

    def titles(self, listing: Listing) -> Cells:
        """The headings."""
        said = messages.COMPARED_COLUMNS
        counted = "calls" if self._of_calls else counted_title(listing) or "calls"
        made = ["line", *([counted, said["after"], said["ratio"]] if self._has_calls else [])]
        for title in ("own", "cum") if self._is_seen else ("time",):
            named = figures.titled(title, self._unit)
            made += [named, said["after"], said["delta"], said["ratio"]]
        return [*made, "text"]

    def cells(self, number: str, row: RowFigures | None, shown: str, *, joint: bool = False) -> Cells:
        """A line; ``joint``: its figures are of several lines together."""
        width = 3 * self._has_calls + 4 * (1 + self._is_seen)
        if row is None:
            return [number, *[""] * width, shown]
        made = [self._written.text(name, row)[0] for name in (_OF_CALLS if self._has_calls else ())]
        for shown_both in (row.shown, row.cumtime) if self._is_seen else (row.shown,):
            timed = row._replace(shown=shown_both)
            made += [self._written.text(name, timed)[0].rstrip() for name in COLUMNS[OWN].sides]
        return [number, *(marked(cell, JOINT) if joint else cell for cell in made), shown]


def _rows(session: Session, listing: Listing, both: BothListing, columns: _Columns) -> Iterator[Cells]:
    for number in listing.numbers:
        code = code_text(listing.text.get(number, ""))
        shown = str(number) if number else figures.NOT_MEASURED
        yield columns.cells(shown, both.rows.get(number), code, joint=number in both.joint)
    for below in both.below:
        if below.figures is None:
            yield columns.cells("", None, below.title)
        else:
            shown = str(below.number) if below.number else ""
            yield columns.cells(shown, below.figures, _text_below(session, below))


def _text_below(session: Session, below: Below) -> str:
    if below.function < 0:
        return clean(below.text.strip(), _NOTE)
    names = session.recorded_names
    return clean(f"{names.shown_name(below.function)}  {names.location(below.function)}", _NOTE)


# JSON


def document(shown: Shown) -> Iterator[str]:
    """One object with the functions, each as in a comparison, and its lines on both sides."""
    yield json_form.dumped(plain.head(shown))[:-1] + ', "functions": ['
    for position, index in enumerate(shown.listed(0)):
        yield (", " if position else "") + json_form.dumped(_entry(shown, index))
    yield "]}\n"


def _entry(shown: Shown, index: int) -> dict[str, Any]:
    row = shown.compared.row(index)
    assert row is not None
    listing, both = shown_of(shown.session, index)
    assert both is not None
    made = [
        _line(both, both.rows[line], both.earlier.get(line), line, listing.text.get(line))
        for line in listing.numbers
        if line in both.rows
    ]
    made += [
        _line(both, below.figures, below.number, None, below.text or None)
        for below in both.below
        if below.figures is not None and below.number
    ]
    return {
        **plain.entry_of(shown, row),
        "matched_by": both.how or None,
        "of_calls": both.of_calls,
        "lines": made,
    }


def _line(
    both: BothListing, row: RowFigures, before: int | None, after: int | None, code: str | None
) -> dict[str, Any]:
    """A line with its figures before and after; null what nobody measured: own time of lines with calls."""
    return {
        "line": [before, None if row.became == "gone" else after],
        "text": code,
        "counted": [None if count != count else round(count) for count in row.calls],
        "time": [None, None] if both.of_calls else list(map(finite, row.shown)),
        "cumtime": list(map(finite, row.cumtime)),
        "status": row.became or "both",
        "joint": after in both.joint,
    }

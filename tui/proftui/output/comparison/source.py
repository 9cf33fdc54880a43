"""The lines of functions before and after, as text and JSON; the text is that which Source shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proftui import messages
from proftui.drawing import changes, figures
from proftui.drawing.safe_text import clean
from proftui.frame.compared_columns import RowFigures
from proftui.output import json_form
from proftui.output.comparison import plain, text, words
from proftui.output.comparison.shown import Shown
from proftui.output.tables import WIDEST, source_lines
from proftui.views.source.both import BothListing, shown_of
from proftui.views.source.built_in import rows as built_in
from proftui.views.source.compared import TableOfBothSources
from proftui_parsers.entries import finite

_LONGEST, _NOTE = 1_000, 400


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
    if both.rows or both.below or listing.text:
        yield from source_lines(TableOfBothSources(session, both, listing, WIDEST))
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


# JSON


def document(shown: Shown) -> Iterator[str]:
    """One object with the functions, each as in a comparison, and its lines on both sides."""
    return json_form.listing(plain.head(shown), (_entry(shown, index) for index in shown.listed(0)))


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

"""A comparison as JSON, a contract that other programs may rely on (see docs/json.md), and as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from proftui.analysis.columns import AFTER, BEFORE, COLUMNS, COUNT, DELTA, WRITTEN
from proftui.analysis.compare.causes import Cause, Term
from proftui.analysis.compare.edge_pairs import EdgePair
from proftui.analysis.compare.measured import figures_of, ratio
from proftui.analysis.compare.pairs import BY_HAND, UNPAIRED, Pairs
from proftui.analysis.compare.side import Side
from proftui.analysis.recorded_files import basename
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.frame.compared_columns import RowFigures
from proftui.output import json_form
from proftui.output.json_form import Json
from proftui.output.printed import Wanted
from proftui.output.tables import FunctionRows, csv_lines, harmless
from proftui.state.compared import notes_of
from proftui.state.view_names import CALLS, SOURCE
from proftui.views.source.both import BothListing, shown_of
from proftui_parsers.entries import finite
from proftui_parsers.profile import CONTRACT

MATCHES = {
    BY_HAND: "by hand",
    1: "same line",
    2: "same name",
    3: "in order",
    4: "moved file",
    UNPAIRED: None,
}
"""By stage, how two functions were matched."""
_ADD_UP = ("ncalls", "primitive_calls", "tottime")
"""Figures that several functions have together."""
_FIGURES = [
    (column.key, end)
    for column in COLUMNS.values()
    for end in column.sides
    if column.kind != COUNT or end in (BEFORE, AFTER)
]
CSV_COLUMNS = (
    *(f"{COLUMNS[key].written}_{end}" for key, end in _FIGURES), "status", "within_spread", "match", "score",
    "file", "line", "name", "file_before", "line_before", "name_before",
)  # fmt: skip


def document(wanted: Wanted) -> Iterator[str]:
    """One object, in pieces; ``limit`` 0 lists all causes, else those that are worth a sentence are."""
    made = _with_lines if wanted.view == SOURCE else entry_of
    return json_form.listing(head(wanted), map(partial(made, wanted), wanted.rows(wanted.functions)))


def head(wanted: Wanted) -> Json:
    """What stands before the functions: the sides, the change, and its causes."""
    made, new = json_form.shape_of(wanted.session), wanted.comparison.new.profile
    if isinstance(new, ShapedProfile):
        made["functions_total"] = new.visible
    return {"proftui": CONTRACT, "comparison": _comparison(wanted), **made}


def _comparison(wanted: Wanted) -> Json:
    comparison, causes, control = wanted.comparison, wanted.causes, wanted.comparison.control
    listed = [*causes.listed, *(causes.others if wanted.limit == 0 else ())]
    rest = causes.not_told_apart + (0.0 if wanted.limit == 0 else causes.others_time)
    low, high = control.band or (None, None)
    return {
        "base": _side(comparison.base),
        "new": _side(comparison.new),
        "change": {
            "time": finite(comparison.delta),
            "ratio": finite(comparison.ratio),
            "by_counts": finite(causes.by_counts) if causes.counted else None,
            "by_time_per_call": finite(causes.by_time_per_call) if causes.counted else None,
            "not_attributed": finite(causes.not_attributed),
            "p": comparison.p,
        },
        "control": {
            "functions": control.functions,
            "ratio": finite(control.ratio),
            "low": finite(low),
            "high": finite(high),
        },
        "causes": [_cause(wanted, cause) for cause in listed],
        "other_causes": {
            "causes": 0 if wanted.limit == 0 else len(causes.others),
            "time": finite(rest),
        },
        "notes": notes_of(comparison),
        "unit": comparison.new.profile.measure.unit or "count",
    }


def _side(side: Side) -> Json:
    return {
        "files": list(side.paths),
        "runs": len(side.runs),
        "total_time": finite(side.total),
        "total_times": list(map(finite, side.totals)),
        "total_calls": side.profile.total_calls,
    }


def _cause(wanted: Wanted, cause: Cause) -> Json:
    return {
        **_term(wanted, cause.term),
        "time": finite(cause.time),
        "parts": [_term(wanted, term) for term in cause.parts],
        "estimate": cause.is_estimate,
    }


def _term(wanted: Wanted, term: Term) -> Json:
    return {
        "kind": term.kind,
        "caller": _identity(wanted, term.caller) if term.caller >= 0 else None,
        "callee": _identity(wanted, term.callee),
        "ncalls": [calls if wanted.causes.counted and calls >= 0 else None for calls in term.ncalls],
        "per_call": list(map(finite, term.per_call)),
        "time": finite(term.time),
    }


def _identity(wanted: Wanted, row: int) -> Json:
    side, function = wanted.comparison.side_of_row(row)
    entry = json_form.identity(side.profile, function)
    pairs = wanted.comparison.pairs
    members = pairs.bundles.get(row, ((), ()))[pairs.new[row] >= 0]
    line = None if len(members) > 1 else entry["line"]
    return {"file": entry["file"], "line": line, "name": entry["name"]}


def entry_of(wanted: Wanted, row: int) -> Json:
    """A row of the comparison."""
    comparison, pairs = wanted.comparison, wanted.comparison.pairs
    bundle = pairs.bundles.get(row, ((), ()))
    sides = ((comparison.base, pairs.base[row], bundle[0]), (comparison.new, pairs.new[row], bundle[1]))
    base, new = (_entry(side, function, several) for side, function, several in sides)
    made: Json = {
        "base": base,
        "new": new,
        "match": MATCHES[pairs.stages[row]],
        "score": pairs.score(row) if pairs.stages[row] != UNPAIRED else None,
        "status": pairs.status(row),
        "within_spread": bool(pairs.within[row]),
    }
    if wanted.view == CALLS:
        made["callers"] = [_edge(wanted, pair) for pair in comparison.callers(row)]
        made["callees"] = [_edge(wanted, pair) for pair in comparison.callees(row)]
    if wanted.session.shaped is not None:
        # A side of which nothing is hidden has no bounds, and is in the shape all the same.
        pairs_made = (made, *made.get("callers", ()), *made.get("callees", ()))
        for entry in (pair[side] for pair in pairs_made for side in ("base", "new")):
            if entry is not None:
                entry.setdefault("bounds", {})
    return made


def _edge(wanted: Wanted, pair: EdgePair) -> Json:
    """The calls of one function by another on both sides."""
    profiles = wanted.comparison.base.profile, wanted.comparison.new.profile
    base, new = (
        None if edge is None else json_form.call_of(profile, edge, entry)
        for profile, edge, entry in zip(profiles, (pair.base, pair.new), pair.entries, strict=True)
    )
    return {"base": base, "new": new}


def _entry(side: Side, function: int, several: tuple[int, ...]) -> Json | None:
    """A function as in the JSON of one profile; of several of one name, their sums."""
    if function < 0:
        return None
    entry = json_form.entry_of(side.profile, function, side.names)
    if len(several) < 2:
        return entry
    others = [json_form.entry_of(side.profile, other) for other in several]
    for key in (column.written for column in WRITTEN):
        known = [other[key] for other in others if other[key] is not None]
        entry[key] = sum(known) if known and key in _ADD_UP else None
    return entry | {"line": None, "lines": None, "functions": len(several)}


def _with_lines(wanted: Wanted, row: int) -> Json:
    """A row with the lines of its function on both sides."""
    listing, both = shown_of(wanted.session, wanted.compared.index_of_row[row])
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
    about = {"matched_by": both.how or None, "of_calls": both.of_calls, "lines": made}
    return entry_of(wanted, row) | about


def _line(
    both: BothListing, row: RowFigures, before: int | None, after: int | None, code: str | None
) -> Json:
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


def csv_text(wanted: Wanted) -> Iterator[str]:
    """Raw figures, one row a line; texts that a spreadsheet would run are quoted with ``'``."""
    name = FunctionRows(wanted).name
    yield from csv_lines([CSV_COLUMNS])
    for index in wanted.functions:
        row = wanted.compared.row(index)
        if row is not None:
            bundled = name(index) if row in wanted.comparison.pairs.bundles else ""
            yield from csv_lines([_csv_row(wanted, row, bundled)])


def _csv_row(wanted: Wanted, row: int, bundled: str) -> list[Any]:
    """``bundled``: what several functions of one name are called, which stand on no line."""
    comparison, pairs = wanted.comparison, wanted.comparison.pairs
    made = [_figure(pairs, row, *figure) for figure in _FIGURES]
    stage = pairs.stages[row]
    made += [pairs.status(row), int(pairs.within[row]), MATCHES[stage]]
    made += [pairs.score(row) if stage != UNPAIRED else None]
    for side, function in ((comparison.new, pairs.new[row]), (comparison.base, pairs.base[row])):
        if function < 0:
            made += [None, None, None]
            continue
        entry = json_form.identity(side.profile, function)
        file = basename(entry["file"]) if wanted.session.strip_dirs else entry["file"]
        made += [harmless(file), None if bundled else entry["line"], harmless(bundled or entry["name"])]
    return made


def _figure(pairs: Pairs, row: int, key: str, end: str) -> float | str | None:
    """What a row has of a figure; ``None``: that makes no sense."""
    before, after = map(finite, figures_of(pairs, row, key))
    if end in (BEFORE, AFTER):
        value = before if end == BEFORE else after
        return int(value) if value is not None and COLUMNS[key].kind == COUNT else value
    if before is None or after is None:
        return None
    if end == DELTA:
        return after - before
    return ratio(before, after) if pairs.status(row) not in ("new", "gone") else None

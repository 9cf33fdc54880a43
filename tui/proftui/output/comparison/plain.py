"""A comparison as JSON, a contract that other programs may rely on (see docs/json.md), and as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proftui.analysis.columns import AFTER, BEFORE, COLUMNS, COUNT, DELTA, WRITTEN
from proftui.analysis.compare.causes import Cause, Term
from proftui.analysis.compare.edge_pairs import EdgePair
from proftui.analysis.compare.measured import figures_of, ratio
from proftui.analysis.compare.pairs import BY_HAND, UNPAIRED, Pairs
from proftui.analysis.compare.side import Side
from proftui.analysis.recorded_files import basename
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.output import json_form, json_shape
from proftui.output.comparison import table
from proftui.output.comparison.shown import Shown
from proftui.output.tables import csv_lines, harmless
from proftui.state.view_names import CALLS
from proftui_parsers.entries import finite
from proftui_parsers.profile import CONTRACT

Json = dict[str, Any]
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


def document(shown: Shown) -> Iterator[str]:
    """One object, in pieces; ``limit`` 0 lists all causes, else those that are worth a sentence are."""
    return json_form.listing(head(shown), (entry_of(shown, row) for row in shown.upto(0)))


def head(shown: Shown) -> Json:
    """What stands before the functions: the sides, the change, and its causes."""
    made, new = json_shape.head(shown.session), shown.comparison.new.profile
    if isinstance(new, ShapedProfile):
        made["functions_total"] = new.visible
    return {"proftui": CONTRACT, "comparison": _comparison(shown), **made}


def _comparison(shown: Shown) -> Json:
    comparison, causes, control = shown.comparison, shown.causes, shown.comparison.control
    listed = [*causes.listed, *(causes.others if shown.limit == 0 else ())]
    rest = causes.not_told_apart + (0.0 if shown.limit == 0 else causes.others_time)
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
        "causes": [_cause(shown, cause) for cause in listed],
        "other_causes": {
            "causes": 0 if shown.limit == 0 else len(causes.others),
            "time": finite(rest),
        },
        "notes": list(comparison.notes),
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


def _cause(shown: Shown, cause: Cause) -> Json:
    return {
        **_term(shown, cause.term),
        "time": finite(cause.time),
        "parts": [_term(shown, term) for term in cause.parts],
        "estimate": cause.is_estimate,
    }


def _term(shown: Shown, term: Term) -> Json:
    return {
        "kind": term.kind,
        "caller": _identity(shown, term.caller) if term.caller >= 0 else None,
        "callee": _identity(shown, term.callee),
        "ncalls": [calls if shown.causes.counted and calls >= 0 else None for calls in term.ncalls],
        "per_call": list(map(finite, term.per_call)),
        "time": finite(term.time),
    }


def _identity(shown: Shown, row: int) -> Json:
    side, function = shown.comparison.side_of_row(row)
    entry = json_form.identity(side.profile, function)
    pairs = shown.comparison.pairs
    members = pairs.bundles.get(row, ((), ()))[pairs.new[row] >= 0]
    line = None if len(members) > 1 else entry["line"]
    return {"file": entry["file"], "line": line, "name": entry["name"]}


def entry_of(shown: Shown, row: int) -> Json:
    """A row of the comparison."""
    comparison, pairs = shown.comparison, shown.comparison.pairs
    bundle = pairs.bundles.get(row, ((), ()))
    sides = ((comparison.base, pairs.base[row], bundle[0]), (comparison.new, pairs.new[row], bundle[1]))
    base, new = (_entry(side, function, several) for side, function, several in sides)
    made: Json = {
        "base": base,
        "new": new,
        "match": MATCHES[pairs.stages[row]],
        "score": pairs.scores[row] if pairs.stages[row] != UNPAIRED else None,
        "status": pairs.status(row),
        "within_spread": bool(pairs.within[row]),
    }
    if shown.view == CALLS:
        made["callers"] = [_edge(shown, pair) for pair in comparison.callers(row)]
        made["callees"] = [_edge(shown, pair) for pair in comparison.callees(row)]
    if shown.session.shaped is not None:
        # A side of which nothing is hidden has no bounds, and is in the shape all the same.
        pairs_made = (made, *made.get("callers", ()), *made.get("callees", ()))
        for entry in (pair[side] for pair in pairs_made for side in ("base", "new")):
            if entry is not None:
                entry.setdefault("bounds", {})
    return made


def _edge(shown: Shown, pair: EdgePair) -> Json:
    """The calls of one function by another on both sides."""
    profiles = shown.comparison.base.profile, shown.comparison.new.profile
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


def csv_text(shown: Shown) -> Iterator[str]:
    """Raw figures, one row a line; texts that a spreadsheet would run are quoted with ``'``."""
    yield from csv_lines([CSV_COLUMNS])
    yield from csv_lines(_csv_row(shown, row) for row in shown.upto(0))


def _csv_row(shown: Shown, row: int) -> list[Any]:
    pairs = shown.comparison.pairs
    stage = pairs.stages[row]
    return [
        *(_figure(pairs, row, *figure) for figure in _FIGURES),
        pairs.status(row), int(pairs.within[row]), MATCHES[stage],
        pairs.scores[row] if stage != UNPAIRED else None,
        *_where(shown, shown.comparison.new, pairs.new[row], row),
        *_where(shown, shown.comparison.base, pairs.base[row], row),
    ]  # fmt: skip


def _figure(pairs: Pairs, row: int, key: str, end: str) -> float | None:
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


def _where(shown: Shown, side: Side, function: int, row: int) -> list[Any]:
    """File, line and name on a side, or nothing."""
    if function < 0:
        return [None, None, None]
    entry = json_form.identity(side.profile, function)
    file, line, name = entry["file"], entry["line"], entry["name"]
    if shown.session.strip_dirs:
        file = basename(file)
    if row in shown.comparison.pairs.bundles:
        line, name = None, table.name_of(shown, row, json_form.LONGEST)
    return [harmless(file), line, harmless(name)]

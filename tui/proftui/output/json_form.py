"""The JSON of the views: a contract that other programs may rely on (see docs/json.md)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.calltree.outline import Outline
from proftui.background.pieces import Pieces
from proftui_parsers import Edge, Profile
from proftui_parsers.consistency import checked, whole_time

VERSION = 1

LONGEST = 4_000
"""Characters of a path or a name that are written out: a small file can give megabytes to each function."""

Json = dict[str, object]
_TOGETHER = 200


def document(profile: Profile, rows: Sequence[int], with_calls: bool = False) -> Iterator[str]:
    """One object with the functions ``rows``, in pieces; totals are of the whole profile.

    File, line and name are as recorded, up to :data:`LONGEST` characters; times are seconds; what was
    not measured or is not finite is null.
    """
    yield dumped(head(profile))[:-1] + ', "functions": ['
    for position, index in enumerate(rows):
        yield (", " if position else "") + dumped(_function(profile, index))[:-1] + ', "lines": '
        if index in profile.lines:
            yield from _list(_lines(profile, index))
        else:
            yield "null"
        if with_calls:
            yield ', "callers": '
            yield from _list(_edges(profile, profile.callers(index)))
            yield ', "callees": '
            yield from _list(_edges(profile, profile.callees(index)))
        yield "}"
    yield "]}\n"


def tree_document(profile: Profile, roots: Sequence[CallNode], work: Pieces[Outline]) -> Iterator[str | None]:
    """One object with the call tree, in pieces; written without recursion, since chains are deep.

    ``work`` finds out what is in it; meanwhile there is nothing to write.
    """
    below = yield from work
    yield dumped(head(profile))[:-1] + ', "tree": ['
    waiting: list[CallNode | str] = _listed(roots)
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
            continue
        yield dumped(_node(profile, node))[:-1] + ', "children": ['
        waiting.append("]}")
        waiting.extend(_listed(below.get(node, ())))
    yield "]}\n"


def dumped(value: object) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def _list(records: Iterator[Json]) -> Iterator[str]:
    """A list of hundreds of thousands, some at a time."""
    yield "["
    before = ""
    while some := list(islice(records, _TOGETHER)):
        yield before + dumped(some)[1:-1]
        before = ", "
    yield "]"


def _listed(nodes: Sequence[CallNode]) -> list[CallNode | str]:
    """Nodes with commas between them, the first one last."""
    parts: list[CallNode | str] = []
    for node in reversed(nodes):
        parts += [node, ", "]
    return parts[:-1]


def _node(profile: Profile, node: CallNode) -> Json:
    named = node.kind in ("function", "recursion") and node.function >= 0
    named_as = identity(profile, node.function) if named else {"file": "", "line": None, "name": _name(node)}
    calls: float | None = node.calls
    if calls is not None:
        calls = round(calls) if node.calls_exact else float(calls)
    return {
        **named_as,
        "kind": node.kind,
        "time": _finite(node.time),
        "low": _finite(node.low),
        "high": _finite(node.high),
        "exact": node.exact,
        "own": _finite(node.own),
        "own_low": _finite(node.own_low),
        "own_high": _finite(node.own_high),
        "calls": calls,
    }


def _name(node: CallNode) -> str:
    return node.label or (f"{node.count} more" if node.kind == "rest" else node.kind)


def head(profile: Profile) -> Json:
    """What stands before the functions or the tree: the file and its totals."""
    return {
        "proftui": VERSION,
        "file": profile.path,
        "files": list(profile.paths),
        "format": profile.format,
        "measures": profile.measure.name,
        "total_calls": profile.total_calls,
        "primitive_calls": profile.total_primitive_calls,
        "total_time": _finite(profile.total_time),
        "whole_time": _finite(whole_time(profile)),
        "whole_certainty": _certainty(profile),
        "functions_total": profile.count,
        "warnings": list(checked(profile).notes),
    }


def _certainty(profile: Profile) -> str | None:
    """Of line times alone, whether time that is in several lines is in the whole once."""
    if profile.has_calls or not profile.has_lines:
        return None
    return profile.certainty_of_lines or "added up"


def _function(profile: Profile, index: int) -> Json:
    """What is one figure each."""
    # What only appears as a caller has no figures of its own.
    known = index < profile.count
    return {
        **identity(profile, index),
        "ncalls": _count(profile.ncalls, index),
        "primitive_calls": _count(profile.primitive_calls, index),
        "tottime": _finite(profile.tottime[index]) if known else None,
        "cumtime": _finite(profile.cumtime[index]) if known and profile.cumtime is not None else None,
        "hits": profile.hits.get(index),
    }


def _lines(profile: Profile, index: int) -> Iterator[Json]:
    for line, hits, time in profile.lines[index]:
        yield {"line": line, "hits": hits, "time": _finite(time)}


def _edges(profile: Profile, edges: Iterable[Edge]) -> Iterator[Json]:
    for edge in edges:
        yield {
            **identity(profile, edge.function),
            "ncalls": edge.ncalls,
            "primitive_calls": edge.primitive_calls,
            "tottime": _finite(edge.tottime),
            "cumtime": _finite(edge.cumtime),
        }


def identity(profile: Profile, index: int) -> Json:
    """File, line and name of a function, as recorded."""
    file, line, name = profile.function(index)
    return {"file": _cut(file), "line": line, "name": _cut(name)}


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _count(column: Sequence[int] | None, index: int) -> int | None:
    if column is None or index >= len(column) or column[index] < 0:
        return None
    return column[index]


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None

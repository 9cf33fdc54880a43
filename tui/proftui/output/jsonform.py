"""The JSON of the views: a contract that other programs may rely on (see the README)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence

from proftui_parsers import Edge, Profile

VERSION = 1

Json = dict[str, object]


def document(profile: Profile, rows: Sequence[int], with_calls: bool = False) -> str:
    """One object with the functions ``rows``; totals are of the whole profile.

    File, line and name are as recorded, times are seconds, what was not measured or is not finite
    is null.
    """
    head: Json = {
        "proftui": VERSION,
        "file": profile.path,
        "files": list(profile.paths),
        "format": profile.format,
        "measures": profile.measures,
        "total_calls": profile.total_calls,
        "primitive_calls": profile.total_primitive_calls,
        "total_time": _finite(profile.total_time),
        "functions_total": profile.count,
        "warnings": list(profile.warnings),
        "functions": [_function(profile, index, with_calls) for index in rows],
    }
    return json.dumps(head, ensure_ascii=True, allow_nan=False)


def _function(profile: Profile, index: int, with_calls: bool) -> Json:
    record: Json = {
        **_identity(profile, index),
        "ncalls": _count(profile.ncalls, index),
        "primitive_calls": _count(profile.primitive_calls, index),
        "tottime": _finite(profile.tottime[index]),
        "cumtime": None if profile.cumtime is None else _finite(profile.cumtime[index]),
        "hits": profile.hits.get(index),
        "lines": None,
    }
    if index in profile.lines:
        record["lines"] = [
            {"line": line, "hits": hits, "time": _finite(time)} for line, hits, time in profile.lines[index]
        ]
    if with_calls:
        record["callers"] = _edges(profile, profile.callers(index))
        record["callees"] = _edges(profile, profile.callees(index))
    return record


def _edges(profile: Profile, edges: Iterable[Edge]) -> list[Json]:
    return [
        {
            **_identity(profile, edge.function),
            "ncalls": edge.ncalls,
            "primitive_calls": edge.primitive_calls,
            "tottime": _finite(edge.tottime),
            "cumtime": _finite(edge.cumtime),
        }
        for edge in edges
    ]


def _identity(profile: Profile, index: int) -> Json:
    file, line, name = profile.function(index)
    return {"file": file, "line": line, "name": name}


def _count(column: Sequence[int] | None, index: int) -> int | None:
    return None if column is None or column[index] < 0 else column[index]


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None

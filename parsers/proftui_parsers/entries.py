"""What a profile has one by one: functions, lines and calls; each also as plain values for JSON."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

NO_PYTHON_FILES = ("~", "<built-in>")
"""What stands for the file of a function without Python code: of cProfile and others, and of pyinstrument."""


class Function(NamedTuple):
    """Identity of a function, as recorded: built-ins are ``("~", 0, "<built-in method ...>")``."""

    file: str
    line: int
    name: str


class LineTime(NamedTuple):
    """What a line profiler measured on one line; ``time`` is in seconds and includes callees."""

    line: int
    hits: int
    """Below 0: not counted."""
    time: float


class Record(NamedTuple):
    """One function with its figures; ``None`` was not measured."""

    file: str
    """As recorded, with line and name; ``~`` of built-ins."""
    line: int
    """Where the function begins, from 1 on; 0 of built-ins."""
    name: str
    ncalls: int | None
    """All calls."""
    primitive_calls: int | None
    """Calls that were not recursive."""
    tottime: float | None
    """Own time, seconds; of a line profile, the sum of the function's lines."""
    cumtime: float | None
    """Time with everything it called, seconds."""
    hits: int | None
    """How often its lines ran in all."""
    lines: tuple[LineTime, ...] | None
    """What each line took, in the order of lines; empty for a measured function that never ran."""
    function: int
    """Index of the function: this is ``profile[function]``."""


class Edge(NamedTuple):
    """One caller or callee, with the figures of the calls between the two; ``None`` was not measured."""

    file: str
    line: int
    name: str
    ncalls: int | None
    """All of these calls."""
    primitive_calls: int | None
    """Those of them that were not recursive."""
    tottime: float | None
    """Own time of the one that is called, in these calls, seconds."""
    cumtime: float | None
    """Time of these calls with everything they called, seconds."""
    function: int
    """Index of the other end: ``profile[function]``."""


def plain_function(record: Record) -> dict[str, Any]:
    """A function with its figures."""
    return {**plain_call(record), "hits": record.hits}


def plain_lines(lines: tuple[LineTime, ...]) -> list[dict[str, Any]]:
    """Lines with their times."""
    return [{"line": line, "hits": n if n >= 0 else None, "time": finite(time)} for line, n, time in lines]


def plain_call(entry: Edge | Record) -> dict[str, Any]:
    """A caller or callee with the figures of the calls."""
    return {
        "file": entry.file,
        "line": entry.line,
        "name": entry.name,
        "ncalls": entry.ncalls,
        "primitive_calls": entry.primitive_calls,
        "tottime": finite(entry.tottime),
        "cumtime": finite(entry.cumtime),
    }


def finite(value: float | None) -> float | None:
    """A number that JSON has, or ``None``."""
    return value if value is not None and value - value == 0 else None

"""The format ``lprof``: files of line_profiler (kernprof -l), from version 1.0 on.

A pickled ``LineStats`` with ``timings``, which are ``{(file, line, name): [(line, hits, time)]}`` in whole
units of time, and ``unit``, which is one of them in seconds.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from typing import Any, Final

from proftui_parsers.pickle_reader import Global, Instance, Pairs, PickleReader
from proftui_parsers.profile import LineTime, Profile, ProfileError, no_edges
from proftui_parsers.stats import total

NAME = "lprof"

_CLASS: Final = "LineStats"
_MODULES: Final = ("_line_profiler", "line_profiler._line_profiler", "line_profiler.line_profiler")
_HEAD: Final = 256
_INT32: Final = 2**31

Key = tuple[str, int, str]
Row = tuple[int, int, int]


def matches(head: bytes) -> bool:
    """Whether a file that begins like this is an ``.lprof`` file, whole or broken."""
    return head[:1] == b"\x80" and head[1:2] in b"\x02\x03\x04\x05" and _CLASS.encode() in head[:_HEAD]


def parse(data: bytes, path: str, progress: Callable[[float], None] | None = None) -> Profile:
    """Read an ``.lprof`` file.

    Args:
        data: The whole file.
        path: The file as the user named it.
        progress: Is told when the file is read.

    Raises:
        ProfileError: The data is damaged, cut off, or of another shape.
    """
    timings, unit = _state(PickleReader(data).value())
    if sum(map(len, timings.values())) > len(data):
        raise ProfileError("is damaged: the same lines are repeated by reference without end")
    profile = _profile(timings, unit, path)
    if progress is not None:
        progress(1.0)
    return profile


def _state(value: Any) -> tuple[dict[Key, list[Row]], float]:
    """The timings and the unit of a ``LineStats``."""
    if type(value) is not Instance or not _is_line_stats(value.of):
        raise ProfileError("is a pickle, but not one of line_profiler")
    if type(value.state) is not Pairs:
        raise ProfileError("is a pickle of line_profiler, but without figures")
    timings = Pairs()
    unit: Any = None
    for key, part in value.state.items:
        if type(key) is str and key == "timings" and type(part) is Pairs:
            timings = part
        elif type(key) is str and key == "unit":
            unit = part
    if type(unit) not in (float, int) or not math.isfinite(unit) or unit <= 0:
        raise ProfileError("does not say in which unit its times are, so they mean nothing")
    return dict(map(_timing, timings.items)), float(unit)


def _is_line_stats(of: Global) -> bool:
    return of.name == _CLASS and of.module in _MODULES


def _timing(item: tuple[Any, Any]) -> tuple[Key, list[Row]]:
    """A function and its lines; only what has exactly this shape is ever hashed."""
    key, rows = item
    if type(key) is not tuple or [type(part) for part in key] != [str, int, str]:
        raise ProfileError("is damaged: one of its keys is not (file, line, function)")
    if type(rows) is not list:
        raise ProfileError("is damaged: a function has no list of lines")
    for row in rows:
        if type(row) is not tuple or [type(part) for part in row] != [int, int, int]:
            raise ProfileError("is damaged: one of its lines is not (line, hits, time)")
    return (key[0], _small(key[1]), key[2]), rows


def _small(line: int) -> int:
    """The line number, or the nearest that fits 32 bits."""
    return max(-_INT32, min(_INT32 - 1, line))


def _profile(timings: dict[Key, list[Row]], unit: float, path: str) -> Profile:
    keys = list(timings)
    tottime = array("d", [sum(time for _, _, time in rows) * unit for rows in timings.values()])
    return Profile(
        path=path,
        paths=(path,),
        format=NAME,
        producer="line_profiler",
        measures="seconds",
        count=len(keys),
        files=[key[0] for key in keys],
        linenos=array("q", [key[1] for key in keys]),
        names=[key[2] for key in keys],
        tottime=tottime,
        cumtime=None,
        ncalls=None,
        primitive_calls=None,
        edges=no_edges(len(keys)),
        total_time=total(tottime),
        total_calls=None,
        total_primitive_calls=None,
        hits={index: sum(hits for _, hits, _ in rows) for index, rows in enumerate(timings.values())},
        lines={index: _lines(rows, unit) for index, rows in enumerate(timings.values())},
    )


def _lines(rows: list[Row], unit: float) -> tuple[LineTime, ...]:
    times = [LineTime(_small(line), hits, time * unit) for line, hits, time in rows]
    return tuple(sorted(times, key=lambda line: line.line))

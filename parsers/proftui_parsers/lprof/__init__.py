"""The format ``lprof``: files of line_profiler (kernprof -l), from version 1.0 on.

A pickled ``LineStats`` with ``timings``, which are ``{(file, line, name): [(line, hits, time)]}`` in whole
units of time, and ``unit``, which is one of them in seconds.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from operator import itemgetter

import proftui_parsers.messages as messages
from proftui_parsers.binary import small
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.lprof.pickle_reader import Instance, Pairs, read_pickle
from proftui_parsers.measure import SECONDS
from proftui_parsers.profile import LineTime, Profile, ProfileError, no_edges
from proftui_parsers.sums import total
from proftui_parsers.texts import unified

if TYPE_CHECKING:
    from typing import Any

    Key = tuple[str, int, str]

_CLASS = "LineStats"
_MODULES = ("_line_profiler", "line_profiler._line_profiler", "line_profiler.line_profiler")
_ROW_BYTES = 7
"""The shortest row."""


def read(pieces: list[bytes], path: str, progress: Callable[[float], None] | None = None) -> Profile:
    """The profile in an ``.lprof`` file, whose pieces are taken out of the list; or raises ProfileError."""
    data = whole(pieces)
    timings, unit = _state(read_pickle(data))
    if sum(map(len, timings.values())) // 3 > len(data) // _ROW_BYTES:
        raise ProfileError(messages.LINES_REPEATED)
    return _profile(timings, unit, path)


def _state(value: Any) -> tuple[dict[Key, array[int]], float]:
    """The timings and the unit of a ``LineStats``."""
    if type(value) is not Instance or value.of.name != _CLASS or value.of.module not in _MODULES:
        raise ProfileError(messages.IS_OTHER_PICKLE)
    if type(value.state) is not Pairs:
        raise ProfileError(messages.IS_LPROF_WITHOUT_FIGURES)
    timings = Pairs()
    unit: Any = None
    for key, part in value.state:
        if type(key) is str and key == "timings" and type(part) is Pairs:
            timings = part
        elif type(key) is str and key == "unit":
            unit = part
    if type(unit) not in (float, int):
        raise ProfileError(messages.NO_UNIT)
    if not math.isfinite(unit) or unit <= 0:
        raise ProfileError(messages.IMPOSSIBLE_UNIT.format(unit))
    return dict(map(_timing, timings)), float(unit)


def _timing(item: tuple[Any, Any]) -> tuple[Key, array[int]]:
    """A function and its lines; only what has exactly this shape is ever hashed."""
    key, rows = item
    if type(key) is not tuple or [type(part) for part in key] != [str, int, str]:
        raise ProfileError(messages.DAMAGED_KEY)
    if type(rows) is not array:
        raise ProfileError(messages.DAMAGED_FUNCTION)
    return (key[0], small(key[1]), key[2]), rows


def _profile(timings: dict[Key, array[int]], unit: float, path: str) -> Profile:
    keys = list(timings)
    tottime = array("d", [sum(rows[2::3]) * unit for rows in timings.values()])
    return Profile(
        path=path,
        paths=(path,),
        format="lprof",
        producer="line_profiler",
        measure=SECONDS,
        count=len(keys),
        files=unified([key[0] for key in keys]),
        linenos=array("q", [key[1] for key in keys]),
        names=unified([key[2] for key in keys]),
        tottime=tottime,
        edges=no_edges(len(keys)),
        total_time=total(tottime),
        hits={index: sum(rows[1::3]) for index, rows in enumerate(timings.values())},
        lines={index: _lines(rows, unit) for index, rows in enumerate(timings.values())},
    )


def _lines(rows: array[int], unit: float) -> tuple[LineTime, ...]:
    """The lines of a function, in their order."""
    every = zip(map(small, rows[::3]), rows[1::3], rows[2::3], strict=True)
    return tuple([LineTime(line, hits, time * unit) for line, hits, time in sorted(every, key=itemgetter(0))])

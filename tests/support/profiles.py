"""Profiles made in memory, of functions with their figures."""

from __future__ import annotations

import pstats
from array import array
from collections.abc import Mapping, Sequence

from proftui_parsers.measure import SECONDS
from proftui_parsers.profile import Edges, LineTime, Measure, Profile, no_edges

FunctionKey = tuple[str, int, str]
FunctionFigures = tuple[int, int, float, float]
"""Primitive calls, calls, own time, cumulative time."""


def profile_of(
    rows: Mapping[FunctionKey, FunctionFigures] | Sequence[FunctionKey],
    *,
    lines: Mapping[int, tuple[LineTime, ...]] | None = None,
    measure: Measure = SECONDS,
) -> Profile:
    """A profile of functions with their figures; without figures it is one of line times."""
    figures = list(rows.values()) if isinstance(rows, Mapping) else None
    places = list(rows)
    own = (
        [row[2] for row in figures]
        if figures
        else [sum(t.time for t in (lines or {}).get(i, ())) for i in range(len(places))]
    )
    return Profile(
        path="p.stats",
        paths=("p.stats",),
        format="pstats" if figures else "lprof",
        producer="cProfile" if figures else "line_profiler",
        measure=measure,
        count=len(places),
        files=[place[0] for place in places],
        linenos=[place[1] for place in places],
        names=[place[2] for place in places],
        tottime=own,
        cumtime=[row[3] for row in figures] if figures else None,
        ncalls=[row[1] for row in figures] if figures else None,
        primitive_calls=[row[0] for row in figures] if figures else None,
        edges=no_edges(len(places)),
        total_time=sum(time for time in own if time - time == 0),
        total_calls=sum(max(row[1], 0) for row in figures) if figures else None,
        total_primitive_calls=sum(max(row[0], 0) for row in figures) if figures else None,
        hits={index: sum(t.hits for t in times) for index, times in (lines or {}).items()},
        lines=lines or {},
    )


def profile_from(stats: pstats.Stats) -> Profile:
    """The functions of a pstats object, in its order."""
    table: dict[FunctionKey, tuple[int, int, float, float, object]] = stats.stats  # type: ignore[attr-defined]
    return profile_of({place: (cc, nc, tt, ct) for place, (cc, nc, tt, ct, _) in table.items()})


def calling(caller: FunctionKey, called: Sequence[FunctionKey], more: Sequence[FunctionKey] = ()) -> Profile:
    """A profile where the first function calls all of ``called``, the first of them the longest."""
    places = list(dict.fromkeys([caller, *called, *more]))
    rows = dict.fromkeys(places, (1, 1, 0.5, 1.0))
    starts, weights = [0], []
    for place in places:
        if place in called:
            weights.append(float(len(called) - list(called).index(place)))
        starts.append(len(weights))
    ones = array("q", [1] * len(weights))
    edges = Edges(array("q", starts), array("q", [0] * len(weights)), ones, ones, ones, array("d", weights))
    return profile_of(rows).changed(edges=edges)

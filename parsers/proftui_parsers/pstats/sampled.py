"""Samples of profiling.sampling, whose rows are lines that were executing: merged into functions."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile

if TYPE_CHECKING:
    from typing import Any, TypeVar

    from proftui_parsers.pstats.table import Table

    Number = TypeVar("Number", int, float)

_SAME_SHARE = 1e-9
_NAN = float("nan")


def interval_of(table: Table) -> float | None:
    """The seconds that one sample stands for, if it is one for all functions."""
    seen = [index for index, count in enumerate(table.second) if count > 0]
    if not seen:
        return None
    interval = table.cumtime[seen[0]] / table.second[seen[0]]
    if not (math.isfinite(interval) and interval > 0):
        return None
    for index in seen:
        if not math.isclose(table.cumtime[index], table.second[index] * interval, rel_tol=_SAME_SHARE):
            return None
    return interval


def has_lost_marker(table: Table) -> bool:
    """Whether these are samples though nothing says so: pstats drops the marker when it writes again."""
    interval = interval_of(table)
    return (
        interval is not None
        and sum(count > 0 for count in table.second) >= 3
        and all(
            math.isclose(time, count * interval, rel_tol=_SAME_SHARE)
            for time, count in zip(table.tottime, table.first, strict=True)
        )
    )


def merged(profile: Profile, interval: float | None) -> Profile:
    """The same samples, with one row for each function; ``interval`` is a sample's seconds, if known."""
    ncalls, primitive, cumtime = profile.ncalls, profile.primitive_calls, profile.cumtime
    if ncalls is None or primitive is None or cumtime is None:
        return profile
    groups: dict[tuple[str, str], int] = {}
    owners = [groups.setdefault(key, len(groups)) for key in zip(profile.files, profile.names, strict=True)]
    count = len(set(owners[: profile.count]))
    return profile.changed(
        count=count,
        files=[file for file, _ in groups],
        linenos=_lowest(profile.linenos, owners, len(groups)),
        names=[name for _, name in groups],
        tottime=array("d", _added(profile.tottime, owners, count)),
        cumtime=array("d", _added(cumtime, owners, count)),
        # Lists, since sums of clipped counts may not fit an array.
        ncalls=_added([max(0, samples) for samples in ncalls], owners, count),
        primitive_calls=_added([max(0, samples) for samples in primitive], owners, count),
        edges=_edges(profile.edges, owners, count, interval),
        remarks=(messages.SAMPLED_CUMTIME,) if count < profile.count else (),
    )


def _lowest(linenos: Sequence[int], owners: Sequence[int], count: int) -> array[int]:
    """The first line of each group; lines below 1 stand for no line where there is a better one."""
    lowest = array("q", bytes(8 * count))
    for line, owner in zip(linenos, owners, strict=True):
        known = lowest[owner]
        if known < 1 or 1 <= line < known:
            lowest[owner] = line
    return lowest


def _added(column: Sequence[Number], owners: Sequence[int], count: int) -> list[Number]:
    """The sum of each group."""
    sums: list[Any] = [0] * count
    for value, owner in zip(column, owners, strict=False):
        sums[owner] += value
    return sums


def _edges(edges: Edges, owners: Sequence[int], count: int, interval: float | None) -> Edges:
    """Callers of the groups: how often the two were neighbours on a stack; not known of own samples."""
    samples_of: list[dict[int, int]] = [{} for _ in range(count)]
    for row in range(len(edges.starts) - 1):
        samples = samples_of[owners[row]]
        for entry in range(edges.starts[row], edges.starts[row + 1]):
            caller = owners[edges.callers[entry]]
            samples[caller] = samples.get(caller, 0) + max(0, edges.ncalls[entry])
    starts = array("q", (0,))
    callers = array("q")
    ncalls: list[int] = []
    for samples in samples_of:
        callers.extend(samples)
        ncalls.extend(samples.values())
        starts.append(len(callers))
    return Edges(
        starts,
        callers,
        ncalls,
        array("q", [NOT_MEASURED]) * len(ncalls),
        array("d", [_NAN]) * len(ncalls),
        array("d", [_NAN if interval is None else samples * interval for samples in ncalls]),
    )

"""Samples of profiling.sampling, whose rows are lines that were executing: joined to functions."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from proftui_parsers.profile import NOT_MEASURED, Edges, Profile

NOTE = (
    "each cumulative figure is the sum of a function's lines, and as a function can be on the stack"
    " with several lines at once it may exceed the total"
)
_NAN = float("nan")


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
        tottime=_added_times(profile.tottime, owners, count),
        cumtime=_added_times(cumtime, owners, count),
        ncalls=_added_counts(ncalls, owners, count),
        primitive_calls=_added_counts(primitive, owners, count),
        edges=_edges(profile.edges, owners, count, interval),
        warnings=(NOTE,) if count < profile.count else (),
    )


def _lowest(linenos: Sequence[int], owners: Sequence[int], count: int) -> array[int]:
    """The first line of each group; lines below 1 stand for no line where there is a better one."""
    lowest = array("q", bytes(8 * count))
    for line, owner in zip(linenos, owners, strict=True):
        known = lowest[owner]
        if known < 1 or 1 <= line < known:
            lowest[owner] = line
    return lowest


def _added_times(column: Sequence[float], owners: Sequence[int], count: int) -> array[float]:
    sums = array("d", bytes(8 * count))
    for value, owner in zip(column, owners, strict=False):
        sums[owner] += value
    return sums


def _added_counts(column: Sequence[int], owners: Sequence[int], count: int) -> list[int]:
    """Sums of samples: a list, since sums of clipped counts may not fit an array."""
    sums = [0] * count
    for value, owner in zip(column, owners, strict=False):
        sums[owner] += max(0, value)
    return sums


def _edges(edges: Edges, owners: Sequence[int], count: int, interval: float | None) -> Edges:
    """Callers of the groups: how often the two were neighbours on a stack.

    Which share of a function's own samples is due to a caller is not in the file.
    """
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

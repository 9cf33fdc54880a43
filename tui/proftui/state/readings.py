"""A file read again: whether anything in it is other than before."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from proftui_parsers import Profile


def are_equal(one: Profile, other: Profile) -> bool:
    """Whether two readings have the same functions, calls, lines and stacks with the same figures."""
    pairs = zip(_columns(one), _columns(other), strict=False)
    plain = (one.paths, one.format, one.badges) == (other.paths, other.format, other.badges)
    return plain and _is_recorded(one) == _is_recorded(other) and all(_same(*pair) for pair in pairs)


def _is_recorded(profile: Profile) -> bool:
    return profile.recording is not None


def _columns(profile: Profile) -> Iterator[Any]:
    """All that a file says, the shortest first."""
    recording = profile.recording
    if recording is not None:
        yield from (recording.tracks, recording.measures, recording.interval)
        yield from (recording.files, recording.linenos, recording.names)
        stacks, records = recording.stacks, recording.records
        yield from (stacks.parent, stacks.frame, stacks.frame_function, stacks.frame_line, stacks.calls)
        yield from (records.node, records.track, records.at, *records.weights)
        return
    edges = profile.edges
    yield from (profile.linenos, profile.names, profile.files)
    yield from (profile.tottime, profile.cumtime, profile.ncalls, profile.primitive_calls)
    yield from (edges.starts, edges.callers, edges.ncalls, edges.primitive_calls)
    yield from (edges.tottime, edges.cumtime, dict(profile.lines))


def _same(one: Any, other: Any) -> bool:
    """Whether two columns are equal; in arrays what was not measured, NaN, equals itself."""
    if isinstance(one, array) and isinstance(other, array):
        return one.typecode == other.typecode and one.tobytes() == other.tobytes()
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one) == len(other) and list(one) == list(other)
    return bool(one == other)

"""The threads of a recording with what was recorded in each."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from proftui_parsers.stacks.recording import Recording, Track

MODULE = "<module>"
_MAIN = ("MainThread", "main")
"""What producers call the main thread."""


class ThreadFigures(NamedTuple):
    """One thread, or all of them: ``track`` is ``None`` then."""

    track: Track | None
    total: float
    """What was recorded, in the unit of the measure."""
    samples: int | None
    """``None``: these are no samples."""
    hottest: int | None
    """The function with the most own; ``None``: no stack has a frame."""
    hottest_own: float = 0.0
    is_main: bool = False


def threads_of(recording: Recording, measure: int) -> list[ThreadFigures]:
    """All threads together, then each, the busiest first."""
    tracks, counted = recording.tracks, recording.samples
    total, samples = [0.0] * len(tracks), [0.0] * len(tracks)
    own: list[dict[int, float]] = [{} for _ in tracks]
    function, records = recording.stacks.function, recording.records
    weights = records.weights[measure]
    counts = array("d", bytes(8 * len(records))) if counted is None else records.weights[counted]
    for node, track, weight, count in zip(records.node, records.track, weights, counts, strict=True):
        total[track] += weight
        samples[track] += count
        if node >= 0:
            of, here = function[node], own[track]
            here[of] = here.get(of, 0.0) + weight
    main = _main_of(recording)
    rows = [
        ThreadFigures(
            track,
            total[number],
            None if counted is None else round(samples[number]),
            *_hottest(own[number]),
            number == main,
        )
        for number, track in enumerate(tracks)
    ]
    rows.sort(key=lambda row: -row.total)
    together: dict[int, float] = {}
    for of_thread in own:
        for of, weight in of_thread.items():
            together[of] = together.get(of, 0.0) + weight
    every = None if counted is None else round(sum(samples))
    return [ThreadFigures(None, sum(total), every, *_hottest(together)), *rows]


def _hottest(own: dict[int, float]) -> tuple[int | None, float]:
    hottest = max(own, key=own.__getitem__, default=None)
    return hottest, 0.0 if hottest is None else own[hottest]


def _main_of(recording: Recording) -> int | None:
    """The number of the main thread; ``None``: it is not known, or there is more than one process."""
    if len({track.pid for track in recording.tracks}) > 1:
        return None
    named = [number for number, track in enumerate(recording.tracks) if track.name in _MAIN]
    if named:
        return named[0] if len(named) == 1 else None
    stacks, records = recording.stacks, recording.records
    modules = {of for of, name in enumerate(recording.names) if name == MODULE}
    roots = array("i", bytes(4 * len(stacks)))
    for node, parent in enumerate(stacks.parent):
        roots[node] = node if parent < 0 else roots[parent]
    begins = {
        track
        for node, track in zip(records.node, records.track, strict=True)
        if node >= 0 and stacks.function[roots[node]] in modules
    }
    return begins.pop() if len(begins) == 1 else None


def name_of(track: Track, is_main: bool = False) -> str:
    """``MainThread 1719``, ``main 1542``, ``pid 7: worker``; a thread without a name is ``thread``."""
    name = track.name or ("main" if is_main else "thread" if track.tid or not track.pid else "")
    text = " ".join(part for part in (name, track.tid) if part)
    return f"pid {track.pid}: {text}".removesuffix(": ") if track.pid else text

"""The threads of a recording with what was recorded in each."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from proftui_parsers.stacks.recording import Recording


class ThreadFigures(NamedTuple):
    """One thread, or all of them: ``number`` is ``None`` then."""

    number: int | None
    total: float
    """What was recorded, in the unit of the measure."""
    samples: int | None
    """``None``: these are no samples."""
    hottest: int | None
    """The function with the most own; ``None``: no stack has a frame."""


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
    rows = [
        ThreadFigures(
            number,
            total[number],
            None if counted is None else round(samples[number]),
            _hottest(own[number]),
        )
        for number in range(len(tracks))
    ]
    rows.sort(key=lambda row: -row.total)
    together: dict[int, float] = {}
    for of_thread in own:
        for of, weight in of_thread.items():
            together[of] = together.get(of, 0.0) + weight
    every = None if counted is None else round(sum(samples))
    return [ThreadFigures(None, sum(total), every, _hottest(together)), *rows]


def _hottest(own: dict[int, float]) -> int | None:
    return max(own, key=own.__getitem__, default=None)

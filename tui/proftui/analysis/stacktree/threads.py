"""The threads of a recording with what was recorded in each."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from proftui.background.pieces import Pieces
from proftui_parsers.stacks.recording import Recording
from proftui_parsers.stacks.sums import slices


class ThreadFigures(NamedTuple):
    """One thread, or all of them: ``number`` is ``None`` then."""

    number: int | None
    total: float
    """What was recorded, in the unit of the measure."""
    samples: int | None
    """``None``: these are no samples."""
    hottest: int | None
    """The function with the most own; ``None``: no stack has a frame."""


def comparing(recording: Recording, measure: int, found: list[ThreadFigures]) -> Pieces[None]:
    """Put all threads together into ``found``, then each, the busiest first, in pieces."""
    tracks, counted = recording.tracks, recording.samples
    total, samples = [0.0] * len(tracks), [0.0] * len(tracks)
    own: list[dict[int, float]] = [{} for _ in tracks]
    function, records = recording.stacks.function, recording.records
    weights = records.weights[measure]
    counts = array("d", bytes(8 * len(records))) if counted is None else records.weights[counted]
    for part in slices(len(records)):
        columns = records.node[part], records.track[part], weights[part], counts[part]
        for node, track, weight, count in zip(*columns, strict=True):
            total[track] += weight
            samples[track] += count
            if node >= 0:
                of, here = function[node], own[track]
                here[of] = here.get(of, 0.0) + weight
        yield
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
    found += [ThreadFigures(None, sum(total), every, _hottest(together)), *rows]


def _hottest(own: dict[int, float]) -> int | None:
    return max(own, key=own.__getitem__, default=None)

"""What can be chosen of a recording, measures and threads, and what each comes to."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from proftui.background.pieces import Pieces
from proftui_parsers.stacks.recording import Recording
from proftui_parsers.stacks.sums import STEP, slices


def stops_of(recording: Recording) -> int:
    """How many stops :func:`comparing` probably has."""
    return 1 + len(recording.records) // STEP


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
            number, total[number], None if counted is None else round(samples[number]), _hottest(own[number])
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


_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
_LONGEST = 3600.0


def seconds_of(text: str) -> float | None:
    """``10ms``, ``0.01 s``, ``100 us`` in seconds; ``None``: it is none, or over an hour."""
    text = text.strip().lower()
    unit = next((unit for unit in _UNITS if text.endswith(unit)), "")
    number = text.removesuffix(unit).strip()
    if not unit or not number.replace(".", "", 1).isdecimal() or len(number) > 20:
        return None
    seconds = float(number) * _UNITS[unit]
    return seconds if 0 < seconds <= _LONGEST else None

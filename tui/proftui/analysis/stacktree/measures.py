"""The measures of a recording with what each comes to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from proftui.background.pieces import Pieces
from proftui_parsers.stacks.recording import Choice, Recording
from proftui_parsers.stacks.sums import STEP, weighing


class MeasureFigures(NamedTuple):
    """One measure, of the chosen threads, in its unit."""

    number: int
    total: float
    """Stacks without a frame included."""
    hottest: int | None
    """The function with the most own; ``None``: none has any."""
    own: float
    """What that one has."""


def measuring(
    recording: Recording, choice: Choice, numbers: Sequence[int], found: list[MeasureFigures]
) -> Pieces[None]:
    """Put what these measures come to into ``found``, in pieces."""
    for number in numbers:
        weights, *lost = yield from weighing(recording, choice, number)
        own = [0.0] * len(recording.names)
        rows = zip(recording.stacks.function, weights, strict=True)
        for function, weight in compress(rows, weights):
            own[function] += weight
        hottest = max(range(len(own)), key=own.__getitem__, default=None)
        if hottest is not None and own[hottest] <= 0:
            hottest = None
        most = 0.0 if hottest is None else own[hottest]
        found.append(MeasureFigures(number, sum(own) + sum(lost), hottest, most))
        yield


def stops_of(recording: Recording, measures: int) -> int:
    """How many stops that probably has."""
    return measures * (1 + len(recording.records) // STEP)

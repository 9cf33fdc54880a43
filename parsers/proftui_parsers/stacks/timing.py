"""Samples whose interval somebody knows become times."""

from __future__ import annotations

from array import array

from proftui_parsers.measure import TIME
from proftui_parsers.stacks.recording import Records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.stacks.recording import Recording


def has_times(recording: Recording) -> bool:
    """Whether anything is measured in seconds, so that no interval is missing."""
    return any(measure.unit == "s" for measure in recording.measures)


def timed(recording: Recording, interval: float) -> Recording | None:
    """The same with time as its first measure: samples times the interval, seconds.

    ``None``: these are no samples, or they have times.
    """
    number = recording.samples
    if number is None or has_times(recording):
        return None
    records = recording.records
    times = array("d", [count * interval for count in records.weights[number]])
    return recording.changed(
        measures=(TIME, *recording.measures),
        records=Records(records.node, records.track, (times, *records.weights), records.at),
        interval=interval,
    )

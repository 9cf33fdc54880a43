"""Samples whose interval somebody knows become times."""

from __future__ import annotations

from array import array

from proftui_parsers.measure import COUNTS, TIME
from proftui_parsers.profile import Profile
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Recording, Records


def has_times(recording: Recording) -> bool:
    """Whether anything is measured in seconds, so that no interval is missing."""
    return any(measure.unit == "s" for measure in recording.measures)


def told_interval(recording: Recording) -> float | None:
    """The seconds between two samples that somebody said; ``None``: nobody did, as files may say it."""
    return recording.interval if recording.told else None


def timed(recording: Recording, interval: float) -> Recording | None:
    """The same with time as its first measure: samples times the interval, seconds.

    Counts of which nobody has said what they are may be such, or times in whole units.
    ``None``: these are no samples, or they have times.
    """
    number = 0 if recording.measures == (COUNTS,) else recording.samples
    if number is None or has_times(recording):
        return None
    records = recording.records
    times = array("d", [count * interval for count in records.weights[number]])
    return recording.changed(
        measures=(TIME, *recording.measures),
        records=Records(records.node, records.track, (times, *records.weights), records.at),
        interval=interval,
        told=True,
    )


def timed_alike(profile: Profile, other: Profile) -> Profile:
    """The times of the same threads, where somebody said the interval of ``other``, and here are none."""
    recording, choice = profile.recording, profile.choice
    interval = None if other.recording is None else told_interval(other.recording)
    made = None if interval is None or recording is None else timed(recording, interval)
    return profile if made is None or choice is None else profile_of(made, Choice(0, choice.tracks))

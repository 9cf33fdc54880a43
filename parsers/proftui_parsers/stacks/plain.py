"""What a profile has more for JSON whose measure was chosen, of a recording or of tables, as plain values.

Figures are in the unit of the measure that was chosen; under the keys of seconds stand seconds, or ``None``.
"""

from __future__ import annotations

from proftui_parsers.entries import finite
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import standard_error
from proftui_parsers.stacks.recording import NONE

if TYPE_CHECKING:
    from typing import Any, Protocol

    from proftui_parsers.measure import Sampled
    from proftui_parsers.stacks.recording import Choice, Recording, Tables

    Json = dict[str, Any]

    class Measured(Sampled, Protocol):
        """A profile, as far as it is asked here."""

        recording: Recording | None
        choice: Choice | None

        @property
        def chosen_from(self) -> Recording | Tables | None:
            """What measures can be chosen from."""


_IN_SECONDS = ("tottime", "cumtime")
_OF_CALLS = ("ncalls", "primitive_calls")


def plain_head(profile: Measured) -> Json:
    """What stands before the functions, in place of and beside what other profiles have; else nothing."""
    recording, source, choice = profile.recording, profile.chosen_from, profile.choice
    if source is None or choice is None:
        return {}
    total, has_samples = profile.total_time, profile.measure.sampled
    return {
        **({"total_calls": None, "primitive_calls": None} if has_samples else {}),
        "total_time": finite(total) if profile.measure.unit == "s" else None,
        "unit": _unit(profile.measure.unit),
        "measure": profile.measure.key,
        "total": number(total, profile.measure.unit),
        "samples": profile.total_primitive_calls if has_samples else None,
        "measures_all": [
            {"key": measure.key, "unit": _unit(measure.unit), "total": number(whole, measure.unit)}
            for measure, whole in zip(source.measures, source.totals, strict=True)
        ],
        "threads": [] if recording is None else _threads(recording, choice),
        "choice": {
            "measure": profile.measure.key,
            "threads": None if choice.tracks is None else sorted(choice.tracks),
        },
        "clock": NONE if recording is None else recording.clock,
    }


def _threads(recording: Recording, choice: Choice) -> list[Json]:
    """All threads with what each has of the chosen measure, whether it is chosen or not."""
    own, records = [0.0] * len(recording.tracks), recording.records
    for track, weight in zip(records.track, records.weights[choice.measure], strict=True):
        own[track] += weight
    unit = recording.measures[choice.measure].unit
    return [
        {"name": track.name, "pid": track.pid or None, "tid": track.tid or None, "self": number(time, unit)}
        for track, time in zip(recording.tracks, own, strict=True)
    ]


def plain_entry(profile: Measured, entry: Json) -> Json:
    """A function, caller or callee with its figures in the unit of the measure; else as it is."""
    if profile.chosen_from is None:
        return entry
    made = {
        **plain_times(profile, entry),
        "samples": entry["ncalls"] if profile.measure.sampled else None,
    }
    if profile.measure.sampled:
        made |= dict.fromkeys(_OF_CALLS)
    return made


def plain_times(profile: Measured, entry: Json) -> Json:
    """An entry with own and cumulative figures in the unit of the measure; else as it is."""
    if profile.chosen_from is None:
        return entry
    unit = profile.measure.unit
    made = {**entry, "self": number(entry["tottime"], unit), "cum": number(entry["cumtime"], unit)}
    return made if unit == "s" else made | dict.fromkeys(_IN_SECONDS)


def plain_function(profile: Measured, entry: Json) -> Json:
    """As :func:`plain_entry`, of a function: with what its own figure may be off by."""
    if profile.chosen_from is None:
        return entry
    share = standard_error(profile, entry["tottime"])
    error = None if share is None else share * profile.total_time
    return {**plain_entry(profile, entry), "standard_error": finite(error)}


def number(value: float | None, unit: str) -> float | None:
    """A figure: whole where it counts something."""
    value = finite(value)
    return value if value is None or unit == "s" or value != int(value) else int(value)


def _unit(unit: str) -> str:
    return unit or "count"

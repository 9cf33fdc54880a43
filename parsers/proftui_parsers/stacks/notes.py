"""What is to be known of a profile of stacks: what no figure shows, a sentence each."""

from __future__ import annotations

from collections.abc import Sequence

import proftui_parsers.messages as messages
from proftui_parsers.profile import Measure
from proftui_parsers.stacks.recording import ORDER, Choice, Recording
from proftui_parsers.waiting import waits_in_stacks

FEW_SAMPLES = 100
"""Samples below which one sample is over one percent."""
_MIB = 2.0**-20


def notes_of(
    recording: Recording, choice: Choice, samples: int | None, own: Sequence[float], lost: tuple[float, float]
) -> Sequence[str]:
    """Notes on what a choice makes, first what everybody should know before the figures are believed.

    ``samples``: how many there are; ``own``: by function, of the measure; ``lost``: what had no frame, of
    the measure and in samples.
    """
    whole = sum(own) + lost[0]
    measure, said = recording.measures[choice.measure], [r for r in recording.remarks if not _is_usual(r)]
    if recording.clock == ORDER and measure.unit == "s":
        if recording.producer == "austin":
            said.append(messages.IDLE_LEFT_OUT)
        elif recording.producer == "py-spy" and not _waits(recording, own):
            said.append(messages.IDLE_UNLESS_RECORDED)
    if samples is not None and 0 < samples < FEW_SAMPLES:
        said.append(messages.FEW_SAMPLES.format(samples, 100 / samples))
    chosen = len(recording.tracks) if choice.tracks is None else len(choice.tracks)
    if chosen > 1 and whole:
        said.append(messages.THREADS_ADDED_UP.format(amount_of(whole, measure), chosen))
    if lost[0]:
        amount = amount_of(lost[0], measure)
        if samples is not None and measure.unit != "samples":
            amount = f"{lost[1]:,.0f} samples ({amount})" if lost[1] != 1 else f"1 sample ({amount})"
        said.append(messages.WITHOUT_FRAME.format(amount))
    if not recording.defined and any(recording.linenos):
        said.append(messages.LINES_THAT_RAN)
    return [*said, *filter(_is_usual, recording.remarks)]


def _waits(recording: Recording, own: Sequence[float]) -> bool:
    """Whether some stack ends where a thread waits."""
    rows = zip(recording.files, recording.names, own, strict=False)
    return any(weight and waits_in_stacks(file, name) for file, name, weight in rows)


def _is_usual(remark: str) -> bool:
    """Whether a remark of a reader is on what is so in all files of its kind, and not on this one."""
    return remark.endswith(messages.LAUNCHER_LEFT_OUT)


def amount_of(value: float, measure: Measure) -> str:
    """A figure with its unit: ``0.895 s``, ``8.37 ms``, ``316 samples``, ``1.500 MiB``."""
    if measure.unit == "s":
        return f"{value:,.3f} s" if value >= 0.0995 else _short(value)
    if measure.unit == "B":
        return f"{value * _MIB:,.3f} MiB"
    unit = "sample" if measure.unit == "samples" and value == 1 else measure.unit
    return f"{value:,.6g} {unit}".rstrip()


def _short(seconds: float) -> str:
    """A time of less than a tenth of a second in three digits: ``8.37 ms``, ``21 µs``."""
    size = abs(seconds)
    if size >= 0.9995e-3 or not size:
        return f"{1e3 * seconds:.3g} ms"
    return f"{1e6 * seconds:.3g} µs" if size >= 0.9995e-6 else f"{1e9 * seconds:.3g} ns"

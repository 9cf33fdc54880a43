"""Recordings of stacks with executing lines, made in memory."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path

from proftui_parsers import Measure, Profile
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Recording, Records, Track

SECONDS = Measure("seconds", "s", "time", key="wall")

Stack = Sequence[tuple[str, int]]
"""Names and lines, from the outermost frame on."""


def recorded(
    records: Sequence[tuple[Stack, float]],
    *,
    file: str = "a.py",
    path: str = "a.txt",
    measure: Measure = SECONDS,
    tracks: Sequence[int] = (),
) -> Recording:
    """A recording of stacks with what they weigh, all functions of one file; ``tracks``: by record."""
    builder = Builder()
    nodes = [
        builder.stack([builder.frame(builder.function(file, line, name), line) for name, line in stack])
        for stack, _ in records
    ]
    of_threads = list(tracks) or [0] * len(records)
    return Recording(
        path=path,
        paths=(path,),
        format="collapsed",
        producer="a test",
        stacks=builder.stacks(),
        files=builder.files,
        linenos=builder.linenos,
        names=builder.names,
        measures=(measure,),
        tracks=tuple(Track(f"thread {number}") for number in range(max(of_threads, default=0) + 1)),
        records=Records(
            array("i", nodes), array("H", of_threads), (array("d", [weight for _, weight in records]),)
        ),
    )


def recorded_in(folder: Path, records: Sequence[tuple[Stack, float]]) -> Profile:
    """The profile of stacks in ``a.py`` of a folder."""
    return profile_of(recorded(records, file=str(folder / "a.py"), path=str(folder / "a.txt")))

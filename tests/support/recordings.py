"""Recordings made by code: any stacks, threads and names."""

from __future__ import annotations

from array import array
from collections import defaultdict

from hypothesis import strategies as st

from proftui_parsers import Profile
from proftui_parsers.measure import SAMPLES, Measure
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.recording import NO_NODE, Recording, Records, Track

Frame = tuple[str, int, str]
Record = tuple[Track, list[Frame], float, int]
"""The thread, the frames from the outermost on, what it weighs, and how many samples it is."""


def recording_of(records: list[Record], measure: Measure, *, sampled: bool, calls: bool = False) -> Recording:
    """A recording with these records, in this order; ``calls``: each record is a call of its last frame."""
    builder, tracks = Builder(), dict[Track, int]()
    nodes, of_track = array("i"), array("H")
    for track, frames, _, _ in records:
        of_track.append(tracks.setdefault(track, len(tracks)))
        numbers = [builder.frame(builder.function(*frame), frame[1]) for frame in frames]
        nodes.append(builder.stack(numbers) if numbers else NO_NODE)
    weights = [array("d", [weight for _, _, weight, _ in records])]
    measures = [measure]
    if sampled:
        weights.append(array("d", [count for _, _, _, count in records]))
        measures.append(SAMPLES)
    stacks = builder.stacks()
    if calls:
        stacks.calls = array("q", [1] * len(stacks))
    return Recording(
        path="made",
        paths=("made",),
        format="speedscope",
        producer="made",
        files=builder.files,
        linenos=builder.linenos,
        names=builder.names,
        measures=tuple(measures),
        tracks=tuple(tracks),
        stacks=stacks,
        records=Records(nodes, of_track, tuple(weights)),
    )


def of_functions(profile: Profile) -> dict[tuple[str, str], tuple[float, float]]:
    """Own and cumulative figures by file and name; of those that have some."""
    assert profile.cumtime is not None
    rows = zip(profile.files, profile.names, profile.tottime, profile.cumtime, strict=False)
    return {(file, name): (own, total) for file, name, own, total in rows if total}


def of_threads(profile: Profile) -> dict[Track, float]:
    """What each thread weighs; of those that weigh something."""
    recording, choice = profile.recording, profile.choice
    assert recording is not None and choice is not None
    found: dict[Track, float] = defaultdict(float)
    for track, weight in zip(recording.records.track, recording.records.weights[choice.measure], strict=True):
        if choice.tracks is None or track in choice.tracks:
            found[recording.tracks[track]] += weight
    return {track: weight for track, weight in found.items() if weight}


PLAIN = st.sampled_from(["a", "b", "main", "run", "f.<locals>.g", "<module>", "operator ()", "λ"])
ODD = st.sampled_from(
    [
        "", "a (b.py:3)", "a (b)", "c:d:7", "x.py:f:3", "x.py(3): f", "thread (5): T", "tid:9",
        'process 3:"x"', "#1", "//", "{", "[main]", "f 12", "a ()",
    ]
)  # fmt: skip
NAMES = PLAIN | ODD
FILES = st.sampled_from(["", "a.py", "/x/b.py", "lib.so", "c:12", "C:\\d\\e.py", "a b/c.py", "<string>"])
FRAMES = st.tuples(FILES, st.integers(0, 40), NAMES)
TRACKS = st.sampled_from(
    [
        Track(""), Track("", 0, "17"), Track("MainThread", 0, "17"), Track("w", 5, "6"), Track("", 5, "6"),
        Track("", 7), Track("w", 7), Track("work er"), Track("Thread 5"), Track("Process 5 x"),
        Track("a for b:1:2"), Track("pool;0", 0, "17"), Track("x ; y;", 5, "6"), Track('say "x"', 7, "8"),
        Track('"a\'b"', 0, "9"),
    ]
)  # fmt: skip
RECORDS = st.lists(
    st.tuples(TRACKS, st.lists(FRAMES, max_size=5), st.integers(1, 4000), st.integers(1, 4)),
    min_size=1,
    max_size=8,
)

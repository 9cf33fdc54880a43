"""What producers of speedscope's files write that is not what they say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.corpus import index_of, recording_of

from proftui_parsers import Profile, load_bytes, messages
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Track


def of_pyspy(release: str, weight: float) -> bytes:
    thread = {
        "type": "sampled",
        "name": "MainThread",
        "unit": "seconds",
        "startValue": 0.0,
        "endValue": 0.01,
        "samples": [[0, 1], [0, 1], [0]],
        "weights": [weight] * 3,
    }
    frames = [{"name": name, "file": "/src/prog.py", "line": 3, "col": None} for name in ("main", "work")]
    made = {"exporter": f"py-spy@{release}", "profiles": [thread], "shared": {"frames": frames}}
    return json.dumps({"$schema": "https://www.speedscope.app/file-format-schema.json", **made}).encode()


def test_a_release_of_pyspy_that_calls_its_samples_seconds_is_read_as_samples() -> None:
    profile = load_bytes(of_pyspy("0.3.8", 1.0), "p.json")
    assert (profile.measure.unit, profile.total_time, list(profile.tottime)) == ("samples", 3, [1, 2])
    assert any("says seconds" in remark for remark in profile.warnings)


def opened(*profiles: dict[str, Any], frames: list[Any], exporter: str = "") -> Profile:
    """Of frames that are ``(name, file, line)``, and profiles."""
    named = [{"name": name, "file": file, "line": line} for name, file, line in frames]
    whole = {"exporter": exporter, "profiles": profiles, "shared": {"frames": named}}
    return load_bytes(json.dumps(whole).encode(), "p.json")


def events(name: str, *told: tuple[str, int, float], unit: str = "seconds") -> dict[str, Any]:
    made = [{"type": kind, "frame": frame, "at": at} for kind, frame, at in told]
    return {
        "type": "evented",
        "name": name,
        "unit": unit,
        "startValue": 0,
        "endValue": told[-1][2],
        "events": made,
    }


def samples(name: str, stacks: list[list[int]], weights: Sequence[float], unit: str) -> dict[str, Any]:
    made = {"type": "sampled", "name": name, "unit": unit, "startValue": 0, "endValue": sum(weights)}
    return {**made, "samples": stacks, "weights": weights}


def threads_of(profile: Profile) -> dict[Track, float]:
    recording, own = recording_of(profile), dict.fromkeys(recording_of(profile).tracks, 0.0)
    for track, weight in zip(recording.records.track, recording.records.weights[0], strict=True):
        own[recording.tracks[track]] += weight
    return own


TWO_RUN = [("<module>", "shop.py", 1), ("run", "shop.py", 9), ("pack", "shop.py", 2), ("run", "shop.py", 6)]
"""Two methods of one name."""
CALLS = events(
    "x", ("O", 0, 0), ("O", 1, 0), ("O", 2, 0), ("C", 2, 0.1), ("O", 3, 0.1), ("O", 2, 0.1), ("C", 2, 0.4),
    ("C", 3, 0.4), ("C", 1, 0.4), ("C", 0, 0.4),
)  # fmt: skip


@pytest.mark.parametrize(
    "exporter", ["pyinstrument", "pyspeedscope", "proftui estimate@0.1.0", "proftui stacks defined@0.1.0"]
)
def test_lines_are_of_definitions_where_the_exporter_writes_those(exporter: str) -> None:
    profile = opened(CALLS, frames=TWO_RUN, exporter=exporter)
    assert profile.cumtime is not None
    runs = {profile.linenos[n]: profile.cumtime[n] for n in range(profile.count) if profile.names[n] == "run"}
    assert runs == pytest.approx({9: 0.4, 6: 0.3})
    assert messages.LINES_THAT_RAN not in profile.warnings
    # No line is known to have run.
    assert not any(recording_of(profile).stacks.frame_line)


def test_what_pyinstrument_calls_self_is_own_time_of_the_function_above() -> None:
    told = events("x", ("O", 0, 0), ("O", 1, 0), ("C", 1, 3), ("O", 2, 3), ("C", 2, 4), ("C", 0, 4))
    profile = opened(
        told, frames=[("f", "a.py", 1), ("[self]", "", 0), ("g", "a.py", 9)], exporter="pyinstrument"
    )
    assert dict(zip(profile.names, profile.tottime, strict=True)) == {"f": 3, "g": 1}
    assert messages.LEFT_OUT_BY_PYINSTRUMENT in profile.warnings


THREADS = [("main", "a.py", 1), ("nap", "a.py", 5)]


def test_frames_of_threads_tell_threads_not_the_number_that_systems_give_again() -> None:
    frames = [
        *THREADS,
        ("thread (7)", "", 0),
        ("thread (7): worker-0", "", 0),
        ("thread (9): sleeper", "", 0),
    ]
    one = samples('Thread 7 "worker-0"', [[2, 0], [3, 0], [4, 1], [4, 1], [4]], [1] * 5, "seconds")
    other = samples('Thread 8 ""', [[3, 0]], [1], "seconds")
    profile = opened(one, other, frames=frames, exporter="py-spy@0.4.3")
    assert threads_of(profile) == {Track("worker-0", 0, "7"): 3, Track("sleeper", 0, "9"): 3}
    assert recording_of(profile).names == ["main", "nap"] and list(profile.tottime) == [3, 2]
    assert messages.WITHOUT_FRAME.format("1 sample (1.000 s)") in profile.warnings


def test_frames_of_processes_are_no_functions() -> None:
    frames = [*THREADS, ('process 5:"sh; x"', "", 0), ('process 6:"y"', "", 0), ("thread (6): io", "", 0)]
    named = 'Process {} Thread {} ""'.format
    profile = opened(
        samples(named(5, 5), [[2, 0]], [1], "seconds"),
        samples(named(6, 6), [[2, 3, 4, 0], [2, 3, 4, 1]], [1, 1], "seconds"),
        frames=frames,
        exporter="py-spy@0.4.3",
    )
    assert recording_of(profile).names == ["main", "nap"]
    assert threads_of(profile) == {Track("", 5, "5"): 1, Track("io", 6, "6"): 2}


def test_times_that_go_back_are_said() -> None:
    told = events("t", ("O", 0, 0), ("O", 1, 5), ("C", 1, 3), ("C", 0, 10))
    assert messages.TIMES_GO_BACK.format(1) in opened(told, frames=THREADS).warnings
    assert not any("go back" in said for said in opened(CALLS, frames=TWO_RUN).warnings)


def test_profiles_in_different_units_are_measures_bytes_first() -> None:
    """As memray writes them, which leaves out what is nothing."""
    allocations = samples("Allocations", [[0], [0, 1], [1]], [3, 4, 1], "none")
    memory = samples("Memory", [[0], [0, 1]], [100, 50], "bytes")
    for profiles in ((memory, allocations), (allocations, memory)):
        profile = opened(*profiles, frames=THREADS, exporter="memray@1.20.0")
        recording = recording_of(profile)
        assert [(of.key, of.unit) for of in recording.measures] == [("bytes", "B"), ("allocations", "")]
        assert (profile.total_time, list(profile.tottime), len(recording.tracks)) == (150, [100, 50], 1)
        counted = profile_of(recording, Choice(1))
        assert (counted.total_time, list(counted.tottime), counted.ncalls) == (8, [3, 5], None)


def test_views_of_one_run_are_not_added_up() -> None:
    """As Odoo writes them."""
    names = ("Combined", "sql (no gap)", "frames")
    views = [
        events(name, ("O", 0, 0), ("O", 1, 1), ("C", 1, n), ("C", 0, 9)) for n, name in enumerate(names, 2)
    ]
    profile = opened(*views, frames=THREADS)
    recording = recording_of(profile)
    assert [of.key for of in recording.measures] == ["combined", "sql-(no-gap)", "frames"]
    assert (profile.total_time, profile.ncalls, len(recording.tracks)) == (9, None, 1)
    nap = index_of(profile, "nap")
    assert [profile_of(recording, Choice(n)).tottime[nap] for n in range(3)] == [1, 2, 3]


def test_what_says_no_unit_counts_samples_only_where_each_sample_is_one() -> None:
    for weights, exporter, unit in (
        ([1, 1], "", "samples"),
        ([1, 5], "", ""),
        ([1, 5], "proftui@1", "samples"),
    ):
        profile = opened(samples("t", [[0], [1]], weights, "none"), frames=THREADS, exporter=exporter)
        assert (profile.measure.unit, profile.measure.sampled) == (unit, unit == "samples")

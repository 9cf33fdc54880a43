"""Several recordings as one: figures are the sums of their figures, threads stay those of their files."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import recording_of, small
from tests.support.examples import examples

from proftui_parsers import Profile, ProfileError, add, load, load_bytes, messages
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Recording

ASYNCIO, SPIN = "pyspy0.4.3-asyncio.speedscope.json", "tachyon3.15.2-spin.collapsed.txt"
IDLE, HILLCLIMB = "pyspy0.4.3-asyncio-threads-idle.raw.txt", "pyinstrument5.1.3-hillclimb.speedscope.json"


def figures(profile: Profile) -> dict[str, Counter[Any]]:
    """Own and cumulative figures, samples or calls, and those of calls, by file and name."""
    found: dict[str, Counter[Any]] = {name: Counter() for name in ("own", "cum", "count", "edge", "edges")}
    for index, record in enumerate(profile):
        place = record.file, record.name
        for name, value in (("own", record.tottime), ("cum", record.cumtime), ("count", record.ncalls)):
            found[name][place] += value or 0  # type: ignore[assignment] # a counter of seconds
        for edge in profile.callers(index):
            found["edge"][(edge.file, edge.name), place] += edge.cumtime or 0  # type: ignore[assignment] # seconds
            found["edges"][(edge.file, edge.name), place] += edge.ncalls or 0
    return found


def check(profiles: list[Profile]) -> Profile:
    """The sum, whose figures are the sums of those of the profiles."""
    whole, expected = add(profiles), {name: Counter[Any]() for name in figures(profiles[0])}
    for profile in profiles:
        for name, values in figures(profile).items():
            expected[name].update(values)
    for name, values in figures(whole).items():
        assert dict(values) == pytest.approx({key: expected[name][key] for key in values}), name
        assert values.keys() == expected[name].keys()
    assert whole.total_time == pytest.approx(sum(profile.total_time for profile in profiles))
    return whole


frame = st.sampled_from(
    ["main (a.py:1)", "f (a.py:2)", "f (a.py:7)", "f (b.py:2)", "g (b.py:5)", "x (lib.so)"]
)
line = st.tuples(st.lists(frame, min_size=1, max_size=6), st.integers(1, 1000))
files = st.lists(st.lists(line, min_size=1, max_size=12), min_size=2, max_size=4)


@given(files)
@examples(100)
def test_figures_of_the_sum_are_the_sums_of_figures(texts: list[list[tuple[list[str], int]]]) -> None:
    profiles = []
    for number, stacks in enumerate(texts):
        # Without this line a file could be of one frame, which tells nothing.
        text = "main (a.py:1);g (b.py:5) 1\n" + "".join(f"{';'.join(names)} {n}\n" for names, n in stacks)
        profiles.append(load_bytes(text.encode(), f"{number}.raw.txt"))
    whole = check(profiles)
    recording = recording_of(whole)
    assert len(recording) == len({path_of(recording, node) for node in range(len(recording))})


def path_of(recording: Recording, node: int) -> tuple[int, ...]:
    frames: list[int] = []
    while node >= 0:
        frames.append(recording.stacks.frame[node])
        node = recording.stacks.parent[node]
    return tuple(frames)


def test_recordings_of_different_programs_and_twice_the_same() -> None:
    spin, idle = load(str(small(SPIN))), load(str(small(IDLE)))
    whole = check([spin, idle])
    assert (whole.paths, whole.path) == ((str(small(SPIN)), str(small(IDLE))), str(small(SPIN)))
    assert whole.producer == "profiling.sampling, py-spy"
    check([load(str(small(ASYNCIO)))] * 2)
    check([add([idle, spin]), idle])


def test_calls_in_time_are_added_up_too() -> None:
    whole = check([load(str(small(HILLCLIMB)))] * 2)
    assert len(recording_of(whole)) == len(recording_of(load(str(small(HILLCLIMB)))))
    events = [
        {"type": kind, "frame": frame, "at": at}
        for kind, frame, at in (("O", 0, 0), ("O", 1, 1), ("C", 1, 2), ("C", 0, 5))
    ]
    thread = {
        "type": "evented",
        "name": "t",
        "unit": "seconds",
        "startValue": 0,
        "endValue": 5,
        "events": events,
    }
    data = json.dumps({"shared": {"frames": [{"name": "f"}, {"name": "g"}]}, "profiles": [thread]}).encode()
    other = data.replace(b'"g"', b'"h"')
    whole = check([load_bytes(data, "a.json"), load_bytes(data, "b.json"), load_bytes(other, "c.json")])
    calls = dict(zip(whole.names, whole.ncalls or (), strict=False))
    assert calls == {"f": 3, "g": 2, "h": 1}


def test_threads_keep_their_file_and_can_be_chosen() -> None:
    idle = load(str(small(IDLE)))
    whole = recording_of(add([load_bytes(small(IDLE).read_bytes(), path) for path in ("x/a.txt", "x/b.txt")]))
    known = recording_of(idle).tracks
    expected = [f"{file}: {track.name}".removesuffix(": ") for file in ("a.txt", "b.txt") for track in known]
    assert [track.name for track in whole.tracks] == expected
    assert [track.tid for track in whole.tracks] == [track.tid for track in known] * 2
    second = profile_of(whole, Choice(0, frozenset(range(len(known), 2 * len(known)))))
    assert figures(second)["own"] == figures(idle)["own"]
    alike = recording_of(add([load_bytes(small(IDLE).read_bytes(), path) for path in ("x/a.txt", "y/a.txt")]))
    assert alike.tracks[0].name.startswith("x/a.txt: ") and alike.tracks[-1].name.startswith("y/a.txt: ")


def test_remarks_say_of_which_file_they_are() -> None:
    broken = load_bytes(b"main;f 3\nmain;g 3\nno stack\n", "broken.txt")
    whole = add([load_bytes(b"main;f 3\n", "whole.txt"), broken])
    assert whole.warnings[0] == f"broken.txt: {broken.warnings[0]}"


def test_what_measures_something_else_is_named_with_what_it_measures() -> None:
    with pytest.raises(ProfileError) as caught:
        add([load(str(small(IDLE))), load(str(small(ASYNCIO)))])
    said = str(caught.value)
    assert f"{small(IDLE)} measures samples, {small(ASYNCIO)} measures time (s) and samples" in said


@pytest.mark.parametrize("other", ["lp5.1.0-julia.lprof", "variant-no-subcalls.stats"])
def test_stacks_stand_beside_no_other_kind(other: str) -> None:
    for names in ([IDLE, other], [other, IDLE]):
        with pytest.raises(ProfileError) as caught:
            add([load(str(small(each))) for each in names])
        assert str(caught.value) == messages.STACKS_ALONE.format(small(IDLE), small(other))


def test_too_many_threads_are_refused() -> None:
    data = b"".join(b"tid:%d;main;f 1\n" % number for number in range(40_000))
    with pytest.raises(ProfileError, match="has more than 65,535 threads"):
        add([load_bytes(data), load_bytes(data)])

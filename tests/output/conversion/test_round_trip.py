"""What is written in another form opens again with the same figures, by function and by thread."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support.corpus import DATA, SHARED, needs_corpus, totals_oracle
from tests.support.examples import examples, some
from tests.support.json_schema import faults
from tests.support.recordings import (
    RECORDS,
    Record,
    of_functions,
    of_threads,
    recording_of,
)

from proftui.output.conversion.converting import COLLAPSED, SPEEDSCOPE, converting
from proftui_parsers import Profile, load, load_bytes
from proftui_parsers.detect import sniff
from proftui_parsers.measure import BYTES, SAMPLES, TIME
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.frame_texts import track_of
from proftui_parsers.stacks.recording import Choice, Recording, Track

FORMS = (COLLAPSED, SPEEDSCOPE)
SMALL = [path for path in sorted((DATA / "stacks").iterdir()) if sniff(str(path)) in FORMS]
FILES = totals_oracle("collapsed", "speedscope")
SCHEMA: dict[str, Any] = json.loads((DATA / "speedscope.schema.json").read_text("utf-8"))
LINE = re.compile(r"^(.*)\s+?(\d+(?:\.\d*)?)$")
"""The line of flamegraph.pl."""


def written(profile: Profile, form: str) -> tuple[bytes, list[str]]:
    """The file, and what is said beside it."""
    made = converting(profile, form)
    return b"".join(part for part in made.parts if part is not None), made.notes


def again(profile: Profile, form: str) -> Profile:
    """The profile as it opens again; the file is one that others can read."""
    data, _ = written(profile, form)
    if form == SPEEDSCOPE:
        assert not faults(json.loads(data), SCHEMA)
    else:
        assert all(LINE.match(line) for line in data.decode("utf-8").splitlines())
    return load_bytes(data, "again")


def recording(profile: Profile) -> Recording:
    assert profile.recording is not None
    return profile.recording


def same(first: Profile, second: Profile, off: float = 0.0) -> None:
    """The same figures; those of the second are ``off`` at most by that."""
    one, other = (
        {
            (file.replace(";", ":"), name.replace(";", ":")): own
            for (file, name), own in of_functions(of).items()
        }
        for of in (first, second)
    )
    assert one.keys() >= other.keys()
    assert all(total <= off for key, (_, total) in one.items() if key not in other)
    for key, figures in other.items():
        assert figures == pytest.approx(one[key], rel=1e-9, abs=off or 1e-12)
    assert of_threads(second) == pytest.approx(of_threads(first), rel=1e-9, abs=off or 1e-12)
    assert second.total_time == pytest.approx(first.total_time, rel=1e-9, abs=off or 1e-12)


def check(profile: Profile, form: str) -> None:
    made = again(profile, form)
    assert (made.measure.key, made.measure.unit) == (profile.measure.key, profile.measure.unit)
    if form == COLLAPSED and profile.measure.unit == "s":
        # Own times are of stacks far from each other: each is rounded.
        same(profile, made, off=2e-6 * len(recording(profile).stacks))
        assert made.total_time == pytest.approx(profile.total_time, abs=0.6e-6)
        return
    same(profile, made)
    if form == COLLAPSED and not profile.measure.is_of_samples:
        return
    assert recording(made).defined == recording(profile).defined
    if recording(profile).defined:
        assert {*map(made.function, range(made.count))} <= {*map(profile.function, range(profile.count))}
    else:
        # A function's line is the first of it that ran, and a thread alone may have run another.
        assert {*recording(made).stacks.frame_line} <= {*recording(profile).stacks.frame_line}
    assert (made.measure.unit, made.total_primitive_calls if made.measure.sampled else None) == (
        profile.measure.unit,
        profile.total_primitive_calls if profile.measure.sampled else None,
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name)
def test_small_files_open_again_with_the_same_figures(path: Path, form: str) -> None:
    check(load(str(path)), form)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name",
    [
        "pyinstrument5.1.3-tiny.pyisession",
        "pyinstrument5.1.3-hillclimb.speedscope.json",
        "austin3.7.0-spin-full.austin",
    ],
)
def test_functions_lines_and_measures_are_those_of_before(name: str, form: str) -> None:
    every = recording(load(str(DATA / "stacks" / name)))
    for number, measure in enumerate(every.measures):
        if measure.key == "net":
            continue
        made = again(profile_of(every, Choice(number)), form)
        assert made.measure[:2] == measure[:2] and made.measure.key == measure.key
        whole = recording(made)
        assert Counter(zip(whole.files, whole.linenos, whole.names, strict=True)) == Counter(
            zip(every.files, every.linenos, every.names, strict=True)
        )
        lines = [sorted({*of.stacks.frame_line} - {0}) for of in (every, whole)]
        assert lines[0] == lines[1] or (form == SPEEDSCOPE and every.defined)


@needs_corpus
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", some(FILES, 3))
def test_all_files_open_again_with_the_same_figures(name: str, form: str) -> None:
    check(load(str(SHARED / name)), form)


@needs_corpus
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", some(FILES, 3))
def test_each_thread_and_measure_alone(name: str, form: str) -> None:
    every = recording(load(str(SHARED / name)))
    for measure in range(len(every.measures)):
        for track in range(min(5, len(every.tracks))):
            profile = profile_of(every, Choice(measure, frozenset({track})))
            if profile.total_time:
                check(profile, form)


@pytest.mark.parametrize("form", FORMS)
@given(
    records=RECORDS,
    measure=st.sampled_from([TIME, BYTES, SAMPLES]),
    sampled=st.booleans(),
)
@examples(400)
def test_any_names_and_threads(form: str, records: list[Record], measure: Any, sampled: bool) -> None:
    in_seconds = measure == TIME
    if not sampled and form == SPEEDSCOPE and measure != SAMPLES:
        # Of events, time without a frame is none.
        records = [record for record in records if record[1]]
    if any(not name for _, frames, _, _ in records for _, _, name in frames):
        # Functions without a name are few in real files.
        records = [*records, (Track(""), [("m.py", 1, "main"), ("m.py", 2, "work"), ("", 0, "f")], 1, 1)]
    weighed = [
        (track, frames, weight / 1000 if in_seconds else float(weight), count)
        for track, frames, weight, count in records
    ]
    made = recording_of(weighed, measure, sampled=sampled and measure != SAMPLES)
    # Of names of threads no reader makes stacks.
    assume(any(track_of(name) is None for name in made.names))
    check(profile_of(made), form)

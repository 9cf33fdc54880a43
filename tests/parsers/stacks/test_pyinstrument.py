"""Sessions of pyinstrument and its JSON: the figures that pyinstrument itself has."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from typing import Any

import pytest
from benchmarks import jsonsamples
from tests.support.corpus import SHARED, index_of, needs_corpus, small, totals_oracle
from tests.support.examples import slowly

from proftui_parsers import Profile, ProfileError, load, load_bytes
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice

CLOSE = 1e-9
TREES = totals_oracle("pyinstrument-json")
SESSION, TREE = "pyinstrument5.1.3-tiny.pyisession", "pyinstrument5.1.3-tiny.json"
"""Two views of one run."""


def opened(value: Any, **options: Any) -> Profile:
    return load_bytes(json.dumps(value, **options).encode(), "p")


def records(*stacks: tuple[list[str], Any]) -> dict[str, Any]:
    return {"frame_records": [list(stack) for stack in stacks]}


def depth(profile: Profile) -> int:
    assert profile.recording is not None
    deepest: list[int] = []
    for parent in profile.recording.stacks.parent:
        deepest.append(deepest[parent] + 1 if parent >= 0 else 1)
    return max(deepest)


def cumtimes(profile: Profile) -> dict[tuple[str, int, str], float]:
    assert profile.cumtime is not None
    keys = zip(profile.files, profile.linenos, profile.names, strict=True)
    return dict(zip(keys, profile.cumtime, strict=True))


def own_times(name: str) -> tuple[dict[tuple[str, int, str], float], int]:
    """Own times by function, of which ``[self]`` below it is a part, and how deep the tree is."""
    decoder, limit = json.JSONDecoder(), sys.getrecursionlimit()
    # The scanner in C has a limit of its own, from Python 3.12 on.
    decoder.scan_once = json.scanner.py_make_scanner(decoder)  # type: ignore[attr-defined] # not in the stubs
    sys.setrecursionlimit(100_000)
    try:
        waiting = [(decoder.decode((SHARED / name).read_text("utf-8"))["root_frame"], 1)]
    finally:
        sys.setrecursionlimit(limit)
    own: dict[tuple[str, int, str], float] = defaultdict(float)
    deepest = 0
    while waiting:
        frame, level = waiting.pop()
        callees = [child for child in frame["children"] if child["function"] != "[self]"]
        key = frame["file_path"] or "", frame.get("line_no") or 0, frame["function"]
        own[key] += frame["time"] - sum(child["time"] for child in callees)
        waiting += [(child, level + 1) for child in callees]
        deepest = max(deepest, level)
    return own, deepest


@needs_corpus
@pytest.mark.parametrize("name", TREES)
def test_trees_have_the_times_of_their_frames(name: str) -> None:
    facts, profile = TREES[name], load(str(SHARED / name))
    assert profile.format == profile.producer == "pyinstrument"
    assert profile.total_time == pytest.approx(facts["total"], rel=CLOSE)
    assert sum(profile.tottime) == pytest.approx(facts["self_sum"], rel=CLOSE)
    assert min(profile.tottime) >= 0
    known, deepest = own_times(name)
    assert depth(profile) == deepest
    own: dict[tuple[str, int, str], float] = defaultdict(float)
    for index in range(profile.count):
        file, line, function = profile.function(index)
        own[file, line, function if file == "<built-in>" else function.rpartition(".")[2]] += profile.tottime[
            index
        ]
    assert own.keys() == known.keys()
    # Times are rounded to microseconds, of which none is below 0.
    assert own == pytest.approx(known, abs=1e-6 * facts["frames"])


@needs_corpus
@pytest.mark.parametrize(
    ("name", "total", "functions", "deepest"),
    [
        ("pyinstrument5.1.3-matmul.pyisession", 1.051579, 158, None),
        ("pyinstrument5.1.3-aioapp.pyisession", 0.334219, 143, None),
        ("pyinstrument4.5.3-recurse.session.json", 0.335071, 45, 133),
        ("pyinstrument5.1.3-deep-recursion.json", 4.823788, 2, 895),
        ("pyinstrument5.1.3-hillclimb.json", 9.112262, 129, None),
    ],
)
def test_figures_of_real_files(name: str, total: float, functions: int, deepest: int | None) -> None:
    profile = load(str(SHARED / "pyinstrument" / name))
    assert (round(profile.total_time, 6), profile.count) == (total, functions)
    assert deepest in (None, depth(profile))


def test_functions_are_told_by_the_line_of_their_definition_and_named_with_their_class() -> None:
    profile = load(str(small(SESSION)))
    assert profile.recording is not None and profile.recording.defined
    assert profile.recording.tracks == (("MainThread", 0, "140606167243648"),)
    app = {
        (name, line)
        for file, name, line in zip(profile.files, profile.names, profile.linenos, strict=True)
        if file.endswith("tiny.py")
    }
    # Objects of two classes ran the method of their base.
    assert app == {("<module>", 1), ("main", 11), ("step", 5), ("rec", 10), ("Right.run", 8)}
    assert "Runner.run" in profile.names and "Handle._run" in profile.names
    assert profile.ncalls is not None and profile.ncalls[index_of(profile, "rec")] == 3


def test_waiting_is_a_measure_of_its_own() -> None:
    recording = load(str(small(TREE))).recording
    assert recording is not None
    assert [measure.key for measure in recording.measures] == ["time", "await-time"]
    waited = profile_of(recording, Choice(1))
    assert waited.total_time == pytest.approx(0.031987)
    assert waited.tottime[index_of(waited, "[await]")] == pytest.approx(0.031987)
    assert waited.cumtime is not None and waited.cumtime[index_of(waited, "sleep")] == pytest.approx(0.031987)


@pytest.mark.parametrize("data", jsonsamples.pyinstrument())
def test_however_it_is_written_the_figures_are_the_same(data: bytes) -> None:
    profile = load_bytes(data, "p")
    times = {name.rpartition(".")[2]: time for (_, _, name), time in cumtimes(profile).items()}
    known = {"main": 0.01, "load": 0.004, "parse": 0.003, "work": 0.004}
    assert {name: times[name] for name in known} == pytest.approx(known)
    assert profile.total_time == pytest.approx(0.01)


def test_threads_are_no_functions() -> None:
    one, other = "A\0<thread>\x001", "B\0<thread>\x002"
    profile = opened(records(([one, "f"], 1), ([other, "f"], 2), ([one, "f"], 4), (["f"], 8), ([other], 16)))
    assert profile.recording is not None and profile.count == 1
    assert [track.name for track in profile.recording.tracks] == ["A", "B", ""]
    times = [profile_of(profile.recording, Choice(0, frozenset({track}))).total_time for track in range(3)]
    assert times == [5, 18, 8] and profile.total_time == 31
    assert any("16.000 s" in warning and "no frame" in warning for warning in profile.warnings)


def test_lines_that_were_executing_are_kept() -> None:
    profile = opened(records((["f\0a.py\x001\x01l7\x01h1"], 1), (["f\0a.py\x001\x01l9"], 1)))
    assert profile.recording is not None and profile.count == 1
    assert list(profile.recording.stacks.frame_line) == [7, 9]


@pytest.mark.parametrize("mark", ['", "', '"], 5], [["', "], [[", '\\", "', "\\", '"], 1.0', "]]"])
def test_names_that_look_like_what_is_between_frames_are_names(mark: str) -> None:
    stacks = [([f"{mark}{n}", "f", f"{n}{mark}", mark], 1.0) for n in range(9)]
    for options in ({}, {"separators": (",", ":")}, {"indent": 0}):
        profile = opened({**records(*stacks), "after": [["x"], 5, [["y"]]]}, **options)
        assert profile.total_time == 9 and depth(profile) == 4
        assert set(profile.names) == {name for stack, _ in stacks for name in stack}


def test_frames_that_took_less_than_their_callees_are_counted() -> None:
    child = {"function": "g", "time": 2.0, "children": []}
    profile = opened({"root_frame": {"function": "f", "time": 1.0, "children": [child]}})
    assert min(profile.tottime) == 0 and any("callees" in warning for warning in profile.warnings)


def frame(name: str, time: float, *callees: dict[str, Any]) -> dict[str, Any]:
    return {
        "function": name,
        "file_path": "" if name == "[self]" else "a.py",
        "time": time,
        "children": callees,
    }


def test_self_below_a_function_is_its_own_time() -> None:
    root = frame(
        "f", 1.0, frame("[self]", 0.25), frame("g", 0.5, frame("[self]", 0.5)), frame("[self]", 0.125)
    )
    profile = opened({"root_frame": root})
    assert dict(zip(profile.names, profile.tottime, strict=True)) == {"f": 0.5, "g": 0.5}
    profile = opened(records((["f", "[self]\0\x000"], 0.5), (["f", "g"], 0.5)))
    assert dict(zip(profile.names, profile.tottime, strict=True)) == {"f": 0.5, "g": 0.5}


def test_no_own_time_is_below_nothing_because_times_were_rounded() -> None:
    root = frame("f", 1.0, frame("g", 0.6, frame("h", 0.600001)), frame("k", 0.400001))
    profile = opened({"root_frame": root})
    assert min(profile.tottime) == 0 and profile.total_time == pytest.approx(1.0, abs=1e-9)
    assert not any("callees" in warning for warning in profile.warnings)


@pytest.mark.parametrize("levels", [30_000, *slowly(120_000)])
def test_any_depth_opens(levels: int) -> None:
    begins = b'{"function":"f","time":1.5,"children":[' * levels
    profile = load_bytes(b'{"root_frame": ' + begins + b"]}" * levels + b"}", "p")
    assert profile.count == 1 and profile.total_time == 1.5 and depth(profile) == levels
    profile = opened(records((["f"] * levels, 1)))
    assert depth(profile) == levels


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"root_frame": None}, "no stacks"),
        ({"frame_records": []}, "no stacks"),
        ({"root_frame": {"time": 1}}, "damaged"),
        ({"root_frame": {"function": "f"}}, "damaged"),
        ({"root_frame": {"function": "f", "time": "1"}}, "damaged"),
        ({"root_frame": {"function": "f", "time": 1, "children": [1]}}, "damaged"),
        (records(([1], 1)), "damaged"),  # type: ignore[list-item] # what no producer writes
        (records((["f"], "1")), "damaged"),
        ({"frame_records": [["f"]]}, "damaged"),
        ({"frame_records": [{"a": 1, "b": 2}]}, "damaged"),
        (records((["f", "A\0<thread>\x001"], 1)), "damaged"),
        ({"a": {"frame_records": []}}, "no kind of profile"),
        ({"a": {"root_frame": {}}}, "no kind of profile"),
    ],
)
def test_what_is_no_profile_is_refused(value: Any, sentence: str) -> None:
    with pytest.raises(ProfileError, match=sentence):
        opened(value)

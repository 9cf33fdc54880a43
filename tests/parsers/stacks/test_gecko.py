"""Profiles of Firefox and of Tachyon: the figures of their tables, whatever the version."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from benchmarks import jsonsamples
from tests.support.corpus import SHARED, index_of, needs_corpus, recording_of

from proftui_parsers import Profile, ProfileError, load, load_bytes
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice


def opened(value: Any) -> Profile:
    return load_bytes(json.dumps(value).encode(), "p")


@needs_corpus
@pytest.mark.parametrize(
    ("name", "seconds", "samples", "functions"),
    [
        ("tachyon/tachyon3.15.2-spin.gecko.json", 1.033993, 1023, 18),
        ("tachyon/tachyon3.15.2-asyncio-threads.gecko.json", 1.130178, 1029, 138),
        ("gecko/3p-jlfwong--speedscope-simple-firefox.json", 0.038, 38, 43),
        ("gecko/3p-firefox-devtools--profiler-processed-3.json", 0.021, 21, 7),
    ],
)
def test_figures_of_real_files(name: str, seconds: float, samples: int, functions: int) -> None:
    profile = load(str(SHARED / name))
    assert (profile.format, profile.measure.unit, profile.measure.sampled) == ("gecko", "s", True)
    assert (round(profile.total_time, 6), profile.total_primitive_calls, profile.count) == (
        seconds,
        samples,
        functions,
    )
    assert profile_of(recording_of(profile), Choice(1)).total_time == samples


@pytest.mark.parametrize("data", jsonsamples.gecko())
def test_every_version_has_the_same_figures(data: bytes) -> None:
    profile = load_bytes(data, "p")
    assert profile.cumtime is not None
    own = dict(zip(profile.names, profile.tottime, strict=True))
    assert own == pytest.approx({"main": 0.002, "load": 0.001, "parse": 0.003, "work": 0.004})
    assert profile.cumtime[index_of(profile, "load")] == pytest.approx(0.004)
    assert profile.cumtime[index_of(profile, "work")] == pytest.approx(0.004)
    assert profile.ncalls is not None and profile.ncalls[index_of(profile, "main")] == 10
    assert recording_of(profile).tracks == (("GeckoMain", 17, "18"),)
    assert sorted(recording_of(profile).stacks.frame_line) == [2, 11, 21, 31]
    assert set(profile.files) in ({"/app/run.py"}, {""}) and not recording_of(profile).remarks


def test_lines_are_of_definitions_where_the_file_has_them() -> None:
    firefox = opened(jsonsamples.processed())
    assert recording_of(firefox).defined and sorted(firefox.linenos) == [1, 10, 20, 30]
    tachyon = opened(jsonsamples.processed(version=57, producer="Tachyon Sampling Profiler"))
    assert not recording_of(tachyon).defined and sorted(tachyon.linenos) == [2, 11, 21, 31]
    assert (firefox.producer, tachyon.producer) == ("Firefox", "profiling.sampling")


def changed(change: Callable[[dict[str, Any], dict[str, Any]], object], **options: Any) -> dict[str, Any]:
    """A processed profile in which something is changed: given the whole and its thread."""
    value = jsonsamples.processed(**options)
    change(value, value["threads"][0])
    return value


def test_weights_count_for_samples_time_or_bytes() -> None:
    def weighed(kind: str) -> Profile:
        def change(_: Any, thread: Any) -> None:
            thread["samples"] |= {"weight": [n + 1 for n in range(10)], "weightType": kind}

        return opened(changed(change))

    assert weighed("samples").total_time == pytest.approx(0.055)
    assert weighed("samples").total_primitive_calls == 55
    tracing, memory = weighed("tracing-ms"), weighed("bytes")
    assert tracing.total_time == pytest.approx(0.055) and len(recording_of(tracing).measures) == 1
    assert (memory.measure.unit, memory.total_time) == ("B", 55)
    with pytest.raises(ProfileError, match="units"):
        weighed("joules")


def test_without_an_interval_there_are_samples_and_no_seconds() -> None:
    profile = opened(changed(lambda whole, _: whole["meta"].pop("interval")))
    assert (profile.measure.unit, profile.total_time) == ("samples", 10)


def test_threads_in_different_units_are_not_added_up() -> None:
    def change(whole: Any, thread: Any) -> None:
        whole["threads"].append({**thread, "samples": {**thread["samples"], "weightType": "bytes"}})

    with pytest.raises(ProfileError, match="different units"):
        opened(changed(change))


def test_stacks_may_stand_before_those_that_called_them() -> None:
    def change(_: Any, thread: Any) -> None:
        thread["stackTable"] = {"prefix": [1, 2, None], "frame": [2, 1, 0]}
        thread["samples"]["stack"] = [0, 0, 1]

    profile = opened(changed(change))
    assert [profile.names[edge.function] for edge in profile.callers(index_of(profile, "parse"))] == ["load"]
    assert profile.ncalls == [3, 3, 2]


def test_the_launcher_of_tachyon_is_left_out_and_said() -> None:
    def change(whole: Any, thread: Any) -> None:
        strings = whole["shared"]["stringArray"]
        strings += ["_sync_coordinator.py"]
        thread["funcTable"]["fileName"][0] = len(strings) - 1

    profile = opened(changed(change, version=57, producer="Tachyon Sampling Profiler"))
    assert "main" not in profile.names and profile.total_time == pytest.approx(0.01)
    assert any("starts what is profiled" in warning for warning in profile.warnings)
    # Another program may have a file of that name.
    assert "main" in opened(changed(change, version=57)).names


def test_files_that_tachyon_leaves_out_of_frozen_modules_stand_among_resources() -> None:
    def change(whole: Any, thread: Any) -> None:
        strings = whole["shared"]["stringArray"]
        strings += ["<frozen runpy>", "app"]
        thread["resourceTable"] = {"name": [len(strings) - 2, len(strings) - 1], "length": 2}
        thread["funcTable"]["fileName"] = [None, None, None, thread["funcTable"]["fileName"][3]]
        thread["funcTable"]["resource"] = [0, 1, 7, 0]

    tachyon = opened(changed(change, version=57, producer="Tachyon Sampling Profiler"))
    assert dict(zip(tachyon.names, tachyon.files, strict=True)) == {
        "main": "<frozen runpy>",
        "load": "",
        "parse": "",
        "work": "/app/run.py",
    }
    # Elsewhere a resource is a library.
    assert opened(changed(change, version=57)).files[0] == ""


@pytest.mark.parametrize(
    ("table", "column", "entry", "sentence"),
    [
        ("samples", "stack", 5, "names stack 5 and has 5"),
        ("samples", "stack", -1, "names stack -1"),
        ("samples", "stack", 1.5, "damaged"),
        ("samples", "stack", "a", "damaged"),
        ("samples", "stack", 2**40, "damaged"),
        ("stackTable", "frame", 4, "names frame 4"),
        ("stackTable", "prefix", 4, "called by itself"),
        ("stackTable", "prefix", -1, "names stack -1"),
        ("frameTable", "func", 9, "names function 9"),
        ("funcTable", "name", 9, "names text 9"),
        ("funcTable", "fileName", -2, "names text -2"),
        ("funcTable", "name", None, "names text"),
    ],
)
def test_numbers_of_what_there_is_not_are_faults(table: str, column: str, entry: Any, sentence: str) -> None:
    def change(_: Any, thread: Any) -> None:
        values = thread[table][column]
        values[-1 if column == "prefix" else 0] = entry
        thread["samples"]["stack"].append(4)

    with pytest.raises(ProfileError, match=sentence):
        opened(changed(change))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"meta": {"version": 32}, "threads": [{"stackTable": {}}]}, "no stacks"),
        ({"meta": {"preprocessedProfileVersion": 50}}, "no stacks"),
        ({"meta": {"interval": 1}, "threads": [], "stackTable": 1}, "no stacks"),
        ({"threads": [{"stackTable": {}}]}, "no kind of profile"),
        ({"a": {"meta": {"interval": 1}, "threads": [{"stackTable": 1}]}}, "no kind of profile"),
    ],
)
def test_what_is_no_profile_is_refused(value: Any, sentence: str) -> None:
    with pytest.raises(ProfileError, match=sentence):
        opened(value)


def test_of_newer_versions_what_is_understood_opens() -> None:
    def change(whole: Any, thread: Any) -> None:
        # Flags say what is there, and 0 stands where nothing is.
        whole["shared"]["funcTable"]["flags"] = [8, 8, 0, 8]
        thread["samples"]["stack"][0] = -1

    profile = opened(changed(change, version=99))
    assert {name for name, file in zip(profile.names, profile.files, strict=True) if not file} == {"parse"}
    assert any("version 99" in warning and "understood" in warning for warning in profile.warnings)
    assert any("no frame" in warning for warning in profile.warnings)
    # What is not understood is not called damaged.
    with pytest.raises(ProfileError, match="version 99") as refused:
        opened(changed(lambda whole, _: whole["shared"]["stackTable"].pop("prefixOffset"), version=99))
    assert "damaged" not in str(refused.value)


@pytest.mark.parametrize(
    ("location", "file", "line", "name"),
    [
        ("work (/srv/app/work.py:1)", "/srv/app/work.py", 1, "work"),
        ("work (http://h:80/a.js:12:34)", "http://h:80/a.js", 12, "work"),
        ("f (x) (C:\\a.py:7)", "C:\\a.py", 7, "f (x)"),
        ("f (in libxul)", "", 0, "f (in libxul)"),
        ("f (:1)", "", 0, "f (:1)"),
        ("/srv/a.js:1", "", 0, "/srv/a.js:1"),
        ("f", "", 0, "f"),
    ],
)
def test_raw_names_tell_file_and_line(location: str, file: str, line: int, name: str) -> None:
    value = jsonsamples.raw()
    texts = value["threads"][0]["stringTable"]
    texts[texts.index("work")] = location
    assert (file, line, name) in [*map(opened(value).function, range(4))]

from __future__ import annotations

import pickle
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_profiler.line_profiler import LineStats
from tests.support.corpus import SHARED, index_of, needs_corpus, oracle, shared_files, small
from tests.support.examples import examples

from proftui_parsers import Profile, ProfileError, load, load_bytes
from proftui_parsers.detect import is_lprof

Timings = dict[tuple[str, int, str], list[tuple[int, int, int]]]

HEAD = b"\x80\x05\x8c\x1cline_profiler._line_profiler\x8c\x09LineStats\x93)\x81"
UNIT = b"\x8c\x04unitG" + struct.pack(">d", 1e-6)
KEY = b"\x8c\x04a.pyK\x01\x8c\x01f\x87"


def written(timings: Timings, unit: float = 1e-9, protocol: int = 5) -> bytes:
    return pickle.dumps(LineStats(timings, unit), protocol)


def opened(timings: Timings, unit: float = 1e-9, protocol: int = 5) -> Profile:
    return load_bytes(written(timings, unit, protocol), "p.lprof")


def content(profile: Profile) -> Any:
    return {tuple(profile.function(i)): list(map(tuple, profile.lines[i])) for i in range(profile.count)}


def refused(data: bytes) -> str:
    with pytest.raises(ProfileError) as caught:
        load_bytes(data, "p.lprof")
    return str(caught.value)


# --- against line_profiler

CORRUPT = "lprof/3p-clodman84--goober-main.py.lprof"


@needs_corpus
@pytest.mark.parametrize(("name", "facts"), oracle(("lprof",)).items(), ids=list(oracle(("lprof",))))
def test_hits_and_times_are_those_of_line_profiler(name: str, facts: dict[str, Any]) -> None:
    if name == CORRUPT:
        assert refused((SHARED / name).read_bytes()).startswith("is damaged at byte ")
        return
    profile = load(str(SHARED / name))
    unit = facts["unit"]
    found = [
        [*profile.function(index), profile.hits[index], profile.tottime[index], len(profile.lines[index])]
        for index in range(profile.count)
    ]
    assert found == [[*row[:4], row[4] * unit, row[5]] for row in facts["functions"]]
    assert (profile.format, profile.producer, profile.measure.name) == ("lprof", "line_profiler", "seconds")
    assert profile.warnings == ()


@needs_corpus
@pytest.mark.parametrize(
    "path",
    [path for path in shared_files("lprof") if path.suffix == ".lprof" and path.name.startswith("lp5.1")],
    ids=lambda path: path.name,
)
def test_every_line_is_the_one_that_line_profiler_reads(path: Path) -> None:
    profile = load(str(path))
    stats = LineStats.from_files(str(path)) if hasattr(LineStats, "from_files") else None
    if stats is None:
        pytest.skip("this line_profiler has no reader of its own")
    assert content(profile) == {
        key: [(line, hits, time * stats.unit) for line, hits, time in sorted(rows)]
        for key, rows in stats.timings.items()
    }


@pytest.mark.parametrize(
    "name",
    [
        "lp1.0-py2.7-lpdemo",
        "lp2.1.2-py3.6-lpdemo",
        "lp3.0.2-py3.8-lpdemo",
        "lp4.2.0-py3.11-lpdemo",
        "lp5.0.0-py3.11-lpdemo",
        "lp5.1.0-py3.11-lpdemo",
    ],
)
def test_files_of_every_version_say_the_same_of_one_program(name: str) -> None:
    profile = load(str(small(f"{name}.lprof")))
    assert profile.count == 14 and profile.linenos[index_of(profile, "gen")] == 72
    generator = index_of(profile, "gen")
    assert profile.hits[generator] == 1501
    assert sum(line.hits for line in profile.lines[generator]) == 1501
    assert sum(line.time for line in profile.lines[generator]) == pytest.approx(profile.tottime[generator])
    never = index_of(profile, "never_called")
    assert (profile.lines[never], profile.hits[never], profile.tottime[never]) == ((), 0, 0.0)


def test_what_line_profiler_does_not_measure_is_not_zero() -> None:
    profile = load(str(small("lp5.1.0-julia.lprof")))
    assert profile.cumtime is None and profile.ncalls is None and profile.primitive_calls is None
    assert profile.total_calls is None and profile.total_primitive_calls is None
    assert not profile.has_edges and profile.callers(0) == [] and profile.callees(0) == []


def test_a_file_without_functions_is_a_profile() -> None:
    profile = load(str(small("lp5.1.0-dash-c.lprof")))
    assert (profile.count, profile.total_time, dict(profile.lines)) == (0, 0.0, {})


# --- content


def test_lines_are_in_the_order_of_lines_and_times_in_seconds() -> None:
    profile = opened({("a.py", 1, "f"): [(9, 2, 3000), (2, 5, 4000), (9, 1, 1)]}, 1e-6)
    assert [tuple(line) for line in profile.lines[0]] == [(2, 5, 0.004), (9, 2, 0.003), (9, 1, 1e-6)]
    assert profile.tottime[0] == 7001 * 1e-6 == profile.total_time
    assert profile.hits[0] == 8


@pytest.mark.parametrize("unit", [0.0, -1e-6, float("nan"), float("inf")])
def test_times_without_a_usable_unit_are_refused(unit: float) -> None:
    assert "in units of" in refused(written({("a.py", 1, "f"): [(2, 1, 1)]}, unit))


def test_a_missing_unit_is_refused() -> None:
    assert "in which unit" in refused(HEAD + b"}\x8c\x07timings}sb.")


def test_a_zero_that_line_profiler_divides_by() -> None:
    profile = load_bytes(HEAD + b"}(\x8c\x07timings}" + KEY + b"](K\x02K\x00K\x05\x87es" + UNIT + b"ub.", "p")
    assert [tuple(line) for line in profile.lines[0]] == [(2, 0, 5 * 1e-6)]


def test_python_2_names_in_any_encoding() -> None:
    key = b"U\x05\xc3\xa4.pyK\x01U\x02\xe4b\x87"
    state = b"}(U\x07timings}" + key + b"](K\x02K\x01K\x01\x87es" + UNIT + b"ub."
    profile = load_bytes(b"\x80\x02c_line_profiler\nLineStats\n)\x81" + state, "p.lprof")
    assert tuple(profile.function(0)) == ("ä.py", 1, "\udce4b")


# --- broken and hostile


def test_every_truncation_is_refused() -> None:
    data = small("lp5.1.0-julia.lprof").read_bytes()
    for length in range(1, len(data)):
        assert refused(data[:length])


def test_a_path_that_an_editor_made_longer() -> None:
    data = small("lp5.1.0-julia.lprof").read_bytes()
    sentence = refused(data.replace(b"julia.py", b"julia-set.py", 1))
    assert sentence.startswith("is damaged at byte ")


def test_lines_cannot_be_multiplied_by_reference() -> None:
    rows = [(line, 1, 1) for line in range(300)]
    assert "without end" in refused(written({("a.py", line, "f"): rows for line in range(3000)}))


def test_only_pickles_of_line_stats_are_its_own() -> None:
    assert is_lprof(HEAD)
    assert not is_lprof(pickle.dumps({"a": 1}))
    assert not is_lprof(b"LineStats")


# --- anything that can be written

keys = st.tuples(st.text(max_size=300), st.integers(-(2**31), 2**31 - 1), st.text(max_size=12))
rows = st.tuples(st.integers(0, 2**31 - 1), st.integers(0, 2**62), st.integers(0, 2**62))


@examples(150)
@given(
    st.dictionaries(keys, st.lists(rows, max_size=5), max_size=6),
    st.sampled_from([1e-9, 1e-7, 4.10521e-07, 1e-6]),
    st.integers(2, 5),
)
def test_random_line_times_read_back_as_they_were_written(
    timings: Timings, unit: float, protocol: int
) -> None:
    assert content(opened(timings, unit, protocol)) == {
        key: [(line, hits, time * unit) for line, hits, time in sorted(found, key=lambda row: row[0])]
        for key, found in timings.items()
    }

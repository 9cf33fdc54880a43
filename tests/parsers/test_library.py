"""The readers as a library: what a profile is to a program that has loaded it, with pstats as the oracle."""

from __future__ import annotations

import copy
import gzip
import importlib.util
import io
import itertools
import json
import math
import os
import pickle
import pstats
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from tests.support.corpus import Stats, dumped, small
from tests.support.examples import examples
from tests.support.stats_files import plain, stats_dicts

import proftui_parsers
from proftui.analysis.order import Order
from proftui.output.json_form import document
from proftui.state.session import Session
from proftui_parsers import Profile, ProfileError, load, load_bytes, messages

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "library.md"
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
JULIA = small("cprofile-py3.11-julia.stats")
LINES = small("lp5.1.0-julia.lprof")
REAL = ["cprofile-py3.11-recurse.stats", "cprofile-py3.15-recurse.stats", "ipython-prun-notebook.prof"]
REAL += ["profile-module-py3.11-recurse.stats", "variant-summed2.stats", "variant-marshal-v0.stats"]
KEYS = ["file", "line", "name", "ncalls", "primitive_calls", "tottime", "cumtime", "hits"]


def of_pstats(path: Path) -> Stats:
    return plain(pstats.Stats(str(path)).stats)  # type: ignore[attr-defined]


def like_pstats(profile: Profile) -> Stats:
    """A profile as pstats has it, by way of what a program sees of it."""
    found: Stats = {}
    for f in profile:
        callers: dict[Any, Any] = {
            e[:3]: (e.ncalls, e.primitive_calls, e.tottime, e.cumtime) if e.cumtime is not None else e.ncalls
            for e in profile.callers(f)
        }
        found[f[:3]] = (f.primitive_calls, f.ncalls, f.tottime, f.cumtime, callers)
    return found


@pytest.mark.parametrize("name", REAL)
def test_functions_and_their_callers_are_those_of_pstats(name: str) -> None:
    profile, expected = load(small(name)), of_pstats(small(name))
    assert list(like_pstats(profile).items()) == list(expected.items())
    assert len(profile) == len(list(profile)) == len(expected)


@pytest.mark.parametrize("name", REAL)
def test_records_are_plain_and_have_the_figures_of_pstats(name: str) -> None:
    records = load(small(name)).records()
    for record, (key, (cc, nc, tt, ct, _)) in zip(records, of_pstats(small(name)).items(), strict=True):
        assert type(record) is dict
        assert record == dict(zip(KEYS, (*key, nc, cc, tt, ct, None), strict=True))


def test_a_profile_is_a_sequence_of_its_functions() -> None:
    profile = load(JULIA)
    assert profile[0] == next(iter(profile)) and profile[-1] == list(profile)[-1]
    for index in range(-len(profile), 0):
        assert profile.callers(index) == profile.callers(profile[index])
        assert profile.callees(index) == profile.callees(profile[index])
    asked: list[Callable[[int], object]] = [profile.__getitem__, profile.callers, profile.callees]
    for ask, beyond in itertools.product(asked, (len(profile), -len(profile) - 1)):
        with pytest.raises(IndexError):
            ask(beyond)
    assert len(load(small("variant-empty-dict.stats"))) == 0


def test_a_caller_without_an_entry_is_named_and_has_no_figures() -> None:
    stats: Stats = {("a.py", 1, "work"): (1, 1, 0.5, 0.5, {("b.py", 2, "gone"): (1, 1, 0.5, 0.5)})}
    profile = load_bytes(dumped(stats), "p.stats")
    (caller,) = profile.callers(0)
    gone = profile[caller.function]
    assert (len(profile), gone[:3]) == (1, ("b.py", 2, "gone"))
    assert set(gone[3:9]) == {None} and profile.callers(gone) == []
    assert [callee[:3] for callee in profile.callees(gone)] == [("a.py", 1, "work")]


def test_what_was_not_measured_is_none() -> None:
    for record in load(LINES):
        assert (record.ncalls, record.primitive_calls, record.cumtime) == (None, None, None)
        assert record.lines and record.hits == sum(line.hits for line in record.lines)
        assert record.tottime == pytest.approx(sum(line.time for line in record.lines))
    assert all((record.hits, record.lines) == (None, None) for record in load(JULIA))
    untimed = load(small("profile-module-py3.11-recurse.stats"))
    assert {edge.cumtime for function in untimed for edge in untimed.callers(function)} == {None}


def test_a_profile_says_what_it_is() -> None:
    assert (
        repr(load(JULIA))
        == f"<Profile {str(JULIA)!r}: cProfile, 13 functions, {load(JULIA).total_time:.6g} s>"
    )
    assert "\x1b" not in repr(load_bytes(JULIA.read_bytes(), "\x1b[2J"))


def test_entries_do_what_named_tuples_do() -> None:
    function = load(JULIA)[0]
    assert function._asdict() == dict(zip(function._fields, function, strict=True))
    assert type(function)._make(tuple(function)) == function == pickle.loads(pickle.dumps(function))
    assert copy.copy(function) == function
    match function:
        case proftui_parsers.Record(file, line, name):
            assert (file, line, name) == function[:3]


# --- what is loaded


def test_a_profile_is_loaded_from_paths_and_open_files() -> None:
    expected, data = load(str(JULIA)).to_dict(), JULIA.read_bytes()
    assert load(JULIA).to_dict() == expected
    with JULIA.open("rb") as file:
        assert load(file).to_dict() == expected
        assert not file.closed
    with JULIA.open("rb", buffering=0) as raw:
        assert load(raw).to_dict() == expected
    with gzip.open(io.BytesIO(gzip.compress(data))) as packed:
        assert load(packed).records() == load(JULIA).records()
    unnamed = load(io.BytesIO(data))
    assert (unnamed.path, unnamed.records()) == ("", load(JULIA).records())


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_what_comes_in_small_pieces_is_read_to_its_end(most: int) -> None:
    class Socket(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(most)

    data = JULIA.read_bytes()
    assert load(Socket(data)).records() == load(JULIA).records()
    with pytest.raises(ProfileError, match="is text"):
        load(Socket(b"text, and more of it"))


def test_an_open_file_is_read_from_where_it_stands(tmp_path: Path) -> None:
    file = io.BytesIO(b"head" + JULIA.read_bytes())
    file.seek(4)
    assert len(load(file)) == 13 and file.read() == b""
    with (tmp_path / "p").open("w+b") as numbered, os.fdopen(os.dup(numbered.fileno()), "rb") as nameless:
        numbered.write(JULIA.read_bytes())
        numbered.flush()
        nameless.seek(0)
        assert load(nameless).path == ""


def test_an_open_file_is_refused_as_a_named_one_is(tmp_path: Path) -> None:
    data = JULIA.read_bytes()
    for content, limit, sentence in (
        (b"", 100, messages.IS_EMPTY),
        (b"text", 100, "is text"),
        (data, len(data) - 1, messages.INPUT_TOO_LARGE.format(len(data) - 1)),
        (data[:-9], len(data), "is cut off"),
    ):
        with pytest.raises(ProfileError, match=re.escape(sentence)):
            load(io.BytesIO(content), max_bytes=limit)
    assert len(load(io.BytesIO(data), max_bytes=len(data))) == 13
    with (tmp_path / "written").open("wb") as unreadable, pytest.raises(ProfileError, match="cannot be read"):
        load(unreadable)


# --- as JSON


def contract(profile: Profile) -> dict[str, Any]:
    """What the command line writes, without packages and warnings that come of comparing figures."""
    session = Session(profile, Order.usual("tottime"))
    found: dict[str, Any] = json.loads("".join(document(session, range(len(profile)), with_calls=True)))
    for function in found["functions"]:
        del function["package"], function["package_from"]
    return {**found, "warnings": list(profile.warnings)}


@pytest.mark.parametrize("path", [*map(small, REAL), JULIA, LINES], ids=lambda path: path.name)
def test_a_dict_of_it_is_the_json_of_the_command_line(path: Path) -> None:
    profile = load(path)
    assert json.loads(json.dumps(profile.to_dict(), allow_nan=False)) == contract(profile)
    assert list(profile.to_dict()) == list(contract(profile))
    for function, brief in zip(
        profile.to_dict()["functions"], profile.to_dict(calls=False)["functions"], strict=True
    ):
        assert {**brief, "callers": function["callers"], "callees": function["callees"]} == function


@examples(50)
@given(stats_dicts())
def test_any_profile_is_a_dict_for_json(stats: Stats) -> None:
    profile = load_bytes(dumped(stats), "p.stats")
    assert json.loads(json.dumps(profile.to_dict(), allow_nan=False)) == contract(profile)
    for function, (_, nc, tt, *_) in zip(profile, stats.values(), strict=True):
        assert function.ncalls == nc
        assert function.tottime == tt or (function.tottime is None and math.isnan(tt))


# --- the page about it


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a user would paste: two profiles."""
    folder = tmp_path_factory.mktemp("library")
    shutil.copy(ROOT / "tests/data/programs/julia.stats", folder / "p.stats")
    shutil.copy(ROOT / "tests/data/programs/julia.lprof", folder / "p.lprof")
    return folder


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_each_example_runs_as_pasted_with_the_standard_library_alone(block: str, folder: Path) -> None:
    pandas = "import pandas" in block
    if pandas and importlib.util.find_spec("pandas") is None:
        pytest.skip("pandas is not here")
    # Installed packages are not found, but for pandas.
    parsers = str(Path(proftui_parsers.__file__).parents[1])
    command = [sys.executable, *(() if pandas else ("-S",)), "-W", "error", "-c", block]
    environment = {**os.environ, "PYTHONPATH": parsers, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.strip()


def test_the_first_example_is_a_file_that_the_type_checker_reads() -> None:
    assert BLOCKS[0] == Path(__file__).with_name("library_example.py").read_text(encoding="utf-8")
    assert any("json takes" in block for block in BLOCKS) and any("pandas" in block for block in BLOCKS)


def test_the_page_names_every_field_of_a_function() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in proftui_parsers.Record._fields)

"""The JSON of files of whole stacks: figures in their unit, samples with their error, threads."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from tests.support.command_line import printed
from tests.support.corpus import DATA, SHARED, needs_corpus, small

from proftui_parsers import load

ASYNCIO = DATA / "stacks" / "pyspy0.4.3-asyncio.speedscope.json"
IDLE = DATA / "stacks" / "pyspy0.4.3-asyncio-threads-idle.raw.txt"
HEAD = ["unit", "measure", "total", "samples", "measures_all", "threads", "choice", "clock"]
FUNCTION = ["self", "cum", "samples", "standard_error"]


def document(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        printed(capsys, str(path), "--format", "json", "--limit", "0", *options)
    )
    return found


@needs_corpus
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pyspy/pyspy0.4.3-asyncio.speedscope.json", ("speedscope", "s", 0.875, 113, "_worker", 0.36)),
        (
            "pyspy/pyspy0.4.3-hillclimb.raw.txt",
            ("collapsed", "samples", 316, 413, "_call_with_frames_removed", 191),
        ),
        (
            "collapsed/3p-YS-L--flamelens-py-spy-simple.txt",
            ("collapsed", "samples", 657, 3, "work", 639),
        ),
    ],
)
def test_totals_of_real_files(capsys: pytest.CaptureFixture[str], name: str, said: tuple[Any, ...]) -> None:
    found = document(capsys, SHARED / name)
    hottest = max(found["functions"], key=lambda function: function["self"])
    own = round(sum(function["self"] for function in found["functions"]), 6)
    assert (found["format"], found["unit"], own, found["functions_total"], hottest["name"]) == said[:5]
    assert round(hottest["self"], 6) == said[5]


def test_seconds_stand_under_both_keys_and_samples_are_no_calls(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, ASYNCIO, "--view", "calls")
    assert list(found)[-9:-1] == HEAD
    assert (found["unit"], found["samples"], found["clock"]) == ("s", 179, "order")
    assert found["total_time"] == found["total"] == pytest.approx(0.895)
    assert [found["total_calls"], found["primitive_calls"]] == [None, None]
    assert sum(thread["self"] for thread in found["threads"]) == pytest.approx(found["total"])
    assert [measure["key"] for measure in found["measures_all"]] == ["time", "samples"]
    for function in found["functions"]:
        assert (function["self"], function["cum"]) == (function["tottime"], function["cumtime"])
        assert function["ncalls"] is None and function["samples"] > 0
        part = function["self"] / found["total"]
        assert function["standard_error"] == pytest.approx(math.sqrt(part * (1 - part) / 179) * 0.895)
        for edge in function["callers"] + function["callees"]:
            assert edge["ncalls"] is None and edge["samples"] > 0 and edge["cum"] == edge["cumtime"]


def test_samples_are_whole_numbers_and_no_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, IDLE)
    assert (found["measures"], found["unit"], found["total"]) == ("samples", "samples", 242)
    assert [found["total_time"], found["whole_time"]] == [None, None]
    for function in found["functions"]:
        assert function["tottime"] is function["cumtime"] is None
        assert isinstance(function["self"], int) and function["samples"] == function["cum"]


def test_nodes_of_trees_have_samples_and_no_calls(capsys: pytest.CaptureFixture[str]) -> None:
    (root, *_) = document(capsys, IDLE, "--view", "tree")["tree"]
    assert root["calls"] is None and root["samples"] == root["time"] == 180 and root["exact"]


def test_what_is_hidden_leaves_figures_in_their_unit(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, IDLE, "--hide", "func:^digest$")
    assert found["unit"] == "samples" and "shape" in found
    assert all(function["self"] is not None for function in found["functions"])
    assert all(function["bounds"].keys() <= {"self", "cum", "samples"} for function in found["functions"])


@pytest.mark.parametrize("path", [ASYNCIO, IDLE])
def test_the_library_has_the_same(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    found, plain = document(capsys, path, "--view", "calls", "--sort", "name"), load(str(path)).to_dict()
    by_name = {(f["file"], f["line"], f["name"]): f for f in found["functions"]}
    for function in found["functions"]:
        del function["package"], function["package_from"]
    assert {(f["file"], f["line"], f["name"]): f for f in plain["functions"]} == by_name
    assert {key: plain[key] for key in HEAD} == {key: found[key] for key in HEAD}


def test_other_profiles_have_none_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("cprofile-py3.11-recurse.stats", "lp5.1.0-julia.lprof"):
        found = document(capsys, small(name))
        assert not {*HEAD} & found.keys() and not {*FUNCTION} & found["functions"][0].keys()


def test_csv_has_the_unit_in_columns_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    title, first, *_ = printed(capsys, str(IDLE), "--format", "csv").splitlines()
    assert title.endswith(",name,self,cum,samples,unit") and title.startswith(
        "ncalls,primitive_calls,tottime"
    )
    assert first == ",,,,,concurrent/futures/thread.py,81,_worker,164,180,180,samples"


def test_every_key_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.partition("## Recordings")[2].partition("\n## ")[0]
    assert all(f"`{key}`" in section for key in (*HEAD, *FUNCTION))

"""The JSON that other programs may rely on, held against what the profilers' own readers say."""

from __future__ import annotations

import json
import math
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from line_profiler.line_profiler import LineStats
from tests.support.corpus import Stats, dumped, small
from tests.support.examples import examples
from tests.support.stats_files import stats_dicts

from proftui.analysis.order import Order
from proftui.cli.main import main
from proftui.output import json_form
from proftui.state.session import Session
from proftui_parsers import load_bytes

HEAD = [
    "proftui",
    "file",
    "files",
    "format",
    "measures",
    "total_calls",
    "primitive_calls",
    "total_time",
    "whole_time",
    "whole_certainty",
    "functions_total",
    "warnings",
    "functions",
]
FUNCTION = ["file", "line", "name", "ncalls", "primitive_calls", "tottime", "cumtime", "hits"]
FUNCTION += ["package", "package_from", "lines"]
EDGE = ["file", "line", "name", "ncalls", "primitive_calls", "tottime", "cumtime"]
LINE = ["line", "hits", "time"]
TYPES: dict[str, tuple[type, ...]] = {
    "file": (str,),
    "line": (int,),
    "name": (str,),
    "ncalls": (int, type(None)),
    "primitive_calls": (int, type(None)),
    "tottime": (float, int, type(None)),
    "cumtime": (float, int, type(None)),
    "hits": (int, type(None)),
    "package": (str,),
    "package_from": (str, type(None)),
    "lines": (list, type(None)),
    "callers": (list,),
    "callees": (list,),
    "time": (float, int),
}


def never(constant: str) -> float:
    raise AssertionError(f"{constant} is not JSON")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--format", "json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return document(said.out)


def document(text: str) -> dict[str, Any]:
    """The object, after a look at its form."""
    assert text.isascii()
    found: dict[str, Any] = json.loads(text, parse_constant=never)
    assert list(found) == HEAD and found["proftui"] == 1
    assert isinstance(found["file"], str) and found["file"] in found["files"]
    assert all(isinstance(warning, str) for warning in found["warnings"])
    assert type(found["functions_total"]) is int
    assert found["measures"] in ("seconds", "samples", "bytes")
    for function in found["functions"]:
        extra = [key for key in ("callers", "callees") if key in function]
        check(function, [*FUNCTION, *extra])
        assert len(extra) in (0, 2)
        for line in function["lines"] or ():
            check(line, LINE)
        for edge in (*function.get("callers", ()), *function.get("callees", ())):
            check(edge, EDGE)
    return found


def check(record: dict[str, Any], keys: list[str]) -> None:
    assert list(record) == keys
    for key, value in record.items():
        assert isinstance(value, TYPES[key]) and not isinstance(value, bool), (key, value)


def place(record: dict[str, Any]) -> tuple[Any, ...]:
    return (record["file"], record["line"], record["name"])


# --- what is not like the usual profile


def test_figures_that_are_not_finite_are_null_and_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "p.stats"
    one, two = ("a.py", 1, "one"), ("a.py", 2, "two")
    file.write_bytes(
        dumped(
            {
                one: (1, 1, math.nan, math.inf, {}),
                two: (1, 1, 0.5, -math.inf, {one: (1, 1, math.inf, math.nan)}),
            }
        )
    )
    found = printed(capsys, str(file), "--view", "calls")
    records = {f["name"]: f for f in found["functions"]}
    assert (records["one"]["tottime"], records["one"]["cumtime"]) == (None, None)
    assert (records["two"]["tottime"], records["two"]["cumtime"]) == (0.5, None)
    (edge,) = records["two"]["callers"]
    assert (edge["tottime"], edge["cumtime"], edge["ncalls"]) == (None, None, 1)
    assert found["total_time"] == 0.5
    assert any("not finite" in w or "infinite" in w or "numbers" in w for w in found["warnings"])


# --- files, filter and limit


def test_the_file_is_named_as_typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ü p.stats").write_bytes(small("cprofile-py3.11-julia.stats").read_bytes())
    Path("q.lprof").write_bytes(small("lp5.1.0-julia.lprof").read_bytes())
    found = printed(capsys, "./ü p.stats", "q.lprof")
    assert (found["file"], found["files"]) == ("./ü p.stats", ["./ü p.stats", "q.lprof"])


def test_totals_ignore_filter_and_limit(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(small("cprofile-py3.11-recurse.stats"))
    whole = printed(capsys, path)
    part = printed(capsys, path, "--filter", "json", "--limit", "4", "--sort", "cumtime")
    assert len(part["functions"]) == 4
    assert all("json" in f["file"] for f in part["functions"])
    cumtimes = [f["cumtime"] for f in part["functions"]]
    assert cumtimes == sorted(cumtimes, reverse=True)
    assert {key: part[key] for key in HEAD[:-1]} == {key: whole[key] for key in HEAD[:-1]}
    nothing = printed(capsys, path, "--filter", "nowhere_to_be_found")
    assert nothing["functions"] == [] and nothing["functions_total"] == 239


@pytest.mark.parametrize("lines_first", [False, True])
def test_line_times_of_the_same_program_join_the_calls(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines_first: bool
) -> None:
    main_, work = ("a.py", 1, "main"), ("a.py", 9, "work")
    calls, lines = tmp_path / "p.stats", tmp_path / "p.lprof"
    calls.write_bytes(
        dumped({main_: (1, 1, 0.25, 1.0, {}), work: (2, 3, 0.75, 0.75, {main_: (3, 2, 0.75, 0.75)})})
    )
    timings = {("./a.py", 9, "work"): [(10, 3, 40), (12, 1, 2)], ("b.py", 1, "gone"): [(2, 1, 1)]}
    lines.write_bytes(pickle.dumps(LineStats(timings, 1e-3)))
    files = [str(lines), str(calls)] if lines_first else [str(calls), str(lines)]
    found = printed(capsys, *files)
    assert (found["file"], found["files"], found["format"]) == (files[0], files, "pstats")
    records = {f["name"]: f for f in found["functions"]}
    assert records["work"]["hits"] == 4
    assert records["work"]["lines"] == [
        {"line": 10, "hits": 3, "time": pytest.approx(0.04)},
        {"line": 12, "hits": 1, "time": pytest.approx(0.002)},
    ]
    assert (records["work"]["tottime"], records["work"]["cumtime"]) == (0.75, 0.75)
    assert (records["main"]["hits"], records["main"]["lines"]) == (None, None)
    assert found["total_time"] == 1.0 and len(found["warnings"]) == 1


@examples(100)
@given(stats_dicts())
def test_any_profile_makes_valid_json(stats: Stats) -> None:
    profile = load_bytes(dumped(stats), "p.stats")
    session = Session(profile, Order.usual("tottime"))
    pieces = json_form.document(session, range(profile.count), with_calls=True)
    found = document("".join(pieces))
    assert [place(f) for f in found["functions"]] == list(stats)
    for function in found["functions"]:
        cc, nc, tt, ct, callers = stats[place(function)]
        assert (function["primitive_calls"], function["ncalls"]) == (cc, nc)
        assert (function["tottime"], function["cumtime"]) == tuple(
            time if math.isfinite(time) else None for time in (tt, ct)
        )
        assert [place(edge) for edge in function["callers"]] == list(callers)

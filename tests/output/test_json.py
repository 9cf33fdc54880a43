"""The JSON that other programs may rely on, held against what the profilers' own readers say."""

from __future__ import annotations

import json
import math
import pickle
import pstats
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from line_profiler.line_profiler import LineStats
from tests.support.corpus import SHARED, Stats, dumped, needs_corpus, oracle, small
from tests.support.examples import examples, some
from tests.support.stats_files import label, plain, stats_dicts

from proftui.analysis.names import Names
from proftui.cli.main import main
from proftui.output import json_form
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
PSTATS, LPROF = oracle(("pstats",)), oracle(("lprof",))
CORRUPT = "lprof/3p-clodman84--goober-main.py.lprof"
SWAPPED, UNCOUNTED, SAMPLED = "pstats/yappi", "pyinstrument/", "tachyon/"


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


# --- against the readers of the profilers


@needs_corpus
@pytest.mark.parametrize("name", some(PSTATS))
def test_calls_are_those_of_the_python_that_can_read_the_file(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    facts = PSTATS[name]
    path = SHARED / name
    if not path.stat().st_size:
        assert main([str(path), "--format", "json"]) == 2
        return
    found = printed(capsys, str(path))
    assert (found["file"], found["files"], found["format"]) == (str(path), [str(path)], "pstats")
    assert len(found["functions"]) == found["functions_total"]
    assert len({place(function) for function in found["functions"]}) == found["functions_total"]
    if "total_tt" not in facts:
        assert found["functions"] == [] and found["total_time"] == 0
        return
    exact = not facts["python"].startswith("2.")
    assert found["total_time"] == pytest.approx(facts["total_tt"], rel=0 if exact else 1e-12, abs=0)
    totals: tuple[Any, Any] = (facts["total_calls"], facts["prim_calls"])
    if name.startswith(SWAPPED):
        totals = (totals[1], totals[0])
    elif name.startswith(UNCOUNTED):
        totals = (None, None)
    assert (found["total_calls"], found["primitive_calls"]) == totals
    assert found["measures"] == ("samples" if name.startswith(SAMPLED) else "seconds")
    if name.startswith(SAMPLED):
        # Rows of the lines of one function are one function here.
        assert found["functions_total"] < facts["functions"]
        return
    assert found["functions_total"] == facts["functions"]
    functions = {place(function): function for function in found["functions"]}
    for file, line, function, cc, nc, tt, ct, _ in facts["top_tottime"] + facts["top_cumtime"]:
        record = functions[file, line, function]
        assert (record["tottime"], record["cumtime"]) == (tt, ct)
        counts: tuple[Any, Any] = (nc, cc)
        if name.startswith(SWAPPED):
            counts = (cc, nc)
        elif name.startswith(UNCOUNTED):
            counts = (None, None)
        assert (record["ncalls"], record["primitive_calls"]) == counts
        assert record["hits"] is None and record["lines"] is None
    own = [function["tottime"] for function in found["functions"]]
    assert own == sorted(own, reverse=True)
    top = [row[5] for row in facts["top_tottime"]]
    assert own[: len(top)] == top


@needs_corpus
@pytest.mark.parametrize(("name", "facts"), LPROF.items(), ids=list(LPROF))
def test_line_times_are_those_of_line_profiler(
    capsys: pytest.CaptureFixture[str], name: str, facts: dict[str, Any]
) -> None:
    path = SHARED / name
    if name == CORRUPT:
        assert main([str(path), "--format", "json"]) == 2
        return
    found = printed(capsys, str(path))
    assert (found["file"], found["format"], found["measures"]) == (str(path), "lprof", "seconds")
    assert (found["total_calls"], found["primitive_calls"]) == (None, None)
    expected = {
        (row[0], row[1], row[2]): (row[3], row[4] * facts["unit"], row[5]) for row in facts["functions"]
    }
    assert {place(f): (f["hits"], f["tottime"], len(f["lines"])) for f in found["functions"]} == expected
    for function in found["functions"]:
        assert (function["ncalls"], function["primitive_calls"], function["cumtime"]) == (None, None, None)
        assert sum(line["hits"] for line in function["lines"]) == function["hits"]
        assert math.fsum(line["time"] for line in function["lines"]) == pytest.approx(function["tottime"])
        numbers = [line["line"] for line in function["lines"]]
        assert numbers == sorted(set(numbers))
    assert found["total_time"] == pytest.approx(sum(row[1] for row in expected.values()))


@needs_corpus
@pytest.mark.parametrize("name", ["lp5.1.0-hillclimb", "lp5.1.0-interval", "lp5.1.0-py3.11-lpdemo"])
def test_every_line_is_the_one_that_line_profiler_loads(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = SHARED / "lprof" / f"{name}.lprof"
    stats = LineStats.from_files(str(path))
    found = printed(capsys, str(path))
    assert {
        place(f): [(line["line"], line["hits"], line["time"]) for line in f["lines"]]
        for f in found["functions"]
    } == {
        tuple(key): [(line, hits, time * stats.unit) for line, hits, time in sorted(rows)]
        for key, rows in stats.timings.items()
    }


@pytest.mark.parametrize(
    "path",
    [
        small("cprofile-py3.11-recurse.stats"),
        small("profile-module-py3.11-recurse.stats"),
        small("variant-dynamic-code.stats"),
        SHARED / "pstats" / "cprofile-py3.11-asyncio.stats",
    ],
    ids=lambda path: path.name,
)
def test_callers_and_callees_are_those_of_pstats(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    if not path.exists():
        pytest.skip("the corpus is not here")
    stats = pstats.Stats(str(path))
    table: Stats = plain(stats.stats)  # type: ignore[attr-defined]
    stats.calc_callees()
    below = {
        label(function): {label(callee): figures for callee, figures in callees.items()}
        for function, callees in stats.all_callees.items()  # type: ignore[attr-defined]
    }

    def figures(edge: dict[str, Any]) -> Any:
        if edge["cumtime"] is None:
            assert edge["primitive_calls"] is None and edge["tottime"] is None
            return edge["ncalls"]
        return (edge["ncalls"], edge["primitive_calls"], edge["tottime"], edge["cumtime"])

    found = printed(capsys, str(path), "--view", "calls")
    assert len(found["functions"]) == len(table)
    for function in found["functions"]:
        assert {place(edge): figures(edge) for edge in function["callers"]} == table[place(function)][4]
        assert {place(edge): figures(edge) for edge in function["callees"]} == below[place(function)]


# --- what is not like the usual profile


@pytest.mark.parametrize(
    "name", ["tachyon3.15.2-spin.pstats", "tachyon3.15.2-spin-redumped-marker-lost.pstats"]
)
def test_samples_of_one_function_are_one_record(capsys: pytest.CaptureFixture[str], name: str) -> None:
    found = printed(capsys, str(small(name)))
    assert found["measures"] == "samples" and len(found["warnings"]) == 1
    places = [(f["file"], f["name"]) for f in found["functions"]]
    assert len(places) == len(set(places)) == found["functions_total"]
    assert found["total_time"] == pytest.approx(1.105)
    (loop,) = (f for f in found["functions"] if f["name"] == "calculate_z_serial")
    assert loop["tottime"] == pytest.approx(loop["ncalls"] * 0.001)


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
    pieces = json_form.document(profile, range(profile.count), with_calls=True, names=Names(profile))
    found = document("".join(pieces))
    assert [place(f) for f in found["functions"]] == list(stats)
    for function in found["functions"]:
        cc, nc, tt, ct, callers = stats[place(function)]
        assert (function["primitive_calls"], function["ncalls"]) == (cc, nc)
        assert (function["tottime"], function["cumtime"]) == tuple(
            time if math.isfinite(time) else None for time in (tt, ct)
        )
        assert [place(edge) for edge in function["callers"]] == list(callers)

"""The command line: the figures of pstats, one sentence for bad input, silence for a closed pipe."""

from __future__ import annotations

import csv
import io
import json
import os
import pickle
import pstats
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from line_profiler.line_profiler import LineStats
from tests.support.command_line import command, printed, refused, run
from tests.support.corpus import SHARED, dumped, small
from tests.support.examples import some

from proftui import __version__, messages
from proftui.cli.main import main
from proftui.output import json_form

RECURSE = small("cprofile-py3.11-recurse.stats")
JULIA = small("cprofile-py3.11-julia.stats")
LINES = small("lp5.1.0-julia.lprof")
CORRUPT = RECURSE.read_bytes()[:4096]
REAL = [
    RECURSE,
    JULIA,
    small("cprofile-py3.15-recurse.stats"),
    small("profile-module-py3.11-recurse.stats"),
    small("ipython-prun-notebook.prof"),
    small("variant-dynamic-code.stats"),
    SHARED / "pstats" / "cprofile-py3.11-hillclimb-sklearn.stats",
    SHARED / "pstats" / "cprofile-py3.11-asyncio.stats",
    SHARED / "pstats" / "3p-raiden-network--raiden-contracts-combined.prof",
]
Row = tuple[str, str, str]
"""Calls, own time and cumulative time, as printed."""


def rows_of_pstats(path: Path, word: str, *, reverse: bool, limit: int) -> list[Row]:
    """As pstats prints them, but short runs in ms or µs."""
    stats = pstats.Stats(str(path)).sort_stats(word)
    if reverse:
        stats.reverse_order()
    table: dict[Any, Any] = stats.stats  # type: ignore[attr-defined]
    whole: float = stats.total_tt  # type: ignore[attr-defined]
    rows = [table[function][:4] for function in stats.fcn_list[:limit]]  # type: ignore[attr-defined]
    return [
        (str(n) if n == primitive else f"{n}/{primitive}", written(own, whole), written(total, whole))
        for primitive, n, own, total in rows
    ]


def written(seconds: float, whole: float) -> str:
    """In the unit for a run of ``whole`` seconds."""
    if whole < 1e-3:
        return f"{seconds * 1e6:.1f}"
    return str(pstats.f8(seconds * (1e3 if whole < 1 else 1.0))).strip()  # type: ignore[attr-defined]


def rows_of(text: str) -> list[Row]:
    lines = text.splitlines()
    start = next(number for number, line in enumerate(lines) if line.lstrip().startswith("ncalls "))
    head = re.split(r"  +", lines[start].strip())
    unit = head[1].removeprefix("tottime")
    assert head[:7] == ["ncalls", f"tottime{unit}", "%", "own/call", f"cumtime{unit}", "%", "cum/call"]
    rows = [re.split(r"  +", line.strip()) for line in lines[start + 1 :] if not line.startswith(("…", "!"))]
    return [(row[0], row[1], row[4]) for row in rows]


# --- the same answers as pstats

WORDS = ["cumtime", "tottime", "calls", "pcalls", "name", "nfl", "file", "stdname"]


@pytest.mark.parametrize("path", some(REAL, 12), ids=lambda path: path.name)
@pytest.mark.parametrize(
    ("reverse", "word"),
    [(False, word) for word in WORDS]
    + [(True, "cumtime"), (True, "nfl")]
    + [pytest.param(True, word, marks=pytest.mark.slow) for word in WORDS if word not in ("cumtime", "nfl")],
)
def test_rows_are_those_that_pstats_prints(
    capsys: pytest.CaptureFixture[str], path: Path, word: str, reverse: bool
) -> None:
    if not path.exists():
        pytest.skip("the corpus is not here")
    turned = ["--reverse"] if reverse else []
    if word in ("name", "nfl") and path.name.startswith("profile-module"):
        pytest.skip("pstats cannot sort a file with code objects among the names")
    text = printed(capsys, str(path), "--sort", word, "--limit", "20", *turned)
    assert rows_of(text) == rows_of_pstats(path, word, reverse=reverse, limit=20)


def test_several_files_are_added_as_pstats_adds_them(capsys: pytest.CaptureFixture[str]) -> None:
    both = [str(RECURSE), str(small("cprofile-py3.15-recurse.stats")), str(JULIA)]
    stats = pstats.Stats(*both)
    found = json.loads(printed(capsys, *both, "--format", "json"))
    assert found["total_time"] == stats.total_tt  # type: ignore[attr-defined]
    assert found["total_calls"] == stats.total_calls  # type: ignore[attr-defined]
    assert found["primitive_calls"] == stats.prim_calls  # type: ignore[attr-defined]
    table: dict[Any, Any] = stats.stats  # type: ignore[attr-defined]
    assert {
        (f["file"], f["line"], f["name"]): (f["primitive_calls"], f["ncalls"], f["tottime"], f["cumtime"])
        for f in found["functions"]
    } == {function: row[:4] for function, row in table.items()}
    assert found["files"] == both
    first = printed(capsys, *both).splitlines()[0]
    assert all(path in first for path in both)


def test_the_totals_of_pstats_stand_above(capsys: pytest.CaptureFixture[str]) -> None:
    first = printed(capsys, str(RECURSE)).splitlines()[0]
    assert first == f"{RECURSE}  cProfile · 750,800 calls (213,748 primitive) in 141.660 ms"


# --- forms and limits


def test_text_shows_30_rows_and_says_what_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, str(RECURSE))
    assert len(rows_of(text)) == 30
    assert "… 209 more: --limit 0 shows all" in text


def test_markdown_is_one_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "p.stats"
    file.write_bytes(dumped({("a|b.py", 3, "<f>*_`x`"): (1, 1, 0.5, 0.5, {})}))
    lines = printed(capsys, str(file), "--format", "markdown").splitlines()
    assert len(lines) == 3 and lines[1] == "|--:|--:|--:|--:|--:|--:|--:|---|---|"
    unescaped = [line.replace("\\|", "").count("|") for line in lines]
    assert unescaped == [10, 10, 10]
    assert "`a`\\|`b.py:3`" in lines[2] and "`` <f>*_`x` ``" in lines[2]


def test_csv_runs_nothing_in_a_spreadsheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "p.stats"
    names = ["=1+1", "+1", "-1", "@x", "a,b", 'a"b', "a\nb", "\t=1"]
    file.write_bytes(dumped({("a.py", line, name): (1, 1, 0.5, 0.5, {}) for line, name in enumerate(names)}))
    rows = list(csv.DictReader(io.StringIO(printed(capsys, str(file), "--format", "csv"))))
    assert [row["name"] for row in rows] == ["'=1+1", "'+1", "'-1", "'@x", "a,b", 'a"b', "a\\nb", "\\t=1"]


def test_what_was_not_measured_is_empty_in_csv_and_a_dash_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(small("pyinstrument5.1.3-hillclimb.pstats"))
    row = next(csv.DictReader(io.StringIO(printed(capsys, path, "--format", "csv"))))
    assert (row["ncalls"], row["primitive_calls"], row["hits"]) == ("", "", "")
    assert float(row["tottime"]) > 0
    lines = printed(capsys, str(small("profile-module-py3.11-recurse.stats")), "--limit", "0").splitlines()
    (profiler,) = (line.split() for line in lines if " profiler " in line)
    assert (profiler[0], profiler[3], profiler[6]) == ("0", "—", "—")


def test_folders_can_be_left_out_of_text_but_not_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    full, short = (printed(capsys, str(RECURSE), *extra) for extra in ([], ["--strip-dirs"]))
    assert " json/encoder.py:" in full
    assert " json/encoder.py:" not in short and " encoder.py:" in short
    documents = [
        printed(capsys, str(RECURSE), "--format", "json", *extra) for extra in ([], ["--strip-dirs"])
    ]
    assert documents[0] == documents[1]


# --- filters and sort words


def test_a_filter_leaves_what_matches_and_says_what_it_covers(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, str(RECURSE), "--filter", "json/ tottime>0")
    lines = text.splitlines()
    assert lines[1].startswith("filter json/ tottime>0 · ")
    count = int(lines[1].split(" · ")[1].split()[0])
    document = json.loads(printed(capsys, str(RECURSE), "--filter", "json/ tottime>0", "--format", "json"))
    chosen = document["functions"]
    assert len(chosen) == count and all("json/" in f["file"] and f["tottime"] > 0 for f in chosen)
    own = sum(f["tottime"] for f in chosen)
    total = document["total_time"]
    assert f"own time {own * 1e3:.3f} ms {100 * own / total:.1f} % of all" in lines[1]
    assert document["functions_total"] == 239


@pytest.mark.parametrize("word", ["wat", "c", "n", ""])
def test_a_bad_sort_word_is_answered_with_what_there_is(
    capsys: pytest.CaptureFixture[str], word: str
) -> None:
    if word:
        sentence = refused(capsys, str(RECURSE), "--sort", word, "--print")
        assert repr(word) in sentence and "cumulative" in sentence and "tottime" in sentence


# --- the other views


def test_calls_in_text_are_callers_function_callees(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, str(JULIA), "--view", "calls", "--filter", "func:^calc_julia$")
    lines = text.splitlines()
    above = next(n for n, line in enumerate(lines) if "callers of calc_julia" in line)
    middle = next(n for n, line in enumerate(lines) if line.startswith("▸"))
    below = next(n for n, line in enumerate(lines) if "callees of calc_julia" in line)
    assert above < middle < below
    stats = pstats.Stats(str(JULIA))
    stats.calc_callees()
    (place,) = (f for f in stats.stats if f[2] == "calc_julia")  # type: ignore[attr-defined]
    expected = stats.all_callees[place]  # type: ignore[attr-defined]
    found = {tuple(line.split()[:3]) for line in lines[below + 1 :] if line.strip()}
    for nc, cc, tt, ct in expected.values():
        assert (f"{nc}/{cc}" if nc != cc else str(nc), f"{tt * 1e3:.3f}", f"{ct * 1e3:.3f}") in found
    assert any("(own time)" in line for line in lines[below:])


def test_source_in_text_has_the_lines_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--demo", "--view", "source", "--filter", "edit_distance")
    assert "def edit_distance(left, right):" in text
    hot = next(line for line in text.splitlines() if "current.append(min(" in line)
    assert hot.split()[:2] == ["48", "1253248"]


def test_source_says_why_there_is_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, str(LINES), "--view", "source")
    assert "! text not found: " in text
    text = printed(capsys, str(JULIA), "--view", "source", "--filter", "append")
    assert "calc_julia  (no source)" in text


def test_an_empty_profile_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    for view in ("functions", "calls", "source"):
        text = printed(capsys, str(small("variant-empty-dict.stats")), "--view", view)
        assert "This profile has no functions." in text


# --- bad input


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (CORRUPT, "cut off"),
        (b"<!doctype html><html>", "web page"),
        (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "gzip"),
        (b"hello\n", "text"),
        (b"\x00\x01\x02\x03", ""),
    ],
    ids=["empty", "cut", "html", "gzip", "text", "bytes"],
)
@pytest.mark.parametrize(
    "extra", [[], ["--format", "json"], ["--view", "calls"]], ids=["text", "json", "calls"]
)
def test_bad_files_are_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
    said: str,
    extra: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my profile.stats").write_bytes(content)
    sentence = refused(capsys, "my profile.stats", "--print", *extra)
    assert sentence.startswith("proftui: my profile.stats ") and said in sentence


def test_what_is_no_file_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    Path("loop").symlink_to("loop")
    Path("folder").mkdir()
    for path, said in (
        ("missing.stats", "does not exist"),
        ("folder", "is a folder"),
        ("fifo", "is a pipe"),
        ("loop", "cannot be read"),
        ("/dev/zero", "is a device"),
        ("a\x1b[31m\nb", "does not exist"),
        ("x" * 5000, "cannot be read"),
        ("", "does not exist"),
    ):
        sentence = refused(capsys, path, "--print")
        assert said in sentence
        if path.isprintable() and len(path) < 100:
            named = path or "''"
            assert sentence.startswith(f"proftui: {named} ")


def test_a_form_that_cannot_hold_the_view_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = refused(capsys, str(RECURSE), "--view", "calls", "--format", "csv")
    assert "--format csv prints the functions only: --view calls needs text, json or markdown\n" in sentence
    sentence = refused(capsys, str(RECURSE), "--view", "icicle", "--format", "csv")
    assert sentence.endswith(": --view icicle needs text, json, markdown or svg\n")


def test_what_is_no_table_is_code_in_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--demo", "--view", "tree", "--print").splitlines()
    markdown = printed(capsys, "--demo", "--view", "tree", "--format", "markdown").splitlines()
    assert markdown == [f"    {line}" if line else "" for line in text]


def test_json_of_the_source_is_refused_where_no_line_was_timed(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = refused(capsys, str(RECURSE), "--view", "source", "--format", "json")
    assert sentence == f"proftui: {messages.NO_LINES_FOR_JSON}\n"


def test_the_bad_ones_of_several_files_are_left_out_and_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.stats"
    bad.write_bytes(CORRUPT)
    files = (str(bad), str(JULIA), str(tmp_path / "gone.stats"))
    assert main([*files, "--print", "--limit", "1"]) == 2
    said = capsys.readouterr()
    assert "count_neighbours" in said.out or "calculate_z" in said.out
    assert said.err.startswith(f"proftui: 2 of 3 files could not be read: {bad} ")
    assert said.err.count("\n") == 1 and f"; {files[2]} does not exist" in said.err
    assert main([*files, "--print", "--keep-going"]) == 0
    assert capsys.readouterr().err == said.err


def test_the_good_ones_are_added_up_as_if_there_were_no_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.stats"
    bad.write_bytes(CORRUPT)
    good = (str(RECURSE), str(small("cprofile-py3.15-recurse.stats")), "--format", "csv")
    assert main(list(good)) == 0
    alone = capsys.readouterr().out
    assert main([str(bad), *good, "--keep-going"]) == 0
    assert capsys.readouterr().out == alone


def test_a_line_profile_of_nothing_can_be_sorted_by_hits(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    empty = tmp_path / "empty.lprof"
    empty.write_bytes(pickle.dumps(LineStats({}, 1e-6)))
    assert main([str(empty), "--print", "--sort", "hits"]) == 0
    assert "no functions" in capsys.readouterr().out


def test_of_a_file_without_callers_nothing_is_called_within_a_group(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--by", "package", "--format", "json", str(small("variant-no-subcalls.stats"))]
    assert main(arguments) == 0
    rows = json.loads(capsys.readouterr().out)["functions"]
    assert rows and {row["calls_inside"] for row in rows} == {None}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--wat"], "--wat"),
        (["--format", "svg"], "svg"),
        (["--view", "pie"], "pie"),
        (["--limit", "x"], messages.BAD_LIMIT),
        (["--max-size", "1.5"], messages.BAD_MAX_SIZE),
        (["--min-share", "x"], messages.BAD_MIN_SHARE),
        (["--limit", "-1"], messages.BAD_LIMIT),
        (["--limit=-20"], "--limit"),
        (["--sort"], "--sort"),
        (["--lim", "3"], "--lim"),
    ],
)
def test_options_that_there_are_not(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert said in refused(capsys, str(JULIA), "--print", *arguments)


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--version", "--help"):
        with pytest.raises(SystemExit) as ended:
            main([option])
        assert ended.value.code == 0
        said = capsys.readouterr()
        assert said.err == ""
        if option == "--version":
            assert said.out == f"proftui {__version__}\n"
        else:
            for known in ("--sort", "--reverse", "--filter", "--limit", "--view", "--format", "--demo"):
                assert known in said.out


def test_a_fault_of_our_own_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> str:
        raise KeyError("\x1b[31m")

    monkeypatch.setattr(json_form, "document", broken)
    assert main([str(JULIA), "--format", "json"]) == 70
    said = capsys.readouterr()
    assert said.out == "" and re.fullmatch(
        r"proftui: failed with KeyError at broken:\d+, a fault of proftui; --debug shows more\n", said.err
    )
    assert main([str(JULIA), "--format", "json", "--debug"]) == 70
    assert capsys.readouterr().err.startswith("Traceback (most recent call last)")


# --- in a process of its own


def test_output_that_is_no_terminal_gets_text() -> None:
    found = command(str(JULIA))
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"\x1b" not in found.stdout and "tottime" in found.stdout.decode("utf-8")


def test_a_profile_may_come_by_a_pipe() -> None:
    found = run([sys.executable, "-m", "proftui", "-", "--format", "json"], {}, JULIA.read_bytes())
    document = json.loads(found.stdout)
    assert (document["file"], document["files"]) == ("-", ["-"])
    assert document["total_calls"] == 1048184
    bad = run([sys.executable, "-m", "proftui", "-"], {}, CORRUPT)
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"proftui: standard input ") and bad.stderr.count(b"\n") == 1
    nothing = command("-")
    assert (nothing.returncode, nothing.stderr.count(b"\n")) == (2, 1)


def test_standard_input_twice_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--print", "-", "-"]) == 2
    assert capsys.readouterr().err == (
        "proftui: - is standard input, which can be read only once: name it once\n"
    )


def test_without_a_file_and_without_a_terminal_there_is_nothing_to_do() -> None:
    for arguments in ([], ["--print"], ["--format", "json"]):
        found = command(*arguments)
        assert (found.returncode, found.stdout) == (2, b"")
        assert found.stderr.startswith(b"proftui: no file") and found.stderr.count(b"\n") == 1


CLOSED_LATER = [
    pytest.param(form, reader, marks=pytest.mark.slow)
    for form, reader in (("json", "true"), ("csv", "head -1"), ("markdown", "true"))
]


@pytest.mark.parametrize(
    ("form", "reader"),
    [("text", "head -1"), *CLOSED_LATER],
)
def test_a_closed_pipe_ends_silently(form: str, reader: str) -> None:
    path = SHARED / "pstats" / "cprofile-py3.11-hillclimb-sklearn.stats"
    file = path if path.exists() else RECURSE
    shell = f'"$0" -m proftui "$1" --limit 0 --format {form} | {reader} >/dev/null; echo "${{PIPESTATUS[0]}}"'
    found = run(["bash", "-c", shell, sys.executable, str(file)], {})
    assert found.stderr == b""
    assert found.stdout in (b"0\n", b"141\n")


def test_a_full_disk_is_told_in_one_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    found = run(["bash", "-c", '"$0" -m proftui "$1" >/dev/full', sys.executable, str(JULIA)], {})
    assert found.returncode == 2
    assert found.stderr.startswith(b"proftui: ") and found.stderr.count(b"\n") == 1


def test_a_closed_output_is_told_in_one_sentence() -> None:
    found = run(["bash", "-c", '"$0" -m proftui "$1" >&-', sys.executable, str(JULIA)], {})
    assert found.returncode == 2
    assert found.stderr.startswith(b"proftui: ") and found.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("view", "encoding"), [("functions", "ascii"), ("calls", "latin-1"), ("source", "cp1252")]
)
def test_any_encoding_of_the_output_will_do(encoding: str, view: str) -> None:
    found = command(str(JULIA), "--view", view, PYTHONIOENCODING=encoding)
    assert (found.returncode, found.stderr) == (0, b"")
    text = found.stdout.decode(encoding)
    assert "calculate_z_serial" in text
    # Escapes would push the columns apart.
    assert "\\u" not in text and "\\x" not in text


def test_a_name_that_the_output_cannot_express_is_escaped(tmp_path: Path) -> None:
    file = tmp_path / "p.stats"
    file.write_bytes(dumped({("a.py", 1, "größe_é"): (1, 1, 0.5, 0.5, {})}))
    found = command(str(file), PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"gr\\xf6\\xdfe_\\xe9" in found.stdout


@pytest.mark.parametrize(
    "code",
    [
        "import proftui.cli.main",
        f"from proftui.cli.main import main; main([{str(JULIA)!r}, '--print'])",
        f"from proftui.cli.main import main; main([{str(JULIA)!r}, '--view', 'calls', '--format', 'text'])",
        f"from proftui.cli.main import main; main([{str(LINES)!r}, '--view', 'source', '--format', 'text'])",
        f"from proftui.cli.main import main; main([{str(JULIA)!r}, '--format', 'json'])",
        f"from proftui.cli.main import main; main([{str(JULIA)!r}, '--view', 'icicle', '--format', 'svg'])",
        "from proftui.cli.main import main; main(['missing.stats'])",
    ],
    ids=["import", "print", "calls", "source", "json", "svg", "refused"],
)
def test_printing_needs_no_drawing_library(code: str) -> None:
    check = "import sys; print({'textual', 'rich', 'asyncio'} & set(sys.modules))"
    found = run([sys.executable, "-c", f"{code}\n{check}"], {})
    assert found.stdout.decode().splitlines()[-1] == "set()"


def test_no_package_takes_more_than_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where times of single functions are over it by some rounding, as recorded."""
    for by in ("package", "module", "file"):
        told = json.loads(printed(capsys, str(RECURSE), "--by", by, "--format", "json"))
        assert max(group["cumtime"] for group in told["functions"]) <= told["total_time"]


def test_the_demo_prints(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--demo")
    assert "demo.stats + " in text and "edit_distance" in text
    found = json.loads(printed(capsys, "--demo", "--format", "json"))
    assert any(f["lines"] for f in found["functions"]) and found["warnings"] == []
    assert "--demo" in refused(capsys, "--demo", str(RECURSE))

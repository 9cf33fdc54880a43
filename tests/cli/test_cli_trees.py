"""Tree and Icicle on the command line: text, JSON that programs rely on, SVG, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.support.command_line import command, printed, refused
from tests.support.corpus import DATA, dumped, small
from tests.support.hard_logs import log_of
from tests.support.screens import DEMO
from tests.support.stats_files import SHOP, Rows, chain, written

from proftui import messages
from proftui_parsers import load
from proftui_parsers.messages import NEGATIVE_IN_TREES

RECURSE = str(small("cprofile-py3.11-recurse.stats"))
LINES = str(small("lp5.1.0-julia.lprof"))
WITHOUT_TREE = ("variant-empty", "variant-no-subcalls")
FILES = [str(path) for path in sorted((DATA / "pstats").iterdir()) if not path.name.startswith(WITHOUT_TREE)]
KINDS = {"function", "cycle", "recursion", "unattributed", "rest"}
KEYS = ["file", "line", "name", "kind", "time", "low", "high", "exact"]
KEYS += ["own", "own_low", "own_high", "calls", "children"]
Json = dict[str, Any]


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Json:
    return dict(json.loads(printed(capsys, "--view", "tree", "--format", "json", *arguments)))


def nodes(found: Json) -> Iterator[tuple[int, Json]]:
    """Every node with its level, 1 for a root."""
    waiting = [(1, node) for node in found["tree"]]
    while waiting:
        level, node = waiting.pop()
        yield level, node
        waiting += [(level + 1, child) for child in node["children"]]


def of_log(folder: Path, text: str) -> str:
    """A file of what cProfile would record of a program that is written out."""
    (folder / "log.stats").write_bytes(dumped(log_of(text).stats))
    return str(folder / "log.stats")


# --- text


def test_a_root_without_time_stands_there_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, main = tmp_path / "p.stats", ("m.py", 1, "main")
    called = (2, 2, 1.0, 1.0)
    path.write_bytes(dumped({main: (1, 1, -3.0, -2.0, {}), ("m.py", 9, "leaf"): (*called, {main: called})}))
    text = printed(capsys, str(path), "--view", "tree")
    assert re.search(r"^ ≈  0\.000 .* ▾ main +m\.py:1$", text, re.MULTILINE)
    assert NEGATIVE_IN_TREES in text


def test_text_is_the_tree_with_shares_own_times_and_calls(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, RECURSE, "--view", "tree").splitlines()
    assert lines[0].endswith("cProfile · 750,800 calls (213,748 primitive) in 141.660 ms")
    assert lines[2].split() == ["time", "ms", "%", "own", "calls", "function", "location"]
    assert re.fullmatch(r" ≈141\.\d{3} 100\.1 ━{12} .* ≈1  ▾ recurse +recurse\.py:1", lines[3])
    assert re.search(r"^ ≈13\d\.\d{3}  97\.2 ━{11}.+1    ▾ main ", lines[4])
    assert any(re.search(r"^ ≈ .* ≈\d+\.\d{3} .* generic_visit ↻ .* ast\.py:\d+$", line) for line in lines)
    least, legend, *notes = lines[-4:]
    assert least == "hiding 39 nodes under 1 %: 4.057 ms"
    assert legend == "≈ estimate: the file has callers, not whole stacks. Exact figures: Calls (2)."
    assert "100.1 % of the own time" in notes[0] and "builtins.sum> spent in calls, 0.1 %" in notes[1]
    assert max(map(len, lines[1:-2])) <= 120  # the first line has the file's whole path


def test_figures_that_contradict_each_other_are_not_called_exact(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mixed = log_of("thread1: f1{ 9 thread0: f0{ 9 f7{ 9 thread1: } f1{ 9 } f1{ 9 thread0: } } thread1: }")
    (tmp_path / "mixed.stats").write_bytes(dumped(mixed.stats))
    text = printed(capsys, str(tmp_path / "mixed.stats"), "--view", "tree")
    assert "≈ estimate" in text and "contradict" in text and "exact" not in text


def shown(text: str) -> list[str]:
    return [line for line in text.splitlines()[3:] if re.match(r"[* ][≈ ] *\d", line)]


def test_least_share_leaves_out_and_says_what(capsys: pytest.CaptureFixture[str]) -> None:
    usual, all_, few = (
        printed(capsys, RECURSE, "--view", "tree", *more)
        for more in ([], ["--min-share", "0"], ["--min-share", "20"])
    )
    assert len(shown(all_)) > len(shown(usual)) > len(shown(few)) > 5
    assert "hiding " not in all_
    assert re.search(r"hiding \d+ nodes under 20 %: \d+\.\d{3} ms", few)
    # What recursive calls share stands with them, however little it is.
    assert all(float(row[2:].split()[1]) >= 20 for row in shown(few) if "shared" not in row)
    half = printed(capsys, RECURSE, "--view", "tree", "--min-share", "0.5")
    assert "under 0.5 %" in half


def test_imports_say_what_they_are_filtered_by(capsys: pytest.CaptureFixture[str]) -> None:
    some, none = (
        printed(capsys, "--demo", "--view", "imports", "--filter", words).splitlines()
        for words in ("json", "func:^edit_distance$")
    )
    assert some[1].startswith("filter json · 20 of 239 functions · ")
    assert re.fullmatch(r'Nothing matches "func:\^edit_distance\$": \d+ rows without the filter', none[-1])


def test_filter_marks_and_leaves_nothing_out(capsys: pytest.CaptureFixture[str]) -> None:
    plain = printed(capsys, RECURSE, "--view", "tree").splitlines()
    found = printed(capsys, RECURSE, "--view", "tree", "--filter", "fib|deepcopy").splitlines()
    assert re.fullmatch(r"find fib\|deepcopy · \d+ functions, marked \*", found[1])
    starred = [line for line in found if line.startswith("*")]
    assert starred and all("fib" in line or "deepcopy" in line for line in starred)
    assert [" " + line[1:] for line in found[4:]] == [" " + line[1:] for line in plain[3:]]


def test_without_edges_text_says_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    written(tmp_path / "empty.stats", {})
    for view in ("tree", "icicle"):
        assert "This file does not say who calls whom." in printed(capsys, LINES, "--view", view)
        empty = printed(capsys, str(tmp_path / "empty.stats"), "--view", view)
        assert "This profile has no functions." in empty


# --- JSON


@pytest.mark.parametrize("file", FILES, ids=lambda file: Path(file).name)
@pytest.mark.parametrize("more", [[], ["--min-share", "0"], ["--limit", "2"]], ids=["usual", "all", "levels"])
def test_the_contract_holds(capsys: pytest.CaptureFixture[str], file: str, more: list[str]) -> None:
    found = document(capsys, file, *more)
    profile = load(file)
    assert found["proftui"] == 1 and found["total_time"] == profile.total_time
    known = {tuple(profile.function(index)) for index in range(len(profile.files))}
    for level, node in nodes(found):
        assert list(node) == KEYS and node["kind"] in KINDS
        assert type(node["exact"]) is bool
        assert isinstance(node["time"], float | int) and isinstance(node["own"], float | int)
        if node["exact"]:
            assert node["low"] == node["high"] == node["time"]
        for figure, low, high in (("time", "low", "high"), ("own", "own_low", "own_high")):
            # What a file lost calls of has no bounds.
            assert (node[low] is None) == (node[high] is None)
            assert node[low] is None or node[low] - 1e-12 <= node[figure] <= node[high] + 1e-12
        if node["kind"] == "function" or (node["kind"] == "recursion" and node["line"] is not None):
            assert (node["file"], node["line"], node["name"]) in known
        else:
            assert node["line"] is None and node["file"] == "" and node["name"]
        assert "--limit" not in more or level <= 3
    own_time_and_children_are_the_time(found)


def own_time_and_children_are_the_time(found: Any) -> None:
    for _, node in nodes(found):
        if node["kind"] in ("function", "cycle") or node["children"]:
            below = sum(child["time"] for child in node["children"])
            assert node["own"] + below == pytest.approx(node["time"], rel=1e-9, abs=1e-12), node["name"]
        else:
            assert node["own"] == 0


@pytest.mark.parametrize("view", ["text", "json"])
def test_what_is_given_to_nobody_is_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, view: str
) -> None:
    file, caller, leaf = tmp_path / "p.stats", (SHOP, 1, "main"), (SHOP, 2, "leaf")
    rows: Rows = {caller: (1, 1, 1.0, 3.0, {}), leaf: (1, 1, 0.5, 2.0, {caller: (1, 1, 0.5, 2.0)})}
    written(file, rows)
    assert "[unattributed]" in printed(capsys, str(file), "--view", "tree", "--format", view)


def test_the_least_share_and_the_levels(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, RECURSE, "--min-share", "2")
    least = found["total_time"] * 0.02
    small_ones = [node for _, node in nodes(found) if node["time"] < least * (1 - 1e-9)]
    assert small_ones and all(node["kind"] in ("rest", "unattributed", "recursion") for node in small_ones)
    usual = document(capsys, RECURSE)
    assert usual == document(capsys, RECURSE, "--min-share", "0.1")
    for depth in (1, 2, 3):
        cut = document(capsys, RECURSE, "--limit", str(depth))
        assert max(level for level, _ in nodes(cut)) == depth + 1
        assert all(node["kind"] == "rest" for level, node in nodes(cut) if level > depth)


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("deep") / "deep.stats"
    written(path, chain(5000))
    return str(path)


@pytest.mark.parametrize("limit", ["0", "5000"])
def test_pythons_own_reader_takes_a_tree_however_deep(
    capsys: pytest.CaptureFixture[str], deep: str, limit: str
) -> None:
    asked = ("--view", "tree", "--format", "json", "--limit", limit, "--min-share", "0")
    for more in ((), ("--base", deep)):
        found = [node for _, node in nodes(json.loads(printed(capsys, deep, *asked, *more)))]
        assert [node["kind"] for node in found] == ["function"] * 400 + ["rest"]


# --- SVG


def test_svg_is_one_picture_with_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, str(DEMO / "demo.stats"), "--view", "icicle", "--format", "svg")
    root = ElementTree.fromstring(text)
    titles = [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert any(title.startswith("edit_distance\n") and "71.2 %" in title for title in titles)
    assert not re.search(r"<script|\bon\w+=|href|url\(", text)


# --- refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--view", "tree", "--format", "svg"], "--format svg draws the icicle"),
        (["--view", "functions", "--format", "svg"], "--format svg draws the icicle"),
        (["--view", "source", "--format", "svg"], "--format svg draws the icicle"),
        (["--view", "tree", "--format", "csv"], "--format csv prints the functions"),
        (["--view", "icicle", "--format", "csv"], "--format csv prints the functions"),
        (["--view", "tree", "--min-share", "-1"], "--min-share takes a percentage"),
        (["--view", "tree", "--min-share", "100.1"], "--min-share takes a percentage"),
        (["--view", "tree", "--min-share", "nan"], "--min-share takes a percentage"),
        (["--view", "tree", "--min-share", "inf"], "--min-share takes a percentage"),
        (["--view", "tree", "--min-share", "much"], "--min-share"),
        (["--view", "tree", "--limit", "-1"], "--limit"),
        (["--view", "tree", "--limit", "1.5"], "--limit"),
        (["--view", "tree", "--filter", "("], "--filter: "),
        (["--view", "trees"], "--view"),
    ],
)
def test_what_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert said in refused(capsys, RECURSE, "--print", *arguments)


@pytest.mark.parametrize("form", [["tree", "json"], ["icicle", "json"], ["icicle", "svg"]], ids="-".join)
def test_without_calls_no_program_gets_half_a_tree(
    capsys: pytest.CaptureFixture[str], form: list[str]
) -> None:
    said = refused(capsys, LINES, "--view", form[0], "--format", form[1])
    assert "This file does not say who calls whom" in said


# --- in a process of its own


def test_ascii_where_nothing_else_can_be_read() -> None:
    arguments = (RECURSE, "--view", "tree", "--min-share", "5")
    by_wish = command(*arguments, PROFTUI_ASCII="1")
    by_need = command(*arguments, PYTHONIOENCODING="ascii")
    for found in (by_wish, by_need):
        assert (found.returncode, found.stderr) == (0, b"") and found.stdout.isascii()
        assert b"\\u" not in found.stdout and b"v recurse" in found.stdout and b"~ " in found.stdout
    wide = command(*arguments).stdout.decode("utf-8").splitlines()
    plain = by_wish.stdout.decode("ascii").splitlines()
    for one, other in zip(wide[2:-2], plain[2:-2], strict=True):
        assert one.split()[-1].replace("–", "-") == other.split()[-1]
        assert len(one) == len(other), "columns stand where they stood"


# --- what is true of programs with known stacks

JOINS = "main{ a{ mod.join{ 50 } } b{ mod.join{ 1 gen{ 9 } } } }"


@pytest.mark.parametrize("options", [[], ["--hide", "join"], ["--my-code"]])
def test_what_a_built_in_does_itself_is_no_time_of_what_it_calls_for_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    found = document(capsys, of_log(tmp_path, JOINS), *options, "--min-share", "0")
    highs = sorted(node["high"] for _, node in nodes(found) if node["name"] == "gen")
    assert highs == [0.0, pytest.approx(found["total_time"] * 9 / 60)]


def test_calls_that_the_file_lost_may_have_been_made_wherever_others_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = "exec{ <s>#a{ burn{ 30 } } } exec{ <s>#b{ burn{ 20 } } } exec{ <s>#c{ burn{ 10 } } }"
    program = f"exec{{ run.py{{ main{{ {texts} }} }} }}"
    found = document(capsys, of_log(tmp_path, program), "--min-share", "0")
    (burn,) = (node for _, node in nodes(found) if node["name"] == "burn")
    assert burn["low"] is burn["high"] is None and not burn["exact"]


@pytest.mark.parametrize("options", [[], ["--focus", "exec"]])
def test_a_root_of_which_no_call_ended_has_what_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    whole, shop, load = (
        ("~", 0, "<built-in method builtins.exec>"),
        ("s.py", 1, "<module>"),
        ("l.py", 3, "load"),
    )
    rows: Rows = {
        whole: (0, 1, 0.001, 0.0, {}),
        shop: (1, 1, 0.002, 0.01, {whole: (1, 1, 0.002, 0.01)}),
        load: (1, 1, 0.008, 0.008, {shop: (1, 1, 0.008, 0.008)}),
    }
    (tmp_path / "p.stats").write_bytes(dumped(rows))
    found = document(capsys, str(tmp_path / "p.stats"), *options)
    assert [node["time"] for _, node in nodes(found)] == pytest.approx([0.011, 0.01, 0.008])
    assert not any(node["exact"] for _, node in nodes(found))


@pytest.mark.parametrize("options", [[], ["--focus", "leaf"]])
def test_where_nobody_calls_anybody_the_file_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    path = of_log(tmp_path, "leaf{ 30 }")
    (leaf,) = document(capsys, path, *options)["tree"]
    assert (leaf["name"], leaf["exact"], leaf["children"]) == ("leaf", True, [])
    for view in ("calls", "tree"):
        assert messages.NO_EDGES.partition("file")[2] not in printed(capsys, path, *options, "--view", view)

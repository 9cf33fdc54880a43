"""The page on JSON has all keys that there are, and its examples are what is printed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.compared import PAIR
from tests.support.corpus import small
from tests.support.pages import ROOT, blocks, commands, section, tables
from tests.support.screens import DEMO

from proftui.cli.main import main
from proftui.output.comparison.plain import MATCHES

PAGE = ROOT / "docs" / "json.md"


def printed(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> Any:
    assert main(arguments) == 0
    return json.loads(capsys.readouterr().out)


def documented(heading: str) -> list[list[str]]:
    """The keys of each table under a heading; a row may have several."""
    return [re.findall(r"`(\w+)`", " ".join(row[0] for row in one)) for one in tables(section(PAGE, heading))]


def chosen(value: Any, path: str) -> Any:
    """What jq would take: ``.tree[0].children[0]``."""
    for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        value = value[key] if key else value[int(index)]
    return value


def nodes(top: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in top:
        yield node
        yield from nodes(node["children"])


def test_the_examples_are_what_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DEMO)
    lines, results = commands(PAGE), blocks(PAGE, "json")
    assert len(lines) == len(results) == 1
    for line, result in zip(lines, results, strict=True):
        words = shlex.split(line)
        pipe = words.index("|")
        assert words[0] == "proftui" and words[pipe + 1] == "jq"
        assert chosen(printed(capsys, words[1:pipe]), words[pipe + 2]) == json.loads(result)


def test_functions_have_the_keys_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(DEMO / name) for name in ("demo.stats", "demo.lprof")]
    found = printed(capsys, [*files, "--format", "json", "--view", "calls"])
    (head,) = documented("Every view")
    (function,) = documented("Functions, Calls, Source")
    line, call = (_code_of("Functions, Calls, Source", key) for key in ("lines", "callers`, `callees"))
    assert list(found) == [*head, "functions"]
    hot = found["functions"][0]
    assert list(hot) == function and list(hot["lines"][0]) == line
    assert list(hot["callers"][0]) == list(hot["callees"][0]) == call
    plain = printed(capsys, [files[0], "--format", "json"])
    assert list(plain["functions"][0]) == function[: -len(("callers", "callees"))]


def test_lines_of_whole_stacks_have_the_keys_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, [str(small("pyspy0.4.3-stairs.raw.txt")), "--format", "json", "--view", "source"])
    (line,), call = documented("Lines of whole stacks"), _code_of("Lines of whole stacks", "callees")
    lines = [line for function in found["functions"] for line in function["lines"]]
    assert all(list(one) == line for one in lines)
    assert all(list(callee) == call for one in lines for callee in one["callees"])


def test_trees_have_the_keys_and_kinds_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, [str(DEMO / "demo.stats"), "--format", "json", "--view", "tree"])
    (head,), (keys,) = documented("Every view"), documented("Tree, Icicle")
    assert list(found) == [*head, "tree"]
    kinds = set(_code_of("Tree, Icicle", "kind"))
    for node in nodes(found["tree"]):
        assert list(node) == keys and node["kind"] in kinds


def test_imports_have_the_keys_and_kinds_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, [str(DEMO / "demo.stats"), "--format", "json", "--view", "imports"])
    (head,), (figures, keys) = documented("Every view"), documented("Imports")
    assert list(found) == [*head, "imports"] and set(found["imports"]) == set(figures)
    kinds = set(_code_of("Imports", "kind"))
    for node in nodes(found["imports"]["tree"]):
        assert set(node) == set(keys) and node["kind"] in kinds


@pytest.mark.parametrize("name", ["demo.stats", "demo.lprof"])
def test_the_overview_has_the_keys_of_the_page(capsys: pytest.CaptureFixture[str], name: str) -> None:
    found = printed(capsys, [str(DEMO / name), "--format", "json", "--view", "overview"])
    (head,), (page,) = documented("Every view"), documented("Overview")
    hottest, line, package = (_code_of("Overview", key) for key in ("hottest", "lines", "packages"))
    step = re.findall(r"`(\w+)`", section(PAGE, "Overview").partition("Each of `steps`")[2])
    assert list(found) == [*head, "overview"] and list(found["overview"]) == page
    path = found["overview"]["hot_path"]
    assert list(path) == ["mine", "steps"]
    shown = found["overview"] | {"steps": path["steps"]}
    for kind, keys in {"hottest": hottest, "lines": line, "steps": step, "packages": package}.items():
        assert all(list(entry) == keys for entry in shown[kind])
    assert found["overview"]["lines" if name.endswith(".lprof") else "packages"]


def test_comparisons_have_the_keys_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    sides = [str(PAIR / side / "1.stats") for side in ("old", "new")]
    found = printed(capsys, ["--base", *sides, "--format", "json", "--view", "calls"])
    whole, cause, function = documented("Comparisons")
    side, change, control = (_code_of("Comparisons", key) for key in ("base`, `new", "change", "control"))
    assert list(found) == ["proftui", "comparison", "functions"]
    said = found["comparison"]
    assert list(said) == whole and list(said["base"]) == list(said["new"]) == side
    assert list(said["change"]) == change and list(said["control"]) == control
    assert list(said["other_causes"]) == ["causes", "time"]
    assert all(list(one) == cause and list(one["parts"][0]) == cause[:-2] for one in said["causes"])
    assert {one["kind"] for one in said["causes"]} <= set(_code_of("Comparisons", "kind")) | {"root"}
    assert all(list(row) == function for row in found["functions"])
    assert {row["status"] for row in found["functions"]} <= set(_code_of("Comparisons", "status"))
    matches = {row["match"] for row in found["functions"]} - {None}
    assert matches <= set(MATCHES.values())
    text = section(PAGE, "Comparisons")
    assert all(f"`{match}`" in text for match in MATCHES.values() if match)


def test_source_and_tree_of_comparisons_have_the_keys_of_the_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sides = [str(PAIR / side / "1.stats") for side in ("old", "new")]
    rows = printed(capsys, ["--base", *sides, "--format", "json", "--view", "functions"])["functions"]
    of_function, line, node = documented("Source and Tree of comparisons")
    lines = [str(DEMO / "demo.lprof")] * 2
    found = printed(capsys, ["--base", *lines, "--format", "json", "--view", "source"])["functions"]
    assert all(list(row) == [*rows[0], *of_function] for row in found)
    assert all(list(one) == line for row in found for one in row["lines"])
    tree = printed(capsys, ["--base", *sides, "--format", "json", "--view", "tree"])["tree"]
    known = list(nodes(tree))
    assert all(list(one) == node for one in known if one["kind"] != "rest")
    rests = [one for one in known if one["kind"] == "rest"]
    assert rests and all(list(one) == ["kind", "name", "change", "children"] for one in rests)


def _code_of(heading: str, key: str) -> list[str]:
    """The values, or keys, that the page names for a key, where it is first."""
    row, *_ = (row for table in tables(section(PAGE, heading)) for row in table if row[0] == f"`{key}`")
    return re.findall(r"`(\w+)`", row[1])


@pytest.mark.parametrize(
    ("heading", "module"), [("Tree, Icicle", "calltree.nodes"), ("Imports", "imports.tree")]
)
def test_the_page_has_every_kind(heading: str, module: str) -> None:
    source = (ROOT / "tui" / "proftui" / "analysis" / Path(*module.split("."))).with_suffix(".py")
    declared = re.search(r"^Kind = Literal\[(.*?)\]", source.read_text(encoding="utf-8"), re.M)
    assert declared and set(re.findall(r'"(\w+)"', declared[1])) == set(_code_of(heading, "kind"))

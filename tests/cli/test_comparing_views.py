"""Tree and Source of a comparison on the command line: text and JSON, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.command_line import printed, refused
from tests.support.compared import PAIR
from tests.support.compared_lines import AFTER, BEFORE, NEW, OLD, lines
from tests.support.compared_screens import written
from tests.support.corpus import Stats, dumped

from proftui import messages

SIDES = ("--base", str(PAIR / "old" / "1.stats"), str(PAIR / "new" / "1.stats"))
Json = dict[str, Any]


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Json:
    return dict(json.loads(printed(capsys, *arguments, "--format", "json")))


def words(said: str) -> list[str]:
    """Lines with single blanks."""
    return [" ".join(line.split()) for line in said.splitlines()]


def test_the_tree_has_both_times_of_each_node_and_hides_what_hardly_changed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = words(printed(capsys, *SIDES, "--view", "tree", "--print", "--min-share", "5"))
    top = said.index("before after ▾Δ × calls × function location")
    assert said[top - 1] == "" and "closest calls edit_distance 10,994 times, not 23,142" in said[1]
    assert said[top + 5] == "1.806 0.933 −0.873 ×0.52 10994 ×0.48 ▾ edit_distance demo.py:51"
    assert [line.split()[-2] for line in said[top + 1 : top + 6]] == [
        "demo",
        "main",
        "summary",
        "closest",
        "edit_distance",
    ]
    assert said[-1].endswith(messages.HIDING_CHANGES.format("18 nodes", "5"))
    assert words(printed(capsys, *SIDES, "--view", "icicle", "--print", "--min-share", "5")) == said


def test_levels_matches_and_shapes_of_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, *SIDES, "--view", "tree", "--print", "--limit", "2", "--filter", "func:^main$")
    assert next(line for line in said.splitlines() if line.startswith("*")).split()[-2] == "main"
    assert "summary" not in said and messages.PRINTED_FIND.format("func:^main$", "1 function") in said
    mine = printed(capsys, *SIDES, "--view", "tree", "--print", "--my-code")
    assert "edit_distance" in mine and "min  " not in mine and "my code" in mine


def nodes(roots: list[Json]) -> Iterator[Json]:
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node["children"]


def test_the_tree_as_json_has_both_sides_and_what_is_between(capsys: pytest.CaptureFixture[str]) -> None:
    made = document(capsys, *SIDES, "--view", "tree")
    every = list(nodes(made["tree"]))
    known = [node for node in every if node["kind"] != "rest"]
    assert made["comparison"]["causes"] and len(known) > 9
    for node in known:
        before, after = (0.0 if node[side] is None else node[side]["time"] for side in ("base", "new"))
        assert node["change"] == pytest.approx(after - before)
        assert node["low"] - 1e-9 <= node["change"] <= node["high"] + 1e-9
        assert (node["status"] == "new") is (node["base"] is None)
    assert made["tree"][0]["change"] == pytest.approx(made["comparison"]["change"]["time"], abs=1e-3)


@pytest.fixture
def measured(tmp_path: Path) -> tuple[str, ...]:
    before, after = lines(tmp_path / "old", OLD, BEFORE, 1), lines(tmp_path / "new", NEW, AFTER, 2)
    return "--base", str(before), str(after)


def test_source_has_each_line_before_and_after(
    capsys: pytest.CaptureFixture[str], measured: tuple[str, ...]
) -> None:
    said = words(printed(capsys, *measured, "--view", "source", "--print"))
    assert messages.LINES_MATCHED["text"] in said
    assert "line hits → after × time ms → after Δ × text" in said
    assert "6 100 50 ×0.50 200.000 100.000 −100.000 ×0.50 total += i * i" in said
    assert "5 0 100 new 0.000 30.000 +30.000 new if i % 2:" in said
    below = said.index(messages.LINES_GONE.format("1 line"))
    assert said[below + 1] == "5 1 0 gone 90.000 0.000 −90.000 gone slow = sorted(range(n))"


def test_source_as_json_says_which_line_is_which(
    capsys: pytest.CaptureFixture[str], measured: tuple[str, ...]
) -> None:
    (entry,) = document(capsys, *measured, "--view", "source")["functions"]
    assert entry["matched_by"] == "text" and entry["new"]["name"] == "work"
    by_line = {tuple(line["line"]): line for line in entry["lines"]}
    assert set(by_line) == {(2, 3), (3, 4), (None, 5), (4, 6), (6, 7), (5, None)}
    assert by_line[4, 6]["counted"] == [100, 50] and by_line[4, 6]["time"] == pytest.approx([0.2, 0.1])
    assert by_line[5, None]["status"] == "gone" and by_line[None, 5]["status"] == "new"
    whole = sum(line["time"][1] - line["time"][0] for line in entry["lines"])
    assert whole == pytest.approx(entry["new"]["tottime"] - entry["base"]["tottime"])


def test_one_side_may_have_no_functions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    some, none = str(written(tmp_path, "some.stats", {"work": (9, 0.5)})), str(tmp_path / "none.stats")
    Path(none).write_bytes(dumped({}))
    said = words(printed(capsys, "--base", some, none, "--view", "tree", "--print"))
    assert "500.000 0.000 −500.000 gone 0 gone · work app.py:10" in said
    (root,) = document(capsys, "--base", some, none, "--view", "tree")["tree"]
    assert root["status"] == "gone"
    source = printed(capsys, "--base", some, none, "--view", "source", "--filter", "work", "--print")
    assert any(line.startswith("work  app.py:10  500.000 → 0.000 ms") for line in source.splitlines())
    assert messages.NO_FUNCTIONS[0] in printed(capsys, "--base", none, none, "--view", "source", "--print")


def test_files_of_one_name_in_both_folders_are_called_as_in_the_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = []
    for name in ("old", "new"):
        place = str(tmp_path / name / "app.py")
        table: Stats = {(place, 1, "main"): (1, 1, 0.1, 0.1, {}), (place, 9, name): (1, 1, 0.1, 0.1, {})}
        files.append(tmp_path / f"{name}.stats")
        files[-1].write_bytes(dumped(table))
    said = printed(capsys, "--base", *map(str, files), "--view", "source", "--print")
    found = {" ".join(line.split()[:2]) for line in said.splitlines() if "app.py:" in line}
    assert found >= {"main app.py:1", "old app.py:9", "new app.py:9"}


def test_source_without_a_text_has_callees_and_of_a_built_in_says_why_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = printed(capsys, *SIDES, "--view", "source", "--print", "--filter", "func:^closest$")
    assert "closest  demo.py:53 → demo.py:63  " in said and messages.CALLS_MATCHED[:30] in said
    assert any(line.startswith("23142 10994 ×0.48") for line in words(said))
    built_in = printed(capsys, *SIDES, "--view", "source", "--print", "--filter", "func:^min$")
    assert messages.BUILT_IN_HAS_NO_LINES in built_in


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--view", "imports"), messages.NOT_COMPARED.format("imports")),
        (("--view", "icicle", "--format", "svg"), messages.CONVERTS_ONE.format("svg")),
        (("--view", "source", "--format", "csv"), f"--format csv {messages.PRINTS_FUNCTIONS} only"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, *SIDES, "--print", *arguments)


def test_line_times_have_no_tree(capsys: pytest.CaptureFixture[str], measured: tuple[str, ...]) -> None:
    sentence = messages.NO_CALL_EDGES
    assert sentence in printed(capsys, *measured, "--view", "tree", "--print")
    assert sentence in refused(capsys, *measured, "--view", "tree", "--format", "json")

"""Printed forms of what is left where something is hidden."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import dumped
from tests.support.examples import slowly, some
from tests.support.screens import BIG, DATA, DEMO

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.shape.shape import WHOLE
from proftui.background.pieces import finished
from proftui.cli.main import main
from proftui.output.overview import lines
from proftui.state.overview import finding_overview
from proftui.state.session import Session
from proftui_parsers import load
from proftui_parsers.consistency import checked

STATS = str(DEMO / "demo.stats")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(printed(capsys, *arguments, "--format", "json"))


def test_what_is_hidden_stands_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    asked = (STATS, "--hide", "func:^closest$")
    assert "without func:^closest$" in printed(capsys, *asked, "--print").splitlines()[1]
    assert "without func:^closest$" in printed(capsys, *asked, "--view", "tree", "--print").splitlines()[1]
    assert as_json(capsys, *asked)["shape"]["hidden"] == [{"kind": "terms", "name": "func:^closest$"}]
    assert "closest" not in printed(capsys, *asked, "--format", "markdown")
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *asked, "--format", "csv"))))
    assert all(float(row["tottime_low"]) <= float(row["tottime"]) for row in rows)
    assert "shape" not in as_json(capsys, STATS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hide", "no_such_function"], messages.HIDES_NOTHING.format("no_such_function")),
        (["--hide", "("], "--hide: "),
        (["--hide", "."], messages.NOTHING_IS_LEFT.format(239)),
    ],
)
def test_what_cannot_be_hidden_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main([STATS, "--print", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_estimates_are_marked_in_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first, lib, second = (
        ("a.py", 1, "first"),
        ("/usr/lib/python3.11/lib.py", 1, "run"),
        ("a.py", 9, "second"),
    )
    path = tmp_path / "back.stats"
    path.write_bytes(
        dumped(
            {
                first: (1, 1, 1.0, 10.0, {}),
                lib: (2, 2, 3.0, 9.0, {first: (1, 1, 1.5, 4.0), second: (1, 1, 1.5, 5.0)}),
                second: (2, 2, 6.0, 9.0, {lib: (2, 2, 6.0, 9.0)}),
            }
        )
    )
    text = printed(capsys, str(path), "--my-code", "--print")
    assert "≈" in text and "figures ≈" in text.splitlines()[1]


@pytest.mark.parametrize("name", ["profile-module-py3.11-recurse.stats", "cprofile-py3.13-recurse.stats"])
def test_as_many_estimates_are_counted_as_are_marked(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text = printed(capsys, str(DATA / "pstats" / name), "--by", "module", "--print", "--limit", "100")
    _, clauses, _, heading, *rows = text.split("\n!")[0].splitlines()
    cells = slice(heading.index("%") + 1, heading.index("cumtime") + 10)
    marked = sum("≈" in row[cells] for row in rows)
    assert messages.CUMTIMES_ESTIMATED.format(marked, len(rows)) in clauses


ONLY_BUILT_INS = ("variant-only-disable.stats", "variant-empty-dict.stats")
PSTATS = [
    path
    for path in sorted(BIG.parent.glob("*.stats"))
    if path.stat().st_size and path.name not in ONLY_BUILT_INS
]


@pytest.mark.parametrize("path", some(PSTATS, 24), ids=lambda path: path.stem)
@pytest.mark.parametrize("by", ["package", *slowly("module", "file")])
def test_groups_add_up_to_the_run_and_none_is_shorter_than_its_functions(
    capsys: pytest.CaptureFixture[str], path: Path, by: str
) -> None:
    made, plain = as_json(capsys, str(path), "--by", by), as_json(capsys, str(path))
    own = math.fsum(group["tottime"] for group in made["functions"])
    names, shape = Names(load(str(path))), made["shape"]
    whole = max(made["whole_time"], made["total_time"], checked(names.profile).time_of_roots)
    assert own + shape["outside"] + shape["unattributed"] == pytest.approx(whole, abs=1e-9)
    longest: dict[str, float] = {}
    for index, function in enumerate(names.profile):
        if not names.is_builtin(index) and function.cumtime is not None:
            key = {"package": names.package, "module": names.module, "file": names.path}[by](index)
            longest[key] = max(longest.get(key, 0.0), function.cumtime)
    for group in made["functions"]:
        assert group["cumtime"] is None or group["cumtime"] <= whole * (1 + 1e-9)
        if not made["warnings"]:
            assert group["cumtime"] >= min(longest[group["name"]], made["total_time"]) - 1e-9
    assert sum(group["functions"] for group in made["functions"]) == sum(
        function["file"] not in ("~", "") for function in plain["functions"]
    )


def test_groups_stand_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, STATS, "--by", "package", "--print")
    assert messages.STEP_BY.format("package") in text.splitlines()[1]
    assert "package" in text.splitlines()[3] and "json" in text
    assert "| json | 19 |" in printed(capsys, STATS, "--by", "package", "--format", "markdown")
    rows = list(csv.DictReader(io.StringIO(printed(capsys, STATS, "--by", "package", "--format", "csv"))))
    assert {row["name"]: row["functions"] for row in rows}["json"] == "19"
    (group, *_) = as_json(capsys, STATS, "--by", "package", "--view", "calls")["functions"]
    assert (group["name"], group["file"], group["line"]) == ("demo", "", None)
    assert {edge["name"] for edge in group["callees"]} >= {"json", "random"}
    assert "json" in printed(capsys, STATS, "--by", "package", "--view", "tree", "--print")
    assert "json" in printed(capsys, STATS, "--by", "package", "--view", "icicle", "--format", "svg")


@pytest.mark.parametrize("view", ["source", "overview"])
def test_what_needs_single_functions_is_refused_of_groups(
    capsys: pytest.CaptureFixture[str], view: str
) -> None:
    assert main([STATS, "--by", "package", "--view", view, "--print"]) == 2
    assert messages.NEEDS_FUNCTIONS.format(view, "package") in capsys.readouterr().err


# Focus


def test_a_focus_stands_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    asked = (STATS, "--my-code", "--focus", "closest")
    for more in ((), ("--view", "tree"), ("--view", "calls")):
        assert "my code › in closest · " in printed(capsys, *asked, *more, "--print").splitlines()[1]
    made = as_json(capsys, *asked)
    shape = made["shape"]
    (step,) = shape["focus"]
    assert (step["kind"], step["name"]) == ("focus", "closest") and "folded" not in shape
    own = sum(function["tottime"] for function in made["functions"])
    assert own + shape["unattributed"] == pytest.approx(shape["time"], abs=1e-9)
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *asked, "--format", "csv"))))
    assert len(rows) == made["functions_total"] == len(made["functions"])


def test_a_function_is_found_by_its_label_or_by_terms(capsys: pytest.CaptureFixture[str]) -> None:
    by_name = as_json(capsys, STATS, "--focus", "closest")["shape"]["focus"]
    (step,) = by_name
    label = f"{step['file']}:{step['line']}({step['name']})"
    for text in (label, "func:^closest$"):
        assert as_json(capsys, STATS, "--focus", text)["shape"]["focus"] == by_name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--focus", "no_such_function"], messages.FOCUS_MATCHES_NOTHING.format("no_such_function")),
        (["--focus", "("], "--focus: "),
        (["--focus", "__init__"], messages.FOCUS_MATCHES_SEVERAL.split("{")[0]),
        (["--my-code", "--focus", "min"], messages.FOCUS_IS_HIDDEN.format("min")),
        (
            ["--focus", "edit_distance", "--focus", "closest"],
            messages.FOCUS_IS_BESIDE.format("closest"),
        ),
    ],
)
def test_what_cannot_be_focused_on_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main([STATS, "--print", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_time_that_no_group_has_is_not_odd(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "slept.stats"
    path.write_bytes(
        dumped(
            {
                ("a.py", 1, "f"): (1, 1, 0.1, 0.1, {}),
                ("~", 0, "<built-in method time.sleep>"): (1, 1, 5.0, 5.0, {}),
            }
        )
    )
    session = Session(load(str(path)), Order.usual("tottime"))
    finished(session.shaping.making(WHOLE.grouped("package")))
    session.shapes.take(WHOLE.grouped("package"), None)
    session.reshape()
    finished(finding_overview(session))
    assert messages.MOST_OUTSIDE.partition("{}")[2] not in "".join(lines(session))

"""``--mine``, ``--not-mine`` and the project's file: what is left of a profile, and what is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.command_line import refused
from tests.support.screens import BIG, DEMO

from proftui import messages
from proftui.cli.main import main
from proftui.state.project_file import NAME

STATS = str(DEMO / "demo.stats")


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[Any, str]:
    assert main([*arguments, "--format", "json"]) == 0
    said = capsys.readouterr()
    return json.loads(said.out), said.err


def files(made: Any) -> set[str]:
    return {function["file"] for function in made["functions"]}


def test_what_is_said_to_be_mine_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    whole, _ = as_json(capsys, STATS)
    plain, _ = as_json(capsys, STATS, "--my-code")
    more, said = as_json(capsys, STATS, "--my-code", "--mine", "json", "--mine", "**/random.py")
    wanted = {file for file in files(whole) if "/json/" in file or file.endswith("/random.py")}
    assert wanted and files(more) == files(plain) | wanted and said == ""
    less, _ = as_json(capsys, STATS, "--my-code", "--mine", "json", "--not-mine", "**/json/encoder.py")
    assert files(less) == files(plain) | {
        file for file in wanted if "/json/" in file and not file.endswith("encoder.py")
    }


def test_the_json_says_which_rules_hold_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    shape = as_json(capsys, STATS, "--my-code", "--mine", "json", "--not-mine", "json.encoder")[0]["shape"]
    assert shape["rules"] == [{"pattern": "json.encoder", "mine": False}, {"pattern": "json", "mine": True}]
    assert (shape["package"], shape["guessed"], shape["notes"]) == (None, False, [])
    assert "rules" not in as_json(capsys, STATS, "--hide", "pkg:json")[0]["shape"]


def test_the_project_s_file_says_what_is_mine(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    by_option, _ = as_json(capsys, STATS, "--my-code", "--mine", "json")
    (tmp_path / NAME).write_text('[tool.proftui]\nmine = ["json"]\neditor = "x"\n', encoding="utf-8")
    made, said = as_json(capsys, STATS, "--my-code")
    assert files(made) == files(by_option)
    note = messages.UNKNOWN_SETTING.format(NAME, "editor", "mine, not-mine, source-roots, maps")
    assert said == f"proftui: {note}\n" and made["shape"]["notes"] == [note]
    beaten, _ = as_json(capsys, STATS, "--my-code", "--not-mine", "json")
    assert not any("/json/" in file for file in files(beaten))
    assert as_json(capsys, STATS)[1] == ""


def test_a_pattern_of_nothing_is_noted_and_one_that_is_none_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, said = as_json(capsys, STATS, "--my-code", "--mine", "no_such_thing")
    assert said == f"proftui: {messages.NO_FUNCTION_IN.format('--mine', 'no_such_thing')}\n"
    assert "--not-mine takes a path" in refused(capsys, STATS, "--mine", "json", "--not-mine", "", "--print")
    assert "--mine takes a path" in refused(capsys, STATS, "--mine", "", "--print")


def test_rules_that_leave_nothing_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.NOTHING_IS_LEFT.format(239) in refused(
        capsys, STATS, "--my-code", "--not-mine", "**", "--print"
    )


@pytest.mark.skipif(not BIG.exists(), reason="the large profiles are not here")
def test_a_library_of_a_real_script_becomes_mine(capsys: pytest.CaptureFixture[str]) -> None:
    whole, _ = as_json(capsys, str(BIG))
    numpy = [function for function in whole["functions"] if "/site-packages/numpy/" in function["file"]]
    made, _ = as_json(capsys, str(BIG), "--my-code", "--mine", "numpy")
    assert made["functions_total"] == 11 + len(numpy) == 556

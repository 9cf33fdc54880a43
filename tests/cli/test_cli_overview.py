"""The run on one page, printed: what it obeys, what it refuses, and that names are text in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.corpus import dumped, needs_corpus
from tests.support.examples import some
from tests.support.screens import DEMO, SHARED

from proftui import messages
from proftui.cli.main import main
from proftui.drawing.safe_text import cell_width
from proftui.state.view_names import OVERVIEW

STATS = str(DEMO / "demo.stats")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main([*arguments, "--view", OVERVIEW]) == 0
    return capsys.readouterr().out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments, "--view", OVERVIEW]) == 2
    return capsys.readouterr().err.strip().removeprefix("proftui: ")


def test_the_page_fits_into_a_message_of_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, STATS, "--print")
    assert len(lines) <= 24 and all(cell_width(line) <= 80 for line in lines[2:])
    assert lines[1] == f"proftui demo.stats --view {OVERVIEW}"
    assert lines[2].strip() == "239 functions, 14 mine · 16 recursive (141,232 calls)"
    assert lines[4].split() == ["0.815", "53.0", "███▏", "edit_distance", "demo.py:41"]
    assert not any(line != line.rstrip() for line in lines)


def test_the_command_on_the_page_prints_the_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DEMO)
    lines = printed(capsys, STATS, "--my-code", "--strip-dirs", "--print")
    words = lines[1].split()[1:]
    assert {"--my-code", "--strip-dirs"} <= set(words)
    assert main([*words, "--print"]) == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_my_code_hidden_functions_and_folders_are_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    plain = printed(capsys, STATS, "--print")
    mine = printed(capsys, STATS, "--my-code", "--print")
    assert mine[2].startswith(messages.STEP_MY_CODE) and mine[3].startswith(" 14 of 239 functions")
    assert not any("built-in" in line or "json" in line for line in mine)
    hidden = "\n".join(printed(capsys, STATS, "--hide", "pkg:json", "--print"))
    assert "json/encoder.py" in "\n".join(plain) and "json/encoder.py" not in hidden
    stripped = "\n".join(printed(capsys, STATS, "--strip-dirs", "--print"))
    assert "json/" not in stripped and "encoder.py:334" in stripped


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--filter", "json"], "--filter"),
        (["--sort", "cumtime"], "--sort"),
        (["--reverse"], "--reverse"),
        (["--limit", "3"], "--limit"),
        (["--min-share", "2"], "--min-share"),
        (["--filter", "x", "--limit", "0"], "--filter, --limit"),
    ],
)
def test_what_does_not_apply_is_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], named: str
) -> None:
    assert refused(capsys, STATS, "--print", *options) == messages.ONE_PAGE.format(named)


@pytest.mark.parametrize(
    ("form", "what"), [("csv", messages.PRINTS_FUNCTIONS), ("svg", messages.DRAWS_ICICLE)]
)
def test_forms_that_it_has_not_are_refused(capsys: pytest.CaptureFixture[str], form: str, what: str) -> None:
    said = messages.NO_SUCH_FORM.format(form, what, OVERVIEW, "text, json", "markdown")
    assert refused(capsys, STATS, "--format", form) == said


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_an_empty_profile_says_why_there_is_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    path = tmp_path / "empty.stats"
    path.write_bytes(dumped({}))
    lines = printed(capsys, str(path), "--format", form)
    if form == "json":
        page = json.loads(lines[0])[OVERVIEW]
        assert (page["functions"], page["hottest"], page["packages"], page["half"]) == (0, [], [], None)
    else:
        assert set(messages.NO_FUNCTIONS) <= set(map(str.strip, lines))


def test_the_json_has_what_the_text_has(capsys: pytest.CaptureFixture[str]) -> None:
    page = json.loads(printed(capsys, STATS, "--format", "json")[0])[OVERVIEW]
    assert [entry["name"] for entry in page["hottest"][:2]] == [
        "edit_distance",
        "<built-in method builtins.min>",
    ]
    assert [entry["name"] for entry in page["hot_path"]["steps"]][-2:] == ["closest", "edit_distance"]
    assert page["hot_path"]["mine"] and page["half"] == 1 and page["odd"] is None
    whole = json.loads(printed(capsys, STATS, "--format", "json")[0])["total_time"]
    assert sum(package["own"] for package in page["packages"]) == pytest.approx(whole, rel=1e-9)


def test_times_of_lines_have_their_own_page(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "\n".join(printed(capsys, str(DEMO / "demo.lprof"), "--print"))
    assert messages.HOTTEST_LINES[0] in lines and messages.LINE_OF.format(100, "main") in lines
    assert messages.HOT_PATH_OF[True][0] not in lines


@needs_corpus
@pytest.mark.parametrize(
    "path", some(sorted({*(SHARED / "pstats").glob("*"), *(SHARED / "lprof").glob("*")})), ids=str
)
def test_real_files_have_a_page_or_are_refused(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    status = main([str(path), "--view", OVERVIEW, "--print"])
    out, err = capsys.readouterr()
    assert (status == 0 and not err) or (status == 2 and not out)
    assert len(out.splitlines()) <= 24

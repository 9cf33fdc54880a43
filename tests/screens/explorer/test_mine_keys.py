"""``:mine``, ``:not-mine`` and the sheet of places: what is said holds for the session and can be undone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import dumped
from tests.support.screens import opened, screen, typed

from proftui import messages
from proftui.state.project_file import NAME
from proftui_parsers import Profile

LIB = "/usr/lib/python3.11/site-packages/lib/core.py"
OTHER = "/usr/lib/python3.11/site-packages/other.py"
OWN = "/home/me/job/mine.py"
LEN = ("~", 0, "<built-in method builtins.len>")
PROFILE = dumped(
    {
        (OWN, 1, "<module>"): (1, 1, 1.0, 15.0, {}),
        (LIB, 1, "serve"): (2, 2, 3.0, 14.0, {(OWN, 1, "<module>"): (2, 2, 3.0, 14.0)}),
        (OTHER, 1, "help"): (2, 2, 7.0, 11.0, {(LIB, 1, "serve"): (2, 2, 7.0, 11.0)}),
        LEN: (4, 4, 4.0, 4.0, {(OTHER, 1, "help"): (4, 4, 4.0, 4.0)}),
    }
)
SHEET = ["colon", *typed("mine"), "enter"]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Profile]:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "made.stats"
    path.write_bytes(PROFILE)
    return opened(path)


def say(text: str) -> list[str]:
    return ["colon", *typed(text), "enter"]


def functions_of(shown: list[str]) -> list[str]:
    """The names of the table's rows, in any order."""
    return sorted(row.split()[-2] for row in shown[4:-3] if row.strip(" ▸")[:1].isdigit())


def places_of(shown: list[str]) -> list[tuple[bool, str, int, str]]:
    """Of the rows of the sheet: mine or not, the place, functions, own time."""
    found = []
    for row in shown:
        told = re.match(r"[ ▸]*(not )?mine +([\d,]+) functions? +([\d.]+) s( +[\d.]+ %)? +(.+)", row)
        if told is not None:
            is_other, count, time, _, name = told.groups()
            found.append((not is_other, name.strip(), int(count.replace(",", "")), time))
    return found


def test_a_library_becomes_mine_and_the_shape_is_worked_out_anew(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["m", *say("mine lib")])
    assert functions_of(shown) == ["mine", "serve"]
    assert shown[-2].strip() == messages.NOW_MINE.format("lib", "mine", "1 function", 2)
    assert functions_of(screen(made, ["m"])) == ["mine"]
    assert functions_of(screen(made, [*say("mine lib"), "m"])) == ["mine", "serve"]
    assert functions_of(screen(made, ["m", *say("mine lib"), *say("not-mine lib")])) == ["mine"]


def test_without_my_code_it_is_said_what_is_mine_now(made: Callable[[], Profile]) -> None:
    shown = screen(made, say("mine **/site-packages/**"))
    assert shown[-2].strip() == messages.NOW_MINE.format("**/site-packages/**", "mine", "2 functions", 3)
    assert functions_of(shown) == functions_of(screen(made, []))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mine nothing_like_it", messages.MATCHES_NOTHING.format("nothing_like_it")),
        ("mine built-in", messages.BUILT_INS_ARE_NOT),
        ("mine builtins", messages.BUILT_INS_ARE_NOT),
        ("mine mine.py", messages.MINE_ALREADY.format("mine.py", "mine", "1 function")),
        ("not-mine lib", messages.MINE_ALREADY.format("lib", "not mine", "1 function")),
        ("mine ~/x", f":mine {messages.NO_TILDE}"),
    ],
)
def test_what_changes_nothing_is_said_and_is_no_step(
    made: Callable[[], Profile], text: str, said: str
) -> None:
    assert screen(made, say(text))[-2].strip() == said
    assert screen(made, [*say(text), "U"])[-2].strip() == messages.NOTHING_TO_UNDO


def test_rules_that_leave_nothing_are_not_taken_while_my_code_is_on(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["m", *say("not-mine **")])
    assert shown[-2].strip() == messages.NOTHING_WOULD_BE_LEFT and functions_of(shown) == ["mine"]
    alone = screen(made, [*say("not-mine **"), "m"])
    assert messages.NOTHING_IS_MINE_BY_RULE.format("4 functions") in alone[-2]


@pytest.mark.slow
def test_undo_takes_rules_back_by_name_and_redo_brings_them(made: Callable[[], Profile]) -> None:
    before = screen(made, ["m"])
    after = screen(made, ["m", *say("mine lib"), "U"])
    assert after[:-2] == before[:-2] and after[-2].strip() == messages.TAKEN_BACK.format("mine lib")
    again = screen(made, ["m", *say("mine lib"), "U", "ctrl+r"])
    assert again[-2].strip() == messages.DONE_AGAIN.format("mine lib")
    assert again[:-2] == screen(made, ["m", *say("mine lib")])[:-2]
    keys = [*say("not-mine **"), *say("mine lib"), "m", *say("mine other"), "x"]
    assert screen(made, [*keys, *["U"] * 5])[:-2] == screen(made, [])[:-2]
    named = screen(made, [*say("mine <site-packages>"), "U"])[-2].strip()
    assert named == messages.TAKEN_BACK.format("mine site-packages")


def test_the_sheet_has_a_row_for_each_place(made: Callable[[], Profile]) -> None:
    assert places_of(screen(made, SHEET)) == [
        (True, "/home/me/job", 1, "1.000"),
        (False, "site-packages", 2, "10.000"),
        (False, "built-in", 1, "4.000"),
    ]


def test_what_is_mine_in_part_is_two_rows_that_add_up(made: Callable[[], Profile]) -> None:
    assert places_of(screen(made, [*say("mine lib"), *SHEET])) == [
        (True, "lib", 1, "3.000"),
        (True, "/home/me/job", 1, "1.000"),
        (False, "site-packages", 1, "7.000"),
        (False, "built-in", 1, "4.000"),
    ]


@pytest.mark.slow
def test_enter_moves_a_place_to_the_other_side_and_back(made: Callable[[], Profile]) -> None:
    keys = ["m", *SHEET, "j", "enter"]
    moved = screen(made, keys)
    assert (True, "site-packages", 2, "10.000") in places_of(moved)
    (chosen,) = (row.split() for row in moved if row.lstrip().startswith("▸") and "functions" in row)
    assert chosen[1] == "mine" and "site-packages" in chosen
    assert functions_of(screen(made, [*keys, "escape"])) == ["help", "mine", "serve"]
    assert functions_of(screen(made, [*keys, "enter", "escape"])) == ["mine"]
    assert places_of(screen(made, [*keys, "enter"])) == places_of(screen(made, SHEET))
    assert functions_of(screen(made, [*keys, "escape", "U"])) == ["mine"]


def test_enter_on_what_cannot_be_moved_says_why(made: Callable[[], Profile]) -> None:
    shown = "\n".join(screen(made, [*SHEET, "end", "enter"]))
    assert messages.BUILT_INS_ARE_NOT in shown and messages.MINE_KEYS not in shown
    assert messages.NOTHING_WOULD_BE_LEFT in "\n".join(screen(made, ["m", *SHEET, "enter"]))
    assert messages.MINE_KEYS in "\n".join(screen(made, SHEET))


def test_a_word_alone_asks_for_what_it_takes(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["colon", *typed("not-mine"), "enter", *typed("lib")])
    assert any("not-mine lib" in row for row in shown)
    assert any(messages.WORDS_TAKEN["not-mine"].format("lib") in row for row in shown)
    asked = [*say("mine <site-packages>"), "colon", *typed("not-mine"), "enter", *typed("lib"), "enter"]
    assert messages.NOW_MINE.format("lib", "not mine", "1 function", 2) in screen(made, asked)[-2]


@pytest.mark.slow
def test_the_settings_of_the_project_hold_and_what_is_wrong_is_said(
    made: Callable[[], Profile], tmp_path: Path
) -> None:
    (tmp_path / NAME).write_text('[tool.proftui]\nmine = ["lib"]\nkeys = {}\n', encoding="utf-8")
    shown = screen(made, ["m"])
    note = messages.UNKNOWN_SETTING.format(NAME, "keys", "mine, not-mine, source-roots, maps")
    assert functions_of(shown) == ["mine", "serve"]
    assert shown[-2].strip().startswith(note[:60])
    assert note[:60] in "\n".join(screen(made, ["m", "exclamation_mark"]))
    assert (True, "lib", 1, "3.000") in places_of(screen(made, SHEET))
    assert functions_of(screen(made, [*say("not-mine lib"), "m"])) == ["mine"]

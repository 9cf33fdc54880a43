"""Only what runs under one function, or under one path to it: keys, rows around the view, undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import dumped
from tests.support.screens import DEMO, demo, explore, finished, opened, press, rows_of, screen
from tests.support.shots import shots
from textual.pilot import Pilot

from proftui import messages
from proftui.screens.explorer.screen import ExplorerScreen
from proftui_parsers import Profile

LIB = "/usr/lib/python3.11/lib.py"
MINE = "/home/me/job/mine.py"
MODULE, WORK, OTHER = (MINE, 1, "<module>"), (MINE, 5, "work"), (MINE, 9, "other")
SERVE, LEN = (LIB, 1, "serve"), ("~", 0, "<built-in method builtins.len>")
STATS = {
    MODULE: (1, 1, 1.0, 16.0, {}),
    WORK: (2, 2, 2.0, 9.0, {MODULE: (2, 2, 2.0, 9.0)}),
    OTHER: (1, 1, 1.0, 6.0, {MODULE: (1, 1, 1.0, 6.0)}),
    SERVE: (3, 3, 6.0, 12.0, {WORK: (2, 2, 4.0, 7.0), OTHER: (1, 1, 2.0, 5.0)}),
    LEN: (6, 6, 6.0, 6.0, {SERVE: (6, 6, 6.0, 6.0)}),
}
"""Rows stand by own time: serve, len, work, module, other."""


@pytest.fixture
def made(tmp_path: Path) -> Callable[[], Profile]:
    path = tmp_path / "made.stats"
    path.write_bytes(dumped(STATS))
    return opened(path)


def table(shown: list[str]) -> dict[str, list[str]]:
    """The figures of the rows of Functions, by name."""
    cells = [row.replace("▸", " ").split() for row in shown[4:-3] if row.strip()]
    return {row[-2]: row[:-2] for row in cells}


def test_f_leaves_what_runs_under_the_function(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["j", "j", "f"])
    assert shown[2].startswith(" › in work ") and "  9.000 s · 56.2 % of 16.000 s" in shown[2]
    assert set(table(shown)) == {"work", "serve", "len"}
    assert table(shown)["work"][:2] == ["2", "2.000"] and "≈" not in table(shown)["serve"][:2]
    # Who else calls len by way of serve is not told: 3 of its 6 seconds, or any other part of them.
    assert "≈" in table(shown)["len"]
    assert any(row.startswith("▸") and "work" in row for row in shown)
    assert shown[-2].strip().startswith(messages.ONLY_UNDER.format("work"))
    assert "2 left out" in shown[1]


def test_f_again_goes_deeper_and_says_where_it_is_already(made: Callable[[], Profile]) -> None:
    keys = ["j", "j", "f"]
    assert screen(made, [*keys, "f"])[-2].strip().startswith(messages.ALREADY_IN.format("work"))
    deeper = screen(made, [*keys, "g", "f"])
    assert deeper[2].startswith(" › in work › in serve ")
    assert screen(made, [*keys, "g", "f", "U"])[:-2] == screen(made, [*keys, "g"])[:-2]


def test_of_a_leaf_a_sentence_says_all_that_a_focus_would_show(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["j", "f"])
    assert shown[:-2] == screen(made, ["j"])[:-2]
    assert shown[-2].strip() == messages.CALLS_NOTHING[True].format("len", "6.000 s")


@pytest.mark.slow
@pytest.mark.parametrize("view", ["1", "2", "3", "4", "5"])
def test_f_in_every_view_and_undone(made: Callable[[], Profile], view: str) -> None:
    shown = screen(made, ["j", "j", view, "f"])
    said = messages.NOT_SHAPED_HERE if view == "5" else "9.000 s"
    assert "› in work" in shown[2] and said in shown[2]
    back = screen(made, ["j", "j", view, "f", "U"])
    assert back[:-2] == screen(made, ["j", "j", view])[:-2]
    assert back[-2].strip() == messages.TAKEN_BACK.format("in work")


def test_in_source_f_says_where_the_whole_file_is() -> None:
    shown = screen(demo(), ["5", "f"])
    assert shown[-2].strip() == f"{messages.FOCUSED} · {messages.A_SHOWS_THE_FILE}"
    assert screen(demo(), ["5", "a"])[-2].strip() == messages.FUNCTION_ALONE
    assert screen(demo(), ["5", "a", "a"])[-2].strip() == messages.WHOLE_FILE


def test_a_file_without_calls_says_so() -> None:
    for key in ("f", "F"):
        shown = screen(opened(DEMO / "demo.lprof"), [key])
        assert "›" not in shown[2]
    assert messages.NO_CALL_EDGES in screen(opened(DEMO / "demo.lprof"), ["f"])[-2]


# Paths


@pytest.mark.parametrize("view", ["1", "5"])
def test_a_path_is_chosen_where_paths_are(made: Callable[[], Profile], view: str) -> None:
    assert screen(made, [view, "F"])[-2].strip() == messages.PATH_ELSEWHERE


def test_in_calls_a_path_is_caller_and_function_whichever_is_under_the_cursor(
    made: Callable[[], Profile],
) -> None:
    # Above serve stand its callers, work and other; below it what it calls.
    shown = screen(made, ["2", "up", "F"])
    assert shown[2].startswith(" › in other › serve ") and "5.000 s" in shown[2]
    shown = screen(made, ["2", "down", "F"])
    assert shown[2].startswith(" › in serve › len ") and "6.000 s" in shown[2]
    assert screen(made, ["2", "F"])[-2].strip() == messages.PATH_OF_CALLS


@pytest.mark.parametrize("view", ["3", "4"])
def test_in_trees_a_path_is_from_the_root_to_the_node(made: Callable[[], Profile], view: str) -> None:
    shown = screen(made, ["j", "j", view, "F"])
    assert shown[2].startswith(" › in mine › work ") and "9.000 s" in shown[2]
    assert screen(made, ["j", "j", view, "F", "U"])[:-2] == screen(made, ["j", "j", view])[:-2]


def test_a_long_path_keeps_its_ends(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["j", "3", "F"])
    assert shown[2].startswith(" › in mine › … › len ")


def test_in_a_tree_turned_round_a_path_is_that_of_the_callers(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["g", "3", "i", "down", "F"])
    assert shown[2].startswith(" › in work › serve ") and "7.000 s" in shown[2]


def test_a_path_survives_the_file_being_read_again_or_is_said_to_be_gone(tmp_path: Path) -> None:
    path = tmp_path / "made.stats"
    path.write_bytes(dumped(STATS))
    lost = {key: row for key, row in STATS.items() if key != OTHER}
    lost[SERVE] = (2, 2, 4.0, 7.0, {WORK: (2, 2, 4.0, 7.0)})
    shown: list[list[str]] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "2", "up", "F")
        await pilot.pause()
        for stats in (STATS | {MODULE: (1, 1, 2.0, 17.0, {})}, lost):
            path.write_bytes(dumped(stats))
            press(pilot, "R")
            await pilot.pause()
            await finished(pilot, explorer)
            await pilot.pause()
            shown.append(rows_of(pilot.app))

    explore(opened(path), script)
    again, gone = shown
    assert again[2].startswith(" › in other › serve ") and "29.4 % of 17.000 s" in again[2]
    assert "›" not in gone[2]
    assert gone[-2].strip() == messages.FOCUS_IS_GONE.format("in other › serve")


# Together with what hides


def test_what_is_focused_on_cannot_be_hidden(made: Callable[[], Profile]) -> None:
    for keys, name in ((["f", "x"], "serve"), (["f", "X"], "serve"), (["f", "m"], "serve")):
        shown = screen(made, keys)
        assert shown[2].startswith(" › in serve ")
        assert shown[-2].strip().startswith(messages.HIDES_THE_FOCUS.format(name))


def test_with_my_code_all_is_exact(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["j", "j", "f", "m"])
    assert shown[2].startswith(" › in work › my code ")
    assert table(shown)["work"][:2] == ["2", "9.000"] and "≈" not in "".join(shown[4:-3])


# The rows around it


def test_shares_of_what_is_shown_come_and_go_with_the_focus(made: Callable[[], Profile]) -> None:
    _, _, _, _, shown, undone, again = shots(
        made, "j", "j", "f", "percent_sign", "U", "ctrl+r", size=(120, 40)
    )
    assert messages.OF_SHOWN.format("9.000 s") in shown.state and "% in" in shown.rows[3]
    row = next(row for row in shown.rows if "work" in row and "mine.py:5" in row)
    assert "22.2" in row and "100.0" in row
    assert "% in" not in undone.rows[2] and "12.5" in next(row for row in undone.rows if "mine.py:5" in row)
    assert "% in" in again.rows[3]

"""The palette: one action an entry, found by the words that people type; themes are among them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.screens import demo, explore, typed
from tests.support.shots import shot, shots
from textual.pilot import Pilot

from proftui import messages
from proftui.drawing.safe_text import cell_width
from proftui.frame.actions import WORDS, actions
from proftui.frame.keys import KEYS, SORT_LETTERS
from proftui.screens.explorer.call_tree_keys import LEAST_SHARES
from proftui.screens.explorer.export import WRITTEN_AS
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.view_names import VIEWS
from proftui.widgets.command_palette import matching

ROOM_FOR_A_NAME = 62
"""Cells of a name in 80 columns."""

FIRST = {
    "cum": "sort_by c",
    "own": "sort_by t",
    "tottime": "sort_by t",
    "json": "write j",
    "csv": "write c",
    "markdown": "write m",
    "svg": "write s",
    "callers": "view('calls')",
    "quit": "quit",
    "exit": "quit",
    "undo": "undo",
    "search": "filter",
    "heaviest": "top_caller",
    "source": "view('source')",
    "flame": "view('icicle')",
    "reload": "reload",
    "% 0.1": "least 3",
    "mine": "what_is_mine",
    ":mine": "what_is_mine",
    "not-mine": "not-mine",
    "my code": "my_code",
    "mine numpy": "mine numpy",
    ":not-mine  **/a b/** ": "not-mine **/a b/**",
}
"""The first entry for what is typed."""


@pytest.mark.parametrize("text", FIRST)
def test_what_people_type_finds_it_first(text: str) -> None:
    assert matching(actions("functions"), text)[0].run == FIRST[text]


def test_every_key_and_every_letter_is_an_entry_of_its_own() -> None:
    runs = [action.run for action in actions("tree")]
    assert len(runs) == len(set(runs))
    of_keys = {key.action for key in KEYS} - {"palette", "interrupt"}
    assert {run.partition(" ")[0] for run in runs} == of_keys | {word.run for word in WORDS}
    for action, letters in (("sort_by", SORT_LETTERS), ("least", LEAST_SHARES), ("write", WRITTEN_AS)):
        assert messages.LETTERS[action].keys() == set(letters)


def test_an_entry_does_what_the_letter_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "▾cumtime" in shot(demo(), "colon", *typed("cum"), "enter").rows[2]
    shot(demo(), "colon", *typed("json"), "enter")
    assert [path.name for path in tmp_path.iterdir()] == ["demo.functions.json"]


@pytest.mark.slow
def test_a_theme_is_chosen_as_an_action_is() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = pilot.app.theme
        await pilot.press("colon", *typed("light theme"), "down", "escape")
        assert pilot.app.theme == before
        await pilot.press("colon", *typed("dark theme"), "down", "enter")
        assert pilot.app.theme != before and pilot.app.get_theme(pilot.app.theme).dark  # type: ignore[union-attr]

    explore(demo(), script)


def test_what_is_not_found_runs_nothing() -> None:
    before, *_, asked, entered, closed = shots(demo(), "colon", *typed("zzzz"), "enter", "escape")
    assert messages.NO_ACTION_MATCHES in "\n".join(asked.rows)
    assert entered.rows == asked.rows and closed.rows == before.rows


@pytest.mark.slow
@pytest.mark.parametrize("key", ["colon", "O", "p"])
def test_under_a_list_to_choose_from_there_is_no_second_cursor(key: str) -> None:
    for size in ((80, 24), (120, 40)):
        rows = shot(demo(), key, size=size).rows
        assert sum("▸" in row for row in rows) == 1
    assert "▸" in shot(demo(), key, "escape").rows[3]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 10)])
@pytest.mark.parametrize("key", ["colon", "O", "full_stop", "question_mark"])
def test_beside_a_window_nothing_is_left_that_cannot_be_read(key: str, size: tuple[int, int]) -> None:
    before, after = shots(demo(), key, size=size)
    below = [(row, old) for row, old in zip(after.rows, before.rows, strict=True) if row[1:] != old[1:]]
    assert below and not any(row[-2] == old[-2] != " " for row, old in below)


@pytest.mark.parametrize("view", VIEWS)
def test_what_can_be_done_in_a_view_is_read_to_its_end_in_80_cells(view: str) -> None:
    elsewhere = {key.action for key in KEYS if view not in key.views}
    names = [action.name for action in actions(view) if action.run not in elsewhere]
    assert [name for name in names if cell_width(name) > ROOM_FOR_A_NAME] == []

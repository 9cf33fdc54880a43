"""The overview while two sides are compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.compared import side
from tests.support.compared_screens import compared_screen, compared_screens, explore_compared, pair, written
from tests.support.screens import finished, press, typed
from textual.pilot import Pilot

from proftui import messages
from proftui.analysis.compare.side import Side
from proftui.screens.explorer.screen import ExplorerScreen


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Side, Side]:
    before = written(tmp_path, "a.stats", {"parse": (200, 0.6), "old_way": (5, 0.05), "same": (7, 0.01)})
    after = written(tmp_path, "b.stats", {"parse": (100, 0.3), "new_way": (5, 0.03), "same": (7, 0.01)})
    return side(before), side(after)


def test_the_page_tells_causes_changes_and_what_is_new_and_gone(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["0"])
    assert rows[3].startswith(" by counts ")
    assert "2 causes, largest first" in rows[4]
    assert rows[5].split()[-7:] == ["main", "calls", "parse", "100", "times,", "not", "200"]
    assert messages.CHANGED_MOST[:12] in rows[7] and " parse " in rows[8]
    at = next(at for at, row in enumerate(rows) if "1 new function" in row)
    assert "old_way" in rows[at + 1] and "new_way" in rows[at + 2]


def test_enter_leads_to_a_cause_and_to_a_function(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(*sides, ["0", "g", "enter"])
    assert "[2 Calls]" in rows[1] and "cause 1 of 2" in rows[-2]
    assert next(row for row in rows if row.startswith("▸")).split()[-2] == "parse"
    rows = compared_screen(*sides, ["0", "G", "enter"])
    assert "[2 Calls]" in rows[1] and "callers of new_way" in rows[3]
    # The next cause, whatever is filtered elsewhere.
    assert "cause 1 of 2" in compared_screen(*sides, ["slash", *typed("same"), "enter", "0", "n"])[-2]


def test_a_shape_is_on_the_page_too() -> None:
    plain, mine = compared_screens(*pair(), ["0", "m"])[1:]
    assert "min " in "\n".join(plain[12:18]) and "min " not in "\n".join(mine[12:18])


def test_what_is_the_same_is_said(sides: tuple[Side, Side]) -> None:
    rows = compared_screen(sides[0], sides[0], ["0"])
    assert messages.THE_SAME_PROFILE in rows[5] and not rows[6].strip()


@pytest.mark.slow
def test_every_row_is_as_wide_as_the_terminal() -> None:
    for size in ((40, 12), (60, 20), (100, 30), (250, 70)):
        assert {len(row) for row in compared_screen(*pair(), ["0"], size=size)} == {size[0]}
    assert all(row.isascii() for row in compared_screen(*pair(), ["0"], ascii_only=True))


def test_the_page_is_copied_and_written(
    sides: tuple[Side, Side], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        monkeypatch.setattr(pilot.app, "copy_to_clipboard", copied.append)
        for key in ("0", "y", "w", "j"):
            press(pilot, key)
            await pilot.pause()
            await finished(pilot, explorer)

    explore_compared(*sides, script)
    assert "main calls new_way in place of old_way" in copied[0]
    assert "1 new function, 30.000 ms · 1 gone function, 50.000 ms" in copied[0].splitlines()
    (path,) = tmp_path.glob("*.json")
    assert [one["new"]["name"] for one in json.loads(path.read_text())["overview"]["new"]] == ["new_way"]

"""The list of profiles of ``D`` and ``A``: runs of the program stand first, of them the newest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support.corpus import Stats, dumped
from tests.support.screens import explore, rows_of
from textual.pilot import Pilot

from proftui.app.application import ProftuiApp
from proftui.screens.explorer.profiles_sheet import ProfilesSheet
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.loading import Loader


def write(path: Path, age: int, *names: str) -> Path:
    file = f"/home/me/{names[0]}.py"
    own: Stats = {(file, n, name): (1, 1, 1.0, 1.0, {}) for n, name in enumerate(names, 1)}
    path.write_bytes(dumped(own))
    os.utime(path, (10**9 - age, 10**9 - age))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run that is shown, and others; ``other`` is the newest, of another program."""
    write(tmp_path / "shown.stats", 0, "app", "load", "parse")
    write(tmp_path / "other.stats", 1, "tool", "plot")
    write(tmp_path / "yesterday.stats", 2, "app", "load", "parse", "save")
    write(tmp_path / "older.stats", 3, "app", "load")
    (tmp_path / "bad.stats").write_bytes((tmp_path / "older.stats").read_bytes()[:40])
    os.utime(tmp_path / "bad.stats", (10**9 - 4, 10**9 - 4))
    return tmp_path


def listed(pilot: Pilot[None]) -> list[str]:
    """The names of the files, in the order of the list."""
    assert isinstance(pilot.app, ProftuiApp) and isinstance(pilot.app.screen, ProfilesSheet)
    rows = pilot.app.screen.page.rows
    texts = ("".join(span.text for span in rows[number]) for number in range(len(rows)))
    return [text.split()[0] for text in texts]


@pytest.mark.parametrize("key", ["D", "A"])
def test_runs_of_the_program_stand_first_each_the_newest_first(folder: Path, key: str) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert listed(pilot) == ["yesterday.stats", "older.stats", "bad.stats", "other.stats"]
        await pilot.press("slash", *"old", "enter", "enter")
        await pilot.pause()
        shown = rows_of(pilot.app)[0]
        assert shown.startswith((" older.stats → shown.stats", " shown.stats + 1"))

    explore(Loader([str(folder / "shown.stats")], 1 << 30), script)


@pytest.mark.parametrize("key", ["D", "A"])
def test_what_cannot_be_read_says_so_when_it_is_chosen(folder: Path, key: str) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press(key, "G", "up", "enter")
        await pilot.pause()
        assert "bad.stats" in rows_of(pilot.app)[-2] and rows_of(pilot.app)[0].startswith(" shown.stats")

    explore(Loader([str(folder / "shown.stats")], 1 << 30), script)

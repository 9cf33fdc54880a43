"""The list of profiles of ``D`` and ``A``: runs of the program that is shown stand first."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support.corpus import Stats, dumped
from tests.support.screens import DEMO, explore, opened, rows_of
from textual.pilot import Pilot

from proftui import messages
from proftui.app.application import ProftuiApp
from proftui.screens.explorer import kin_finder
from proftui.screens.explorer.profiles_sheet import ProfilesSheet
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.loading import GivenUp, Loader


def write(path: Path, age: int, *names: str) -> Path:
    file = f"/home/me/{names[0]}.py"
    own: Stats = {(file, n, name): (1, 1, 1.0, 1.0, {}) for n, name in enumerate(names, 1)}
    path.write_bytes(dumped(own))
    os.utime(path, (10**9 - age, 10**9 - age))
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run that is shown, and others; ``other`` is the newest, of another program."""
    monkeypatch.setattr(kin_finder, "PATIENCE", 60.0)
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
def test_runs_of_this_program_stand_first_with_their_totals(folder: Path, key: str) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert listed(pilot) == ["yesterday.stats", "older.stats", "bad.stats", "other.stats"]
        assert isinstance(pilot.app, ProftuiApp)
        (first,) = (row for row in rows_of(pilot.app) if "yesterday.stats" in row)
        (last,) = (row for row in rows_of(pilot.app) if "other.stats" in row)
        assert "▸" in first and "  4.000 s" in first and messages.OTHER_PROGRAM in last
        await pilot.press("enter")
        await pilot.pause()
        shown = rows_of(pilot.app)[0]
        assert shown.startswith((" yesterday.stats → shown.stats", " shown.stats + 1"))

    explore(Loader([str(folder / "shown.stats")], 1 << 30), script)


def test_what_is_found_out_later_leaves_the_cursor_on_its_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kin_finder.KinFinder, "begin", lambda self, tell: None)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("D")
        await pilot.pause()
        sheet = pilot.app.screen
        assert isinstance(sheet, ProfilesSheet) and listed(pilot)[0] == "other.stats"
        sheet.finder.known[folder / "older.stats"] = kin_finder.Kin(True, "2.000 s")
        sheet._know_more()
        await pilot.pause()
        assert listed(pilot)[0] == "older.stats"
        assert isinstance(pilot.app, ProftuiApp)
        (here,) = (row for row in rows_of(pilot.app) if "▸" in row)
        assert "other.stats" in here

    explore(Loader([str(folder / "shown.stats")], 1 << 30), script)


def test_of_very_many_files_the_newest_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kin_finder, "MOST_READ", 2)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("D")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ProfilesSheet)
        known = pilot.app.screen.finder.known
        assert {path.name for path in known} == {"other.stats", "yesterday.stats"}
        assert len(listed(pilot)) == 4
        await pilot.press("slash", *"old", "enter", "enter")
        await pilot.pause()
        assert isinstance(pilot.app, ProftuiApp)
        assert rows_of(pilot.app)[0].startswith(" older.stats → shown.stats")

    explore(Loader([str(folder / "shown.stats")], 1 << 30), script)


def test_what_cannot_be_compared_stands_last_and_what_joins_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kin_finder, "PATIENCE", 60.0)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key, told in (("D", messages.OTHER_KIND), ("A", "")):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(pilot.app.screen, ProfilesSheet)
            kin = pilot.app.screen.finder.known[DEMO / "demo.lprof"]
            assert (kin.is_same, kin.told) == (key == "A", told)
            await pilot.press("escape")

    explore(Loader([str(DEMO / "demo.stats")], 1 << 30), script)


def test_a_list_that_is_closed_reads_nothing_more(folder: Path) -> None:
    finder = kin_finder.KinFinder(opened(folder / "shown.stats")(), [], adds=False)
    finder.end()
    with pytest.raises(GivenUp):
        finder._go_on()

"""The profiles of a folder: what their rows say, and what is typed."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.support.command_line import refused
from tests.support.corpus import dumped, small
from tests.support.screens import DEMO, press, rows_of, session_on, typed
from textual.pilot import Pilot

from proftui import messages
from proftui.app.application import ProftuiApp
from proftui.drawing.capabilities import TRUECOLOR
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.screens.file_picker import Picker
from proftui.state.loading import Loader
from proftui.state.session import Options
from proftui_parsers import Profile
from proftui_parsers.messages import IS_SAMPLING_PAGE

Script = Callable[[Pilot[None], Picker], Awaitable[None]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four profiles, the first the newest, and what is none."""
    (tmp_path / "broken.stats").write_bytes(dumped({("a.py", 1, "f"): (1, 1, 0.5, 0.5, {})})[:-4])
    shutil.copy(DEMO / "demo.stats", tmp_path / "demo.stats")
    shutil.copy(small("lp5.1.0-julia.lprof"), tmp_path / "julia.lprof")
    shutil.copy(small("cprofile-py3.11-recurse.stats"), tmp_path / "recurse.stats")
    (tmp_path / "notes.txt").write_text("none")
    for age, name in enumerate(("demo.stats", "broken.stats", "julia.lprof", "recurse.stats")):
        os.utime(tmp_path / name, (2_000_000_000 - 3600 * age,) * 2)
    return tmp_path


def pick(folder: Path, script: Script, size: tuple[int, int] = (80, 24)) -> ProftuiApp:
    def opened(profile: Profile, again: Callable[[], Profile]) -> ExplorerScreen:
        return ExplorerScreen(session_on(profile), Options(), again)

    picker = Picker(folder, lambda path: Loader([path], 1 << 30), opened)
    app = ProftuiApp(picker, colours=TRUECOLOR)

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, picker)

    asyncio.run(main())
    assert not app.failure, app.failure
    return app


def screen(folder: Path, *keys: str, size: tuple[int, int] = (80, 24)) -> list[str]:
    rows: list[str] = []

    async def script(pilot: Pilot[None], picker: Picker) -> None:
        press(pilot, *keys)
        await pilot.pause()
        rows.extend(rows_of(pilot.app))

    pick(folder, script, size)
    return rows


def body(rows: list[str]) -> list[str]:
    return [row[1:].strip() for row in rows[2:-2] if row.strip()]


@pytest.mark.slow
def test_letters_filter_and_esc_shows_all_then_leaves(folder: Path) -> None:
    rows = screen(folder, *typed("q"))
    assert messages.NO_PROFILE_MATCHES.format("q") in "".join(rows) and rows[0].endswith(" 0 of 4 profiles ")
    rows = screen(folder, *typed("jul"))
    assert len(body(rows)) == 1 and "julia" in rows[2] and rows[-2].startswith(" / jul ")
    assert screen(folder, "slash", *typed("jul")) == rows, "/ begins a filter, as elsewhere"
    rows = screen(folder, *typed("stats dem"), "backspace")
    assert len(body(rows)) == 1 and rows[-2].startswith(" / stats de ")
    rows = screen(folder, *typed("jul"), "escape")
    assert len(body(rows)) == 4 and "Esc quit" in rows[-1] and messages.TYPE_TO_FILTER in rows[-2]

    async def script(pilot: Pilot[None], picker: Picker) -> None:
        await pilot.press("x", "escape")
        assert not pilot.app._exit
        await pilot.press("escape")
        assert pilot.app._exit

    pick(folder, script)


def test_enter_opens_and_a_bad_one_says_why_and_leaves_the_list(folder: Path) -> None:
    async def script(pilot: Pilot[None], picker: Picker) -> None:
        await pilot.press(*typed("broken"), "enter")
        assert pilot.app.screen is picker
        rows = rows_of(pilot.app)
        assert "broken.stats" in rows[-2]
        await pilot.press("escape", *typed("demo"), "enter")
        await pilot.pause()
        assert "[1 Functions]" in rows_of(pilot.app)[1]

    pick(folder, script)


def test_an_empty_folder_says_how_to_make_a_profile_and_offers_no_dead_key(tmp_path: Path) -> None:
    rows = screen(tmp_path, "enter", "down", "end")
    assert all(line in "\n".join(rows) for line in messages.NO_PROFILES)
    assert rows[-1].strip() == "Esc quit"


def test_a_folder_cannot_be_printed_and_says_which_profiles_are_in_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = "demo.stats, broken.stats, julia.lprof, recurse.stats"
    said = refused(capsys, "--print", str(folder))
    assert said == f"proftui: {messages.FOLDER_OF_PROFILES[True].format(folder, '4 profiles', names)}\n"
    for number in range(7):
        shutil.copy(folder / "demo.stats", folder / f"more{number}.stats")
    assert refused(capsys, "--print", str(folder)).count(", ") == 10, "at most ten, and that there are more"


def test_of_a_folder_of_folders_those_with_profiles_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prof").mkdir()
    shutil.copy(DEMO / "demo.stats", tmp_path / "prof")
    said = messages.FOLDER_OF_PROFILES[False].format(tmp_path, "1 folder", f"prof{os.sep}")
    assert refused(capsys, "--print", str(tmp_path)) == f"proftui: {said}\n"


def test_a_folder_of_profilings_heatmap_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    title = b"<title>Tachyon Profiler - Heatmap Report</title>"
    (tmp_path / "index.html").write_bytes(b"<!doctype html>\n<html><head>" + title)
    said = refused(capsys, "--print", str(tmp_path))
    assert said == f"proftui: {tmp_path / 'index.html'} {IS_SAMPLING_PAGE}\n"
    assert IS_SAMPLING_PAGE[:60] in "\n".join(screen(tmp_path)), "and where one is chosen"


def test_folders_that_hold_profiles_are_listed_and_the_way_back_leads_through_the_lists(folder: Path) -> None:
    prof = folder / "build" / "prof"
    for made in (prof, folder / "empty", folder / ".venv"):
        made.mkdir(parents=True)
    for name in ("a.stats", "b.stats"):
        shutil.copy(folder / "demo.stats", prof / name)
    shutil.copy(folder / "demo.stats", folder / ".venv")
    (folder / "loop").symlink_to(folder)

    async def script(pilot: Pilot[None], picker: Picker) -> None:
        rows = rows_of(pilot.app)
        assert rows[0].endswith(" 4 profiles · 1 folder ") and len(body(rows)) == 5
        assert body(rows)[-1].split()[:3] == [f"build{os.sep}prof{os.sep}", "2", "profiles"]
        await pilot.press("end", "enter")
        inside = rows_of(pilot.app)
        assert inside[0].endswith(" 2 profiles ") and "< back" in inside[-1]
        await pilot.press("down", "enter", "down", "2")
        assert "[2 Calls]" in rows_of(pilot.app)[1]
        await pilot.press("less_than_sign")
        assert "[1 Functions]" in rows_of(pilot.app)[1]
        shutil.copy(folder / "demo.stats", prof / "c.stats")
        under = picker.rows.shown[1].path
        await pilot.press("less_than_sign")
        again = rows_of(pilot.app)
        assert again[0].endswith(" 3 profiles "), "the newest is listed too"
        assert picker.rows.shown[picker.rows.cursor].path == under
        await pilot.press("less_than_sign")
        assert len(body(rows_of(pilot.app))) == 5 and picker.rows.cursor == 4

    pick(folder, script)


def test_long_names_do_not_touch_the_sizes(folder: Path) -> None:
    (folder / ("n" * 90 + ".stats")).write_bytes((folder / "demo.stats").read_bytes())
    (row,) = [row for row in screen(folder, "n", "n") if "nnnn" in row]
    assert re.search(r" …n*\.stats  *[\d.]+ kB  pstats", row), "the end tells files apart"
    assert re.search(r"^ …n*\.stats · [\d.]+ kB", screen(folder, "end")[-2])


def test_the_titles_over_short_names_are_whole(tmp_path: Path, folder: Path) -> None:
    short = tmp_path / "short"
    short.mkdir()
    for name in ("a.prof", "b.prof"):
        shutil.copy(folder / "demo.stats", short / name)
    assert screen(short)[1].split() == ["profile", "size", "format", "age"]

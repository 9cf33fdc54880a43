"""What leaves the explorer: ``w`` writes the view to a new file, ``v`` shows it in SnakeViz."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar
from xml.etree import ElementTree

import pytest
from tests.support.screens import demo, explore, press
from tests.support.shots import Shot, found, shot, shot_of, shots
from tests.support.stats_files import written
from textual.pilot import Pilot

from proftui import messages
from proftui.background.pieces import AT_ONCE
from proftui.external import snakeviz
from proftui.external.snakeviz import HandoffError
from proftui.output import files, forms
from proftui.output.printed import Wanted
from proftui.screens.explorer.screen import ExplorerScreen
from proftui_parsers import Profile

VIEWS = {"functions": "1", "calls": "2", "tree": "3", "icicle": "4", "source": "5"}
FORMS = {"t": "txt", "j": "json", "c": "csv", "m": "md", "s": "svg"}
ONLY = {"c": ("functions",), "s": ("icicle",)}
"""Forms that not every view has."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- files


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_every_form_of_every_view(folder: Path, view: str) -> None:
    keys = [key for letter in FORMS for key in ("w", letter)]
    walk = shots(demo(), VIEWS[view], *keys, size=(200, 50))[3::2]
    written = {letter for letter in FORMS if view in ONLY.get(letter, VIEWS)}
    assert set(os.listdir(folder)) == {f"demo.{view}.{FORMS[letter]}" for letter in written}
    for letter, after in zip(FORMS, walk, strict=True):
        if letter not in written:
            assert f"{view} needs text" in after.state and "--" not in after.state
            continue
        name = f"demo.{view}.{FORMS[letter]}"
        text = (folder / name).read_text(encoding="utf-8")
        assert after.state.startswith(f"wrote {folder / name}, ")
        assert text.endswith("\n") and "edit_distance" in text and "\x1b" not in text
        if letter == "j":
            assert json.loads(text)["proftui"] == 1
        if letter == "s":
            assert ElementTree.fromstring(text).tag.endswith("svg")


def test_the_question_names_the_forms_and_any_other_key_takes_it_back(folder: Path) -> None:
    asked, escaped, moved = shots(demo(), "w", "escape", "down")[1:]
    assert asked.state.startswith(messages.CHORDS["write"])
    assert escaped.state != asked.state and "min" in moved.detail
    answers = ("q", "x", "enter", "down", "w")
    walk = shots(demo(), *[key for answer in answers for key in ("w", answer)])[1:]
    for answer, asked, answered in zip(answers, walk[::2], walk[1::2], strict=True):
        assert asked.state.startswith(messages.CHORDS["write"]) and "t text" not in answered.state, answer
    assert os.listdir(folder) == []


def test_nothing_that_is_there_is_touched(folder: Path) -> None:
    precious = folder / "demo.functions.json"
    precious.write_text("mine")
    (folder / "demo.functions-2.json").symlink_to(folder / "elsewhere")
    after = shot(demo(), "w", "j", "w", "j")
    assert precious.read_text() == "mine" and not (folder / "elsewhere").exists()
    assert f"{folder.name}/demo.functions-4.json, " in after.state
    assert (folder / "demo.functions-3.json").read_bytes() == (folder / "demo.functions-4.json").read_bytes()


def test_what_is_written_is_what_is_shown(folder: Path) -> None:
    shot(demo(), *found("json"), "w", "j", "escape", "3", "i", "w", "t")
    functions = json.loads((folder / "demo.functions.json").read_text())["functions"]
    assert len(functions) == 20
    tree = (folder / "demo.tree.txt").read_text(encoding="utf-8").splitlines()
    assert "edit_distance" in tree[3] and "closest" in tree[4], "bottom-up, as on the screen"


def test_svg_of_a_zoomed_picture_is_zoomed(folder: Path) -> None:
    shot(demo(), "4", "w", "s", "up", "up", "right", "enter", "w", "s")
    whole, zoomed = ((folder / f"demo.icicle{n}.svg").read_text("utf-8") for n in ("", "-2"))
    assert zoomed != whole


def test_calls_and_source_are_those_of_the_selection(folder: Path) -> None:
    shot(demo(), "u", "w", "j", "2", "w", "j", "5", "w", "t")
    (calls,) = json.loads((folder / "demo.calls.json").read_text())["functions"]
    assert calls["name"] == "closest" and [c["name"] for c in calls["callers"]] == ["summary"]
    assert "def closest" in (folder / "demo.source.txt").read_text(encoding="utf-8")


def test_names_of_files_are_harmless(folder: Path) -> None:
    profile = folder / "in"
    profile.mkdir()
    read = written(profile / "..a b;$(x)\x1b[31m\n.stats", {("a.py", 1, "main"): (1, 1, 1.0, 1.0, {})})
    after = shot(read, "w", "c")
    (made,) = (name for name in os.listdir(folder) if name != "in")
    assert made.isprintable() and not set(made) & set(" ;$()\\/") and made.endswith(".functions.csv")
    assert after.state.startswith("wrote ")


def test_a_folder_that_may_not_be_written_to_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_really = os.open

    def refused(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_WRONLY:
            raise PermissionError(13, "Permission denied")
        return open_really(path, flags, mode)

    monkeypatch.setattr("proftui.output.files.os.open", refused)
    after = shot(demo(), "w", "t")
    assert after.state == messages.CANNOT_WRITE.format("Permission denied")
    assert os.listdir(folder) == []


def test_half_a_file_is_not_left_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("proftui.output.files.os.fsync", full)
    assert shot(demo(), "4", "w", "s").state == messages.CANNOT_WRITE.format("No space left on device")
    assert os.listdir(folder) == []


def test_markdown_is_of_the_rows_on_the_screen_and_it_is_said_how_to_write_all(folder: Path) -> None:
    part, whole = shots(demo(), "pagedown", "w", "m", "w", "M", size=(100, 24))[3::2]
    rows = part.body
    written_rows = (folder / "demo.functions.md").read_text(encoding="utf-8").splitlines()[2:]
    assert len(written_rows) == len(rows) == 18
    for written_row, row in zip(written_rows, rows, strict=True):
        assert row[1:].split()[1] in written_row.split(), "its own time"
    assert part.state.endswith(messages.WROTE_PART.format(18, 239))
    assert len((folder / "demo.functions-2.md").read_text(encoding="utf-8").splitlines()) == 2 + 239
    assert whole.state.startswith("wrote ") and messages.WROTE_PART[-12:] not in whole.state


# --- SnakeViz


class Fake:
    """Stands in for the server."""

    made: ClassVar[list[Fake]] = []
    problem = ""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.alive = True
        self.opened = self.stopped = 0
        self.address: str | None = None
        Fake.made.append(self)

    async def ready(self) -> str:
        if Fake.problem:
            raise HandoffError(Fake.problem)
        self.address = "http://127.0.0.1:4321/secret/"
        return self.address

    def open_browser(self) -> None:
        self.opened += 1

    def stop(self) -> None:
        self.stopped += 1
        self.alive = False


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Fake]:
    Fake.made, Fake.problem = [], ""
    monkeypatch.setattr(snakeviz, "Handoff", Fake)
    monkeypatch.setattr(snakeviz, "has_browser", lambda: False)
    return Fake.made


def walked(read: Callable[[], Profile], *keys: str) -> list[Shot]:
    seen: list[Shot] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in keys:
            await pilot.press(key)
            for _ in range(3):
                await pilot.pause()
            seen.append(shot_of(pilot))

    explore(read, script, size=(120, 40))
    return seen


@pytest.mark.parametrize("view", VIEWS)
def test_it_asks_first_and_only_enter_is_yes(made: list[Fake], view: str) -> None:
    answers = ("escape", "n", "y", "q", "v", "down")
    walk = shots(demo(), VIEWS[view], *[key for answer in answers for key in ("v", answer)])[2:]
    for answer, asked, answered in zip(answers, walk[::2], walk[1::2], strict=True):
        assert asked.state == messages.CHORDS["snakeviz"] != answered.state, answer
    assert made == []


def test_yes_shows_the_address_and_how_to_reach_it(made: list[Fake]) -> None:
    sheet, closed = walked(demo(), "v", "enter", "escape")[1:]
    text = "\n".join(sheet.rows)
    assert "http://127.0.0.1:4321/secret/" in text and "ssh -L 4321:127.0.0.1:4321" in text
    assert messages.SNAKEVIZ_TITLE in text
    assert "edit_distance" in "\n".join(closed.rows)
    (server,) = made
    assert server.profile.paths[0].endswith("demo.stats")
    assert (server.opened, server.stopped) == (0, 1), "it ends with the explorer, and opens no browser here"


def test_a_browser_is_opened_where_the_user_sees_it(
    made: list[Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snakeviz, "has_browser", lambda: True)
    walked(demo(), "v", "enter")
    assert [server.opened for server in made] == [1]


def test_a_server_that_runs_is_shown_again(made: list[Fake]) -> None:
    again = walked(demo(), "v", "enter", "escape", "4", "v", "enter")[-1]
    assert "http://127.0.0.1:4321/secret/" in "\n".join(again.rows)
    assert len(made) == 1


def test_reading_again_ends_the_old_page(made: list[Fake]) -> None:
    walked(demo(), "v", "enter", "escape", "R", "v", "enter", "escape")
    assert [server.stopped for server in made] == [1, 1]


def test_what_goes_wrong_is_told(made: list[Fake], monkeypatch: pytest.MonkeyPatch) -> None:
    Fake.problem = messages.SNAKEVIZ_MISSING
    assert walked(demo(), "v", "enter")[-1].state == Fake.problem

    def cannot(profile: Profile) -> None:
        raise HandoffError(messages.SNAKEVIZ_NOT_STARTED.format("no memory"))

    monkeypatch.setattr(snakeviz, "Handoff", cannot)
    assert walked(demo(), "v", "enter")[-1].state == messages.SNAKEVIZ_NOT_STARTED.format("no memory")


# --- what takes long to write


@pytest.fixture(params=["named", "nameless"])
def named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> bool:
    """Whether files have a name before they are whole, as where the system can no better."""
    if request.param == "named":
        monkeypatch.setattr(files, "nameless", lambda folder: None)
        return True
    made = files.nameless(tmp_path)
    if made is None:
        pytest.skip("every file has a name here")
    os.close(made)
    return False


@pytest.fixture
def slow_to_write(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Until it is set, no file is finished."""
    done, make = asyncio.Event(), forms.parts

    def held(wanted: Wanted) -> Iterator[str]:
        yield from make(wanted)
        while not done.is_set():
            yield ""

    monkeypatch.setattr(forms, "parts", held)
    return done


async def says(pilot: Pilot[None], words: str) -> None:
    """Wait for a message while something goes on that never rests."""
    while words not in shot_of(pilot).state:
        await asyncio.sleep(0)


def test_an_end_in_the_middle_of_a_part_leaves_no_half_of_a_file(
    monkeypatch: pytest.MonkeyPatch, named: bool, folder: Path
) -> None:
    seen: list[list[str]] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        def ending(wanted: Wanted) -> Iterator[str | None]:
            # Until it is written in slices, as large files are.
            for _ in range(AT_ONCE + 1):
                yield None
            seen.append(os.listdir(folder))
            try:
                explorer.tidy()
            finally:
                seen.append(os.listdir(folder))
            raise OSError

        monkeypatch.setattr(forms, "parts", ending)
        await pilot.press("w", "t")
        while len(seen) < 2:
            await pilot.pause()

    explore(demo(), script)
    assert seen == [["demo.functions.txt"] if named else [], []]


def test_a_large_file_says_how_far_it_is_and_other_keys_work_meanwhile(
    slow_to_write: asyncio.Event, folder: Path
) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "w", "t")
        await says(pilot, "writing ")
        press(pilot, "down", "w", "j")
        await says(pilot, messages.STILL_WRITING)
        assert explorer.panes.functions.cursor == 1
        slow_to_write.set()
        await says(pilot, "demo.functions.txt, ")

    explore(demo(), script)
    (path,) = folder.iterdir()
    assert "edit_distance" in path.read_text()


@pytest.mark.parametrize("end", ["escape", "q"])
def test_of_a_file_that_is_given_up_nothing_is_left(
    slow_to_write: asyncio.Event, end: str, named: bool, folder: Path
) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "w", "t")
        await says(pilot, "writing ")
        assert explorer.export.worker.busy and bool(list(folder.iterdir())) is named
        press(pilot, end)
        if end == "escape":
            await says(pilot, messages.WRITING_GIVEN_UP)
            assert not list(folder.iterdir()) and not explorer.export.worker.busy

    explore(demo(), script)
    assert not list(folder.iterdir())

"""Large files: read aside while the screen lives, and only with the memory that is free."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.screens import DEMO, explore, rows_of
from textual.pilot import Pilot

from proftui import messages
from proftui.analysis.order import Order
from proftui.background import memory
from proftui.screens.explorer import reload, status_line
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.screens.loading import Waiting
from proftui.state import loading
from proftui.state.loading import Loader
from proftui.state.session import Session
from proftui_parsers import Profile


class Slow(Loader):
    """Says that it has read a quarter, and waits until it is let go on."""

    def __init__(self) -> None:
        super().__init__([str(DEMO / "demo.stats")], 1 << 30)
        self.goes_on = threading.Event()
        self.given_up = threading.Event()

    def __call__(self, tell: loading.Tell | None = None) -> Profile:
        if tell is not None:
            tell("demo.stats", 0.25, None)
            self.goes_on.wait()
            try:
                tell("demo.stats", 0.75, None)
            except loading.GivenUp:
                self.given_up.set()
                raise
        profile = super().__call__(tell)
        # Read again it is another.
        self.seen = {}
        return profile if tell is None else profile.changed(tottime=[2 * own for own in profile.tottime])


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "LARGE", 0)
    monkeypatch.setattr(loading, "PATIENCE", 0)


MOST_PAUSES = 10_000


async def until(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    """Let the screen live until it is so."""
    for _ in range(MOST_PAUSES):
        if holds():
            return
        await pilot.pause()
    raise AssertionError("it never is")


def text_of(pilot: Pilot[None]) -> str:
    assert hasattr(pilot.app, "palette")
    return "\n".join(rows_of(pilot.app))


def test_read_again_the_screen_says_how_far_it_is_then_shows_the_profile_and_does_what_was_typed() -> None:
    load = Slow()

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = explorer.session.profile
        await pilot.press("down", "R")
        await until(pilot, lambda: "25 %" in text_of(pilot))
        assert isinstance(pilot.app.screen, Waiting)
        await pilot.press("2", "1", "down")
        load.goes_on.set()
        await until(pilot, lambda: pilot.app.screen is explorer)
        assert explorer.session.profile is not before
        await until(pilot, lambda: explorer.panes.active.selected == explorer.session.rows[2])

    explore(load, script)


def test_what_is_said_of_a_file_read_aside_goes_away_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_line, "CHANGE_SECONDS", 0.01)
    load = Slow()

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        said: list[str] = []
        say = explorer.status.say

        def noted(text: str, *, hint: str, of_change: bool) -> None:
            said.append(text)
            say(text, hint=hint, of_change=of_change)

        monkeypatch.setattr(explorer.status, "say", noted)
        await pilot.press("R")
        await until(pilot, lambda: "25 %" in text_of(pilot))
        load.goes_on.set()
        await until(pilot, lambda: said)
        await until(pilot, lambda: messages.READ_AGAIN_UNCHANGED not in text_of(pilot))
        assert said == [messages.READ_AGAIN_UNCHANGED]

    explore(load, script)


def test_esc_gives_up_and_everything_is_as_before() -> None:
    load = Slow()

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = explorer.session.profile
        await pilot.press("R")
        await until(pilot, lambda: "25 %" in text_of(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: messages.GIVEN_UP in text_of(pilot))
        load.goes_on.set()
        assert load.given_up.wait(20.0)
        await pilot.pause()
        assert explorer.session.profile is before and pilot.app.screen is explorer

    explore(load, script)


def test_where_no_thread_can_be_had_it_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = explorer.session.profile
        monkeypatch.setattr(threading.Thread, "start", refused)
        await pilot.press("R")
        monkeypatch.undo()
        assert explorer.session.profile is before and messages.NOT_CHANGED_SINCE.format("") in text_of(pilot)

    explore(Loader([str(DEMO / "demo.stats")], 1 << 30), script)


def test_what_has_not_changed_stays_with_source_text_found_anew(tmp_path: Path) -> None:
    folder = tmp_path / "src"
    path = Path(shutil.copy(DEMO / "demo.stats", tmp_path))
    load = Loader([str(path)], 1 << 30)

    def session(profile: Profile) -> Session:
        return Session(profile, Order.usual("tottime"), [str(folder)])

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = explorer.session.profile
        await pilot.press("5")
        assert "text not found" in text_of(pilot)
        folder.mkdir()
        shutil.copy(DEMO / "demo.py", folder)
        await pilot.press("R")
        assert explorer.session.profile is before and messages.NOT_CHANGED_SINCE.format("") in text_of(pilot)
        assert "def edit_distance" in text_of(pilot)
        shutil.copy(DEMO / "demo.lprof", path)
        await pilot.press("R")
        await until(pilot, lambda: explorer.session.profile is not before)

    explore(load, script, session_of=session)


def test_a_file_that_has_become_bad_leaves_what_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reload, "WAITS", ())
    path = Path("p.stats")
    path.write_bytes((DEMO / "demo.stats").read_bytes())
    load = Loader([str(path)], 1 << 30)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        path.write_bytes(b"\0" * len(path.read_bytes()))
        await pilot.press("R")
        await until(pilot, lambda: "p.stats is " in text_of(pilot))
        assert pilot.app.screen is explorer and "edit_distance" in text_of(pilot)

    explore(load, script)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not say what is free")
def test_reading_may_take_what_is_free_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    free = memory.available()
    assert free is not None and free > 1 << 20
    monkeypatch.setattr(memory, "available", lambda: 64 << 20)
    limited = memory.limit()
    try:
        with pytest.raises(MemoryError):
            bytearray(256 << 20)
    finally:
        memory.lift(limited)
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert len(bytearray(256 << 20)) == 256 << 20

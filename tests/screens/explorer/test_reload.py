"""The file read again: by R, and by itself with ``--watch``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import Stats, dumped
from tests.support.screens import Script, explore, rows_of
from textual.pilot import Pilot

from proftui import messages
from proftui.screens.explorer import reload
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.loading import Loader, Tell
from proftui.state.session import Options
from proftui_parsers import Profile

SOON = 0.001


def write(path: Path, each: float, *more: str) -> None:
    """A program whose g takes so long, and what else it calls."""
    f, g = ("m.py", 1, "f"), ("m.py", 2, "g")
    table: Stats = {("m.py", 3, name): (1, 1, 0.0, 0.0, {}) for name in more}
    calls = (2, 2, each, each)
    path.write_bytes(dumped(table | {f: (1, 1, 4.0, 4 + each, {}), g: (2, 2, each, each, {f: calls})}))


def drawn(pilot: Pilot[None]) -> list[str]:
    return rows_of(pilot.app)


async def until_said(pilot: Pilot[None], text: str, row: int = -2) -> None:
    await until(pilot, lambda: text in drawn(pilot)[row])


async def until(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    for _ in range(300):
        if holds():
            return
        await pilot.pause()
    raise AssertionError("\n".join(drawn(pilot)))


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of which the time of change tells whether it has changed, tried again without waiting."""
    monkeypatch.setattr(reload, "WAITS", (SOON, SOON, SOON))
    write(tmp_path / "p.stats", 2.0)
    return tmp_path / "p.stats"


def run(path: Path, script: Script, *, watch: bool = False) -> None:
    explore(Loader([str(path)], 1 << 30), script, options=Options(watch=watch))


def test_a_message_says_what_became_of_the_total(path: Path) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        assert drawn(pilot)[0].endswith(" 6.000 s ")
        write(path, 1.0)
        await pilot.press("R")
        await until_said(pilot, "6.000 → 5.000 s  −16.7 %")
        assert drawn(pilot)[0].endswith("  5.000 s ")

    run(path, script)


def test_a_file_that_was_not_written_is_not_read_again(path: Path) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = explorer.session
        for _ in range(2):
            await pilot.press("R")
            await until_said(pilot, messages.NOT_CHANGED_SINCE.format(""))
        assert explorer.session is before

    run(path, script)


def test_a_file_that_is_being_written_is_tried_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = path.read_bytes()
    waits = []

    class Waits(tuple[float, ...]):
        def __getitem__(self, index: object) -> float:  # type: ignore[override]  # no slices here
            waits.append(index)
            if index == 2:
                write(path, 1.0)
            return SOON

    monkeypatch.setattr(reload, "WAITS", Waits((0.1, 0.3, 1.0)))

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        path.write_bytes(whole[:50])
        await pilot.press("R")
        await until_said(pilot, "→")
        assert waits == [0, 1, 2] and explorer.session.profile.total_time == 5.0

    run(path, script)


def test_what_stays_half_written_is_told_and_the_old_one_stays(path: Path) -> None:
    whole = path.read_bytes()

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = explorer.session
        path.write_bytes(whole[:100])
        await pilot.press("R")
        await until_said(pilot, "is cut off")
        path.unlink()
        await pilot.press("R")
        await until_said(pilot, "does not exist")
        assert drawn(pilot)[-2].rstrip().endswith(messages.OLD_IS_SHOWN) and explorer.session is before

    run(path, script)


def test_watched_it_is_read_when_it_changes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reload, "EVERY", 3600.0)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        assert explorer.watching is not None
        before = explorer.session
        explorer.watching.look()
        await pilot.pause()
        assert explorer.session is before and "not changed" not in drawn(pilot)[-2]
        write(path, 1.0)
        os.utime(path, ns=(1, 1))
        await pilot.press("slash")
        explorer.watching.look()
        assert explorer.session is before
        await pilot.press("escape")
        explorer.watching.look()
        await until_said(pilot, "6.000 → 5.000 s  −16.7 %")
        assert explorer.session.profile.total_time == 5.0

    run(path, script, watch=True)


def test_what_is_written_before_the_watch_begins_is_read_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reload, "EVERY", 3600.0)

    class WrittenThen(Loader):
        def __call__(self, tell: Tell | None = None) -> Profile:
            was_loaded, profile = self.loaded, super().__call__(tell)
            if not was_loaded:
                write(path, 1.0, "more")
            return profile

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        assert explorer.watching is not None and explorer.session.profile.total_time == 6.0
        explorer.watching.look()
        await until_said(pilot, "6.000 → 5.000 s  −16.7 %")

    explore(WrittenThen([str(path)], 1 << 30), script, options=Options(watch=True))


def test_nothing_looks_at_a_file_that_is_not_watched(path: Path) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        assert explorer.watching is None

    run(path, script)

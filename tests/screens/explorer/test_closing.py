"""The end while something goes on by itself: it finds no widget any more, and must not look for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.screens import demo, explore
from textual import events
from textual.pilot import Pilot

from proftui.background import jobs
from proftui.background.jobs import Working
from proftui.screens.explorer import panes
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.widgets.drawn import Row

ROUNDS = 1000
"""So often the loop does what is due after the first widgets have gone."""


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Once it is called nothing goes on until the first widgets have gone."""
    gone: list[bool] = []
    held_back: list[bool] = []
    slice_ = Working._slice

    def held(work: Working, tell: Callable[[], None], then: Callable[[], None]) -> None:
        if gone or not held_back:
            slice_(work, tell, then)
        else:
            work._go_on(tell, then)

    async def linger(row: Row, event: events.Unmount) -> None:
        if row.id == "footer":
            gone.append(True)
            for _ in range(ROUNDS):
                await asyncio.sleep(0)

    for name, value in {
        "AT_ONCE": 1,
        "AT_ONCE_BESIDE": 1,
        "SLICE": -1.0,
        "IDLE_SLICE": -1.0,
        "PAUSE": 0.0,
    }.items():
        monkeypatch.setattr(jobs, name, value)
    monkeypatch.setattr(panes, "SOON", 0.0)
    monkeypatch.setattr(panes, "REST", 0.0)
    monkeypatch.setattr(Working, "_slice", held)
    monkeypatch.setattr(Row, "on_unmount", linger, raising=False)
    return lambda: held_back.append(True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys",
    [("j", "j"), ("3",), ("4",), ("o", "f"), ("slash", "e", "enter"), ("w", "t")],
    ids=["pane", "tree", "icicle", "sorting", "searching", "writing"],
)
def test_nothing_that_goes_on_outlives_its_screen(
    keys: tuple[str, ...], hold: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        hold()
        for key in keys:
            # Without the pause of a pilot, in which it would come to its end.
            await explorer.press(events.Key(key, key if len(key) == 1 else None))

    monkeypatch.chdir(tmp_path)
    explore(demo(), script, size=(120, 40), own_app=True)
    assert list(tmp_path.iterdir()) == []

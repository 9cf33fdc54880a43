"""The application that tests share looks to each as one of its own would."""

from __future__ import annotations

import pytest
from tests.support.screens import demo, explore, press, rows_of, screen
from textual.pilot import Pilot

from proftui.screens.explorer.screen import ExplorerScreen


@pytest.mark.slow
def test_what_was_done_in_it_before_is_not_seen() -> None:
    wanted: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "2", "down")
        await pilot.pause()
        await explorer.settled()
        await pilot.pause()
        wanted.extend(rows_of(pilot.app))

    explore(demo(), script, own_app=True)
    for before in (["slash", "j", "s"], ["question_mark"], ["4", "K", "i"], ["3", "E", "y"], ["q"], ["w"]):
        screen(demo(), before, size=(100, 30))
        assert screen(demo(), ["2", "down"]) == wanted, before

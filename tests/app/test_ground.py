"""Colours follow the terminal's ground, on the first screen and in the full program."""

from __future__ import annotations

import asyncio

import pytest
from textual.screen import Screen

from proftui.app.application import ProftuiApp
from proftui.app.keyboard import GroundReported
from proftui.drawing.capabilities import COLOURS_16, TRUECOLOR


@pytest.mark.parametrize(
    ("colours", "theme", "light"),
    [(COLOURS_16, "ansi-light", "magenta"), (TRUECOLOR, "textual-light", None)],
)
def test_a_light_ground_that_the_terminal_reports_is_followed(
    colours: str, theme: str, light: str | None
) -> None:
    async def run() -> None:
        app = ProftuiApp(Screen(), colours=colours)
        async with app.run_test() as pilot:
            before = app.palette.look("heat3")
            app.post_message(GroundReported(1.0, 1.0, 0.9))
            await pilot.pause()
            after = app.palette.look("heat3")
            assert app.theme == theme and after != before
            assert light is None or (before.colour, after.colour) == (None, light)

    asyncio.run(run())

"""What goes to the terminal, replayed: after every key of long random sessions it is the whole screen."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.support.corpus import small
from tests.support.emulated_app import WiredApp, WireDriver, rows_that_differ, whole
from tests.support.examples import slowly
from tests.support.screens import demo, opened, press, session_on

from proftui.drawing import capabilities as terminal
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.session import Options

KEYS = [
    *("down", "down", "j", "up", "pagedown", "pageup", "end", "home", "left", "right", "tab", "ctrl+d"),
    *("1", "2", "3", "4", "5", "enter", "<", ">", "u", "H", "s", "S", "r", "m", "%", "i", "c", "+", "-"),
    *("/", "e", "n", "N", "escape", "escape", "?", "escape", "!", "escape", ":", "escape", "f", "z"),
]


@pytest.mark.parametrize("length", [6, *slowly(80)])
@pytest.mark.parametrize(
    ("name", "size", "mode", "coloured", "seed"),
    [
        ("demo", (80, 24), terminal.TRUECOLOR, True, 1),
        ("demo", (120, 40), terminal.COLOURS_256, False, 2),
        ("recursive", (120, 40), terminal.TRUECOLOR, True, 3),
        ("recursive", (180, 30), terminal.COLOURS_16, True, 4),
        ("lines", (80, 24), terminal.NO_COLOURS, False, 5),
    ],
)
def test_random_sessions_leave_the_whole_screen(
    name: str, size: tuple[int, int], mode: str, coloured: bool, seed: int, length: int
) -> None:
    read = {
        "demo": demo(),
        "recursive": opened(small("cprofile-py3.11-recurse.stats")),
        "lines": opened(small("lp5.1.0-julia.lprof")),
    }[name]
    chosen = random.Random(seed)

    async def run() -> None:
        app = WiredApp(ExplorerScreen(session_on(read()), Options(), read), colours=mode)
        app.wire(size, coloured)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            driver = app._driver
            assert isinstance(driver, WireDriver)
            pressed: list[str] = []
            for step in range(length):
                if step % 7 == 6:
                    driver.resize(chosen.randint(40, 200), chosen.randint(8, 60))
                else:
                    pressed.append(chosen.choice(KEYS))
                    press(pilot, pressed[-1])
                await pilot.pause()
                await pilot.pause()
                # Over a sheet, Textual mixes colours by itself; the explorer alone is drawn past it.
                if not app._background_screens[1:]:
                    differing = rows_that_differ(driver.spoken.emulator, whole(app, driver))
                    assert not differing, "\n".join(map(repr, (pressed[-6:], driver.room, *differing)))
            assert not app.failure, app.failure

    asyncio.run(run())


def test_a_moved_cursor_costs_a_few_hundred_bytes_and_idling_nothing() -> None:
    async def run() -> None:
        first = ExplorerScreen(session_on(demo()()), Options(), demo())
        app = WiredApp(first, colours=terminal.TRUECOLOR)
        app.wire((80, 24), True)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            driver = app._driver
            assert isinstance(driver, WireDriver)
            before = driver.spoken.bytes
            press(pilot, "down")
            await pilot.pause()
            assert 0 < driver.spoken.bytes - before < 700
            before = driver.spoken.bytes
            await pilot.pause()
            await pilot.pause()
            assert driver.spoken.bytes == before

    asyncio.run(run())

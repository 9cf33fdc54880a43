"""What goes to the terminal, replayed: after every key of long random sessions it is the whole screen."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import small
from tests.support.screens import demo, opened, press
from tests.support.strict_emulator import Emulator
from textual import events
from textual.app import App
from textual.geometry import Size

import proftui
from proftui.analysis.order import Order
from proftui.app.application import ProftuiApp
from proftui.app.driver import TerminalDriver
from proftui.app.style_pens import StylePens
from proftui.drawing import capabilities as terminal
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.session import Options
from proftui.terminal import tty
from proftui.terminal.cells import Screenful

KEYS = [
    *("down", "down", "j", "up", "pagedown", "pageup", "end", "home", "left", "right", "tab", "ctrl+d"),
    *("1", "2", "3", "4", "5", "enter", "<", ">", "u", "H", "s", "S", "r", "m", "%", "i", "c", "+", "-"),
    *("/", "e", "n", "N", "escape", "escape", "?", "escape", "!", "escape", ":", "escape", "f", "z"),
]
FULL = re.compile(r"\x1b\[(?:\?[\d;]*[hl]|[\d;]*[ -/][@-~])")


class Spoken(tty.Terminal):
    """A terminal that is an emulator."""

    def __init__(self, emulator: Emulator) -> None:
        super().__init__()
        self.emulator = emulator
        self.entered = True
        self.bytes = 0

    def write(self, text: str) -> None:
        self.bytes += len(text.encode())
        self.emulator.feed(FULL.sub("", text))


class WireDriver(TerminalDriver):
    """Our driver without a terminal of its own to set up."""

    def __init__(self, app: App[Any], size: tuple[int, int], coloured: bool) -> None:
        super().__init__(app, size=size)
        self.room = size
        self.spoken = Spoken(Emulator(*size, coloured=coloured))
        self.terminal = self.spoken
        self.screenful = Screenful(*size, erases_coloured=coloured)
        self.whole_frames = True

    def start_application_mode(self) -> None:
        size = Size(*self.room)
        self._app.post_message(events.Resize(size, size))

    def resize(self, width: int, height: int) -> None:
        self.room = (width, height)
        self.spoken.emulator = Emulator(width, height, coloured=self.spoken.emulator.coloured)
        self.screenful.resize(width, height)
        self.start_application_mode()

    def _listen(self) -> None:
        """Keys come from the test."""
        self._pass_on()

    def write(self, data: str) -> None:
        """Pointer shapes and the clipboard are not cells."""

    def disable_input(self) -> None:
        """Nothing is read."""

    def stop_application_mode(self) -> None:
        """Nothing was changed."""


class WiredApp(ProftuiApp):
    """The explorer on an emulated terminal."""

    CSS_PATH = str(Path(proftui.__file__).with_name("app") / "proftui.tcss")

    def wire(self, size: tuple[int, int], coloured: bool) -> None:
        self.wired = (size, coloured)

    def _build_driver(self, *args: Any, **named: Any) -> WireDriver:
        driver = self._driver = WireDriver(self, *self.wired)
        return driver


def whole(app: ProftuiApp, driver: WireDriver) -> Emulator:
    """The screen as Textual composes it, drawn from nothing."""
    emulator = Emulator(*driver.room)
    screenful = Screenful(*driver.room)
    pens = StylePens(app.colours)
    screens = [*app._background_screens, app.screen]
    strips = screens[-1]._compositor.render_strips()
    for y, strip in enumerate(strips):
        screenful.put(0, y, [(text, pens.of_style(style)) for text, style, control in strip if not control])
    emulator.feed(screenful.flush())
    return emulator


def rows_that_differ(drawn: Emulator, wanted: Emulator) -> list[tuple[int, str, str]]:
    """Number, text drawn and text wanted of rows that are not alike."""
    pairs = enumerate(zip(drawn.seen(), wanted.seen(), strict=True))
    return [
        (y, "".join(cell[0] for cell in one), "".join(cell[0] for cell in other))
        for y, (one, other) in pairs
        if one != other
    ]


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
    name: str, size: tuple[int, int], mode: str, coloured: bool, seed: int
) -> None:
    read = {
        "demo": demo(),
        "recursive": opened(small("cprofile-py3.11-recurse.stats")),
        "lines": opened(small("lp5.1.0-julia.lprof")),
    }[name]
    chosen = random.Random(seed)

    async def run() -> None:
        app = WiredApp(ExplorerScreen(read(), Options(Order.usual("tottime")), read), colours=mode)
        app.wire(size, coloured)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            driver = app._driver
            assert isinstance(driver, WireDriver)
            pressed: list[str] = []
            for step in range(40):
                if step % 15 == 14:
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
        first = ExplorerScreen(demo()(), Options(Order.usual("tottime")), demo())
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

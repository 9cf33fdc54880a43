"""The explorer on an emulated terminal, in this process."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.support.strict_screen import StrictScreen
from textual import events
from textual.app import App
from textual.geometry import Size

import proftui
from proftui.app.application import ProftuiApp
from proftui.app.driver import StylePens, TerminalDriver
from proftui.terminal import tty
from proftui.terminal.cells import Screenful

FULL = re.compile(r"\x1b\[(?:\?[\d;]*[hl]|[\d;]*[ -/][@-~])")


class Spoken(tty.Terminal):
    """A terminal that is an emulator."""

    def __init__(self, emulator: StrictScreen) -> None:
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
        self.spoken = Spoken(StrictScreen(*size, coloured=coloured))
        self.terminal = self.spoken
        self.screenful = Screenful(*size, erases_coloured=coloured)
        self.whole_frames = True

    def start_application_mode(self) -> None:
        size = Size(*self.room)
        self._app.post_message(events.Resize(size, size))

    def resize(self, width: int, height: int) -> None:
        self.room = (width, height)
        self.spoken.emulator = StrictScreen(width, height, coloured=self.spoken.emulator.coloured)
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


def whole(app: ProftuiApp, driver: WireDriver) -> StrictScreen:
    """The screen as Textual composes it, drawn from nothing."""
    emulator = StrictScreen(*driver.room)
    screenful = Screenful(*driver.room)
    pens = StylePens(app.colours)
    screens = [*app._background_screens, app.screen]
    strips = screens[-1]._compositor.render_strips()
    for y, strip in enumerate(strips):
        screenful.put(0, y, pens.runs(strip))
    emulator.feed(screenful.flush())
    return emulator


def rows_that_differ(drawn: StrictScreen, wanted: StrictScreen) -> list[tuple[int, str, str]]:
    """Number, text drawn and text wanted of rows that are not alike."""
    pairs = enumerate(zip(drawn.seen(), wanted.seen(), strict=True))
    return [
        (y, "".join(cell[0] for cell in one), "".join(cell[0] for cell in other))
        for y, (one, other) in pairs
        if one != other
    ]

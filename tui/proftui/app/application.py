"""The Textual application: a title, a theme, a palette of colours. It knows no profile."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Protocol, runtime_checkable

from rich.console import RenderableType
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from proftui.app.driver import TerminalDriver
from proftui.app.keyboard import GroundReported
from proftui.app.painter import DirectPainter
from proftui.drawing import capabilities, themes
from proftui.drawing.palette import Palette
from proftui.startup.opening import Opening
from proftui.terminal.ink import Inkwell

PLAIN_MODES = (capabilities.COLOURS_16, capabilities.NO_COLOURS)


@runtime_checkable
class TakesKeys(Protocol):
    """A screen that does what a key says before it looks at the next one."""

    async def press(self, event: events.Key) -> bool:
        """Do what the key says; false: it is Textual's."""


@runtime_checkable
class Tidies(Protocol):
    """A screen that may have something running, or half written."""

    def tidy(self) -> None:
        """End all of it."""


class ProftuiApp(App[None]):
    """Shows one screen and ends with it."""

    TITLE = "proftui"
    CSS_PATH = "proftui.tcss"
    ENABLE_COMMAND_PALETTE = False
    # Control-Q is flow control on some links; Control-C says what quits instead of hiding it.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "nothing", show=False),
        Binding("ctrl+c", "nothing", show=False),
    ]

    def __init__(
        self,
        first: Screen[None],
        *,
        colours: str,
        ascii_only: bool = False,
        debug: bool = False,
        opening: Opening | None = None,
    ) -> None:
        self.colours = colours
        super().__init__(driver_class=TerminalDriver, ansi_color=True if colours in PLAIN_MODES else None)
        self.first = first
        self.painter: DirectPainter | None = None
        self.opening = opening
        """Who has had the terminal so far."""
        self.ascii_only = ascii_only
        self.debugging = debug
        self.failure: BaseException | None = None
        """What it ended with, where that was no end anybody wanted."""
        self.palette = Palette({}, colours)
        self.light = opening.light if opening is not None else None
        """Whether the terminal's own ground is a light one, as far as it is known."""
        if colours in PLAIN_MODES:
            self.theme = "ansi-light" if self.light else "ansi-dark"
        elif opening is not None and opening.theme == themes.LIGHT:
            self.theme = opening.theme

    def on_mount(self) -> None:
        """Measure the theme's colours, then show the screen."""
        self.animation_level = "none"
        asyncio.get_running_loop().set_exception_handler(self._callback_failed)
        if isinstance(self._driver, TerminalDriver):
            self.painter = DirectPainter(self, self._driver, Inkwell(self.palette))
        self._mix()
        self.theme_changed_signal.subscribe(self, lambda theme: self._mix())
        self.push_screen(self.first)
        self.first.call_after_refresh(self._first_is_drawn)

    def _first_is_drawn(self) -> None:
        if isinstance(self._driver, TerminalDriver):
            self._driver.release()

    def _mix(self) -> None:
        self.palette = Palette(self.get_css_variables(), self.colours, self.light)
        if self.painter is not None:
            self.painter.ink = Inkwell(self.palette, self.ascii_only)
        for screen in self.screen_stack:
            screen.refresh(layout=True)
            for widget in screen.walk_children():
                widget.refresh()

    async def on_event(self, event: events.Event) -> None:
        """Keys go to the screen one by one, each done before the next: typed ahead, none goes astray."""
        is_done = (
            isinstance(event, events.Key)
            and not event.is_forwarded
            and isinstance(self.screen, TakesKeys)
            and await self.screen.press(event)
        )
        if not is_done:
            await super().on_event(event)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Hand what Textual has drawn to the driver, which sends what of it is new."""
        driver = self._driver
        drawn = isinstance(renderable, LayoutUpdate | ChopsUpdate)
        if not (isinstance(driver, TerminalDriver) and drawn and self._running and not self._closed):
            super()._display(screen, renderable)
        elif not self._batch_count:
            take(driver, renderable)
            driver.show()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End; in a terminal at once, for nobody waits for a million objects to be freed."""
        driver = self._driver
        if not isinstance(driver, TerminalDriver) or self.debugging:
            super().exit(result, return_code, message)
            return
        self.tidy()
        driver.leave(return_code)

    def tidy(self) -> None:
        """Nothing is left running, and nothing half written."""
        for screen in self.screen_stack:
            if isinstance(screen, Tidies):
                screen.tidy()

    def on_ground_reported(self, event: GroundReported) -> None:
        """On a light ground the default theme is the light one, and of 16 colours others can be read."""
        self.light = themes.is_light(event.colour)
        if self.colours in PLAIN_MODES:
            self.theme = "ansi-light" if self.light else "ansi-dark"
            self._mix()
        else:
            self.theme = themes.fitting(self.theme, self.light)

    def action_nothing(self) -> None:
        """A key that Textual binds and proftui does not."""

    def _callback_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What went wrong outside any message is as bad as inside; asyncio would only log it."""
        error = context.get("exception")
        if isinstance(error, Exception):
            self._handle_exception(error)

    def _fatal_error(self) -> None:
        """Keep what went wrong: Textual's own picture shows locals, with text from the profile in them."""
        self.failure = self._exception
        self._close_messages_no_wait()


def take(driver: TerminalDriver, update: RenderableType | None) -> None:
    """Put an update of Textual's compositor on the driver's screen."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            driver.put(update.region.x, y, [segment for strip in strips for segment in strip])
    elif isinstance(update, ChopsUpdate):
        for y, left, right in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x <= right and end > left:
                    driver.put(x, y, strip)

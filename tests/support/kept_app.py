"""One application of a kind for many tests: each has a screen of its own in it, gone when the test ends.

Starting Textual takes longer than what most tests do with it. Nothing but the application is kept, and only
where the test left it as it was: one that has ended, failed or got another theme, a clipboard, a mouse that
points somewhere or a second thread, is not used again. No frame is composed but the one that a test asks for.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from proftui.app import application
from proftui.app.application import ProftuiApp

Driven = Callable[[Pilot[None]], Awaitable[None]]


class Unwatched(ProftuiApp):
    """What it draws goes nowhere."""

    CSS_PATH = str(Path(application.__file__).with_name("proftui.tcss"))


_update, _strips = Compositor.render_update, Compositor.render_strips


def _watched(compositor: Compositor) -> bool:
    return compositor.root is None or not isinstance(compositor.root.app, Unwatched)


def _update_if_watched(compositor: Compositor, *given: Any, **named: Any) -> Any:
    if _watched(compositor):
        return _update(compositor, *given, **named)
    compositor._dirty_regions.clear()
    return None


def _strips_with_what_shows_through(compositor: Compositor, size: Size | None = None) -> list[Strip]:
    if compositor.root is not None:
        visible_screen_stack.set(compositor.root.app._background_screens)
    return _strips(compositor, size)


setattr(Compositor, "render_update", _update_if_watched)  # noqa: B010 - for mypy they are no variables
setattr(Compositor, "render_strips", _strips_with_what_shows_through)  # noqa: B010


class KeptApp:
    """A started application in a loop that stands still between tests."""

    def __init__(self, colours: str, ascii_only: bool) -> None:
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.app = Unwatched(Screen(), colours=colours, ascii_only=ascii_only)
        self.started: AbstractAsyncContextManager[Pilot[None]] = self.app.run_test()
        self.pilot: Pilot[None] = self.runner.run(self._start())
        self.depth = len(self.app.screen_stack)
        self.fresh = self._state()

    async def _start(self) -> Pilot[None]:
        return await self.started.__aenter__()

    def _state(self) -> tuple[object, ...]:
        """What a screen can leave behind it."""
        app = self.app
        return (
            app.failure,
            app._exit,
            app.theme,
            app.mouse_position,
            app.clipboard,
            threading.active_count(),
            len(app.screen_stack),
        )

    def drive(self, screen: Screen[None], size: tuple[int, int], script: Driven) -> bool:
        """Run the script on that screen; whether the application can serve again."""

        async def main() -> None:
            if self.app.size != size:
                await self.pilot.resize_terminal(*size)
            await self.app.push_screen(screen)
            await self.pilot.pause()
            await script(self.pilot)
            while self.app.is_running and len(self.app.screen_stack) > self.depth:
                await self.app.pop_screen()
            # What still goes on is this test's fault, not that of the next one.
            await self.pilot.pause()

        self.runner.run(main())
        return self._state() == self.fresh

    def end(self) -> None:
        """Stop it, and its loop."""

        async def main() -> None:
            await self.started.__aexit__(None, None, None)

        try:
            self.runner.run(main())
        finally:
            self.runner.close()


_kept: dict[tuple[str, bool], KeptApp] = {}


def drive(
    screen: Screen[None], script: Driven, *, size: tuple[int, int], colours: str, ascii_only: bool
) -> None:
    """Run the script on that screen, in an application that is kept or in a new one."""
    kind = (colours, ascii_only)
    kept = _kept.pop(kind, None) or KeptApp(*kind)
    serves = False
    try:
        serves = kept.drive(screen, size, script)
    finally:
        if serves:
            _kept[kind] = kept
        else:
            kept.end()
    assert not kept.app.failure, kept.app.failure


def end() -> None:
    """Nothing is kept any more."""
    while _kept:
        _kept.popitem()[1].end()

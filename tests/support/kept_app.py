"""One application of a kind for many tests: each has a screen of its own in it, gone when the test ends.

Starting Textual takes longer than what most tests do with it. Nothing but the application is kept, and only
where the test left it as it was: one that has ended, failed or got another theme, a clipboard, a mouse that
points somewhere or a second thread, is not used again.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from textual.pilot import Pilot
from textual.screen import Screen

from proftui.app.application import ProftuiApp

Driven = Callable[[Pilot[None]], Awaitable[None]]


class KeptApp:
    """A started application in a loop that stands still between tests."""

    def __init__(self, colours: str, ascii_only: bool) -> None:
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.app = ProftuiApp(Screen(), colours=colours, ascii_only=ascii_only)
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

"""A window that lies on top while a large file is read in a thread; Esc gives up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Thread

from textual.screen import Screen

from proftui import figures
from proftui.asked import Refused
from proftui.line import Span
from proftui.loading import GivenUp, Loader
from proftui.text import clean, cut_start
from proftui.views.sheet import Sheet, Spans
from proftui_parsers import Profile, ProfileError

BAR = 40


Load = Callable[[], Profile]
"""What reads the files of the command line."""


class Waiting(Sheet):
    """Reads with ``load`` and hands ``done`` the profile, or why there is none."""

    def __init__(self, load: Loader, done: Callable[[Profile | Exception], None]) -> None:
        super().__init__("Reading · Esc gives up", _rows(load.paths[0], 0.0))
        self.load = load
        self.done = done
        self.given_up = False

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        loop = asyncio.get_running_loop()

        def tell(what: str, part: float) -> None:
            if self.given_up:
                raise GivenUp
            loop.call_soon_threadsafe(self._show, what, part)

        def work() -> None:
            try:
                result: Profile | Exception = self.load(tell)
            except Exception as error:
                result = error
            loop.call_soon_threadsafe(self._end, result)

        Thread(target=work, daemon=True).start()

    def _show(self, what: str, part: float) -> None:
        if self.is_attached:
            self.page.show(_rows(what, part))

    def _end(self, result: Profile | Exception) -> None:
        if not self.given_up:
            self.dismiss(None)
            self.done(result)

    def action_close(self) -> None:
        """Give up; the thread notices at its next step."""
        self.given_up = True
        self.dismiss(None)
        self.done(GivenUp("reading was given up"))

    def action_choose(self) -> None:
        """There is nothing to choose."""


def _rows(what: str, part: float) -> list[Spans]:
    name = cut_start(clean(what, 200), BAR + 6)
    bar = figures.bar(100 * part, BAR).ljust(BAR)
    return [[Span(name.ljust(BAR + 6), "muted")], [Span(bar, "heat2"), Span(f" {100 * part:3.0f} % ")]]


def read(screen: Screen[None], load: Load, done: Callable[[Profile | Exception], None]) -> None:
    """Hand ``done`` the profile, or why there is none; while large files are read a window says how far."""
    if isinstance(load, Loader) and load.is_large:
        screen.app.push_screen(Waiting(load, done))
        return
    try:
        result: Profile | Exception = load()
    except (ProfileError, Refused) as problem:
        result = problem
    done(result)

"""The window on top while ``state.loading`` reads files in a thread, where that takes a while."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from contextvars import copy_context
from typing import Any, ClassVar, cast

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from proftui import messages
from proftui.background import threads
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean, cut_start
from proftui.state import loading
from proftui.state.loading import GivenUp, Loader, Refused, Several, Unreadable
from proftui.widgets.sheet import Sheet, Spans
from proftui.widgets.typed_keys import run_binding
from proftui_parsers import Profile, ProfileError

BAR = 40
Load = Callable[[], Profile]
"""What reads the files of the command line."""


class Waiting(Sheet, inherit_bindings=False):
    """The window: hands ``done`` the profile that ``load`` reads, or why there is none; keys come later."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,ctrl+c", "close", show=False)]

    def __init__(self, load: Loader, done: Callable[[Profile | Exception], None]) -> None:
        super().__init__(messages.READING, _rows(load.paths[0], 0.0))
        self.load = load
        self.done = done
        self.given_up = False
        self.result: Profile | Exception | None = None
        self.typed: list[events.Key] = []

    def ends_within(self, seconds: float) -> bool:
        """Begin; whether the file is read before the window would be there."""
        loop = asyncio.get_running_loop()
        # That of the thread knows no app, without which timers fail.
        context = copy_context()

        def tell(what: str, part: float, several: Several | None = None) -> None:
            if self.given_up:
                raise GivenUp
            if several is not None:
                what = f"{messages.FILES_OF.format(several.number, several.files)} · {what}"
            loop.call_soon_threadsafe(self._show, what, part, context=context)

        def work() -> None:
            try:
                self.result = self.load(tell)
            except Exception as error:
                self.result = error
            loop.call_soon_threadsafe(self._end, context=context)

        try:
            wait([threads.start(work)], seconds)
        except MemoryError:
            work()
        return self.result is not None

    def on_mount(self) -> None:
        """It may have come to its end on the way here."""
        super().on_mount()
        self.call_later(self._end)

    async def press(self, event: events.Key) -> bool:
        """What is not for this window is kept for the view."""
        if not await run_binding(self, event):
            self.typed.append(event)
        return True

    def _show(self, what: str, part: float) -> None:
        if self.is_attached:
            self.page.show(_rows(what, part))

    def _end(self) -> None:
        wanted = self.is_mounted and self.app.is_running and not self.given_up
        if self.result is not None and wanted:
            result, self.result = self.result, None
            self.dismiss(None)
            self.done(result)
            for event in self.typed:
                self.app.post_message(events.Key(event.key, event.character))

    def action_close(self) -> None:
        """Give up; the thread notices at its next step."""
        self.given_up = True
        self.dismiss(None)
        self.done(GivenUp(messages.GIVEN_UP))


def _rows(what: str, part: float) -> list[Spans]:
    name = cut_start(clean(what, 200), BAR + 6)
    bar = figures.bar(100 * part, BAR).ljust(BAR)
    return [
        [Span(name.ljust(BAR + 6), "muted")],
        [Span(bar, "heat2"), Span(f" {figures.whole_percent(100 * part):>3} % ")],
    ]


def read(app: App[Any], load: Load, done: Callable[[Profile | Exception], None]) -> None:
    """Hand ``done`` the profile, or why there is none; of large ones a window says how far."""
    if isinstance(load, Loader) and load.is_large:
        waiting = Waiting(load, done)
        if waiting.ends_within(loading.PATIENCE):
            done(cast("Profile | Exception", waiting.result))
        else:
            app.push_screen(waiting)
        return
    try:
        result: Profile | Exception = load()
    except (ProfileError, Refused) as problem:
        result = problem
    done(result)


def read_else_say(
    app: App[Any], load: Loader, done: Callable[[Profile], None], say: Callable[[str, str], None]
) -> None:
    """Hand ``done`` the profile; what cannot be read, or was given up, is said, with its role."""

    def hear(result: Profile | Exception) -> None:
        if isinstance(result, Profile):
            done(result)
        elif isinstance(result, GivenUp):
            say(str(result), "text")
        elif isinstance(result, ProfileError | Refused):
            say(refusal(result, load.paths), "error")
        else:
            raise result

    read(app, load, hear)


def refusal(problem: Exception, paths: Sequence[str]) -> str:
    """Why files are not shown, with names as short as they tell them apart."""
    text = str(problem)
    if isinstance(problem, ProfileError):
        bad = problem.path if isinstance(problem, Unreadable) else paths[0]
        text = f"{os.path.basename(bad) if bad != '-' else messages.STANDARD_INPUT} {text}"
    for folder in sorted({os.path.dirname(path) for path in paths}, key=len, reverse=True):
        text = text.replace(os.path.join(folder, ""), "") if folder else text
    return clean(text, 300)

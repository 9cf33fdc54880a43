"""The command palette: every action and theme by name, found by the words that people type."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Input

from proftui import messages
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, cut_end, pad
from proftui.frame.actions import Action, with_argument
from proftui.widgets.prompt import Entry
from proftui.widgets.sheet import SheetRows, cells_of_window
from proftui.widgets.typed_keys import type_into

WIDTH = 78
MOST_ROWS = 15
WALKS = {"up": "up", "down": "down", "pageup": "page_up", "pagedown": "page_down"}


def matching(actions: Sequence[Action], text: str) -> tuple[Action, ...]:
    """The actions that have all that is typed: first those with words that begin like it."""
    one = with_argument(actions, text)
    if one is not None:
        # What there is to choose from stands there in its stead.
        known = [action for action in actions if action.run.startswith(one.run)]
        return tuple(known) or (one,)
    text = text.strip().casefold().removeprefix(":")
    typed = text.split()
    found = [action for action in actions if all(part in _text(action) for part in typed)]
    return tuple(sorted(found, key=lambda action: (action.keys != f":{text}", not _begins(action, typed))))


def _text(action: Action) -> str:
    return f"{action.name} {action.words}".casefold()


def _begins(action: Action, typed: Sequence[str]) -> bool:
    words = re.split(r"[^\w%]+", _text(action))
    return all(any(word.startswith(part) for word in words) for part in typed)


class CommandPalette(ModalScreen[None]):
    """Calls ``run_chosen`` with the action that was chosen."""

    DEFAULT_CSS = f"""
    CommandPalette > Input.-textual-compact {{
        height: 1; border: none; padding: 0 1; margin-top: 2;
        background: $panel; color: $foreground;
    }}
    CommandPalette > SheetRows {{ height: {MOST_ROWS + 1}; max-height: 70%; }}
    """

    def __init__(self, actions: Sequence[Action], run_chosen: Callable[[Action], Awaitable[None]]) -> None:
        super().__init__()
        self.run_chosen = run_chosen
        self.entry = Entry(placeholder=messages.PALETTE_ASKS, compact=True)
        self.entry.cursor_blink = False
        self.actions = tuple(actions)
        self.shown = self.actions
        self.width = WIDTH
        self.page = SheetRows(messages.PALETTE_TITLE, self._rows(), pick=True)

    def compose(self) -> ComposeResult:
        """Input and list."""
        yield self.entry
        yield self.page

    def on_mount(self) -> None:
        """Take the width there is."""
        self._measure(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        """Stay inside the terminal."""
        self._measure(event.size)

    def _measure(self, size: Size) -> None:
        self.width = cells_of_window(WIDTH, size.width)
        for part in (self.entry, self.page):
            part.styles.width = self.width
        self.page.show(self._rows())

    def _rows(self) -> list[list[Span]]:
        if not self.shown:
            return [[Span(messages.NO_ACTION_MATCHES, "muted")]]
        width = self.width - 4 - max(cell_width(action.keys) for action in self.actions)
        return [[Span(pad(cut_end(a.name, width - 2), width)), Span(a.keys, "key")] for a in self.shown]

    async def press(self, event: events.Key) -> bool:
        """Do what a key says, before the next one is looked at."""
        if event.key == "enter":
            self._narrow(self.entry.value)
            if self.shown:
                await self._choose()
        elif event.key in ("escape", "ctrl+c"):
            self.dismiss(None)
        elif event.key in WALKS:
            self.page.move(WALKS[event.key])
        else:
            await type_into(self.entry, event)
        return True

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow as the user types."""
        event.stop()
        self._narrow(event.value)

    def _narrow(self, text: str) -> None:
        """Keep the actions that have all the words."""
        shown = matching(self.actions, text)
        if shown != self.shown:
            self.shown = shown
            self.page.cursor = 0
            self.page.show(self._rows())
            self.page.styles.height = min(MOST_ROWS, max(1, len(shown))) + 1

    async def on_drawn_opened(self, event: SheetRows.Opened) -> None:
        """A click on the row under the cursor."""
        event.stop()
        if self.shown:
            await self._choose()

    async def _choose(self) -> None:
        """Close, then run the action under the cursor; of a word that takes something, ask for that."""
        action = self.shown[self.page.cursor]
        if action.takes and action.run == action.takes:
            self.entry.value = f"{action.takes} "
            self.entry.cursor_position = len(self.entry.value)
            return
        self.dismiss(None)
        await self.run_chosen(action)

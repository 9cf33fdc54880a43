"""The command palette: every action and theme by name, narrowed as you type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Input

from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, cut_end, pad
from proftui.widgets.prompt import Entry
from proftui.widgets.sheet import SheetRows
from proftui.widgets.typed_keys import type_into


class Command(NamedTuple):
    """One line of the palette; ``run`` is what comes back when it is chosen."""

    name: str
    keys: str
    run: str


WIDTH = 78
WALKS = {"up": "up", "down": "down", "pageup": "page_up", "pagedown": "page_down"}


class CommandPalette(ModalScreen[None]):
    """Calls ``run_command`` with the ``run`` of the command that was chosen."""

    DEFAULT_CSS = f"""
    CommandPalette {{ align: center top; background: $background 60%; }}
    CommandPalette > Input {{
        width: {WIDTH}; max-width: 98%; height: 1; border: none; padding: 0 1; margin-top: 2;
        background: $panel; color: $foreground;
    }}
    CommandPalette > SheetRows {{ width: {WIDTH}; max-width: 98%; height: 16; max-height: 70%; }}
    """

    def __init__(self, commands: Sequence[Command], run_command: Callable[[str], Awaitable[None]]) -> None:
        super().__init__()
        self.run_command = run_command
        self.entry = Entry(placeholder="an action or a theme", compact=True)
        self.entry.cursor_blink = False
        self.commands = tuple(commands)
        self.shown = self.commands
        self.page = SheetRows("Enter runs · Esc closes", self._rows(), pick=True)

    def compose(self) -> ComposeResult:
        """Input and list."""
        yield self.entry
        yield self.page

    def _rows(self) -> list[list[Span]]:
        width = WIDTH - 4 - max(cell_width(c.keys) for c in self.commands)
        return [[Span(pad(cut_end(c.name, width - 2), width)), Span(c.keys, "key")] for c in self.shown]

    async def press(self, event: events.Key) -> bool:
        """Do what a key says, before the next one is looked at."""
        if event.key == "enter":
            self._narrow(self.entry.value)
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
        """Keep the commands that have all the words."""
        words = text.casefold().split()
        shown = tuple(c for c in self.commands if all(w in c.name.casefold() for w in words))
        if shown != self.shown:
            self.shown = shown
            self.page.cursor = 0
            self.page.show(self._rows())

    async def on_drawn_opened(self, event: SheetRows.Opened) -> None:
        """A click on the row under the cursor."""
        event.stop()
        await self._choose()

    async def _choose(self) -> None:
        """Close, then run the command under the cursor."""
        self.dismiss(None)
        if self.shown:
            await self.run_command(self.shown[self.page.cursor].run)

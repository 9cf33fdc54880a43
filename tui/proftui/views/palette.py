"""The command palette: every action and theme by name, narrowed as you type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input

from proftui.line import Span
from proftui.text import cell_width
from proftui.views.prompt import Entry
from proftui.views.sheet import SheetRows


class Command(NamedTuple):
    """One line of the palette; ``run`` is what comes back when it is chosen."""

    name: str
    keys: str
    run: str


class PaletteEntry(Entry):
    """The input line of the palette: up and down walk the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk('up')", show=False),
        Binding("down", "walk('down')", show=False),
        Binding("pageup", "walk('page_up')", show=False),
        Binding("pagedown", "walk('page_down')", show=False),
    ]

    def action_walk(self, how: str) -> None:
        """Move the cursor of the list."""
        self.screen.query_one(SheetRows).move(how)


class CommandPalette(ModalScreen[str | None]):
    """Comes back with the ``run`` of the command that was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]
    DEFAULT_CSS = """
    CommandPalette { align: center top; background: $background 60%; }
    CommandPalette > Input {
        width: 64; max-width: 96%; height: 1; border: none; padding: 0 1; margin-top: 2;
        background: $panel; color: $foreground;
    }
    CommandPalette > SheetRows { width: 64; max-width: 96%; height: 16; max-height: 70%; }
    """

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self.commands = tuple(commands)
        self.found = self.commands
        self.page = SheetRows("Enter runs · Esc closes", self._rows(), pick=True)

    def compose(self) -> ComposeResult:
        """Input and list."""
        entry = PaletteEntry(placeholder="an action or a theme", compact=True)
        entry.cursor_blink = False
        yield entry
        yield self.page

    def _rows(self) -> list[list[Span]]:
        room = 46
        return [
            [Span(c.name + " " * max(2, room - cell_width(c.name))), Span(c.keys, "key")] for c in self.found
        ]

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the commands that have all the words."""
        event.stop()
        words = event.value.casefold().split()
        self.found = tuple(c for c in self.commands if all(w in c.name.casefold() for w in words))
        self.page.cursor = 0
        self.page.show(self._rows())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the command under the cursor."""
        event.stop()
        self._choose()

    def on_rows_opened(self, event: SheetRows.Opened) -> None:
        """A click on the row under the cursor."""
        event.stop()
        self._choose()

    def _choose(self) -> None:
        self.dismiss(self.found[self.page.cursor].run if self.found else None)

    def action_close(self) -> None:
        """Away with it."""
        self.dismiss(None)

"""Windows that lie on top for a moment: lists to choose from, and pages to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import ModalScreen

from proftui import messages
from proftui.drawing.line import Line, Span, fitted, width_of
from proftui.drawing.safe_text import clean
from proftui.widgets.rows import Rows
from proftui.widgets.typed_keys import run_binding

Spans = Sequence[Span]
Toggle = Callable[[int], Sequence[Spans]]
"""Changes what a row stands for, and gives the rows anew."""
Fit = Callable[[int], tuple[str, Sequence[Spans]]]
"""The title and the rows on a screen of that width."""
_STEPS = {"down,j": "down", "up,k": "up", "home,g": "first", "end,G": "last"}
MOVES = tuple(Binding(keys, f"move('{step}')", show=False) for keys, step in _STEPS.items())
"""Keys that lists with a cursor have alike."""
LONGEST = 200
"""Characters of what is typed to find rows."""
MEASURED = 300
"""Rows that a sheet is made wide enough for."""
BESIDE = 8
"""Cells of what lies below that are worth showing beside a window."""


def cells_of_window(wanted: int, width: int) -> int:
    """The width of a window on a screen: all of it where too little would be left to be read beside it."""
    return wanted if wanted <= width - 2 * BESIDE else width


class Mapped(Sequence[Spans]):
    """Rows of things, each made when it is asked for: there may be tens of thousands."""

    def __init__(self, things: Sequence[Any], row_of: Callable[[Any], Spans]) -> None:
        self.things = things
        self.row_of = row_of

    def __len__(self) -> int:
        return len(self.things)

    def __getitem__(self, position: Any) -> Any:
        """A row; nobody asks for a slice of them."""
        return self.row_of(self.things[position])


class SheetRows(Rows):
    """The rows of a sheet, without a heading of columns."""

    DEFAULT_CSS = "SheetRows { height: auto; width: auto; }"

    def __init__(self, title: str, rows: Sequence[Spans], pick: bool) -> None:
        super().__init__(id="rows")
        self.title = title
        self.rows = rows
        self.has_cursor = pick

    def heading_line(self) -> Line:
        """The title."""
        return fitted([Span(f" {self.title}", "title")], self.size.width, "panel")

    def row_line(self, row_number: int) -> Line:
        """One row."""
        return fitted([Span("  "), *self.rows[row_number]], self.size.width, "panel")

    def show(self, rows: Sequence[Spans]) -> None:
        """Other rows."""
        self.rows = rows
        self.resized()


class Sheet(ModalScreen[int | None]):
    """A page, or a list to choose from; ``Esc`` and ``q`` take it away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,exclamation_mark,ctrl+c", "close", show=False),
        *MOVES,
        Binding("ctrl+d", "move('half_down')", show=False),
        Binding("ctrl+u", "move('half_up')", show=False),
        Binding("pagedown,space,ctrl+f", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
        Binding("enter", "choose", show=False),
        Binding("full_stop", "explain", show=False),
    ]

    def __init__(
        self,
        title: str,
        rows: Sequence[Spans],
        *,
        pick: bool = False,
        toggle: Toggle | None = None,
        leaves: Sequence[str] = (),
        fit: Fit | None = None,
    ) -> None:
        """``leaves``: keys that close it, with their position for its answer; ``fit``: rows for a width."""
        super().__init__()
        self.fit = fit
        self.leaves = leaves
        self.page = SheetRows(title, rows, pick)
        self.toggle = toggle

    def compose(self) -> ComposeResult:
        """The rows."""
        yield self.page

    def on_mount(self) -> None:
        """Room for the widest row."""
        self._measure(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        """Stay inside the terminal."""
        self._measure(event.size)

    def _measure(self, size: Size) -> None:
        if self.fit is not None:
            self.page.title, fitting = self.fit(size.width)
            self.page.show(fitting)
        # Of a list of thousands, the first few hundred tell how wide it is.
        rows = islice(self.page.rows, MEASURED)
        widest = max([len(self.page.title) + 2, *(width_of(row) for row in rows)]) + 4
        self.page.styles.width = cells_of_window(widest, size.width)
        self.page.styles.height = min(len(self.page.rows) + 1, size.height)

    def show(self, rows: Sequence[Spans]) -> None:
        """Other rows, in a window that fits them."""
        self.page.show(rows)
        self._measure(self.app.size)

    async def press(self, event: events.Key) -> bool:
        """Do what a key says; nothing of it is left for what lies below."""
        if event.key in self.leaves:
            self.dismiss(self.leaves.index(event.key))
        else:
            await run_binding(self, event)
        return True

    def action_move(self, how: str) -> None:
        """Move or scroll."""
        self.page.move(how)

    def action_close(self) -> None:
        """Away with it."""
        self.dismiss(None)

    def action_explain(self) -> None:
        """A page goes away by the key that brings one."""
        if not self.page.has_cursor:
            self.dismiss(None)

    def action_choose(self) -> None:
        """Take the row under the cursor; on a page, close."""
        if self.toggle is not None:
            self.show(self.toggle(self.page.cursor))
        else:
            self.dismiss(self.page.cursor if self.page.has_cursor else None)

    def on_drawn_opened(self, event: Rows.Opened) -> None:
        """A click on the row under the cursor."""
        event.stop()
        self.action_choose()


class FindingSheet(Sheet):
    """A list of which ``/`` leaves what has what is typed; ``Esc`` meanwhile leaves all of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("slash", "find", show=False)]
    term = ""
    """What rows have."""
    is_typed = False
    """Whether it is being typed."""
    listed: Sequence[Any] = ()
    """What stands in the rows."""

    @property
    def here(self) -> Any:
        """What is under the cursor; ``None``: nothing."""
        cursor = self.page.cursor
        return self.listed[cursor] if cursor < len(self.listed) else None

    def found(self, term: str) -> Sequence[Any]:
        """What has ``term``, in lower case."""
        raise NotImplementedError

    def titled(self, title: str) -> str:
        """The title, or meanwhile what is typed."""
        return messages.FIND_IN_LIST.format(clean(self.term, LONGEST)) if self.is_typed else title

    def draw(self) -> None:
        """Show the rows that have it, or that are marked otherwise by now."""
        found = self.found(self.term.casefold())
        self.page.cursor = self.page.cursor if found == self.listed else 0
        self.listed = found
        self._measure(self.app.size)

    async def press(self, event: events.Key) -> bool:
        """A key of the list, or a letter of what is typed."""
        if not self.is_typed:
            return await super().press(event)
        if event.key in ("enter", "escape"):
            self.is_typed, self.term = False, self.term if event.key == "enter" else ""
        elif event.key == "backspace":
            self.term = self.term[:-1]
        elif event.is_printable and event.character is not None:
            self.term = (self.term + event.character)[:LONGEST]
        self.draw()
        return True

    def action_find(self) -> None:
        """Type what rows are to have."""
        self.is_typed = True
        self.draw()

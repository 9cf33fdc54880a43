"""The row in which a filter is typed, with what it covers at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from proftui.drawing.line import Span, fitted, width_of
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.widgets.drawn import Row
from proftui.widgets.typed_keys import type_into

LONGEST = 1000
_AROUND = 6
"""Cells around what is typed and what it covers: the slash, the cursor, and blanks."""


class Entry(Input):
    """The input line: what is pasted is one clean line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(1)", show=False),
        Binding("down", "recall(-1)", show=False),
    ]

    def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        first = event.text.splitlines()[0] if event.text else ""
        self.insert_text_at_cursor(clean(first.replace("\t", " "), LONGEST))

    def restricted(self) -> None:
        """A letter more than there may be is left out; Textual would ring the bell for each."""

    def action_recall(self, step: int) -> None:
        """An earlier or later filter."""
        prompt = self.parent
        assert isinstance(prompt, Prompt)
        prompt.recall(step)


class Prompt(Widget):
    """``/`` and what is typed after it."""

    class Typed(Message):
        """The text is another."""

    def __init__(
        self,
        on_kept: Callable[[str], None],
        on_dropped: Callable[[], None],
        completed: Callable[[str], str],
        *,
        id: str,
    ) -> None:
        """``completed``: the text after Tab."""
        super().__init__(id=id)
        self.completed = completed
        self.on_kept = on_kept
        self.on_dropped = on_dropped
        self.history: list[str] = []
        self._position = 0
        self._covered: tuple[Span, ...] = ()

    def compose(self) -> ComposeResult:
        """Slash, input, result."""
        yield Row(lambda width: fitted([Span(" / ", "title")], width), id="slash")
        yield Entry(compact=True, select_on_focus=False, max_length=LONGEST)
        yield Row(lambda width: fitted([Span(" "), *self._covered], width), id="covered")

    @property
    def is_open(self) -> bool:
        """Whether it stands in the state line's place."""
        return self.has_class("open")

    @property
    def entry(self) -> Entry:
        """The input line."""
        return self.query_one(Entry)

    def open(self, text: str) -> None:
        """Show it with ``text`` to change."""
        self.add_class("open")
        self._position = len(self.history)
        self.entry.cursor_blink = False
        with self.prevent(Input.Changed):
            self.entry.value = text
        # What stood there is replaced by what is typed, unless an arrow key keeps it.
        self.entry.selection = Selection(0, len(text))
        # At once, not by Widget.focus, which does it later: the next key may be here already.
        self.screen.set_focus(self.entry)

    def close(self) -> None:
        """Give the row back."""
        self.remove_class("open")
        self.screen.set_focus(None)

    def covers(self, spans: Sequence[Span]) -> None:
        """What the text matches, or what is wrong with it."""
        # Of the terminal: the prompt itself has no size yet when keys come fast. A short text leaves more.
        every, typed = self.app.size.width, cell_width(self.entry.value)
        width = max(0, every * 2 // 3, every - typed - _AROUND)
        while len(spans) > 1 and width_of(spans) > width:
            spans = spans[:-1]
        self._covered = tuple(Span(cut_end(span.text, width), span.role) for span in spans)
        row = self.query_one("#covered", Row)
        row.styles.width = width_of(self._covered) + 2
        row.refresh()

    def recall(self, step: int) -> None:
        """An earlier filter, or with -1 a later one."""
        self._position = max(0, min(len(self.history), self._position - step))
        self.entry.value = self.history[self._position] if self._position < len(self.history) else ""
        self.entry.cursor_position = len(self.entry.value)

    def remember(self, text: str) -> None:
        """Keep a filter for :meth:`recall`."""
        if text and (not self.history or self.history[-1] != text):
            self.history.append(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Each letter counts."""
        event.stop()
        if self.is_open:
            self.post_message(self.Typed())

    async def press(self, event: events.Key) -> None:
        """Do what a key says, before the next one is looked at."""
        if event.key == "enter":
            self.on_kept(self.entry.value)
        elif event.key == "escape":
            self.on_dropped()
        elif event.key == "tab":
            self.entry.value = self.completed(self.entry.value)
            self.entry.cursor_position = len(self.entry.value)
        else:
            await type_into(self.entry, event)

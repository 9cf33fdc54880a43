"""The profiles of a folder, to choose one from."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.safe_text import cell_width, clean, cut_start
from proftui.frame import sentences
from proftui.frame.rows import keys_line
from proftui.screens import folder as profiles
from proftui.screens.folder import FOLDER, Candidate, candidates, folders_in, page_in
from proftui.screens.loading import Load, read
from proftui.state.loading import GivenUp, Refused
from proftui.widgets.drawn import Drawn, Row
from proftui.widgets.prompt import LONGEST
from proftui.widgets.rows import Rows
from proftui.widgets.typed_keys import run_binding
from proftui_parsers import Profile


class PickerRows(Rows):
    """One profile a row."""

    def __init__(self, folder: Path) -> None:
        super().__init__(id="rows")
        self.text = ""
        """What was typed: part of the names that are shown."""
        self.list(folder)

    def list(self, folder: Path, at: Path | None = None) -> None:
        """Show the profiles of a folder, and folders of profiles, with the cursor on one of them."""
        self.folder = folder
        self.all = self.shown = [*candidates(folder), *folders_in(folder)]
        self.longest = max((cell_width(c.name) for c in self.all), default=0)
        """Cells of the longest name."""
        self.text = ""
        self.top = 0
        self.cursor = next((place for place, each in enumerate(self.all) if each.path == at), 0)
        if self.is_attached:
            self.resized()

    @property
    def length(self) -> int:
        """Profiles shown."""
        return len(self.shown)

    @property
    def _name_cells(self) -> int:
        return profiles.name_cells(self.longest, self.size.width)

    def heading_line(self) -> Line:
        """Column titles."""
        return fitted([Span("  "), *profiles.heading(self._name_cells)], self.size.width, "panel")

    def row_line(self, row_number: int) -> Line:
        """One profile."""
        shown = profiles.row(self.shown[row_number], time.time(), self._name_cells)
        return fitted([Span("  "), *shown], self.size.width)

    def why_no_rows(self) -> Sequence[str]:
        """How to get a profile, or how to see all again."""
        if self.all:
            return (messages.NO_PROFILE_MATCHES.format(clean(self.text, 40)),)
        page = page_in(self.folder)
        return (page, "", *messages.NO_PROFILES) if page else messages.NO_PROFILES

    def filter(self, text: str) -> None:
        """Show those whose names have all the words of the text."""
        self.text = text[:LONGEST]
        words = self.text.casefold().split()
        self.shown = [c for c in self.all if all(word in c.name.casefold() for word in words)]
        self.cursor = self.top = 0
        self.resized()


class Picker(Screen[None]):
    """Chooses a profile and opens it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move('down')", show=False),
        Binding("up", "move('up')", show=False),
        Binding("home", "move('first')", show=False),
        Binding("end", "move('last')", show=False),
        Binding("pagedown,ctrl+f,ctrl+d", "move('page_down')", show=False),
        Binding("pageup,ctrl+u", "move('page_up')", show=False),
        Binding("enter", "open", show=False),
        Binding("backspace", "shorten", show=False),
        Binding("escape", "leave", show=False),
        Binding("ctrl+c", "app.quit", show=False),
        Binding("ctrl+z", "app.suspend_process", show=False),
    ]

    def __init__(
        self, folder: Path, loader: Callable[[str], Load], opened: Callable[[Profile, Load], Screen[None]]
    ) -> None:
        super().__init__()
        with suppress(OSError):
            folder = folder.absolute()
        self.came_from: list[Path] = []
        """The folders above that one, which show it."""
        self.loader = loader
        self.opened = opened
        self.rows = PickerRows(folder)
        self.message = ""
        self.was_left = False
        """Whether a profile was opened since it was listed."""

    def compose(self) -> ComposeResult:
        """Title, list, message, keys."""
        yield Row(self._title, id="top")
        yield self.rows
        yield Row(self._state, id="state")
        yield Row(self._keys, id="footer")

    def _title(self, width: int) -> Line:
        folders = sum(candidate.format == FOLDER for candidate in self.rows.all)
        every = figures.plural(len(self.rows.all) - folders, "profile")
        if folders:
            every += f" · {figures.plural(folders, 'folder')}"
        count = f"{self.rows.length} of {every}" if self.rows.text else every
        path = cut_start(sentences.home_short(str(self.rows.folder)), width - len(count) - 12)
        left = [Span(" proftui  ", "title"), Span(path, "heading")]
        return spread(left, [Span(f" {count} ", "title")], width, "panel")

    def _state(self, width: int) -> Line:
        """What went wrong, what was typed, or what a row may have no room for."""
        if self.message:
            return fitted([Span(f" {self.message}", "error")], width)
        if self.rows.text:
            typed = cut_start(clean(self.rows.text), width - 5)
            return fitted([Span(" / ", "title"), Span(typed), Span(" ", "tab")], width)
        candidate = self._under_cursor
        if candidate is None:
            return fitted([], width)
        size, hint = f" · {profiles.size_of(candidate)}", f"  {messages.TYPE_TO_FILTER} "
        left = f" {cut_start(candidate.name, width - 1 - cell_width(size))}{size}"
        # What is said of the profile is worth more than the hint.
        right = [Span(hint, "muted")] if cell_width(left + hint) <= width else []
        return spread([Span(left)], right, width)

    def _keys(self, width: int) -> Line:
        entries = [("↵", "open"), ("↑↓", "move")] if self.rows.length else []
        leaves = messages.SHOW_ALL if self.rows.text else "quit"
        back = [("<", "back")] if self.came_from else []
        return keys_line([*entries, *back, ("Esc", leaves)], width, plain=self.rows.is_plain)

    @property
    def _under_cursor(self) -> Candidate | None:
        return self.rows.shown[self.rows.cursor] if self.rows.shown else None

    async def press(self, event: events.Key) -> bool:
        """Do what a key says, before the next one is looked at; letters filter."""
        self.message = ""
        if event.character == "/" and not self.rows.text:
            # Elsewhere it begins a filter; here one has begun.
            pass
        elif event.character == "<" and self.came_from:
            self.rows.list(self.came_from.pop(), self.rows.folder)
        elif event.is_printable and event.character is not None:
            self._filter(self.rows.text + event.character)
        else:
            await run_binding(self, event)
        self._refresh_frame()
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text filters as typed text does."""
        self._filter(self.rows.text + "".join(event.text.splitlines()[:1]))

    def action_move(self, how: str) -> None:
        """Move the cursor."""
        self.rows.move(how)

    def action_shorten(self) -> None:
        """Take the last letter away."""
        self._filter(self.rows.text[:-1])

    def action_leave(self) -> None:
        """Show all profiles; where they are shown, quit."""
        if self.rows.text:
            self._filter("")
        else:
            self.app.exit()

    def _filter(self, text: str) -> None:
        self.rows.filter(text)
        self._refresh_frame()

    def _refresh_frame(self) -> None:
        for row in self.query(Row):
            row.refresh()

    def on_drawn_moved(self, event: Drawn.Moved) -> None:
        """Another profile is under the cursor."""
        self._refresh_frame()

    # Opening

    def action_open(self) -> None:
        """Open the profile under the cursor, or list its folder; a bad one says why and leaves the list."""
        candidate = self._under_cursor
        if candidate is not None and candidate.format == FOLDER:
            self.came_from.append(self.rows.folder)
            self.rows.list(candidate.path)
            self._refresh_frame()
        elif candidate is not None:
            self.was_left = True
            load = self.loader(str(candidate.path))
            read(self.app, load, lambda result: self._open(result, load))

    def _open(self, result: Profile | Exception, load: Load) -> None:
        try:
            if isinstance(result, Exception):
                raise result
            screen = self.opened(result, load)
        except (Refused, GivenUp) as error:
            self.was_left = False
            # Its folder stands in the first row.
            self.message = clean(str(error).removeprefix(os.path.join(self.rows.folder, "")), 400)
            self._refresh_frame()
            return
        self.app.push_screen(screen)

    def on_screen_resume(self) -> None:
        """The list again, after a profile: with what was recorded meanwhile."""
        if self.was_left:
            self.was_left = False
            here = self._under_cursor
            self.rows.list(self.rows.folder, here.path if here is not None else None)
            self._refresh_frame()

    def on_drawn_opened(self, event: Rows.Opened) -> None:
        """A double click opens."""
        self.action_open()

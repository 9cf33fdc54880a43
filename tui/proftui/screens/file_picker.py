"""The profiles of a folder, to choose one from."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.safe_text import clean, cut_end, pad
from proftui.frame.rows import keys_line
from proftui.screens.loading import Load, read
from proftui.state.loading import GivenUp, Refused
from proftui.widgets.drawn import Row
from proftui.widgets.rows import Rows
from proftui.widgets.sheet import MOVES
from proftui.widgets.typed_keys import run_binding
from proftui_parsers import Profile
from proftui_parsers.detect import sniff

MOST_FILES = 5_000
NOTHING = (
    "No profile here. Make one:    python -m cProfile -o p.stats script.py",
    "Or look at a sample:          proftui --demo",
)


class Candidate(NamedTuple):
    """A profile that can be opened."""

    path: Path
    format: str
    size: int
    modified: float


def candidates(folder: Path) -> list[Candidate]:
    """The profiles in ``folder``, the newest first; contents decide, not names."""
    profiles = []
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_FILES):
                with suppress(OSError):
                    kind = sniff(entry.path) if entry.is_file() else None
                    if kind is not None:
                        status = entry.stat()
                        profiles.append(Candidate(Path(entry.path), kind, status.st_size, status.st_mtime))
    except OSError:
        return []
    return sorted(profiles, key=lambda c: -c.modified)


class PickerRows(Rows):
    """One profile a row."""

    def __init__(self, profiles: list[Candidate]) -> None:
        super().__init__(id="rows")
        self.profiles = profiles

    @property
    def length(self) -> int:
        """Profiles in the folder."""
        return len(self.profiles)

    def heading_line(self) -> Line:
        """Column titles."""
        left, right = [Span("  profile", "heading")], [Span("format       size         age ", "heading")]
        return spread(left, right, self.size.width, "panel")

    def row_line(self, row_number: int) -> Line:
        """One profile."""
        path, kind, size, modified = self.profiles[row_number]
        age = figures.age(time.time() - modified)
        right = f"{kind:<8}{figures.size(size):>9}{age:>12} "
        width = max(8, self.size.width - len(right) - 3)
        name = cut_end(clean(path.name), width)
        return fitted([Span(f"  {pad(name, width)} "), Span(right, "muted")], self.size.width)

    def why_no_rows(self) -> Sequence[str]:
        """How to get a profile."""
        return NOTHING


class Picker(Screen[None]):
    """Chooses a profile and opens it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *MOVES,
        Binding("pagedown,space,ctrl+f,ctrl+d", "move('page_down')", show=False),
        Binding("pageup,ctrl+u", "move('page_up')", show=False),
        Binding("enter", "open", show=False),
        Binding("q,ctrl+c", "app.quit", show=False),
        Binding("ctrl+z", "app.suspend_process", show=False),
    ]

    def __init__(
        self, folder: Path, loader: Callable[[str], Load], opened: Callable[[Profile, Load], Screen[None]]
    ) -> None:
        super().__init__()
        self.folder = folder
        self.loader = loader
        self.opened = opened
        self.rows = PickerRows(candidates(folder))
        self.message = ""

    def compose(self) -> ComposeResult:
        """Title, list, message, keys."""
        yield Row(self._title, id="top")
        yield self.rows
        yield Row(lambda width: fitted([Span(f" {self.message}", "error")], width), id="state")
        yield Row(lambda width: keys_line([("↵", "open"), ("↑↓", "move"), ("q", "quit")], width), id="footer")

    def _title(self, width: int) -> Line:
        left = [Span(" proftui  ", "title"), Span(clean(str(self.folder)), "heading")]
        count = figures.plural(self.rows.length, "profile")
        return spread(left, [Span(f" {count} ", "title")], width, "panel")

    async def press(self, event: events.Key) -> bool:
        """Do what a key says, before the next one is looked at."""
        await run_binding(self, event)
        return True

    def action_move(self, how: str) -> None:
        """Move the cursor."""
        self.rows.move(how)

    def action_open(self) -> None:
        """Open the profile under the cursor; a bad one says why and leaves the list."""
        if not self.rows.length:
            return
        load = self.loader(str(self.rows.profiles[self.rows.cursor].path))
        read(self.app, load, lambda result: self._open(result, load))

    def _open(self, result: Profile | Exception, load: Load) -> None:
        try:
            if isinstance(result, Exception):
                raise result
            screen = self.opened(result, load)
        except (Refused, GivenUp) as error:
            self.message = clean(str(error), 400)
            self.query_one("#state", Row).refresh()
            return
        self.app.switch_screen(screen)

    def on_drawn_opened(self, event: Rows.Opened) -> None:
        """A double click opens."""
        self.action_open()

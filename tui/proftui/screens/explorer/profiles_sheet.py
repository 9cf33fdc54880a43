"""The list of profiles that can be compared with, or added: those of the folder, the newest first."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean, cut_end, pad
from proftui.screens.folder import Candidate, candidates
from proftui.widgets.sheet import Sheet

_LONGEST = 60
"""Cells of a name."""


def others_in(folder: Path, shown: Sequence[str]) -> list[Candidate]:
    """The profiles in a folder but those that are shown, the newest first."""
    here = {os.path.abspath(path) for path in shown}
    return [found for found in candidates(folder) if os.path.abspath(found.path) not in here]


class ProfilesSheet(Sheet):
    """Chooses a profile, or several; ``/`` leaves those that have what is typed in their names."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", show=False),
        Binding("space", "mark", show=False),
    ]

    def __init__(
        self, found: Sequence[Candidate], choose: Callable[[list[str]], None], *, marks: bool = False
    ) -> None:
        """``marks``: whether several can be chosen."""
        self._all, self._choose = found, choose
        self._marked: dict[Path, None] | None = {} if marks else None
        """What is marked, in that order; ``None``: one alone can be chosen."""
        self._title = messages.ADD_TITLE if marks else messages.BASE_TITLE
        self._listed = list(found)
        self._typed: str | None = None
        """What is being typed; ``None``: nothing is."""
        self._now = time.time()
        super().__init__(self._title, self._rows(), pick=True)

    def _rows(self) -> list[list[Span]]:
        named = [cut_end(clean(candidate.path.name), _LONGEST) for candidate in self._all]
        cells = max(map(cell_width, named), default=0)
        rows = []
        for candidate in self._listed:
            name = pad(cut_end(clean(candidate.path.name), _LONGEST), cells)
            age = figures.age(self._now - candidate.modified)
            about = f"  {candidate.format:8}{figures.size(candidate.size):>9}{age:>14}"
            rows.append([*self._mark(candidate), Span(name), Span(about, "muted")])
        return rows

    def _mark(self, candidate: Candidate) -> list[Span]:
        if self._marked is None:
            return []
        return [Span("● " if candidate.path in self._marked else "  ", "title")]

    async def press(self, event: events.Key) -> bool:
        """A key of the list, or a letter of a name."""
        if self._typed is None:
            return await super().press(event)
        if event.key in ("enter", "escape"):
            self._find("" if event.key == "escape" else self._typed)
            self._typed = None
        elif event.key == "backspace":
            self._find(self._typed[:-1])
        elif event.is_printable and event.character is not None:
            self._find((self._typed + event.character)[:_LONGEST])
        self._draw()
        return True

    def _find(self, text: str) -> None:
        self._typed = text
        words = text.casefold().split()
        self._listed = [c for c in self._all if all(word in c.path.name.casefold() for word in words)]
        self.page.cursor = 0

    def _draw(self) -> None:
        typed = messages.THREADS_FIND.format(clean(self._typed)) if self._typed is not None else ""
        self.page.title = typed or self._title
        self.show(self._rows())

    def action_find(self) -> None:
        """Type a part of a name."""
        self._typed = ""
        self._draw()

    def action_mark(self) -> None:
        """The profile under the cursor is one of the chosen, or no longer; where one is chosen, a page on."""
        cursor = self.page.cursor
        if self._marked is None:
            self.page.move("page_down")
        elif cursor < len(self._listed):
            path = self._listed[cursor].path
            if path in self._marked:
                del self._marked[path]
            else:
                self._marked[path] = None
            self._draw()
            self.page.move("down")

    def action_choose(self) -> None:
        """Take what is marked, or else the profile under the cursor."""
        here = self._listed[self.page.cursor : self.page.cursor + 1]
        chosen = list(self._marked or ()) or [candidate.path for candidate in here]
        if chosen:
            self.dismiss(None)
            self._choose([str(path) for path in chosen])

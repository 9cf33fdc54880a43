"""The list of profiles that can be compared with: those of the folder, the newest first."""

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


class BaseSheet(Sheet):
    """Chooses a profile; ``/`` leaves those that have what is typed in their names."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("slash", "find", show=False)]

    def __init__(self, found: Sequence[Candidate], choose: Callable[[Path], None]) -> None:
        self._all, self._choose = found, choose
        self._listed = list(found)
        self._typed: str | None = None
        """What is being typed; ``None``: nothing is."""
        self._now = time.time()
        super().__init__(messages.BASE_TITLE, self._rows(), pick=True)

    def _rows(self) -> list[list[Span]]:
        named = [cut_end(clean(candidate.path.name), _LONGEST) for candidate in self._all]
        cells = max(map(cell_width, named), default=0)
        rows = []
        for candidate in self._listed:
            name = pad(cut_end(clean(candidate.path.name), _LONGEST), cells)
            age = figures.age(self._now - candidate.modified)
            about = f"  {candidate.format:8}{figures.size(candidate.size):>9}{age:>14}"
            rows.append([Span(name), Span(about, "muted")])
        return rows

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
        self.page.title = typed or messages.BASE_TITLE
        self.show(self._rows())

    def action_find(self) -> None:
        """Type a part of a name."""
        self._typed = ""
        self._draw()

    def action_choose(self) -> None:
        """Compare with the profile under the cursor."""
        cursor = self.page.cursor
        if cursor < len(self._listed):
            self.dismiss(None)
            self._choose(self._listed[cursor].path)

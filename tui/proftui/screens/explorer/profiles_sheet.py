"""The list of profiles that can be compared with, or added: those of the folder, the newest first."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from proftui import messages
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean
from proftui.screens.folder import Candidate, candidates, name_cells, row
from proftui.widgets.sheet import FindingSheet, Mapped


def others_beside(shown: Sequence[str]) -> list[Candidate]:
    """The profiles in the folder of those that are shown, but these, the newest first."""
    folder = Path(shown[0]).parent if shown and shown[0] not in ("", "-") else Path()
    here = {os.path.abspath(path) for path in shown}
    return [found for found in candidates(folder) if os.path.abspath(found.path) not in here]


class ProfilesSheet(FindingSheet):
    """Chooses a profile, or several; ``/`` leaves those that have what is typed in their names.

    What a file is of is found out when it is chosen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", show=False),
    ]

    def __init__(
        self,
        found: Sequence[Candidate],
        choose: Callable[[list[Candidate]], None],
        *,
        marks: bool = False,
        first: Sequence[Candidate] = (),
    ) -> None:
        """``marks``: whether several can be chosen; ``first``: what stands before all files."""
        self._files, self._choose = [*first, *found], choose
        self._marked: dict[Path, Candidate] | None = {} if marks else None
        """What is marked, in that order; ``None``: one alone can be chosen."""
        self._title = messages.ADD_TITLE if marks else messages.BASE_TITLE
        self._now = time.time()
        self._longest = max((cell_width(candidate.name) for candidate in self._files), default=0)
        self.listed = self._files
        """What has what was typed in its name."""
        super().__init__(self._title, self._rows(), pick=True)

    def _rows(self) -> Mapped:
        return Mapped(range(len(self.listed)), lambda position: self._row(self.listed[position]))

    def _row(self, candidate: Candidate) -> list[Span]:
        cells = name_cells(self._longest, self.app.size.width)
        return [*self._mark(candidate), *row(candidate, self._now, cells)]

    def _mark(self, candidate: Candidate) -> list[Span]:
        if self._marked is None:
            return []
        return [Span("● " if candidate.path in self._marked else "  ", "title")]

    def draw(self) -> None:
        """Show the profiles that have what was typed in their names."""
        words = self.term.casefold().split()
        listed = [c for c in self._files if all(word in c.name.casefold() for word in words)]
        self.page.cursor = self.page.cursor if listed == self.listed else 0
        self.listed = listed
        find = messages.FIND_IN_LIST.format(clean(self.term))
        self.page.title = find if self.is_typed else self._title
        self.show(self._rows())

    def action_mark(self) -> None:
        """The profile under the cursor is one of the chosen, or no longer; where one is chosen, a page on."""
        here = self.here
        if self._marked is None:
            self.page.move("page_down")
        elif here is not None:
            if self._marked.pop(here.path, None) is None:
                self._marked[here.path] = here
            self.draw()
            self.page.move("down")

    def action_choose(self) -> None:
        """Take what is marked, or else the profile under the cursor."""
        here = self.here
        chosen = list((self._marked or {}).values()) or [candidate for candidate in (here,) if candidate]
        if chosen:
            self.dismiss(None)
            self._choose(chosen)

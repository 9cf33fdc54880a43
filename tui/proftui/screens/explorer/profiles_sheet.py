"""The list of profiles that can be compared with, or added: those of the folder.

Runs of the program that is shown stand first, then all others, each the newest first.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from proftui import messages
from proftui.analysis.recorded_files import basename, with_slashes
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width
from proftui.screens.folder import PATIENCE, Candidate, candidates, has, name_cells, row
from proftui.state.session import Session
from proftui.widgets.sheet import FindingSheet, Mapped


def others_beside(shown: Sequence[str], session: Session) -> list[Candidate]:
    """The other profiles in the folder of those that are shown: runs of the program first, then the rest."""
    folder = Path(shown[0]).parent if shown and shown[0] not in ("", "-") else Path()
    here = {os.path.abspath(path) for path in shown}
    found = [each for each in candidates(folder) if os.path.abspath(each.path) not in here]
    program, end = _program(session), time.monotonic() + PATIENCE
    return sorted(found, key=lambda each: time.monotonic() > end or not has(each, program))


def _program(session: Session) -> bytes:
    """What tells runs of a program: file and folder of its own code under which most time passes."""
    profile, others = session.recorded, session.not_mine()
    rows = zip(profile.cumtime or profile.tottime, profile.files, others, strict=False)
    own = ((not basename(file).startswith("__"), took, file) for took, file, is_not in rows if not is_not)
    file = max(own, default=(False, 0.0, ""))[2]
    return "/".join(with_slashes(file).split("/")[-2:]).encode("utf-8", "surrogatepass")


class ProfilesSheet(FindingSheet):
    """Chooses a profile, or several; ``/`` leaves those that have what is typed in their names."""

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
        super().__init__(self._title, [], pick=True, fit=self._fitting)

    def _fitting(self, width: int) -> tuple[str, Mapped]:
        cells = name_cells(self._longest, width)

        def row_of(candidate: Candidate) -> list[Span]:
            marks = self._marked
            mark = [] if marks is None else [Span("● " if candidate.path in marks else "  ", "title")]
            return [*mark, *row(candidate, self._now, cells)]

        return self.titled(self._title), Mapped(self.listed, row_of)

    def found(self, term: str) -> list[Candidate]:
        """The profiles that have all its words in their names."""
        return [c for c in self._files if all(word in c.name.casefold() for word in term.split())]

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
        chosen = list((self._marked or {}).values()) or [one for one in (self.here,) if one is not None]
        if chosen:
            self.dismiss(None)
            self._choose(chosen)

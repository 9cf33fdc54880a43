"""The list of threads: which are shown, one alone, all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from proftui import messages
from proftui.analysis.shape.shape import NamedChoice
from proftui.analysis.stacktree.choices import ThreadFigures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean
from proftui.frame import choice_rows
from proftui.state.session import Session
from proftui.widgets.sheet import LONGEST, FindingSheet

_AROUND = 4
"""Cells of a sheet beside its rows."""


class ThreadsSheet(FindingSheet):
    """Shows or hides threads; what is chosen holds when it closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", show=False),
        Binding("a", "all", show=False),
        Binding("t", "split", show=False),
    ]

    def __init__(
        self, session: Session, threads: list[ThreadFigures], choose: Callable[[NamedChoice], None]
    ) -> None:
        """``threads``: the first is all of them together; ``choose`` is told of another choice."""
        self._session, self._choose = session, choose
        self._threads = threads
        self._chosen = session.shapes.now.chosen
        recording = session.recorded.recording
        assert recording is not None
        self._recording = recording
        self._shown = set(self._chosen.choice(recording).tracks or self._every)
        self.listed = list(threads)
        super().__init__(messages.THREADS_TITLE, [], pick=True, fit=self._fitting)

    @property
    def _every(self) -> range:
        return range(len(self._recording.tracks))

    def _fitting(self, width: int) -> tuple[str, list[list[Span]]]:
        rows = choice_rows.thread_rows(self._session, self.listed, self._shown, width - _AROUND)
        split = messages.THREADS_SPLIT if self._chosen.split else messages.THREADS_MERGED
        found = f" · /{clean(self.term, LONGEST)}" if self.term else ""
        return self.titled(f"{messages.THREADS_TITLE}{found} · {split}"), rows

    def found(self, term: str) -> list[ThreadFigures]:
        """The threads that have it in their names; without it, that of all together, too."""
        first, *rest = self._threads
        found = [row for row in rest if term in self._recording.thread_name(row.number or 0).casefold()]
        return found if term else [first, *found]

    def action_mark(self) -> None:
        """Show the thread under the cursor, or hide it; the last one that is shown stays."""
        row = self.here
        if row is None:
            return
        if row.number is None:
            self.action_all()
            return
        if row.number not in self._shown:
            self._shown.add(row.number)
        elif len(self._shown) > 1:
            self._shown.remove(row.number)
        self.draw()
        self.action_move("down")

    def action_all(self) -> None:
        """Show all threads."""
        self._shown = set(self._every)
        self.draw()

    def action_split(self) -> None:
        """Have call trees begin with threads, or merge these."""
        self._chosen = self._chosen._replace(split=not self._chosen.split)
        self.draw()

    def action_choose(self) -> None:
        """The thread under the cursor alone."""
        row = self.here
        if row is not None:
            self._shown = set(self._every) if row.number is None else {row.number}
            self.action_close()

    def action_close(self) -> None:
        """Away with it; what is marked is what is looked at from now on."""
        is_all = len(self._shown) == len(self._every)
        tracks = self._recording.tracks
        threads = () if is_all else tuple(tracks[number] for number in sorted(self._shown))
        chosen = self._chosen._replace(threads=threads)
        self.dismiss(None)
        self._choose(chosen)

"""The message in the state row, how far work is, and the letter that a key waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from proftui.background.jobs import Working
from proftui.drawing.line import Line, Span
from proftui.drawing.safe_text import cell_width, cut_start
from proftui.frame import rows
from proftui.messages import CHORDS, WRITES_TO

MESSAGE_SECONDS = 4.0
CHANGE_SECONDS = 10.0


class StatusLine:
    """One message at a time, for four seconds or until a key; or what is offered or worked at."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self.redraw: Callable[[], object] = lambda: None
        """Draws the state row again."""
        self.message: tuple[Span, ...] = ()
        self._timer: Timer | None = None
        self._worker: Working | None = None
        self._chord = self._where = self._more = ""
        self._then: Callable[[str], None] | None = None

    def say(self, text: str, role: str = "text", hint: str = "", *, of_change: bool = False) -> None:
        """Show a message for a while or until a key, longer where it says what became of figures.

        Its hint too, where there is width for both.
        """
        if hint and cell_width(text) + cell_width(hint) + 5 <= self._screen.size.width:
            text += f" · {hint}"
        message = self.message = (Span(text, role),)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(
            CHANGE_SECONDS if of_change else MESSAGE_SECONDS, lambda: self.hush(message)
        )
        self.redraw()

    def hush(self, only: tuple[Span, ...] | None = None) -> None:
        """Take the message off, or only that one: a timer that was stopped may have fired already."""
        if self.message and (only is None or only is self.message):
            self.message = ()
            self.redraw()

    def work(self, worker: Working, text: str) -> None:
        """Show how far a piece of work is, while it lasts and no message stands there."""
        if (self._worker, worker.told) != (worker, text):
            self._worker, worker.told = worker, text
            self.redraw()

    def telling(self, worker: Working, text: str) -> Callable[[], None]:
        """What shows how far a piece of work is, in a sentence that may have a place for that."""
        return lambda: self.work(worker, text.format(worker.far))

    def ask(self, chord: str, then: Callable[[str], None], where: str = "", more: str = "") -> None:
        """Offer a choice; ``then`` hears the next key: its letter, or ``enter``; ``where`` it writes to.

        ``more``: what can be chosen here beside what always can.
        """
        self._chord, self._then, self._where, self._more = chord, then, where, more
        self.redraw()

    @property
    def is_asking(self) -> bool:
        """Whether the next key is a choice."""
        return self._then is not None

    def hear(self, letter: str) -> None:
        """The choice; what is none only takes the offer away."""
        then, self._then, self._chord = self._then, None, ""
        self.redraw()
        if then is not None:
            then(letter)

    def line(self, width: int) -> Line | None:
        """The message, the offer or the work; ``None`` where there is none of them."""
        if self.message:
            return rows.state_line(self.message, [], width)
        if self._chord:
            return self._offer(width)
        if self._worker is not None and self._worker.busy and self._worker.told:
            return rows.state_line([Span(self._worker.told)], [], width)
        return None

    def _offer(self, width: int) -> Line:
        offer = Span(CHORDS[self._chord] + self._more)
        room = width - cell_width(offer.text) - cell_width(WRITES_TO.format("")) - len("   ")
        where = WRITES_TO.format(cut_start(self._where, room)) if self._where and room > 5 else ""
        return rows.state_line([offer], [Span(where, "muted")], width)

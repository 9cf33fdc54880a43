"""What views of rows have in common: columns for the width there is."""

from __future__ import annotations

from typing import Generic, TypeVar

from proftui import messages
from proftui.views.protocol import Say, View
from proftui.widgets.rows import Rows

Columns = TypeVar("Columns")


class TableView(Rows, View, Generic[Columns]):
    """Rows under the titles of columns."""

    _fit: tuple[int, Columns] | None = None
    """A width, and the columns for it."""

    _waiting = ""
    """How far it is, while what stands there is being found out."""

    has_shares = True

    def toggle_shares(self, whole: str) -> Say:
        """Shares beside figures, or none; ``whole``: what they are of."""
        self.has_shares = not self.has_shares
        self.changed()
        return Say(messages.SHARES[whole if self.has_shares else "none"])

    def take_cursor(self) -> None:
        if self.selected is not None:
            self.session.selected = self.selected

    waits_in_words = ""
    """What is said meanwhile, with how far it is."""

    def wait(self, far: str) -> None:
        text = self.waits_in_words.format(far)
        if text != self._waiting:
            self._waiting = text
            self.changed()

    def laid_out(self, width: int) -> Columns:
        """The columns for so many cells."""
        raise NotImplementedError

    @property
    def columns(self) -> Columns:
        """The columns for the width there is."""
        width = self.size.width
        if self._fit is None or self._fit[0] != width:
            self._fit = width, self.laid_out(width)
        return self._fit[1]

    def changed(self) -> None:
        self._fit = None
        self.refresh()

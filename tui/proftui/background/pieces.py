"""Long work in pieces, so that a screen can stay alive between them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")

Pieces = Generator[None, None, T]
"""Work that stops after each piece, of about :data:`PIECE` steps, and returns its result in the end."""
PIECE = 2_000
"""Functions or calls looked at between two stops: about a millisecond."""
AT_ONCE = 60
"""Pieces that are done before anything is said: about a tenth of a second. Not a time, so that what a
screen shows does not depend on how busy the computer is."""


class Pace:
    """Counts steps of work, to stop after each piece."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = PIECE

    def done(self, steps: int) -> bool:
        """Count some steps; whether a piece is done with them."""
        self._left -= steps
        if self._left >= 0:
            return False
        self._left = PIECE
        return True


def finished(work: Pieces[T], after_each: Callable[[], None] = lambda: None) -> T:
    """The result of all pieces, done at once; ``after_each``: called after each piece."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        after_each()

"""The pens that draw what Textual makes itself: from Rich's styles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS
from proftui.drawing.safe_text import composed
from proftui.terminal.cells import Runs
from proftui.terminal.ink import ink
from proftui.terminal.pens import BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE, Pen


class StylePens:
    """The pens of Rich's styles, which Textual's own widgets come in."""

    def __init__(self, mode: str) -> None:
        self._mode = mode
        self.of_style: Callable[[Style | None], Pen] = lru_cache(5_000)(self._made)
        """The pen that draws a style."""

    def runs(self, segments: Iterable[Segment]) -> Runs:
        """The texts of a row that Textual has made, each with its pen."""
        return tuple([(composed(s.text), self.of_style(s.style)) for s in segments if not s.control])

    def _made(self, style: Style | None) -> Pen:
        style = style or Style.null()
        flags = (
            BOLD * bool(style.bold)
            | DIM * bool(style.dim)
            | ITALIC * bool(style.italic)
            | UNDERLINE * bool(style.underline)
            | REVERSE * bool(style.reverse)
            | STRIKE * bool(style.strike)
        )
        return Pen(self._ink(style.color, 30), self._ink(style.bgcolor, 40), flags)

    def _ink(self, colour: Color | None, base: int) -> str:
        if colour is None or colour.is_default or self._mode == NO_COLOURS:
            return ""
        if colour.triplet is not None and self._mode != COLOURS_16:
            return ink(tuple(colour.triplet), self._mode, base)  # type: ignore[arg-type]  # three numbers
        if colour.triplet is not None or (colour.number or 0) > 15:
            system = ColorSystem.STANDARD if self._mode == COLOURS_16 else ColorSystem.EIGHT_BIT
            colour = colour.downgrade(system)
        number = colour.number or 0
        if number > 15:
            return f"{base + 8};5;{number}"
        return str(base + number if number < 8 else base + 52 + number)

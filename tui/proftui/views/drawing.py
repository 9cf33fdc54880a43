"""From lines of roles to what Textual draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, cast

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from proftui.colours import Look, Palette
from proftui.line import Line, fitted
from proftui.terminal import to_ascii


class Painted(Protocol):
    """What a view needs of its app: the palette in force, and whether only ASCII may be drawn."""

    palette: Palette
    ascii_only: bool


@lru_cache(maxsize=512)
def rich_style(look: Look) -> Style:
    """A look as Rich draws it."""

    def colour(value: object) -> Color | None:
        if value is None:
            return None
        return (
            Color.parse(value)
            if isinstance(value, str)
            else Color.from_rgb(*cast(tuple[int, int, int], value))
        )

    return Style(
        color=colour(look.colour),
        bgcolor=colour(look.ground),
        bold=look.bold or None,
        dim=look.dim or None,
        underline=look.underline or None,
        reverse=look.reverse or None,
    )


def strip_of(widget: Widget, line: Line, width: int) -> Strip:
    """One line of cells in the colours of the widget's app."""
    app = cast(Painted, widget.app)
    palette, plain = app.palette, app.ascii_only
    segments = [
        Segment(to_ascii(span.text) if plain else span.text, rich_style(palette.look(span.role, line.ground)))
        for span in line.spans
    ]
    return Strip(segments, width)


class Row(Widget):
    """One row of the frame, drawn by a function of its width."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Row { height: 1; }"

    def __init__(self, build: Callable[[int], Line], *, id: str) -> None:
        super().__init__(id=id)
        self.build = build

    def render_line(self, y: int) -> Strip:
        """Draw the row."""
        return strip_of(self, self.build(self.size.width), self.size.width)


class Page(Widget):
    """A few rows and blanks below them, drawn by a function of the width."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Page { height: 1fr; }"

    def __init__(self, build: Callable[[int], Sequence[Line]], *, id: str) -> None:
        super().__init__(id=id)
        self.build = build

    def render_line(self, y: int) -> Strip:
        """Draw one of the rows."""
        width = self.size.width
        lines = self.build(width)
        return strip_of(self, lines[y] if y < len(lines) else fitted([], width), width)

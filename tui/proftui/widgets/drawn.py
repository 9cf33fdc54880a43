"""From lines of roles to what Textual draws, and straight to the terminal where nothing is in the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, Self, cast

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from proftui.drawing.capabilities import to_ascii
from proftui.drawing.line import Line, fitted
from proftui.drawing.palette import Look, Palette

MOST_DRAWN = 5_000
"""Pieces of text that are kept as they were drawn: most of a screen was on the one before."""


class Painter(Protocol):
    """Who draws rows straight to the terminal."""

    def touch(self, widget: Drawn, rows: Sequence[int] | None) -> bool:
        """Draw some rows of a widget soon, ``None`` all of them; false: this is a matter for Textual."""

    def forget(self) -> None:
        """Something else has written to the terminal: draw everything anew."""


class Painted(Protocol):
    """What a view needs of its app: the palette in force, whether only ASCII may be drawn, and who draws."""

    palette: Palette
    ascii_only: bool
    painter: Painter | None


class Drawn(Widget):
    """A widget of whole lines, without borders, that knows itself what of it has changed."""

    ALLOW_SELECT = False

    @dataclass
    class Moved(Message):
        """The cursor or the mouse is elsewhere, or other rows are on the screen."""

        view: Drawn

    @dataclass
    class Opened(Message):
        """What is under the cursor was clicked twice."""

        view: Drawn

    @dataclass
    class HeadingClicked(Message):
        """A heading was clicked, at this cell."""

        view: Drawn
        cell: int

    @property
    def is_plain(self) -> bool:
        """Whether only ASCII may be drawn."""
        return cast(Painted, self.app).ascii_only

    def render_lines(self, crop: Region) -> list[Strip]:
        """What Textual shows of it; its caches would only keep what is made anew anyway."""
        left, right = crop.x, crop.right
        rows = range(crop.y, crop.bottom)
        if left == 0 and right >= self.size.width:
            return [self.render_line(y) for y in rows]
        return [self.render_line(y).crop(left, right) for y in rows]

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Draw it again, or only the rows that ``regions`` touch."""
        if repaint and not layout and not recompose and self.is_attached:
            rows = [y for region in regions for y in range(region.y, region.bottom)] if regions else None
            painter = cast(Painted, self.app).painter if hasattr(self.app, "painter") else None
            if painter is not None and painter.touch(self, rows):
                return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


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
    drawn, ground = palette.drawn, line.ground
    if len(drawn) > MOST_DRAWN:
        drawn.clear()
    segments = []
    for span in line.spans:
        segment = drawn.get((span, ground, plain))
        if segment is None:
            text = to_ascii(span.text) if plain else span.text
            segment = Segment(text, rich_style(palette.look(span.role, ground)))
            drawn[span, ground, plain] = segment
        segments.append(segment)
    return Strip(segments, width)


class Row(Drawn):
    """One row of the frame, drawn by a function of its width."""

    DEFAULT_CSS = "Row { height: 1; }"

    def __init__(self, build: Callable[[int], Line], *, id: str) -> None:
        super().__init__(id=id)
        self.build = build

    def render_line(self, y: int) -> Strip:
        """Draw the row."""
        return strip_of(self, self.build(self.size.width), self.size.width)


class Page(Drawn):
    """A few rows and blanks below them, drawn by a function of the width."""

    DEFAULT_CSS = "Page { height: 1fr; }"

    def __init__(self, build: Callable[[int], Sequence[Line]], *, id: str) -> None:
        super().__init__(id=id)
        self.build = build

    def render_line(self, y: int) -> Strip:
        """Draw one of the rows."""
        width = self.size.width
        lines = self.build(width)
        return strip_of(self, lines[y] if y < len(lines) else fitted([], width), width)

"""Widgets of whole lines, drawn straight to the terminal, and those lines as Textual composes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, cast

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from proftui.drawing.colours import Look, Rgb
from proftui.drawing.line import Line, fitted
from proftui.drawing.palette import Palette
from proftui.terminal.ink import line_in_ascii


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


def painted(node: Widget) -> Painted:
    """The app of a widget or a screen, which is proftui's."""
    return cast(Painted, node.app)


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
        return painted(self).ascii_only

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._composed: dict[int, tuple[Line, Strip]] = {}
        """Rows as they were composed last: under a sheet that comes or goes, most are the same lines."""

    def line_at(self, y: int) -> Line:
        """Row ``y`` of the widget, from 0 on."""
        raise NotImplementedError

    def scroll_rows(self, rows: int) -> None:
        """Scroll so many rows down, or up; what shows all of its rows does nothing."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Three rows down."""
        event.stop().prevent_default()
        self.scroll_rows(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Three rows up."""
        event.stop().prevent_default()
        self.scroll_rows(-3)

    def render_line(self, y: int) -> Strip:
        """A row as Textual composes it, made anew where the line is another."""
        line = self.line_at(y)
        composed = self._composed.get(y)
        if composed is None or composed[0] is not line:
            composed = self._composed[y] = line, _strip(line, self.outer_size.width, painted(self))
        return composed[1]

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
        if not regions:
            self._composed.clear()
        if repaint and not layout and not recompose and self.is_attached:
            rows = [y for region in regions for y in range(region.y, region.bottom)] if regions else None
            painter = painted(self).painter
            if painter is not None and painter.touch(self, rows):
                return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


def rich_style(look: Look) -> Style:
    """A look as Rich draws it."""

    def colour(value: Rgb | str | None) -> Color | None:
        if isinstance(value, tuple):
            return Color.from_rgb(*value)
        return None if value is None else Color.parse(value)

    return Style(
        color=colour(look.colour),
        bgcolor=colour(look.ground),
        bold=look.bold or None,
        dim=look.dim or None,
        underline=look.underline or None,
        reverse=look.reverse or None,
    )


def _strip(line: Line, width: int, app: Painted) -> Strip:
    """One line of cells in the colours of an app."""
    styles, ground = app.palette.drawn, line.ground
    segments = []
    for text, role in line_in_ascii(line) if app.ascii_only else line.spans:
        style = styles.get((role, ground))
        if style is None:
            style = styles[role, ground] = rich_style(app.palette.look(role, ground))
        segments.append(Segment(text, style))
    return Strip(segments, width)


class Row(Drawn):
    """One row of the frame, drawn by a function of its width."""

    DEFAULT_CSS = "Row { height: 1; }"

    def __init__(self, build: Callable[[int], Line], *, id: str) -> None:
        super().__init__(id=id)
        self.build = build

    def line_at(self, y: int) -> Line:
        """The row."""
        return self.build(self.size.width)


class Page(Drawn):
    """A few rows and blanks below them, drawn by a function of the width."""

    DEFAULT_CSS = "Page { height: 1fr; }"

    def __init__(self, build: Callable[[int], Sequence[Line]], *, id: str) -> None:
        super().__init__(id=id)
        self.build = build

    def line_at(self, y: int) -> Line:
        """One of the rows, or a blank one."""
        width = self.size.width
        lines = self.build(width)
        return lines[y] if y < len(lines) else fitted([], width)

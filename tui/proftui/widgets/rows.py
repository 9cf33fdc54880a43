"""A list of rows under a heading, drawn line by line: what is not on the screen costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from textual import events
from textual.geometry import Region

from proftui.drawing.line import Line, Span, fitted, with_cursor
from proftui.widgets.drawn import Drawn


def step_of(movement: str, page: int, length: int) -> int:
    """How many rows a movement that every list knows by name goes down, below 0: up.

    The list has ``length`` rows and shows ``page`` of them.
    """
    half = max(1, page // 2)
    steps = {"down": 1, "half_down": half, "page_down": page, "last": length}
    steps |= {"up": -1, "half_up": -half, "page_up": -page, "first": -length}
    return steps[movement]


class Rows(Drawn):
    """A heading and ``length`` rows with a cursor; subclasses say what stands in them."""

    has_cursor = True
    rows: Sequence[Any] = ()
    """What stands in them, where there is one thing a row."""
    DEFAULT_CSS = "Rows { height: 1fr; }"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.can_focus = False
        self.cursor = 0
        self.top = 0
        """The first row shown."""
        self.touched = False
        self.active = True
        self._lines: dict[int, Line] = {}
        """Rows without the cursor as they were drawn last; whatever changes them refreshes the view."""

    @property
    def length(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def heading_line(self) -> Line:
        """The row above the rows."""
        raise NotImplementedError

    def row_line(self, row: int) -> Line:
        """Row ``row``; its first cell is replaced by the cursor's mark."""
        raise NotImplementedError

    def why_no_rows(self) -> Sequence[str]:
        """What stands there when there are no rows."""
        return ()

    @property
    def page(self) -> int:
        """How many rows fit."""
        return max(1, self.size.height - 1)

    def resized(self) -> None:
        """Take over a new number of rows and keep the cursor among them."""
        if self.has_cursor:
            self.cursor = max(0, min(self.cursor, self.length - 1))
        self.reveal()
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """The cursor stays on the screen; the frame counts the rows that are on it now."""
        self.resized()
        self.post_message(self.Moved(self))

    def reveal(self) -> None:
        """Scroll just so far that the cursor is on the screen."""
        if self.size.height:
            self.go_to(min(self.cursor, max(self.top, self.cursor - self.page + 1)))

    def go_to(self, top: int) -> None:
        """Make ``top`` the first row shown, as far as there are rows below."""
        top = max(0, min(top, self.length - self.page))
        if top != self.top:
            self.top = top
            super().refresh()

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Draw all rows anew, or those that ``regions`` touch."""
        if not regions or len(self._lines) > 1_000:
            self._lines.clear()
        for region in regions:
            for y in range(region.y, region.bottom):
                self._lines.pop(self.top + y - 1, None)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def put_cursor(self, row: int) -> None:
        """Move the cursor; only the rows that change are drawn again."""
        row = max(0, min(row, self.length - 1))
        if row == self.cursor:
            return
        self.touched = True
        before, self.cursor = self.cursor, row
        top = self.top
        self.reveal()
        if self.top == top:
            for changed in (before, row):
                self.refresh(Region(0, changed - top + 1, self.size.width, 1))
        self.post_message(self.Moved(self))

    def move(self, movement: str) -> None:
        """Make a movement that is known by name: ``down``, ``page_up``, ``first``."""
        step = step_of(movement, self.page, self.length)
        # By half a page or a whole one the screen scrolls as far as the cursor moves.
        if movement.startswith(("half", "page")) or not self.has_cursor:
            self.go_to(self.top + step)
        if self.has_cursor:
            self.put_cursor(self.cursor + step)

    def line_at(self, y: int) -> Line:
        """The heading, a row, or what stands in an empty view."""
        if y == 0:
            return self.heading_line()
        row = self.top + y - 1
        if row < self.length:
            if row == self.cursor and self.has_cursor:
                return self._cursor_line()
            line = self._lines.get(row)
            if line is None:
                line = self._lines[row] = self.row_line(row)
            return line
        texts = self.why_no_rows() if y > 1 and not self.length else ()
        return fitted([Span(f"  {text}", "muted") for text in texts[y - 2 : y - 1]], self.size.width)

    def _cursor_line(self) -> Line:
        line = self.row_line(self.cursor)
        return line if self._is_below_a_list else with_cursor(line, self.active)

    @property
    def _is_below_a_list(self) -> bool:
        """Whether a list that has a cursor of its own lies on top."""
        top = self.app.screen
        return top is not self.screen and any(rows.has_cursor for rows in top.query(Rows))

    def marker_at(self, row: int) -> int | None:
        """The first of the two cells of the marker that opens and closes a row; ``None``: it has none."""
        return None

    def toggle(self) -> None:
        """Open or close the row under the cursor."""

    def on_click(self, event: events.Click) -> None:
        """Heading: sort; marker: open or close; row: select; again: open."""
        event.stop()
        if event.y == 0:
            self.post_message(self.HeadingClicked(self, event.x))
            return
        row = self.top + event.y - 1
        if row >= min(self.length, self.top + self.page):
            return
        self.put_cursor(row)
        marker = self.marker_at(row)
        if marker is not None and event.x in (marker, marker + 1):
            self.toggle()
        elif event.chain == 2:
            self.post_message(self.Opened(self))

    def scroll_rows(self, rows: int) -> None:
        """Scroll, the cursor with the rows when it would leave the screen."""
        self.go_to(self.top + rows)
        self.put_cursor(max(self.top, min(self.cursor, self.top + self.page - 1)))
        # Other rows are on the screen, even where the cursor stays: the frame counts them.
        self.post_message(self.Moved(self))

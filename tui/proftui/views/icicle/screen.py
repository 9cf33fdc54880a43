"""What stands in each row of the icicle's view, and what of that depends on the selection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted
from proftui.views.icicle.boxes import Icicle, LevelRows, Place, arranged
from proftui.views.icicle.paint import EDGE, Paint, legend_of_changes
from proftui.views.icicle.rows import legend, level_line


class Part(NamedTuple):
    """All that a row's line depends on while the picture is the same: equal parts have equal lines."""

    what: Literal["level", "fold", "list", "legend"]
    number: int
    """The level; how many levels are folded; the row of the list; the first level that is shown."""
    selected: int = -1
    """The box of the level; of a fold whether there is one; of the list its height; levels laid out."""
    hovered: int = -1
    """The box under the mouse."""


class IcicleScreen:
    """A picture in the rows that there are: pinned ancestors, levels, a list below them, the legend."""

    def __init__(
        self,
        picture: Icicle,
        paint: Paint,
        size: tuple[int, int],
        listed: Callable[[int], Sequence[Line]],
    ) -> None:
        """``listed``: what stands below the last level in so many rows."""
        self.picture, self.paint, self.size = picture, paint, size
        self.width, self.height = size
        self.top = 0
        """Levels that are scrolled away."""
        self.rows = self._arranged()
        self._listed = listed
        self._list: tuple[int, Sequence[Line]] = 0, ()

    def _arranged(self) -> LevelRows:
        return arranged(self.picture, max(0, self.height - 1), self.top)

    def scroll(self, top: int) -> None:
        """Show other levels."""
        if top != self.top:
            self.top = top
            self.rows = self._arranged()

    def level_at(self, y: int) -> int | None:
        """The level in a row."""
        pinned, levels = self.rows.pinned, self.rows.levels
        if y < len(pinned):
            return pinned[y]
        y -= len(pinned)
        return levels[y] if 0 <= y < len(levels) else None

    def row_of(self, level: int) -> int | None:
        """The row in which a level stands."""
        pinned, levels = self.rows.pinned, self.rows.levels
        if level in levels:
            return len(pinned) + level - levels.start
        return level - pinned.start if level in pinned else None

    def part(self, y: int, selected: Place | None, hovered: Place | None) -> Part:
        """What stands in a row."""
        rows = self.rows
        if y == self.height - 1:
            return Part("legend", rows.levels.start, len(self.picture.levels), self.picture.complete)
        if rows.folded and y == 0:
            return Part("fold", rows.folded, selected is not None and selected.level < rows.folded)
        level = self.level_at(y)
        if level is None:
            used = len(rows.pinned) + len(rows.levels)
            return Part("list", y - used, self.height - 1 - used)
        return Part("level", level, _number(selected, level), _number(hovered, level))

    def line(self, part: Part) -> Line:
        """The line of a part that stands on the screen."""
        if part.what == "level":
            return level_line(self.picture, part.number, self.paint, part.selected, part.hovered, part.number)
        if part.what == "legend":
            return self._legend()
        if part.what == "fold":
            hidden = figures.plural(part.number, "level")
            text = Span(f"{EDGE}… {hidden} above", "muted")
            return fitted([text], self.width, "cursor" if part.selected else "")
        lines = self._list_of(part.selected)
        return lines[part.number] if part.number < len(lines) else fitted([], self.width)

    def _list_of(self, height: int) -> Sequence[Line]:
        if self._list[0] != height:
            self._list = height, self._listed(height)
        return self._list[1]

    def _legend(self) -> Line:
        picture, rows = self.picture, self.rows
        more = len(picture.levels) - rows.levels.stop
        below = messages.LEVELS_BELOW[picture.complete].format(more) if more else ""
        if self.paint.by_change and self.paint.changes is not None:
            return legend_of_changes(picture, self.paint.changes, self.width, below)
        shown = (*rows.pinned, *rows.levels)
        return legend(picture, shown, self.paint, self.width, below)


def _number(place: Place | None, level: int) -> int:
    return place.number if place is not None and place.level == level else -1

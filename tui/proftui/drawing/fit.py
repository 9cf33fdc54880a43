"""Which columns of figures fit into a row beside a text, and in which cells they stand."""

from __future__ import annotations

from proftui.drawing.figures import bar, percent
from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BAR = "bar"
"""The name of a bar: it belongs to the column before it."""

MOST_TEXT = 110
"""Cells of a name and a location: farther apart they are no longer read as one row."""


class Candidate(NamedTuple):
    """A column as it may stand in a row; all widths in cells."""

    name: str
    width: int
    gap: int = 0
    """Blanks before it, unless it is the first."""
    goes: int = 0
    """How early it is dropped: 1 goes first, 0 never."""
    least: int = 0
    """It goes while the text has fewer cells than this."""
    after: int = 0
    """Blanks behind it, unless it is the last."""
    beside: tuple[str, ...] = ()
    """It stands behind the first of these columns that is there, and nowhere without any of them."""


class Placed(NamedTuple):
    """A column where it stands."""

    name: str
    cells: int
    """Those of the blanks before it and of its figures, which end in the last of them."""
    after: int
    end: int
    """The cell behind its figures."""


class Fit(NamedTuple):
    """The columns of a row of ``width`` cells."""

    width: int
    start: int
    """Cells before the first column."""
    placed: tuple[Placed, ...]
    used: int
    """Cells up to the end of the last column."""
    left: int
    """Cells for the text, which begins two cells behind the last column; below 0 where all is too narrow."""

    def at(self, cell: int) -> str:
        """The name of the column at a cell; nothing in the text."""
        name = ""
        for column in self.placed:
            name = name if column.name == BAR else column.name
            if cell < column.end + column.after:
                return name
        return ""

    def held_together(self) -> Fit:
        """The same columns, with the text no wider than a row is read."""
        return self._replace(left=min(self.left, MOST_TEXT))

    def has(self, name: str) -> bool:
        """Whether the column is there."""
        return any(column.name == name for column in self.placed)

    def heading(self, titles: Mapping[str, str]) -> str:
        """Titles by name of column: they end where the figures end, that of a bar begins where it does."""
        text = " " * self.start
        for name, cells, after, _ in self.placed:
            title = titles.get(name, "")
            text += (title.ljust(cells) if name == BAR else title.rjust(cells)) + " " * after
        return text


def bar_cells(width: int) -> int:
    """Cells of a bar in a table of ``width`` cells."""
    return 6 if width < 100 else min(20, width // 10)


def share_text(name: str, share: float | None, cells: int, longest: float = 100.0) -> str:
    """What stands in ``cells`` cells of a column of shares, or of the bars, which ``longest`` fills."""
    return f" {bar(share, cells - 1, longest)}" if name == BAR else percent(share).rjust(cells)


def fit_columns(columns: Sequence[Candidate], width: int, start: int = 1, behind: int = 0) -> Fit:
    """The columns that fit in ``width`` cells, with ``behind`` cells kept free behind the text."""
    kept = list(columns)
    for column in sorted((column for column in columns if column.goes), key=lambda column: column.goes):
        fitting = _fit(kept, width, start, behind)
        if fitting.left >= column.least:
            return fitting
        kept.remove(column)
    return _fit(kept, width, start, behind)


def _fit(columns: Sequence[Candidate], width: int, start: int, behind: int) -> Fit:
    standing = _standing(columns)
    placed, end = [], start
    for number, column in enumerate(standing):
        cells = column.width + (column.gap if number else 0)
        after = column.after if number < len(standing) - 1 else 0
        placed.append(Placed(column.name, cells, after, end + cells))
        end += cells + after
    # Two blanks before the text and one behind it.
    return Fit(width, start, tuple(placed), end, width - end - 3 - behind)


def _standing(columns: Sequence[Candidate]) -> list[Candidate]:
    """The columns from left to right."""
    standing = [column for column in columns if not column.beside]
    for column in columns:
        names = [other.name for other in standing]
        neighbour = next((name for name in column.beside if name in names), None)
        if neighbour is not None:
            standing.insert(names.index(neighbour) + 1, column)
    return standing

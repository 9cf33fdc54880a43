"""A table is columns over rows: which of them fit beside a text, their heading, and their cells."""

from __future__ import annotations

from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, cut_end, pad
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Title = str | Callable[["Table"], str]

BAR = "bar"
"""The name of a bar: it belongs to the column before it."""

MOST_TEXT = 110
"""Cells of a name and a location: farther apart they are no longer read as one row."""


class Column(NamedTuple):
    """A column as it may stand in a table; all widths in cells."""

    name: str
    """What one sorts by."""
    title: Title
    """Its heading, which may depend on what stands beside it."""
    cells: Callable[[Any, int], Sequence[Span]]
    """A row in so many cells; figures end in the last of them."""
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

    column: Column
    cells: int
    """Those of the blanks before it and of its figures."""
    after: int
    end: int
    """The cell behind its figures."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.column.name

    def title(self, table: Table) -> str:
        """Its heading in a table."""
        return self.column.title if isinstance(self.column.title, str) else self.column.title(table)


class Table(NamedTuple):
    """Columns before a text, in rows of ``width`` cells."""

    width: int
    start: int
    """Cells before the first column."""
    placed: tuple[Placed, ...]
    used: int
    """Cells up to the end of the last column."""
    left: int
    """Cells for the text, which begins two cells behind the last column; below 0 where all is too narrow."""
    left_out: int = 0
    """How many columns do not fit."""

    def at(self, cell: int) -> str:
        """The name of the column at a cell; nothing in the text. A bar belongs to the column before it."""
        name = ""
        for place in self.placed:
            name = name if place.name == BAR else place.name
            if cell < place.end + place.after:
                return name
        return ""

    def held_together(self) -> Table:
        """The same columns, with the text no wider than a row is read."""
        return self._replace(left=min(self.left, MOST_TEXT))

    def has(self, name: str) -> bool:
        """Whether the column is there."""
        return any(place.name == name for place in self.placed)

    @property
    def printed(self) -> Sequence[Placed]:
        """The columns but for bars, of which print has none."""
        return [place for place in self.placed if place.name != BAR]

    def texts(self, row: object, most: int | None = None) -> list[str]:
        """What stands in the first ``most`` of these, or in all."""
        cells = (place.column.cells(row, 0) for place in self.printed[:most])
        return ["".join(span.text for span in spans).strip() for spans in cells]

    def title_texts(self) -> list[str]:
        """Their titles."""
        return [place.title(self).strip() for place in self.printed]

    def row(self, row: object, text: Iterable[Span], first: Sequence[Span] = ()) -> Line:
        """A row with its text; ``first``: what stands in the cells before the first column."""
        return fitted([*self.figures(row, first), *text], self.width)

    def figures(self, row: object, first: Sequence[Span] = ()) -> list[Span]:
        """The cells of a row, and the blanks around them."""
        spans = [*first] if first else [Span(" " * self.start)]
        for column, cells, after, _ in self.placed:
            spans += column.cells(row, cells)
            if after:
                spans.append(Span(" " * after))
        spans.append(Span("  "))
        return spans

    def heading(
        self, text: str, place: str = "", sorted_by: str = "", mark: str = "", *, first: str = ""
    ) -> Line:
        """The titles, those of the text and of what stands at its right too.

        ``mark`` stands before that of the column sorted by; ``first``: in the cells before all.
        """
        spans = self.titles(sorted_by, mark, first=first)
        cells, by_place = self.left - len(place) - 1, sorted_by == "location"
        both = bool(place) and cells > cell_width(text)
        # Where only one of the two fits, it is the one that is sorted.
        if both or not (place and by_place):
            role = "sorted" if sorted_by == "function" else "heading"
            room = cells if both else max(0, self.left)
            # A title of one word is whole, or not there.
            text = "" if place and " " not in text and len(text) > room else text
            shown = pad(cut_end(text, room), room) if place else text
            spans.append(Span(f" {mark if sorted_by == 'function' else ' '}{shown}", role))
        if both or (by_place and 0 < len(place) <= self.left):
            blank = "" if both else " " * (self.left - len(place) + 1)
            spans.append(
                Span(f"{blank}{mark if by_place else ' '}{place}", "sorted" if by_place else "heading")
            )
        return fitted(spans, self.width, "panel")

    def titles(self, sorted_by: str = "", mark: str = "", *, first: str = "") -> list[Span]:
        """The titles of the columns: they end where figures end; that of a bar begins where it does."""
        spans = [Span(first or " " * self.start, "heading")]
        for place in self.placed:
            column, cells, after, _ = place
            title = place.title(self)
            if column.name == sorted_by and cells > cell_width(title):
                spans.append(Span((mark + title).rjust(cells) + " " * after, "sorted"))
                continue
            role = "sorted" if column.name == sorted_by else "heading"
            if column.name == sorted_by and len(spans) == 1:
                spans[0] = Span(spans[0].text[:-1] + mark, role)
            text = title.ljust(cells) if column.name == BAR else title.rjust(cells)
            spans.append(Span(text + " " * after, role))
        return spans


def bar_cells(width: int) -> int:
    """Cells of a bar in a table of ``width`` cells."""
    return 6 if width < 100 else min(20, width // 10)


def fit_columns(columns: Sequence[Column], width: int, start: int = 1) -> Table:
    """The columns that fit in ``width`` cells."""
    kept, every = list(columns), len(columns)
    for column in sorted((column for column in columns if column.goes), key=lambda column: column.goes):
        fitting = _fit(kept, width, start)
        if fitting.left >= column.least:
            return fitting._replace(left_out=every - len(fitting.placed))
        kept.remove(column)
    fitting = _fit(kept, width, start)
    return fitting._replace(left_out=every - len(fitting.placed))


def _fit(columns: Sequence[Column], width: int, start: int) -> Table:
    standing = _standing(columns)
    placed, end = [], start
    for number, column in enumerate(standing):
        cells = column.width + (column.gap if number else 0)
        after = column.after if number < len(standing) - 1 else 0
        placed.append(Placed(column, cells, after, end + cells))
        end += cells + after
    # Two blanks before the text and one behind it.
    return Table(width, start, tuple(placed), end, width - end - 3)


def _standing(columns: Sequence[Column]) -> list[Column]:
    """The columns from left to right."""
    standing = [column for column in columns if not column.beside]
    for column in columns:
        names = [other.name for other in standing]
        neighbour = next((name for name in column.beside if name in names), None)
        if neighbour is not None:
            standing.insert(names.index(neighbour) + 1, column)
    return standing

"""A function on the screen: its name in running text, its name and location in a row."""

from __future__ import annotations

from proftui.analysis.names import Names
from proftui.analysis.recorded_files import basename
from proftui.drawing.line import Line, Span, marked, spread
from proftui.drawing.safe_text import Clean, cell_width, clean, cut_end, shorten_location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.search.query import Query

_FOR_BOTH = 20
"""Cells for name and location."""
_LONGEST_TAIL = 500
"""Characters of a location that are looked at."""
TIMED = " ›5"
"""Marks functions whose lines were measured too."""


def name_and_location(
    names: Names,
    index: int,
    width: int,
    query: Query | None,
    recursive: bool,
    strip_dirs: bool = False,
    timed: bool = False,
    shown_location: str = "",
) -> list[Span]:
    """A function's name at the left of ``width`` cells and where it stands at the right.

    The location loses its head first; the name is cut only when the location is down to ``…py:12``, which
    goes first where there are few cells. ``shown_location`` stands instead of where the function is defined.
    """
    name: str = clean(names.shown_name(index))
    location = clean(shown_location) or location_tail(names, index, strip_dirs)
    tail = " ↻" if recursive else ""
    name_cells = cell_width(name) + len(tail)
    least = (
        min(cell_width(location), len(location.rpartition(":")[2]) + 4) if ":" in location else len(location)
    )
    if timed and width - name_cells - len(TIMED) - 2 >= least:
        # Of all in the row, this mark is the first to go.
        tail += TIMED
        name_cells += len(TIMED)
    left = width - name_cells - 2
    if left < least:
        # In few cells a name says more than the end of a path.
        left = min(least, max(0, width - 8)) if width >= _FOR_BOTH else -2
        name = cut_end(name, max(1, width - left - 2 - len(tail)))
        name_cells = cell_width(name) + len(tail)
    short = shorten_location(location, max(0, left)) if ":" in location or left >= len(location) else ""
    blank = width - name_cells - cell_width(short)
    role = "text" if names.is_mine(index) else "library"
    name_spans = marked(name, query.spans(name, "name", names.label(index)) if query else (), role)
    location_spans = marked(short, _location_ranges(query, location, short, names, index), "muted")
    return [*name_spans, Span(tail, "estimate"), Span(" " * max(0, blank)), *location_spans]


def _location_ranges(
    query: Query | None, whole: str, short: str, names: Names, index: int
) -> list[tuple[int, int]]:
    """Where matches of the whole location stand in its shortened form."""
    if query is None:
        return []
    ranges = query.spans(whole, "location", names.label(index), names.package(index))
    if short == whole:
        return ranges
    tail = short[1:]
    offset = len(whole) - len(tail)
    moved = ((max(start - offset, 0) + 1, end - offset + 1) for start, end in ranges)
    return [(start, end) for start, end in moved if end > start]


def location_tail(names: Names, index: int, strip_dirs: bool = False) -> Clean:
    """Where a function stands; of a path without end only the tail can show."""
    return clean(names.location(index, with_dirs=not strip_dirs)[-_LONGEST_TAIL:], 4 * _LONGEST_TAIL)


def in_words(names: Names, index: int, name: str, figures: list[str], keep: int, width: int) -> Line:
    """A row about a function: name and location at the left, figures at the right.

    The last figures give way to the end of the path, but for ``keep`` of them; the head of the path to the
    first figures. A built-in stands with its recorded name where that fits; below 0 is no function.
    """
    where = least = ""
    if index >= 0:
        where = location_tail(names, index)
        least = where if names.is_builtin(index) else f"…/{basename(where)}"
    while len(figures) > keep and 5 + cell_width(name + least + " · ".join(figures)) > width:
        figures.pop()
    right = f" {' · '.join(figures)} "
    left = width - cell_width(right) - 3
    name = cut_end(name, max(8, left))
    left = max(0, left - cell_width(name))
    if index >= 0 and names.is_builtin(index):
        recorded = clean(names.profile.names[index], 4 * _LONGEST_TAIL)
        where = recorded if cell_width(recorded) <= left else where
    where = shorten_location(where, left) if left > 3 else ""
    return spread([Span(f" {name}", "title"), Span(f"  {where}", "heading")], [Span(right)], width, "panel")


def spoken(names: Names, index: int) -> Clean:
    """A function's name for running text."""
    return clean(names.shown_name(index), 60)

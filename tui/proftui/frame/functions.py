"""A function on the screen: its name in running text, its name and location in a row."""

from __future__ import annotations

from proftui.analysis.names import Names
from proftui.analysis.recorded_files import basename
from proftui.drawing.line import Line, Span, marked, spread
from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import Clean, cell_width, clean, cut_end
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from proftui.analysis.search.query import Query

_FOR_BOTH = 20
"""Cells for name and location."""
_LEAST_CLASS = 4
"""Cells of a class before the name of its method."""
_LEAST_FILE = 10
"""Cells of a file without a line beside the name of its function."""
_LONGEST_TAIL = 500
"""Characters of a location that are looked at."""
TIMED = " ›5"
"""Marks functions whose lines were measured too."""
WAITS = "  waiting"
"""Follows the names of built-ins that wait."""


def name_and_location(
    names: Names,
    index: int,
    width: int,
    query: Query | None,
    recursive: bool,
    strip_dirs: bool = False,
    timed: bool = False,
    shown_location: str = "",
    several: int = 0,
) -> list[Span]:
    """A function's name at the left of ``width`` cells and where it stands at the right.

    The location loses its head first, then the name its class; it is cut only when the location is down to
    ``…py:12``, which goes first where there are few cells. ``shown_location`` stands instead of where the
    function is defined; of several lines in it the first ones are shown. ``several``: for how many of its
    name the function stands.
    """
    name: str = clean(names.shown_name(index))
    location: str = clean(shown_location) or location_tail(names, index, strip_dirs)
    tail = " ↻" if recursive else f" ×{several}" if several > 1 else ""
    if query is None and index in names.texts.qualified:
        # The file says more than the class, and is nowhere else in the row.
        room = width - cell_width(name + tail) - 2
        name = name if room >= cell_width(basename(location)) else last_part(name)
    name_cells = cell_width(name) + len(tail)
    if shown_location:
        location = clean(_fewer_lines(location, width - name_cells - 2))
    least = len(location)
    if ":" in location:
        least = min(cell_width(location), len(location.rpartition(":")[2]) + 4)
    elif not names.is_builtin(index) and not shown_location:
        # A library of machine code, by its name alone: the end of it says which.
        least = min(least, _LEAST_FILE)
    if timed and width - name_cells - len(TIMED) - 2 >= least:
        # Of all in the row, this mark is the first to go.
        tail += TIMED
        name_cells += len(TIMED)
    note = ""
    if names.waits(index):
        # Where there is no room for both, that it waits says more than that it is a built-in.
        if width - name_cells - len(WAITS) - 2 >= least:
            note = WAITS
            name_cells += len(note)
        else:
            location = WAITS.strip()
            least = len(location)
    left = width - name_cells - 2
    if left < least:
        # In few cells a name says more than the end of a path.
        left = min(least, max(0, width - 8)) if width >= _FOR_BOTH else -2
        name = _cut_name(name, max(1, width - left - 2 - len(tail)))
        name_cells = cell_width(name) + len(tail)
    role = "text" if names.is_mine(index) else "library"
    if ":" not in location and left < min(len(location), least):
        location = ""
    location = shorten_location(location, max(0, left))
    blank = width - name_cells - cell_width(location)
    name_spans = marked(name, query.spans(name, "name") if query else (), role)
    matches = query.spans(location, "location", names.package(index)) if query else ()
    where = marked(location, matches, "muted")
    after = (Span(tail, "estimate"), Span(note, "muted"), Span(" " * max(0, blank)))
    return [*name_spans, *after, *where]


def _fewer_lines(location: str, room: int) -> str:
    """``demo.py:58, 61, …`` with as many lines as have room beside the end of the path; at least one."""
    path, colon, lines = location.rpartition(":")
    least = 4 if colon else 0
    while least + len(lines) > room and lines.count(", ") > lines.endswith(", …"):
        lines = lines.removesuffix(", …").rpartition(", ")[0] + ", …"
    return path + colon + lines


def _cut_name(name: str, cells: int) -> str:
    """The name in few cells: its last word, or else its head."""
    last = last_part(name)
    if last == name or cell_width(name) <= cells:
        return cut_end(name, cells)
    left = cells - cell_width(last) - 1
    return f"{cut_end(name[: -len(last) - 1], left)}.{last}" if left >= _LEAST_CLASS else cut_end(last, cells)


def last_part(name: str) -> str:
    """A name without its class, function or package: ``parse`` of ``Vector.parse``."""
    head, _, last = name.rpartition(".")
    return last if last and head.replace(".", "").replace("<locals>", "").isidentifier() else name


def location_tail(names: Names, index: int, strip_dirs: bool = False) -> Clean:
    """Where a function stands; of a path without end only the tail can show."""
    return clean(names.place(index, with_dirs=not strip_dirs)[-_LONGEST_TAIL:], 4 * _LONGEST_TAIL)


def joined(parts: Iterable[str], width: int, keep: int = 1) -> str:
    """Parts with dots between them; the last ones go where there is no room, but for ``keep`` of them."""
    shown = list(filter(None, parts))
    while len(shown) > keep and cell_width(" · ".join(shown)) > width:
        shown.pop()
    return " · ".join(shown)


def in_words(
    names: Names, index: int, name: str, figures: list[str], keep: int, width: int, shown: str = ""
) -> Line:
    """A row about a function: name and location (or what is ``shown`` for it), then figures at the right.

    The last figures give way to the end of the path, but for ``keep`` of them; the head of the path to the
    first figures. A built-in stands with its recorded name where that fits; below 0 is no function.
    """
    where = least = ""
    if index >= 0:
        where = shown or clean(names.location(index)[-_LONGEST_TAIL:], 4 * _LONGEST_TAIL)
        is_path = not names.is_builtin(index) and "/" in where
        least = f"…/{basename(where)}" if is_path else where
    right = f" {joined(figures, width - 6 - cell_width(name + least), keep)} "
    left = width - cell_width(right) - 4
    name = cut_end(name, max(8, left))
    left = max(0, left - cell_width(name))
    if index >= 0 and names.is_builtin(index):
        recorded = clean(names.profile.names[index], 4 * _LONGEST_TAIL)
        where = recorded if recorded != name and cell_width(recorded) <= left else where
    # A part of a line's number would be another line.
    line = where[where.rfind(":") :] if ":" in where else ""
    where = shorten_location(where, left) if left > max(3, cell_width(line)) else ""
    return spread([Span(f" {name}", "title"), Span(f"  {where}", "heading")], [Span(right)], width, "panel")


def spoken(names: Names, index: int) -> Clean:
    """A function's name for running text."""
    return clean(names.shown_name(index), 60)

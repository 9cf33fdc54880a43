"""The Functions table as lines: which columns fit, the heading, and one row."""

from __future__ import annotations

from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.drawing import figures
from proftui.drawing.columns import DROPPED_FIRST, FUNCTION, LOCATION, Column, Figures, columns_of
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import pad
from proftui.frame.functions import name_and_location
from proftui_parsers.import_free import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.search.query import Query

LEAST_ROOM = 12
"""Cells of a name that make a second column of times give way."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A column with its room: ``gap`` blank cells, then ``width`` cells."""

    column: Column
    gap: int
    width: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands in a row of ``width`` cells: figures, a bar after one of them, then the name."""

    width: int
    placed: tuple[Placed, ...]
    bar_after: str
    bar: int
    bar_pad: int
    room: int
    """Cells for function and location."""
    left_out: int
    """How many columns do not fit."""
    shifted: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What the user chose about the figures: hidden columns, columns scrolled away, shares shown or not."""

    hidden: frozenset[str] = frozenset()
    shift: int = 0
    shares: bool = True
    strip_dirs: bool = False


def fit(figs: Figures, width: int, order: Order, look: Look | None = None) -> Layout:
    """The columns that fit in ``width`` cells, leaving the name a decent room."""
    look = look or Look()
    shown = [c for c in columns_of(figs.profile) if c.key not in look.hidden]
    if not look.shares:
        shown = [c for c in shown if not c.key.endswith("%")]
    sorted_time = "cumtime" if order.column in ("cumtime", "cumpercall") else "tottime"
    # A share scrolls away together with its time.
    scrolled = [key for key in dict.fromkeys(c.order for c in shown) if key != order.heading][: look.shift]
    shown = [c for c in shown if c.order not in scrolled]
    # What a narrower screen loses is never more than its own cells.
    wanted = 34 if width >= 80 else max(12, min(20, width // 3), width - 46)
    # Once scrolled, what does not fit goes at the right, as on a sheet.
    going = [c.key for c in reversed(shown)] if scrolled else list(DROPPED_FIRST)
    has_bar = look.shares and "bar" not in look.hidden
    left_out = 0
    while True:
        layout = _placed(figs, width, shown, sorted_time, has_bar, left_out, look)
        if layout.room >= (LEAST_ROOM if going == ["other time"] else wanted) or not going:
            return layout
        drop = going.pop(0)
        if drop == "bar":
            has_bar = False
            continue
        keys = {
            "other %": ["tottime%" if sorted_time == "cumtime" else "cumtime%"],
            "sorted %": [f"{sorted_time}%"],
            "other time": ["tottime" if sorted_time == "cumtime" else "cumtime"],
        }.get(drop, [drop])
        kept = [c for c in shown if c.key not in keys or c.key == order.heading]
        left_out += len(shown) - len(kept)
        shown = kept


def _placed(
    figs: Figures, width: int, shown: Sequence[Column], time: str, has_bar: bool, left_out: int, look: Look
) -> Layout:
    wide = width >= 100
    placed: list[Placed] = []
    for column in shown:
        gap = 0 if not placed else 1 if column.key.endswith("%") or not wide else 2
        placed.append(Placed(column, gap, figs.width(column)))
    keys = [p.column.key for p in placed]
    after = next((key for key in (f"{time}%", time, "tottime%", "tottime") if key in keys), "")
    bar = (10 if wide else 6) if has_bar and after else 0
    # The name stands two cells after the figures; a bar that is followed by figures needs a cell more.
    bar_pad = 1 if bar and wide and keys[-1] != after else 0
    used = 1 + sum(p.gap + p.width for p in placed) + (bar + 1 + bar_pad if bar else 0)
    room = width - used - 3
    return Layout(width, tuple(placed), after, bar, bar_pad, room, left_out, bool(look.shift))


def heading(figs: Figures, layout: Layout, order: Order) -> Line:
    """The column headings, the sorted one marked."""
    spans = [Span("‹" if layout.shifted else " ", "heading")]
    mark = "▾" if order.descending else "▴"
    for placed in layout.placed:
        column = placed.column
        cells = placed.gap + placed.width
        is_sorted = column.order == order.heading and not column.key.endswith("%")
        title = figs.title(column)
        if not is_sorted:
            spans.append(Span(title.rjust(cells), "heading"))
        elif cells > len(title):
            spans.append(Span((mark + title).rjust(cells), "sorted"))
        else:
            spans[-1] = Span(spans[-1].text[:-1] + mark, "sorted") if len(spans) == 1 else spans[-1]
            spans.append(Span(title, "sorted"))
        if column.key == layout.bar_after and layout.bar:
            spans.append(Span(" " * (layout.bar + 1 + layout.bar_pad), "heading"))
    name_room = layout.room - len(LOCATION.title) - 1
    both = name_room >= len(FUNCTION.title)
    by_place = order.heading == LOCATION.order
    # Where there is room for one of the two only, it is the one that is sorted.
    if (both or not by_place) and layout.room >= len(FUNCTION.title):
        title = pad(FUNCTION.title, name_room if both else layout.room)
        is_sorted = order.heading == FUNCTION.order
        spans.append(Span(f" {mark if is_sorted else ' '}{title}", "sorted" if is_sorted else "heading"))
    if both or (by_place and layout.room >= len(LOCATION.title)):
        title = (mark if by_place else " ") + LOCATION.title
        blank = "" if both else " " * (layout.room - len(LOCATION.title) + 1)
        spans.append(Span(blank + title, "sorted" if by_place else "heading"))
    return fitted(spans, layout.width, "panel")


def row(figs: Figures, names: Names, layout: Layout, index: int, query: Query | None, look: Look) -> Line:
    """The row of function ``index``; its first cell is left for the cursor."""
    spans = [Span(" ")]
    own = figs.value("tottime%", index)
    for placed in layout.placed:
        key = placed.column.key
        spans.append(
            Span(figs.text(key, index).rjust(placed.gap + placed.width), _role(figs, key, index, own))
        )
        if key == layout.bar_after and layout.bar:
            value = figs.value(f"{key.rstrip('%')}%", index)
            spans.append(Span(f" {figures.bar(value, layout.bar)}{' ' * layout.bar_pad}", figures.heat(own)))
    spans.append(Span("  "))
    # Where calls were measured too, line times are something to point at.
    timed = figs.profile.has_edges and index in figs.profile.lines
    recursive = figs.recursive(index)
    spans.extend(name_and_location(names, index, layout.room, query, recursive, look.strip_dirs, timed))
    return fitted(spans, layout.width)


def _role(figs: Figures, key: str, index: int, own: float | None) -> str:
    if key.endswith("%"):
        return figures.heat(own)
    if key in ("tottime", "cumtime") and figures.reads_as_zero(figs.value(key, index), figs.unit):
        return "muted"
    return "text"

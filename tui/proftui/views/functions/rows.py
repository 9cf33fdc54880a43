"""The Functions table as lines: which columns fit, the heading, and one row."""

from __future__ import annotations

from math import isfinite

from proftui import messages
from proftui.analysis.columns import (
    BAR_GOES,
    BOUNDS,
    COLUMNS,
    PER_CALL,
    SHAPED,
    SHARE,
    SORTED_SHARE_GOES,
    TIME,
    Column,
    Figures,
    columns_of,
    text_columns_of,
    value_of,
)
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.drawing import figures
from proftui.drawing.fit import BAR, Candidate, Fit, bar_cells, fit_columns
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import pad
from proftui.frame import breakpoints
from proftui.frame.functions import name_and_location
from proftui_parsers.import_free import dataclass
from proftui_parsers.waiting import waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from proftui.analysis.search.query import Query

OF_BUSY = "%busy"
"""Heads shares of the run without waits."""
_WORKED_OUT = ("tottime", "recorded_own", "folded")
"""What of a profile is not known as soon as it is known what is hidden."""
OF_SHOWN = "% in"
"""Heads shares of what a focus leaves."""
_WIDEST_SHARE = 5
_LEAST_NAME = 12
"""Cells of a name that make a second column of times give way."""
_LEAST_BESIDE_CALL = 42
"""Cells of function and location that make times per call give way on a wide table."""
_FOLDED_FROM = 100
"""Cells from which on own time stands taken apart where something is hidden."""
CHANGE_CELLS = 9
"""Cells of a change in place of a bar, beside which a wide column stays blank."""
_LEAST_BESIDE_BAR = 26
"""Cells of function and location that make the bar give way."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands in a row: columns of figures with a bar among them, then function and location."""

    fit: Fit
    left_out: int
    """How many columns do not fit."""
    shifted: bool = False
    bar_of: str = ""
    """The time that the bars show."""
    longest: float = 0.0
    """Seconds of a full bar."""
    busy: float | None = None
    """Seconds of the run without waits, where shares are of these."""
    within: float | None = None
    """Seconds of what a focus leaves, where shares are of these."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the user chose about the figures: hidden columns, columns scrolled away, shares shown or not."""

    hidden: frozenset[str] = frozenset()
    shift: int = 0
    shares: bool = True
    strip_dirs: bool = False
    busy: float | None = None
    """As of a layout."""
    is_open: bool = False
    """Whether own times are being worked out: of them nothing stands there yet."""
    within: float | None = None
    """As of a layout."""
    change: Callable[[str, int, int], Span | None] | None = None
    """What became of a column of a function, in so many cells, where it stands in place of its bar."""


def fit(
    figs: Figures,
    width: int,
    order: Order,
    look: Look | None = None,
    rows: Sequence[int] | None = None,
    screen: int = 0,
) -> Layout:
    """The columns that fit in ``width`` cells, leaving the name enough of them.

    ``rows``: the functions of the list as sorted, all of them if not given; the largest has a full bar,
    so that bars neither jump in scrolling nor vanish in a filter. ``screen``: cells of the whole screen,
    where the table has a part of it.
    """
    look = look or Look()
    shown = _wanted(figs, look)
    # A share scrolls away together with its time.
    scrolled = [key for key in dict.fromkeys(c.order for c in shown) if key != order.heading][: look.shift]
    shown = [c for c in shown if c.order not in scrolled]
    roomy = bool(scrolled) or breakpoints.has_per_call(screen or width)
    offered = [c for c in shown if roomy or c.kind != PER_CALL or c.key == order.heading]
    if width < _FOLDED_FROM and not scrolled:
        narrow = [c for c in offered if c.key not in SHAPED and c.kind != BOUNDS]
        offered = [c for c in offered if c in narrow or c.key == order.heading]
    fitting = fit_columns(_candidates(figs, width, order, offered, look, bool(scrolled)), width)
    names = [placed.name for placed in fitting.placed]
    if BAR not in names:
        return Layout(fitting, len(shown) - len(names), bool(look.shift), busy=look.busy, within=look.within)
    time = names[names.index(BAR) - 1].removesuffix("%")
    if look.busy is not None:
        rows = range(figs.profile.count) if rows is None else rows
        longest = figs.largest(time, [index for index in rows if not waits(figs.profile, index)])
    else:
        longest = _longest(figs, time, rows, order)
    left_out = len(shown) + 1 - len(names)
    return Layout(fitting, left_out, bool(look.shift), time, longest, look.busy, look.within)


def _wanted(figs: Figures, look: Look) -> list[Column]:
    """The columns that the user has not hidden."""
    shown = [c for c in columns_of(figs.profile) if c.key not in look.hidden]
    if not look.shares:
        return [c for c in shown if not c.key.endswith("%")]
    # How much of a cumulative time is waits nobody knows.
    return shown if look.busy is None else [c for c in shown if c.key != "cumtime%"]


def _longest(figs: Figures, time: str, rows: Sequence[int] | None, order: Order) -> float:
    """Seconds of the largest of ``rows``, which are in that order."""
    if rows is None:
        return figs.largest(time, range(figs.profile.count))
    if order.column == time and rows:
        # What is not finite stands last, in either direction.
        ends = [value_of(figs.profile, COLUMNS[time], index) or 0.0 for index in (rows[0], rows[-1])]
        if isfinite(sum(ends)):
            return max(ends)
    return figs.largest(time, rows)


def _candidates(
    figs: Figures, width: int, order: Order, shown: Sequence[Column], look: Look, scrolled: bool
) -> list[Candidate]:
    """The columns with the order in which they go; the sorted one never does."""
    time = _time_sorted(order)
    by_call = order.column in ("percall", "cumpercall")
    wide = width >= 100
    # What a narrower screen loses is never more than its own cells.
    wanted = 32 if width >= 80 else max(12, min(18, width // 3), width - 48)
    candidates = []
    for number, column in enumerate(shown):
        # The second cell is for the mark of the sorted heading.
        gap = 1 if column.kind == SHARE or (width < 60 and column.key != order.heading) else 2
        goes, least = column.goes, wanted
        if scrolled:
            # What does not fit goes at the right, as on a sheet.
            goes = len(shown) - number
        elif column.order == time or (look.busy is not None and column.kind == SHARE):
            goes = SORTED_SHARE_GOES if column.kind == SHARE else 0
        elif column.kind == TIME:
            # Beside a time per call that is sorted by, it goes before the bar does.
            goes, least = (BAR_GOES, wanted) if by_call else (goes, _LEAST_NAME)
        elif column.kind == PER_CALL and wide:
            least = _LEAST_BESIDE_CALL
        goes = 0 if column.key == order.heading else goes
        # The first column has no blank before it, in which a mark could stand.
        marked = not number and figs.shaped is not None and figs.shaped.estimates_calls
        cells = figs.width(column) + marked
        if look.within is not None and column.kind == SHARE:
            cells = max(cells, _WIDEST_SHARE)
        candidates.append(Candidate(column.key, cells, gap, goes, least))
    if look.shares and BAR not in look.hidden:
        # A bar that is followed by figures needs a cell more.
        goes, least = 0 if scrolled else BAR_GOES, min(_LEAST_BESIDE_BAR, wanted)
        beside = beside_bar(order)
        candidates.append(Candidate(BAR, bar_cells(width), 1, goes, least, int(wide), beside))
    return candidates


def beside_bar(order: Order) -> tuple[str, ...]:
    """The columns behind the first of which the bar stands; without any of them there is none."""
    time = _time_sorted(order)
    return (f"{time}%", time, "tottime%", "tottime")


def _time_sorted(order: Order) -> str:
    return "cumtime" if order.column in ("cumtime", "cumpercall") else "tottime"


def heading(figs: Figures, layout: Layout, order: Order, *, changes: bool = False) -> Line:
    """The column headings, the sorted one marked; ``changes``: what stands in place of bars has one too."""
    spans = [Span("‹" if layout.shifted else " ", "heading")]
    mark = "▾" if order.descending else "▴"
    titles = {column.key: figs.title(column) for column in columns_of(figs.profile)}
    if layout.busy is not None:
        titles["tottime%"] = OF_BUSY
    if layout.within is not None:
        titles |= dict.fromkeys(("tottime%", "cumtime%"), OF_SHOWN)
    if changes:
        titles[BAR] = messages.COMPARED_COLUMNS["change"]
    for name, cells, after, _ in layout.fit.placed:
        title = titles.get(name, "")
        if name == BAR:
            # A change ends where its heading does.
            title = title.rjust(min(cells, CHANGE_CELLS + 1)).ljust(cells)
        if name != order.heading:
            spans.append(Span(title.rjust(cells) + " " * after, "heading"))
        elif cells > len(title):
            spans.append(Span((mark + title).rjust(cells), "sorted"))
        else:
            spans[-1] = Span(spans[-1].text[:-1] + mark, "sorted") if len(spans) == 1 else spans[-1]
            spans.append(Span(title, "sorted"))
    left = layout.fit.left
    name_column, place = text_columns_of(figs.profile)
    name_cells = left - len(place.title) - 1
    both = name_cells > len(name_column.title)
    by_location = order.heading == place.order
    # Where only one of the two fits, it is the one that is sorted.
    if (both or not by_location) and left >= len(name_column.title):
        title = pad(name_column.title, name_cells if both else left)
        is_sorted = order.heading == name_column.order
        spans.append(Span(f" {mark if is_sorted else ' '}{title}", "sorted" if is_sorted else "heading"))
    if both or (by_location and left >= len(place.title)):
        title = (mark if by_location else " ") + place.title
        blank = "" if both else " " * (left - len(place.title) + 1)
        spans.append(Span(blank + title, "sorted" if by_location else "heading"))
    return fitted(spans, layout.fit.width, "panel")


def row(figs: Figures, names: Names, layout: Layout, index: int, query: Query | None, look: Look) -> Line:
    """The row of function ``index``; its first cell is left for the cursor."""
    spans = [Span(" ")]
    for key, cells, after, _ in layout.fit.placed:
        if look.is_open and COLUMNS.get(key, COLUMNS["tottime"]).of in _WORKED_OUT:
            spans.append(Span((" " if key == BAR else "…").rjust(cells) + " " * after, "muted"))
        elif key == BAR and look.change and (span := look.change(layout.bar_of, index, cells - 1)):
            spans += [Span(" "), span, Span(" " * after)]
        elif key == BAR:
            # Without waits, those that wait are no part of what is compared.
            left_out = layout.busy is not None and names.waits(index)
            time = None if left_out else figs.value(layout.bar_of, index)
            bar = figures.bar(time, cells - 1, layout.longest)
            spans.append(Span(f" {bar}{' ' * after}", _role(figs, layout, f"{layout.bar_of}%", index)))
        else:
            text = _text(figs, layout, key, index).rjust(cells)
            spans += _marked(figs, key, index, text, cells, _role(figs, layout, key, index))
    spans.append(Span("  "))
    # Where calls were measured too, line times are something to point at.
    profile = figs.profile
    timed = profile.has_edges and index in profile.lines and not profile.grouped_by
    recursive = figs.recursive(index)
    spans.extend(name_and_location(names, index, layout.fit.left, query, recursive, look.strip_dirs, timed))
    return fitted(spans, layout.fit.width)


def _marked(figs: Figures, key: str, index: int, text: str, cells: int, role: str) -> list[Span]:
    """A figure; of an estimate with ``≈`` in the cell before the column, so that digits stay aligned."""
    # A heading of two words is wider than what it stands above.
    width = figs.widest(COLUMNS[key]) if key == "inside" else figs.width(COLUMNS[key])
    at = cells - width - 1
    if COLUMNS[key].kind in (SHARE, BOUNDS) or at < 0 or figs.bounds(key, index) is None:
        return [Span(text, role)]
    return [Span(text[:at]), Span("≈", "estimate"), Span(text[at + 1 :], role)]


def figures_of(figs: Figures, look: Look, index: int) -> list[str]:
    """The figures of function ``index`` in all columns that are not hidden, whether there is room or not."""
    return [_text(figs, look, column.key, index) for column in _wanted(figs, look)]


def _text(figs: Figures, of: Layout | Look, key: str, index: int) -> str:
    if of.within is not None and key in ("tottime%", "cumtime%"):
        return figures.percent(_share(figs, of, index, key.removesuffix("%")))
    if of.busy is not None and key == "tottime%":
        return figures.percent(_share(figs, of, index))
    return figs.text(key, index)


def _share(figs: Figures, of: Layout | Look, index: int, key: str = "tottime") -> float | None:
    """A time in percent of the run; own time also of the run without waits, in which nothing waits.

    Or else of what a focus leaves.
    """
    if of.within is not None:
        return figures.share(figs.value(key, index), of.within)
    if of.busy is None:
        return figs.value(f"{key}%", index)
    return None if waits(figs.profile, index) else figures.share(figs.value(key, index), of.busy)


def _role(figs: Figures, layout: Layout, key: str, index: int) -> str:
    """Heat is of own time, and stands on nothing else: on its share, or without that on the time itself."""
    if key in ("tottime", "cumtime") and figures.reads_as_zero(figs.value(key, index), figs.unit):
        return "muted"
    if key == "tottime%" or (key == "tottime" and not layout.fit.has("tottime%")):
        return figures.heat(_share(figs, layout, index))
    return "library" if key == "cumtime%" else "text"

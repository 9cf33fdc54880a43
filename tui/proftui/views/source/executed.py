"""What stands beside a line that was seen executing: its own time, its time with callees, what it calls."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.columns import Figures
from proftui.analysis.stacktree.lines import UNKNOWN, Executed
from proftui.drawing import figures
from proftui.drawing.figures import Unit, heat
from proftui.drawing.glyphs import ARROW
from proftui.drawing.line import Span
from proftui.drawing.table import BAR, Column, bar_cells
from proftui_parsers.import_free import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.source.listing import Listing

OWN, CUM, CALLS = "own", "cum", "calls"
"""Names of the columns."""


class ExecutedRow(NamedTuple):
    """A line that was seen executing; without figures, one that was not."""

    number: str
    role: str
    """Of the number."""
    figures: Executed | None
    share: float | None
    """Its time with callees, percent of the function's."""
    own_share: float | None
    """Its own time."""


def row_of(shown: Listing, number: int, role: str) -> ExecutedRow:
    """The row of a line."""
    line, whole = shown.executed.get(number), shown.whole(number)
    own, cum = (None, None) if line is None else (line.own, line.cum)
    shares = figures.share(cum, whole), figures.share(own, whole)
    return ExecutedRow(number_text(number), "muted" if line is None else role, line, *shares)


def titles(unit: Unit, shown: Listing) -> dict[str, str]:
    """The headings; samples are whole numbers, which need no unit."""
    with_unit = {key: figures.titled(key, unit) if unit.decimals else key for key in (OWN, CUM)}
    return {**with_unit, CALLS: CALLS if _is_counted(shown) else ""}


def columns(figs: Figures, shown: Listing, width: int, shares: bool, longest: float) -> list[Column]:
    """The columns behind the numbers of lines; ``longest``: the share, percent, that has a full bar."""
    lines, headed, unit = shown.executed.values(), titles(figs.unit, shown), figs.unit

    def time(seconds: float, cells: int) -> Sequence[Span]:
        faint = not seconds or figures.reads_as_zero(seconds, unit)
        return (Span(figures.time(seconds, unit).rjust(cells), "muted" if faint else "text"),)

    def bar(row: ExecutedRow, cells: int) -> Sequence[Span]:
        own, rest = figures.bar_in_two(row.own_share, row.share, cells - 1, longest)
        return Span(f" {own}", heat(row.share)), Span(rest, "muted")

    def share(row: ExecutedRow, cells: int) -> Sequence[Span]:
        return (Span(figures.percent(row.share).rjust(cells), heat(row.share)),)

    owns = [headed[OWN], *(figures.time(line.own, unit) for line in lines)]
    cums = [headed[CUM], *(figures.time(line.cum, unit) for line in lines)]
    made = [
        Column(OWN, owns[0], lambda row, cells: time(row.figures.own, cells), max(7, *map(len, owns)) + 2),
        Column(CUM, cums[0], lambda row, cells: time(row.figures.cum, cells), max(7, *map(len, cums)) + 2),
    ]
    if shares:
        made.append(Column("share", "%", share, 6))
        made.append(Column(BAR, "", bar, bar_cells(width) - 1, 1))
    calls = [headed[CALLS], *map(calls_text, lines)]
    if any(calls):
        cells, width = lambda row, cells: (Span(calls_text(row.figures).rjust(cells)),), max(map(len, calls))
        made.append(Column(CALLS, headed[CALLS], cells, width + 2))
    return made


def _is_counted(shown: Listing) -> bool:
    return any(call.ncalls is not None for line in shown.executed.values() for call in line.calls)


def calls_text(line: Executed) -> str:
    """``→``: it calls something; ``→121×``: so often."""
    counted = [call.ncalls for call in line.calls if call.ncalls is not None]
    return f"{ARROW}{sum(counted)}×" if counted else ARROW if line.calls else ""


def number_text(number: int) -> str:
    """The number of a line, ``—`` for what is known of no line."""
    return figures.NOT_MEASURED if number == UNKNOWN else str(number)


def in_words(figs: Figures, shown: Listing, number: int, width: int) -> list[str]:
    """What was measured on a line, in parts; the last ones give way where there are few cells."""
    line = shown.executed.get(number)
    if line is None:
        return [messages.LINE_NOT_SEEN]
    own = figures.thousands(figures.time(line.own, figs.unit))
    error = shown.errors.get(number)
    part = figures.percent(figures.share(line.own, figs.profile.total_time))
    if width >= 100 and error is not None and part:
        within = messages.SHARE_OF_RUN.format(part, figures.percent(error))
        own = f"{figures.with_unit(line.own, figs.unit)} {within}"
    said = [f"own {own}", f"cum {figures.with_unit(line.cum, figs.unit)}"]
    if number == UNKNOWN:
        said.insert(0, messages.NO_LINE)
    return said

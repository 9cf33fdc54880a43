"""What stands beside a line that was seen executing: its own time, its time with callees, what it calls."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.columns import Figures
from proftui.analysis.stacktree.lines import UNKNOWN, Executed
from proftui.drawing import figures
from proftui.drawing.figures import Unit, heat
from proftui.drawing.fit import BAR, Candidate, Fit, bar_cells
from proftui.drawing.glyphs import ARROW
from proftui.drawing.line import Span
from proftui_parsers.consistency import whole_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing

OWN, CUM, CALLS = "own", "cum", "calls"
"""Names of the columns."""


def titles(unit: Unit, shown: Listing) -> dict[str, str]:
    """The headings; samples are whole numbers, which need no unit."""
    with_unit = {key: figures.titled(key, unit) if unit.decimals else key for key in (OWN, CUM)}
    return {**with_unit, CALLS: CALLS if _is_counted(shown) else ""}


def candidates(figs: Figures, shown: Listing, width: int, shares: bool) -> list[Candidate]:
    """The columns behind the numbers of lines."""
    lines, headed = shown.executed.values(), titles(figs.unit, shown)
    own = [headed[OWN], *(figures.time(line.own, figs.unit) for line in lines)]
    cum = [headed[CUM], *(figures.time(line.cum, figs.unit) for line in lines)]
    columns = [Candidate(key, max(7, *map(len, texts)) + 2) for key, texts in ((OWN, own), (CUM, cum))]
    if shares:
        columns += [Candidate("share", 6), Candidate(BAR, bar_cells(width) - 1, 1)]
    calls = [headed[CALLS], *map(calls_text, lines)]
    return [*columns, Candidate(CALLS, max(map(len, calls)) + 2)] if any(calls) else columns


def _is_counted(shown: Listing) -> bool:
    return any(call.ncalls is not None for line in shown.executed.values() for call in line.calls)


def calls_text(line: Executed) -> str:
    """``→``: it calls something; ``→121×``: so often."""
    counted = [call.ncalls for call in line.calls if call.ncalls is not None]
    return f"{ARROW}{sum(counted)}×" if counted else ARROW if line.calls else ""


def number_text(number: int) -> str:
    """The number of a line, ``—`` for what is known of no line."""
    return figures.NOT_MEASURED if number == UNKNOWN else str(number)


def spans(fit: Fit, unit: Unit, shown: Listing, number: int, longest: float) -> list[Span]:
    """What stands behind the number of a line, which has figures."""
    line, whole = shown.executed[number], shown.whole(number)
    share, made = figures.share(line.cum, whole), []
    for name, cells, _, _ in fit.placed[1:]:
        if name == BAR:
            own, rest = figures.bar_in_two(figures.share(line.own, whole), share, cells - 1, longest)
            made += [Span(f" {own}", heat(share)), Span(rest, "muted")]
        elif name == "share":
            made.append(Span(figures.percent(share).rjust(cells), heat(share)))
        elif name == CALLS:
            made.append(Span(calls_text(line).rjust(cells)))
        else:
            time = line.own if name == OWN else line.cum
            faint = not time or figures.reads_as_zero(time, unit)
            made.append(Span(figures.time(time, unit).rjust(cells), "muted" if faint else "text"))
    return made


def in_words(figs: Figures, shown: Listing, number: int, width: int) -> list[str]:
    """What was measured on a line, in parts; the last ones give way where there are few cells."""
    line = shown.executed.get(number)
    if line is None:
        return [messages.LINE_NOT_SEEN]
    own = figures.thousands(figures.time(line.own, figs.unit))
    error = shown.errors.get(number)
    part = figures.percent(figures.share(line.own, whole_time(figs.profile)))
    if width >= 100 and error is not None and part:
        within = messages.SHARE_OF_RUN.format(part, figures.percent(error))
        own = f"{figures.with_unit(line.own, figs.unit)} {within}"
    said = [f"own {own}", f"cum {figures.with_unit(line.cum, figs.unit)}"]
    if number == UNKNOWN:
        said.insert(0, messages.NO_LINE)
    return said

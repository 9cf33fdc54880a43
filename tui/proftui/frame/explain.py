"""How the figures of a row came about, in at most six rows: what each is made of, what it lies between."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from proftui import messages
from proftui.analysis import calls
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.calltree.plans import IMPORTS
from proftui.analysis.columns import (
    COUNT,
    PER_CALL,
    SHAPED,
    TIME,
    Column,
    call_titles,
    columns_of,
    counts_title,
    has_counts,
)
from proftui.analysis.neighbours import CUMTIME, Neighbour
from proftui.analysis.recorded_files import basename
from proftui.drawing import figures
from proftui.drawing.line import Span, width_of
from proftui.drawing.safe_text import Clean, cell_width, clean, cut_end
from proftui.frame.functions import spoken
from proftui.frame.nodes import calls_text, estimate_mark, is_sure, spoken_node
from proftui.frame.sentences import meaning
from proftui.state.session import Session
from proftui.state.stand_ins import shown_as
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from proftui.analysis.imports.tree import ImportNode
    from proftui.analysis.source.listing import Listing
    from proftui.analysis.source.sites import Site
    from proftui.drawing.figures import Unit
    from proftui.state.session import Session

MOST = 6
"""Rows of an explanation."""
WIDTH = 74
"""Cells of the sheet: a page that is read, on the smallest terminal too."""
_LABEL = 9
_MOST_DIGITS = 15
_FEWEST = 3
"""Digits that a time has at least which reads as zero otherwise."""


class Row(NamedTuple):
    """A figure with what it is called, and what it is made of; or only a sentence."""

    label: str
    figure: str = ""
    what: str = ""


class Explanation(NamedTuple):
    """What is explained, and its figures."""

    name: str
    figures: Sequence[Row]

    def rows(self) -> list[Sequence[Span]]:
        """The sheet."""
        cells = max((cell_width(row.figure) for row in self.figures[:MOST]), default=0)
        rows: list[Sequence[Span]] = []
        for label, figure, what in self.figures[:MOST]:
            first = [Span(label.ljust(_LABEL), "title"), Span(f"{figure.rjust(cells)}  ")] if figure else []
            rows.append([*first, Span(cut_end(clean(what, WIDTH), WIDTH - width_of(first)), "muted")])
        return rows


def in_digits(value: float, unit: Unit = figures.SECONDS) -> str:
    """A time in running text that never reads as zero if it is not: ``2,583.348``, ``0.0000123``."""
    number, decimals = value * unit.per_second, unit.decimals
    if number and math.isfinite(number):
        first = -math.floor(math.log10(abs(number)))
        if first > 0:
            decimals = max(decimals, min(first + _FEWEST - 1, _MOST_DIGITS))
    text = f"{number:z.{decimals}f}"
    return figures.thousands(text) if len(text) <= figures.WIDEST else f"{number:.{decimals}e}"


def amount(session: Session, seconds: float) -> str:
    """A time with its unit, in so many digits that it is never read as nothing."""
    unit = session.figures.unit
    return figures.counted_in(in_digits(seconds, unit), unit)


def between(session: Session, low: float, high: float) -> str:
    """What an estimate lies between."""
    if low == -math.inf:
        return messages.NOT_PROVEN
    unit = session.figures.unit
    return messages.BETWEEN.format(in_digits(low, unit), amount(session, high))


def share(part: float, whole: float, of: str) -> str:
    """A share and what it is of; nothing where that makes no sense."""
    percent = figures.percent(figures.share(part, whole))
    return f"{percent} % {of}" if percent else ""


def said(*parts: str) -> str:
    """What is known of a figure."""
    return " · ".join(filter(None, parts))


# Functions


def function(session: Session, index: int) -> Explanation:
    """The figures of a row of Functions."""
    profile, figs = session.profile, session.figures
    shown = shown_as(session, index) if profile.grouped_by else index
    if shown is None:
        return Explanation("", [])
    columns = [c for c in columns_of(profile) if c.kind in (COUNT, TIME, PER_CALL) and c.key not in SHAPED]
    known = [column for column in columns if figs.value(column.key, shown) is not None]
    rows = [_of_column(session, column, shown) for column in known]
    if not rows:
        rows = [Row("", "", messages.ONLY_A_CALLER)]
    return Explanation(spoken(session.names, shown), rows)


def _of_column(session: Session, column: Column, index: int) -> Row:
    """A figure in a column."""
    figs, title = session.figures, column.title.removeprefix("calls ")
    value = figs.value(column.key, index) or 0.0
    bounds = figs.bounds(column.key, index)
    mark = "" if bounds is None else "≈ "
    what = meaning(column).partition(";")[0]
    if column.kind == COUNT:
        return Row(title, mark + figures.thousands(figs.text(column.key, index)), what)
    if column.kind == PER_CALL:
        return Row(title, mark + figures.per_call(value), what)
    if bounds is not None:
        what = between(session, bounds.low, bounds.high)
    return Row(title, mark + amount(session, value), what)


# A caller or callee


def edge(session: Session, selection: int, caller: int, callee: int) -> Explanation:
    """The figures of calls of one function by another, in Calls of ``selection``."""
    names, profile = session.names, session.profile
    found = (row for row in calls.callers(profile, callee) if row.function == caller)
    name = f"{spoken(names, caller)} → {spoken(names, callee)}"
    return Explanation(name, [row for one in found for row in _of_edge(session, selection, one)])


def _of_edge(session: Session, selection: int, row: Neighbour) -> Iterator[Row]:
    profile, titles = session.profile, call_titles(session.profile)
    counted, own, time = messages.EDGE_OF[profile.measure.sampled]
    if row.ncalls is not None and has_counts(profile):
        yield Row(
            titles["ncalls"], figures.thousands(figures.ncalls(row.ncalls, row.primitive_calls)), counted
        )
    if row.tottime is not None:
        yield Row(titles["tottime"], amount(session, row.tottime), own)
    if row.cumtime is None:
        return
    whole = profile.cumtime[selection] if profile.cumtime and selection < profile.count else 0.0
    part = share(row.cumtime, whole, messages.OF_CUMTIME.format(spoken(session.names, selection)))
    mark = "≈ " if row.estimated & CUMTIME else ""
    yield Row(titles["cumtime"], mark + amount(session, row.cumtime), part or time)


def node(session: Session, tree: CallTree, here: CallNode) -> Explanation:
    """The figures of a node, those that matter most first."""
    return Explanation(spoken_node(session.names, here), [*_rows(session, tree, here)])


def _rows(session: Session, tree: CallTree, here: CallNode) -> Iterator[Row]:
    profile, unit = session.profile, session.figures.unit
    mark = "≈ " if estimate_mark(here, tree.total, unit) else ""
    is_time = profile.measure.unit == "s"
    label = "own" if tree.inverted else "time" if is_time else "cum"
    is_told = tree.inverted or not checked(profile).contradicts
    part = share(here.time, tree.total, messages.OF_RUN) if is_told else ""
    yield Row(label, mark + amount(session, here.time), _kind(here) or part)
    if mark:
        yield Row("", "", between(session, here.low, here.high))
    if here.kind == "function" and not tree.inverted:
        yield _own(session, tree, here)
    if here.calls is not None and here.function >= 0 and not tree.inverted and has_counts(profile):
        counted = messages.EXACT_CALLS if here.calls_exact else messages.CALLS_IN_PROPORTION
        yield Row(counts_title(profile), figures.thousands(calls_text(here)), counted)
    if mark and here.kind != "rest":
        yield Row("", "", messages.LOOK_STACKS)


def _kind(here: CallNode) -> str:
    """What the node stands for, where it is more or less than a function."""
    if here.kind == "cycle":
        return messages.CYCLE_IS.format(here.count)
    if here.kind == "rest":
        return messages.TOO_SMALL_ADDED_UP.format(figures.plural(here.count, "node"))
    if here.key == IMPORTS:
        return messages.MODULES_TOGETHER
    if here.kind == "unattributed" or here.key == -1:
        return messages.LEFT_TO_NOBODY
    return messages.CALL_BACK if here.kind == "recursion" else ""


def _own(session: Session, tree: CallTree, here: CallNode) -> Row:
    sure = is_sure(here.own_low, here.own_high, tree.total, session.figures.unit)
    own = ("" if sure else "≈ ") + amount(session, here.own)
    within = "" if sure or not here.bounded else between(session, here.own_low, here.own_high)
    return Row("own", own, said(within, share(here.own, here.time, messages.OF_ITS_TIME)))


def source_line(session: Session, listing: Listing, number: int) -> Explanation:
    """The figures beside a line."""
    file = basename(session.recorded_names.location(listing.function).rpartition(":")[0])
    name = clean(f"{file}:{number}" if number else file, 60)
    return Explanation(name, [*_of_line(session, listing, number)] or [Row("", "", messages.LINE_QUIET)])


def _of_line(session: Session, listing: Listing, number: int) -> Iterator[Row]:
    time, line = listing.times.get(number), listing.executed.get(number)
    owner = spoken(session.recorded_names, listing.owners.get(number, listing.function))
    if time is not None:
        what, counted, took = messages.OF_LINE[listing.of_samples]
        part = share(time.time, listing.whole(number) or 0.0, messages.OF_ITS_LINES.format(owner))
        if time.hits >= 0:
            yield Row(what, f"{time.hits:,}", counted)
        yield Row("time", amount(session, time.time), said(part, took))
        if time.hits > 0 and not listing.of_samples:
            yield Row(messages.PER_HIT, figures.per_call(time.time / time.hits))
    if line is not None:
        error, run = listing.errors.get(number), session.whole
        within = "" if error is None or not run else messages.WITHIN.format(figures.percent(error))
        yield Row(
            "own",
            amount(session, line.own),
            said(share(line.own, run, messages.OF_RUN), within, messages.LINE_OWN),
        )
        yield Row("cum", amount(session, line.cum), messages.LINE_CUM)
    for site in (*listing.calls_of(number), *listing.joint_calls_of(number)):
        yield _site(session, site)


def _site(session: Session, site: Site) -> Row:
    """Calls that a line made, alone or it and others."""
    figure, name = site.figures, spoken(session.recorded_names, site.callee)
    counted = f"{figure.ncalls:,}× " if figure.ncalls is not None else ""
    time = amount(session, figure.cumtime) if figure.cumtime is not None else figures.NOT_MEASURED
    joint = messages.LINE_JOINT if site.joint else ""
    return Row("call", f"{counted}{time}", said(messages.LINE_CALLS.format(name), joint))


def module(session: Session, here: ImportNode, name: Clean) -> Explanation:
    """A row of Imports."""
    rows = []
    if here.own is not None:
        rows.append(Row("own", amount(session, here.own), messages.IMPORT_OWN))
    if here.time is not None:
        part = share(here.time, session.whole, messages.OF_RUN)
        rows.append(Row("time", amount(session, here.time), said(part, messages.IMPORT_ALL)))
    if here.likely:
        rows.append(Row("", "", messages.IMPORT_LIKELY))
    return Explanation(name, rows)

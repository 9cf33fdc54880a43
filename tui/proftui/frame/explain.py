"""How the figures of a row came about, in words and as calculations that give them again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from proftui.analysis.columns import COUNT, PER_CALL, SHARE, Column, columns_of
from proftui.drawing import figures
from proftui.drawing.formula import Formula, difference, in_digits, quotient, total
from proftui.drawing.line import Span
from proftui.drawing.safe_text import Clean, clean, cleaned, pad
from proftui.frame import messages
from proftui.frame.functions import spoken
from proftui_parsers.consistency import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.imports.tree import ImportNode
    from proftui.analysis.source.call_sites import Site
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

WIDTH = 74
"""Cells of the sheet: a page that is read, on the smallest terminal too."""
_LABEL = 10
"""Cells of what a figure is called, and a blank."""
_NEAR = 1e-6


@dataclass
class Figure:
    """A figure of a row: what it is, and lines of words and calculations that say how it came about."""

    label: str
    lines: list[tuple[str, str]] = field(default_factory=list)
    """Role and text."""

    def say(self, text: str, role: str = "text") -> Figure:
        """One more sentence."""
        self.lines.append((role, text))
        return self

    def reckon(
        self,
        session: Session,
        formula: Formula,
        written: Callable[[float], str] | None = None,
        words: Mapping[str, str] | None = None,
        what: str = "",
    ) -> Figure:
        """One more calculation, with its result and ``what`` that is; then ``words`` for its operands.

        ``written``: how the result is written, else as a time.
        """
        unit = session.figures.unit
        shown = written or (lambda value: in_digits(value, unit))
        self.say(f"{formula.text(shown, unit)} = {shown(formula.result)}{what and f' {what}'}", "key")
        told = set[str]()
        operands = formula.operands(shown, unit)
        for operand, name, value in zip(operands, formula.names, formula.values, strict=False):
            # What is nothing needs no words.
            if words is not None and name in words and name not in told and value:
                told.add(name)
                self.say(f"{operand}: {words[name]}")
        return self


@dataclass(frozen=True)
class Explanation:
    """What is explained, and its figures."""

    name: str
    figures: Sequence[Figure]

    @property
    def title(self) -> str:
        """The heading of the sheet."""
        return messages.EXPLAIN_TITLE.format(self.name)

    def rows(self) -> list[list[Span]]:
        """The sheet: figures at the left, beside them what is said of each; the rest stands apart."""
        made: list[list[Span]] = []
        for figure in self.figures:
            made += [[]] if made and not figure.label else []
            made += _rows(figure)
        return made


def _rows(figure: Figure) -> Iterator[list[Span]]:
    head, indent = figure.label, _LABEL if figure.label else 0
    for role, text in figure.lines:
        for line in wrap(cleaned(text), WIDTH - indent, break_on_hyphens=False):
            yield [Span(pad(head, indent), "title"), Span(line, role)]
            head = ""


def _amount(session: Session, seconds: float) -> str:
    unit = session.figures.unit
    return f"{in_digits(seconds, unit)} {unit.name}"


def _percent(part: float) -> str:
    return f"{figures.percent(100 * part)} %"


def _whole(count: float) -> str:
    return f"{count:,.0f}"


def share_of(session: Session, part: float, whole: float, what: str) -> list[Figure]:
    """A share and what it is of; none where that makes no sense."""
    if figures.share(part, whole) is None:
        return []
    return [Figure("share").reckon(session, quotient(float(part), float(whole)), _percent, what=what)]


# A function


def function(session: Session, index: int) -> Explanation:
    """The figures of a row of Functions."""
    profile = session.profile
    made: list[Figure] = []
    if index < profile.count:
        found = (_of_column(session, column, index) for column in columns_of(profile) if column.kind != SHARE)
        made += [figure for figure in found if figure is not None]
        if profile.measure.sampled:
            made.append(Figure("").say(messages.SAMPLED_FIGURES))
    look = [messages.LOOK_CALLS] if profile.has_edges else []
    if not session.names.is_builtin(index):
        look.append(messages.LOOK_SOURCE)
    if look:
        made.append(Figure("").say(" ".join(look), "muted"))
    return Explanation(spoken(session.names, index), made)


def _of_column(session: Session, column: Column, index: int) -> Figure | None:
    """How a figure in a column came about."""
    profile, made = session.profile, Figure(column.title)
    values = getattr(profile, column.of)
    value = None if values is None else values.get(index) if isinstance(values, dict) else values[index]
    if value is None or not 0 <= value < math.inf:
        return None
    if column.kind == PER_CALL:
        count = getattr(profile, column.per)
        if count is None or count[index] <= 0:
            return None
        per_call = quotient(float(value), count[index])
        return made.reckon(session, per_call, figures.per_call, what=f"· {column.meaning}")
    if column.kind == COUNT:
        # What a form like 574/209 means is of interest only where it stands.
        text = figures.thousands(session.figures.text(column.key, index))
        meaning = column.meaning if "/" in text else column.meaning.partition(";")[0]
        made.say(messages.RECORDED.format(text, meaning))
        return _of_calls(session, made, column, index)
    made.say(messages.RECORDED.format(_amount(session, value), column.meaning))
    if figures.share(value, session.whole) is not None:
        whole = quotient(float(value), session.whole)
        made.reckon(session, whole, _percent, what=messages.OF_RUN)
    return _of_cumtime(session, made, index) if column.of == "cumtime" else made


def _of_calls(session: Session, made: Figure, column: Column, index: int) -> Figure:
    """How many calls were made while the function ran, and by whom all were."""
    profile = session.profile
    if column.of != "ncalls" or profile.ncalls is None or profile.measure.sampled:
        return made
    calls, primitive = profile.ncalls[index], (profile.primitive_calls or profile.ncalls)[index]
    if 0 <= primitive < calls:
        made.reckon(session, difference(calls, primitive), _whole, what=messages.RECURSIVE_CALLS)
    edges = profile.edges
    counts = edges.ncalls[edges.starts[index] : edges.starts[index + 1]] if profile.has_edges else ()
    if counts and min(counts) >= 0 and calls > sum(counts):
        made.reckon(session, total(sum(counts), calls - sum(counts)), _whole, what=messages.CALLED_BY_OTHERS)
    return made


def _of_cumtime(session: Session, made: Figure, index: int) -> Figure:
    """Whether own time and calls of others make it up."""
    from proftui.analysis.calls import callees

    profile = session.profile
    assert profile.cumtime is not None
    if not profile.has_edges or not profile.edges.timed:
        return made
    below = callees(profile, index)
    others = sum(t for f, t in zip(below.functions, below.cumtime, strict=True) if f != index and t == t)
    own, whole = profile.tottime[index], profile.cumtime[index]
    if not others:
        return made
    if abs(own + others - whole) <= _NEAR * max(whole, 1e-9):
        return made.reckon(session, total(own, others), what=messages.OWN_AND_CALLEES)
    more = messages.CALLEES_DIFFER if own + others > whole else messages.CALLEES_MISSING
    return made.reckon(session, total(own, others), what=more)


# A caller or callee


def edge(session: Session, selection: int, caller: int, callee: int) -> Explanation:
    """The figures of calls of one function by another, in Calls of ``selection``."""
    from proftui.analysis.calls import callers

    names, profile = session.names, session.profile
    by, called = spoken(names, caller), spoken(names, callee)
    row = next((row for row in callers(profile, callee) if row.function == caller), None)
    made: list[Figure] = []
    if row is not None and row.ncalls is not None:
        counted = figures.thousands(figures.ncalls(row.ncalls, row.primitive_calls))
        made.append(Figure("ncalls").say(f"{counted}: {messages.EDGE_CALLS.format(called, by)}"))
    if row is not None and row.tottime is not None:
        made.append(
            Figure("tottime").say(f"{_amount(session, row.tottime)}: {messages.EDGE_OWN.format(called)}")
        )
    if row is not None and row.cumtime is not None:
        made.append(_edge_time(session, callee, row.cumtime, row.ncalls, row.estimated))
        of = profile.cumtime[selection] if profile.cumtime and selection < profile.count else 0.0
        made += share_of(session, row.cumtime, of, messages.OF_CUMTIME.format(spoken(names, selection)))
    return Explanation(f"{by} → {called}", made)


def _edge_time(session: Session, callee: int, time: float, calls: int | None, estimated: bool) -> Figure:
    profile, made = session.profile, Figure("cumtime")
    if not estimated:
        return made.say(f"{_amount(session, time)}: {messages.EDGE_TIME}")
    assert profile.cumtime is not None and profile.ncalls is not None and calls is not None
    whole, every = profile.cumtime[callee], profile.ncalls[callee]
    made.reckon(session, Formula("{} × {} / {}", (whole, calls, every), lambda a, b, c: a * b / c))
    return made.say(messages.SHARED_BY_CALLS.format(spoken(session.names, callee)))


def from_outside(session: Session, index: int) -> Explanation:
    """The calls of a function that no profiled function made."""
    profile = session.profile
    edges = profile.edges
    made = Figure("ncalls")
    if profile.ncalls is not None:
        counts = edges.ncalls[edges.starts[index] : edges.starts[index + 1]]
        made.reckon(session, difference(profile.ncalls[index], sum(counts)), _whole)
    made.say(messages.NO_CALLER_COUNTED)
    return Explanation(spoken(session.names, index), [made])


# A line of source text, a module that was imported


def source_line(session: Session, listing: Listing, number: int) -> Explanation:
    """The figures beside a line."""
    from proftui.analysis.recorded_files import basename

    made: list[Figure] = []
    time = listing.times.get(number)
    if time is not None:
        made.append(Figure("hits").say(f"{time.hits:,}: {messages.LINE_HITS}"))
        made.append(Figure("time").say(f"{_amount(session, time.time)}: {messages.LINE_TIME}"))
        if time.hits > 0:
            per_hit = quotient(float(time.time), time.hits)
            made.append(Figure("per hit").reckon(session, per_hit, figures.per_call))
    made += [
        _site(session, site, number) for site in (*listing.calls_of(number), *listing.joint_calls_of(number))
    ]
    whole, owner = listing.whole(number), listing.owners.get(number, listing.function)
    if made and whole:
        of = messages.OF_ITS_LINES if time is not None else messages.OF_CUMTIME
        made += share_of(session, listing.seconds(number), whole, of.format(spoken(session.names, owner)))
    file = basename(session.names.location(listing.function).rpartition(":")[0])
    made = made or [Figure("").say(messages.LINE_QUIET)]
    return Explanation(clean(f"{file}:{number}", 60), made)


def _site(session: Session, site: Site, number: int) -> Figure:
    """Calls that a line made, alone or it and others."""
    figure, name = site.figures, spoken(session.names, site.callee)
    calls = f"{figure.ncalls:,}× " if figure.ncalls is not None else ""
    time = _amount(session, figure.cumtime) if figure.cumtime is not None else figures.NOT_MEASURED
    others = [str(line) for line in (*site.lines, *site.ended) if line != number][:4]
    said = messages.LINE_JOINT.format(name, ", ".join(others)) if others else messages.LINE_CALLS.format(name)
    return Figure("call").say(f"{calls}{time}").say(said)


def module(session: Session, here: ImportNode, name: Clean) -> Explanation:
    """A row of Imports."""
    made: list[Figure] = []
    if here.own is not None:
        made.append(Figure("own").say(f"{_amount(session, here.own)}: {messages.IMPORT_OWN}"))
    if here.time is not None:
        made.append(Figure("time").say(f"{_amount(session, here.time)}: {messages.IMPORT_ALL}"))
        made += share_of(session, here.time, session.whole, messages.OF_RUN)
    if here.likely:
        made.append(Figure("").say(messages.IMPORT_LIKELY))
    return Explanation(name, made)


def notes(session: Session) -> Explanation:
    """What the notes on a profile compare."""
    profile = session.profile
    own, roots = profile.total_time, checked(profile).time_of_roots
    made = [Figure("own").say(f"{_amount(session, own)}: {messages.ALL_OWN_TIMES}")]
    if roots > 0 and own > 0:
        made.append(Figure("roots").say(f"{_amount(session, roots)}: {messages.ALL_ROOTS}"))
        made[-1].reckon(session, quotient(roots, own), _percent, what=messages.OF_OWN_TIMES)
    made.append(Figure("").say(messages.NOTES_EXPLAINED))
    return Explanation(messages.NOTES_TITLE, made)

"""What Source shows while two sides are compared: figures of lines before and after, and what is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import NamedTuple

from proftui import messages
from proftui.analysis.compare.both_lines import BothLines, LineChange, both_lines, figures_of
from proftui.analysis.compare.both_sites import BothCalls
from proftui.analysis.neighbours import NONE
from proftui.drawing import changes
from proftui.drawing.figures import plural
from proftui.frame.compared_columns import RowFigures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.compared import Compared
    from proftui.state.session import Session

_MOST_FUNCTIONS = 60
"""Functions of a whole file whose lines are matched."""


class Below(NamedTuple):
    """A row below the text: a title, or else a callee or a line of the base with its figures."""

    title: str = ""
    function: int = -1
    number: int = 0
    """The line before."""
    text: str = ""
    figures: RowFigures | None = None


@dataclass(frozen=True, eq=False)
class BothListing:
    """The rows of a listing, and how they came about."""

    rows: Mapping[int, RowFigures]
    """By line of the listing."""
    below: Sequence[Below]
    said: str
    """How lines were matched, or why they were not, in a sentence."""
    summary: str
    of_calls: bool = False
    """Whether figures are of the calls on lines, not of the lines."""
    joint: frozenset[int] = frozenset()
    """Lines whose figures are of several lines together."""
    is_seen: bool = False
    """Whether whole stacks tell what lines took with what they call."""

    def by_change(self, shown: Listing) -> tuple[int, ...]:
        """Positions of lines with figures, the largest change first."""
        known = [at for at, number in enumerate(shown.numbers) if number in self.rows]
        return tuple(sorted(known, key=lambda at: -_size(self.rows[shown.numbers[at]])))


def _size(row: RowFigures) -> float:
    change = abs(row.change)
    return change if change == change else -1.0


def of_base(session: Session, index: int) -> Listing:
    """How a function that is gone is listed: with the text of the base, as far as that is at hand."""
    compared = session.compared
    row = None if compared is None else compared.recorded_row(index)
    if compared is None or row is None:
        return session.listing(index)
    listing = compared.base.listing(compared.unshaped.pairs.base[row])
    # Its callees have other numbers here.
    return replace(listing, function=index, sites={}, elsewhere=NONE, modules={}, disagreement=None)


def both_of(session: Session, shown: Listing) -> BothListing | None:
    """The figures of both sides beside a listing; ``None``: nothing is compared."""
    compared = session.compared
    if compared is None:
        return None
    row = compared.recorded_row(shown.function)
    pairs = compared.unshaped.pairs
    if row is None or row in pairs.bundles:
        ends = ((), ()) if row is None else pairs.bundles[row]
        said = "" if row is None else messages.LINES_OF_BUNDLE.format(*map(len, ends))
        return BothListing({}, (), said, messages.LINES_AFTER_ALONE)
    if pairs.new[row] < 0:
        return _gone(shown)
    if shown.times or shown.executed or compared.base.profile.has_lines:
        return _of_lines(session, compared, shown)
    return _of_calls(session, compared, shown)


def _gone(shown: Listing) -> BothListing:
    rows = {
        line: _row(LineChange((counted, 0.0), (own, 0.0), (cum, 0.0 if cum == cum else nan), "gone"), 1.0)
        for line, (counted, own, cum) in figures_of(shown).items()
    }
    return BothListing(
        rows, (), messages.LINES_ARE_GONE, messages.LINES_BEFORE_ALONE, is_seen=bool(shown.executed)
    )


def _row(change: LineChange, divisor: float, *, of_cum: bool = False) -> RowFigures:
    own, cum = ((before, after / divisor) for before, after in (change.own, change.cum))
    has_calls = all(value == value for value in change.counted)
    return RowFigures(change.counted, cum if of_cum else own, cum, change.became, has_calls=has_calls)


# Lines that were measured


def _of_lines(session: Session, compared: Compared, shown: Listing) -> BothListing:
    rows: dict[int, RowFigures] = {}
    below: list[Below] = []
    how: BothLines | None = None
    owners = [shown.function, *sorted({*shown.owners.values()} - {shown.function})]
    is_seen = bool(shown.executed)
    for function in owners[: _MOST_FUNCTIONS + 1]:
        found = _lines_of(session, compared, function)
        known = ((line, change) for line, change in found.lines.items() if line in shown.numbers)
        rows |= {line: _row(change, compared.divisor) for line, change in known}
        if function == shown.function:
            how = found
            below = list(_gone_lines(compared, function, found))
    assert how is not None
    if how.how == "apart":
        # Of a whole file other functions may be told.
        why = messages.LINES_APART_SAMPLED if is_seen else messages.LINES_APART
        return BothListing(rows, (), why, messages.LINES_AFTER_ALONE, is_seen=is_seen)
    if not (rows or below):
        return BothListing({}, (), "", messages.LINES_AFTER_ALONE)
    mine = list(how.lines.values())
    counts = sum(line.became == "new" for line in mine), len(how.gone)
    said = messages.LINES_MATCHED[how.how]
    return BothListing(
        rows, below, said, _summary(messages.LINES_MATCHED_BRIEF[how.how], *counts), is_seen=is_seen
    )


def _summary(head: str, new: int, gone: int) -> str:
    said = [f"{count} {messages.BECAME[what]}" for what, count in (("new", new), ("gone", gone)) if count]
    return " · ".join([head, *said])


def _lines_of(session: Session, compared: Compared, function: int) -> BothLines:
    """The lines of one function on both sides."""
    after = session.sources.listing(function, False)
    row = compared.recorded_row(function)
    if row is None or row in compared.unshaped.pairs.bundles:
        return BothLines("apart", {}, {})
    base = compared.unshaped.pairs.base[row]
    return both_lines(None if base < 0 else compared.base.listing(base), after)


def _gone_lines(compared: Compared, function: int, found: BothLines) -> Iterator[Below]:
    row = compared.recorded_row(function)
    if not found.gone or row is None:
        return
    text = compared.base.listing(compared.unshaped.pairs.base[row]).text
    yield Below(messages.LINES_GONE.format(plural(len(found.gone), "line")))
    for line, change in found.gone.items():
        yield Below(number=line, text=text.get(line, ""), figures=_row(change, compared.divisor))


# Calls on lines


def _of_calls(session: Session, compared: Compared, shown: Listing) -> BothListing:
    calls, divisor = BothCalls(compared.unshaped), compared.divisor
    rows = {}
    for number in shown.sites:
        change = calls.line(shown, number)
        if change is not None:
            rows[number] = _row(change, divisor, of_cum=True)
    joint = frozenset(number for number in rows if not shown.calls_of(number))
    below, gone = list(_callees_below(compared, calls, shown)), calls.gone(shown.function)
    if gone:
        below.append(Below(messages.CALLEES_GONE.format(plural(len(gone), "callee"))))
        rows_of = compared.index_of_recorded
        below += [Below(function=rows_of(row), figures=_row(one, divisor, of_cum=True)) for row, one in gone]
    if not (rows or below):
        return BothListing({}, (), "", messages.LINES_AFTER_ALONE)
    row = compared.recorded_row(shown.function)
    assert row is not None
    own = compared.unshaped.pairs.delta(row)
    said = messages.CALLS_MATCHED.format(changes.with_unit(own, session.figures.unit))
    figured = [*rows.values(), *(one.figures for one in below if one.figures is not None)]
    new = sum(row.became == "new" for row in figured)
    summary = _summary(messages.CALLS_MATCHED_BRIEF, new, len(gone))
    return BothListing(rows, below, said, summary, of_calls=True, joint=joint)


def _callees_below(compared: Compared, calls: BothCalls, shown: Listing) -> Iterator[Below]:
    """What the function calls of which no line could be told."""
    if not shown.elsewhere:
        return
    title = messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE
    yield Below(title.format(plural(len(shown.elsewhere), "callee")))
    for edge in shown.elsewhere:
        change = calls.call(shown.function, edge)
        yield Below(function=edge.function, figures=_row(change, compared.divisor, of_cum=True))

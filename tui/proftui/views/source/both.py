"""What Source shows while two sides are compared: figures of lines before and after, and what is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from proftui import messages
from proftui.analysis.compare.both_lines import BothCalls, BothLines, LineChange, both_lines
from proftui.analysis.source.listing import Listing
from proftui.drawing import changes
from proftui.drawing.figures import plural
from proftui.frame.compared_columns import RowFigures
from proftui.views.source.rows import Below
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.state.compared import Compared
    from proftui.state.session import Session

_MOST_FUNCTIONS = 60
"""Functions of a whole file whose lines are matched."""
_ALONE = "new", "gone"


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
    earlier: Mapping[int, int] = field(default_factory=dict)
    """By line of the listing, that before, where lines were matched."""
    how: str = ""
    """By what that was told: ``text``, ``place``, ``callee``; empty: nothing was matched."""
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


def shown_of(session: Session, index: int) -> tuple[Listing, BothListing | None]:
    """What is listed of a function, and the figures of both sides beside it; ``None``: nothing is compared.

    The text is the one after; of what is gone, that before.
    """
    compared = session.compared
    if compared is None:
        return session.listing(index), None
    row, pairs = compared.recorded_row(index), compared.recorded.pairs
    if row is not None and pairs.new[row] < 0:
        was = compared.base.sources.listing(pairs.base[row], session.whole_file)
        return _gone(was, index)
    shown = session.listing(index)
    if row is None or row in pairs.bundles:
        said = "" if row is None else messages.LINES_OF_BUNDLE.format(*map(len, pairs.bundles[row]))
        return shown, BothListing({}, (), said, messages.LINES_AFTER_ALONE)
    if shown.times or shown.executed or compared.recorded.base.profile.has_lines:
        return shown, _of_lines(session, compared, shown)
    return shown, _of_calls(session, compared, shown, row)


def _gone(was: Listing, index: int) -> tuple[Listing, BothListing]:
    """A function of the base alone as it was there, without what it called."""
    shown = Listing(index, was.first, was.text, was.numbers, was.times, was.note, was.has_times)
    shown = replace(shown, path=was.path, of_samples=was.of_samples, last=was.last, executed=was.executed)
    rows = {line: _row(change, 1.0) for line, change in both_lines(was, None).gone.items()}
    said, summary = messages.LINES_ARE_GONE, messages.LINES_BEFORE_ALONE
    earlier, how = {line: line for line in was.numbers}, "text" if rows else ""
    is_seen = bool(was.executed)
    return shown, BothListing(rows, (), said, summary, earlier=earlier, how=how, is_seen=is_seen)


def _row(change: LineChange, divisor: float, *, of_cum: bool = False) -> RowFigures:
    own, cum = ((before, after / divisor) for before, after in (change.own, change.cum))
    tells_calls = all(value == value for value in change.counted)
    return RowFigures(change.counted, cum if of_cum else own, cum, change.became, tells_calls=tells_calls)


# Lines that were measured


def _of_lines(session: Session, compared: Compared, shown: Listing) -> BothListing:
    rows: dict[int, RowFigures] = {}
    owners = [shown.function, *sorted({*shown.owners.values()} - {shown.function})]
    is_seen, alone = bool(shown.executed), messages.LINES_AFTER_ALONE
    found = [_matched(session, compared, function) for function in owners[: _MOST_FUNCTIONS + 1]]
    for _, one in found:
        known = ((line, change) for line, change in one.lines.items() if line in shown.numbers)
        rows |= {line: _row(change, compared.divisor) for line, change in known}
    base, how = found[0]
    if how.how == "apart":
        # Of a whole file other functions may be told.
        why = messages.LINES_APART_SAMPLED if is_seen else messages.LINES_APART
        return BothListing(rows, (), why.format(alone), alone, is_seen=is_seen)
    below = []
    if base is not None and how.gone:
        below.append(Below(messages.LINES_GONE.format(plural(len(how.gone), "line"))))
        for line, change in how.gone.items():
            figures = _row(change, compared.divisor)
            below.append(Below(number=line, text=base.text.get(line, ""), figures=figures))
    if not (rows or below):
        return BothListing({}, (), "", alone)
    said = messages.LINES_MATCHED[how.how]
    summary = _summary(messages.LINES_MATCHED_BRIEF[how.how], [*how.lines.values(), *how.gone.values()])
    earlier = {line: before for _, one in found for line, before in one.earlier.items()}
    return BothListing(rows, below, said, summary, earlier=earlier, how=how.how, is_seen=is_seen)


def _matched(session: Session, compared: Compared, function: int) -> tuple[Listing | None, BothLines]:
    """The lines of one function before, and those of both sides."""
    row, pairs = compared.recorded_row(function), compared.recorded.pairs
    if row is None or row in pairs.bundles:
        return None, BothLines("apart", {}, {})
    was = None if pairs.base[row] < 0 else compared.base.sources.listing(pairs.base[row], False)
    return was, both_lines(was, session.sources.listing(function, False))


def _summary(head: str, rows: Sequence[LineChange | RowFigures]) -> str:
    """How lines were matched, and how much is on one side alone."""
    counts = [(what, sum(row.became == what for row in rows)) for what in _ALONE]
    return " · ".join([head, *(f"{count} {messages.BECAME[what]}" for what, count in counts if count)])


# Calls on lines


def _of_calls(session: Session, compared: Compared, shown: Listing, row: int) -> BothListing:
    calls, rows = BothCalls(compared.recorded), {}
    for number in shown.sites:
        change = calls.line(shown, number)
        if change is not None:
            rows[number] = _row(change, compared.divisor, of_cum=True)
    below = list(_callees_below(compared, calls, shown))
    if not (rows or below):
        return BothListing({}, (), "", messages.LINES_AFTER_ALONE)
    figured = [*rows.values(), *(one.figures for one in below if one.figures is not None)]
    own = changes.with_unit(compared.recorded.pairs.delta(row), session.figures.unit)
    said, summary = messages.CALLS_MATCHED.format(own), _summary(messages.CALLS_MATCHED_BRIEF, figured)
    joint = frozenset(number for number in rows if not shown.calls_of(number))
    return BothListing(rows, below, said, summary, how="callee", of_calls=True, joint=joint)


def _callees_below(compared: Compared, calls: BothCalls, shown: Listing) -> Iterator[Below]:
    """What the function calls of which no line could be told, and what it does not call any more."""
    unknown = messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE
    elsewhere = [(edge.function, calls.call(shown.function, edge)) for edge in shown.elsewhere]
    gone = [(compared.index_of_recorded(row), change) for row, change in calls.gone(shown.function)]
    for title, found in ((unknown, elsewhere), (messages.CALLEES_GONE, gone)):
        if found:
            yield Below(title.format(plural(len(found), "callee")))
        for function, change in found:
            yield Below(function=function, figures=_row(change, compared.divisor, of_cum=True))

"""What Source shows while two sides are compared: figures of lines before and after, and what is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from proftui import messages
from proftui.analysis.compare.both_lines import BothLines, LineChange
from proftui.analysis.compare.both_sites import BothCalls
from proftui.drawing import changes
from proftui.drawing.figures import plural
from proftui.frame.compared_columns import RowFigures
from proftui.views.source.text_side import TextSide, shown_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

_MOST_FUNCTIONS = 60
"""Functions of a whole file whose lines are matched."""
_ALONE = "new", "gone"


class Below(NamedTuple):
    """A row below the text: a title, or else a callee or a line of the other side with its figures."""

    title: str = ""
    function: int = -1
    number: int = 0
    """The line on the other side."""
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
    others: Mapping[int, int] = field(default_factory=dict)
    """By line of the listing, that on the other side, where lines were matched."""
    how: str = ""
    """By what that was told: ``text``, ``place``, ``callee``; empty: nothing was matched."""
    joint: frozenset[int] = frozenset()
    """Lines whose figures are of several lines together."""
    is_seen: bool = False
    """Whether whole stacks tell what lines took with what they call."""
    is_before: bool = False
    """Whether the text is that of the base."""
    stays: str = ""
    """Why it is the text after, though that before was asked for."""

    def by_change(self, shown: Listing) -> tuple[int, ...]:
        """Positions of lines with figures, the largest change first."""
        known = [at for at, number in enumerate(shown.numbers) if number in self.rows]
        return tuple(sorted(known, key=lambda at: -_size(self.rows[shown.numbers[at]])))


def _size(row: RowFigures) -> float:
    change = abs(row.change)
    return change if change == change else -1.0


def shown_of(session: Session, index: int) -> tuple[Listing, BothListing | None]:
    """What is listed of a function, and the figures of both sides beside it; ``None``: nothing is compared.

    The text is the one after or, where that is looked at and at hand, that before; of what is gone, too.
    """
    compared = session.compared
    if compared is None:
        return session.listing(index), None
    side, stays = shown_side(session, compared, index)
    function = side.function(index)
    listing = side.listing(index if function is None else function, whole=session.whole_file)
    both = _both_of(side, index, listing)
    both = replace(both, is_before=side.is_before, stays=stays, said=stays or both.said)
    return side.renumbered(listing), both


def _both_of(side: TextSide, index: int, shown: Listing) -> BothListing:
    compared = side.compared
    row, pairs = compared.recorded_row(index), compared.unshaped.pairs
    if row is None or row in pairs.bundles:
        ends = ((), ()) if row is None else pairs.bundles[row]
        said = "" if row is None else messages.LINES_OF_BUNDLE.format(*map(len, ends))
        return BothListing({}, (), said, messages.LINES_AFTER_ALONE)
    other = compared.unshaped.new if side.is_before else compared.unshaped.base
    made = _of_lines if shown.times or shown.executed or other.profile.has_lines else _of_calls
    both = made(side, shown)
    if pairs.new[row] < 0:
        return replace(both, said=messages.LINES_ARE_GONE, summary=messages.LINES_BEFORE_ALONE)
    return both


def _row(change: LineChange, divisor: float, *, of_cum: bool = False) -> RowFigures:
    own, cum = ((before, after / divisor) for before, after in (change.own, change.cum))
    has_calls = all(value == value for value in change.counted)
    return RowFigures(change.counted, cum if of_cum else own, cum, change.became, has_calls=has_calls)


# Lines that were measured


def _of_lines(side: TextSide, shown: Listing) -> BothListing:
    rows: dict[int, RowFigures] = {}
    divisor, alone = side.compared.divisor, messages.LINES_ALONE[side.is_before]
    owners = [shown.function, *sorted({*shown.owners.values()} - {shown.function})]
    is_seen = bool(shown.executed)
    found = [side.lines(function) for function in owners[: _MOST_FUNCTIONS + 1]]
    for one in found:
        rows |= {line: _row(change, divisor) for line, change in one.lines.items() if line in shown.numbers}
    how = found[0]
    if how.how == "apart":
        # Of a whole file other functions may be told.
        why = messages.LINES_APART_SAMPLED if is_seen else messages.LINES_APART
        return BothListing(rows, (), why.format(alone), alone, is_seen=is_seen)
    below = list(_lines_below(side, shown.function, how))
    if not (rows or below):
        return BothListing({}, (), "", alone)
    counts = [
        sum(line.became == what for line in (*how.lines.values(), *how.gone.values())) for what in _ALONE
    ]
    said, brief = messages.LINES_MATCHED[how.how], messages.LINES_MATCHED_BRIEF[how.how]
    others = {line: other for one in found for line, other in one.earlier.items()}
    summary = _summary(side, brief, *counts)
    return BothListing(rows, below, said, summary, others=others, how=how.how, is_seen=is_seen)


def _summary(side: TextSide, head: str, new: int, gone: int) -> str:
    """How much is on one side alone; how that was told before it, unless the row says "before" first."""
    said = [
        f"{count} {messages.BECAME[what]}" for what, count in zip(_ALONE, (new, gone), strict=True) if count
    ]
    return " · ".join(said if side.is_before and said else [head, *said])


def _lines_below(side: TextSide, function: int, found: BothLines) -> Iterator[Below]:
    """The lines of the other side alone."""
    if not found.gone:
        return
    text = side.other_text(function)
    yield Below(messages.LINES_OF_OTHER[side.is_before].format(plural(len(found.gone), "line")))
    for line, change in found.gone.items():
        yield Below(number=line, text=text.get(line, ""), figures=_row(change, side.compared.divisor))


# Calls on lines


def _of_calls(side: TextSide, shown: Listing) -> BothListing:
    compared, calls = side.compared, side.calls
    rows = {}
    for number in shown.sites:
        change = calls.line(shown, number)
        if change is not None:
            rows[number] = _row(change, compared.divisor, of_cum=True)
    joint = frozenset(number for number in rows if not shown.calls_of(number))
    below, others = list(_callees_below(side, calls, shown)), calls.of_other_side(shown.function)
    if others:
        title = messages.CALLEES_OF_OTHER[side.is_before]
        below.append(Below(title.format(plural(len(others), "callee"))))
        below += [
            Below(function=compared.index_of_recorded(row), figures=_row(one, compared.divisor, of_cum=True))
            for row, one in others
        ]
    if not (rows or below):
        return BothListing({}, (), "", messages.LINES_ALONE[side.is_before])
    figured = [*rows.values(), *(one.figures for one in below if one.figures is not None)]
    counts = [sum(row.became == what for row in figured) for what in _ALONE]
    row = side.row(shown.function)
    assert row is not None
    own = changes.with_unit(compared.unshaped.pairs.delta(row), side.session.figures.unit)
    said = messages.CALLS_MATCHED[side.is_before].format(own)
    summary = _summary(side, messages.CALLS_MATCHED_BRIEF, *counts)
    return BothListing(rows, below, said, summary, how="callee", of_calls=True, joint=joint)


def _callees_below(side: TextSide, calls: BothCalls, shown: Listing) -> Iterator[Below]:
    """What the function calls of which no line could be told."""
    if not shown.elsewhere:
        return
    title = messages.LINES_UNKNOWN if shown.text else messages.LINES_UNKNOWN_NO_SOURCE
    yield Below(title.format(plural(len(shown.elsewhere), "callee")))
    for edge in shown.elsewhere:
        change = calls.call(shown.function, edge)
        figures = _row(change, side.compared.divisor, of_cum=True)
        yield Below(function=side.index(edge.function), figures=figures)

"""What the lines of a function took before and after, as far as it can be said which line is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from math import nan
from typing import Literal, NamedTuple

from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.edge_pairs import EdgePair
from proftui.analysis.neighbours import Neighbour
from proftui_parsers import Edge
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing


class BothCalls:
    """The calls of functions of the new side, by caller, as they are asked for."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._found: dict[int, dict[int, EdgePair]] = {}

    def line(self, shown: Listing, number: int) -> LineChange | None:
        """The calls on a line, together; ``None``: it makes none that are known of."""
        sites = shown.calls_of(number) or shown.joint_calls_of(number)
        if not sites:
            return None
        changes = [self.call(site.caller, site.figures) for site in sites]
        counted = [sum(change.counted[side] for change in changes) for side in (0, 1)]
        times = [[change.cum[side] for change in changes] for side in (0, 1)]
        # Calls of a function that calls itself again may be within each other.
        most = max if shown.overlap(number, sites) else sum
        before, after = (nan if any(t != t for t in of_side) else most(of_side) for of_side in times)
        became = "new" if all(change.became for change in changes) else ""
        return LineChange((counted[0], counted[1]), (nan, nan), (before, after), became)

    def call(self, caller: int, after: Neighbour) -> LineChange:
        """The calls of one callee, whose figures after these are."""
        pair = self._of(caller).get(after.function)
        counted, cum = _number(after.ncalls), _number(after.cumtime)
        if pair is None or pair.new is None or pair.new.ncalls != after.ncalls:
            # Some of its calls alone: how many of them there were before nobody knows.
            return LineChange((nan, counted), (nan, nan), (nan, cum))
        pairs, before = self._comparison.pairs, pair.base
        is_new = before is None or pairs.base[pairs.new_row[caller]] < 0
        return LineChange(
            (_calls(before), counted), (nan, nan), (_time(before), cum), "new" if is_new else ""
        )

    def gone(self, caller: int) -> list[tuple[int, LineChange]]:
        """What it does not call any more, by row of the comparison, the longest time first."""
        found = [
            (pair.row, LineChange((_calls(pair.base), 0.0), (nan, nan), (_time(pair.base), 0.0), "gone"))
            for pair in self._callees(caller)
            if pair.new is None and pair.row >= 0
        ]
        return sorted(found, key=lambda one: -max(one[1].cum))

    def _callees(self, caller: int) -> Sequence[EdgePair]:
        rows = self._comparison.pairs.new_row
        row = rows[caller] if caller < len(rows) else -1
        return () if row < 0 else self._comparison.callees(row)

    def _of(self, caller: int) -> dict[int, EdgePair]:
        """The calls of a function by callee, of those that it still calls."""
        if caller not in self._found:
            ends = ((pair.new, pair) for pair in self._callees(caller))
            self._found[caller] = {edge.function: pair for edge, pair in ends if edge is not None}
        return self._found[caller]


def _calls(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.ncalls)


def _time(edge: Edge | None) -> float:
    return 0.0 if edge is None else _number(edge.cumtime)


def _number(value: float | None) -> float:
    return nan if value is None else float(value)


_MOST = 4_000_000
"""Lines before times lines after, up to which equal ones in the middle are looked for: about a second."""

Both = tuple[float, float]
"""A figure before and after; NaN where there is none."""
How = Literal["text", "place", "apart"]
"""How lines were matched: by their text, by their place in the function; not at all."""


class LineChange(NamedTuple):
    """One line on both sides; times are in the unit of the profile, 0 on a side that does not have it."""

    counted: Both
    """Hits or samples; NaN where they are not counted."""
    own: Both
    """What was measured on the line itself."""
    cum: Both
    """With what it calls; NaN where nobody measured that."""
    became: str = ""
    """``new``, ``gone``; empty: both sides have it."""


class BothLines(NamedTuple):
    """The lines of one function."""

    how: How
    lines: Mapping[int, LineChange]
    """By line after, of those with figures on either side."""
    gone: Mapping[int, LineChange]
    """By line before, of those with figures that are not there any more."""
    earlier: Mapping[int, int] = {}
    """By line after, that before, of those that are on both sides."""


def both_lines(before: Listing | None, after: Listing | None) -> BothLines:
    """The lines of a function, from how it is listed on each side.

    ``None``: that side does not have the function.
    """
    how, pairs = ("text", {}) if before is None or after is None else _pairs(before, after)
    if how == "apart":
        return BothLines(how, {}, {})
    was, now = ({} if side is None else figures_of(side) for side in (before, after))
    shown = sorted({*now, *(line for line, earlier in pairs.items() if earlier in was)})
    lines = {
        line: _change(was.get(pairs.get(line, -1)), now.get(line), "" if line in pairs else "new")
        for line in shown
    }
    kept = set(pairs.values())
    gone = {line: _change(one, None, "gone") for line, one in was.items() if line not in kept}
    return BothLines(how, lines, gone, pairs)


_Figures = tuple[float, float, float]
"""How often a line was hit or sampled, its own figure, and that with what it calls."""


def figures_of(shown: Listing) -> dict[int, _Figures]:
    """What was measured on lines of the function that is listed, by number."""
    if shown.executed:
        known = ((line, one) for line, one in shown.executed.items() if line not in shown.owners)
        return {line: (nan if one.samples is None else one.samples, one.own, one.cum) for line, one in known}
    mine = ((line, time) for line, time in shown.times.items() if line not in shown.owners)
    return {line: (time.hits if time.hits >= 0 else nan, time.time, nan) for line, time in mine}


def _change(before: _Figures | None, after: _Figures | None, became: str) -> LineChange:
    """Where a side has no figures of a line, it was never there, or did not run."""
    known = before or after
    none = tuple(value if value != value else 0.0 for value in known or (0.0, 0.0, nan))
    first, second = before or none, after or none
    counted, own, cum = ((first[at], second[at]) for at in range(3))
    return LineChange(counted, own, cum, became)


def _pairs(before: Listing, after: Listing) -> tuple[How, dict[int, int]]:
    """How lines were matched, and by line after that before."""
    if _is_read(before) and _is_read(after):
        numbers, later = _with_text(before), _with_text(after)
        found = pair_lines([before.text[n] for n in numbers], [after.text[n] for n in later])
        return "text", {later[j]: numbers[i] for i, j in found}
    if before.executed or after.executed:
        # Which lines were sampled is by chance: it does not tell how long the function is.
        return "apart", {}
    lengths = [max(one.times, default=one.first) - one.first for one in (before, after)]
    if lengths[0] != lengths[1]:
        return "apart", {}
    return "place", {line: line - after.first + before.first for line in after.numbers}


def _is_read(shown: Listing) -> bool:
    """Whether the text is at hand, and nothing speaks against it."""
    from proftui.analysis.source.listing import NEVER_RAN

    return bool(shown.text) and shown.note.kind in ("", NEVER_RAN)


def _with_text(shown: Listing) -> Sequence[int]:
    return [number for number in shown.numbers if number in shown.text]


def pair_lines(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Positions before and after of lines of equal text, in order, however far they are indented."""
    texts, later = ([line.strip() for line in lines] for lines in (before, after))
    start = _equal(texts, later)
    end = _equal(texts[start:][::-1], later[start:][::-1])
    middle, middle_after = texts[start : len(texts) - end], later[start : len(later) - end]
    pairs = [(i, i) for i in range(start)]
    if len(middle) * len(middle_after) <= _MOST:
        for i, j, count in SequenceMatcher(None, middle, middle_after, autojunk=False).get_matching_blocks():
            pairs += [(start + i + at, start + j + at) for at in range(count)]
    return pairs + [(len(texts) - i, len(later) - i) for i in range(end, 0, -1)]


def _equal(texts: Sequence[str], later: Sequence[str]) -> int:
    """How many lines are equal from the first on."""
    several = zip(texts, later, strict=False)
    return next((at for at, (one, other) in enumerate(several) if one != other), min(len(texts), len(later)))

"""What the lines of a function took before and after, as far as it can be said which line is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from typing import Literal, NamedTuple

from proftui import messages
from proftui.analysis.compare.line_pairs import pair_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing

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

    def by_before(self) -> BothLines:
        """The same as the side before has it: by line before, and by line after those that are new."""
        pairs = self.earlier
        lines = {pairs[line]: change for line, change in self.lines.items() if line in pairs}
        new = {line: change for line, change in self.lines.items() if line not in pairs}
        return BothLines(self.how, lines | dict(self.gone), new, {old: line for line, old in pairs.items()})


def both_lines(before: Listing | None, after: Listing | None) -> BothLines:
    """The lines of a function, from how it is listed on each side (alone, not with its file).

    ``None``: that side does not have the function.
    """
    if before is None or after is None:
        alone, lost = ({} if side is None else figures_of(side) for side in (after, before))
        return BothLines(
            "text",
            {line: _change(None, one, "new") for line, one in alone.items()},
            {line: _change(one, None, "gone") for line, one in lost.items()},
        )
    how, pairs = _pairs(before, after)
    if how == "apart":
        return BothLines(how, {}, {})
    timed = figures_of(before), figures_of(after)
    lines = {}
    for line in after.numbers:
        earlier = pairs.get(line)
        known = timed[0].get(earlier) if earlier is not None else None
        if line in timed[1] or known is not None:
            lines[line] = _change(known, timed[1].get(line), "" if earlier is not None else "new")
    kept = set(pairs.values())
    gone = {line: _change(one, None, "gone") for line, one in timed[0].items() if line not in kept}
    return BothLines(how, lines, gone, pairs)


def same_line(here: Listing, there: Listing, line: int) -> int:
    """The line of another text of a function that is one of this text, or else the nearest above that is."""
    texts = [
        {number: one.text[number] for number in _with_text(one) if one.first <= number <= one.last}
        for one in (here, there)
    ]
    mine, others = map(list, texts)
    pairs = {mine[i]: others[j] for i, j in pair_lines(*(list(text.values()) for text in texts))}
    above = max((number for number in pairs if number <= line), default=None)
    if above is None or not here.first <= line <= here.last:
        return line + there.first - here.first
    return pairs[above]


_Figures = tuple[float, float, float]
"""How often a line was hit or sampled, its own figure, and that with what it calls."""


def figures_of(shown: Listing) -> dict[int, _Figures]:
    """What was measured on lines of the function that is listed, by number."""
    if shown.executed:
        known = ((line, one) for line, one in shown.executed.items() if line not in shown.owners)
        return {line: (nan if one.samples is None else one.samples, one.own, one.cum) for line, one in known}
    mine = ((line, time) for line, time in shown.times.items() if line not in shown.owners)
    return {line: (float(time.hits), time.time, nan) for line, time in mine}


def _change(before: _Figures | None, after: _Figures | None, became: str) -> LineChange:
    """Where a side has no figures of a line, it was never there, or did not run."""
    known = before or after
    none = tuple(value if value != value else 0.0 for value in known or (0.0, 0.0, nan))
    first, second = before or none, after or none
    counted, own, cum = ((first[at], second[at]) for at in range(3))
    return LineChange(counted, own, cum, became)


def _pairs(before: Listing, after: Listing) -> tuple[How, dict[int, int]]:
    """How lines were matched, and by line after that before."""
    if is_read(before) and is_read(after):
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


def is_read(shown: Listing) -> bool:
    """Whether the text is at hand, and nothing speaks against it."""
    return bool(shown.text) and shown.note in ("", messages.NONE_RAN)


def _with_text(shown: Listing) -> Sequence[int]:
    return [number for number in shown.numbers if number in shown.text]

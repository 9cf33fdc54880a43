"""How the figures of a row came about, in words and as calculations that give them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.formula import Formula, in_digits, quotient
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cleaned, pad
from proftui_parsers.consistency import whole_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.state.session import Session
    from proftui_parsers import Profile

WIDTH = 74
"""Cells of the sheet: a page that is read, on the smallest terminal too."""
_LABEL = 10
"""Cells of what a figure is called, and a blank."""


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
        if len(formula.values) == 1:
            return self._take_over(formula, shown, words or {}, what)
        self.say(f"{formula.text(unit)} = {shown(formula.result)}{what and f' {what}'}", "key")
        told = set[str]()
        operands = formula.operands(unit)
        for operand, name, value in zip(operands, formula.names, formula.values, strict=False):
            # What is nothing needs no words.
            if words is not None and name in words and name not in told and value:
                told.add(name)
                self.say(f"{operand}: {words[name]}")
        return self

    def _take_over(
        self, formula: Formula, shown: Callable[[float], str], words: Mapping[str, str], what: str
    ) -> Figure:
        """A result that is one figure as it stands: no calculation, but what that figure is."""
        name = formula.names[0] if formula.names else ""
        said = " ".join(filter(None, (words.get(name), what)))
        return self.say(f"{shown(formula.result)}{said and f': {said}'}", "key" if not said else "text")


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


def amount(session: Session, seconds: float) -> str:
    """A time with its unit, in so many digits that it is never read as nothing."""
    unit = session.figures.unit
    return figures.counted_in(in_digits(seconds, unit), unit)


def percent(part: float) -> str:
    """A part as a share."""
    return f"{figures.percent(100 * part)} %"


def whole_number(count: float) -> str:
    """A count that was reckoned."""
    return f"{count:,.0f}"


def of_run(profile: Profile) -> str:
    """What shares of time are of: the run, or what roots took where that is clearly more."""
    is_more = profile.has_edges and whole_time(profile) > profile.total_time
    return messages.OF_ROOTS if is_more else messages.OF_RUN


def share_of(session: Session, part: float, whole: float, what: str) -> list[Figure]:
    """A share and what it is of; none where that makes no sense."""
    if figures.share(part, whole) is None:
        return []
    return [Figure("share").reckon(session, quotient(float(part), float(whole)), percent, what=what)]

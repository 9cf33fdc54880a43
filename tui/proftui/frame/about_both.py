"""What the rows around a view say of both sides of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.columns import DELTA, RATIO
from proftui.analysis.compare.order import by_ratio
from proftui.drawing.line import Line, Span
from proftui.frame import compare_head, compare_rows, compare_words, rows, state_row
from proftui.frame.keys import OF_SIDES, OF_SIDES_BEFORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.state.compared import Compared
    from proftui.state.session import Session


class AboutBoth:
    """As :class:`AboutOne`."""

    def __init__(self, session: Session, compared: Compared) -> None:
        self.session = session
        self.compared = compared

    def top_line(self, width: int, *, change: str = "", brief: bool = False) -> Line:
        """Both sides and their totals."""
        return compare_head.top_line(self.session, width, rows.badges_of(self.session.profile, brief))

    def sum_up(self, width: int) -> None:
        """Find out what contradicts itself."""
        rows.badges_of(self.session.profile)

    def functions_shown(self, top: int, page: int) -> str:
        """Which rows are on the screen, how many are new and gone."""
        return compare_words.functions_shown(self.session, top, page)

    def sentence(self, width: int, selected: int | None = None) -> Line:
        """What counts explain."""
        if self.session.query is not None:
            return state_row.functions(self.session, width, selected)
        return compare_words.sentence(self.session, width)

    def first_sentence(self, width: int, *, brief: bool) -> Line:
        """Where causes are to be found out first, that they will be."""
        if self.compared.now.causes is None:
            return rows.state_line([Span(messages.FINDING_CAUSES.format(0))], [], width)
        return self.sentence(width)

    def no_functions(self) -> Sequence[str]:
        """Why there are no rows."""
        return compare_words.no_functions(self.session)

    def detail(self, function: int, width: int) -> Line:
        """What became of a function."""
        return compare_rows.detail(self.session, function, width)

    def sorted_by(self, column: str) -> str:
        """What the sorted column means."""
        return compare_words.sorted_by(column)

    def column_named(self, word: str, *, of_calls: bool = False) -> str | None:
        """The change, or the ratio, of the measure in use."""
        measure = self.compared.calls_measure if of_calls else self.compared.measure
        return {DELTA: measure, RATIO: by_ratio(measure)}.get(word)

    def next_scale(self) -> str:
        """As they are, in percent of the time before, or normalised."""
        return compare_words.next_scale(self.compared, self.session.figures.unit)

    def footer(self, view: str, alone: str = "") -> str:
        """With the keys of both sides."""
        return view + (OF_SIDES_BEFORE if self.compared.before else OF_SIDES)

    def cannot_wait(self, typed: bytes) -> str:
        """That causes are to be found out first."""
        return messages.NO_CAUSES_YET if typed == b"\x1b" and self.compared.now.causes is None else ""

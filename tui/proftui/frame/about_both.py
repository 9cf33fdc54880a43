"""What the rows around a view say of both sides of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.columns import COLUMNS, DELTA, RATIO
from proftui.analysis.compare.measured import by_ratio
from proftui.drawing import changes, figures
from proftui.drawing.line import Line, Span
from proftui.drawing.safe_text import clean
from proftui.frame import compare_head, compare_rows, compare_words, rows, sentences, state_row
from proftui.frame.about_one import COMPARING, AboutOne
from proftui.frame.keys import OF_SIDES, OF_SIDES_BEFORE
from proftui.frame.sentences import meaning
from proftui.state.scales import NORMALISED, PERCENT, SCALES, SECONDS
from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, TREE
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.state.compared import Compared
    from proftui.state.session import Session

_OF_SIDES = (FUNCTIONS, CALLS, TREE, ICICLE)
"""Views that show both sides."""
_NOT_OF_SIDES = {
    "add": messages.COMPARED_IS_APART,
    "columns": messages.COLUMNS_OF_ONE_SIDE,
    "choice": messages.CHOSEN_BEFORE,
    "explain": messages.EXPLAINS_ONE_SIDE,
}


class AboutBoth(AboutOne):
    """As :class:`AboutOne`."""

    def __init__(self, session: Session, compared: Compared) -> None:
        super().__init__(session)
        self.compared = compared

    def top_line(self, width: int, *, brief: bool = False) -> Line:
        """Both sides and their totals."""
        return compare_head.top_line(self.session, width, rows.badges_of(self.session.profile, brief))

    def functions_shown(self, top: int, page: int) -> str:
        """Which rows are on the screen, how many are new and gone."""
        said = sentences.rows_shown(len(self.session.rows), top, page, len(self.compared.now.pairs))
        return f"{said} · {messages.NEW_AND_GONE.format(*self.compared.counts)}"

    def sentence(self, width: int, selected: int | None = None) -> Line:
        """What counts explain."""
        if self.session.query is not None:
            return state_row.functions(self.session, self.covered(), width, selected)
        said = compare_words.sums(self.compared, self.session.figures.unit, width)
        return rows.state_line([Span(said, "muted")], [], width)

    def first_sentence(self, width: int, *, brief: bool) -> Line:
        """Where causes are to be found out first, that they will be."""
        if self.compared.now.causes is None:
            return rows.state_line([Span(messages.FINDING_CAUSES.format("0 %"))], [], width)
        return self.sentence(width)

    def no_functions(self) -> Sequence[str]:
        """Why there are no rows."""
        pairs = self.compared.now.pairs
        if not len(pairs):
            return [messages.NO_FUNCTIONS_IN_BOTH]
        every = figures.plural(len(pairs), "function")
        return [messages.NOTHING_CHANGED.format(clean(self.session.listed.filter_text, 40), every)]

    def detail(self, function: int, width: int) -> Line:
        """What became of a function."""
        return compare_rows.detail(self.session, function, width)

    def sorted_by(self, column: str) -> str:
        """What the sorted column means."""
        word = column.partition(":")[0]
        return messages.COMPARE_COLUMNS.get(word) or messages.OF_BOTH.format(meaning(COLUMNS[word]))

    def column_named(self, word: str, *, of_calls: bool = False) -> str | None:
        """The change, or the ratio, of the measure in use."""
        measure = self.compared.calls_measure if of_calls else self.compared.measure
        return {DELTA: measure, RATIO: by_ratio(measure)}.get(word)

    def next_scale(self) -> str:
        """As they are, in percent of the time before, or normalised."""
        compared, before = self.compared, self.compared.divisor
        compared.scale = SCALES[(SCALES.index(compared.scale) + 1) % len(SCALES)]
        if compared.scale == NORMALISED and compared.now.control.band is None:
            compared.scale = SECONDS
            return messages.NO_NORMAL
        if compared.divisor != before:
            self.session.listed.sort_anew()
        said = messages.COMPARE_SCALES[compared.scale]
        if compared.scale == PERCENT:
            return said.format(figures.with_unit(compared.now.base.total, self.session.figures.unit))
        return said.format(f"{compared.divisor:.2f}")

    def biggest_change(self, index: int) -> tuple[list[int], str]:
        """The functions down the biggest change of time with callees, to where it is own time; in words."""
        compared = self.compared
        row = compared.row(index)
        on_the_way = [] if row is None else compared.now.biggest_change(row)
        path = [compared.index_of_row[at] for at in on_the_way] or [index]
        return path, compare_words.told_change(self.session, compared, path)

    def footer(self, view: str, alone: str = "") -> str:
        """With the keys of both sides; imports are of one."""
        if view == IMPORTS:
            return view
        return view + (OF_SIDES_BEFORE if self.compared.before else OF_SIDES)

    def cannot_wait(self, typed: bytes) -> str:
        """That causes are to be found out first."""
        return messages.NO_CAUSES_YET if typed == b"\x1b" and self.compared.now.causes is None else ""

    def covered(self) -> list[Span]:
        """What the filter leaves, and its part of the change."""
        session, compared = self.session, self.compared
        if not session.listed.filter_text.strip():
            return super().covered()
        if not session.rows:
            return [Span(messages.NO_FUNCTION_MATCHES)]
        known = (row for index in session.rows if (row := compared.row(index)) is not None)
        change = sum(change for change in map(compared.now.pairs.delta, known) if change == change)
        unit = session.figures.unit
        times = changes.time(change, unit), changes.with_unit(compared.now.delta, unit)
        matches = Span(f" · {figures.plural(len(session.rows), 'match')}", "muted")
        return [Span(messages.OF_THE_CHANGE.format(*times)), matches]

    @property
    def has_page(self) -> bool:
        """Always: causes come when they are known."""
        return True

    def help_words(self, view: str) -> str:
        """Those of comparisons."""
        return COMPARING if view in _OF_SIDES else super().help_words(view)

    def why_not(self, what: str) -> str:
        """Why that is for one profile alone."""
        return _NOT_OF_SIDES.get(what, "")

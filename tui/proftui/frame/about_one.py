"""What the rows around a view say of one profile."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.drawing.line import Line, Span, fitted
from proftui.frame import rows, sentences, state_row
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, is_empty

LINE_TOTALS = "line totals"
"""The words of help for Functions where only lines were measured."""
COMPARING = "comparing"
"""Those of all views that show two sides."""


class AboutOne:
    """What is said of one profile."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def top_line(self, width: int, *, brief: bool = False) -> Line:
        """Files and totals; ``brief``: without what is still to be found out."""
        return rows.top_line(self.session, width, brief=brief)

    def functions_shown(self, top: int, page: int) -> str:
        """Which rows of Functions are on the screen."""
        return sentences.functions_shown(self.session, top, page)

    def sentence(self, width: int, selected: int | None = None) -> Line:
        """All of it in a sentence, or what a filter leaves; ``selected``: the function under the cursor."""
        return state_row.functions(self.session, self.covered(), width, selected)

    def first_sentence(self, width: int, *, brief: bool) -> Line:
        """The same at the start; ``brief``: not before it was found out."""
        return fitted([], width) if brief else self.sentence(width)

    def no_functions(self) -> Sequence[str]:
        """Why Functions has no rows."""
        return sentences.no_functions(self.session)

    def detail(self, function: int, width: int) -> Line:
        """A function in words."""
        return rows.detail_line(self.session.figures, self.session.names, function, width)

    def sorted_by(self, column: str) -> str:
        """What the sorted column of Functions means."""
        return sentences.sorted_by(self.session, column)

    def column_named(self, word: str, *, of_calls: bool = False) -> str | None:
        """The column of a word that only a comparison has: there is none."""
        return None

    def next_scale(self) -> str:
        """The next way to write times, in words; empty: each view has shares of its own."""
        return ""

    def biggest_change(self, index: int) -> tuple[list[int], str] | None:
        """The functions down the biggest change of one, and that in words; ``None``: of one profile."""
        return None

    def footer(self, view: str, alone: str = "") -> str:
        """Which footer a view has; ``alone``: of one profile, if it is another."""
        of_lines = view == FUNCTIONS and is_empty(CALLS, self.session.profile)
        return "lines" if of_lines else alone or view

    def cannot_wait(self, typed: bytes) -> str:
        """What Esc does while something is found out about all of it; empty: nothing."""
        return ""

    def covered(self) -> list[Span]:
        """What the filter leaves."""
        return state_row.covered(self.session)

    @property
    def has_page(self) -> bool:
        """Whether the overview can be drawn."""
        return self.session.overview is not None

    def help_words(self, view: str) -> str:
        """The words that the help of a view explains beside its own."""
        profile = self.session.profile
        return LINE_TOTALS if view == FUNCTIONS and profile.is_of_lines else ""

    def why_not(self, what: str) -> str:
        """Why something cannot be done with what is looked at, whatever else; empty: it can."""
        return ""

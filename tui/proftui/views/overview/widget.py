"""The overview: the run on one page, of which most rows lead on."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.builtin_names import BUILT_IN, NO_FILE_RECORDED
from proftui.analysis.overview.figures import Overview
from proftui.analysis.search.terms import LONGEST
from proftui.drawing.line import Line, Span
from proftui.drawing.table import Table
from proftui.frame import exact, idle_keys, sentences
from proftui.state.figures import Figures
from proftui.state.overview import finding_overview
from proftui.state.session import Session
from proftui.state.view_names import CALLS, OVERVIEW, SOURCE, is_empty
from proftui.views.overview import both
from proftui.views.overview import rows as pagerows
from proftui.views.overview.page import PageRow, page
from proftui.views.protocol import Answer, Extent, Finding, Go, Narrow, Run, Say
from proftui.views.table_view import TableView
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Comparison

_NOTES, _NEXT = "notes", "match(1)"
"""The keys that show the notes, and the next cause, as actions."""


class OverviewView(TableView[Table]):
    """The page, as high as the screen where there is so much to say."""

    view_name = OVERVIEW
    has_detail = False
    waits_in_words = messages.FINDING_OVERVIEW
    own_order = messages.LARGEST_FIRST

    def __init__(self, session: Session, *, id: str) -> None:
        super().__init__(id=id)
        # Until it is asked for, no page is made.
        self.display = False
        self.session = session
        self.rows: list[PageRow] = []
        self._rows_of: Overview | Comparison | None = None
        self._most = 0.0
        self._begins = False
        """Whether the cursor is where a comparison begins, and was not moved since."""

    # What is shown

    def show(self, session: Session) -> None:
        self.session, self._waiting = session, ""
        self.changed()

    @property
    def figs(self) -> Figures:
        """The figures of functions one by one, in the shape that is on."""
        return self.session.ungrouped_figures

    def finding(self) -> Finding | None:
        if self.about.has_page:
            return None
        return finding_overview(self.session), 4 * self.session.shaping.recorded_trees.pieces + 20

    def show_selected(self, node: object = None) -> Answer:
        self._waiting = ""
        self.changed()
        index = self.session.selected
        here = self.rows[self.cursor].function if self.cursor < len(self.rows) else None
        if index is not None and here != index:
            wanted = (row for row, line in enumerate(self.rows) if line.function == index)
            self.put_cursor(next(wanted, self.cursor))
        self._begins = self.session.compared is not None and self.cursor == self._stop_near(0, 1)
        if self._begins:
            self.resized()
        return None

    def changed(self) -> None:
        # What is not shown is made when it is.
        if self.display:
            self.resized()

    def resized(self) -> None:
        """Other figures, or another size: the page anew, the cursor on what it was on."""
        before = self.rows[self.cursor] if self.cursor < len(self.rows) else None
        self._fit, self._rows_of = None, self._page_of
        if self.session.compared is not None:
            self.rows = list(both.page(self.session, self.size.height - 1))
        else:
            self.rows = page(self.session, self.size.height - 1)
            self._most = pagerows.longest(self.figs, self.rows)
        if self._begins:
            # Causes stand above all when they are known.
            self.cursor = 0
        elif before is not None and before in self.rows:
            self.cursor = self.rows.index(before)
        self.cursor = self._stop_near(min(self.cursor, max(0, len(self.rows) - 1)), 1)
        super().resized()

    def _stop_near(self, row: int, step: int) -> int:
        """The next row that leads on, from one on in a direction; where there is none, in the other."""
        for by in (step, -step):
            here = row
            while 0 <= here < len(self.rows):
                if self.rows[here].leads_on:
                    return here
                here += by
        return row

    def put_cursor(self, row: int) -> None:
        """Move the cursor, past what leads nowhere."""
        self._begins = False
        wanted = max(0, min(row, self.length - 1))
        super().put_cursor(self._stop_near(wanted, -1 if wanted < self.cursor else 1))

    def reveal(self) -> None:
        """The heading above the first row is on the screen with it."""
        if self._stop_near(0, 1) == self.cursor:
            self.go_to(0)
        else:
            super().reveal()

    @property
    def length(self) -> int:
        """Rows of the page; those of another shape are none of it."""
        return len(self.rows) if self._page_of is not None and self._page_of is self._rows_of else 0

    @property
    def _page_of(self) -> Overview | Comparison | None:
        """What the page is made of."""
        compared = self.session.compared
        return self.session.overview if compared is None else compared.now

    @property
    def row(self) -> PageRow | None:
        """The row under the cursor, if it leads on."""
        row = self.rows[self.cursor] if self.cursor < self.length else None
        return row if row is not None and row.leads_on else None

    # What keys act on

    @property
    def selected(self) -> int | None:
        return None if self.row is None else self.row.function

    @property
    def line_number(self) -> int | None:
        return self.row.line or None if self.row is not None else None

    def can_show(self, function: int) -> bool:
        return False

    def extent(self) -> Extent:
        return Extent(())

    # Keys

    def open(self) -> Answer:
        row = self.row
        if row is None:
            return Say(next(iter(self.why_no_rows()), messages.NOTHING_SELECTED))
        if isinstance(row, both.BothRow) and row.cause >= 0 and self.session.compared is not None:
            self.session.compared.at = row.cause - 1
            return Run(_NEXT)
        if row.leads_to_notes:
            return Run(_NOTES)
        if row.package is not None:
            # Functions that are in no package are all in one.
            no_file = BUILT_IN if row.package.name == BUILT_IN else NO_FILE_RECORDED
            terms = exact.package(row.package.name if row.package.is_one else no_file)
            return Narrow(terms) if len(terms) <= LONGEST else Say(messages.NAME_TOO_LONG)
        assert row.function is not None
        view = SOURCE if is_empty(CALLS, self.session.ungrouped) else CALLS
        return Go(view, row.function, line=row.line)

    def cycle_shares(self) -> Answer:
        is_alone = self.session.side.base is None
        return Say(messages.OVERVIEW_SHARES) if is_alone else super().cycle_shares()

    def next_match(self, step: int) -> Answer:
        return Say(messages.NOT_COMPARING)

    # The frame around it

    def covered(self) -> list[Span]:
        return []

    def sentence(self, width: int) -> Line:
        if self.session.compared is not None:
            return both.sentence(self.session, width)
        return pagerows.sentence(self.session, width)

    @property
    def idle_keys(self) -> Sequence[str]:
        # Before it is drawn, the first row is the hottest function.
        return idle_keys.in_overview(self.session, not self.length or self.selected is not None)

    # Drawing

    def laid_out(self, width: int) -> Table:
        """The columns that fit."""
        if self.session.compared is None:
            return pagerows.layout(self.figs, width, self._most)
        return both.layout(self.session, width, self.app.size.width, self.rows)

    def heading_line(self) -> Line:
        """What is told first."""
        if self.session.compared is not None:
            return both.first_row(self.session, self.size.width)
        return pagerows.first_row(self.session, self.size.width)

    def row_line(self, row: int) -> Line:
        """One row."""
        shown = self.rows[row]
        if isinstance(shown, both.BothRow):
            return both.row_line(self.session, self.columns, shown)
        return pagerows.row_line(self.session, self.columns, shown)

    def why_no_rows(self) -> Sequence[str]:
        """Why there is nothing, or how far it is."""
        if self.session.compared is not None:
            return (messages.THE_SAME_PROFILE,)
        if self._waiting:
            return (self._waiting,)
        return sentences.no_functions(self.session) if self.session.overview is not None else ()

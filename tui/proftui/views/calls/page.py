"""Callers, a function and its callees as rows of a page: which of them show, and their lines."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.columns import text_columns_of
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.drawing.glyphs import ELLIPSIS
from proftui.drawing.line import Line, Span, fitted, with_cursor
from proftui.frame.functions import location_tail, spoken
from proftui.messages import CALLED_AT, DEFINED
from proftui.state.figures import Figures
from proftui.views.calls import rows as callrows
from proftui.views.calls.rows import Around, CallRows
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.neighbours import Neighbour
    from proftui.drawing.table import Table
    from proftui.state.session import Session
    from proftui.views.calls.compared import BothSides


class CallPage:
    """A page of ``page_size`` columns and rows; a pane has no row for the function itself."""

    def __init__(self, session: Session, pane: bool) -> None:
        self.session = session
        self.pane = pane
        self.page_size = (0, 0)
        self.screen_cells = 0
        """Cells of the whole screen; 0: the page is all of it."""
        self.active = not pane
        self.around: Around | None = None
        self.both: BothSides | None = None
        """What the rows show of both sides of a comparison."""
        self.awaited: int | None = None
        """The function whose callers and callees of both sides are still being matched."""
        self.cursor = 0
        """The row that keys act on: callers, the function, unless this is a pane, and callees are counted."""
        self.tops = {"callers": 0, "callees": 0}
        self.called_at: dict[str, dict[int, str]] = {}
        """The lines of calls by half and function, as far as they were found out."""
        self.why_empty = ""
        self._measured: tuple[object, Table] | None = None
        """The columns, and what they are for."""

    @property
    def figs(self) -> Figures:
        """The profile's figures in the unit in use."""
        return self.session.figures

    @property
    def names(self) -> Names:
        """What the profile's functions are called."""
        return self.session.names

    @property
    def order(self) -> Order:
        """How callers and callees stand."""
        return self.session.calls_order

    def take(self, index: int | None) -> None:
        """Show another function; the cursor starts on it."""
        self.called_at = {}
        self.look_around(index)
        self.start()

    def start(self) -> None:
        """Put the cursor where it starts."""
        self.tops = {"callers": 0, "callees": 0}
        self.cursor = 0 if self.pane or self.around is None else self.first("middle")

    def forget(self) -> None:
        """What was shown is of another profile."""
        self.take(None)
        self._measured = None

    def first(self, part: str) -> int:
        """The number of the first row of ``callers``, ``middle`` or ``callees``."""
        assert self.around is not None
        above = self.around.length("callers")
        return {"callers": 0, "middle": above}.get(part, above + (not self.pane))

    @property
    def count(self) -> int:
        """How many rows there are."""
        return 0 if self.around is None else self.first("callees") + len(self.around.callees)

    @property
    def place(self) -> tuple[str, int]:
        """The part in which the cursor stands, and the row of it."""
        if self.around is None:
            return "middle", 0
        starts = ((part, self.cursor - self.first(part)) for part in ("callees", "middle", "callers"))
        return next((part, row) for part, row in starts if row >= 0)

    def part_at(self, y: int) -> tuple[str, int]:
        """The part of the page in a row of it, and which row of that part; -1: its heading."""
        above = self.heights()["callers"]
        if y <= above:
            return "callers", y - 1
        if y == above + 1 and not self.pane:
            return "middle", 0
        return "callees", y - above - (2 if self.pane else 3)

    def heights(self) -> dict[str, int]:
        """Rows of each half, headings not counted."""
        body = self.page_size[1] - 2 - (0 if self.pane else 1)
        if self.around is None or body < 2:
            return {"callers": max(1, body // 2), "callees": max(1, body - body // 2)}
        if self.pane:
            callers = 3 if body == 7 else max(1, body * 3 // 7)
        else:
            most = max(7, body * 2 // 5) if body >= 12 else max(1, body // 2)
            wanted = self.around.length("callers")
            callees_left = max(1, len(self.around.callees))
            # What the callees do not need goes to the callers.
            callers = max(1, min(wanted, most), min(wanted, body - callees_left))
        return {"callers": callers, "callees": max(1, body - callers)}

    def window(self, half: str) -> tuple[int, int, int]:
        """First row, rows shown, rows left below."""
        assert self.around is not None
        height, total, top = self.heights()[half], self.around.length(half), self.tops[half]
        shown = height if total - top <= height else height - 1
        return top, shown, max(0, total - top - shown)

    def reveal(self) -> None:
        """Scroll just so far that the cursor is on the page."""
        half, row = self.place
        if half == "middle" or self.around is None:
            return
        height, total = self.heights()[half], self.around.length(half)
        top = max(min(self.tops[half], row), row - height)
        while row >= top + (height if total - top <= height else max(1, height - 1)):
            top += 1
        self.tops[half] = max(0, min(top, total - height) if total > height else 0)

    def layout_now(self) -> Table:
        """The columns for the width there is."""
        assert self.around is not None
        width, shares = self.page_size[0], self.session.calls_shares
        key = (self.around, self.both, width, shares, self.order, self.figs)
        if self._measured is None or self._measured[0] != key:
            self._measured = key, self._layout(width, shares)
        return self._measured[1]

    def _layout(self, width: int, shares: str) -> Table:
        assert self.around is not None
        if self.both is not None:
            from proftui.views.calls.compared import layout

            return layout(self.session, self.both, width, self.screen_cells)
        ncalls = self.figs.ncalls_width if self.pane else 0
        return callrows.layout(self.figs, self.around, width, shares, ncalls, self.order)

    def line(self, y: int) -> Line:
        """Row ``y`` of the page."""
        if self.around is None:
            why = self.why_empty if self.awaited is None else ELLIPSIS
            text = why if y == 1 else ""
            return fitted([Span(f"  {text}", "muted")], self.page_size[0])
        columns, (part, row) = self.layout_now(), self.part_at(y)
        if part == "middle":
            line = self._middle_line(self.around.function, columns)
            return with_cursor(line, self.active) if self.place[0] == "middle" else line
        return self._heading(part, columns) if row < 0 else self._half_line(part, row, columns)

    def look_around(self, index: int | None) -> None:
        """Find callers and callees of a function, in the order that is asked for."""
        self.around = self.both = self.awaited = None
        if index is not None and self.session.compared is None:
            self.around = callrows.around(self.figs, self.names, index, self.order)
        elif index is not None and self.session.compared is not None:
            # What the first screen does without is imported then.
            from proftui.background.pieces import finished
            from proftui.views.calls.compared import gathering, is_large

            if is_large(self.session, index):
                self.awaited = index
            else:
                self.gathered(*finished(gathering(self.session, index, self.order)))

    def gathered(self, around: Around, both: BothSides) -> None:
        """Show callers and callees of both sides."""
        self.around, self.both = around, both
        self.session.both.calls_measure = both.measure

    def _middle_line(self, index: int, columns: Table) -> Line:
        """The function itself."""
        shown = callrows.whole_of(self.figs.profile, index) if self.both is None else self.both.middle
        return self._rows(columns).middle(shown, index)

    def _rows(self, columns: Table) -> CallRows:
        session = self.session
        return CallRows(self.figs, self.names, columns, session.query, session.strip_dirs)

    def _heading(self, half: str, columns: Table) -> Line:
        assert self.around is not None
        top, shown, below = self.window(half)
        note = f"  {top + 1}–{top + shown} of {top + shown + below}" if top else ""
        title = f"{half} of {spoken(self.names, self.around.function)}{note}"
        location = CALLED_AT if self._locations(half) else text_columns_of(self.figs.profile)[1].title
        return columns.heading(title, location, *self._sorted_by())

    def _sorted_by(self) -> tuple[str, str]:
        """The column that rows are sorted by, and the mark of its heading."""
        if not self.active:
            return "", ""
        if self.both is None:
            return self.order.column, "▾" if self.order.descending else "▴"
        from proftui.frame.compared_columns import mark_of, sorted_column

        return sorted_column(self.order), mark_of(self.order)

    def _locations(self, half: str) -> dict[int, str]:
        """The lines of calls; none where rows are sorted by where functions are defined."""
        return {} if self.order.column == "location" else self.called_at.get(half, {})

    def _location(self, half: str, function: int) -> str:
        """What stands instead of where a caller or callee is defined; where it is not known, that is said."""
        known = self._locations(half)
        if not known or function < 0 or self.names.is_builtin(function):
            return known.get(function, "")
        return known.get(function) or DEFINED.format(
            location_tail(self.names, function, self.session.strip_dirs)
        )

    def _nobody(self, half: str) -> str:
        """Why a half is empty."""
        assert self.around is not None
        if self.both is not None:
            from proftui.views.calls.compared import why_nobody

            return why_nobody(self.session, self.around.function, half)
        return callrows.nobody(self.session, half)

    def _half_line(self, half: str, y: int, columns: Table) -> Line:
        assert self.around is not None
        rows, width = self.around.half(half), self.page_size[0]
        top, shown, below = self.window(half)
        if y == shown and below:
            rest = messages.MORE_BELOW.format(below)
            return fitted([Span(" " * (columns.used + 2)), Span(rest, "estimate")], width)
        if not rows and y == 0:
            why = self._nobody(half)
            indent = max(1, min(columns.used + 2, width - len(why) - 1))
            return fitted([Span(" " * indent), Span(why, "muted")], width)
        row = top + y
        if row >= self.around.length(half):
            return fitted([], width)
        line = self._neighbour_line(half, rows[row], columns)
        here = self.cursor == self.first(half) + row and (self.active or not self.pane)
        return with_cursor(line, self.active) if here else line

    def _neighbour_line(self, half: str, neighbour: Neighbour, columns: Table) -> Line:
        function = neighbour.function
        both = None if self.both is None else self.both.halves[half][function]
        is_gone = both is not None and both.became == "gone"
        # Where calls stand is known of the new side.
        location = "" if is_gone else self._location(half, function)
        return self._rows(columns).row(both or neighbour, function, location, is_gone=is_gone)

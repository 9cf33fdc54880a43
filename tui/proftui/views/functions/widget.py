"""View 1: the sortable table of functions."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.columns import columns_of
from proftui.analysis.order import Order
from proftui.analysis.own_by_package import seconds_without_waiting
from proftui.background.pieces import Pieces
from proftui.drawing import figures
from proftui.drawing.line import Line, Span
from proftui.drawing.table import BAR, Table
from proftui.frame import idle_keys, sentences
from proftui.frame.functions import in_words, spoken
from proftui.state.figures import Figures
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, SOURCE, is_empty
from proftui.views.functions.rows import FunctionTable, Look, beside_bar
from proftui.views.functions.table import table_of
from proftui.views.protocol import Answer, Extent, Go, OpenGroup, Say
from proftui.views.table_view import TableView


class FunctionsView(TableView[FunctionTable]):
    """The functions that the filter leaves, in the order asked for."""

    view_name = FUNCTIONS
    kept: int | None = None
    """How many rows above the cursor were shown."""
    how_to_search = messages.FILTERS

    def __init__(self, session: Session, *, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self.look = Look(strip_dirs=session.strip_dirs)
        self.rows: Sequence[int] = ()
        self._without_waits = self._of_shown = False
        """Whether shares are to be without what waits, where it is not hidden, or of what a focus leaves."""
        self._coming: Sequence[int] | None = None
        """Rows of a shape of which the figures are being worked out."""

    # What is shown

    def show(self, session: Session) -> None:
        self.session, self._coming = session, None
        busy = seconds_without_waiting(session.profile) if self._without_waits else None
        within = self._focused if self._of_shown else None
        self.look = self.look._replace(busy=busy, within=within, is_open=False)
        self.show_rows(session.selected)
        self.kept = None

    def keep(self) -> int:
        # At the top it stays at the top.
        return self.cursor - self.top if self.top else self.length

    def preview(self, rows: Sequence[int]) -> None:
        """Show functions before own times are known, by their time with callees, until the next ``show``."""
        times = self.session.recorded.cumtime
        self._coming = rows if times is None else sorted(rows, key=times.__getitem__, reverse=True)
        self.look = self.look._replace(is_open=True)
        self.show_rows(self.selected)

    def show_selected(self, node: object = None) -> None:
        index = self.session.selected
        if index is not None and index != self.selected and index in self.session.rows:
            self.put_cursor(self.session.rows.index(index))

    def show_rows(self, selected: int | None) -> None:
        """Take the session's rows; the cursor stays on its function, at the same height where possible."""
        rows = self.session.rows if self._coming is None else self._coming
        if rows is self.rows and self.selected == selected:
            self.changed()
            return
        height = self.cursor - self.top if self.selected == selected else None
        if self.kept is not None:
            height = self.kept
        self.rows = rows
        self.cursor = rows.index(selected) if selected is not None and selected in rows else 0
        self.go_to(0 if height is None else self.cursor - height)
        self.reveal()
        self.changed()

    def names_changed(self) -> None:
        self.show_rows(self.selected)

    def mark(self) -> None:
        self.show_rows(self.session.selected)

    def laid_out(self, width: int) -> FunctionTable:
        """The columns that fit."""
        look, rows, screen = self.look, self.rows, self.screen.size.width
        return table_of(self.session, width, self.order, look, rows, screen)

    # What keys act on

    @property
    def selected(self) -> int | None:
        return self.rows[self.cursor] if self.rows else None

    def before_key(self) -> None:
        if self.touched:
            self.session.selected, self.touched = self.selected, False

    def can_show(self, function: int) -> bool:
        return function in self.session.rows

    def why_hidden(self, function: int) -> str:
        session = self.session
        if session.query is None or function >= session.profile.count or self.can_show(function):
            return ""
        return messages.FILTERED_OUT.format(spoken(self.names, function))

    def figures_of(self, function: int) -> list[str]:
        """What its row says in figures, but for hidden columns."""
        if function >= self.session.profile.count:
            return []
        return FunctionTable(self.figs, self.size.width, self.order, self.look, ()).figures_of(function)

    def extent(self) -> Extent:
        session, shown = self.session, self.rows[self.top : self.top + self.page]
        known = [index for index in shown if not session.is_gone(index)]
        return Extent(session.listed.rows_with_entry, known)

    # Keys

    def sideways(self, step: int) -> Answer:
        if step > 0 and not self.columns.left_out:
            return Say(messages.ALL_COLUMNS_SHOWN)
        if step < 0 and not self.look.shift:
            return Say(messages.COLUMNS_START)
        self._shift_to(max(0, self.look.shift + step))
        return None

    def _shift_to(self, columns: int) -> None:
        self.look = self.look._replace(shift=columns)
        self.changed()

    def open(self) -> Answer:
        if self.selected is None:
            return Say(messages.NOTHING_SELECTED)
        groups = self.session.groups
        if groups is not None and self.selected in groups.group:
            return OpenGroup(self.selected)
        return Go(SOURCE if is_empty(CALLS, self.session.profile) else CALLS, self.selected)

    def go_to_match(self, step: int) -> Answer:
        if not self.rows:
            return Say(messages.NOTHING_SELECTED)
        here = self.cursor
        self.move("down" if step > 0 else "up")
        if self.cursor != here:
            return None
        if len(self.rows) == 1:
            return Say(messages.ONLY_MATCH)
        self.move("first" if step > 0 else "last")
        return Say(messages.SEARCH_ENDED["wrapped"])

    def cycle_shares(self) -> Answer:
        if self.session.side.base is not None:
            return super().cycle_shares()
        profile, look = self.session.profile, self.look
        is_total = look.shares and look.busy is None and look.within is None
        busy = seconds_without_waiting(profile) if is_total else None
        within = self._focused if look.shares and look.within is None and busy is None else None
        shares = busy is not None or within is not None or not look.shares
        self.look = look._replace(shares=shares, busy=busy, within=within)
        self._without_waits, self._of_shown = busy is not None, within is not None
        self.changed()
        if busy is not None:
            waiting = figures.share(profile.total_time - busy, profile.total_time)
            return Say(messages.WITHOUT_WAITING.format(figures.percent(waiting)))
        if within is not None:
            return Say(messages.OF_SHOWN.format(figures.with_unit(within, self.figs.unit)))
        if not self.look.shares:
            return Say(messages.SHARES["none"])
        if profile.is_of_lines:
            return Say(sentences.explained(columns_of(profile)[-1]))
        return Say(messages.SHARES["total"])

    @property
    def _focused(self) -> float | None:
        """Seconds of what a focus leaves, where there is one."""
        shaped = self.session.shaped
        return shaped.focus.value if shaped is not None and shaped.focus is not None else None

    def peel(self) -> bool:
        shifted = self.look.shift > 0
        if shifted:
            self._shift_to(0)
        return shifted

    @property
    def order(self) -> Order:
        return self.session.listed.order if self._coming is None else Order.usual("cumtime")

    @property
    def sort_columns(self) -> Sequence[str]:
        return self.session.listed.sort_columns

    def column_named(self, word: str) -> str | None:
        column = "hits" if word == "ncalls" and word not in self.sort_columns else word
        return self.about.column_named(word) or (column if column in self.sort_columns else None)

    def sorting(self, order: Order) -> Pieces[None]:
        return self.session.listed.sorting(order)

    def sort(self, order: Order) -> Answer:
        self.session.listed.sort(order)
        self.show_rows(self.selected)
        return Say(self.about.sorted_by(order.column))

    def heading_at(self, cell: int) -> str | Say | None:
        return self.columns.column_at(cell)

    # The frame around it

    def detail(self, width: int) -> Line:
        if self.selected is None:
            return super().detail(width)
        if self._coming is None:
            return self.about.detail(self.selected, width)
        name = spoken(self.names, self.selected)
        return in_words(self.names, self.selected, name, [messages.BEING_WORKED_OUT], 1, width)

    def summary(self) -> str:
        if self._coming is not None:
            return sentences.rows_shown(len(self._coming), self.top, self.page)
        return self.about.functions_shown(self.top, self.page)

    def sentence(self, width: int) -> Line:
        return self.about.sentence(width, self.selected)

    @property
    def idle_keys(self) -> Sequence[str]:
        return idle_keys.on_rows(self.session, bool(self.session.rows))

    # Drawing

    def heading_line(self) -> Line:
        """Column titles."""
        return self.columns.heading()

    def row_line(self, row_number: int) -> Line:
        """One function."""
        return self.columns.row(self.names, self.rows[row_number], self.session.query)

    def why_no_rows(self) -> Sequence[str]:
        """Why there is nothing, and how to get back."""
        return self.about.no_functions()


def toggled(figs: Figures, look: Look, row: int) -> Look:
    """The look after the column in a row of the list was shown or hidden."""
    keys = _keys(figs)
    return look._replace(hidden=look.hidden ^ {keys[row]}) if row < len(keys) else look


def column_rows(figs: Figures, look: Look, table: Table, order: Order) -> list[list[Span]]:
    """The list: which columns are shown, and which of these only a wider screen shows."""
    lacks_time = look.hidden.issuperset(beside_bar(order))
    texts = [
        *(sentences.explained(column) for column in columns_of(figs.profile)),
        messages.BAR_LACKS_TIME if lacks_time else messages.BAR_IS,
    ]
    # With other shares, or scrolled, columns are missing for other reasons.
    as_usual = look.shares and look.busy is None and not look.shift
    rows = []
    for key, text in zip(_keys(figs), texts, strict=True):
        if not look.shares and key.endswith("%"):
            text += messages.NO_SHARES_SHOWN
        is_wider = as_usual and not table.has(key) and not (key == BAR and lacks_time)
        mark = "[ ] " if key in look.hidden else messages.WIDER_MARK if is_wider else "[x] "
        rows.append([Span(mark, "key"), Span(text)])
    return rows


def _keys(figs: Figures) -> list[str]:
    return [*(column.key for column in columns_of(figs.profile)), BAR]

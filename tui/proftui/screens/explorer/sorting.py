"""Sorting: the next column, one by its letter, one by a click on its heading, the other way round."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.columns import DELTA, RATIO, columns_of
from proftui.analysis.order import Order
from proftui.frame.keys import SORT_LETTERS
from proftui.screens.explorer.host import Host
from proftui.views.protocol import Say, View


class Sorting:
    """Puts the rows of the view in use into another order, at once or in slices."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.worker = host.jobs.worker()

    def _columns(self) -> list[str]:
        """The columns of the view in use; where there are none, or no rows, it is said why."""
        view = self._host.panes.active
        nothing = view.nothing_here()
        if nothing is not None or not view.sort_columns:
            self._host.answer(nothing or view.sort_own_way())
            self._host.refresh_frame()
        return [] if nothing else list(view.sort_columns)

    def step(self, by: int) -> None:
        """Sort by the next column, or the previous one."""
        columns, order = self._columns(), self._host.panes.active.order
        if columns and order is not None:
            here = columns.index(order.column) if order.column in columns else -by
            self._by(columns[(here + by) % len(columns)])

    def reverse(self) -> None:
        """The other way round."""
        order = self._host.panes.active.order
        if self._columns() and order is not None:
            self._sort(self._host.panes.active, order.reverse(), explain=False)

    def offer(self) -> None:
        """Wait for the letter of a column."""
        if self._columns():
            view = self._host.panes.active
            titles = {c.key: c.title for c in columns_of(self._host.session.profile)} | messages.SORTS_BY
            columns = {letter: (word, view.column_named(word)) for letter, word in SORT_LETTERS.items()}
            offered = (
                f"  {letter} {titles.get(word) or titles.get(column, word)}"
                for letter, (word, column) in columns.items()
                if column is not None
            )
            self._host.status.ask("sort", self._by_letter, more="".join(offered))

    def _by_letter(self, letter: str) -> None:
        if letter in SORT_LETTERS:
            self._by(SORT_LETTERS[letter])

    def _by(self, word: str) -> None:
        view = self._host.panes.active
        column = view.column_named(word)
        if column is None and word in (DELTA, RATIO):
            self._host.say(messages.NOT_COMPARING)
        elif column is None:
            self._host.say(messages.NO_COLUMN.format(word))
        else:
            self._sort(view, Order.usual(column))

    def click(self, view: View, cell: int) -> None:
        """A click on a heading sorts by it, a second reverses; where nothing is sorted it is explained."""
        column = view.heading_at(cell)
        if isinstance(column, Say):
            self._host.answer(column)
        elif column is not None:
            order = Order.usual(column)
            self._sort(view, order.reverse() if view.order == order else order)

    def _sort(self, view: View, order: Order, explain: bool = True) -> None:
        """Do what sorting needs, and then sort: at once, where it is short."""

        def sort() -> None:
            answer = view.sort(order)
            self._host.status.hush()
            self._host.answer(answer if explain else None)
            for other in self._host.panes.alike(view):
                other.changed()
            self._host.refresh_frame()

        tell = self._host.status.telling(self.worker, messages.SORTING)
        self._host.jobs.begin(self.worker, view.sorting(order), sort, tell=tell)

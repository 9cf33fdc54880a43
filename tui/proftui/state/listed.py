"""The functions that are listed: in which order they stand, and what the filter leaves of them."""

from __future__ import annotations

from array import array
from itertools import chain

from proftui.analysis.columns import NUMBERS, columns_of
from proftui.analysis.order import Order, preparing, sorting
from proftui.background.budget import SEARCH_BUDGET
from proftui.drawing.figures import share
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proftui.analysis.inclusive import Inclusive
    from proftui.analysis.names import Names
    from proftui.analysis.search.query import Query
    from proftui.background.pieces import Pieces
    from proftui.state.compared import Compared
    from proftui_parsers import Profile

_SOON_MEASURED = 10_000
"""Functions and calls of which the time of some functions is known within a key: some milliseconds."""
_MANY = 150_000
"""Rows: there is a list of all for each order that was looked at."""


class Listed:
    """The rows of a profile, by number of their function."""

    def __init__(
        self, profile: Profile, names: Names, order: Order, compared: Compared | None = None
    ) -> None:
        """``compared``: what it is compared with. Rows stand once :meth:`sort_anew` was called."""
        self._profile, self._names, self._compared = profile, names, compared
        self._hidden: Sequence[int] | None = profile.absent
        """By function whether it has no row; ``None``: each has one."""
        self.order = order
        self.filter_text = ""
        self.query: Query | None = None
        self.rows: Sequence[int] = ()
        self._orders: dict[Order, Sequence[int]] = {}
        self._inclusive: Inclusive | None = None

    def take(self, profile: Profile, names: Names, hidden: Sequence[int] | None) -> None:
        """List the same functions in another shape; filter and order stay if they can.

        ``hidden``: by function whether it has no row; ``None``: each has one.
        """
        self._profile, self._names, self._hidden = profile, names, hidden
        self._orders, self._inclusive = {}, None
        if self.order.column in NUMBERS and self.order.column not in self.sort_columns:
            self.order = Order.usual("tottime")
        ordered = self._ordered()
        if self.query is not None and not self.query.fits(profile):
            self.query, self.filter_text = None, ""
        if self.query is not None:
            ordered = self._found(self.query, ordered)
        self.rows = ordered

    def renamed(self) -> Pieces[None]:
        """Functions have other names by now; rows that names sort or select follow, in pieces."""
        self._orders = {order: rows for order, rows in self._orders.items() if order.column != "function"}
        yield from self.sorting(self.order)
        if self.query is not None:
            yield from self.texts_to_search(self.filter_text)
        if self.order.column == "function":
            self.sort(self.order)
        query, inclusive, rows = self.query, self._inclusive, self.rows
        self.query = None
        if query is not None:
            self.filter_again(self.filter_text)
            # What was found before stays, where that takes too long.
            self.query = self.query or query
            if self.rows == rows:
                self._inclusive = inclusive

    # The order

    @property
    def sort_columns(self) -> list[str]:
        """What ``s`` walks through, in the order of the columns."""
        if self._compared is not None:
            return self._compared.sort_columns()
        keys = dict.fromkeys(column.order for column in columns_of(self._profile))
        return [*keys, "function", "location"]

    def _ordered(self) -> Sequence[int]:
        for _ in self.sorting(self.order):
            pass
        return self._orders[self.order]

    def sorting(self, order: Order) -> Pieces[None]:
        """Find out what :meth:`sort` needs for an order, in pieces."""
        if order in self._orders:
            return
        if self._compared is not None:
            found = yield from self._compared.sorting(order, self._names)
            self._orders[order] = _compact(found)
            return
        other = self._orders.get(order.reverse()) if order.column not in NUMBERS else None
        if other is not None:
            self._orders[order] = other[::-1]
            return
        rows, hidden = (yield from sorting(self._profile, self._names, order)), self._hidden
        visible = rows if hidden is None else [index for index in rows if not hidden[index]]
        self._orders[order] = _compact(visible)

    def sort(self, order: Order) -> None:
        """Another order of the same rows."""
        kept = set(self.rows) if self.query is not None else None
        self.order = order
        if self._compared is not None:
            self._compared.sorted_by(order)
        ordered = self._ordered()
        self.rows = ordered if kept is None else _compact([index for index in ordered if index in kept])

    def sort_anew(self) -> None:
        """The same order of other rows, those of a comparison."""
        self._orders = {}
        self.sort(self.order)

    def texts_to_sort_by(self, column: str) -> Pieces[None]:
        """Make the texts that a column of any view sorts by, in pieces."""
        return _all_of(preparing(self._names, column))

    # The filter

    def texts_to_search(self, text: str) -> Pieces[None]:
        """Make the texts that :meth:`filter` searches in, in pieces.

        Raises:
            QueryError: a term is not valid, or about a figure that the profile lacks.
        """
        from proftui.analysis.search.query import parse

        query, names = parse(text, self._profile), self._names
        of_base = () if self._compared is None else query.preparing(self._compared.now.base.names)
        return _all_of(chain(query.preparing(names), of_base, self._making_packages(text)))

    def _making_packages(self, text: str) -> Pieces[None]:
        """Make what tells whether a filter is the name of a package, in pieces."""
        if self.package_word(text):
            yield from self._names.texts.making("package")

    def package_word(self, text: str) -> str:
        """The word of a filter that may be the name of a package, in lower case; of most there is none."""
        typed = text.strip().casefold()
        word = typed.removeprefix("pkg:")
        return word if word and (word != typed or self._names.texts.may_name_package(word)) else ""

    def filter(self, text: str, budget: float | None = SEARCH_BUDGET) -> None:
        """Show what ``text`` matches.

        Raises:
            QueryError: a term is not valid, or about a figure that the profile lacks; nothing has changed.
            TooSlow: a pattern takes too long; nothing has changed.
        """
        if not text and self.query is None:
            self.filter_text = text
            return
        from proftui.analysis.search.query import parse

        query = parse(text, self._profile)
        query.check(compares=self._compared is not None)
        if not query:
            self.rows, self.query, self.filter_text = self._ordered(), None, text
            self._inclusive = None
            return
        narrower = self.query is not None and query.narrows(self.query)
        candidates = self.rows if narrower else self._ordered()
        self.rows = self._found(query, candidates, budget)
        self.query, self.filter_text, self._inclusive = query, text, None

    def _found(self, query: Query, among: Sequence[int], budget: float | None = None) -> Sequence[int]:
        return _compact(query.select(self._profile, self._names, among, budget, self._compared))

    def filter_again(self, text: str, budget: float | None = SEARCH_BUDGET) -> None:
        """Show what matches a filter of before, or all of a profile that lacks its figures.

        Where a pattern takes too long, nothing changes.
        """
        from proftui.analysis.search.terms import QueryError
        from proftui.background.budget import TooSlow

        try:
            self.filter(text, budget)
        except QueryError:
            self.filter("")
        except TooSlow:
            pass

    def found_in(self, profile: Profile, names: Names) -> Sequence[int]:
        """What the filter finds of all functions of a profile, whatever is hidden here."""
        every = range(profile.count)
        return every if self.query is None else self.query.select(profile, names, every)

    # What the rows amount to

    @property
    def rows_with_entry(self) -> Sequence[int]:
        """The rows without what is gone, of which the profile has no figures."""
        if self._compared is None:
            return self.rows
        return [index for index in self.rows if not self._compared.is_gone(index)]

    @property
    def covered(self) -> tuple[int, float, float | None]:
        """What the rows shown amount to: functions, own time in seconds, share of the run in percent."""
        profile = self._profile
        times = list(map(profile.tottime.__getitem__, self.rows_with_entry))
        own = profile.measure.together(times)
        if own - own != 0:
            # Some time is infinite or none at all; the others still make a sum.
            own = sum(time for time in times if time - time == 0)
        return len(self.rows), own, share(own, profile.total_time)

    @property
    def inclusive(self) -> Inclusive | None:
        """What the functions that the filter leaves take together with what they call.

        ``None``: that is not known; of a large profile, before :meth:`measuring` was done.
        """
        profile = self._profile
        if self._inclusive is None and profile.count + len(profile.edges) <= _SOON_MEASURED:
            for _ in self.measuring():
                pass
        return self._inclusive

    def measuring(self) -> Pieces[None]:
        """Find out what :attr:`inclusive` says, in pieces."""
        query = self.query
        known = query is None or self._inclusive is not None
        if known or self._compared is not None:
            return
        from proftui.analysis.inclusive import Inclusive, adding_up

        found = yield from adding_up(self._profile, self.rows)
        if query is self.query:
            self._inclusive = Inclusive(min(found.seconds, self._profile.total_time), found.exact)


def _all_of(steps: Iterator[None]) -> Pieces[None]:
    # Not the steps themselves: who leaves this undone would end work that others go on with.
    for _ in steps:
        yield


def _compact(rows: Sequence[int]) -> Sequence[int]:
    """The same rows; of very many an array, which takes a tenth of the memory but longer to filter."""
    return list(rows) if len(rows) < _MANY else array("i", rows)

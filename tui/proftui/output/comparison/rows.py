"""Which rows of a comparison are written out, and in which order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from proftui import messages
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.measured import BEFORE as BEFORE_TERM
from proftui.analysis.compare.measured import CALLS as MEASURED_CALLS
from proftui.analysis.compare.measured import DELTA, MEASURES, OWN, both, how_far
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.order import sort_column
from proftui.analysis.search.query import Query

CHANGE, CUMTIME, CALLS, RATIO, BEFORE, AFTER = "change", "cumtime", "calls", "ratio", "before", "after"
NAME, PLACE = "name", "file"
_OF_FIGURES = {"tottime": CHANGE, "cumtime": CUMTIME, "ncalls": CALLS, "pcalls": CALLS}
"""By a column of one profile, the change that it is sorted by here."""
_OF_TEXTS = {"name": NAME, "function": NAME, "nfl": NAME}
_OF_TEXTS |= dict.fromkeys(("file", "location", "line", "stdname"), PLACE)
ORDERS = (CHANGE, CUMTIME, CALLS, RATIO, BEFORE, AFTER, NAME, PLACE)


def order_named(word: str) -> str:
    """The order that a sort word means; ValueError with a sentence if there is none."""
    word = word.strip().lower()
    if word in ORDERS and word not in _OF_TEXTS:
        return word
    if word == "delta":
        return CHANGE
    try:
        column = sort_column(word)
    except ValueError:
        column = ""
    meant = _OF_FIGURES.get(column) or _OF_TEXTS.get(column)
    if meant is None:
        raise ValueError(messages.NO_SORT_OF_CHANGES.format(word[:40], ", ".join(ORDERS)))
    return meant


def rows_of(
    comparison: Comparison, query: Query | None = None, order: str = CHANGE, budget: float | None = None
) -> list[int]:
    """The rows that the query matches on either side, in this order; ties as in the file.

    Of figures the largest change comes first; what was not measured, and what is new or gone where ratios
    sort, is last. Raises :class:`TooSlow` after ``budget`` seconds.
    """
    rows: Sequence[int] = comparison.there
    if query:
        found = _matched(comparison, query, budget)
        rows = [row for row in rows if row in found]
    if order in (NAME, PLACE):
        return sorted(rows, key=_text_key(comparison, order))
    key = _key(comparison.pairs, order)
    own = comparison.pairs.new_own
    # A figure that is not a number compares with nothing.
    return sorted(rows, key=lambda row: (-_known(key(row)), -_known(own[row])))


def _known(figure: float) -> float:
    return figure if figure == figure else -1.0


def _matched(comparison: Comparison, query: Query, budget: float | None) -> set[int]:
    pairs, found = comparison.pairs, set[int]()
    for side, row_of in ((comparison.base, pairs.base_row), (comparison.new, pairs.new_row)):
        having_rows = [function for function in range(side.profile.count) if row_of[function] >= 0]
        matching = query.select(side.profile, side.names, having_rows, budget, _Changes(comparison, row_of))
        found.update(map(row_of.__getitem__, matching))
    return found


class _Changes:
    """What a filter asks of functions of one side: figures and fates are those of their rows."""

    def __init__(self, comparison: Comparison, row_of: Sequence[int]) -> None:
        self._comparison, self._pairs, self._row_of = comparison, comparison.pairs, row_of

    def values(self, field: str, indices: Iterable[int]) -> Iterator[tuple[int, float]]:
        """The change, ratio or figure before of own time, else the figure after; without what has none."""
        before, after = both(self._pairs, field if field in MEASURES else OWN)
        for index in indices:
            row = self._row_of[index]
            ratio = self._pairs.ratio(row)
            value = {
                DELTA: after[row] - before[row],
                BEFORE_TERM: before[row],
                RATIO: math.nan if ratio is None else ratio,
            }.get(field, after[row])
            if value == value:
                yield index, value

    def whole(self, field: str) -> float | None:
        """What percentages are of: of times after the total after, else that before."""
        if field == MEASURED_CALLS:
            return None
        return self._comparison.new.total if field in MEASURES else self._comparison.base.total

    def is_of(self, word: str, index: int) -> bool:
        """Whether the function is ``new``, ``gone`` or ``changed``."""
        return self._pairs.status(self._row_of[index]) == word


def _key(pairs: Pairs, order: str) -> Callable[[int], float]:
    if order == CUMTIME:
        return lambda row: abs(pairs.new_cumtime[row] - pairs.base_cumtime[row])
    if order == CALLS:
        return lambda row: abs(pairs.new_calls[row] - pairs.base_calls[row])
    if order == RATIO:
        return lambda row: _furthest(pairs.ratio(row))
    if order in (BEFORE, AFTER):
        column = pairs.base_own if order == BEFORE else pairs.new_own
        return lambda row: column[row]
    return lambda row: abs(pairs.delta(row))


def _furthest(ratio: float | None) -> float:
    """How far a ratio is from 1, whichever way."""
    return -1.0 if ratio is None else how_far(ratio)


def _text_key(comparison: Comparison, order: str) -> Callable[[int], Any]:
    def key(row: int) -> tuple[str, str, int]:
        side, function = comparison.side_of_row(row)
        name, place = comparison.name(row).casefold(), side.names.path(function)
        line = side.profile.linenos[function]
        return (name, place, line) if order == NAME else (place, "", line)

    return key

"""Which rows of a comparison are written out, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from proftui import messages
from proftui.analysis.compare.comparison import Comparison
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
    rows: Sequence[int] = range(len(comparison.pairs))
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
        matching = query.select(side.profile, side.names, None, budget)
        found.update(map(row_of.__getitem__, matching))
    return found - {-1}


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
    if ratio is None:
        return -1.0
    return max(ratio, 1 / ratio) if ratio > 0 else float("inf")


def _text_key(comparison: Comparison, order: str) -> Callable[[int], Any]:
    def key(row: int) -> tuple[str, str, int]:
        side, function = comparison.side_of_row(row)
        name, place = comparison.name(row).casefold(), side.names.path(function)
        line = side.profile.linenos[function]
        return (name, place, line) if order == NAME else (place, "", line)

    return key

"""The rows of a comparison and their figures, from who is who."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import filterfalse
from typing import Any, TypeVar

from proftui.analysis.compare.found import Found
from proftui.analysis.compare.keys import functions_with_rows
from proftui.analysis.compare.pairs import NOBODY, UNPAIRED, Pairs
from proftui.analysis.compare.side import Side
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.profile import NOT_MEASURED

_BUNDLE = 3
_BUNDLED = 0.85
_NAN = float("nan")
_Number = TypeVar("_Number", int, float)
_Take = Callable[[Sequence[Any]], Sequence[Any]]
_MOST_CALLS = (1 << 63) - 1
"""What a column holds; no run makes as many, but files claim more."""


def filling(base: Side, new: Side, found: Found) -> Pieces[Pairs]:
    """Rows and figures; what became of the functions is left open."""
    pairs = _rows(base.profile, new.profile, found)
    yield
    # What is gone stands in the last rows.
    gone = pairs.new.count(NOBODY)
    before, after = _taking(pairs.base, gone), _taking(pairs.new[: len(pairs) - gone])
    pairs.base_own = array("d", before(base.profile.tottime))
    pairs.new_own = array("d", after(new.profile.tottime)) + array("d", [0.0]) * gone
    yield
    pairs.base_calls = _calls(base.profile, before, len(pairs))
    pairs.new_calls = _calls(new.profile, after, len(pairs))
    yield
    pairs.base_cumtime = _cumtime(base.profile, before, len(pairs))
    pairs.new_cumtime = _cumtime(new.profile, after, len(pairs))
    for row, bundle in pairs.bundles.items():
        _add_up(pairs, row, base.profile, bundle[0], new.profile, bundle[1])
    return pairs


def _rows(base: Profile, new: Profile, found: Found) -> Pairs:
    after, gone = functions_with_rows(new), found.left(0, functions_with_rows(base))
    first = {bundle[1][0]: bundle for bundle in found.bundles}
    if first:
        others = found.bundled[1].difference(first)
        after = list(filterfalse(others.__contains__, after))
    pairs = Pairs(
        base=_taken(found.to_base, after) + array("q", gone),
        new=array("q", after) + array("q", [NOBODY]) * len(gone),
        stages=_taken(found.stages, after) + array("b", [UNPAIRED]) * len(gone),
        scores=_taken(found.scores, after) + array("d", [0.0]) * len(gone),
        base_row=array("q"),
        new_row=_rows_of(len(new.files), after),
    )
    pairs.base_row = _rows_of_base(len(base.files), pairs.new_row, found.to_new, gone, len(after))
    for g in sorted(first):
        _bundle(pairs, *first[g])
    pairs.in_order.update({pairs.new_row[g]: found.in_order[g] for g in sorted(found.in_order)})
    return pairs


def _bundle(pairs: Pairs, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """Let the row of the first of several functions be of all of them."""
    row = pairs.new_row[after[0]]
    pairs.bundles[row] = before, after
    pairs.base[row] = before[0]
    pairs.stages[row], pairs.scores[row] = _BUNDLE, _BUNDLED
    for function in before:
        pairs.base_row[function] = row
    for function in after:
        pairs.new_row[function] = row


def _taken(column: array[_Number], functions: Sequence[int]) -> array[_Number]:
    """The figures of some functions, in order."""
    if len(functions) == len(column):
        return column
    return array(column.typecode, list(map(column.__getitem__, functions)))


def _rows_of(count: int, functions: Sequence[int]) -> array[int]:
    """By function, of which there are so many, its row; ``functions``: by row."""
    if isinstance(functions, range):
        return array("q", functions) + array("q", [NOBODY]) * (count - len(functions))
    rows = [NOBODY] * count
    for row, function in enumerate(functions):
        rows[function] = row
    return array("q", rows)


def _rows_of_base(
    count: int, new_row: Sequence[int], to_new: Sequence[int], gone: Sequence[int], first: int
) -> array[int]:
    """The same of the base: the rows of those that they are now, or from ``first`` on their own."""
    # Nobody is one more at the end.
    rows = list(map([*new_row, NOBODY].__getitem__, to_new))
    for row, function in enumerate(gone, first):
        rows[function] = row
    return array("q", rows) + array("q", [NOBODY]) * (count - len(rows))


def _taking(functions: array[int], gone: int = 0) -> _Take:
    """What takes the figures of these functions out of a column; 0 for nobody.

    ``gone``: how many at the end the other side does not have.
    """
    if not 0 < gone < len(functions):
        return _taking_some(functions)
    first, second = _taking_some(functions[:-gone]), _taking_some(functions[-gone:])
    return lambda column: [*first(column), *second(column)]


def _taking_some(functions: array[int]) -> _Take:
    count, first = len(functions), functions[0] if functions else 0
    if first >= 0 and functions == array("q", range(first, first + count)):
        return lambda column: column[first : first + count]
    if functions.count(NOBODY) == count:
        return lambda column: [0] * count
    # A column may be longer than there are functions with an entry: nobody is at the very end of it.
    return lambda column: list(map([*column, 0].__getitem__, functions))


def _calls(profile: Profile, take: _Take, rows: int) -> array[int]:
    if profile.ncalls is None:
        return array("q", [NOT_MEASURED]) * rows
    found = take(profile.ncalls)
    try:
        made = array("q", found)
    except OverflowError:
        made = array("q", [min(calls, _MOST_CALLS) for calls in found])
    return made + array("q", [0]) * (rows - len(made))


def _cumtime(profile: Profile, take: _Take, rows: int) -> array[float]:
    if profile.cumtime is None:
        return array("d", [_NAN]) * rows
    made = array("d", take(profile.cumtime))
    return made + array("d", [0.0]) * (rows - len(made))


def _add_up(
    pairs: Pairs, row: int, base: Profile, before: Sequence[int], new: Profile, after: Sequence[int]
) -> None:
    """The figures of a bundle; of time with callees there is none."""
    pairs.base_own[row] = sum(base.tottime[f] for f in before)
    pairs.new_own[row] = sum(new.tottime[f] for f in after)
    if base.ncalls is not None and new.ncalls is not None:
        pairs.base_calls[row] = min(_MOST_CALLS, sum(max(0, base.ncalls[f]) for f in before))
        pairs.new_calls[row] = min(_MOST_CALLS, sum(max(0, new.ncalls[f]) for f in after))
    pairs.base_cumtime[row] = pairs.new_cumtime[row] = _NAN

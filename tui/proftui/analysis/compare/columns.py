"""The rows of a comparison and their figures, from who is who."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import compress, repeat
from operator import itemgetter, le
from typing import Any

from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.keys import functions_with_rows, functions_without_rows
from proftui.analysis.compare.pairs import NOBODY, UNPAIRED, Pairs
from proftui.analysis.compare.side import Side
from proftui.analysis.compare.stretches import Stretches
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.profile import NOT_MEASURED

_BUNDLE = 3
"""The stage of functions of which it is not known who is who."""
_NAN = float("nan")
_Take = Callable[[Sequence[Any]], Sequence[Any]]
_MOST_CALLS = (1 << 63) - 1
"""What a column holds; no run makes as many, but files claim more."""


def filling(base: Side, new: Side, found: Found) -> Pieces[Pairs]:
    """Rows and figures; what became of the functions is left open."""
    first = {bundle[1][0]: bundle for bundle in found.bundles}
    left_out = {*functions_without_rows(new.profile), *found.bundled[1].difference(first)}
    after = Stretches(new.profile.count, left_out)
    gone = array("q", found.left(0, functions_with_rows(base.profile)))
    yield
    pairs = _rows(base.profile, new.profile, found, after, gone)
    for g in sorted(first):
        _bundle(pairs, *first[g])
    yield
    before, later = _taking(pairs.base[: len(pairs) - len(gone)], gone), _taking_stretches(after)
    pairs.base_own = array("d", before(base.profile.tottime))
    pairs.new_own = array("d", later(new.profile.tottime)) + array("d", [0.0]) * len(gone)
    yield
    pairs.base_calls = _calls(base.profile, before, len(pairs))
    pairs.new_calls = _calls(new.profile, later, len(pairs))
    yield
    pairs.base_cumtime = _cumtime(base.profile, before, len(pairs))
    pairs.new_cumtime = _cumtime(new.profile, later, len(pairs))
    for row, bundle in pairs.bundles.items():
        _add_up(pairs, row, base.profile, bundle[0], new.profile, bundle[1])
    return pairs


def _rows(base: Profile, new: Profile, found: Found, after: Stretches, gone: array[int]) -> Pairs:
    """The rows: of functions of the new side, and of those that are ``gone``."""
    to_base, new_row = after.of(found.to_base), after.rows(len(new.files))
    pairs = Pairs(
        base=to_base + gone,
        new=after.functions() + array("q", [NOBODY]) * len(gone),
        stages=after.of(found.stages) + array("b", [UNPAIRED]) * len(gone),
        scores=after.of(found.scores) + array("d", [0.0]) * len(gone),
        base_row=_rows_of_base(len(base.files), to_base, gone),
        new_row=new_row,
    )
    pairs.in_order.update({new_row[g]: found.in_order[g] for g in sorted(found.in_order)})
    return pairs


def _bundle(pairs: Pairs, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """Let the row of the first of several functions be of all of them."""
    row = pairs.new_row[after[0]]
    pairs.bundles[row] = before, after
    pairs.base[row] = before[0]
    pairs.stages[row], pairs.scores[row] = _BUNDLE, SCORES[_BUNDLE]
    for function in before:
        pairs.base_row[function] = row
    for function in after:
        pairs.new_row[function] = row


def _rows_of_base(count: int, functions: array[int], gone: Sequence[int]) -> array[int]:
    """By function of the base, of which there are so many, its row: first those of ``functions``."""
    rows = [NOBODY] * count
    for row, function in zip(*_partners(functions), strict=True):
        rows[function] = row
    for row, function in enumerate(gone, len(functions)):
        rows[function] = row
    return array("q", rows)


def _partners(functions: array[int]) -> tuple[list[int], list[int]]:
    """The rows that have one of these functions, given by row, and the functions."""
    known = list(map(le, repeat(0), functions))
    return list(compress(range(len(functions)), known)), list(compress(functions, known))


def _taking(functions: array[int], gone: Sequence[int]) -> _Take:
    """What takes the figures of these functions out of a column, 0 for nobody, and then of those ``gone``."""
    count, first = len(functions), functions[0] if functions else 0
    if first >= 0 and functions == array("q", range(first, first + count)):
        return lambda column: [*column[first : first + count], *map(column.__getitem__, gone)]
    rows, partners = _partners(functions)
    # All at once: so many are quicker than one after the other.
    of_gone = itemgetter(*gone) if len(gone) > 1 else lambda column: [column[f] for f in gone]

    def take(column: Sequence[Any]) -> Sequence[Any]:
        found = [0] * count
        for row, function in zip(rows, partners, strict=True):
            found[row] = column[function]
        return [*found, *of_gone(column)]

    return take


def _taking_stretches(stretches: Stretches) -> _Take:
    """What takes the figures of stretches of functions out of a column."""
    of = stretches.of
    return lambda column: of(column) if isinstance(column, array) else of(list(column))


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

"""What of a comparison stands on one page: the functions that changed most, and those of one side alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from proftui.analysis.bounds import exact_sum
from proftui.analysis.compare.pairs import Pairs


class Page(NamedTuple):
    """Rows of a comparison, each list the largest change of own time first."""

    changed: Sequence[int]
    """Of both sides."""
    new: Sequence[int]
    gone: Sequence[int]
    new_own: float
    """Own time of all that is new, after, in the unit of the measure."""
    gone_own: float
    """Own time of all that is gone, before."""


def page_of(pairs: Pairs, there: Sequence[int]) -> Page:
    """Of the rows that are there those of one page, before it is known how many there is room for."""
    kinds: dict[str, list[int]] = {"changed": [], "new": [], "gone": []}
    for row in there:
        is_new, is_gone = pairs.base[row] < 0, pairs.new[row] < 0
        kinds["new" if is_new else "gone" if is_gone else "changed"].append(row)
    for rows in kinds.values():
        rows.sort(key=lambda row: -_size(pairs, row))
    new, gone = kinds["new"], kinds["gone"]
    changed = [row for row in kinds["changed"] if _size(pairs, row) > 0 or pairs.status(row) == "changed"]
    times = _whole(pairs.new_own[row] for row in new), _whole(pairs.base_own[row] for row in gone)
    return Page(changed, new, gone, *times)


def _whole(times: Iterable[float]) -> float:
    return exact_sum(time for time in times if time - time == 0)


def _size(pairs: Pairs, row: int) -> float:
    change = abs(pairs.delta(row))
    return change if change == change else 0.0

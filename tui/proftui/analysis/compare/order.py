"""In what order the rows of a comparison stand: the largest change first, or the largest ratio, or texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress
from operator import not_

from proftui.analysis.columns import AFTER, BEFORE, RATIO
from proftui.analysis.compare.measured import MEASURES, OWN, both, how_far, ratio
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.order import TEXTS, Order


def measure_of(order: Order) -> str:
    """The measure that an order of figures is about; empty: it is of texts."""
    measure = order.column.removeprefix(f"{RATIO}:")
    return measure if measure in MEASURES else ""


def by_ratio(measure: str) -> str:
    """The column of the ratios of a measure."""
    return f"{RATIO}:{measure or OWN}"


def is_by_ratio(order: Order) -> bool:
    """Whether an order is by ratio."""
    return order.column.startswith(f"{RATIO}:")


def keys_of(pairs: Pairs, order: Order, changes: Callable[[str], Sequence[float]]) -> Sequence[float]:
    """By row what an order of figures sorts by; ``changes``: those of a measure."""
    if order.column in (BEFORE, AFTER):
        return pairs.base_own if order.column == BEFORE else pairs.new_own
    measure = measure_of(order)
    return list(map(abs, ratios(pairs, measure) if is_by_ratio(order) else changes(measure)))


def columns(pairs: Pairs) -> list[str]:
    """What ``s`` walks through: measures that something was measured of, by change, ratios, texts."""
    known = [measure for measure in MEASURES if any(value == value for value in both(pairs, measure)[1])]
    return [*known, by_ratio(OWN), *TEXTS]


def by_keys(functions: Sequence[int], keys: Sequence[float], *, is_reversed: bool = False) -> list[int]:
    """Functions by their keys, given in the same order: the largest first, ties as they are.

    Those whose key is not finite stand last, also where the order is reversed.
    """
    unknown = list[int]()
    # One sum says of all figures that none of them is odd.
    if not math.isfinite(sum(keys)):
        known = list(map(math.isfinite, keys))
        unknown = list(compress(functions, map(not_, known)))
        functions, keys = list(compress(functions, known)), list(compress(keys, known))
    found = list(functions)
    # Keys are asked for one after the other, as the functions stand: to look them up would take longer.
    found.sort(key=partial(next, iter(keys)), reverse=True)
    if is_reversed:
        found.reverse()
    return found + unknown if unknown else found


def ratios(pairs: Pairs, measure: str) -> Sequence[float]:
    """How many times as large, or as small; infinite for what is new, or gone, or was nothing."""
    found = (ratio(before, after) for before, after in zip(*both(pairs, measure), strict=True))
    return [math.inf if value is None else how_far(value) for value in found]

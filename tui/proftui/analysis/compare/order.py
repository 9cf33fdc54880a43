"""In what order the rows of a comparison stand: the largest change first, or the largest ratio, or texts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from proftui.analysis.compare.measured import MEASURES, OWN, RATIO, both, changes, how_far, ratio
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


def columns(pairs: Pairs) -> list[str]:
    """What ``s`` walks through: measures that something was measured of, by change, ratios, texts."""
    known = [measure for measure in MEASURES if any(value == value for value in both(pairs, measure)[1])]
    return [*known, by_ratio(OWN), *TEXTS]


def sorted_rows(pairs: Pairs, order: Order) -> list[int]:
    """All rows by a figure; without one they stand last, ties in the order of the rows."""
    measure = measure_of(order)
    keys = _ratios(pairs, measure) if is_by_ratio(order) else list(map(abs, changes(pairs, measure)))
    known, unknown = list(range(len(pairs))), list[int]()
    # One sum says of all figures that none of them is odd.
    if not math.isfinite(sum(keys)):
        unknown = [row for row in known if not math.isfinite(keys[row])]
        known = [row for row in known if math.isfinite(keys[row])]
    known.sort(key=keys.__getitem__, reverse=True)
    if order.reversed:
        known.reverse()
    return known + unknown


def _ratios(pairs: Pairs, measure: str) -> Sequence[float]:
    """How many times as large, or as small; infinite for what is new, or gone, or was nothing."""
    found = (ratio(before, after) for before, after in zip(*both(pairs, measure), strict=True))
    return [math.inf if value is None else how_far(value) for value in found]

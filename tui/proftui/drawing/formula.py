"""A calculation written out, with its operands rounded as they stand elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proftui.drawing.figures import SECONDS, WIDEST, Unit, thousands

_MOST_DIGITS = 15
_FEWEST = 3
"""Digits that a time has at least which reads as zero otherwise."""


@dataclass(frozen=True)
class Formula:
    """``template`` has a ``{}`` for each of ``values``: an ``int`` is a count, a ``float`` seconds."""

    template: str
    values: Sequence[int | float]
    compute: Callable[..., float]

    @property
    def result(self) -> float:
        """What comes of it."""
        return self.compute(*self.values)

    def text(self, unit: Unit = SECONDS) -> str:
        """The calculation in ``unit``."""
        return self.template.format(
            *(f"{value:,}" if isinstance(value, int) else in_digits(value, unit) for value in self.values)
        )


def product(part: float, here: float, of: float) -> Formula:
    """``part × here / of``; where two of these cancel, the third alone."""
    if math.isclose(here, of) or math.isclose(part, of):
        return Formula("{}", (part if math.isclose(here, of) else here,), lambda a: a)
    return Formula("{} × {} / {}", (part, here, of), lambda a, b, c: a * b / c)


def total(*parts: float) -> Formula:
    """``part + part``."""
    return Formula(" + ".join("{}" for _ in parts), parts, lambda *values: sum(values))


def difference(whole: float, *parts: float) -> Formula:
    """``whole − part − part``."""
    template = " − ".join("{}" for _ in (whole, *parts))
    return Formula(template, (whole, *parts), lambda a, *others: a - sum(others))


def in_digits(value: float, unit: Unit = SECONDS) -> str:
    """A time in running text that never reads as zero if it is not: ``2,583.348``, ``0.0000123``."""
    number, decimals = value * unit.per_second, unit.decimals
    if number and math.isfinite(number):
        first = -math.floor(math.log10(abs(number)))
        if first > 0:
            decimals = max(decimals, min(first + _FEWEST - 1, _MOST_DIGITS))
    text = f"{number:z.{decimals}f}"
    return thousands(text) if len(text) <= WIDEST else f"{number:.{decimals}e}"

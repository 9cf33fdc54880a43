"""A calculation written out, with so many digits that who reckons it again gets the figure beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proftui.drawing.figures import SECONDS, WIDEST, Unit

_MOST_DIGITS = 15
_FEWEST = 3
"""Digits that a time has at least which reads as zero otherwise."""


@dataclass(frozen=True)
class Formula:
    """``template`` has a ``{}`` for each of ``values``: an ``int`` is a count, a ``float`` seconds."""

    template: str
    values: Sequence[int | float]
    compute: Callable[..., float]
    names: Sequence[str] = ()
    """What each of the values is, by words that whoever writes it out has sentences for."""

    @property
    def result(self) -> float:
        """What comes of it."""
        return self.compute(*self.values)

    def text(self, written: Callable[[float], str], unit: Unit = SECONDS) -> str:
        """The calculation in ``unit``, rounded no further than its result as it is ``written``."""
        return self.template.format(*self.operands(written, unit))

    def operands(self, written: Callable[[float], str], unit: Unit = SECONDS) -> list[str]:
        """The values as they stand in :meth:`text`."""
        wanted, texts = written(self.result), [""]
        for decimals in range(unit.decimals, unit.decimals + _MOST_DIGITS):
            texts = [_operand(value, unit, decimals) for value in self.values]
            if self._again(texts, written, unit) == wanted:
                break
        return texts

    def _again(self, texts: Sequence[str], written: Callable[[float], str], unit: Unit) -> str:
        """What comes of the operands as they are written."""
        both = zip(texts, self.values, strict=True)
        read = [value if isinstance(value, int) else float(text) / unit.per_second for text, value in both]
        try:
            return written(self.compute(*read))
        except ZeroDivisionError:
            return ""


def product(part: float, here: float, whole: float, *names: str) -> Formula:
    """``part × here / whole``."""
    return Formula("{} × {} / {}", (part, here, whole), lambda a, b, c: a * b / c, names)


def quotient(part: float, whole: float) -> Formula:
    """``part / whole``."""
    return Formula("{} / {}", (part, whole), lambda a, b: a / b)


def total(*parts: float) -> Formula:
    """``part + part``."""
    return Formula(" + ".join("{}" for _ in parts), parts, lambda *values: sum(values))


def difference(whole: float, *parts: float) -> Formula:
    """``whole − part − part``."""
    template = " − ".join("{}" for _ in (whole, *parts))
    return Formula(template, (whole, *parts), lambda a, *others: a - sum(others))


def in_digits(value: float, unit: Unit = SECONDS) -> str:
    """A time that never reads as zero if it is not: ``0.215``, ``0.0000123``."""
    if value == 0 or not math.isfinite(value * unit.per_second):
        return _operand(value, unit, unit.decimals)
    first = -math.floor(math.log10(abs(value * unit.per_second)))
    return _operand(
        value, unit, max(unit.decimals, min(first + _FEWEST - 1, _MOST_DIGITS)) if first > 0 else 0
    )


def _operand(value: float, unit: Unit, decimals: int) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    text = f"{value * unit.per_second:.{max(decimals, unit.decimals)}f}"
    return text if len(text) <= WIDEST else f"{value * unit.per_second:.{decimals}e}"

"""A calculation written out, with so many digits that who reckons it again gets the figure beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from proftui.drawing.figures import SECONDS, WIDEST, Unit, thousands

_MOST_DIGITS = 15
_FEWEST = 3
"""Digits that a time has at least which reads as zero otherwise."""
_TIE = 1e-9
"""The part of a figure within which it may be rounded either way."""


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
        """The values as they stand in :meth:`text`; no ``× b / b``, which would read as no calculation."""
        enough = self._enough_digits(written, unit)
        fewest = next(enough)
        return next((texts for texts in chain([fewest], enough) if not any(self._alike(texts))), fewest)

    def _enough_digits(self, written: Callable[[float], str], unit: Unit) -> Iterator[list[str]]:
        """The values with the fewest digits that give the result again, then with more and more."""
        wanted, texts, nearly, found = written(self.result), [""], None, False
        for decimals in range(unit.decimals, unit.decimals + _MOST_DIGITS):
            texts = [_operand(value, unit, decimals) for value in self.values]
            again = self._again(texts, unit)
            if again is None or written(again) != wanted:
                continue
            if _is_clear(again, written):
                found = True
                yield texts
            nearly = nearly or texts
        if not found:
            yield nearly or texts

    def _alike(self, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where a factor and the divisor after it read alike."""
        signs = self.template.split("{}")
        for divisor in range(2, len(texts)):
            if signs[divisor - 1 : divisor + 1] == [" × ", " / "]:
                for factor in (divisor - 1, divisor - 2):
                    if texts[factor] == texts[divisor]:
                        yield factor, divisor

    def shortened(self, written: Callable[[float], str], unit: Unit = SECONDS) -> Formula:
        """Without ``× b / b`` where both read alike: what is left is the figure that is meant."""
        for factor, divisor in self._alike(next(self._enough_digits(written, unit))):
            shorter = self._without(factor, divisor)
            if written(shorter.result) == written(self.result):
                return shorter.shortened(written, unit)
        return self

    def _without(self, factor: int, divisor: int) -> Formula:
        signs = self.template.split("{}")
        kept = [at for at in range(len(self.values)) if at not in (factor, divisor)]

        def compute(*values: float) -> float:
            every = [1.0] * len(self.values)
            for at, value in zip(kept, values, strict=True):
                every[at] = value
            return self.compute(*every)

        template = "{}".join([*signs[: divisor - 1], *signs[divisor + 1 :]])
        names = [self.names[at] for at in kept] if self.names else ()
        return Formula(template, [self.values[at] for at in kept], compute, names)

    def _again(self, texts: Sequence[str], unit: Unit) -> float | None:
        """What comes of the operands as they are written; ``None``: they read as nothing."""
        both = zip(texts, self.values, strict=True)
        read = [value if isinstance(value, int) else _read(text) / unit.per_second for text, value in both]
        try:
            return self.compute(*read)
        except ZeroDivisionError:
            return None


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
    """A time in running text that never reads as zero if it is not: ``2,583.348``, ``0.0000123``."""
    if value == 0 or not math.isfinite(value * unit.per_second):
        return _operand(value, unit, unit.decimals)
    first = -math.floor(math.log10(abs(value * unit.per_second)))
    if first <= 0:
        return _operand(value, unit, 0)
    decimals = max(unit.decimals, min(first + _FEWEST - 1, _MOST_DIGITS))
    # Half of the last digit is written out where columns do not say how many there are.
    is_free = decimals > unit.decimals
    clear = not is_free or _is_clear(value, lambda near: _operand(near, unit, decimals))
    return _operand(value, unit, decimals if clear else decimals + 1)


def _is_clear(value: float, written: Callable[[float], str]) -> bool:
    """Whether a figure is far enough from where it is rounded the other way."""
    return written(value * (1 - _TIE)) == written(value * (1 + _TIE))


def _operand(value: float, unit: Unit, decimals: int) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    text = f"{value * unit.per_second:.{max(decimals, unit.decimals)}f}"
    return thousands(text) if len(text) <= WIDEST else f"{value * unit.per_second:.{decimals}e}"


def _read(text: str) -> float:
    """A figure as who reads it reckons with it."""
    return float(text.replace(",", ""))

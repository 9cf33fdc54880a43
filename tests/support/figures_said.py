"""The numbers in a sentence, each with its unit and what it can stand for at the precision that is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
_NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e[+-]\d+)?"
_FIGURE = re.compile(
    rf"(?<![\w.:/\\<>…↻-])(≈ ?)?({_NUMBER})(?:–({_NUMBER}))?(?: ?(s|ms|µs|ns|%)(?!\w)| ([a-z]+))?"
)
_VERSION = re.compile(r"Python \d\.\d+")
_SAME = 1e-9
"""Sums that were added up in another order may differ by this part."""

Facts = Mapping[str, Iterable[float | None]]
"""By unit (``s``, ``%``, ``call``), what a number may stand for; ``None`` is nothing."""


class Said(NamedTuple):
    """A number in a sentence: between which values it is rounded to what is shown."""

    low: float
    high: float
    unit: str
    """``s`` for times in any unit, ``%``, or a noun in the singular; empty where nothing follows."""
    estimated: bool
    part: str
    """What stands between the same two dots of the sentence."""

    def is_near(self, value: float) -> bool:
        slack = _SAME * max(abs(value), abs(self.high))
        return self.low - slack <= value <= self.high + slack


def said_in(sentence: str) -> list[Said]:
    """All numbers of a sentence; those of a range are two."""
    return [
        figure for part in _VERSION.sub("", sentence).split(" · ") for figure in _said_in_part(part.strip())
    ]


def _said_in_part(part: str) -> Iterator[Said]:
    for found in _FIGURE.finditer(part):
        mark, first, second, unit, noun = found.groups()
        for number in filter(None, (first, second)):
            yield _said(number, unit or (noun or "").removesuffix("s"), bool(mark), part)


def _said(number: str, unit: str, estimated: bool, part: str) -> Said:
    mantissa, _, exponent = number.replace(",", "").partition("e")
    half = 0.5 * 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    value, factor = float(number.replace(",", "")), SECONDS.get(unit, 1.0)
    low, high = factor * (value - half), factor * (value + half)
    return Said(low, high, "s" if unit in SECONDS else unit, estimated, part)


def unexplained(said: Iterable[Said], facts: Facts) -> list[Said]:
    """The numbers that stand for none of the facts of their unit."""
    known = {unit: [value for value in values if value is not None] for unit, values in facts.items()}
    return [one for one in said if not any(map(one.is_near, known.get(one.unit, ())))]

"""Terms of a filter that compare a figure: ``own>10ms``, ``cum>=5%``, ``samples>100``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from proftui import messages
from proftui.analysis.columns import COLUMNS, COUNT
from proftui.analysis.search.query_error import QueryError

OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
OWN_AND_CUM: Mapping[str, str] = {"own": "tottime", "cum": "cumtime"}
"""What own and cumulative figures are called in any unit, and what they are called where they are times."""
SAMPLES = "samples"
COUNTS = (*(key for key, column in COLUMNS.items() if column.filters and column.kind == COUNT), SAMPLES)
"""Words of what is counted, whatever else is measured."""
OF_CHANGES = ("delta", "ratio", "before")
"""Figures that only a comparison with another profile has."""
_WORDS = (*OWN_AND_CUM, SAMPLES, *OF_CHANGES, *(key for key, column in COLUMNS.items() if column.filters))

# Divisors and factors are both exact, so that 10ms is the very float that 0.010 is.
_PER_SECOND = {"ns": 1e9, "us": 1e6, "µs": 1e6, "μs": 1e6, "ms": 1e3, "s": 1.0}
_FACTORS = {"k": 1e3, "M": 1e6, "B": 1.0, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30}
_UNITS = "|".join((*_PER_SECOND, *_FACTORS, "%"))
_COMPARISON = re.compile(rf"({'|'.join(_WORDS)})(>=|<=|!=|>|<|=)(.*)", re.DOTALL)
_NUMBER = re.compile(rf"(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)({_UNITS})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A term like ``tottime>10ms``."""

    negated: bool
    word: str
    """Of the figure; what it stands for differs from profile to profile."""
    operator: str
    value: float
    """In seconds, bytes or ones; or percent of the profile's total."""
    unit: str
    """What it was typed in; empty: a bare number."""
    text: str = field(compare=False)
    """The term as typed."""

    @property
    def is_share(self) -> bool:
        """Whether the value is percent."""
        return self.unit == "%"

    @property
    def typed_as(self) -> str:
        """The unit of profiles that its unit belongs to: ``s``, ``B``; empty: any."""
        return "s" if self.unit in _PER_SECOND else "B" if self.unit.endswith("B") else ""


def read_comparison(token: str, text: str, negated: bool) -> Comparison | None:
    """The comparison that ``text`` is, of the term ``token``; ``None``: it is none."""
    match = _COMPARISON.fullmatch(text)
    if match is None:
        return None
    word, sign, number = match.groups()
    if not number:
        raise QueryError(token, messages.NUMBER_MISSING)
    figure = _NUMBER.fullmatch(number)
    if figure is None:
        raise QueryError(token, messages.NOT_A_NUMBER.format(sign))
    value, unit = float(figure[1]), figure[2] or ""
    value = value / _PER_SECOND[unit] if unit in _PER_SECOND else value * _FACTORS.get(unit, 1.0)
    read = Comparison(negated, word, sign, value, unit, token)
    if word in (*COUNTS, "ratio") and read.typed_as:
        raise QueryError(token, messages.OTHER_UNIT[""].format(word))
    return read

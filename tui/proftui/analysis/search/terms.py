"""The terms of a filter: patterns and comparisons, and how they are read."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from proftui.analysis.columns import COLUMNS, COUNT, SAMPLES
from proftui.background.budget import SEARCH_BUDGET, TooSlow, within


class QueryError(ValueError):
    """A filter that is not valid: the term, what is wrong with it (as sentences call it), and details."""

    def __init__(self, term: str, wrong: str, *details: object) -> None:
        super().__init__(term, wrong, *details)
        self.term, self.wrong, self.details = term, wrong, details


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
        raise QueryError(token, "no number")
    figure = _NUMBER.fullmatch(number)
    if figure is None:
        raise QueryError(token, "number", sign)
    value, unit = float(figure[1]), figure[2] or ""
    value = value / _PER_SECOND[unit] if unit in _PER_SECOND else value * _FACTORS.get(unit, 1.0)
    read = Comparison(negated, word, sign, value, unit, token)
    if word in (*COUNTS, "ratio") and read.typed_as:
        raise QueryError(token, "unit", word)
    return read


Scope = Literal["", "file", "func", "module", "pkg"]
LONGEST = 4_000
"""Characters of a filter; compiling more could take longer than any search."""

BECAME = ("new", "gone", "changed")
"""What may have become of a function, for ``is:``."""
_SCOPES: Mapping[str, Scope] = {"file": "file", "func": "func", "module": "module", "pkg": "pkg"}
_IS = re.compile(r"is:(.*)", re.DOTALL)
_SCOPE = re.compile(rf"({'|'.join(_SCOPES)}):")
LABEL = re.compile(r"(.+:\d+)\((.*)\)|\{(.+)\}", re.DOTALL)
_LITERAL = re.compile(r"(?:[^.^$*+?{}\[\]|()\\\n]|\\[^A-Za-z0-9\n])*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
# Capitals that are part of the syntax say nothing about the case of what is searched.
_SYNTAX = re.compile(
    r"\\N\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\.|\(\?P[<=>][^<>()]*[>)]",
    re.DOTALL,
)
# Where a pattern may mean a capital that it does not write, lower-cased texts would not do.
_NOT_LOWERABLE = re.compile(
    r"\\[^\WabdDfnrsStvwWABZ1-9]|\\[1-9]\d|\(\?[a-zA-Z]*-?[a-zA-Z]+[:)]|[^a-z0-9\[\]]-|-[^a-z0-9\]]"
)


class Became(NamedTuple):
    """A term like ``is:new``."""

    negated: bool
    word: str
    """One of :data:`BECAME`."""


class Pattern(NamedTuple):
    """A term that is searched in texts: by ``needle`` if it has no metacharacters, else by ``regex``."""

    negated: bool
    scope: Scope
    source: str
    """The regular expression, without ``!``, scope and quotes."""
    ignore_case: bool
    needle: str | None
    """What to look for in the texts, lower-cased if case is ignored."""
    label: str | None
    """The term as a pstats label, likewise lower-cased."""
    lowered: bool
    """Whether lower-cased texts are searched."""
    regex: re.Pattern[str] | None = field(compare=False)


Term = Comparison | Pattern | Became


def read_terms(text: str) -> tuple[Term, ...]:
    """The terms of a filter; raises :class:`QueryError` if it is not valid or takes too long to read."""
    if len(text) > LONGEST:
        raise QueryError(f"{text[:20]}…", "long", LONGEST)
    try:
        terms = within(SEARCH_BUDGET, lambda: [_term(token, plain) for token, plain in _tokens(text)])
    except TooSlow:
        raise QueryError(f"{text[:20]}…" if len(text) > 20 else text, "slow") from None
    return tuple(term for term in terms if term is not None)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The terms, unquoted, each with the number of characters that stand before its first quote."""
    token: list[str] = []
    plain: int | None = None
    quoted = False
    characters = iter(text)
    for character in characters:
        if character == "\\":
            following = next(characters, "")
            token.append(following if following and following in '" ' else "\\" + following)
        elif character == '"':
            quoted = not quoted
            plain = len("".join(token)) if plain is None else plain
        elif character == " " and not quoted:
            if token:
                yield _token(token, plain)
            token, plain = [], None
        else:
            token.append(character)
    if token:
        yield _token(token, plain)


def _token(parts: list[str], plain: int | None) -> tuple[str, int]:
    text = "".join(parts)
    return text, len(text) if plain is None else plain


def _term(token: str, plain: int) -> Term | None:
    """One term; ``None`` for one that asks for nothing. What is quoted is always a pattern."""
    text, negated = token, False
    while plain and text.startswith("!"):
        text, plain, negated = text[1:], plain - 1, not negated
    if not text:
        return None
    if plain == len(text) and (comparison := read_comparison(token, text, negated)):
        return comparison
    if plain == len(text) and (match := _IS.fullmatch(text)):
        if match[1] not in BECAME:
            raise QueryError(token, "is")
        return Became(negated, match[1])
    scope: Scope = ""
    prefix = _SCOPE.match(text)
    if prefix and prefix.end() <= plain:
        text = text[prefix.end() :]
        scope = _SCOPES[prefix[1]]
    if scope == "pkg" and text:
        # A package is named, not described: ``trio`` is not ``trioapp``.
        text = rf"\A{re.escape(text)}\Z"
    return _pattern(token, negated, scope, text) if text else None


def _pattern(token: str, negated: bool, scope: Scope, source: str) -> Pattern:
    ignore_case = not any(c != c.lower() for c in _SYNTAX.sub("", source))
    needle = _ESCAPE.sub(r"\1", source) if _LITERAL.fullmatch(source) else None
    label = source if not scope and LABEL.fullmatch(source) else None
    lowered = ignore_case and (needle is not None or not _NOT_LOWERABLE.search(source))
    regex: re.Pattern[str] | None = None
    if needle is None:
        try:
            regex = compiled(source, ignore_case and not lowered)
        except (re.error, RecursionError, OverflowError) as error:
            if label is None:
                raise not_compiled(token, error) from None
    if ignore_case:
        needle = None if needle is None else needle.lower()
        label = None if label is None else label.lower()
    return Pattern(negated, scope, source, ignore_case, needle, label, lowered, regex)


@lru_cache(maxsize=256)
def compiled(source: str, ignore_case: bool) -> re.Pattern[str]:
    """``re.compile`` without its warnings about patterns that a later Python will read differently."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return re.compile(source, re.IGNORECASE if ignore_case else 0)


def not_compiled(term: str, error: Exception) -> QueryError:
    """What is wrong with a term with which :func:`compiled` has failed."""
    if isinstance(error, re.error):
        return QueryError(term, "pattern", error.msg.removesuffix(", unterminated subpattern"))
    return QueryError(term, "large" if isinstance(error, OverflowError) else "deep")

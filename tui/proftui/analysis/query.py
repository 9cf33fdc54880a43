"""The filter language: a list of terms that must all hold, and what they select.

A term is a regular expression, a comparison of a figure, or either of them negated. Since an
ordinary-looking pattern can take for ever on an ordinary name, every search has a time budget.
"""

from __future__ import annotations

import operator
import re
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Literal, TypeVar

from proftui.analysis.names import Names, TextKind
from proftui_parsers.profile import Profile

T = TypeVar("T")
Scope = Literal["", "file", "func", "module"]

LONGEST = 4_000
"""Characters of a filter; compiling more could take longer than any search."""

_CHUNK = 2_048
_PARSE_BUDGET = 0.25
_CELL_BUDGET = 0.01
_STRIKES = 3
_SPANS_IN_A_CELL = 100

_OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_COMPARISON = re.compile(r"(ncalls|pcalls|tottime|cumtime|percall|hits)(>=|<=|!=|>|<|=)(.*)", re.DOTALL)
_NUMBER = re.compile(r"(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(ns|us|[µμ]s|ms|s|k|M|%)?", re.ASCII)
# Divisors and factors are both exact, so that 10ms is the very float that 0.010 is.
_PER_SECOND = {"ns": 1e9, "us": 1e6, "µs": 1e6, "μs": 1e6, "ms": 1e3, "s": 1.0}
_THOUSANDS = {"k": 1e3, "M": 1e6}
_COUNTS = ("ncalls", "pcalls", "hits")

_SCOPE = re.compile(r"(file|func|module):")
_LABEL = re.compile(r"(.+:\d+)\((.*)\)|\{(.+)\}", re.DOTALL)
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


class QueryError(ValueError):
    """A filter that is not valid; the text names the term and says why: ``foo(  missing )``."""

    def __init__(self, term: str, reason: str) -> None:
        super().__init__(f"{term}  {reason}")
        self.term = term
        self.reason = reason


class TooSlow(Exception):
    """A search that took longer than its budget."""

    def __init__(self) -> None:
        super().__init__("pattern too slow")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A term like ``tottime>10ms``; ``percent`` when ``value`` is one of the profile's total."""

    negated: bool
    field: str
    operator: str
    value: float
    percent: bool


@dataclass(frozen=True, slots=True)
class Pattern:
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


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed filter."""

    text: str
    """The filter as typed."""
    terms: tuple[Comparison | Pattern, ...]

    def __bool__(self) -> bool:
        """Whether there is anything to filter by."""
        return bool(self.terms)

    def select(
        self,
        profile: Profile,
        names: Names,
        candidates: Sequence[int] | None = None,
        budget: float | None = None,
    ) -> list[int]:
        """Those of ``candidates`` (``None``: all functions) for which all terms hold, in their order.

        Raises :class:`TooSlow` after ``budget`` seconds; making the texts to search in, which
        happens once for a profile, does not count.
        """
        for term in self.terms:
            if isinstance(term, Pattern):
                for kind in _kinds(term):
                    names.texts(kind, lowered=term.lowered)
        given = range(profile.count) if candidates is None else candidates
        deadline = None if budget is None else time.monotonic() + budget
        return within(budget, lambda: self._selected(profile, names, given, deadline))

    def _selected(
        self, profile: Profile, names: Names, given: Sequence[int], deadline: float | None
    ) -> list[int]:
        left = list(given)
        for term in sorted(self.terms, key=_cost):
            if isinstance(term, Comparison):
                left = _compared(term, profile, left)
            else:
                left = _searched(term, names, left, deadline)
        return left

    def narrows(self, previous: Query) -> bool:
        """Whether all matches of this query are certain to be among those of ``previous``."""
        return all(any(_implies(mine, theirs) for mine in self.terms) for theirs in previous.terms)

    def spans(
        self, text: str, kind: Literal["name", "location"], label: str | None = None
    ) -> list[tuple[int, int]]:
        """Character ranges of a displayed name or location that the filter matches.

        With the function's ``label``, matches that reach from the location into the name are found
        too. Bounded in time, never raises; ranges are in order and do not overlap.
        """
        found: list[tuple[int, int]] = []
        for term in self.terms:
            if isinstance(term, Pattern) and not term.negated:
                found.extend(_marks(term, text[:1_000], kind, label[:4_000] if label else None))
        return _merged(found)


def parse(text: str) -> Query:
    """Read a filter; an empty one matches everything. Raises :class:`QueryError`."""
    if len(text) > LONGEST:
        raise QueryError(f"{text[:20]}…", f"over {LONGEST} characters")
    try:
        terms = within(_PARSE_BUDGET, lambda: [_term(token, plain) for token, plain in _tokens(text)])
    except TooSlow:
        raise QueryError(f"{text[:20]}…" if len(text) > 20 else text, "too slow to read") from None
    return Query(text, tuple(term for term in terms if term is not None))


def within(budget: float | None, work: Callable[[], T]) -> T:
    """Do ``work`` in at most ``budget`` seconds, or raise :class:`TooSlow`.

    Only in the main thread of a system that has interval timers; elsewhere without a limit. The
    regular expression engine holds the interpreter's lock, but it does look for signals.
    """
    if budget is None or not hasattr(signal, "setitimer"):
        return work()
    previous = signal.getsignal(signal.SIGALRM)
    if threading.current_thread() is not threading.main_thread() or previous is None:
        return work()
    armed = True

    def expired(_signum: int, _frame: object) -> None:
        if armed:
            raise TooSlow

    # The timer of somebody else must not ring for us, so it stops before the handler changes.
    started = time.monotonic()
    remaining, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        signal.signal(signal.SIGALRM, expired)
        # Again and again, since an exception raised inside a finalizer is lost.
        signal.setitimer(signal.ITIMER_REAL, max(budget, 1e-6), 0.05)
        return work()
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        if remaining:
            left = remaining - (time.monotonic() - started)
            signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6), interval)


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


def _term(token: str, plain: int) -> Comparison | Pattern | None:
    """One term; ``None`` for one that asks for nothing. What is quoted is always a pattern."""
    text, negated = token, False
    while plain and text.startswith("!"):
        text, plain, negated = text[1:], plain - 1, not negated
    if not text:
        return None
    if plain == len(text) and (found := _COMPARISON.fullmatch(text)):
        return _comparison(token, negated, found[1], found[2], found[3])
    scope: Scope = ""
    prefix = _SCOPE.match(text)
    if prefix and prefix.end() <= plain:
        text = text[prefix.end() :]
        scope = "file" if prefix[1] == "file" else "func" if prefix[1] == "func" else "module"
    return _pattern(token, negated, scope, text) if text else None


def _comparison(token: str, negated: bool, column: str, sign: str, number: str) -> Comparison:
    if not number:
        raise QueryError(token, "a number is missing")
    found = _NUMBER.fullmatch(number)
    if found is None:
        raise QueryError(token, f"not a number after {sign}")
    unit = found[2] or ""
    value = float(found[1])
    if unit in _PER_SECOND:
        if column in _COUNTS:
            raise QueryError(token, f"{column} is a count, not a time")
        value /= _PER_SECOND[unit]
    value *= _THOUSANDS.get(unit, 1.0)
    return Comparison(negated, column, sign, value, unit == "%")


def _pattern(token: str, negated: bool, scope: Scope, source: str) -> Pattern:
    ignore_case = not any(c != c.lower() for c in _SYNTAX.sub("", source))
    needle: str | None = None
    if _LITERAL.fullmatch(source):
        needle = _ESCAPE.sub(r"\1", source)
    label = source if not scope and _LABEL.fullmatch(source) else None
    lowered = ignore_case and (needle is not None or not _NOT_LOWERABLE.search(source))
    regex: re.Pattern[str] | None = None
    if needle is None:
        try:
            regex = compiled(source, ignore_case and not lowered)
        except (re.error, RecursionError, OverflowError) as error:
            if label is None:
                raise QueryError(token, reason_of(error)) from None
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


def reason_of(error: Exception) -> str:
    """Why :func:`compiled` has failed, in words."""
    if isinstance(error, re.error):
        return error.msg.removesuffix(", unterminated subpattern")
    return "too large a number" if isinstance(error, OverflowError) else "nested too deeply"


def _cost(term: Comparison | Pattern) -> int:
    return 0 if isinstance(term, Comparison) else 1 if term.needle is not None else 2


def _kinds(term: Pattern) -> tuple[TextKind, ...]:
    """The texts that a term is searched in."""
    if term.scope == "":
        return ("search",) if term.needle is not None else ("label", "shown")
    if term.scope == "func":
        return ("func", "shown")
    return ("file",) if term.scope == "file" else ("module",)


def _searched(term: Pattern, names: Names, left: list[int], deadline: float | None) -> list[int]:
    """Those of ``left`` that match, or do not if the term is negated."""
    if term.needle is not None and not term.scope:
        return _containing(
            term.needle, term.negated, names.texts("search", lowered=term.lowered), left, deadline
        )
    matched: set[int] = set()
    for kind in _kinds(term):
        texts = names.texts(kind, lowered=term.lowered)
        missed = left if not matched else [i for i in left if i not in matched]
        if kind == "label":
            matched.update(_labelled(term, texts, missed, deadline))
        else:
            matched.update(_distinct(term, texts, missed, deadline))
    return [i for i in left if (i in matched) is not term.negated]


def _containing(
    needle: str, negated: bool, texts: Sequence[str], left: list[int], deadline: float | None
) -> list[int]:
    found: list[int] = []
    for part in _parts(left, deadline):
        if negated:
            found += [i for i in part if needle not in texts[i]]
        else:
            found += [i for i in part if needle in texts[i]]
    return found


def _labelled(term: Pattern, texts: Sequence[str], left: list[int], deadline: float | None) -> list[int]:
    """Search the labels, which differ from function to function."""
    holds = _test(term)
    found: list[int] = []
    for part in _parts(left, deadline):
        if term.label is None:
            found += [i for i in part if holds(texts[i])]
        else:
            found += [i for i in part if holds(texts[i]) or _has_label(term, texts[i])]
    return found


def _has_label(term: Pattern, text: str) -> bool:
    if term.label is None:
        return False
    return term.label in (text.lower() if term.ignore_case and not term.lowered else text)


def _distinct(term: Pattern, texts: Sequence[str], left: list[int], deadline: float | None) -> list[int]:
    """Search where many functions have the same text: once for each."""
    holds = _test(term)
    good: set[str] = set()
    for part in _parts(list({texts[i] for i in left}), deadline):
        good.update([text for text in part if holds(text)])
    return [i for i in left if texts[i] in good]


def _test(term: Pattern) -> Callable[[str], object]:
    needle = term.needle
    if needle is not None:
        return lambda text: needle in text
    return (lambda text: False) if term.regex is None else term.regex.search


def _parts(whole: list[T], deadline: float | None) -> Iterator[list[T]]:
    """``whole`` in pieces, with a look at the clock between: where there is no signal, this is the budget."""
    for start in range(0, len(whole), _CHUNK):
        if deadline is not None and time.monotonic() > deadline:
            raise TooSlow
        yield whole[start : start + _CHUNK]


def _compared(term: Comparison, profile: Profile, left: list[int]) -> list[int]:
    holds = _OPERATORS[term.operator]
    figures = _measured(term.field, profile, left)
    if term.percent:
        total = _total(term.field, profile)
        if not total or not total > 0:  # a share of nothing was not measured either
            return []
        figures = ((index, 100.0 * value / total) for index, value in figures)
    return [index for index, value in figures if holds(value, term.value) is not term.negated]


def _measured(column: str, profile: Profile, left: Iterable[int]) -> Iterator[tuple[int, float]]:
    """The functions that have this figure, with it."""
    if column == "hits":
        return ((i, float(profile.hits[i])) for i in left if i in profile.hits)
    if column in ("tottime", "cumtime"):
        times = profile.tottime if column == "tottime" else profile.cumtime
        return iter(()) if times is None else ((i, t) for i in left if (t := times[i]) == t)
    calls = profile.primitive_calls if column == "pcalls" else profile.ncalls
    if calls is None:
        return iter(())
    if column == "percall":
        own = profile.tottime
        return ((i, t / calls[i]) for i in left if calls[i] > 0 and (t := own[i]) == t)
    return ((i, n) for i in left if (n := calls[i]) >= 0)


def _total(column: str, profile: Profile) -> float | None:
    if column == "hits":
        return sum(profile.hits.values())
    if column == "ncalls":
        return profile.total_calls
    return profile.total_primitive_calls if column == "pcalls" else profile.total_time


def _implies(mine: Comparison | Pattern, theirs: Comparison | Pattern) -> bool:
    """Whether it is certain that ``theirs`` holds wherever ``mine`` does."""
    if mine == theirs:
        return True
    if isinstance(mine, Comparison) or isinstance(theirs, Comparison):
        return False
    if mine.needle is None or theirs.needle is None:
        return False
    if (mine.negated, mine.scope) != (theirs.negated, theirs.scope):
        return False
    inner, outer = (mine, theirs) if mine.negated else (theirs, mine)
    assert inner.needle is not None and outer.needle is not None
    if inner.ignore_case == outer.ignore_case:
        return inner.needle in outer.needle
    # Outside of ASCII the lower case of a letter may depend on the letters around it.
    return inner.ignore_case and outer.needle.isascii() and inner.needle in outer.needle.lower()


_slow: dict[str, int] = {}
"""How often a pattern did not get through a cell in time; such a one is not highlighted again."""


def _marks(
    term: Pattern, text: str, kind: Literal["name", "location"], label: str | None
) -> list[tuple[int, int]]:
    if term.scope and (kind == "name") != (term.scope == "func"):
        return []
    if term.scope == "module":
        text = text.replace("/", ".").replace("\\", ".")
    found = _label_marks(term.label, text, kind, term.ignore_case) if term.label else []
    if _slow.get(term.source, 0) >= _STRIKES or (term.regex is None and term.needle is None):
        return found
    label = None if term.scope else label
    try:
        matches = within(
            None if term.needle is not None else _CELL_BUDGET,
            lambda: _cell_matches(compiled(term.source, term.ignore_case), text, kind, label),
        )
    except TooSlow:
        if len(_slow) > 1_000:
            _slow.clear()
        _slow[term.source] = _slow.get(term.source, 0) + 1
        return found
    except (re.error, RecursionError, OverflowError):
        return found
    return found + matches


def _cell_matches(
    regex: re.Pattern[str], text: str, kind: Literal["name", "location"], label: str | None
) -> list[tuple[int, int]]:
    """Matches in a cell, and the part of the label's matches that stands in it."""
    found = _matches(regex, text)
    if label is None:
        return found
    if kind == "location":
        core = text.removeprefix("…")
        offset = label.rfind(core + "(")
    else:
        core = text.removesuffix("…")
        offset = label.find("(" + core) + 1 or -1
    if not core or offset < 0:
        return found
    lead = len(text) - len(core) if kind == "location" else 0
    shifted = ((max(a - offset, 0), min(b - offset, len(core))) for a, b in _matches(regex, label))
    return found + [(a + lead, b + lead) for a, b in shifted if a < b]


def _matches(regex: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [match.span() for match in islice(regex.finditer(text), _SPANS_IN_A_CELL)]


def _label_marks(
    label: str, text: str, kind: Literal["name", "location"], ignore_case: bool
) -> list[tuple[int, int]]:
    """Where the parts of a pasted pstats label stand."""
    parts = _LABEL.fullmatch(label)
    if parts is None or parts[1] is None:
        return []
    text = text.lower() if ignore_case else text
    if kind == "name":
        return [(0, len(text))] if text == parts[2] else []
    start = text.find(parts[1])
    if start >= 0:
        return [(start, start + len(parts[1]))]
    return [(0, len(text))] if text and parts[1].endswith(text) else []


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged

"""The filter language: a list of terms that must all hold, and what they select in a bounded time."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Literal, Protocol

from proftui.analysis.columns import measured
from proftui.analysis.names import Names
from proftui.analysis.search.figure_words import column_of, problem_of, whole_of
from proftui.analysis.search.terms import (
    OF_CHANGES,
    OPERATORS,
    OWN_AND_CUM,
    Became,
    Comparison,
    Pattern,
    QueryError,
    Term,
    compiled,
    read_terms,
)
from proftui.background.budget import TooSlow, within
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import Profile

if TYPE_CHECKING:
    from proftui.analysis.function_texts import TextKind

Kind = Literal["name", "location"]
Span = tuple[int, int]
_CELL_BUDGET = 0.05
"""Seconds: on a busy machine a pattern that is quick may wait this long for its turn."""
_STRIKES = 3
_SPANS_IN_A_CELL = 100
_slow: dict[str, int] = {}
"""How often a pattern did not get through a cell in time; such a one is not highlighted again."""


def marks(term: Pattern, text: str, kind: Kind, package: str) -> list[Span]:
    """The ranges of ``text`` that a pattern matches."""
    if term.scope == "pkg":
        return _package_marks(term, text, kind, package)
    if term.scope and (kind == "name") != (term.scope == "func"):
        return []
    if term.scope == "module":
        text = text.replace("/", ".").replace("\\", ".")
    if _slow.get(term.source, 0) >= _STRIKES or (term.regex is None and term.needle is None):
        return []
    budget = None if term.needle is not None else _CELL_BUDGET
    try:
        return within(budget, lambda: _matches(compiled(term.source, term.ignore_case), text))
    except TooSlow:
        if len(_slow) > 1_000:
            _slow.clear()
        _slow[term.source] = _slow.get(term.source, 0) + 1
        return []
    except (re.error, RecursionError, OverflowError):
        return []


def _matches(regex: re.Pattern[str], text: str) -> list[Span]:
    return [match.span() for match in islice(regex.finditer(text), _SPANS_IN_A_CELL)]


def _package_marks(term: Pattern, text: str, kind: Kind, package: str) -> list[Span]:
    """Where the package that a term names stands in a location."""
    named = package.lower() if term.lowered else package
    if kind == "name" or not package or term.regex is None or not term.regex.search(named):
        return []
    start = text.find(package)
    return [(start, start + len(package))] if start >= 0 else []


def merged(spans: list[Span]) -> list[Span]:
    """Ranges in order, those that touch made one."""
    made: list[Span] = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made


_CHUNK = 2_048
_FOR_LITERALS = 1.8
"""So much more time has a search for literals: it ends, and should be the answer."""
_IN_LABELS_ONLY = re.compile(r"[:(){}~\n]|\A-?[0-9]*\Z")
"""What may be found in a label though it is in neither file nor name, or in a file that labels leave out."""
WINDOW = 10_000
"""Characters in which a pattern may take its time."""


class Changes(Protocol):
    """What is known of functions of two sides."""

    def values(self, field: str, indices: Iterable[int]) -> Iterator[tuple[int, float]]:
        """The functions among these that have a figure, with it."""

    def whole(self, field: str) -> float | None:
        """What percentages of a figure are of."""

    def is_of(self, word: str, index: int) -> bool:
        """Whether a function is new, gone or changed."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed filter."""

    text: str
    """The filter as typed."""
    terms: tuple[Term, ...]

    def __bool__(self) -> bool:
        """Whether there is anything to filter by."""
        return bool(self.terms)

    def select(
        self,
        profile: Profile,
        names: Names,
        candidates: Sequence[int] | None = None,
        budget: float | None = None,
        changes: Changes | None = None,
    ) -> list[int]:
        """Those of ``candidates`` (``None``: all functions) for which all terms hold, in their order.

        ``changes``: of a comparison, which then has all figures.
        Raises :class:`TooSlow` after ``budget`` seconds, not counting to make the texts, once for a profile.
        """
        for _ in self.preparing(names):
            pass
        among = range(profile.count) if candidates is None else candidates
        if budget is not None and not any(isinstance(t, Pattern) and t.needle is None for t in self.terms):
            budget *= _FOR_LITERALS
        deadline = None if budget is None else time.monotonic() + budget
        return within(budget, lambda: self._selected(profile, names, among, deadline, changes))

    def preparing(self, names: Names) -> Iterator[None]:
        """Make what is searched in, some at a time: between two, there is time for something else."""
        for term in self.terms:
            if isinstance(term, Pattern):
                for kind in _kinds(term):
                    for _ in names.texts.making(kind, lowered=term.lowered):
                        yield
                if _needs_labels(term):
                    names.texts.labels(lowered=term.lowered)

    def _selected(
        self,
        profile: Profile,
        names: Names,
        among: Sequence[int],
        deadline: float | None,
        changes: Changes | None,
    ) -> list[int]:
        left: Sequence[int] = among
        for term in sorted(self.terms, key=_cost):
            if isinstance(term, Became):
                left = _became(term, left, changes)
            elif isinstance(term, Comparison) and changes is not None:
                left = _changed(term, left, changes)
            elif isinstance(term, Comparison):
                left = _compared(term, profile, left)
            else:
                left = _searched(term, names, left, deadline)
        return left if isinstance(left, list) else list(left)

    def fits(self, profile: Profile) -> bool:
        """Whether a profile has the figures that are compared, in their units."""
        return all(problem_of(term, profile) is None for term in self.terms if isinstance(term, Comparison))

    def narrows(self, previous: Query) -> bool:
        """Whether all matches of this query are certain to be among those of ``previous``."""
        return all(any(_implies(mine, theirs) for mine in self.terms) for theirs in previous.terms)

    def spans(self, text: str, kind: Kind, package: str = "") -> list[Span]:
        """Ranges of a displayed name or location that the filter matches: in order, in bounded time.

        With its ``package``, terms that name one are found in a location.
        """
        wanted = (term for term in self.terms if isinstance(term, Pattern) and not term.negated)
        return merged(list(chain(*(marks(term, text[:1_000], kind, package) for term in wanted))))

    def check(self, *, compares: bool) -> None:
        """Raise :class:`QueryError` if a term needs a comparison and there is none."""
        for term in self.terms if not compares else ():
            if isinstance(term, Became):
                raise QueryError(f"is:{term.word}", "comparison")
            if isinstance(term, Comparison) and term.word in OF_CHANGES:
                raise QueryError(term.word, "comparison")


def _cost(term: Term) -> int:
    return 0 if not isinstance(term, Pattern) else 1 if term.needle is not None else 2


def _kinds(term: Pattern) -> tuple[TextKind, ...]:
    """The texts that a term is searched in, besides the label if it is searched everywhere."""
    if term.scope == "":
        return "place", "func", "shown"
    if term.scope == "func":
        return "func", "shown"
    if term.scope == "pkg":
        return ("package",)
    return ("place",) if term.scope == "file" else ("module",)


def _searched(term: Pattern, names: Names, left: Sequence[int], deadline: float | None) -> list[int]:
    """Those of ``left`` that match, or do not if the term is negated."""
    if term.needle is not None and not _needs_labels(term):
        return _containing(term, names, left, deadline)
    matched: set[int] = set()
    for kind in _kinds(term):
        if kind == "place" and not term.scope:
            matched.update(_labelled(term, names.texts.labels(lowered=term.lowered), left, deadline))
            missed: Sequence[int] = [i for i in names.texts.cells if i not in matched]
        elif not term.scope and (term.needle is not None or _is_anywhere(term)):
            # The label of all others has the name in it, where it was found then.
            missed = [i for i in names.texts.renamed if i not in matched]
        else:
            missed = left if not matched else [i for i in left if i not in matched]
        for some in names.texts.column(kind, lowered=term.lowered).where(_test(term), missed):
            matched.update(some)
            _look_at_the_clock(deadline)
    return [i for i in left if (i in matched) is not term.negated]


def _needs_labels(term: Pattern) -> bool:
    """Whether a term that is searched everywhere may match a label, but neither file nor name."""
    return not term.scope and (term.needle is None or bool(_IN_LABELS_ONLY.search(term.needle)))


def _is_anywhere(term: Pattern) -> bool:
    """Whether what matches a text matches every text that has it in it: nothing asks what is beside."""
    source = term.source
    return term.needle is None and not any(sign in source for sign in ("^", "$", "(?", "\\"))


def _containing(term: Pattern, names: Names, left: Sequence[int], deadline: float | None) -> list[int]:
    """Search a literal that is in a label only where it is in a file or name: each of these once."""
    assert term.needle is not None
    columns = dict.fromkeys(names.texts.column(kind, lowered=term.lowered) for kind in _kinds(term))
    looked_at = [(column.numbers, column.holding(term.needle)) for column in columns]
    # No loop over columns for each function: there are three at most, and one that comes again says the same.
    (file, in_file), (func, in_func), (short, in_shown) = (looked_at * 3)[:3]
    matching: list[int] = []
    for part in _parts(left, deadline):
        if term.negated:
            matching += [i for i in part if not (in_file[file[i]] or in_func[func[i]] or in_shown[short[i]])]
        else:
            matching += [i for i in part if in_file[file[i]] or in_func[func[i]] or in_shown[short[i]]]
    return matching


def _labelled(
    term: Pattern, label_of: Callable[[int], str], left: Sequence[int], deadline: float | None
) -> list[int]:
    """Search the labels, which differ from function to function."""
    holds = _test(term)
    matching: list[int] = []
    wanted, lowers = term.label, term.ignore_case and not term.lowered
    for part in _parts(left, deadline):
        # A loop, not a map: between two texts the interpreter looks for the signal of the budget.
        if wanted is None:
            matching += [i for i in part if holds(label_of(i))]
        else:
            labels = ((i, label_of(i)) for i in part)
            matching += [
                i for i, text in labels if holds(text) or wanted in (text.lower() if lowers else text)
            ]
    return matching


def _test(term: Pattern) -> Callable[[str], object]:
    needle = term.needle
    if needle is not None:
        return lambda text: needle in text
    return (lambda text: False) if term.regex is None else _windowed(term.regex)


def _windowed(regex: re.Pattern[str]) -> Callable[[str], object]:
    """A search that can be stopped in long texts too, which are searched piece by piece.

    While it looks for what may follow a repeat, ``re`` does not look for signals, and starts again at each
    position: a name of megabytes would take hours.
    """
    search, ends = regex.search, "$" in regex.pattern or "\\Z" in regex.pattern

    def holds(text: str) -> object:
        length = len(text)
        if length <= WINDOW:
            return search(text)
        last = max(0, length - WINDOW)
        starts = (last,) if ends else (*range(0, last, WINDOW // 2), last)
        return any(search(text, start, start + WINDOW) for start in starts)

    return holds


def _parts(whole: Sequence[int], deadline: float | None) -> Iterator[Sequence[int]]:
    """``whole`` in pieces, with a look at the clock between: where there is no signal, this is the budget."""
    for start in range(0, len(whole), _CHUNK):
        _look_at_the_clock(deadline)
        yield whole[start : start + _CHUNK]


def _look_at_the_clock(deadline: float | None) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise TooSlow


def _became(term: Became, left: Sequence[int], changes: Changes | None) -> list[int]:
    if changes is None:
        return []
    return [index for index in left if changes.is_of(term.word, index) is not term.negated]


def _changed(term: Comparison, left: Sequence[int], changes: Changes) -> list[int]:
    column = OWN_AND_CUM.get(term.word, term.word)
    whole = changes.whole(column) if term.is_share else 100.0
    if not whole or not whole > 0:
        return []
    holds, factor = OPERATORS[term.operator], 100.0 / whole
    figures = changes.values(column, left)
    return [index for index, value in figures if holds(value * factor, term.value) is not term.negated]


def _compared(term: Comparison, profile: Profile, left: Sequence[int]) -> list[int]:
    if term.word in OF_CHANGES:
        return []
    holds = OPERATORS[term.operator]
    column = column_of(profile, term.word)
    values = None if column is None else measured(profile, column, compact=True)
    if column is None or values is None:
        return []
    figures = ((index, value) for index in left if (value := values[index]) == value)
    if term.is_share:
        total = whole_of(profile, term.word, column)
        if not total or not total > 0:  # a share of nothing was not measured either
            return []
        figures = ((index, 100.0 * value / total) for index, value in figures)
    return [index for index, value in figures if holds(value, term.value) is not term.negated]


def _implies(mine: Term, theirs: Term) -> bool:
    """Whether it is certain that ``theirs`` holds wherever ``mine`` does."""
    if mine == theirs or not isinstance(mine, Pattern) or not isinstance(theirs, Pattern):
        return mine == theirs
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


def parse(text: str, profile: Profile | None = None) -> Query:
    """Read a filter; an empty one matches everything.

    Raises :class:`QueryError` if it is not valid, or compares what ``profile`` has no figure for.
    """
    query = Query(text, read_terms(text))
    if profile is not None:
        for term in query.terms:
            if isinstance(term, Comparison) and (problem := problem_of(term, profile)):
                raise problem
    return query

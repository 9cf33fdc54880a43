"""What the syntax makes of lines of Python: which characters are keywords, strings, comments."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from proftui.background.budget import within

LARGEST = 400_000
"""Characters of a text that get colours at most."""
BUDGET = 0.1
"""Seconds that one call may look for colours."""
SLOW_TOKEN = 0.25
"""Seconds that one token may take on top; after that there are no more colours."""

Kind = tuple[str, ...]
"""A kind of token: ``("Literal", "Number", "Integer")``."""

_ROLES = {
    "Keyword": "code-keyword",
    "Operator.Word": "code-keyword",
    "Literal.String": "code-string",
    "Literal.Number": "code-number",
    "Comment": "code-comment",
    "Name.Function": "code-name",
    "Name.Class": "code-name",
    "Name.Decorator": "code-name",
    "Name.Builtin": "code-builtin",
    "Name.Exception": "code-builtin",
    # "self" and "cls" are names like others; magic methods are definitions only after "def".
    "Name.Builtin.Pseudo": "",
    "Name.Function.Magic": "",
}
"""Roles by kind of token; what is not here counts as its parent does."""


class Range(NamedTuple):
    """The characters ``start`` to ``end`` of a line of raw text, and what they are."""

    start: int
    end: int
    role: str


class Highlights(Sequence[Sequence[Range]]):
    """What the syntax makes of each line, found from the first on as far as was asked with :meth:`reach`.

    Lexing starts at line ``first``, which must not lie inside a string: a function's own first line does
    as well as the file's. Lines before it, lines beyond the bound and those not reached have no ranges.
    """

    def __init__(self, lines: Sequence[str], first: int = 0, path: str = "") -> None:
        first = min(max(first, 0), len(lines))
        starts = accumulate((len(line) + 1 for line in lines[first:]), initial=0)
        self._starts = [start for start in starts if start <= LARGEST]
        self._text = "\n".join(lines[first : first + len(self._starts) - 1])
        self._cython = path.endswith((".pyx", ".pxd", ".pxi"))
        self._first = first
        self._ranges: list[list[Range]] = [[] for _ in lines]
        self._tokens: Iterator[tuple[int, Kind, str]] | None = None
        self._before = ""
        self._done, self._end = first, first + len(self._starts) - 1

    def __len__(self) -> int:
        return len(self._ranges)

    def __getitem__(self, row: int) -> Sequence[Range]:  # type: ignore[override]  # no slices
        return self._ranges[row]

    def reach(self, row: int, budget: float = BUDGET) -> bool:
        """Go on to line ``row`` for at most ``budget`` seconds; whether all that can be known is known."""
        if row >= self._done and self._done < self._end:
            try:
                if self._tokens is None:
                    self._tokens = _tokens(self._text, self._cython)
                self._go_on(self._tokens, row, budget)
            except Exception:
                # No text is worth an end of the program, whatever the lexer makes of it.
                self._done = self._end
        return row < self._done or self._done >= self._end

    def _go_on(self, tokens: Iterator[tuple[int, Kind, str]], row: int, budget: float) -> None:
        deadline = time.monotonic() + budget

        def lex() -> None:
            for start, kind, value in tokens:
                line = bisect_right(self._starts, start) - 1
                defined = self._before == "def" and not value.isspace()
                role = "code-name" if defined else _role(kind)
                self._add(line, start, start + len(value), role)
                self._before = value if not value.isspace() else self._before
                self._done = max(self._done, self._first + line)
                if self._done > row or time.monotonic() > deadline:
                    return
            self._done = self._end

        # The loop stops at the deadline by itself, unless one token takes for ever.
        within(budget + SLOW_TOKEN, lex)

    def _add(self, line: int, start: int, end: int, role: str) -> None:
        """Give the characters ``start`` to ``end`` of the text a role, line by line."""
        while role and start < end and line < len(self._starts) - 1:
            begins, next_begins = self._starts[line], self._starts[line + 1]
            stop = min(end, next_begins - 1)
            if start < stop:
                ranges = self._ranges[self._first + line]
                if ranges and ranges[-1].role == role and ranges[-1].end == start - begins:
                    ranges[-1] = ranges[-1]._replace(end=stop - begins)
                else:
                    ranges.append(Range(start - begins, stop - begins, role))
            start, line = next_begins, line + 1


def _tokens(text: str, cython: bool) -> Iterator[tuple[int, Kind, str]]:
    # Imported late: only the Source view needs it, and it takes longer than a small profile.
    from pygments.lexers.python import CythonLexer, PythonLexer

    lexer = CythonLexer() if cython else PythonLexer()
    # Not get_tokens(), which changes the text before it counts.
    tokens: Iterator[tuple[int, Kind, str]] = lexer.get_tokens_unprocessed(text)
    return tokens


@lru_cache(maxsize=256)
def _role(kind: Kind) -> str:
    parts = tuple(kind)
    return next(
        (_ROLES[name] for n in range(len(parts), 0, -1) if (name := ".".join(parts[:n])) in _ROLES), ""
    )

"""What the text of a file does with names: whether what has one may be called by another, or without any.

And in which class or function something stands: ``Vector.parse``. Lexical and quick, of whole files: strings
and comments are taken out first. Where in doubt, it may be called.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from proftui.analysis.source.collector import EXPRESSIONS
from proftui.analysis.source.source_text import starts

LARGEST = 400_000
"""Characters; of a larger file nothing is known."""
_TEXTS = re.compile(
    r"#[^\n]*"
    r"|(?P<prefix>\b[rRbBuUfFtT]{1,2})?"
    r"(?:(?P<long>\"\"\"|''')(?P<body>(?:[^\\\"']|\\[\s\S]|(?!(?P=long))[\"'])*)(?:(?P=long)|\\?\Z)"
    r"|\"(?P<one>(?:[^\"\\\n]|\\[\s\S])*)\\?(?:\"|$)|'(?P<two>(?:[^'\\\n]|\\[\s\S])*)\\?(?:'|$))",
    re.MULTILINE,
)
"""Comments and strings; what is not closed ends with its line or the text, so that nothing is read twice."""
_IMPORTS = re.compile(
    r"(?:^|(?P<behind>[;:]))[ \t]*(?P<all>from(?:[ \t]|\\\n|\b(?=\.))(?:[\w. \t]|\\\n){1,400}?\bimport\b"
    r"(?:(?:[ \t]|\\\n)*\([^()]*\)|(?:[^\n(;\\]|\\\n)*)|import[ \t\\](?:[^\n;\\]|\\\n)*)",
    re.MULTILINE,
)
_FOR_TYPES = re.compile(
    r"^([ \t]*)if[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:[ \t]*\n(?:\1[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\n)*",
    re.MULTILINE,
)
"""What is never run."""
_RENAMED = re.compile(r"(\w{1,200})[ \t\\\n]{1,50}as\b")
_ALL = re.compile(r"^__all__[ \t]*\+?=[ \t]*(\[[^\[\]]{0,4000}\]|\([^()]{0,4000}\))", re.MULTILINE)
_DEFINED = re.compile(
    r"[ \t\f]*(?:(?:(?:async[ \t]+)?def|(?:cdef[ \t]+)?(class)|type)[ \t]+(\w+)"
    r"|cp?def\b[^(=\n]{0,80}?(\w{1,80})[ \t]{0,9}\()"
)
"""What defines a function, a class or a type, in Cython too."""
_PLAIN_PART = re.compile(r"(?:\A|(?<=\}))[^{}]+")
"""What stands between the expressions of a string."""


class Definition(NamedTuple):
    """A function or class, from its first decorator on."""

    name: str
    first: int
    is_class: bool


class FileNames:
    """The names of one file."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._strings = set[str]()
        self._handed_on = dict[str, bool]()
        self._with_imports = _TEXTS.sub(self._without, _ALL.sub(_blank, "\n".join(lines)))
        self.lines = self._with_imports.split("\n")
        """The text by lines, without strings and comments."""

    def _without(self, match: re.Match[str]) -> str:
        """Instead of a string or comment: of one with expressions, what stands in it."""
        if match[0][0] == "#":
            return ""
        inner = match["body"] or match["one"] or match["two"] or ""
        if set((match["prefix"] or "").lower()) & {"f", "t"}:
            return f'"" ({_PLAIN_PART.sub(_blank, inner)}) ""'
        if inner.isidentifier():
            self._strings.add(inner)
        # What follows the end of a string of several lines begins no line of code.
        return f'(""{_blank(match)})' if "\n" in match[0] else '""'

    @cached_property
    def _text(self) -> str:
        """The text without strings, comments and imports."""
        return _IMPORTS.sub(_blank, self._with_imports)

    @cached_property
    def _others(self) -> set[str]:
        """Strings that could be names, and what imports rename."""
        renamed = (_RENAMED.findall(match[0]) for match in _IMPORTS.finditer(self._with_imports))
        return self._strings.union(*renamed)

    @cached_property
    def imports(self) -> list[tuple[Definition | None, str]]:
        """The import statements, each with the function or class in which it stands."""
        text, line, counted = _FOR_TYPES.sub(_blank, self._with_imports), 1, 0
        found, begun = list[tuple[Definition | None, str]](), re.search(r"(?:def|class)\b", text)
        for match in _IMPORTS.finditer(text):
            start, scope = match.start("all"), None
            line, counted = line + text.count("\n", counted, start), start
            if match.start() < start and begun and begun.start() < start:
                own = self.definition_at(line) if match["behind"] else None
                scope = own or next(reversed(self._around(line)), None)
            found.append((scope, match["all"]))
        return found

    def definition_at(self, line: int) -> Definition | None:
        """What is defined on a line, its decorators included."""
        return self._scopes[1].get(line)

    def has_text(self, name: str) -> bool:
        """Whether a string has this name, by which an attribute may be asked for."""
        return name in self._others

    def hands_on(self, name: str) -> bool:
        """Whether what has this name may get another name here, or be called without one."""
        if name not in self._handed_on:
            # A load: neither called nor defined, given a value, or asked for what it has.
            load = rf"(?<!\w)(?<!def )(?<!class ){re.escape(name)}(?!\w|\s*\(|[ \t]*=(?!=)|\.(?!_))"
            is_known = name.isidentifier() and name not in self._others
            self._handed_on[name] = not is_known or re.search(load, self._text) is not None
        return self._handed_on[name]

    def qualified(self, line: int, name: str) -> str | None:
        """A function's name with its class or function; ``None``: none of this name stands there."""
        own = self._scopes[1].get(line)
        if name in EXPRESSIONS:
            # Behind the head of a function it may be in it or not.
            is_here = own is None and 0 < line <= len(self.lines) and starts(self.lines, line, name)
        else:
            is_here = own is not None and own.name == name
        return ".".join([*(each.name for each in self._around(line)), name]) if is_here else None

    def owner_of(self, line: int) -> str:
        """The class in whose body a line stands; empty: in none, or in a function of one."""
        around = self._around(line)
        return around[-1].name if around and around[-1].is_class else ""

    def first_line(self, line: int, name: str) -> int | None:
        """Where the function or class of this name begins that a line is of; ``None``: it is of none."""
        own = self._scopes[1].get(line)
        every = [*self._around(line), *([own] if own else [])]
        return next((each.first for each in reversed(every) if each.name == name), None)

    def _around(self, line: int) -> tuple[Definition, ...]:
        """What a line stands in, the outermost first; the head of a function stands in what is around."""
        scopes = self._scopes[0]
        return scopes[line - 1] if 0 < line <= len(scopes) else ()

    @cached_property
    def _scopes(self) -> tuple[list[tuple[Definition, ...]], dict[int, Definition]]:
        """By line what it stands in; what is defined on lines, those of decorators included."""
        scopes, defined = list[tuple[Definition, ...]](), dict[int, Definition]()
        around: list[tuple[int, tuple[Definition, ...]]] = [(-1, ())]
        begun: tuple[int, tuple[Definition, ...]] | None = None
        decorators, depth = list[int](), 0
        for number, text in enumerate(self.lines, 1):
            match = _DEFINED.match(text)
            if begun and (depth == 0 or match):
                around.append(begun)
                begun = None
            if is_start := match is not None or (depth == 0 and bool(text.strip())):
                depth, indent = 0, indent_of(text)
                while around[-1][0] >= indent:
                    around.pop()
            here = around[-1][1]
            scopes.append(here)
            if match is not None:
                heads = [*decorators, number]
                name = unicodedata.normalize("NFKC", match[2] or match[3])
                own = Definition(name, heads[0], match[1] is not None)
                begun = indent, (*here, own)
                defined |= dict.fromkeys(heads, own)
            if is_start:
                decorators = [*decorators, number] if text.lstrip().startswith("@") else []
            # Within brackets, no line begins anything.
            more = text.count("(") + text.count("[") + text.count("{")
            depth = max(0, depth + more - text.count(")") - text.count("]") - text.count("}"))
        return scopes, defined


def indent_of(text: str) -> int:
    """How many columns stand before the first word of a line."""
    return len(text[: len(text) - len(text.lstrip())].expandtabs())


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


@lru_cache(maxsize=32)
def names_of(lines: tuple[str, ...]) -> FileNames | None:
    """What a file does with names; ``None``: it is not known, or too large to look."""
    if not lines or sum(map(len, lines)) + len(lines) > LARGEST:
        return None
    return FileNames(lines)

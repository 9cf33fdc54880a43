"""What the text of a file does with names: whether what has one may be called by another, or without any.

Lexical and quick, of whole files: strings and comments are taken out first. Where in doubt, it may.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

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
    r"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+import[ \t]*(?:\([^()]*\)|[^\n(]*)|import[ \t]+[^\n]*)", re.MULTILINE
)
_RENAMED = re.compile(r"(\w{1,200})[ \t\\\n]{1,50}as\b")
_ALL = re.compile(r"^__all__[ \t]*\+?=[ \t]*(\[[^\[\]]{0,4000}\]|\([^()]{0,4000}\))", re.MULTILINE)


class FileNames:
    """The names of one file."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._others = set[str]()
        """Strings that could be names, and what imports rename."""
        self._handed_on = dict[str, bool]()
        text = _TEXTS.sub(self._without, _ALL.sub(_blank, "\n".join(lines)))
        self._text = _IMPORTS.sub(self._import, text)
        self.lines = self._text.split("\n")
        """The text by lines, without strings, comments and imports."""

    def _without(self, match: re.Match[str]) -> str:
        """Instead of a string or comment: of one with expressions, what stands in it."""
        if match[0][0] == "#":
            return ""
        inner = match["body"] or match["one"] or match["two"] or ""
        if set((match["prefix"] or "").lower()) & {"f", "t"}:
            return f'"" {inner} ""'
        if inner.isidentifier():
            self._others.add(inner)
        return '""' + _blank(match)

    def _import(self, match: re.Match[str]) -> str:
        self._others.update(_RENAMED.findall(match[0]))
        return _blank(match)

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


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


@lru_cache(maxsize=32)
def names_of(lines: tuple[str, ...]) -> FileNames | None:
    """What a file does with names; ``None``: it is not known, or too large to look."""
    if not lines or sum(map(len, lines)) + len(lines) > LARGEST:
        return None
    return FileNames(lines)

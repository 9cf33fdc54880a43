"""The sentences of the program as tests look for them: a template as a pattern, and what is typed again.

``python -m tests.support.sentences`` prints what ``frame/messages.py`` and ``proftui_parsers`` say.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from tests.support.architecture import ROOT

MESSAGES = ROOT / "tui" / "proftui" / "messages.py"
PARSERS = ROOT / "parsers" / "proftui_parsers"


def pattern(template: str) -> str:
    """A regular expression for a template that was filled in, with a group for each of its fields."""
    return "".join(
        re.escape(fixed) + ("(.+?)" if field is not None else "")
        for fixed, field, *_ in Formatter().parse(template)
    )


def fixed_parts(template: str) -> list[str]:
    """What stands between the fields of a template, and before and after them."""
    return [fixed for fixed, *_ in Formatter().parse(template)]


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Every string of a module with its line, docstrings left out; of an f-string its fixed parts."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def pieces(text: str, length: int) -> set[str]:
    """Every run of so many characters in a text."""
    return {text[start : start + length] for start in range(len(text) - length + 1)}


def typed_again(source: str, known: set[str], length: int) -> list[tuple[int, str]]:
    """Lines and strings of a module that hold one of the known pieces, which have that length."""
    return sorted(
        (line, text) for line, text in strings(source) if not known.isdisjoint(pieces(text, length))
    )


def said_by_readers(path: Path) -> Iterator[tuple[int, str]]:
    """What a module of the readers says in words: strings of more than two."""
    return ((line, text) for line, text in strings(path.read_text(encoding="utf-8")) if text.count(" ") > 1)


def all_sentences() -> Iterator[str]:
    """Everything that is said on the screen, then of files that cannot be read or do not add up."""
    yield from (text for _, text in strings(MESSAGES.read_text(encoding="utf-8")) if " " in text)
    for path in sorted(PARSERS.rglob("*.py")):
        yield from (text for _, text in said_by_readers(path))


if __name__ == "__main__":
    print(*all_sentences(), sep="\n")

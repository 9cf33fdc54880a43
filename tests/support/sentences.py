"""The sentences of the program as tests look for them: a template as a pattern, and what is typed again.

``python -m tests.support.sentences`` prints the two modules of sentences, with their headings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from tests.support.architecture import ROOT, nodes

MESSAGES = ROOT / "tui" / "proftui" / "messages.py"
READERS = ROOT / "parsers" / "proftui_parsers" / "messages.py"


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
    known = list(ast.walk(ast.parse(source)))
    told = {id(node.value) for node in known if isinstance(node, ast.Expr)}
    for node in known:
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


def outside(path: Path) -> list[str]:
    """Sentences of a module: its strings of three words and more, reasons of asserts left out."""
    known = nodes(path)
    left_out = {id(node.value) for node in known if isinstance(node, ast.Expr)}
    for node in known:
        if isinstance(node, ast.Assert):
            left_out |= set(map(id, ast.walk(node)))
        elif isinstance(node, ast.JoinedStr):
            left_out |= set(map(id, node.values))
    return [text for node in known if id(node) not in left_out and _is_sentence(text := _text(node))]


def _text(node: ast.AST) -> str:
    """The string that a node is, of an f-string with its fields empty."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_sentence(text: str) -> bool:
    """Whether it has three words, two of them of its own, and is no code, pattern or name of a function."""
    if text.count(" ") < 2:
        return False
    is_code = re.search(r"[<>$;]|\\[\w.\[]|\(\?|\w\(|\[\]|\w\.\w+ \w+[.+]", text) is not None
    words = re.findall(r"(?<!\S)[(]?[a-zA-Z{][\w{}'-]*(?=[ ,:;.)]|$)", text)
    return not is_code and len(words) > 2 and sum("{" not in word for word in words) > 1


def all_sentences() -> Iterator[str]:
    """Everything that is said on the screen, then of files that cannot be read or do not add up."""
    for path in (MESSAGES, READERS):
        yield from (text for _, text in strings(path.read_text(encoding="utf-8")) if " " in text)


if __name__ == "__main__":
    print(MESSAGES.read_text(encoding="utf-8"), READERS.read_text(encoding="utf-8"), sep="\n")

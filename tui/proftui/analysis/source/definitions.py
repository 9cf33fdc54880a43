"""What the text around the start of a function says: its decorators, its class, whether it runs later."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST_GENERATOR = 200
"""Lines of a function in which it is looked for ``yield``."""
_LATER = re.compile(r"\byield\b|\basync[ \t]+def\b")
_PROPERTY = re.compile(r"[ \t]*@property\b")
_CLASS_LINE = re.compile(r"^[ \t\f]*class[ \t]+(\w+)")


def is_decorated(head: str) -> bool:
    """Whether the first line of a function is a decorator."""
    return head.lstrip().startswith("@")


def is_property(head: str) -> bool:
    """Whether a decorator makes an attribute of it: where that is read, it is called."""
    return _PROPERTY.match(head) is not None


def runs_later(lines: Sequence[str], line: int) -> bool | None:
    """Whether the function that starts there is a generator or coroutine; ``None``: there is no text."""
    if not 1 <= line <= len(lines):
        return None
    indent = indent_of(lines[line - 1])
    started = False
    for text in lines[line - 1 : line - 1 + _LONGEST_GENERATOR]:
        if _LATER.search(text):
            return True
        if started and text.strip() and indent_of(text) <= indent and text.lstrip()[0] not in ")]}#":
            return False
        started = started or text.lstrip().startswith("def ")
    return len(lines) > line - 1 + _LONGEST_GENERATOR


def class_above(lines: Sequence[str], line: int) -> str:
    """The class in whose body this line stands, without a function between; empty: none."""
    if not 1 <= line <= len(lines):
        return ""
    indent = indent_of(lines[line - 1])
    for text in reversed(lines[: line - 1]):
        if not indent:
            break
        if indent_of(text) < indent and text.strip() and not text.lstrip().startswith(("#", ")", "]", "}")):
            if match := _CLASS_LINE.match(text):
                return match[1]
            indent = indent_of(text)
            if text.lstrip().startswith(("def ", "async def ")):
                break
    return ""


def indent_of(text: str) -> int:
    """How many columns stand before the first word of a line."""
    return len(text.expandtabs()) - len(text.expandtabs().lstrip())

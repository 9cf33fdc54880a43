"""What the syntax makes of lines of Python: which characters are keywords, strings, comments."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Sequence
from typing import NamedTuple

LARGEST = 400_000
"""Characters of a text that get colours at most."""

_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>[bBfFrRtTuU]{0,2}
        (?:\"{3}(?:[^"\\]|\\.|"(?!""))*(?:\"{3}|\Z) | '{3}(?:[^'\\]|\\.|'(?!''))*(?:'{3}|\Z)
        | "(?:[^"\\\n]|\\.)*"? | '(?:[^'\\\n]|\\.)*'?))
    | (?P<number>0[xXoObB][0-9a-fA-F_]+ | (?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]+)?[jJ]?)
    | (?P<attribute>\.[ ]*[^\W\d]\w*)
    | (?P<decorator>(?m:^)[ ]*@[^\W\d]\w*)
    | (?P<name>[^\W\d]\w*)
    """,
    re.VERBOSE | re.DOTALL,
)
_ROLES = {
    "comment": "code-comment",
    "string": "code-string",
    "number": "code-number",
    "decorator": "code-name",
    **dict.fromkeys((name for name in dir(builtins) if name[0] != "_"), "code-builtin"),
    **dict.fromkeys((*keyword.kwlist, "cdef", "cpdef", "cimport", "ctypedef"), "code-keyword"),
}
"""Roles by kind of token, and by name."""


class Range(NamedTuple):
    """The characters ``start`` to ``end`` of a line as drawn, and what they are."""

    start: int
    end: int
    role: str


def highlighted(lines: Sequence[str]) -> list[list[Range]]:
    """What the syntax makes of each line, of which the first must not lie inside a string."""
    found: list[list[Range]] = [[] for _ in lines]
    row = begins = 0
    before = ""
    for token in _TOKEN.finditer("\n".join(lines)[:LARGEST]):
        kind, text = str(token.lastgroup), token[0]
        while token.start() > begins + len(lines[row]):
            begins += len(lines[row]) + 1
            row += 1
        role = _ROLES.get(text if kind == "name" else kind, "")
        role = "code-name" if before in ("def", "class") else role
        before = text
        if role:
            start = token.start() - begins
            for at, part in enumerate(text.split("\n"), row):
                if part:
                    found[at].append(Range(start, start + len(part), role))
                start = 0
    return found

"""Text in Markdown of which nobody makes anything: no format, link, mention, formula, issue or emoji."""

from __future__ import annotations

import re

from proftui.drawing.safe_text import clean

_LONGEST = 5_000
_ACTS = re.compile(
    r"[\\`*{}\[\]<>|#~&@$^]|(?<![^\W_])_|_(?![^\W_])|://|www\.|:[\w+-]+:|\bgh-\d"
    r"|\b(?=\w*[a-f])[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)
"""What Markdown makes something of, or those who show it: GitHub's mentions, commits and issues, too."""
_OPENS = re.compile(r"(?:[-+=]+|\d+[.)])(?=\s|$)")
"""What begins a list, or underlines the line above."""


def code(text: str) -> str:
    """A text as a span of code, whatever is in it."""
    text = clean(text, _LONGEST)
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def coded(text: str) -> str:
    """The same in a row of a table, where bars end cells, in spans of code too: they stand between spans."""
    return r"\|".join(code(part) if part else "" for part in text.split("|"))


def escaped(text: str) -> str:
    """A text, in a table or not; words that would be made something of are spans of code."""
    opening = _OPENS.match(text)
    start = opening.end() if opening else 0
    words = re.split(r"(\s+|,(?=\s))", text[start:])
    return coded(text[:start]) + "".join(coded(word) if _ACTS.search(word) else word for word in words)

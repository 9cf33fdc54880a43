"""Terms of a filter that find one text alone, whatever is in it."""

from __future__ import annotations

import re

from proftui.drawing.safe_text import clean


def pattern(text: str) -> str:
    """A pattern of a text: of what would not be pasted as it is, the numbers of the characters."""
    # Marks are shown as they are, but for many in a row.
    letters = (re.escape(c) if clean(3 * c) == 3 * c else f"\\U{ord(c):08x}" for c in text)
    return "".join(letters).replace('"', '\\"')


def package(name: str) -> str:
    """The term of a package, which is named and not described."""
    return "pkg:" + name.replace('"', '\\"').replace(" ", "\\ ")


def module(name: str) -> str:
    """The term of a module alone, not of those within it."""
    return f"module:^{pattern(name)}$"


def file(path: str) -> str:
    """The term of a recorded file; of a cell of a notebook, of that cell."""
    return f"file:^{pattern(path)}(?m:$)"


TERMS = {"package": package, "module": module, "file": file}
"""How a term is made of what functions have in common."""

"""Which keys stand where in a JSON text, found without reading all of it: it may be long, deep or cut off."""

from __future__ import annotations

import re

_MOST = 1 << 19
"""Characters that are looked at: the worst take a quarter of a second and 60 MB."""
_DEEPEST = 3
"""Containers in each other whose keys are told."""
_LONGEST = 100
"""Characters of a key or of a text that are kept."""

# A text without its end is one too, so that it is looked at once and not again from each quote in it.
_TOKEN = re.compile(r'"((?:[^"\\]+|\\.?)*)(?:"|\Z)(\s*:)?|([\[{])|[\]}]', re.DOTALL)


def keys(text: str) -> dict[str, str]:
    """The keys near the top, as in ``shared.frames`` and ``[].ph``, each with its value where that is a text.

    All objects in an array are told as one.
    """
    found: dict[str, str] = {}
    inside: list[str] = []
    # Of the value that comes next.
    name = ""
    for token in _TOKEN.finditer(text, 0, _MOST):
        string, colon, opens = token.groups()
        if opens:
            name = f"{name}{'[]' if opens == '[' else '.'}" if len(inside) < _DEEPEST else ""
            inside.append(name)
        elif string is None:
            if inside:
                inside.pop()
            if not inside:
                break
            name = inside[-1]
        elif len(inside) > _DEEPEST:
            continue
        elif colon:
            name = f"{inside[-1] if inside else ''}{string[:_LONGEST]}".removeprefix(".")
            found[name] = ""
        elif name in found:
            found[name] = string[:_LONGEST]
    return found

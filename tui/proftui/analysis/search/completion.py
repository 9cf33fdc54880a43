"""What the name of a package may go on as, while it is typed in a filter."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LAST = re.compile(r'(?:^| )!*pkg:(?:"([^"]*)|([^" ]*))\Z')


def _typed(text: str) -> str | None:
    """What is typed of a package's name at the end of a filter; ``None``: none is typed."""
    last = _LAST.search(text)
    return None if last is None else last[1] if last[1] is not None else last[2]


def candidates(text: str, packages: Sequence[str]) -> list[str]:
    """The packages that a filter may be about to name, in their order; none where it has named one."""
    typed = _typed(text)
    if typed is None or typed in packages:
        return []
    return [package for package in packages if package.lower().startswith(typed.lower())]


def completed(text: str, packages: Sequence[str]) -> str:
    """The filter with the name of the package typed as far as it is certain."""
    typed, names = _typed(text), candidates(text, packages)
    if typed is None or not names:
        return text
    # Names that differ in their capitals have nothing more in common than what was typed.
    first, last = min(names), max(names)
    same = next((n for n, letter in enumerate(first) if last[n : n + 1] != letter), len(first))
    name = max(first[:same], typed, key=len)
    head = text[: len(text) - len(typed)].removesuffix('"')
    if " " not in name:
        return head + name
    return f'{head}"{name}"' if len(names) == 1 else f'{head}"{name}'

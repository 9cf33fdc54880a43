"""What the modules that a line imports took: the one exact figure behind imports on several lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from proftui.analysis.names import Names
from proftui_parsers import Profile

_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))")


def imported_modules(text: str) -> list[str]:
    """The dotted names of the modules that a line imports."""
    match = _IMPORT.match(text[:1000])
    if match is None:
        return []
    several = (part.split() for part in (match[1] or match[2]).split(","))
    return [words[0] for words in several if words]


def modules_on(
    profile: Profile, names: Names, text: Mapping[int, str], lines: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """By line, the functions that are the code of the modules imported there: each ran once, somewhere."""
    wanted = {line: imported_modules(text.get(line, "")) for line in lines}
    asked = {name for modules in wanted.values() for name in modules}
    code: dict[str, list[int]] = {name: [] for name in asked}
    for index in range(profile.count) if asked else ():
        if profile.names[index] == "<module>" and (module := names.module(index)) in asked:
            code[module].append(index)
    # Of two files with one name nobody knows which it was.
    found = {
        line: tuple(code[m][0] for m in modules if len(code[m]) == 1) for line, modules in wanted.items()
    }
    return {line: indices for line, indices in found.items() if indices}

"""Names of functions that a screen must show as the text they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.support.stats_files import Rows, written

from proftui_parsers import Profile

HOSTILE_NAMES = (
    "[/b]",
    "[@click=app.quit]x[/]",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b31m\x1b[2J",
    "two\nlines\ttab\0nul",
    "\u202egpj.exe",
    "漢字の関数",
    "👩‍👩‍👧 ❤️ 🇩🇪",
    "x" * 100_000,
    "\ud800lone",
    "a" + "\u0301" * 50,
)


def hostile_program(folder: Path) -> Callable[[], Profile]:
    """What opens a program that calls functions with such names, each of which calls itself."""
    main = ("/srv/main.py", 1, "main")
    rows: Rows = {main: (1, 1, 0.1, 9.0, {})}
    for number, name in enumerate(HOSTILE_NAMES):
        rows["/srv/" + name, number, name] = (1, 2, 0.5, 0.75, {main: (2, 1, 0.5, 0.75)})
    return written(folder / "[b]hostile\x1b[31m.stats", rows)

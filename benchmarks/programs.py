"""The programs that are compared: how they are started, and how to see on the screen what they have done."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.emulator import Screen

HERE = Path(__file__).parent
Facts = Mapping[str, Any]
"""What is known of a profile: see ``profiles.write``."""

PASSED_ON = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "TMPDIR")
ROWS = 15
"""Rows that must be right on the first screen."""


def environment(home: Path) -> dict[str, str]:
    """That of a plain terminal with all colours, and a user without settings."""
    found = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    return found | terminal | {"HOME": str(home)}


def proftui(*paths: Path) -> list[str]:
    """As the user starts it, where it is installed; two files are compared."""
    script = Path(sys.executable).with_name("proftui")
    started = [str(script)] if script.exists() else [sys.executable, "-m", "proftui"]
    return [*started, *(["--base"] if len(paths) > 1 else []), *map(str, paths)]


def pstats(path: Path) -> list[str]:
    """The standard library's browser of profiles."""
    return [sys.executable, "-m", "pstats", str(path)]


def smallest() -> list[str]:
    """The smallest Textual app."""
    return [sys.executable, str(HERE / "smallest.py")]


def visidata(path: Path) -> list[str] | None:
    """VisiData, where it is installed."""
    beside = Path(sys.executable).with_name("vd")
    found = str(beside) if beside.exists() else shutil.which("vd")
    return [found, "-f", "pyprof", str(path)] if found else None


def snakeviz(path: Path, port: int) -> list[str]:
    """SnakeViz' server, without a browser."""
    return [sys.executable, "-m", "snakeviz", "-s", "-H", "127.0.0.1", "-p", str(port), str(path)]


def loading(which: str, path: Path, *words: str) -> list[str]:
    """See ``loading``."""
    return [sys.executable, str(HERE / "loading.py"), which, str(path), *words]


def comparing(path: Path) -> list[str]:
    """See ``comparing``."""
    return [sys.executable, str(HERE / "comparing.py"), str(path)]


# What stands on a screen


def shows_top(screen: Screen, facts: Facts, rows: int = ROWS) -> bool:
    """Whether the hottest functions stand one below the other, in order, with their own times."""
    wanted = [(name[:12], f" {seconds:.3f} ") for name, seconds in facts["tottime"][:rows]]
    lines = screen.lines
    first = next((y for y, line in enumerate(lines) if _has(line, wanted[0])), None)
    if first is None:
        return False
    return all(map(_has, lines[first : first + rows], wanted)) and first + rows <= len(lines)


def _has(line: str, wanted: Sequence[str]) -> bool:
    return all(part in line for part in wanted)


def is_sorted(screen: Screen, title: str, rows: int = 10) -> bool:
    """Whether the table is marked as sorted by this column, and its figures are."""
    lines = screen.lines
    heading = next((y for y, line in enumerate(lines) if f"▾{title}" in line), None)
    if heading is None:
        return False
    end = lines[heading].index(f"▾{title}") + 1 + len(title)
    figures = [line[:end].split()[-1:] for line in lines[heading + 1 : heading + 1 + rows]]
    try:
        seconds = [float(figure) for (figure,) in figures]
    except ValueError:
        return False
    return seconds == sorted(seconds, reverse=True)


def shows_calls(screen: Screen) -> bool:
    """Whether the view of callers and callees is open."""
    return "[2 Calls]" in screen.text


def shows_all(screen: Screen, facts: Facts) -> bool:
    """Whether no filter is on."""
    text = screen.text
    return f"of {facts['functions']:,}" in text and "filtered out" not in text


def shows_my_code(screen: Screen) -> bool:
    """Whether only the user's own code is shown."""
    return "› my code" in screen.lines[2]


def has_folded(screen: Screen) -> bool:
    """Whether all figures of that are known."""
    return shows_my_code(screen) and " figures " in screen.lines[2]


def cursor_row(screen: Screen) -> int:
    """The row that has the mark of the cursor, or -1."""
    return next((y for y, row in enumerate(screen.characters) if row[0] == "▸"), -1)


def shows_rows_and_keys(screen: Screen) -> bool:
    """Whether the first screen is whole, of any file."""
    return cursor_row(screen) >= 0 and "quit" in screen.lines[-1]


def shows_cell(screen: Screen) -> bool:
    """Whether the smallest app is there."""
    return screen.characters[0][0] in "01"


def asks(screen: Screen) -> bool:
    """Whether pstats waits for a command."""
    return screen.text.rstrip().endswith("%")


def shows_rows(screen: Screen, facts: Facts) -> bool:
    """Whether VisiData has read all of the file."""
    return re.search(rf"\b{facts['functions']}\s+functions", screen.text) is not None

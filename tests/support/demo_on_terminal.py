"""The sample profile on a terminal: how tests begin and end with it."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from tests.support.pty_terminal import Terminal

Condition = Callable[[], bool]
PROFTUI = shlex.join([sys.executable, "-m", "proftui"])
FIRST = r"▸ .*edit_distance"
FUNCTIONS, CALLS, SOURCE = r"\[1 Functions\]", r"\[2 Calls\]", r"\[5 Source\]"


def shell(line: str, folder: Path | None = None) -> Terminal:
    """A shell's command line on a terminal of its own."""
    return Terminal(command=("/bin/sh", "-c", line), folder=folder)


def open_demo(columns: int = 80, rows: int = 24) -> Terminal:
    """The sample profile, its first screen drawn."""
    made = Terminal("--demo", columns=columns, rows=rows)
    try:
        made.wait_for(ready(made))
    except BaseException:
        made.close()
        raise
    return made


def ready(shown: Terminal, first: str = FIRST) -> Condition:
    """The whole first screen is there: the row under the cursor, and the last row."""

    def first_screen() -> bool:
        return bool(re.search(first, shown.text)) and "help" in shown.screen[-1]

    return first_screen


def quits(shown: Terminal) -> None:
    """``q`` ends it with status 0 and the terminal as it was."""
    shown.press("q")
    assert shown.end() == 0
    shown.assert_restored()

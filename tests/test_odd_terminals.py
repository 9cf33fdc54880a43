"""Odd surroundings: terminals that can little, a tiny window, no home, a process that is stopped or ended."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

for needed in ("termios", "pexpect", "pyte"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from corpus import small  # noqa: E402 - after what may be missing
from terminal import Terminal, environment  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

RECURSE = str(small("cprofile-py3.11-recurse.stats"))
EVERYWHERE = ("2", "down", "3", "right", "4", "enter", "5", "1", "/", "e", "enter")


def goes_well(shown: Terminal) -> None:
    """Every view, and out."""
    shown.wait_for(lambda: shown.text.strip())
    shown.press(*EVERYWHERE, "q")
    assert shown.end() == 0
    shown.assert_restored()
    assert "Traceback" not in shown.text and "failed" not in shown.text


@pytest.mark.parametrize(
    "variables",
    [
        {"TERM": "dumb", "COLORTERM": ""},
        {"TERM": "", "COLORTERM": ""},
        {"TERM": "no-such-terminal"},
        {"LC_ALL": "C"},
        {"LC_ALL": "", "LANG": ""},
        {"HOME": ""},
        {"HOME": "/proc"},
        {"HOME": "/nowhere/at/all"},
        {"TEXTUAL_THEME": "nobody's"},
        {"COLUMNS": "x", "LINES": "-1"},
    ],
    ids=lambda variables: "-".join(f"{name}={value}" for name, value in variables.items()),
)
def test_variables_that_say_odd_things_do_not_matter(variables: dict[str, str]) -> None:
    with Terminal(RECURSE, environ=environment(**variables)) as shown:
        goes_well(shown)


@pytest.mark.parametrize("size", [(10, 3), (1, 1), (3, 200), (400, 2)], ids=str)
def test_windows_of_any_size(size: tuple[int, int]) -> None:
    with Terminal(RECURSE, columns=size[0], rows=size[1]) as shown:
        goes_well(shown)


def test_stopped_and_continued_it_goes_on() -> None:
    with Terminal("--demo") as shown:
        shown.wait_for("help")
        shown.signal(signal.SIGSTOP)
        shown.press("down")
        shown.signal(signal.SIGCONT)
        shown.wait_for(lambda: "min" in shown.marked)
        goes_well(shown)


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    with Terminal("--demo", environ=environment(TMPDIR=str(tmp_path))) as shown:
        goes_well(shown)
    assert os.listdir(tmp_path) == []

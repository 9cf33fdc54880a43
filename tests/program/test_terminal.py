"""What a user notices: the installed program on a real pseudo-terminal."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.support.sentences import pattern

import proftui
from proftui import messages

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.demo_on_terminal import CALLS, FUNCTIONS, PROFTUI, SOURCE, open_demo, quits, ready, shell  # noqa: E402 - it needs all of these
from tests.support.pty_terminal import Terminal, unexpected  # noqa: E402
from tests.support.screens import DEMO  # noqa: E402

# The child becomes another program at once, so threads that other tests have left do not matter to it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

HIDDEN = pattern(messages.ROWS_IN_ALL)


def test_a_folder_offers_its_profiles() -> None:
    with Terminal(str(DEMO)) as shown:
        shown.wait_for(r" 2 profiles")
        shown.wait_for(r"demo\.stats +31\.\d kB  pstats")
        shown.press("demo.stats")
        shown.wait_for(r"1 of 2 profiles")
        shown.press("enter")
        shown.wait_for(ready(shown))
        quits(shown)


@pytest.mark.slow
def test_keys_lead_to_the_right_screens() -> None:
    with open_demo() as shown:
        assert shown.modes()[1049] and shown.modes()[2004] and not shown.modes()[25]
        assert len(shown.screen) == 24
        assert "demo.stats" in shown.screen[0] and "1.537 s" in shown.screen[0]
        assert "ncalls" in shown.screen[2] and "location" in shown.screen[2]

        def marked(text: str) -> None:
            shown.wait_for(lambda: text in shown.marked)

        shown.press("down")
        marked("min")
        shown.press("down")
        marked("list.append")
        shown.press("up", "up")
        marked("edit_distance")
        shown.press("u")
        shown.wait_for(messages.HEAVIEST_CALLER.format("edit_distance"))
        marked("closest")
        shown.press("enter")
        shown.wait_for(CALLS)
        shown.wait_for("callers of closest|closest .*demo.py:53")
        shown.press("<")
        shown.wait_for(FUNCTIONS)
        marked("closest")
        shown.press("/")
        shown.wait_for("keep.*clear|keep  ·")
        shown.press("json", "enter")
        shown.wait_for(r"filter json · in its code 14\.2 %")
        shown.wait_for(lambda: shown.row_of(HIDDEN) == 1 and "edit_distance" not in shown.text)
        shown.press("escape")
        shown.wait_for(r"of 239 *$|of 239 ")
        shown.wait_until_gone(HIDDEN)
        shown.press("5")
        shown.wait_for(SOURCE)
        shown.press("1", "home")
        marked("edit_distance")
        shown.press("5")
        shown.wait_for(r"def edit_distance")
        shown.press("?")
        shown.wait_for("Help: 5 Source")
        shown.press("escape")
        shown.wait_for(lambda: "Help" not in shown.text and re.search(SOURCE, shown.text))
        assert not unexpected(shown.raw) and not shown.overflow
        quits(shown)
        assert "Traceback" not in shown.text


def test_a_profile_by_a_pipe_leaves_the_keys_working() -> None:
    sample = Path(proftui.__file__).parent / "demo" / "demo.stats"
    with shell(f"cat {shlex.quote(str(sample))} | {PROFTUI} -") as shown:
        shown.wait_for(ready(shown))
        shown.press("down", "enter")
        shown.wait_for(CALLS)
        shown.press("R")
        shown.wait_for(messages.NOT_READ_TWICE)
        quits(shown)


@pytest.mark.slow
@pytest.mark.parametrize("redirection", ["2>log", "2>&-", "</dev/null", "</dev/null 2>&-", "<&-"])
def test_redirections_do_not_matter(redirection: str, tmp_path: Path) -> None:
    with shell(f"exec {PROFTUI} --demo {redirection}", folder=tmp_path) as shown:
        shown.wait_for(ready(shown))
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        quits(shown)
        assert [path.read_bytes() for path in tmp_path.iterdir()] in ([], [b""])


def test_without_a_terminal_to_draw_on_it_says_so() -> None:
    line = f"setsid -w {PROFTUI} --demo </dev/null 2>&1; echo status $?"
    with shell(f"command -v setsid >/dev/null || {{ echo status none; exit; }}; {line}") as shown:
        shown.wait_for(r"status \w+")
        if "status none" in shown.text:
            pytest.skip("no setsid here")
        assert messages.NO_TERMINAL in shown.text and "status 2" in shown.text


@pytest.mark.slow
def test_the_mouse_selects_sorts_changes_the_view_and_scrolls() -> None:
    with open_demo() as shown:
        shown.click(50, 6)
        shown.wait_for(lambda: shown.row_of("▸") == 6 and "list.append" not in shown.marked)
        chosen = shown.marked.split()[-2]  # the function
        heading = shown.screen[2]
        shown.click(heading.index("ncalls") + 2, 2)
        shown.wait_for(lambda: "▾ncalls" in shown.screen[2] or "▾ ncalls" in shown.screen[2])
        shown.wait_for(lambda: chosen in shown.marked)
        shown.click(shown.screen[2].index("ncalls") + 2, 2)
        shown.wait_for(lambda: "▴" in shown.screen[2])
        shown.click(shown.screen[1].index("5 Source") + 2, 1)
        shown.wait_for(SOURCE)
        shown.click(shown.screen[1].index("2 Calls") + 2, 1)
        shown.wait_for(CALLS)
        shown.click(shown.screen[1].index("1 Functions") + 2, 1)
        shown.wait_for(FUNCTIONS)
        shown.press("home")
        shown.wait_for(r"\[1 Functions\].* 1–18 of 239")
        shown.wheel(40, 10)
        shown.wait_for(r" 4–21 of 239")
        shown.wheel(40, 10, down=False)
        shown.wait_for(r" 1–18 of 239")
        quits(shown)

"""Colours and glyphs are those that the terminal has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.demo_on_terminal import quits, ready  # noqa: E402 - it needs all of these
from tests.support.examples import slowly, some  # noqa: E402
from tests.support.pty_terminal import Terminal, environment  # noqa: E402

# The child becomes another program at once, so threads that other tests have left do not matter to it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")


def picture(**environ: str) -> Iterator[Terminal]:
    """The first screen and a filter in a terminal with these variables."""
    ascii_first = r"[▸>] .*edit_distance"
    with Terminal("--demo", environ=environment(**environ)) as shown:
        shown.wait_for(ready(shown, ascii_first))
        shown.press("/")
        shown.wait_for("keep")
        shown.press("dist", "enter")
        shown.wait_for(r"filter dist")
        shown.wait_for(ascii_first)
        yield shown
        quits(shown)
        assert "Traceback" not in shown.text


MODES = {
    "truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "xterm", "COLORTERM": "", "COLORFGBG": "15;0"},
}


@pytest.mark.parametrize("kind", some(MODES, 3))
def test_colours_are_those_of_the_terminal(kind: str) -> None:
    for shown in picture(**MODES[kind]):
        assert shown.colours == {kind}


@pytest.mark.slow
@pytest.mark.parametrize(
    "environ",
    [{"NO_COLOR": "1"}, {"NO_COLOR": "1", "TERM": "xterm", "COLORTERM": ""}, {"TERM": "vt100"}],
    ids=["truecolor", "16", "vt100"],
)
def test_without_colours_the_marks_remain(environ: dict[str, str]) -> None:
    for shown in picture(**environ):
        assert shown.colours == set()
        row = shown.row_of("▸")
        name = re.search("edit_distance", shown.screen[row])
        assert name is not None
        assert all(shown.cell(x, row).reverse for x in (0, name.start(), 79))
        place = name.start() + len("edit_")
        # The filter may be kept before the rows are drawn.
        shown.wait_for(partial(lambda x, y, it: it.cell(x, y).underlined, place, row, shown))
        match = shown.cell(place, row)
        assert match.underlined and match.bold and match.data == "d"
        assert not shown.cell(name.start(), row).underlined
        tab = shown.cell(1, 1)
        assert (tab.data, tab.reverse, tab.bold) == ("1", True, True)
        plain = shown.screen[1].index("2 Calls")
        assert not shown.cell(plain, 1).reverse and not shown.cell(5, row + 1).reverse


@pytest.mark.parametrize(
    "environ",
    [
        {"LC_ALL": "C"},
        *slowly({"PROFTUI_ASCII": "1"}, {"TERM": "linux", "COLORTERM": ""}, {"LC_ALL": "POSIX"}),
    ],
    ids=lambda environ: "-".join(f"{name}-{value}" for name, value in environ.items()),
)
def test_where_only_ascii_can_be_drawn_only_ascii_is(environ: dict[str, str]) -> None:
    for shown in picture(**environ):
        for key, seen in (("2", "2 Calls]"), ("5", "5 Source]"), ("?", "Help")):
            shown.press(key)
            shown.wait_for(re.escape(seen))
        assert shown.raw.isascii()
        shown.press("escape")
        shown.wait_until_gone("Help")

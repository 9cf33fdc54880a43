"""Keys that arrive in pieces, and text that is pasted."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from tests.support.sentences import pattern

from proftui import messages

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.demo_on_terminal import FUNCTIONS, open_demo, quits  # noqa: E402 - it needs all of these
from tests.support.examples import slowly  # noqa: E402
from tests.support.pty_terminal import Terminal, unexpected  # noqa: E402

# The child becomes another program at once, so threads that other tests have left do not matter to it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

HIDDEN = pattern(messages.ROWS_IN_ALL)

PIECES = {"down": "\x1b[B", "home": "\x1b[H", "end": "\x1bOF", "home3": "\x1bOH", "ctrl+down": "\x1b[1;5B"}


def tear(shown: Terminal, sequence: str, seconds: float) -> None:
    """Send a sequence byte by byte, ``seconds`` apart: the slowness is what is tested."""
    for byte in sequence:
        shown.press(byte)
        time.sleep(seconds)


@pytest.mark.parametrize("seconds", [0.04, *slowly(0.08)])
def test_torn_arrow_keys_do_nothing_but_their_escape(seconds: float) -> None:
    with open_demo() as shown:
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press("json", "enter")
        shown.wait_for("filter json")
        tear(shown, "\x1b[B", seconds)
        # Either it arrived whole in the end, or Esc took the filter off; more than that must not happen.
        shown.press("?")
        shown.wait_for("Help: 1 Functions")
        tear(shown, "\x1b[H", seconds)
        # Help may be closed already, before that is on the screen.
        shown.press("escape")
        shown.wait_until_gone("Help")
        for sequence in PIECES.values():
            tear(shown, sequence, seconds)
        shown.press("!")
        shown.wait_for(messages.NOTES_TITLE)
        assert re.search(FUNCTIONS, shown.text) and "ncalls ▾tottime" in shown.text
        shown.press("q")
        shown.wait_until_gone(messages.NOTES_TITLE)
        quits(shown)


@pytest.mark.slow
def test_a_key_torn_in_the_prompt_types_nothing_and_runs_nothing() -> None:
    with open_demo() as shown:
        for sequence in ("\x1b[H", "\x1bOH", "\x1b[1;5H"):
            shown.press("/")
            shown.wait_for("↵ keep")
            shown.press("dist")
            shown.wait_for(r"/ dist .*match")
            tear(shown, sequence, 0.08)
            shown.wait_for(lambda: "keep" not in shown.text and not re.search(HIDDEN, shown.text))
        shown.press("!")
        shown.wait_for(messages.NOTES_TITLE)
        assert re.search(FUNCTIONS, shown.text) and "edit_distance" in shown.marked
        shown.press("q")
        shown.wait_until_gone(messages.NOTES_TITLE)
        quits(shown)


def test_a_senseless_key_sequence_ends_nothing() -> None:
    with open_demo() as shown:
        for sequence in ("\x1b[99999999999u", "\x1b[1114112u", "\x1b[<9;;M"):
            shown.press(sequence, "down")
        shown.press("?")
        shown.wait_for("Help: 1 Functions")
        shown.press("q")
        shown.wait_until_gone("Help")
        quits(shown)


@pytest.mark.slow
@pytest.mark.parametrize("torn", [False, True])
def test_a_size_that_nobody_asked_for_is_not_believed(torn: bool) -> None:
    with open_demo() as shown:
        for sequence in ("\x1b[48;99999;99999;0;0t", "\x1b[?2048;1$y"):
            for piece in (sequence[:9], sequence[9:]) if torn else (sequence,):
                shown.press(piece)
        shown.press("3")
        shown.wait_for(r"\[3 Tree\]")
        # What the mouse says are still cells.
        shown.click(3, 1)
        shown.wait_for(FUNCTIONS)
        assert 2048 not in {mode for mode, on in shown.modes().items() if on}
        quits(shown)


NASTY_PASTE = "q5?\rone\x1b[Bq\x1bO\x03two\x00\x9b31m"


def paste(text: str) -> str:
    """As a terminal sends it."""
    return f"\x1b[200~{text}\x1b[201~"


@pytest.mark.parametrize(
    "text", ["q5?!", NASTY_PASTE, *slowly("", "q" * 300_000)], ids=["keys", "escapes", "none", "long"]
)
def test_text_pasted_outside_a_prompt_runs_nothing(text: str) -> None:
    with open_demo() as shown:
        shown.press(paste(text))
        shown.wait_for(messages.PASTED)
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked and re.search(FUNCTIONS, shown.text))
        quits(shown)


@pytest.mark.slow
def test_text_pasted_into_the_prompt_is_one_clean_line() -> None:
    with open_demo() as shown:
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press("d", paste("is\x1b[2Jt\tance \u202ex\nsecond line\rq"))
        shown.wait_for(re.escape(r"/ dis\x1b[2Jt ance \u202ex"))
        assert "second" not in shown.text
        shown.press("escape")
        shown.wait_until_gone("keep")
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.press(paste("edit_dist"))
        shown.wait_for(r"/ edit_dist .*1 match")
        shown.press("enter")
        shown.wait_for("filter edit_dist")
        assert not unexpected(shown.raw)
        quits(shown)


@pytest.mark.slow
def test_a_paste_that_never_ends_does_not_keep_the_keys() -> None:
    with open_demo() as shown:
        shown.press("\x1b[200~abc")
        shown.wait_for(messages.PASTED)
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        quits(shown)


def test_control_c_does_not_wait_for_thousands_of_keys_before_it(tmp_path: Path) -> None:
    with Terminal("--demo", folder=tmp_path) as shown:
        shown.wait_for(FUNCTIONS)
        # The whole program has the keys, not the first screen.
        shown.wait_for(lambda: shown.kitty_levels())
        # The last of them would write a file.
        shown.press("jk" * 15_000 + "wt" + "\x03" * 4)
        assert shown.end() == 0
        shown.assert_restored()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_many_keys_at_once_are_all_done_in_their_order() -> None:
    with open_demo() as shown:
        shown.press("/" + "ab\x7f" * 300 + "\r")
        shown.wait_for(messages.NOTHING_MATCHES.partition("{")[0] + "aaa")
        quits(shown)


def test_a_paste_whose_marks_arrive_in_pieces_is_still_a_paste() -> None:
    with open_demo() as shown:
        whole = paste("q5q")
        for start in range(0, len(whole), 4):
            shown.press(whole[start : start + 4])
        shown.wait_for(messages.PASTED)
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        quits(shown)

"""The way to the first screen on a pseudo-terminal: keys typed ahead, the wait for a large file, the end."""

from __future__ import annotations

import math
import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from proftui import messages

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.corpus import small  # noqa: E402
from tests.support.examples import slowly  # noqa: E402
from tests.support.pty_terminal import Terminal  # noqa: E402
from tests.support.screens import DEMO  # noqa: E402 - after what may be missing

from proftui.startup.opening import Opening  # noqa: E402
from proftui.state.loading import GivenUp  # noqa: E402
from proftui.terminal.tty import answer  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

SLOW_FILE = """
from proftui.startup.opening import GivenUp, Opening

opening = Opening("truecolor", False)
opening.begin()
try:
    part = 0
    while True:
        part += 1
        opening.tell("slow.stats", part / 100_000 % 1)
except (GivenUp, KeyboardInterrupt):
    opening.rest()
    opening.terminal.leave()
    print("given up")
"""

SLOW_WORK = """
from itertools import repeat
from proftui.startup.opening import GivenUp, Opening

opening = Opening("truecolor", False)
opening.begin()
try:
    opening.work(repeat(None), "a.stats → b.stats", "comparing")
except (GivenUp, KeyboardInterrupt):
    opening.rest()
    opening.terminal.leave()
    print("given up")
"""


READ_AGAIN = """
import gc, sys
from proftui.state import loading
from proftui.cli.main import main
from proftui_parsers import Profile

forget = loading.forget_former

def counted():
    forget()
    gc.unfreeze()
    things = gc.get_objects()
    # D compares with what was shown before; nothing else keeps that.
    former = [id(thing.profile) for thing in things if type(thing).__name__ == "Former"]
    count = sum(isinstance(thing, Profile) and id(thing) not in former for thing in things)
    with open("count", "a") as out:
        out.write(str(count))

loading.forget_former = counted
loading.LARGE = int(sys.argv[2])
sys.exit(main([sys.argv[1]]))
"""

SUMS_UP_LATE = """
import sys
from proftui.startup import first_screen as firstscreen
from proftui.cli.main import main

sum_up = firstscreen.FirstScreen.sum_up

def late(first):
    while not first.moved:
        pass
    sum_up(first)

firstscreen.FirstScreen.sum_up = late
firstscreen.LARGE = 0
sys.exit(main(["--demo"]))
"""


SAYS_WHAT_IS_THERE = """
import sys
from proftui.startup.opening import Opening
from proftui.cli.main import main

run = Opening.run

def run_and_tell(self, prepare):
    run(self, prepare)
    self.terminal.leave()
    full = {"proftui.app.application", "proftui.screens.explorer.screen"}
    unasked = "proftui.analysis.compare.comparison" in sys.modules
    print("not asked for" if unasked else "all there" if full <= set(sys.modules) else "missing")
    sys.exit()

Opening.run = run_and_tell
sys.exit(main(["--demo"]))
"""


def test_keys_are_answered_while_the_full_program_is_imported() -> None:
    with Terminal(command=(sys.executable, "-c", SAYS_WHAT_IS_THERE)) as shown:
        shown.wait_for("all there")
        assert shown.end() == 0


def test_what_is_typed_before_it_is_there_counts() -> None:
    with Terminal("--demo") as shown:
        shown.press("down", "down", "2", "enter")
        shown.wait_for(r"\[2 Calls\]|\[5 Source\]")
        shown.wait_for(lambda: "list.append" in shown.text)
        shown.wait_for("help")
        shown.press("q")
        assert shown.end() == 0
        shown.assert_restored()


def test_it_can_be_left_before_it_is_there() -> None:
    with Terminal("--demo") as shown:
        shown.press("q")
        # 130: the file was still being read, and is given up.
        assert shown.end() in (0, 130)
        assert {number for number, on in shown.modes().items() if on} <= {7, 25}
        assert shown.attributes() == shown.attributes_before and shown.kitty_levels() == 0


def test_a_pasted_text_is_not_run_as_keys_even_then() -> None:
    with Terminal("--demo") as shown:
        shown.wait_for("ncalls")
        shown.press("\x1b[200~qqq\x1b[201~")
        shown.wait_for(messages.PASTED)


def test_keys_are_answered_before_all_functions_are_summed_up() -> None:
    with Terminal(command=(sys.executable, "-c", SUMS_UP_LATE)) as shown:
        shown.wait_for("ncalls")
        assert "by package:" not in shown.text
        shown.press("down")
        shown.wait_for("by package:")
        shown.press("q")
        assert shown.end() == 0


def test_ctrl_c_is_answered_before_the_full_program_is_there() -> None:
    with Terminal(command=(sys.executable, "-c", SUMS_UP_LATE)) as shown:
        shown.wait_for("ncalls")
        shown.press("\x03")
        shown.wait_for(re.escape(messages.QUITS))
        assert "by package:" not in shown.text
        shown.press("\x03")
        assert shown.end() == 0


@pytest.mark.parametrize("key", [b"\x1b", b"q", b"\x03"])
def test_a_file_can_be_given_up_before_the_wait_is_shown(key: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    opening = Opening("truecolor", False)
    opening._begun = math.inf
    monkeypatch.setattr(opening, "_read", lambda wait: setattr(opening, "typed", key))
    with pytest.raises(GivenUp):
        opening.tell("a.stats", 0.1)
    assert not opening.terminal.entered


@pytest.mark.parametrize("key", ["escape", "q", "\x03"])
def test_the_wait_for_a_large_file_shows_how_far_it_is_and_can_be_given_up(key: str) -> None:
    with Terminal(command=(sys.executable, "-c", SLOW_FILE)) as shown:
        shown.wait_for(r"slow\.stats")
        shown.wait_for(r"reading .* \d+ %")
        shown.wait_for("gives up")
        shown.press(key)
        shown.wait_for("given up")
        assert shown.end() == 0
        assert shown.attributes() == shown.attributes_before


@pytest.mark.parametrize("key", ["escape", "q", "\x03"])
def test_the_wait_for_a_comparison_says_so_and_can_be_given_up(key: str) -> None:
    with Terminal(command=(sys.executable, "-c", SLOW_WORK)) as shown:
        shown.wait_for(r"a\.stats → b\.stats")
        shown.wait_for("comparing")
        shown.wait_for("gives up")
        shown.press(key)
        shown.wait_for("given up")
        assert shown.end() == 0
        assert shown.attributes() == shown.attributes_before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_it_waits_restores_the_terminal(number: int) -> None:
    with Terminal(command=(sys.executable, "-c", SLOW_FILE)) as shown:
        shown.wait_for("gives up")
        shown.signal(number)
        assert shown.end() == 128 + number
        assert {mode for mode, on in shown.modes().items() if on} <= {7, 25}
        assert shown.attributes() == shown.attributes_before


def test_the_answer_about_the_ground_is_found_among_keys() -> None:
    assert answer(b"j\x1b]11;rgb:ffff/0000/8080\x1b\\k") == ((1.0, 0.0, 0x8080 / 0xFFFF), b"jk")
    assert answer(b"\x1b]11;rgb:ff/ff/ff\x07") == ((1.0, 1.0, 1.0), b"")
    for other in (b"", b"jk", b"\x1b]11;rgb:ffff/0000", b"\x1b]11;rgb:x/y/z\x07", b"\x1b[B"):
        assert answer(other) == (None, other)


@pytest.mark.parametrize("large", ["1", *slowly("1000000")])
def test_a_profile_that_was_read_again_is_gone_from_the_way_to_the_first_screen_too(
    large: str, tmp_path: Path
) -> None:
    file = tmp_path / "p.stats"
    shutil.copy(DEMO / "demo.stats", file)
    with Terminal(str(file), large, command=(sys.executable, "-c", READ_AGAIN), folder=tmp_path) as shown:
        shown.press("down")
        shown.wait_for("help")
        shutil.copy(small("cprofile-py3.11-recurse.stats"), file)
        shown.press("R")
        shown.wait_for("1.537 → ")
        # Where the file is large it is counted before, too, when there is the former one only.
        shown.wait_for(lambda: (tmp_path / "count").exists())
        shown.wait_for(lambda: len((tmp_path / "count").read_text()) == 1 + (large == "1"))
        shown.press("q")
        assert shown.end() == 0
    assert set((tmp_path / "count").read_text()) == {"1"}

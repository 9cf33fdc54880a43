"""To the shell and back, and the ends that a terminal or a signal brings."""

from __future__ import annotations

import marshal
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.demo_on_terminal import PROFTUI, open_demo, quits, ready, shell  # noqa: E402 - it needs all of these
from tests.support.examples import slowly  # noqa: E402
from tests.support.pty_terminal import Terminal, environment  # noqa: E402
from tests.support.stats_files import Rows  # noqa: E402

# The child becomes another program at once, so threads that other tests have left do not matter to it.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")


def test_ctrl_z_gives_the_terminal_back_and_fg_draws_again(tmp_path: Path) -> None:
    environ = environment(PS1="ready> ", HOME=str(tmp_path))
    with Terminal(command=("/bin/sh", "-i"), environ=environ) as shown:
        shown.wait_for(lambda: shown.raw.endswith(b"ready> "))
        shown.attributes_before = shown.attributes()
        shown.press(f"{PROFTUI} --demo\r")
        shown.wait_for(ready(shown))
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        shown.press("\x1a")
        shown.wait_for(lambda: re.search(rb"(?i)stopped|suspended", shown.raw))
        shown.wait_for(lambda: shown.raw.rstrip().endswith(b"ready>"))
        shown.assert_restored()
        shown.press("echo at the $((40 + 2))\r")
        shown.wait_for("at the 42")
        stopped_at = len(shown.raw)
        shown.press("fg\r")
        shown.wait_for(lambda: shown.modes(stopped_at).get(1049))
        shown.wait_for(lambda: "demo.stats" in shown.screen[0] and "at the 42" not in shown.text)
        shown.wait_for(lambda: "min" in shown.marked and "help" in shown.screen[23])
        shown.press("down")
        shown.wait_for(lambda: "list.append" in shown.marked)
        left_at = len(shown.raw)
        shown.press("q")
        shown.wait_for(lambda: shown.raw[left_at:].rstrip().endswith(b"ready>"))
        shown.assert_restored()
        shown.press("echo status $?\r")
        shown.wait_for("status 0")
        shown.press("exit\r")
        assert shown.end() == 0


def at_prompt(tmp_path: Path) -> Terminal:
    """An interactive shell."""
    made = Terminal(command=("/bin/sh", "-i"), environ=environment(PS1="ready> ", HOME=str(tmp_path)))
    made.wait_for(lambda: made.raw.endswith(b"ready> "))
    made.attributes_before = made.attributes()
    return made


def assert_given_back(shown: Terminal) -> None:
    """The program is stopped, and the shell has the terminal as it was."""
    shown.wait_for(lambda: re.search(rb"(?i)stopped|suspended", shown.raw))
    shown.wait_for(lambda: shown.raw.rstrip().endswith(b"ready>"))
    assert {mode for mode, on in shown.modes().items() if on} <= {7, 25}
    assert shown.attributes() == shown.attributes_before


def test_stopped_it_can_be_ended(tmp_path: Path) -> None:
    with at_prompt(tmp_path) as shown:
        shown.press(f"{PROFTUI} --demo\r")
        shown.wait_for(ready(shown))
        shown.press("\x1a")
        assert_given_back(shown)
        # Some shells continue what they have sent a signal to, for others that is to be asked for.
        shown.press("kill %1\r", "bg\r")
        shown.wait_for(lambda: not shown.left_running())
        shown.press("jobs; echo at the $((40 + 2))\r")
        shown.wait_for("at the 42")
        shown.assert_restored()


def test_ctrl_c_once_says_what_quits_and_twice_quits() -> None:
    with open_demo() as shown:
        shown.press("\x03")
        shown.wait_for("q quits")
        shown.press("\x03")
        assert shown.end() == 0
        shown.assert_restored()
        assert "Traceback" not in shown.text


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def test_sigterm_restores_the_terminal() -> None:
    with open_demo() as shown:
        shown.signal(signal.SIGTERM)
        assert shown.end() == 128 + signal.SIGTERM
        shown.assert_restored()
        assert "Traceback" not in shown.text


OTHERS = [
    signal.Signals[name]
    for name in ("SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGABRT", "SIGXCPU", "SIGPWR", "SIGRTMIN")
    if name in signal.Signals.__members__
]


@pytest.mark.parametrize("number", [signal.SIGINT, OTHERS[0], *slowly(*OTHERS[1:])])
def test_whatever_signal_ends_it_restores_the_terminal(number: signal.Signals) -> None:
    with open_demo() as shown:
        shown.signal(number)
        # Where Control-C interrupts code made of text, as a named tuple is, python -m ends by the signal:
        # a shell says the same of both.
        assert shown.end() in (128 + number, -signal.SIGINT)
        shown.assert_restored()
        assert "Traceback" not in shown.text and "failed" not in shown.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, OTHERS[0], *slowly(*OTHERS[1:])])
def test_a_signal_before_anything_is_drawn_restores_the_terminal(number: signal.Signals) -> None:
    with Terminal("--demo") as shown:
        shown.wait_for(lambda: shown.attributes() != shown.attributes_before)
        shown.signal(number)
        assert shown.end() == 128 + number
        assert {mode for mode, on in shown.modes().items() if on} <= {7, 25}
        assert shown.attributes() == shown.attributes_before


def test_a_pipe_that_nobody_reads_ends_nothing() -> None:
    with open_demo() as shown:
        shown.signal(signal.SIGPIPE)
        shown.press("down")
        shown.wait_for(lambda: "min" in shown.marked)
        quits(shown)


@pytest.mark.parametrize("number", [signal.SIGTERM, *slowly(signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)])
@pytest.mark.parametrize("key", [*slowly(b""), b"G"], ids=["idle", "drawing"])
def test_a_terminal_that_takes_nothing_is_restored_all_the_same(number: int, key: bytes) -> None:
    with open_demo() as shown:
        shown.wait_for(lambda: shown.kitty_levels())
        name = os.readlink(f"/proc/{shown.pid}/fd/2") if os.path.exists("/proc/self/fd") else ""
        if not name.startswith("/dev/"):
            pytest.skip("nothing says which terminal it is")
        beside = os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        with pytest.raises(BlockingIOError):
            while True:
                os.write(beside, b".")
        os.close(beside)
        os.write(shown._child.child_fd, key)
        shown.signal(number)
        # Nobody reads meanwhile.
        os.waitid(os.P_PID, shown.pid, os.WEXITED | os.WNOWAIT)
        assert shown.end() == 128 + number
        shown.assert_restored()
        assert "failed" not in shown.text


def test_a_terminal_that_goes_away_leaves_nothing_behind(log: Path) -> None:
    with shell(f"exec {PROFTUI} --demo 2>{shlex.quote(str(log))}") as shown:
        shown.wait_for(ready(shown))
        shown.hang_up()
        assert shown.end() in (128 + signal.SIGHUP, -signal.SIGHUP)
        with pytest.raises(ProcessLookupError):
            os.kill(shown.pid, 0)
        assert log.read_bytes() == b""


def test_a_terminal_that_goes_away_without_a_signal_ends_it_too(log: Path) -> None:
    ignoring = f"trap '' HUP; exec {PROFTUI} --demo 2>{shlex.quote(str(log))}"
    with shell(ignoring) as shown:
        shown.wait_for(ready(shown))
        shown.hang_up()
        assert shown.end() in (128 + signal.SIGHUP, -signal.SIGHUP)
        assert log.read_bytes() == b""


@pytest.mark.parametrize("end", ["SIGTERM", *slowly("gone", "q", "SIGHUP", "SIGKILL")])
def test_an_end_while_a_file_is_written_leaves_no_half_of_it(end: str, tmp_path: Path) -> None:
    path, here = tmp_path / "large.stats", tmp_path / "here"
    functions: Rows = {("m.py", n, f"f{n}"): (1, 1, 0.1, 0.1, {}) for n in range(60_000)}
    path.write_bytes(marshal.dumps(functions))
    here.mkdir()
    with Terminal(str(path), folder=here) as shown:
        shown.wait_for("60,000 calls")
        shown.press("w")
        shown.wait_for("j JSON")
        shown.press("t")
        shown.wait_for("writing ")
        if os.listdir(here) and end == "SIGKILL":
            pytest.skip("every file has a name here")
        if end == "q":
            shown.press("q")
        elif end == "gone":
            shown.hang_up()
        else:
            shown.signal(signal.Signals[end])
        shown.end()
        assert os.listdir(here) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("moment", ["starting", "open"])
def test_what_runs_next_can_wait_for_what_is_typed(number: int, moment: str, tmp_path: Path) -> None:
    program = f"sh -c 'echo $$ > pid; exec {PROFTUI} --demo'"
    with shell(f"{program}; echo ended $?; exec cat", tmp_path) as shown:
        if moment == "open":
            shown.wait_for(ready(shown))
        else:
            shown.wait_for(lambda: shown.modes().get(1049))
        os.kill(int((tmp_path / "pid").read_text()), number)
        shown.wait_for(f"ended {128 + number}")
        shown.press("some words\r")
        shown.wait_for("some words.*\n.*some words")
        shown.press("\x04")
        assert shown.end() == 0


ENDED_IN_A_SEARCH = """
import os, signal
from proftui.background.budget import within
from proftui.terminal import tty

class Terminal:
    def leave(self):
        while not signal.sigpending() & {signal.SIGALRM}:
            pass

def search():
    signal.signal(signal.SIGHUP, lambda number, frame: tty.end_by(number, Terminal()))
    os.kill(os.getpid(), signal.SIGHUP)

within(0.05, search)
"""


def test_a_search_that_takes_too_long_does_not_stop_the_end() -> None:
    assert subprocess.run([sys.executable, "-c", ENDED_IN_A_SEARCH]).returncode == 128 + signal.SIGHUP

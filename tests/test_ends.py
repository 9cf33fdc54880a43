"""To the shell and back, and the ends that a terminal or a signal brings."""

from __future__ import annotations

import marshal
import os
import re
import shlex
import signal
from pathlib import Path

import pytest

for needed in ("termios", "pexpect", "pyte"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from shown import PROFTUI, open_demo, ready, shell  # noqa: E402 - it needs all of these
from terminal import Terminal, environment  # noqa: E402
from walking import Rows  # noqa: E402

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
        assert shown.end(5.0) == 128 + signal.SIGTERM
        shown.assert_restored()
        assert "Traceback" not in shown.text


def test_sigterm_while_the_prompt_is_open_restores_the_terminal() -> None:
    with open_demo() as shown:
        shown.press("/")
        shown.wait_for("↵ keep")
        shown.signal(signal.SIGTERM)
        assert shown.end(5.0) == 128 + signal.SIGTERM
        shown.assert_restored()


def test_sighup_ends_it() -> None:
    with open_demo() as shown:
        shown.signal(signal.SIGHUP)
        assert shown.end(5.0) in (128 + signal.SIGHUP, -signal.SIGHUP)
        shown.assert_restored()
        assert "Traceback" not in shown.text


def test_a_terminal_that_goes_away_leaves_nothing_behind(log: Path) -> None:
    with shell(f"exec {PROFTUI} --demo 2>{shlex.quote(str(log))}") as shown:
        shown.wait_for(ready(shown))
        shown.hang_up()
        assert shown.end(5.0) in (128 + signal.SIGHUP, -signal.SIGHUP)
        with pytest.raises(ProcessLookupError):
            os.kill(shown.pid, 0)
        assert log.read_bytes() == b""


def test_a_terminal_that_goes_away_without_a_signal_ends_it_too(log: Path) -> None:
    ignoring = f"trap '' HUP; exec {PROFTUI} --demo 2>{shlex.quote(str(log))}"
    with shell(ignoring) as shown:
        shown.wait_for(ready(shown))
        shown.hang_up()
        assert shown.end(5.0) in (128 + signal.SIGHUP, -signal.SIGHUP)
        assert log.read_bytes() == b""


@pytest.mark.parametrize("end", ["q", "SIGTERM", "SIGHUP", "gone"])
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
        assert os.listdir(here) == ["large.functions.txt"]
        if end == "q":
            shown.press("q")
        elif end == "gone":
            shown.hang_up()
        else:
            shown.signal(signal.Signals[end])
        shown.end(5.0)
        assert os.listdir(here) == []

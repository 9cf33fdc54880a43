"""Odd surroundings: terminals that can little, a tiny window, no home, a process that is stopped or ended."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
from pathlib import Path

import pytest
from tests.support.sentences import pattern

from proftui import messages

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.corpus import dumped, small  # noqa: E402 - after what may be missing
from tests.support.examples import slowly, some  # noqa: E402
from tests.support.pty_terminal import Terminal, environment  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

RECURSE = str(small("cprofile-py3.11-recurse.stats"))
STAR = {
    ("a.py", line, f"function_{line}"): (1, 1, 0.1, 0.1, {("a.py", 1, "function_1"): (1, 1, 0.1, 0.1)})
    for line in range(1, 10_000)
}
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
        {"TERM": "no-such-terminal", "COLUMNS": "x", "LINES": "-1", "LANG": "", "HOME": "/proc"},
        {"ESCDELAY": "9" * 330, "COLUMNS": "²", "TEXTUAL_COLOR_SYSTEM": "x", "TEXTUAL_LOG": "/nowhere/log"},
        *slowly({"TERM": "vt100", "COLORTERM": ""}, {"LC_ALL": "C"}, {"HOME": ""}),
        *slowly({"HOME": "/nowhere/at/all"}, {"TEXTUAL_THEME": "nobody's"}),
    ],
    ids=lambda variables: "-".join(f"{name}={value}" for name, value in variables.items()),
)
def test_variables_that_say_odd_things_do_not_matter(variables: dict[str, str]) -> None:
    with Terminal(RECURSE, environ=environment(**variables)) as shown:
        goes_well(shown)


@pytest.mark.parametrize("size", [(1, 1), *slowly((10, 3), (3, 200), (400, 2))], ids=str)
def test_windows_of_any_size(size: tuple[int, int]) -> None:
    with Terminal(RECURSE, columns=size[0], rows=size[1]) as shown:
        goes_well(shown)


@pytest.mark.slow
def test_a_terminal_that_claims_to_be_endless_is_drawn_on_in_part(tmp_path: Path) -> None:
    limited = 'stty cols 65535 rows 65535 && ulimit -v 400000 && exec "$0" "$@"'
    command = ("/bin/sh", "-c", limited, sys.executable, "-m", "proftui")
    with Terminal(RECURSE, command=command, columns=400, rows=40) as shown:
        shown.wait_for(r"\[1 Functions\]")
        shown.press("4")
        shown.wait_for(r"\[4 Icicle\]")
        shown.press("q")
        assert shown.end() == 0
        shown.assert_restored()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere address space is not limited")
@pytest.mark.parametrize("megabytes", some([18, 25, 30, 40, 50, 60, 66, 72, 78, 100], 2))
def test_too_little_memory_is_said_in_one_sentence(megabytes: int, tmp_path: Path) -> None:
    profile = tmp_path / "large.stats"
    profile.write_bytes(dumped(STAR))
    shell = f'ulimit -v {megabytes << 10} && exec "$0" "$@"'
    command = ("/bin/sh", "-c", shell, sys.executable, "-m", "proftui")
    with Terminal(str(profile), command=command) as shown:
        shown.wait_for(lambda: "Functions" in shown.text or not shown.is_running)
        if shown.is_running:
            shown.press(*EVERYWHERE, "q")
        status = shown.end()
        # Keys that come after the end are the shell's: a terminal shows them.
        said, _, _ = shown.raw.rpartition(b"\x1b[?25h")[2].decode().partition("\r\n")
        # The interpreter may not even start.
        if megabytes >= 24 or said.startswith("proftui:"):
            assert status in (0, 2) and re.fullmatch(r"(proftui: [^\r]+memory[^\r]+)?", said), said
            assert b"Traceback" not in shown.raw
        assert {mode for mode, on in shown.modes().items() if on} <= {7, 25}


def test_where_no_file_can_grow_an_export_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    # As a full disk; to fill a real one takes privileges.
    command = ("/bin/sh", "-c", 'ulimit -f 1 && exec "$0" "$@"', sys.executable, "-m", "proftui")
    # Python itself would leave halves of compiled modules.
    environ = environment(PYTHONDONTWRITEBYTECODE="1")
    with Terminal("--demo", command=command, folder=tmp_path, environ=environ) as shown:
        shown.wait_for("ncalls")
        for view, form in (("1", "c"), ("2", "j"), ("3", "t"), ("4", "s")):
            shown.press(view, "w", form)
            shown.wait_for(messages.CANNOT_WRITE.format("File too large"))
            shown.press("down")
            shown.wait_until_gone(pattern(messages.CANNOT_WRITE))
        assert os.listdir(tmp_path) == []
        shown.press("q")
        assert shown.end() == 0


@pytest.mark.parametrize("seed", [0, *slowly(*range(1, 10))])
def test_a_signal_at_any_moment_restores_the_terminal(seed: int, tmp_path: Path) -> None:
    chosen = random.Random(seed)
    environ = environment(TMPDIR=str(tmp_path), EDITOR=f"{sys.executable} -c 'input()'")
    for _ in range(10):
        with Terminal("--demo", environ=environ) as shown:
            shown.press(*chosen.choices(EVERYWHERE, k=chosen.randint(0, 12)))
            if chosen.random() < 0.7:
                shown.wait_for("demo")
                shown.press(*chosen.choices(EVERYWHERE, k=chosen.randint(0, 12)))
            if chosen.random() < 0.5:
                shown.signal(signal.SIGSTOP)
                shown.press(*chosen.choices(EVERYWHERE, k=chosen.randint(0, 3)))
                shown.signal(signal.SIGCONT)
            ends_by(shown, chosen.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1]))
    assert os.listdir(tmp_path) == []


def ends_by(shown: Terminal, number: signal.Signals) -> None:
    """The signal comes; nothing of us stays."""
    shown.signal(number)
    assert shown.end() in (128 + number, -number)
    assert {mode for mode, on in shown.modes().items() if on} <= {7, 25}
    assert not shown.modes() or shown.attributes() == shown.attributes_before
    shown.wait_for(lambda: not shown.left_running())


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    with Terminal("--demo", environ=environment(TMPDIR=str(tmp_path))) as shown:
        goes_well(shown)
    assert os.listdir(tmp_path) == []

"""A recording through a pipe, packed or not: the explorer has the terminal's keys all the same."""

from __future__ import annotations

import shlex
import sys

import pytest

for needed in ("termios", "pexpect"):
    pytest.importorskip(needed, reason="no pseudo-terminals here")

from tests.support.corpus import small  # noqa: E402 - after what may be missing
from tests.support.examples import slowly  # noqa: E402
from tests.support.pty_terminal import Terminal  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")

PIPED = {
    "stats": ("cprofile-py3.11-julia.stats", "calculate_z_serial"),
    "collapsed": ("pyspy0.4.3-asyncio-threads-idle.raw.txt", "_worker"),
    "speedscope": ("pyspy0.4.3-asyncio.speedscope.json", "_worker"),
}


@pytest.mark.parametrize("packed", [False, *slowly(True)], ids=["plain", "packed"])
@pytest.mark.parametrize("kind", ["stats", *slowly("collapsed", "speedscope")])
def test_keys_work_while_the_recording_comes_by_a_pipe(kind: str, packed: bool) -> None:
    name, hottest = PIPED[kind]
    command = "gzip -c" if packed else "cat"
    line = f"{command} {shlex.quote(str(small(name)))} | {shlex.quote(sys.executable)} -m proftui -"
    with Terminal(command=("sh", "-c", line)) as terminal:
        terminal.wait_for(hottest)
        before = terminal.marked
        terminal.press("j")
        terminal.wait_until_moved(before)
        terminal.press("R")
        terminal.wait_for("only once")
        terminal.press("q")
        assert terminal.end() == 0
        terminal.assert_restored()

"""Where something lacks: what Windows does not have, the packages of the explorer, a terminal that draws."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.support.command_line import run
from tests.support.corpus import small
from tests.support.examples import slowly

from proftui.messages import CANNOT_IMPORT, NEEDS_POSIX

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of forkpty:DeprecationWarning")
RECURSE = str(small("cprofile-py3.11-recurse.stats"))
JULIA = str(small("cprofile-py3.11-julia.stats"))
LINES = str(small("lp5.1.0-julia.lprof"))

BLOCK = """
import sys

class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Lacking())
for name in [name for name in sys.modules if name.partition(".")[0] in missing]:
    del sys.modules[name]
"""
WINDOWS = """
missing = set("termios fcntl tty pty resource pwd grp curses readline syslog".split())
# what is missing cannot be imported
import builtins, os, _signal, signal

gone = '''
    O_NONBLOCK O_NOCTTY O_CLOEXEC O_TMPFILE O_NOFOLLOW O_DIRECTORY O_SYNC getuid geteuid getgid getegid fork
    forkpty openpty mkfifo mknod set_blocking get_blocking sysconf uname getpgrp getpgid setpgid setsid
    ttyname tcgetpgrp ctermid fchmod chown fchown killpg nice wait3 wait4 WIFEXITED WEXITSTATUS WIFSIGNALED
    WNOHANG getloadavg statvfs posix_spawn sched_yield confstr pread pwrite sendfile
'''.split()
for name in gone:
    if hasattr(os, name):
        delattr(os, name)
kept = "SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM SIG_DFL SIG_IGN".split()
lost = "setitimer getitimer alarm pause pthread_sigmask pthread_kill sigwait siginterrupt".split()
for module in (_signal, signal):
    for name in dir(module):
        if name in lost or name.startswith(("SIG", "ITIMER")) and name not in kept:
            delattr(module, name)

def opened(path, *rest, _open=open, **more):
    is_lacking = str(path).startswith(("/proc/", "/sys/", "/dev/"))
    return _open("/nowhere/at/all" if is_lacking else path, *rest, **more)

builtins.open = opened
sys.platform = "win32"
# The standard library of Windows imports it from Python 3.12 on.
sys.modules["_winapi"] = type(sys)("_winapi")
""".replace("# what is missing cannot be imported", BLOCK)
PRINTS = """
import sys
from proftui.cli.main import main

for arguments in eval(sys.argv[1]):
    print("status", main(arguments))
"""
PRINTED = [
    *([RECURSE, "--print", "--view", view] for view in ("functions", "calls", "tree", "icicle")),
    *([RECURSE, "--format", form] for form in ("json", "csv", "markdown")),
    [RECURSE, "--view", "tree", "--format", "json"],
    [RECURSE, "--view", "icicle", "--format", "svg"],
    [RECURSE, "--print", "--filter", "json|^f[a-z]+ tottime>1us", "--sort", "cumtime"],
    [JULIA, LINES, "--print"],
    ["--demo", "--print", "--view", "source"],
    ["-", "--print"],
    [__file__, "--print"],
    ["nothing.stats", "--print"],
    ["--prin"],
]


def test_what_is_printed_needs_nothing_that_windows_lacks() -> None:
    data = Path(JULIA).read_bytes()
    here, there = (
        run([sys.executable, "-c", code, repr(PRINTED)], {}, data) for code in (PRINTS, WINDOWS + PRINTS)
    )
    assert there.stderr.decode() == here.stderr.decode() and here.stderr.count(b"\n") == 3
    assert there.stdout.decode() == here.stdout.decode()
    ends = [line for line in there.stdout.decode().splitlines() if line.startswith("status ")]
    assert ends == ["status 0"] * (len(PRINTED) - 3) + ["status 2"] * 3


def test_on_windows_the_explorer_refuses() -> None:
    asks = [[RECURSE], [], ["--demo", "--view", "tree"]]
    code = WINDOWS + "os.isatty = lambda descriptor: True\n" + PRINTS
    found = run([sys.executable, "-c", code, repr(asks)], {})
    assert found.stdout.decode() == "status 2\n" * 3
    assert found.stderr.decode() == f"proftui: {NEEDS_POSIX}\n" * 3


@pytest.mark.parametrize("missing", ["textual", *slowly("rich")])
@pytest.mark.parametrize("arguments", [["--demo"], [], ["--demo", "--view", "tree"]], ids=" ".join)
def test_without_its_packages_the_explorer_says_so(
    missing: str, arguments: list[str], tmp_path: Path
) -> None:
    pytest.importorskip("termios", reason="no pseudo-terminals here")
    from tests.support.pty_terminal import Terminal

    code = f"missing = {{{missing!r}}}\n{BLOCK}\nfrom proftui.cli.main import main\nsys.exit(main())"
    with Terminal(*arguments, command=(sys.executable, "-c", code), folder=tmp_path, columns=120) as shown:
        shown.wait_for(CANNOT_IMPORT.format(missing)[:60])
        assert shown.end() == 2
        assert "Traceback" not in shown.text and "failed" not in shown.text
        assert {number for number, on in shown.modes().items() if on} <= {7, 25}
        assert shown.attributes() == shown.attributes_before


def test_without_its_packages_all_is_printed() -> None:
    code = f"missing = {{'textual', 'rich', 'pygments', 'snakeviz'}}\n{BLOCK}\n{PRINTS}"
    found = run([sys.executable, "-c", code, repr(PRINTED[:-3])], {}, Path(JULIA).read_bytes())
    assert found.stderr == b"" and found.stdout.count(b"\nstatus 0\n") == len(PRINTED) - 3


@pytest.mark.parametrize("term", ["dumb", *slowly("", "unknown")])
def test_a_terminal_that_cannot_draw_gets_text(term: str) -> None:
    pytest.importorskip("termios", reason="no pseudo-terminals here")
    from tests.support.pty_terminal import Terminal, environment

    with Terminal(JULIA, environ=environment(TERM=term), columns=160) as shown:
        shown.wait_for("calculate_z_serial")
        assert shown.end() == 0
    assert b"\x1b" not in shown.raw
    assert shown.raw.replace(b"\r\n", b"\n") == run([sys.executable, "-m", "proftui", JULIA], {}).stdout
    with Terminal(environ=environment(TERM=term)) as shown:
        shown.wait_for("no file")
        assert shown.end() == 2
    assert b"\x1b" not in shown.raw

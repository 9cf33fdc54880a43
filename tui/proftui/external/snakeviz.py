"""The hand-off to SnakeViz: a page of its own on 127.0.0.1, as long as proftui runs.

SnakeViz itself runs in a child process (``snakeviz_server``), which gets the profile written anew through
a pipe and ends when the pipe does, so that it never outlives proftui, however that ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from proftui import messages
from proftui.background import threads
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean
from proftui_parsers import Profile, ProfileError
from proftui_parsers.pstats.writing import stats_bytes

_PYTHON = (sys.executable, "-E", "-P")
"""This Python, which looks for modules neither in the working folder nor in PYTHONPATH."""
_SERVER = Path(__file__).with_name("snakeviz_server.py")
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:%-]*")
"""Names of machines that mean nothing else to a shell or to ssh."""


class HandoffError(Exception):
    """SnakeViz cannot show the profile; one sentence."""


# --- what can be shown, and the words for it


def can_show(profile: Profile) -> str | None:
    """Why SnakeViz cannot show this profile; ``None``: it can."""
    if profile.cumtime is None:
        return messages.SNAKEVIZ_NEEDS_CUMTIME
    if profile.measure.unit != "s":
        return messages.SNAKEVIZ_NEEDS_TIMES.format(profile.measure.name)
    if not profile.count:
        return messages.SNAKEVIZ_NEEDS_FUNCTIONS
    return None


def waiting(profile: Profile) -> str:
    """The state line from the key to the address."""
    return messages.SNAKEVIZ_READS.format(figures.plural(profile.count, "function"))


def shown(address: str) -> str:
    """The state line once the page is there."""
    return messages.SNAKEVIZ_IS_AT.format(clean(address))


def note(profile: Profile) -> str:
    """What SnakeViz's page lacks, as the file does not have it; mostly nothing."""
    if not any(time > 0 for time in profile.edges.cumtime):
        return messages.SNAKEVIZ_PICTURE_IN_PART
    return ""


def lines(address: str, remark: str = "") -> list[list[Span]]:
    """The rows of the sheet: the address of the page, and how to reach it from another machine.

    ``remark`` is what is said about the profile.
    """
    rows = [
        [Span(messages.OPEN_HERE, "muted")],
        [Span(f"  {clean(address)}", "key")],
        [],
        [Span(messages.OPEN_FROM_HOME, "muted")],
        [Span(f"  {ssh_line(address, socket.gethostname())}", "key")],
        [],
        [Span(messages.OTHER_NAME)],
        [Span(messages.WHO_SEES_PAGE)],
    ]
    if remark:
        rows += [[], [Span(clean(remark))]]
    return rows


def ssh_line(address: str, host: str) -> str:
    """What to run at home so that the address works there, too; no name that means more to a shell."""
    port = urlsplit(address).port
    return f"ssh -L {port}:127.0.0.1:{port} {host if _PLAIN.fullmatch(host) else 'HOST'}"


def has_browser(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser has a screen here, and the user is in front of it."""
    if any(environ.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")):
        return False
    if platform in ("darwin", "win32"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


# --- the child process


class Served(NamedTuple):
    """Where the page is."""

    address: str
    """For people."""
    address_once: str
    """For the command line of a browser, which others can see: leads to the page a single time."""


class Handoff:
    """SnakeViz in a process of its own, showing one profile until :meth:`stop`.

    Making one returns at once; :meth:`ready` waits for the page.

    Raises:
        HandoffError: SnakeViz cannot be started, or cannot show this profile.
    """

    def __init__(self, profile: Profile) -> None:
        try:
            self._child = subprocess.Popen(
                [*_PYTHON, str(_SERVER), json.dumps(clean(profile.path))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,  # no Ctrl+C, no Ctrl+Z, and no terminal to write to
            )
        except OSError as problem:
            raise HandoffError(messages.SNAKEVIZ_NOT_STARTED.format(clean(str(problem)))) from problem
        self._served = threads.start(lambda: self._fed(profile))

    @property
    def alive(self) -> bool:
        """Whether the child process runs."""
        return self._child.poll() is None

    @property
    def address(self) -> str | None:
        """Of the page, once it is there."""
        if self._served.done() and self._served.exception() is None:
            return self._served.result().address
        return None

    async def ready(self) -> str:
        """Wait for the page; its address, or HandoffError with the reason why there is none."""
        return (await asyncio.wrap_future(self._served)).address

    def open_browser(self) -> None:
        """Open the page in a browser, apart from the terminal; ask :func:`has_browser` first."""
        if self.address is not None:
            once = self._served.result().address_once
            threads.start(lambda: _browse(once))

    def stop(self) -> None:
        """End the server; safe to call twice, and at any time."""
        self._child.kill()
        self._child.wait()
        # At once when the page is there, else when the thread that uses the pipes has noticed.
        self._served.add_done_callback(lambda _: self._close())

    def _close(self) -> None:
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _fed(self, profile: Profile) -> Served:
        """Hand over the profile and take the answer; in a thread."""
        assert self._child.stdin is not None and self._child.stdout is not None
        try:
            left = memoryview(stats_bytes(profile))
            with contextlib.suppress(OSError):  # where it has ended, it has said why
                while left:
                    left = left[self._child.stdin.write(left) :]
            return _understood(self._child.stdout.readline().decode("ascii", "replace"))
        except ProfileError as problem:
            raise HandoffError(str(problem)) from problem
        except (OSError, MemoryError):
            raise HandoffError(messages.SNAKEVIZ_ENDED) from None


def _understood(answer: str) -> Served:
    """The child's one line of words; HandoffError with the reason if there is no page."""
    match answer.split():
        case ["ready", port, token, pass_once]:
            here = f"http://127.0.0.1:{int(port)}"
            return Served(f"{here}/{token}/", f"{here}/open/{pass_once}")
        case ["missing"]:
            raise HandoffError(messages.SNAKEVIZ_MISSING)
        case ["failed", problem]:
            raise HandoffError(messages.SNAKEVIZ_FAILED.format(clean(problem)))
    raise HandoffError(messages.SNAKEVIZ_ENDED)


def _browse(address: str) -> None:
    """Ask Python for a browser; without TERM, and in a session of its own, it gives none for terminals."""
    environ = {name: value for name, value in os.environ.items() if name != "TERM"}
    with contextlib.suppress(OSError):
        subprocess.run(
            [*_PYTHON, "-m", "webbrowser", "-t", address],
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )

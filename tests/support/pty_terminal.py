"""A terminal for tests: runs proftui on a pseudo-terminal and knows what stands on its screen.

It answers no query, as plain terminals do not, and waits for conditions, never for a time.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import sys
import termios
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import pexpect
from benchmarks.emulator import KEYS, PLAIN, Screen

from proftui.terminal.tty import ASK_GROUND

PATIENCE = 20.0
"""Seconds until a condition that does not come true fails the test; a busy machine is slow, not wrong."""

MARGIN = 60
"""Cells that are kept right of the terminal's edge, so that a row that is too long can be seen."""

_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*|\][^\x07\x1b]*)?\Z")
_MODE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_KITTY_PUSH = re.compile(rb"\x1b\[>\d*u")
_KITTY_POP = re.compile(rb"\x1b\[<\d*u")

_HARMLESS = re.compile(
    rb"\x1b(?:"
    rb"\[[\d;:]*m"  # colours
    rb"|\[[\d;]*[ABCDGHdJKXLMSTPrb@]"  # where the next text goes, what is erased, moved, repeated
    rb"|M"  # one row up
    rb"|\[\?(?:7|25|1000|1003|1004|1006|1015|1049|2004|2026|2048)[hl]"  # modes that are taken back
    rb"|\(B|\[4l|\[\?6l"  # what an editor may have left
    rb"|\[\?20(?:26|48)\$p"  # questions about two modes
    rb"|\[>\d+u|\[<u"  # the keyboard protocol of kitty
    rb"|\]22;(?:default|grabbing|pointer|text|wait)\x07"  # the shape of the mouse pointer
    rb"|\]52;c;([A-Za-z0-9+/]*=*)\x07"  # the clipboard; base64
    rb")"
)


class Cell(NamedTuple):
    """What stands in a cell of the terminal."""

    data: str
    colour: str
    ground: str
    """Parameters of SGR, ``""``: the terminal's own."""
    style: int
    """A bit for each style 1 to 9 of SGR."""

    @property
    def bold(self) -> bool:
        return bool(self.style >> 1 & 1)

    @property
    def underlined(self) -> bool:
        return bool(self.style >> 4 & 1)

    @property
    def reverse(self) -> bool:
        return bool(self.style >> 7 & 1)


def environment(**more: str) -> dict[str, str]:
    """What a program finds in a plain, modern terminal; ``more`` on top, an empty value takes away."""
    found = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": os.environ.get("HOME", "/"),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
    }
    found.update(more)
    return {name: value for name, value in found.items() if value}


class Terminal:
    """A program on a pseudo-terminal: ``python -m proftui`` with ``arguments``, or any ``command``."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environ: Mapping[str, str] | None = None,
        folder: Path | None = None,
        command: Sequence[str] = (sys.executable, "-m", "proftui"),
    ) -> None:
        self.columns, self.rows = columns, rows
        self.raw = b""
        self._emulator = Screen(columns + MARGIN, rows)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        program, *first = command
        self._child: Any = pexpect.spawn(
            program,
            [*first, *arguments],
            dimensions=(rows, columns),
            env=dict(environ if environ is not None else environment()),
            cwd=folder,
            timeout=None,
            preexec_fn=_with_signals,
        )
        self._child.delaybeforesend = None
        self._child.ptyproc.delayafterclose = self._child.ptyproc.delayafterterminate = 0.01
        self.attributes_before = _untouched()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What the user does

    def press(self, *keys: str) -> None:
        """Keys by name (``"down"``), or text as it is typed."""
        for key in keys:
            self.send(KEYS.get(key, key).encode("utf-8", "surrogateescape"))

    def send(self, data: bytes) -> None:
        """Bytes as a terminal sends them; what is drawn meanwhile is taken, so that nothing blocks."""
        while data:
            self._read(0.0)
            data = data[os.write(self._child.child_fd, data[:512]) :]

    def click(self, x: int, y: int) -> None:
        """The left button on a cell, counted from 0."""
        self.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())

    def wheel(self, x: int, y: int, down: bool = True) -> None:
        """One notch of the wheel over a cell."""
        self.send(f"\x1b[<{65 if down else 64};{x + 1};{y + 1}M".encode())

    def resize(self, columns: int, rows: int) -> None:
        """Another size of the window."""
        self._read(0.0)
        self.columns, self.rows = columns, rows
        self._emulator.resize(columns + MARGIN, rows)
        for characters, looks in zip(self._emulator.characters, self._emulator.attributes, strict=True):
            characters[columns:] = " " * MARGIN
            looks[columns:] = [PLAIN] * MARGIN
        self._child.setwinsize(rows, columns)

    def signal(self, number: int) -> None:
        """A signal to the program."""
        os.kill(self._child.pid, number)

    def hang_up(self) -> None:
        """The terminal goes away."""
        self._child.ptyproc.fileobj.close()

    # What the user sees

    @property
    def pid(self) -> int:
        return int(self._child.pid)

    @property
    def is_running(self) -> bool:
        return bool(self._child.isalive())

    def left_running(self) -> list[str]:
        """Programs of this terminal's session other than the first, where ``/proc`` tells."""
        return [name for name, state in self._others() if state != "Z"]

    def wait_until_others_stopped(self) -> None:
        """Until no program but the first can take what is typed next, where ``/proc`` tells.

        A shell knows of the stop of its own child only; what that has started may still be reading.
        """
        self.wait_for(lambda: all(state in "TZ" for _, state in self._others()))

    def _others(self) -> list[tuple[str, str]]:
        """Name and state of each program of this terminal's session other than the first."""
        found = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                name, _, rest = status.read_text().rpartition(")")
                state, _, _, session = rest.split()[:4]
                if int(session) == self.pid != int(status.parent.name):
                    found.append((name, state))
        return found

    @property
    def screen(self) -> list[str]:
        """The rows; a wide character takes one place in its string."""
        rows = ("".join(row[: self.columns]) for row in self._emulator.characters)
        return [unicodedata.normalize("NFC", row) for row in rows]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.screen)

    @property
    def overflow(self) -> str:
        """What was drawn right of the edge."""
        return "".join("".join(row[self.columns :]) for row in self._emulator.characters).strip()

    def cell(self, x: int, y: int) -> Cell:
        """Column and row are counted from 0."""
        return Cell(self._emulator.characters[y][x], *self._emulator.attributes[y][x])

    def row_of(self, pattern: str) -> int:
        """The number of the first row in which the regular expression is found, or -1."""
        return next((y for y, row in enumerate(self.screen) if re.search(pattern, row)), -1)

    @property
    def marked(self) -> str:
        """The row that the cursor mark stands on, or nothing."""
        return next((row for row in self.screen if row[:1] in "▸>" and row[:1]), "")

    # Waiting

    def wait_for(self, condition: str | Callable[[], object], timeout: float = PATIENCE) -> None:
        """Until a regular expression is on the screen, or a function says yes."""
        pattern = re.compile(condition) if isinstance(condition, str) else None

        def holds() -> bool:
            return bool(pattern.search(self.text) if pattern else condition())  # type: ignore[operator]

        deadline = time.monotonic() + timeout
        while not holds():
            # A program closes the terminal some time before it has ended.
            ended = not self._read(0.05) and not self.is_running
            if ended and holds():
                return
            if time.monotonic() > deadline or ended:
                why = "the program ended before" if ended else f"not within {timeout} s"
                wanted = (
                    condition if isinstance(condition, str) else getattr(condition, "__name__", "condition")
                )
                raise AssertionError(f"{why}: {wanted}\n{self.text}\n{self.raw[-2000:]!r}")

    def wait_until_gone(self, pattern: str) -> None:
        """Until a regular expression is no longer on the screen."""
        self.wait_for(lambda: not re.search(pattern, self.text))

    def wait_until_moved(self, before: str) -> None:
        """Until the cursor stands on another row than ``before``."""
        self.wait_for(lambda: self.marked not in (before, ""))

    def wait_for_copies(self, number: int) -> None:
        """Until so many texts were sent to the clipboard."""
        self.wait_for(lambda: len(clipboard(self.raw)) == number)

    def end(self, timeout: float = PATIENCE) -> int:
        """Wait for the end: the exit status, or minus the number of the signal that ended it."""
        deadline = time.monotonic() + timeout
        while self._child.isalive():
            self._read(0.02)
            if time.monotonic() > deadline:
                raise AssertionError(f"still running after {timeout} s\n{self.text}\n{self.raw[-2000:]!r}")
        while self._read(0.0, once=True):
            pass
        status, by = self._child.exitstatus, self._child.signalstatus
        return int(status) if status is not None else -int(by)

    def close(self) -> None:
        """End what still runs."""
        with suppress(ProcessLookupError):
            if self._child.isalive():
                self._child.kill(signal.SIGKILL)
                self.end()
        self._child.ptyproc.close(force=True)

    def _read(self, wait: float, once: bool = False) -> bool:
        """Take what was written within ``wait`` seconds; with ``once``, whether there was something.

        Otherwise: whether the terminal is still open at the program's side.
        """
        descriptor = self._child.child_fd
        while True:
            if self._child.ptyproc.fileobj.closed:
                if wait:
                    time.sleep(wait)
                return False
            if not select.select([descriptor], [], [], wait)[0]:
                return not once
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            if not data:
                if wait:
                    time.sleep(min(wait, 0.01))
                return False
            self._take(data)
            if once:
                return True
            wait = 0.0

    def _take(self, data: bytes) -> None:
        self.raw += data
        self._emulator.feed(self._decoder.decode(data))

    # What state the terminal is in

    def attributes(self) -> list[Any]:
        """The line discipline's settings."""
        return termios.tcgetattr(self._child.child_fd)

    def modes(self, since: int = 0) -> dict[int, bool]:
        """The private modes that were touched after byte ``since``, and whether they are on."""
        found: dict[int, bool] = {}
        for numbers, letter in _MODE.findall(self.raw[since:]):
            found.update(dict.fromkeys(map(int, numbers.split(b";")), letter == b"h"))
        return found

    def kitty_levels(self) -> int:
        """How many levels of kitty's keyboard protocol are pushed."""
        return len(_KITTY_PUSH.findall(self.raw)) - len(_KITTY_POP.findall(self.raw))

    def assert_restored(self) -> None:
        """The terminal is as it was found."""
        modes = self.modes()
        on = {number for number, is_on in modes.items() if is_on}
        assert on == {7, 25}, f"modes left on: {on}"
        assert {1000, 1003, 1006, 1049, 2004} <= set(modes)
        assert self.kitty_levels() == 0
        assert self.attributes() == self.attributes_before

    @property
    def colours(self) -> set[str]:
        """The kinds of colour codes used so far: ``truecolor``, ``256``, ``16``."""
        return colour_kinds(self.raw)


def _untouched() -> list[Any]:
    """The settings of a new terminal: those of the program's may have been changed before we look at them."""
    ours, theirs = os.openpty()
    try:
        return termios.tcgetattr(ours)
    finally:
        os.close(ours)
        os.close(theirs)


def _with_signals() -> None:
    """As a shell starts programs: under nohup, a program that is not ready yet would live on."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def colour_kinds(raw: bytes) -> set[str]:
    """The kinds of colour codes in ``raw``."""
    kinds: set[str] = set()
    for body in re.findall(rb"\x1b\[([\d;:]*)m", raw):
        numbers = [int(part or 0) for part in re.split(rb"[;:]", body)]
        while numbers:
            code = numbers.pop(0)
            if code in (38, 48):
                wide = numbers.pop(0) == 2
                del numbers[: 3 if wide else 1]
                kinds.add("truecolor" if wide else "256")
            elif 30 <= code <= 37 or 40 <= code <= 47 or 90 <= code <= 107:
                kinds.add("16")
    return kinds


def unexpected(raw: bytes) -> list[bytes]:
    """Control sequences and characters that nothing of proftui writes."""
    asked = raw.replace(ASK_GROUND.encode(), b"")
    rest = _UNFINISHED.sub(b"", _HARMLESS.sub(b"", asked))
    found = [rest[match.start() : match.start() + 40] for match in re.finditer(rb"\x1b", rest)]
    text = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode(rest)
    odd = sorted({character for character in text if not character.isprintable()} - set("\r\n\b\x1b"))
    return found + [character.encode("utf-8", "surrogatepass") for character in odd]


def clipboard(raw: bytes) -> list[bytes]:
    """What was sent to the clipboard, as base64."""
    return [match.group(1) for match in _HARMLESS.finditer(raw) if match.group(1) is not None]

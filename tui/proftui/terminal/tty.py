"""The terminal itself: taken over, written to, and given back as it was, whatever happens in between.

Only what is needed before anything else is loaded: the first screen is drawn with this alone.
"""

from __future__ import annotations

import os
import select
import sys
import termios
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

READS, WRITES = 0, 2
"""Keys come by standard input and the screen goes to standard error, as Textual has it."""

PLAIN = "\x1b(B\x1b[4l\x1b[?6l"
"""Letters as they are, nothing inserted, rows counted from the top: an editor may leave it otherwise."""
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h"
"""The other screen, no cursor, no wrapping at the right edge; what is pasted is marked."""
LEAVE = (
    "\x1b[?2026l\x1b[?2004l\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l"
    "\x1b[r\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
)
"""Everything that may be switched on, switched off."""
MOST_COLUMNS, MOST_ROWS = 2_000, 1_000
"""What is drawn at most: no screen has more, and a terminal may say 65,535 × 65,535."""
PUSH_KEYS, POP_KEYS = "\x1b[>25u", "\x1b[<u"
"""Kitty's keyboard protocol: keys that plain terminals cannot tell apart, and the text that they type."""

PATIENCE = 0.5
"""Seconds that a terminal has for taking the last that is sent."""

_LFLAG, _IFLAG, _CC = 3, 0, 6


class Terminal:
    """The controlling terminal: typed keys arrive one by one while it is ours."""

    def __init__(self) -> None:
        self.attributes: list[Any] | None = None
        """What the terminal was like before."""
        self.entered = False
        """Whether our screen is shown."""
        self.is_writing = False
        """Whether a signal that comes now interrupts a write, which may wait for ever."""
        self._keys_pushed = self._is_leaving = self._was_left = False

    def quieten(self, signals: bool) -> None:
        """Keys one by one and without echo; ``signals``: Control-C still interrupts."""
        try:
            if self.attributes is None:
                self.attributes = termios.tcgetattr(READS)
            changed = list(self.attributes)
            changed[_CC] = list(changed[_CC])
            flags = termios.ECHO | termios.ICANON | termios.IEXTEN
            changed[_LFLAG] &= ~(flags if signals else flags | termios.ISIG)
            changed[_IFLAG] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
            changed[_CC][termios.VMIN] = 1
            termios.tcsetattr(READS, termios.TCSANOW, changed)
        except termios.error:
            # It goes on as it is: some pseudo-terminals refuse.
            pass

    def enter(self) -> None:
        """Show our screen, blank."""
        self.quieten(signals=False)
        if not self.entered:
            self.entered = True
            self.write(PLAIN + ENTER if self._was_left else ENTER)

    def write(self, text: str) -> None:
        """Send ``text``, all of it; a terminal that is gone raises OSError."""
        data = memoryview(text.encode("utf-8", "replace"))
        self.is_writing = True
        try:
            while data:
                try:
                    data = data[os.write(WRITES, data) :]
                except BlockingIOError:
                    # Somebody else has made our descriptor one that does not wait.
                    os.set_blocking(WRITES, True)
        finally:
            self.is_writing = False

    def leave(self) -> None:
        """Give the terminal back as it was, in a second or two if it takes nothing; nothing is raised."""
        try:
            if self.entered:
                # A signal may come in the middle and have it done again: twice is as good as once.
                self._write_in_time((POP_KEYS + LEAVE if self._keys_pushed else LEAVE).encode("ascii"))
        except OSError:
            # It is gone.
            pass
        finally:
            self.entered = self._keys_pushed = False
            self._was_left = True
            if self.attributes is not None:
                tried(termios.tcsetattr, READS, termios.TCSANOW, self.attributes)
            self.attributes = None

    def _write_in_time(self, data: bytes) -> None:
        """Send this, without what waits to be sent if the terminal does not take that."""
        waits = os.get_blocking(WRITES) or self._is_leaving
        self._is_leaving = True
        os.set_blocking(WRITES, False)
        try:
            if not _written(data):
                tried(termios.tcflush, WRITES, termios.TCOFLUSH)
                _written(data)
        finally:
            # Whoever started us has the same open file.
            os.set_blocking(WRITES, waits)
            self._is_leaving = False

    def push_keys(self) -> None:
        """Have keys reported in full, until we leave: a level that the shell has pushed is not ours."""
        if not self._keys_pushed:
            self._keys_pushed = True
            self.write(PUSH_KEYS)

    def forget_typed(self) -> None:
        """Drop what was typed and not read: it was not meant for whoever reads next."""
        tried(termios.tcflush, READS, termios.TCIFLUSH)


def _written(data: bytes) -> bool:
    """Write to a terminal that does not wait; whether it has taken all within ``PATIENCE``."""
    until = time.monotonic() + PATIENCE
    while data:
        left = until - time.monotonic()
        if left <= 0 or not select.select([], [WRITES], [], left)[1]:
            return False
        try:  # noqa: SIM105 - contextlib takes longer to import than all of this
            data = data[os.write(WRITES, data) :]
        except BlockingIOError:
            pass
    return True


def tried(call: Callable[..., Any], *arguments: object) -> Any:
    """What calling it gives; ``None`` where the terminal refuses or is gone."""
    try:
        return call(*arguments)
    except (OSError, ValueError, termios.error):
        return None


def size() -> tuple[int, int]:
    """Columns and rows to draw on: of the terminal, else as the environment says, else 80 × 24."""
    columns, rows = tried(os.get_terminal_size, WRITES) or (0, 0)
    columns, rows = columns or number("COLUMNS") or 80, rows or number("LINES") or 24
    return min(columns, MOST_COLUMNS), min(rows, MOST_ROWS)


def number(name: str) -> int:
    """A setting of the environment from 1 to 9999; 0: it is none."""
    text = os.environ.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def own() -> bool:
    """Put the controlling terminal on descriptors 0 and 2 where something else is; whether there is one.

    A profile may come by the former, and the latter may be a log file or closed.
    """
    if os.isatty(READS) and os.isatty(WRITES):
        return True
    terminal = tried(os.open, "/dev/tty", os.O_RDWR | os.O_NOCTTY)
    if terminal is None:
        return False
    for descriptor in (READS, WRITES):
        if not os.isatty(descriptor):
            os.dup2(terminal, descriptor)
    if terminal > 2:
        os.close(terminal)
    else:
        # It has taken the place of a closed stream, which programs that are started inherit.
        os.set_inheritable(terminal, True)
    if sys.__stdin__ is None or sys.__stdin__.closed or sys.__stdin__.fileno() != 0:
        sys.stdin = sys.__stdin__ = open(0, closefd=False)  # type: ignore[misc]  # noqa: SIM115 - lives as long as the process
    if sys.__stderr__ is None or sys.__stderr__.closed or sys.__stderr__.fileno() != 2:
        sys.stderr = sys.__stderr__ = open(2, "w", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    return True


if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
    from typing import NoReturn

    Handler = Callable[[int, FrameType | None], object]
else:
    # The module signal would bring enum and what that needs with it.
    import _signal as signal

_NAMES = "HUP TERM QUIT TRAP ABRT USR1 USR2 ALRM VTALRM PROF XCPU IO PWR STKFLT"
_REAL_TIME = range(getattr(signal, "SIGRTMIN", 0), getattr(signal, "SIGRTMAX", -1) + 1)
ENDING: tuple[int, ...] = (
    *(getattr(signal, f"SIG{name}") for name in _NAMES.split() if hasattr(signal, f"SIG{name}")),
    *_REAL_TIME,
)
"""All of them but Control-C's, and those that a fault of the interpreter raises: these must not be caught."""


def catch(handler: Handler, instead_of: Handler | None = None) -> None:
    """Have ``handler`` called for each that nobody else catches or ignores."""
    for each in ENDING:
        present = signal.getsignal(each)
        ours = present is not None and present in (signal.SIG_DFL, instead_of)
        if ours or each in (signal.SIGHUP, signal.SIGTERM):
            signal.signal(each, handler)


def end_by(of: int, terminal: Terminal, tidy: Callable[[], object] = int) -> NoReturn:
    """Tidy up, give the terminal back and end, as by this signal, whatever comes meanwhile."""
    # In the background, to touch the terminal would stop us; and a search that takes too long, or Control-C,
    # would end this instead of the program.
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTTOU, signal.SIGALRM, signal.SIGINT))
    try:
        # What came just before may still be raised, once.
        for step in (tidy, terminal.leave, terminal.leave):
            try:  # noqa: SIM105 - contextlib would be imported for this
                step()
            except BaseException:  # noqa: S110, RUF100 - the end goes on
                pass
    finally:
        os._exit(128 + of)


ASK_GROUND = "\x1b]11;?\x1b\\"
"""Asks the terminal for the colour of its ground (OSC 11)."""
_BEGINS = b"\x1b]11;rgb:"


def answer(typed: bytes) -> tuple[tuple[float, float, float] | None, bytes]:
    """The colour that a terminal has reported, parts 0 to 1, and what was typed beside it."""
    start = typed.find(_BEGINS)
    if start < 0:
        return None, typed
    for end in (b"\x1b\\", b"\x07"):
        stop = typed.find(end, start)
        parts = typed[start + len(_BEGINS) : stop].split(b"/")
        if stop < 0 or len(parts) != 3 or not all(_is_part(part) for part in parts):
            continue
        red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
        return (red, green, blue), typed[:start] + typed[stop + len(end) :]
    return None, typed


def _is_part(text: bytes) -> bool:
    return 1 <= len(text) <= 4 and not text.strip(b"0123456789abcdefABCDEF")

"""Textual's driver, made to leave a terminal as it was found, whatever ends the program."""

from __future__ import annotations

import asyncio
import os
import selectors
import signal
import sys
import termios
import time
from codecs import getincrementaldecoder
from threading import Timer
from types import FrameType

from textual.drivers.linux_driver import LinuxDriver

from proftui.keyboard import ASK_GROUND, GroundReported, Keyboard
from proftui.terminal import asks_for_ground

LEAVE = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
)
"""Everything that Textual switches on, switched off."""

BUSY_SECONDS = 0.5
"""How long after a key the rest of a torn sequence may still be waited for."""
GROUND_SECONDS = 0.1
"""A terminal that says later than this what its ground is does not change the theme any more."""
GRACE = 2.0
"""Seconds that an orderly end may take before the process ends without one."""


class TerminalDriver(LinuxDriver):
    """The Linux driver, that ends when the terminal goes away or a signal says so."""

    _asked_at: float | None = None

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self._loop = asyncio.get_running_loop()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's has no annotations
        # Once only: back from an editor or the shell, the theme stays the one that is in use.
        if self._asked_at is None:
            self._asked_at = time.monotonic()
            if asks_for_ground():
                self.write(ASK_GROUND)
                self.flush()
        signal.signal(signal.SIGTERM, self._end_in_order)
        signal.signal(signal.SIGHUP, self._end_at_once)

    def _end_in_order(self, number: int, frame: FrameType | None) -> None:
        # A handler does not wake the loop from its sleep, which may last until the next key.
        self._loop.call_soon_threadsafe(self._app.call_later, self._app.exit, None, 128 + number)
        late = Timer(GRACE, self._end_at_once, (number, None))
        late.daemon = True
        late.start()

    def _end_at_once(self, number: int, frame: FrameType | None) -> None:
        """Restore what can be restored and end: with the terminal gone, an orderly end can hang."""
        try:
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            os.set_blocking(2, False)
            os.write(2, LEAVE.encode("ascii"))
        except (OSError, ValueError, termios.error):
            pass
        os._exit(128 + number)

    def run_input_thread(self) -> None:
        """Read keys until told to stop; the end of the input is the end of the terminal."""
        keyboard = Keyboard(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        last = 0.0
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                # Woken often only while an unfinished sequence may wait for its time to run out.
                busy = time.monotonic() - last < BUSY_SECONDS
                for _ in selector.select(0.02 if busy else 0.1):
                    last = time.monotonic()
                    data = self._read()
                    if data is None:
                        self._end_at_once(signal.SIGHUP, None)
                        return
                    for message in keyboard.feed(decode(data)):
                        late = last - (self._asked_at or last) > GROUND_SECONDS
                        if not (late and isinstance(message, GroundReported)):
                            self.process_message(message)
                for message in keyboard.tick():
                    self.process_message(message)

    def _read(self) -> bytes | None:
        """What was typed; ``None`` when the terminal is gone."""
        try:
            return os.read(self.fileno, 4096) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None


def own_the_terminal() -> bool:
    """Put the controlling terminal on descriptors 0 and 2 where something else is; whether there is one.

    Textual reads standard input and draws on standard error; a profile may come by the former, and
    the latter may be a log file or closed.
    """
    if _is_tty(0) and _is_tty(2):
        return True
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return False
    for descriptor in (0, 2):
        if not _is_tty(descriptor):
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


def _is_tty(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False

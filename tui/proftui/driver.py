"""Textual's driver, made to leave a terminal as it was found, whatever ends the program."""

from __future__ import annotations

import asyncio
import os
import re
import selectors
import signal
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from threading import Timer
from types import FrameType

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

LEAVE = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
)
"""Everything that Textual switches on, switched off."""

GRACE = 2.0
"""Seconds that an orderly end may take before the process ends without one."""

PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
LONGEST_PASTE = 100_000
TORN_SECONDS = 0.3
"""How long after a lone Esc, or the piece before, what arrives can be the rest of a torn sequence."""


class Keyboard:
    """What the terminal sends, as messages.

    Textual's parser does this, except for three things that bad lines and bad clipboards bring: a
    sequence that arrives in pieces would be run as Esc and letters, an escape sequence in pasted
    text would be run as keys, and a sequence with senseless figures would end the program.
    """

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = XTermParser(debug)
        self._held = ""
        self._pasted: str | None = None
        self._escape_until = self._torn_until = 0.0

    def feed(self, text: str) -> Iterator[Message]:
        """Take what has arrived."""
        text, self._held = self._held + text, ""
        while text:
            if self._pasted is not None:
                whole, text = self._collect(self._pasted, text)
                if whole is not None:
                    yield events.Paste(whole.replace("\0", ""))
                continue
            keys, begins, text = text.partition(PASTE_BEGINS)
            if begins:
                self._pasted = ""
            else:
                # The head of the mark may have arrived alone; Esc and Esc [ are not kept waiting.
                held = next((n for n in (5, 4, 3) if keys.endswith(PASTE_BEGINS[:n])), 0)
                keys, self._held = keys[: len(keys) - held], keys[len(keys) - held :]
            yield from self._without_pieces(self._parsed(keys), late=False)

    def tick(self) -> Iterator[Message]:
        """Call often: after a while an Esc that stays alone is the key."""
        return self._without_pieces(self._parser.tick(), late=True)

    def _collect(self, before: str, text: str) -> tuple[str | None, str]:
        """The pasted text when it is at its end, and what follows it."""
        pasted, ends, rest = (before + text).partition(PASTE_ENDS)
        if ends:
            self._pasted = None
            return pasted[:LONGEST_PASTE], rest
        if len(pasted) > LONGEST_PASTE:
            # The middle goes: the end may be the head of the mark.
            pasted = pasted[:LONGEST_PASTE] + pasted[-len(PASTE_ENDS) :]
        self._pasted = pasted
        return None, ""

    def _parsed(self, keys: str) -> Iterator[Message]:
        for sequence in filter(None, re.split("(?=\x1b)", keys)):
            try:
                yield from self._parser.feed(sequence)
            except Exception:
                self._parser = XTermParser(self._debug)

    def _without_pieces(self, messages: Iterable[Message], late: bool) -> Iterator[Message]:
        """Leave out what follows an Esc that had come alone; ``late``: it has waited in vain."""
        for message in messages:
            if not isinstance(message, events.Key) or not self._is_piece(message, late):
                yield message

    def _is_piece(self, key: events.Key, late: bool) -> bool:
        now, character = time.monotonic(), key.character or ""
        if key.key == "escape":
            self._escape_until, self._torn_until = now + TORN_SECONDS, 0.0
            return False
        if now < self._torn_until and character.isprintable() and character:
            # A letter or ~ ends the sequence.
            self._torn_until = 0.0 if "@" <= character <= "~" else now + TORN_SECONDS
            return True
        # A bracket that comes late has waited together with its Esc.
        begins = character in ("[", "O") and (late or now < self._escape_until)
        self._escape_until, self._torn_until = 0.0, now + TORN_SECONDS if begins else 0.0
        return begins


class TerminalDriver(LinuxDriver):
    """The Linux driver, that ends when the terminal goes away or a signal says so."""

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self._loop = asyncio.get_running_loop()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's has no annotations
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
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                # Woken often only while an unfinished sequence waits for its time to run out.
                for _ in selector.select(0.02):
                    data = self._read()
                    if data is None:
                        self._end_at_once(signal.SIGHUP, None)
                        return
                    for message in keyboard.feed(decode(data)):
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

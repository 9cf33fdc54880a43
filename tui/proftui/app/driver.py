"""Textual's driver, made to send only what changed, to sleep, and to leave a terminal as it was."""

from __future__ import annotations

import asyncio
import os
import signal
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from threading import Timer
from types import FrameType
from typing import Any, Protocol, cast

from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.constants import DISABLE_KITTY_KEY, ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from proftui.app.keyboard import PASTE_BEGINS, GroundReported, Keyboard
from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS, asks_for_ground
from proftui.drawing.safe_text import composed
from proftui.startup.opening import Opening
from proftui.terminal import tty
from proftui.terminal.cells import Runs, Screenful
from proftui.terminal.ink import ink
from proftui.terminal.pens import BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE, Pen
from proftui.terminal.tty import ASK_GROUND


class StylePens:
    """The pens of Rich's styles, which Textual's own widgets come in."""

    def __init__(self, mode: str) -> None:
        self._mode = mode
        self.of_style: Callable[[Style | None], Pen] = lru_cache(5_000)(self._made)
        """The pen that draws a style."""

    def runs(self, segments: Iterable[Segment]) -> Runs:
        """The texts of a row that Textual has made, each with its pen."""
        return tuple([(composed(s.text), self.of_style(s.style)) for s in segments if not s.control])

    def _made(self, style: Style | None) -> Pen:
        style = style or Style.null()
        flags = (
            BOLD * bool(style.bold)
            | DIM * bool(style.dim)
            | ITALIC * bool(style.italic)
            | UNDERLINE * bool(style.underline)
            | REVERSE * bool(style.reverse)
            | STRIKE * bool(style.strike)
        )
        return Pen(self._ink(style.color, 30), self._ink(style.bgcolor, 40), flags)

    def _ink(self, colour: Color | None, base: int) -> str:
        if colour is None or colour.is_default or self._mode == NO_COLOURS:
            return ""
        if colour.triplet is not None and self._mode != COLOURS_16:
            return ink(tuple(colour.triplet), self._mode, base)  # type: ignore[arg-type]  # three numbers
        if colour.triplet is not None or (colour.number or 0) > 15:
            system = ColorSystem.STANDARD if self._mode == COLOURS_16 else ColorSystem.EIGHT_BIT
            colour = colour.downgrade(system)
        number = colour.number or 0
        if number > 15:
            return f"{base + 8};5;{number}"
        return str(base + number if number < 8 else base + 52 + number)


MODES = "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h\x1b[?1004h"
"""Mouse and focus are reported."""
QUESTION = "\x1b[?2026$p"
"""Whether whole frames can be shown at once."""
GROUND_SECONDS = 0.1
"""A terminal that says later than this what its ground is does not change the theme any more."""
AT_ONCE = 16
"""Keys that are passed on before the app has answered them: what is typed last may be Control-C."""
INTERRUPT = b"\x03"
PIECE = 4096
MOST_TYPED = 1 << 20
"""Bytes that may wait to be passed on; more stay with the terminal."""
GRACE = 2.0
"""Seconds that an orderly end may take before the process ends without one."""
LARGE_FRAME = 1_000
"""Bytes from which on a frame is worth being shown at once."""


class Driven(Protocol):
    """What the driver asks of its app."""

    colours: str
    opening: Opening | None
    """Who has had the terminal so far."""

    def tidy(self) -> None:
        """Leave nothing running, and nothing half written."""


class TerminalDriver(LinuxDriver):
    """The Linux driver, that ends when the terminal goes away or a signal says so."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        # Without a size, Textual begins with that of its console, which may be any.
        super().__init__(app, debug=debug, mouse=mouse, size=size or tty.size())
        self._driven = cast(Driven, app)
        opening = self._driven.opening
        self.terminal = opening.terminal if opening else tty.Terminal()
        self.screenful = opening.screenful if opening else Screenful(*tty.size())
        self.screenful.fit(tty.size())
        self.pens = StylePens(self._driven.colours)
        self.whole_frames = False
        """Whether the terminal can be told where a frame begins and ends."""
        self._asked_at = opening.asked_at if opening else None
        self._ended_by = opening.end_by if opening else None
        self._started = self._ends = False
        # Frames are held back and keys wait until the first screen is whole.
        self._held = opening is not None
        self._typed = bytearray(opening.typed if opening else b"")
        """What has not been looked at, as keys before it wait to be passed on."""
        self._keyboard = Keyboard(debug)
        self._piece = b""
        self._messages: Iterator[Message] = iter(())
        """What is still to come of that piece of what was typed."""
        self._behind = False
        """Whether keys wait until the app has answered those before them."""
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._tick: asyncio.TimerHandle | None = None

    # The screen

    def put(self, x: int, y: int, segments: Iterable[Segment]) -> None:
        """What Textual has made of a row from cell ``x`` on."""
        self.screenful.put(x, y, self.pens.runs(segments))

    def show(self) -> None:
        """Send what differs from what stands on the terminal."""
        if self._held or not self.terminal.entered:
            return
        frame = self.screenful.flush()
        if not frame:
            return
        if self.whole_frames and len(frame) >= LARGE_FRAME:
            frame = f"\x1b[?2026h{frame}\x1b[?2026l"
        self.send(frame)

    def release(self) -> None:
        """Show frames and take keys from now on: the first screen is whole."""
        self._held = False
        self.show()
        self._listen()

    def send(self, text: str) -> None:
        """To the terminal, at once; when it is gone, so are we."""
        try:
            self.terminal.write(text)
        except OSError:
            self._end_at_once(signal.SIGHUP, None)

    def write(self, data: str) -> None:
        """What Textual itself has to say, no cells: pointer shapes and the clipboard."""
        self.send(data)

    # The beginning and the end

    def start_application_mode(self) -> None:
        """Take over the terminal, or take it back from another program."""
        if not self._may_write():
            return
        self._loop = asyncio.get_running_loop()
        # The loop's own handler has every signal wake it, also one that comes just before it falls asleep.
        self._loop.add_signal_handler(signal.SIGWINCH, self._tell_size)
        self.terminal.enter()
        self.send(MODES)
        if not DISABLE_KITTY_KEY:
            self.terminal.push_keys()
        if os.environ.get("TERM_PROGRAM") != "Apple_Terminal":
            self.send(QUESTION)
        if self._started:
            self.screenful.forget()
            self.show()
        elif self._asked_at is None and asks_for_ground():
            # Once only: back from an editor or the shell, the theme stays the one that is in use.
            self._asked_at = time.monotonic()
            self.send(ASK_GROUND)
        self._started = True
        self._loop.call_soon(self._tell_size)
        if not self._held:
            self._listen()
        tty.catch(self._end_at_once, instead_of=self._ended_by)
        for number in (signal.SIGTERM, signal.SIGINT):
            if number == signal.SIGTERM or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._end_in_order)
        if self._must_signal_resume:
            self._must_signal_resume = False
            self._app.post_message(self.SignalResume())

    def _may_write(self) -> bool:
        """Whether we are in the foreground; else the process sleeps until it is."""
        for number in (signal.SIGTTOU, signal.SIGTTIN):
            signal.signal(number, _sleep_in_the_background)
        try:
            termios.tcsetattr(tty.READS, termios.TCSANOW, termios.tcgetattr(tty.READS))
        except termios.error:
            return not os.isatty(tty.READS)
        finally:
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            signal.signal(signal.SIGTTIN, signal.SIG_DFL)
        return True

    def disable_input(self) -> None:
        """Read no more keys."""
        self._loop.remove_signal_handler(signal.SIGWINCH)
        if self._tick is not None:
            self._tick.cancel()
        if self.terminal.entered:
            self._loop.remove_reader(tty.READS)
            self.terminal.forget_typed()

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self.disable_input()
        self.terminal.leave()

    def leave(self, status: int) -> None:
        """End the process now, the terminal as it was: nobody waits for a million objects to be freed."""
        self.stop_application_mode()
        os._exit(status)

    def _tell_size(self) -> None:
        self.screenful.fit(tty.size())
        size = Size(*self.screenful.size)
        self._app.post_message(events.Resize(size, size))

    def _end_in_order(self, number: int, frame: FrameType | None) -> None:
        if self._ends or self.terminal.is_writing or not self.terminal.entered:
            # Asked again, or waiting for a terminal that takes nothing, or for the shell to continue us.
            self._end_at_once(number, frame)
        self._ends = True
        # Safe wherever the loop is interrupted, and it wakes: else it may sleep until the next key.
        self._loop.call_soon_threadsafe(self._app.call_later, self._app.exit, None, 128 + number)
        late = Timer(GRACE, self._insist, (number,))
        late.daemon = True
        late.start()

    def _insist(self, number: int) -> None:
        """Ask again, for only the thread that waits for the terminal can write to it; then do without."""
        os.kill(os.getpid(), number)
        time.sleep(GRACE)
        self._end_at_once(number, None)

    def _end_at_once(self, number: int, frame: FrameType | None) -> None:
        """Restore what can be restored and end: with the terminal gone, an orderly end can hang."""
        tty.end_by(number, self.terminal, self._driven.tidy)

    # Keys

    def _listen(self) -> None:
        """Take keys as they come; what was typed before comes first."""
        self._loop.add_reader(tty.READS, self._read)
        if not self._behind:
            self._pass_on()

    def _read(self) -> None:
        try:
            data = os.read(tty.READS, PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            # The end of the input is the end of the terminal.
            self._end_at_once(signal.SIGHUP, None)
        self._take(data)

    def _take(self, data: bytes) -> None:
        self._typed += data
        if self._behind and INTERRUPT in data:
            self._forget_typed_before()
        if not self._behind:
            self._pass_on()
        elif len(self._typed) > MOST_TYPED:
            self._loop.remove_reader(tty.READS)

    def _forget_typed_before(self) -> None:
        """As a terminal does that interrupts by itself; what is pasted interrupts nothing."""
        if not self._keyboard.is_pasting and PASTE_BEGINS.encode() not in self._piece + self._typed:
            del self._typed[: self._typed.index(INTERRUPT)]
            self._messages, self._keyboard = iter(()), Keyboard(self._debug)

    def _pass_on(self) -> None:
        """Pass on some of what was typed; the rest when that is answered."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        late = time.monotonic() - (self._asked_at or 0.0) > GROUND_SECONDS
        for passed, message in enumerate(self._arriving(), 1):
            if not (late and isinstance(message, GroundReported)):
                self.process_message(message)
            if passed == AT_ONCE:
                self._behind = True
                self._loop.call_soon(self._go_on)
                return
        # An Esc that stays alone is the key; nothing ticks while nothing is awaited.
        waits = self._keyboard.waits
        self._tick = self._loop.call_later(ESCAPE_DELAY + 0.001, self._late) if waits else None

    def _arriving(self) -> Iterator[Message]:
        """The messages that were typed and not passed on."""
        while True:
            # Not ``yield from``: where nobody asks for more, that would end them too.
            while (message := next(self._messages, None)) is not None:
                yield message
            if not self._typed:
                return
            self._piece = bytes(self._typed[:PIECE])
            del self._typed[:PIECE]
            self._messages = self._keyboard.feed(self._decode(self._piece))

    def _go_on(self) -> None:
        """Pass on more, unless the app still has to answer what it was given."""
        app = self._app
        pumps = (app, *app.screen_stack[-1:], app.focused)
        if any(pump is not None and pump.message_queue_size for pump in pumps):
            self._loop.call_later(0.001, self._go_on)
            return
        self._behind = False
        if self.terminal.entered:
            self._listen()

    def _late(self) -> None:
        for message in self._keyboard.tick():
            self.process_message(message)
        self._tick = self._loop.call_later(ESCAPE_DELAY, self._late) if self._keyboard.waits else None

    def process_message(self, message: Message) -> None:
        """Take note of what the terminal can do, and pass it on."""
        if isinstance(message, TerminalSupportsSynchronizedOutput):
            self.whole_frames = True
        super().process_message(message)

    def send_message(self, message: Message) -> None:
        """To the app; we are in its loop already."""
        self._app.post_message(message)


def _sleep_in_the_background(number: int, frame: FrameType | None) -> None:
    # What ends us may have come to another thread, which says so in a moment; asleep we would not hear of it.
    time.sleep(0.05)
    if os.tcgetpgrp(tty.READS) != os.getpgrp():
        os.kill(os.getpid(), signal.SIGSTOP)

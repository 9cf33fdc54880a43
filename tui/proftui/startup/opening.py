"""From the command line to the full program: the first screen is drawn before Textual is loaded.

Reading the file and drawing take a tenth of the time that importing Textual takes. So the first screen
is drawn with what is there, Textual is imported in a thread while a plain loop moves the cursor, and
the full program then finds its screen drawn and what else was typed waiting for it.
"""

from __future__ import annotations

import os
import select
import sys
import time

from proftui import messages
from proftui.drawing import capabilities, themes
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.palette import Palette
from proftui.drawing.safe_text import clean
from proftui.startup.first_screen import FirstScreen
from proftui.state.loading import PATIENCE, GivenUp
from proftui.terminal import tty
from proftui.terminal.cells import Screenful
from proftui.terminal.ink import Inkwell
from proftui.terminal.tty import ASK_GROUND, answer
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Iterable, Sequence
    from types import FrameType

    from proftui.background.pieces import Pieces, T
    from proftui.state.loading import Several
else:
    # The module signal would bring enum and what that needs with it.
    import _signal as signal

EVERY = 0.1
"""Seconds after which it is said again what is worked out, and keys are looked at."""
REST = 0.045
"""Seconds without a key after which callers and callees follow the cursor."""

_PAGE, _HALF, _END = 1_000_000, 2_000_000, 1 << 40
MOVES: dict[bytes, int] = {
    **dict.fromkeys((b"j", b"\x1b[B", b"\x1bOB"), 1),
    **dict.fromkeys((b"k", b"\x1b[A", b"\x1bOA"), -1),
    **dict.fromkeys((b" ", b"\x06", b"\x1b[6~"), _PAGE),
    b"\x1b[5~": -_PAGE,
    b"\x04": _HALF,
    b"\x15": -_HALF,
    **dict.fromkeys((b"g", b"\x1b[H", b"\x1bOH", b"\x1b[1~"), -_END),
    **dict.fromkeys((b"G", b"\x1b[F", b"\x1bOF", b"\x1b[4~"), _END),
}
"""Keys that are answered before the full program is there: steps of the cursor."""
QUITS = (b"q", b"\x03\x03")
GIVES_UP = (b"q", b"\x03", b"\x1b")
_SUMMED_UP, _READY = b"s", b"r"
"""What the thread says, among signals, whose numbers are below 65."""


class Opening:
    """The terminal from the first byte on until the full program takes it over."""

    def __init__(self, colours: str, plain: bool) -> None:
        self.terminal = tty.Terminal()
        self.screenful = Screenful(*tty.size(), erases_coloured=capabilities.erases_with_ground())
        self.colours = colours
        self.plain = plain
        self.theme = os.environ.get("TEXTUAL_THEME") or themes.DARK
        self.light = capabilities.has_light_ground()
        """Whether the terminal's own ground is a light one, as far as it is known."""
        self.asked_at: float | None = None
        self.typed = b""
        """What was typed and is not answered yet."""
        self.first: FirstScreen | None = None
        self._begun = time.monotonic()
        self._raised: BaseException | None = None
        """What went wrong in the thread that prepares the full program."""
        self._waits = False
        """Whether something is waited for that can be given up, and no key is being read."""
        self._is_back = False
        """Whether a shell has had the terminal, so that nothing of ours stands there."""
        self.ink = self._mixed()
        """``None`` where the colours of the theme are not known here: then nothing is drawn."""

    def _mixed(self) -> Inkwell | None:
        named = themes.variables(self.theme)
        if named is None and self.colours in (capabilities.TRUECOLOR, capabilities.COLOURS_256):
            return None
        return Inkwell(Palette(named or {}, self.colours, self.light), self.plain)

    # Before there is a profile

    def begin(self) -> None:
        """Typed keys are kept from now on and not echoed; Control-C interrupts."""
        tty.catch(self.end_by)
        signal.signal(signal.SIGVTALRM, lambda number, frame: self._look() if self._waits else None)
        if signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL:
            signal.signal(signal.SIGTSTP, self._stop)
        self.terminal.quieten(signals=True)

    def _enter(self) -> None:
        """Show our screen; only then ask, for an answer that comes when we have left again is typed text."""
        if self.terminal.entered:
            return
        self.terminal.enter()
        if capabilities.asks_for_ground():
            self.asked_at = time.monotonic()
            self.terminal.write(ASK_GROUND)

    def tell(self, what: str, part: float, several: Several | None = None) -> None:
        """The frame without figures, and how much is read; GivenUp if Esc, q or Ctrl+C was typed."""
        self._show_wait(self._begun, lambda width, height: loading_lines(what, part, width, height, several))

    def _show_wait(self, begun: float, lines: Callable[[int, int], Iterable[tuple[int, int, Line]]]) -> None:
        """Draw the lines that are made for a width and a height, of a wait that was not ``begun`` just now.

        GivenUp if Esc, q or Ctrl+C was typed, and whenever it is before the next screen.
        """
        if self.ink is not None and (self.terminal.entered or time.monotonic() >= begun + PATIENCE):
            self._enter()
            # Control-C need not wait for that.
            self.terminal.quieten(signals=True)
            self.screenful.fit(tty.size())
            self._draw(lines(*self.screenful.size))
        self._look()

    def _look(self) -> None:
        """Take what was typed, and in a moment again, in the midst of whatever is done then.

        A wait that is not drawn yet is given up by one of the keys alone.
        """
        self._waits = False
        self._read(0)
        if self.typed.endswith(GIVES_UP) if self.terminal.entered else self.typed in GIVES_UP:
            raise GivenUp
        self._waits = True
        signal.setitimer(signal.ITIMER_VIRTUAL, EVERY)

    def rest(self) -> None:
        """Look at no keys any more: they are somebody else's."""
        self._waits = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def work(self, pieces: Pieces[T], what: str, doing: str) -> T:
        """The result of all pieces; where they take long, what is done is said.

        Until then the shell's screen stands: where rows follow in a moment, nothing flashes up before them.
        GivenUp if Esc, q or Ctrl+C was typed.
        """
        # What the first screen of one profile does without.
        from proftui.background.pieces import finished

        due = begun = time.monotonic()

        def tell() -> None:
            nonlocal due
            if time.monotonic() >= due:
                due = time.monotonic() + EVERY
                self._show_wait(begun, lambda width, height: working_lines(what, doing, width, height))

        return finished(pieces, tell)

    def end_by(self, number: int, frame: FrameType | None) -> None:
        """A signal ends the program."""
        tty.end_by(number, self.terminal)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Leave the terminal to the shell, and take it again when that continues us."""
        entered = self.terminal.entered
        self.terminal.leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._stop)
        if entered:
            self.terminal.enter()
        else:
            self.terminal.quieten(signals=True)
        self.screenful.forget()
        # This may have come in the middle of drawing.
        self._is_back = True

    # With a profile

    def show(self, first: FirstScreen) -> None:
        """Draw the first screen."""
        self.rest()
        self.first = first
        self._enter()
        self.terminal.quieten(signals=False)
        self._read(0)
        self._paint()

    def handed_over(self) -> FirstScreen | None:
        """The first screen, if one was drawn, for the full program, which goes on from it."""
        self.rest()
        first, self.first = self.first, None
        return first

    def run(self, prepare: Callable[[], None]) -> None:
        """Answer movements while ``prepare`` runs in a thread; what else is typed stays for the program.

        Before that the thread finds out what the first screen says of all functions, where that takes long.
        What ``prepare`` raises is raised here.
        """
        # Imported here: threads take the one that imports their module for the main one.
        from proftui.background import threads

        first = self.first
        assert first is not None
        wakes, wake = os.pipe()
        os.set_blocking(wake, False)
        # Every signal wakes the loop below by its number, also one that comes just before it falls asleep.
        signal.signal(signal.SIGWINCH, lambda number, frame: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        if tty.size() != self.screenful.size:
            # It was resized while a file was read or matched, when nobody heard of it.
            os.write(wake, bytes((signal.SIGWINCH,)))
        before = sys.getswitchinterval()
        # The thread gives way soon when a key has been pressed.
        sys.setswitchinterval(0.0005)
        try:
            threads.begin(lambda: self._prepare(first, prepare, wake))
            while not self._is_ready(first, wakes):
                pass
        finally:
            sys.setswitchinterval(before)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
            os.close(wakes)
            os.close(wake)
        if self._raised is not None:
            raise self._raised

    def _prepare(self, first: FirstScreen, prepare: Callable[[], None], wake: int) -> None:
        """In the thread: say through ``wake`` how far it is."""
        try:
            if first.brief:
                first.sum_up()
                os.write(wake, _SUMMED_UP)
            prepare()
        except BaseException as error:
            self._raised = error
        finally:
            # Where memory has run out, this is all that still can be said.
            os.write(wake, _READY)

    def _is_ready(self, first: FirstScreen, wakes: int) -> bool:
        """Answer what comes next, keys or what ``wakes`` has; whether the full program is there."""
        behind = first.is_behind
        rest = 0.0 if self._is_back else REST if behind else None
        readable, _, _ = select.select([tty.READS, wakes], [], [], rest)
        woken = os.read(wakes, 100) if wakes in readable else b""
        if tty.READS in readable and not self._read(None):
            self.end_by(signal.SIGHUP, None)
        if signal.SIGWINCH in woken or self._is_back:
            self.screenful.fit(tty.size())
            first.fit(self.screenful.size)
            self._paint()
        moved = self._answer(first)
        rests = behind and not readable and not moved
        if rests:
            first.follow()
        summed_up = _SUMMED_UP in woken
        if summed_up:
            first.brief = False
        if moved or rests or summed_up:
            self._paint()
        return _READY in woken

    def _answer(self, first: FirstScreen) -> bool:
        """Do the movements at the head of what was typed; whether another screen comes of it."""
        moved = False
        while self.typed:
            if self.typed.startswith(QUITS):
                self.terminal.leave()
                os._exit(0)
            key = next((key for key in MOVES if self.typed.startswith(key)), None)
            if key is None:
                break
            self.typed = self.typed[len(key) :]
            step, page = MOVES[key], first.page
            sign = 1 if step > 0 else -1
            size = {_PAGE: page, _HALF: max(1, page // 2), _END: len(first.session.rows)}.get(abs(step), 1)
            first.move(sign * size, page=abs(step) in (_PAGE, _HALF))
            moved = True
        said = first.said
        first.say(self.typed)
        return moved or first.said != said

    def _read(self, wait: float | None) -> bool:
        """Take what is typed, if anything is; false: the terminal is gone."""
        if wait is not None and not select.select([tty.READS], [], [], wait)[0]:
            return True
        try:
            data = os.read(tty.READS, 4096)
        except OSError:
            data = b""
        self.typed += data
        if self.asked_at is not None:
            colour, self.typed = answer(self.typed)
            if colour is not None:
                self._take_ground(colour)
        return bool(data)

    def _take_ground(self, colour: tuple[float, float, float]) -> None:
        """On a light ground the default theme is the light one, and of 16 colours others can be read."""
        light = themes.is_light(colour)
        theme = themes.fitting(self.theme, light)
        is_ours = self.colours != capabilities.COLOURS_16
        if theme != self.theme if is_ours else light != self.light:
            self.theme, self.light = theme, light
            self.ink = self._mixed()
            if self.first is not None:
                self._paint()

    # Drawing

    def _paint(self) -> None:
        assert self.first is not None
        self._draw(self.first.lines())

    def _draw(self, lines: Iterable[tuple[int, int, Line]]) -> None:
        assert self.ink is not None
        if self._is_back:
            self._is_back = False
            self.screenful.forget()
        for x, y, line in lines:
            self.screenful.put(x, y, self.ink.runs(line))
        try:
            self.terminal.write(self.screenful.flush())
        except OSError:
            self.end_by(signal.SIGHUP, None)


def loading_lines(
    what: str, part: float, width: int, height: int, several: Several | None = None
) -> Iterable[tuple[int, int, Line]]:
    """The screen while a file is read; of several, how far it is stands above the keys."""
    from proftui.drawing import figures

    if several is not None:
        return _waiting_lines(what, _several_spans(part, several, width), height - 2, width, height)
    bar = Span(figures.bar(100 * part, min(40, max(4, width - 24))), "heat2")
    spans = [Span(" reading  ", "muted"), bar, Span(f" {figures.whole_percent(100 * part):>3} %")]
    return _waiting_lines(what, spans, min(2, height - 2), width, height)


def working_lines(what: str, doing: str, width: int, height: int) -> Iterable[tuple[int, int, Line]]:
    """The screen while something is worked out that must be known before the first screen."""
    return _waiting_lines(what, [Span(f" {doing}", "muted")], min(2, height - 2), width, height)


def _waiting_lines(
    what: str, spans: Sequence[Span], row: int, width: int, height: int
) -> Iterable[tuple[int, int, Line]]:
    for y in range(height):
        line = fitted([], width)
        if y == 0:
            line = fitted([Span(f" {clean(what, 200)}", "title")], width, "panel")
        elif y == row:
            line = fitted(spans, width)
        elif y == height - 1:
            line = spread([Span(" Esc", "key"), Span(messages.GIVES_UP, "heading")], [], width, "panel")
        yield 0, y, line


def _several_spans(part: float, several: Several, width: int) -> list[Span]:
    """``14 of 500 files  ███▌``."""
    from proftui.drawing import figures

    files = f" {messages.FILES_OF.format(several.number, several.files)}  "
    cells = min(40, max(4, width - len(files) - 4))
    return [Span(files, "muted"), Span(figures.bar(100 * part, cells), "heat2")]

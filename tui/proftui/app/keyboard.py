"""What the terminal sends, turned into messages."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message
from textual.messages import InBandWindowResize

PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
LONGEST_PASTE = 100_000
PASTE_SECONDS = 1.0
"""How long pasted text may pause: a bad line may have swallowed its end, and with it every key after it."""
TORN_SECONDS = 0.3
"""How long after a lone Esc, or the piece before, what arrives can be the rest of a torn sequence."""

_GROUND = re.compile(
    "\x1b\\]11;rgb:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:\x07|\x1b\\\\)"
)
# Alt+b and Alt+f are steps by words in a prompt; what else stands here begins a sequence.
_ESC_AND_KEY = re.compile("\x1b[^\x00-\x1f\x7f\\[\\]OPX^_bf]")
_GROUND_BEGINS = re.compile("\x1b\\]1[^\x07\x1b]{0,60}\x1b?$")


class GroundReported(Message):
    """The terminal has said what colour lies under its text; parts are 0 to 1."""

    def __init__(self, red: float, green: float, blue: float) -> None:
        super().__init__()
        self.colour = (red, green, blue)


class Keyboard:
    """What the terminal sends, as messages.

    Textual's parser does this, except for five things that terminals, bad lines and bad clipboards
    bring: the colour of the ground would be run as keys, a sequence that arrives in pieces as Esc and
    letters, an escape sequence in pasted text as keys, one with senseless figures would end the
    program, and a size that nobody asked for would be believed.
    """

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = XTermParser(debug)
        self._held = ""
        self._pasted: str | None = None
        self._pasted_at = 0.0
        self._escape_until = self._torn_until = 0.0

    def feed(self, text: str) -> Iterator[Message]:
        """Take what has arrived."""
        text, self._held = self._held + text, ""
        while text:
            if self._pasted is not None:
                whole, text = self._collect(self._pasted, text)
                if whole is not None:
                    yield _paste(whole)
                continue
            keys, begins, text = text.partition(PASTE_BEGINS)
            for answer in _GROUND.finditer(keys):
                red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in answer.groups())
                yield GroundReported(red, green, blue)
            # Until the terminal is ours it makes a line feed of Enter.
            keys = _GROUND.sub("", keys).replace("\n", "\r")
            if begins:
                self._pasted, self._pasted_at = "", time.monotonic()
            else:
                # The head of the mark may have arrived alone; Esc and Esc [ are not kept waiting.
                held = next((n for n in (5, 4, 3) if keys.endswith(PASTE_BEGINS[:n])), 0)
                begun = _GROUND_BEGINS.search(keys)
                held = len(begun[0]) if begun is not None else held
                keys, self._held = keys[: len(keys) - held], keys[len(keys) - held :]
            yield from self._without_pieces(self._parsed(keys), late=False)

    @property
    def waits(self) -> bool:
        """Whether time may tell what was typed: then :meth:`tick` is to be called."""
        return self.is_pasting or self._parser._timeout_time is not None

    @property
    def is_pasting(self) -> bool:
        """Whether pasted text has begun and not ended."""
        return self._pasted is not None

    def tick(self) -> Iterator[Message]:
        """Call after Textual's ``ESCAPE_DELAY``: after that an Esc that stays alone is the key."""
        if self._pasted is not None and time.monotonic() - self._pasted_at > PASTE_SECONDS:
            pasted, self._pasted = self._pasted, None
            yield _paste(pasted[:LONGEST_PASTE])
        yield from self._without_pieces(self._parser.tick(), late=True)

    def _collect(self, before: str, text: str) -> tuple[str | None, str]:
        """The pasted text when it is at its end, and what follows it."""
        pasted, ends, rest = (before + text).partition(PASTE_ENDS)
        if ends:
            self._pasted = None
            return pasted[:LONGEST_PASTE], rest
        if len(pasted) > LONGEST_PASTE:
            # The middle goes: the end may be the head of the mark.
            pasted = pasted[:LONGEST_PASTE] + pasted[-len(PASTE_ENDS) :]
        self._pasted, self._pasted_at = pasted, time.monotonic()
        return None, ""

    def _parsed(self, keys: str) -> Iterator[Message]:
        for sequence in filter(None, re.split("(?=\x1b)", keys)):
            if _ESC_AND_KEY.match(sequence) and not self.waits:
                yield events.Key("escape", "\x1b")
                sequence = sequence[1:]
            try:
                for message in self._parser.feed(sequence):
                    if isinstance(message, events.Resize | InBandWindowResize):
                        # The parser would take what the mouse does for pixels from now on.
                        self._parser.mouse_pixels = False
                    else:
                        yield message
            except Exception:
                self._parser = XTermParser(self._debug)

    def _without_pieces(self, messages: Iterable[Message], late: bool) -> Iterator[Message]:
        """Leave out what follows an Esc that had come alone; ``late``: it has waited in vain."""
        for message in messages:
            if not isinstance(message, events.Key):
                yield message
                continue
            for key in _typed(message):
                if not self._is_piece(key, late):
                    yield key

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


def _paste(text: str) -> events.Paste:
    return events.Paste(text.replace("\0", ""))


def _typed(key: events.Key) -> list[events.Key]:
    """Esc and a letter that come together: on a slow line both were typed, and no key here has Alt."""
    if key.key.startswith("alt+") and key.character:
        return [events.Key("escape", "\x1b"), events.Key(key.character, key.character)]
    return [key]

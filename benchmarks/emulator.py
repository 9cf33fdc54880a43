"""What stands on a terminal that is sent some text: characters and colours, and answers to questions.

Enough of xterm for programs that draw with escape sequences: cursor, erasing, inserting, scroll regions,
both screens, SGR, repeat. What only concerns keyboards and mice is taken and remembered as a mode.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

Attribute = tuple[str, str, int]
"""Codes of the colours of text and ground ("" is the default), and a bit for each style 1 to 9."""
PLAIN: Attribute = ("", "", 0)
Snapshot = tuple[list[list[str]], list[list[Attribute]]]

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f]+)"
    r"|\x1b\[(?P<mark>[<=>?]?)(?P<numbers>[\d;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b(?P<kind>[\]PX^_])(?P<body>[^\x07\x1b]*)(?P<end>\x07|\x1b\\)"
    r"|\x1b(?P<shift>[ -/]*)(?P<plain>[0-OQ-WYZ\\`-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
)
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "enter": "\r",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "f1": "\x1bOP",
    "escape": "\x1b",
}
"""What terminals send for keys that are no characters."""
_UNFINISHED = 1 << 17
"""Characters that the start of a sequence may wait for its end."""
_STYLE_OFF = {22: 0b110, 23: 1 << 3, 24: 1 << 4, 25: 1 << 5, 27: 1 << 7, 28: 1 << 8, 29: 1 << 9}
_KNOWN_MODES = {
    1,
    6,
    7,
    9,
    12,
    25,
    47,
    1000,
    1001,
    1002,
    1003,
    1004,
    1005,
    1006,
    1015,
    1016,
    1047,
    1049,
    2004,
}
_SCREENS = {47, 1047, 1049}


@lru_cache(maxsize=1 << 16)
def cells_of(character: str) -> int:
    """How many cells a character takes."""
    if character < "\u0300":
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@lru_cache(maxsize=1 << 16)
def styled(attribute: Attribute, numbers: str) -> Attribute:
    """The attribute after ``CSI numbers m``."""
    text, ground, style = attribute
    codes = [int(code or 0) for code in re.split("[;:]", numbers)]
    while codes:
        code = codes.pop(0)
        if code == 0:
            text, ground, style = PLAIN
        elif 1 <= code <= 9:
            style |= 1 << code
        elif code in _STYLE_OFF:
            style &= ~_STYLE_OFF[code]
        elif code in (38, 48):
            taken = 2 if codes[:1] == [5] else 4
            colour = _colour(code, codes[:taken])
            del codes[:taken]
            text, ground = (colour, ground) if code == 38 else (text, colour)
        elif code == 39 or 30 <= code <= 37 or 90 <= code <= 97:
            text = "" if code == 39 else str(code)
        elif code == 49 or 40 <= code <= 47 or 100 <= code <= 107:
            ground = "" if code == 49 else str(code)
    return text, ground, style


def _colour(code: int, rest: list[int]) -> str:
    """The shortest codes for a colour of the palette, or of three parts."""
    if rest[0] == 5 and len(rest) > 1 and rest[1] < 16:
        return str(code - 8 + rest[1] if rest[1] < 8 else code + 44 + rest[1])
    return ";".join(map(str, [code, *rest]))


class Screen:
    """A terminal's screen; ``answer`` is called with what the terminal sends back."""

    HALF = " "
    """What is left of a wide character of which one cell is overwritten."""

    def __init__(
        self,
        columns: int,
        rows: int,
        answer: Callable[[str], None] = lambda text: None,
        more_modes: frozenset[int] = frozenset(),
    ) -> None:
        self.columns, self.rows = columns, rows
        self.answer = answer
        self.known_modes = _KNOWN_MODES | more_modes
        self.modes: set[int] = {7, 25}
        self.unknown: list[str] = []
        """Sequences that were not understood."""
        self.x = self.y = 0
        self.attribute = PLAIN
        self.top, self.bottom = 0, rows - 1
        self.characters, self.attributes = self._blank(rows)
        self._other = self._blank(rows)
        self._saved = (0, 0, PLAIN)
        self._held = ""
        self._last = " "
        # The last column is filled; the next character goes to the next row.
        self._full = False

    # What is seen

    @property
    def lines(self) -> list[str]:
        """The rows as text."""
        return ["".join(row) for row in self.characters]

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(line.rstrip() for line in self.lines)

    def snapshot(self) -> Snapshot:
        """A copy of characters and attributes."""
        return [row[:] for row in self.characters], [row[:] for row in self.attributes]

    def resize(self, columns: int, rows: int) -> None:
        """Another size; what is outside is lost."""
        old = (self.characters, self.attributes)
        self.columns, self.rows = columns, rows
        self.top, self.bottom = 0, rows - 1
        self._other = self._blank(rows)
        self.characters, self.attributes = self._blank(rows)
        for y, (characters, attributes) in enumerate(zip(*old, strict=True)):
            if y < rows:
                cells = min(columns, len(characters))
                self.characters[y][:cells] = characters[:cells]
                self.attributes[y][:cells] = attributes[:cells]
        self._go(self.x, self.y)

    # What is sent

    def feed(self, text: str) -> None:
        """Take what a program wrote; the start of a sequence waits for its end."""
        text, self._held = self._held + text, ""
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                if len(text) - at < _UNFINISHED:
                    self._held = text[at:]
                    return
                at += 1
                continue
            at = found.end()
            kind = found.lastgroup
            if kind == "text":
                self._write(found["text"])
            elif kind == "final":
                self._sequence(found["mark"], found["numbers"], found["between"], found["final"])
            elif kind == "control":
                self._control(found["control"])
            elif kind == "plain":
                self._escape(found["shift"], found["plain"])
            else:
                self._string(found["kind"], found["body"], found["end"])

    def _write(self, text: str) -> None:
        self._last = text[-1]
        if not text.isascii() and any(cells_of(character) != 1 for character in set(text)):
            for character in text:
                self._write_one(character, cells_of(character))
            return
        while text:
            self._wrap(1)
            part, text = text[: self.columns - self.x], text[self.columns - self.x :]
            end = self.x + len(part)
            self._halve(self.x, end)
            self.characters[self.y][self.x : end] = part
            self.attributes[self.y][self.x : end] = [self.attribute] * len(part)
            self._full = end == self.columns
            self.x = min(end, self.columns - 1)

    def _write_one(self, character: str, cells: int) -> None:
        if not cells:
            x = self.x if self._full else self.x - 1
            x -= x > 0 and not self.characters[self.y][x]
            if x >= 0:
                self.characters[self.y][x] += character
            return
        self._wrap(cells)
        end = self.x + cells
        self._halve(self.x, end)
        # The second cell of a wide character is an empty text.
        self.characters[self.y][self.x : end] = [character, ""][:cells]
        self.attributes[self.y][self.x : end] = [self.attribute] * cells
        self._full = end >= self.columns
        self.x = min(end, self.columns - 1)

    def _wrap(self, cells: int) -> None:
        """To the next row if there is no room for so many cells."""
        if (self._full or self.x + cells > self.columns) and 7 in self.modes:
            self.x = 0
            self._down()
        self._full = False

    def _halve(self, start: int, end: int) -> None:
        """What is left of wide characters at both ends of what is overwritten."""
        row = self.characters[self.y]
        if start and not row[start]:
            row[start - 1] = self.HALF
        if end < self.columns and not row[end]:
            row[end] = self.HALF

    def _control(self, character: str) -> None:
        if character == "\r":
            self._go(0, self.y)
        elif character in "\n\v\f":
            self._down()
            self._full = False
        elif character == "\b":
            self._go(self.x - 1, self.y)
        elif character == "\t":
            self._go(self.x // 8 * 8 + 8, self.y)

    def _escape(self, between: str, letter: str) -> None:
        if between:
            return
        if letter == "7":
            self._saved = (self.x, self.y, self.attribute)
        elif letter == "8":
            x, y, self.attribute = self._saved
            self._go(x, y)
        elif letter in "DE":
            self._down()
            self.x = 0 if letter == "E" else self.x
        elif letter == "M":
            if self.y == self.top:
                self._scroll(-1, self.top)
            else:
                self._go(self.x, self.y - 1)
        elif letter not in "=>\\":
            self.unknown.append(f"ESC {letter}")

    def _string(self, kind: str, body: str, end: str) -> None:
        colour = {"10;?": "ffff", "11;?": "0000"}.get(body)
        if kind == "]" and colour:
            self.answer(f"\x1b]{body[:2]};rgb:{colour}/{colour}/{colour}{end}")
        elif kind == "P" and body.startswith("+q"):
            self.answer("\x1bP0+r\x1b\\")

    def _sequence(self, mark: str, numbers: str, between: str, final: str) -> None:
        if final == "m" and not mark and not between:
            self.attribute = styled(self.attribute, numbers)
            return
        given = [int(number or 0) for number in numbers.replace(":", ";").split(";")]
        if mark or between:
            self._private(mark, between, final, given)
            return
        # Most count from 1, and take a missing number for 1.
        first = given[0] or 1
        second = given[1] or 1 if len(given) > 1 else 1
        if final in "Hf":
            self._go(second - 1, first - 1)
        elif final in "ABCDEFGde`a":
            self._move(final, first)
        elif final in "JKX":
            self._erase(final, given[0])
        elif final in "@P":
            self._shift(first if final == "@" else -first)
        elif final in "LM" and self.top <= self.y <= self.bottom:
            self._scroll(first if final == "M" else -first, self.y)
        elif final in "ST":
            self._scroll(first if final == "S" else -first, self.top)
        elif final == "b":
            self._write(self._last * first)
        elif final == "r":
            self.top = first - 1
            self.bottom = min(self.rows, given[1] if len(given) > 1 and given[1] else self.rows) - 1
            self._go(0, 0)
        elif final == "c":
            self.answer("\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c")
        elif final == "n":
            self.answer("\x1b[0n" if first == 5 else f"\x1b[{self.y + 1};{self.x + 1}R")
        elif final in "su":
            self._escape("", "7" if final == "s" else "8")
        elif final not in "htlq":
            self.unknown.append(f"CSI {numbers} {final}")

    def _private(self, mark: str, between: str, final: str, given: list[int]) -> None:
        if mark == "?" and final in "hl" and not between:
            for mode in given:
                self._set_mode(mode, final == "h")
        elif mark == "?" and between == "$" and final == "p":
            state = (1 if given[0] in self.modes else 2) if given[0] in self.known_modes else 0
            self.answer(f"\x1b[?{given[0]};{state}$y")
        elif mark == ">" and final == "c":
            self.answer("\x1b[>41;390;0c")
        elif mark == ">" and final == "q":
            self.answer("\x1bP>|XTerm(390)\x1b\\")

    def _set_mode(self, mode: int, on: bool) -> None:
        if mode in _SCREENS and on != bool(_SCREENS & self.modes):
            self._other, (self.characters, self.attributes) = (self.characters, self.attributes), self._other
            if mode == 1049:
                self._escape("", "7" if on else "8")
                if on:
                    self.characters, self.attributes = self._blank(self.rows)
        if on:
            self.modes.add(mode)
        else:
            self.modes -= _SCREENS if mode in _SCREENS else {mode}

    # Cells

    def _blank(self, rows: int) -> Snapshot:
        columns = range(rows)
        return [[" "] * self.columns for _ in columns], [[PLAIN] * self.columns for _ in columns]

    def _erased(self) -> Attribute:
        """How cells look that are erased."""
        return "", self.attribute[1], 0

    def _go(self, x: int, y: int) -> None:
        self.x = min(max(x, 0), self.columns - 1)
        self.y = min(max(y, 0), self.rows - 1)
        self._full = False

    def _move(self, final: str, by: int) -> None:
        if final in "G`":
            self._go(by - 1, self.y)
        elif final == "d":
            self._go(self.x, by - 1)
        elif final in "Ca":
            self._go(self.x + by, self.y)
        elif final == "D":
            self._go(self.x - by, self.y)
        elif final in "AF":
            least = self.top if self.y >= self.top else 0
            self._go(0 if final == "F" else self.x, max(least, self.y - by))
        else:
            most = self.bottom if self.y <= self.bottom else self.rows - 1
            self._go(0 if final == "E" else self.x, min(most, self.y + by))

    def _down(self) -> None:
        if self.y == self.bottom:
            self._scroll(1, self.top)
        elif self.y < self.rows - 1:
            self.y += 1

    def _scroll(self, by: int, top: int) -> None:
        """The rows from ``top`` to the end of the region move up, or down where ``by`` is negative."""
        number = min(abs(by), self.bottom - top + 1)
        characters, attributes = self._blank(number)
        erased = self._erased()
        attributes = [[erased] * self.columns for _ in attributes]
        _scroll(self.characters, characters, top, self.bottom + 1, by > 0)
        _scroll(self.attributes, attributes, top, self.bottom + 1, by > 0)

    def _erase(self, final: str, which: int) -> None:
        if final == "X":
            self._clear(self.y, self.x, self.x + (which or 1))
            return
        start = self.x if which == 0 else 0
        end = self.x + 1 if which == 1 else self.columns
        self._clear(self.y, start, end)
        if final == "J":
            rows = (
                range(self.y + 1, self.rows)
                if which == 0
                else range(self.y)
                if which == 1
                else range(self.rows)
            )
            for y in rows:
                self._clear(y, 0, self.columns)

    def _clear(self, y: int, start: int, end: int) -> None:
        cells = min(end, self.columns) - start
        if y == self.y:
            self._halve(start, start + cells)
        self.characters[y][start : start + cells] = " " * cells
        self.attributes[y][start : start + cells] = [self._erased()] * cells
        self._full = False

    def _shift(self, by: int) -> None:
        """Insert blanks at the cursor, or take out characters."""
        number = min(abs(by), self.columns - self.x)
        _shift(self.characters[self.y], [" "] * number, self.x, by > 0)
        _shift(self.attributes[self.y], [self._erased()] * number, self.x, by > 0)
        self._full = False


_T = TypeVar("_T")


def _scroll(grid: list[_T], new: list[_T], top: int, end: int, up: bool) -> None:
    if up:
        grid[top:end] = grid[top + len(new) : end] + new
    else:
        grid[top:end] = new + grid[top : end - len(new)]


def _shift(row: list[_T], blank: list[_T], x: int, right: bool) -> None:
    if right:
        row[x:] = blank + row[x : len(row) - len(blank)]
    else:
        row[x:] = row[x + len(blank) :] + blank

"""An emulated terminal for what is sent between two screens: it refuses what not every terminal does."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

from benchmarks.emulator import PLAIN, Attribute, Screen

from proftui.drawing.safe_text import cell_width

GLYPHS = "–—‘’“”…‹›≈≤≥≠−×÷µμ·•←↑→↓↵↻▸▾▴◂αβγδελπσφωΔΣΩ"
BOLD, REVERSE = 1 << 1, 1 << 7
SEEN_ON_BLANKS = 1 << 4 | REVERSE | 1 << 9
"""Underlined, reversed or struck through."""
STYLES = {0, 1, 2, 3, 4, 7, 9, 22, 23, 24, 27, 29, *range(30, 38), 39, *range(40, 48), 49}
STYLES |= {*range(90, 98), *range(100, 108)}
"""Parameters of SGR that every terminal knows."""
Cell = tuple[str, Attribute]


class StrictScreen(Screen):
    """Begins with a screen, a pen and margins that others left.

    ``coloured``: erased cells have the ground of the pen. ``returns``: a line feed returns the carriage.
    """

    HALF = "�"

    def __init__(self, columns: int, rows: int, coloured: bool = False, returns: bool = False) -> None:
        super().__init__(columns, rows)
        self.coloured, self.returns = coloured, returns
        self.disturb()

    def disturb(self) -> None:
        """What another program may leave behind."""
        self.attribute = ("31", "42", BOLD | REVERSE)
        self.characters = [["?"] * self.columns for _ in range(self.rows)]
        self.attributes = [[self.attribute] * self.columns for _ in range(self.rows)]
        self.x, self.y = self.columns // 2, self.rows // 2
        self.top, self.bottom = min(1, self.rows - 1), self.rows - 1
        self.sure = False

    @property
    def cells(self) -> list[list[Cell]]:
        """Text and how it is drawn."""
        rows = zip(self.characters, self.attributes, strict=True)
        return [list(zip(characters, looks, strict=True)) for characters, looks in rows]

    def seen(self) -> list[list[Cell]]:
        """The cells as a person sees them: on blanks the colour of text and its weight cannot be seen."""
        return [[seen(cell) for cell in row] for row in self.cells]

    # What is refused

    def _write(self, text: str) -> None:
        if text.isascii():
            self._has_space(len(text))
            super()._write(text)
            self.sure = not self._full
            return
        for character in text:
            cells = cell_width(character)
            assert cells or self.x or self._full, "a mark without a letter"
            if cells:
                self._has_space(cells)
            self._write_one(character, cells)
            if cells:
                self.sure = not self._full and has_sure_width(character)

    def _has_space(self, cells: int) -> None:
        assert self.sure, "text where the cursor may not be"
        assert self.x + cells <= self.columns, "text beyond the edge"

    def _control(self, character: str) -> None:
        assert self.sure and character in "\r\n\b", f"unknown: {character!a}"
        assert character != "\b" or self.x
        assert character != "\n" or self.y == self.bottom or self.y < self.rows - 1
        super()._control(character)
        if character == "\n" and self.returns:
            self.x = 0

    def _escape(self, between: str, letter: str) -> None:
        assert self.sure and (between, letter) == ("", "M"), f"unknown: ESC {between}{letter}"
        assert self.y or not self.top, "up from the first row, which is above the margin"
        super()._escape(between, letter)

    def _string(self, kind: str, body: str, end: str) -> None:
        raise AssertionError(f"unknown: ESC {kind}{body}")

    def _sequence(self, mark: str, numbers: str, between: str, final: str) -> None:
        assert not mark + between and ":" not in numbers, f"unknown: CSI {mark}{numbers}{between}{final}"
        if final == "m":
            assert is_known(numbers), f"unknown: {numbers}"
        elif final == "H":
            self._go_to(numbers)
        elif final == "r":
            self._set_margins(numbers)
        else:
            assert self.sure, "a relative move where the cursor may not be"
            self._check(final, int(numbers or 0))
        super()._sequence(mark, numbers, between, final)

    def _go_to(self, numbers: str) -> None:
        y, x = [int(number or 1) for number in f"{numbers};1".split(";")][:2]
        self.sure = y <= self.rows and x <= self.columns

    def _set_margins(self, numbers: str) -> None:
        top, bottom = [int(number or 0) for number in f"{numbers};0".split(";")][:2]
        assert not numbers or max(top, 1) < (bottom or self.rows) <= self.rows
        self.sure = True

    def _check(self, final: str, number: int) -> None:
        """Whether each terminal does the same, with the cursor where it is."""
        count = number or 1
        if final in "ABCDGd":
            x = {"C": self.x + count, "D": self.x - count, "G": count - 1}.get(final, self.x)
            y = {"B": self.y + count, "A": self.y - count, "d": count - 1}.get(final, self.y)
            assert 0 <= x < self.columns and 0 <= y < self.rows
        elif final in "KX":
            assert number == 0 or final == "X"
            assert final == "K" or self.x + count <= self.columns
            assert not self.attribute[2] & SEEN_ON_BLANKS
        elif final == "J":
            assert (self.x, self.y, number) == (0, 0, 0)
        elif final in "LM":
            assert self.x == 0 and self.top <= self.y <= self.bottom
        else:
            raise AssertionError(f"unknown: {final}")

    def _scroll(self, by: int, top: int) -> None:
        """Terminals differ on grounds, so the rows that come in may have none."""
        assert self.attribute[1] == ""
        assert abs(by) < self.bottom + 1 - top
        super()._scroll(by, top)

    def _erased(self) -> Attribute:
        return super()._erased() if self.coloured else PLAIN


def has_sure_width(character: str) -> bool:
    """Letters, and what the explorer draws itself."""
    return character < "\u0180" or "─" <= character <= "▟" or character in GLYPHS


@lru_cache
def is_known(numbers: str) -> bool:
    """Whether every terminal knows these parameters of SGR."""
    codes = [int(number or 0) for number in numbers.split(";")]
    while codes:
        code = codes.pop(0)
        if code in (38, 48):
            del codes[: {2: 4, 5: 2}[codes[0]]]
        elif code not in STYLES:
            return False
    return True


def seen(cell: Cell) -> Cell:
    """A cell as a person sees it."""
    text, attribute = cell
    if text == " " and not attribute[2] & SEEN_ON_BLANKS:
        return text, ("", attribute[1], 0)
    return normalize("NFC", text), attribute

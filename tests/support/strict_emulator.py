"""A strict terminal for tests of the differences of screens: it refuses what not every terminal does."""

from __future__ import annotations

import re
from unicodedata import normalize

from proftui.drawing.safe_text import cell_width

_SEQUENCE = re.compile(r"\x1b\[([\d;]*)([A-Za-z])|\x1b(M)|([\r\n\b])|([^\x00-\x1f\x7f-\x9f])")
FLAGS = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
OFF = {22: {"bold", "dim"}, 23: {"italic"}, 24: {"underline"}, 27: {"reverse"}, 29: {"strike"}}
GLYPHS = "–—‘’“”…‹›≈≤≥≠−×÷µμ·•←↑→↓↵↻▸▾▴◂αβγδελπσφωΔΣΩ"
Drawn = tuple[str, str, frozenset[str]]
PLAIN: Drawn = ("", "", frozenset())
Cell = tuple[str, Drawn]


class Emulator:
    """Cells of text and how each is drawn; begins with a screen, a pen and margins that others left.

    ``coloured``: erased cells have the ground of the pen. ``returns``: a line feed returns the carriage.
    """

    def __init__(self, width: int, height: int, coloured: bool = False, returns: bool = False) -> None:
        self.width, self.height = width, height
        self.coloured, self.returns = coloured, returns
        self.disturb()

    def disturb(self) -> None:
        """What another program may leave behind."""
        self.pen: Drawn = ("31", "42", frozenset({"bold", "reverse"}))
        self.cells: list[list[Cell]] = [[("?", self.pen)] * self.width for _ in range(self.height)]
        self.x, self.y = self.width // 2, self.height // 2
        self.top, self.bottom = min(1, self.height - 1), self.height - 1
        self.sure = False

    def feed(self, data: str) -> None:
        place = 0
        while place < len(data):
            found = _SEQUENCE.match(data, place)
            assert found, f"unknown: {data[place : place + 12]!r}"
            place = found.end()
            parameters, final, reverse, control, text = found.groups()
            if text:
                self.draw(text)
            elif control:
                self.control(control)
            elif reverse:
                self.index_back()
            else:
                self.sequence([int(part or 0) for part in parameters.split(";")], final)

    def draw(self, text: str) -> None:
        width = cell_width(text)
        if not width:
            head = self.x - 1
            head -= self.cells[self.y][head][0] == ""
            before, pen = self.cells[self.y][head]
            self.cells[self.y][head] = (normalize("NFC", before + text), pen)
            return
        assert self.sure, "text where the cursor may not be"
        assert self.x + width <= self.width, "text beyond the edge"
        self._cut(self.x)
        self._cut(self.x + width)
        self.cells[self.y][self.x : self.x + width] = [(text, self.pen), ("", self.pen)][:width]
        self.x += width
        # Widths are sure for letters and for what the explorer draws itself; then there are the edges.
        self.sure = self.x < self.width and (text < "\u0180" or "─" <= text <= "▟" or text in GLYPHS)

    def _cut(self, x: int) -> None:
        """Half of a wide character is none."""
        row = self.cells[self.y]
        if x < self.width and row[x][0] == "":
            row[x - 1 : x + 1] = [("�", row[x][1])] * 2

    def control(self, control: str) -> None:
        assert self.sure
        if control == "\r":
            self.x = 0
        elif control == "\b":
            assert self.x
            self.x -= 1
        else:
            if self.y == self.bottom:
                self.scroll(self.top, 1)
            else:
                assert self.y < self.height - 1
                self.y += 1
            self.x = 0 if self.returns else self.x

    def index_back(self) -> None:
        assert self.sure
        if self.y == self.top:
            self.scroll(self.top, -1)
        else:
            self.y -= 1

    def scroll(self, top: int, by: int) -> None:
        """Rows from ``top`` to the margin go up, or down; terminals differ on grounds, so have none."""
        assert self.pen[1] == ""
        assert top <= self.bottom
        blanks = [[(" ", PLAIN)] * self.width for _ in range(abs(by))]
        band = self.cells[top : self.bottom + 1]
        assert abs(by) < len(band)
        band = band[by:] + blanks if by > 0 else blanks + band[:by]
        self.cells[top : self.bottom + 1] = band

    def blank(self) -> Cell:
        return (" ", ("", self.pen[1] if self.coloured else "", frozenset()))

    def sequence(self, numbers: list[int], final: str) -> None:
        first = numbers[0]
        count = first or 1
        if final == "m":
            self.draw_with(numbers)
        elif final == "H":
            self.y, self.x = count - 1, ((numbers[1:] or [1])[0] or 1) - 1
            self.sure = self.y < self.height and self.x < self.width
        elif final == "r":
            self.top, self.bottom = count - 1, (numbers[1] if len(numbers) > 1 else self.height) - 1
            assert self.top < self.bottom < self.height or numbers == [0]
            self.x = self.y = 0
            self.sure = True
        else:
            assert self.sure, "a relative move where the cursor may not be"
            if final in "ABCDGd":
                self.move(count, final)
            else:
                self.change(count, first, final)

    def move(self, count: int, final: str) -> None:
        x, y = self.x, self.y
        if final in "AB":
            y += count if final == "B" else -count
        elif final in "CD":
            x += count if final == "C" else -count
        elif final == "G":
            x = count - 1
        else:
            y = count - 1
        assert 0 <= x < self.width and 0 <= y < self.height
        self.x, self.y = x, y

    def change(self, count: int, first: int, final: str) -> None:
        row = self.cells[self.y]
        if final in "KX":
            end = self.width if final == "K" else self.x + count
            assert first == 0 or final == "X"
            assert end <= self.width and not self.pen[2] & {"reverse", "underline", "strike"}
            self._cut(self.x)
            self._cut(end)
            row[self.x : end] = [self.blank()] * (end - self.x)
        elif final == "J":
            assert (self.x, self.y, first) == (0, 0, 0)
            self.cells = [[self.blank()] * self.width for _ in range(self.height)]
        elif final in "LM":
            assert self.x == 0
            self.scroll(self.y, count if final == "M" else -count)
        else:
            raise AssertionError(f"unknown: {final}")

    def draw_with(self, numbers: list[int]) -> None:
        colour, ground, flags = self.pen
        waiting = list(numbers)
        while waiting:
            code = waiting.pop(0)
            if code == 0:
                colour, ground, flags = PLAIN
            elif code in FLAGS:
                flags |= {FLAGS[code]}
            elif code in OFF:
                flags -= OFF[code]
            elif code in (38, 48):
                size = {2: 4, 5: 2}[waiting[0]]
                text = ";".join(map(str, (code, *waiting[:size])))
                del waiting[:size]
                colour, ground = (text, ground) if code == 38 else (colour, text)
            elif 30 <= code <= 39 or 90 <= code <= 97:
                colour = "" if code == 39 else str(code)
            elif 40 <= code <= 49 or 100 <= code <= 107:
                ground = "" if code == 49 else str(code)
            else:
                raise AssertionError(f"unknown: {code}")
        self.pen = colour, ground, flags

    def seen(self) -> list[list[Cell]]:
        """The cells as a person sees them: on blanks the colour of text and its weight cannot be seen."""
        return [[seen(cell) for cell in row] for row in self.cells]


def seen(cell: Cell) -> Cell:
    """A cell as a person sees it."""
    text, (colour, ground, flags) = cell
    if text == " " and not flags & {"reverse", "underline", "strike"}:
        return text, ("", ground, frozenset())
    return text, (colour, ground, flags)

"""Writes rows of cells to a terminal: moves, changes of pen and text, as few bytes as it can."""

from __future__ import annotations

from proftui.terminal.pens import Pens

Row = tuple[str, str]
"""The characters of a row, one for each cell, and their pens."""

TAIL = "\0"
"""Stands in the second cell of a wide character."""

STEADY = frozenset(
    {
        *map(chr, range(0x20, 0x7F)),
        *map(chr, range(0xA1, 0xAD)),
        *map(chr, range(0xAE, 0x180)),
        *map(chr, range(0x2500, 0x25A0)),
        *"–—‘’“”•…›‹≈≤≥≠−×÷→←↑↓↵↻▸▾▴◂µμ·αβγδελπσφωΔΣΩ",
    }
)
"""Characters after which every terminal's cursor stands in the next cell."""

WORTH_ERASING = 6
"""Blanks that take more bytes than a move over them does."""


class Brush:
    """Where the terminal's cursor stands, its pen, and what was written."""

    def __init__(self, width: int, height: int, pens: Pens) -> None:
        self.width, self.height = width, height
        self.pens = pens
        self.out: list[str] = []
        self.clusters: dict[int, str] = {}
        """Several characters in one cell, by the code of what stands for them."""
        self.lost()

    def lost(self) -> None:
        """Nothing is known of cursor and pen; the next sequence must be absolute."""
        self.x = self.y = -1
        self.pen = ""

    def taken(self) -> str:
        """What was written since it was taken last."""
        text = "".join(self.out)
        self.out.clear()
        return text

    def draw_with(self, pen: str) -> None:
        """Change to a pen."""
        if pen != self.pen:
            if self.pen:
                self.out.append(self.pens.change(self.pen, pen))
            else:
                self.out.append("\x1b[m" + self.pens.change(self.pens.plain, pen))
            self.pen = pen

    def draw_blanks(self, blank: str) -> None:
        """Change to a pen that draws these blanks, if the present one does not."""
        if not self.pen:
            self.draw_with(self.pens.drawing(blank))
        elif self.pens.blanks[self.pen] != blank:
            self.draw_with(self.pens.for_blanks(self.pen, blank))

    def go(self, x: int, y: int) -> None:
        """Move the cursor the shortest way."""
        if y == self.y and 0 <= self.x < x:
            by = x - self.x
            self.out.append("\x1b[C" if by == 1 else f"\x1b[{by}C")
        elif x != self.x or y != self.y:
            self.out.append(self._way(x, y))
        self.x, self.y = x, y

    def _way(self, x: int, y: int) -> str:
        ways = [f"\x1b[{y + 1 if y else ''}{f';{x + 1}' if x else ''}H"]
        if self.x >= 0:
            if y == self.y:
                ways.append(_column(self.x, x))
            elif y == self.y + 1:
                # Some drivers of terminals make a carriage return and a line feed of a line feed.
                ways.append("\r\n" + _column(0, x))
            if x == self.x:
                ways.append(_rows(self.y, y))
        return min(ways, key=len)

    def reach(self, x: int, y: int, row: Row, pen: str) -> None:
        """Go to a cell that ``pen`` draws."""
        if not (
            y == self.y and 0 < x - self.x < 6 and self.x >= 0 and self.pen and self._bridged(x, row, pen)
        ):
            self.go(x, y)

    def _bridged(self, x: int, row: Row, pen: str) -> bool:
        """Go right by writing again what stands there; not where that takes more than moving."""
        gap = x - self.x
        text, pens = row[0][self.x : x], row[1][self.x : x]
        if _bytes(text) > (3 if gap == 1 else 4) or not STEADY.issuperset(text):
            return False
        blanks = self.pens.blanks
        rest = pens.lstrip(self.pen + blanks[self.pen])
        if rest and (pen in self.pens.grounds or rest.lstrip(pen + blanks[pen])):
            return False
        self.out.append(text[: gap - len(rest)])
        if rest:
            self.draw_with(pen)
            self.out.append(text[-len(rest) :])
        self.x = x
        return True

    def write(self, start: int, end: int, row: Row) -> None:
        """Write cells that the present pen draws where the cursor stands."""
        text = row[0][start:end]
        if not text.isascii() and not STEADY.issuperset(text):
            self._write_odd(start, end, row[0])
            return
        if end - start >= WORTH_ERASING:
            start = self._write_long(start, end, row)
            if start == end:
                return
            text = row[0][start:end]
        self.out.append(text)
        self.x = end if end < self.width else -1

    def _write_long(self, start: int, end: int, row: Row) -> int:
        """Write cells up to the last that are erased, if any are; from where on the rest is."""
        text, pens = row
        blank = self.pens.blanks[self.pen]
        blanks = pens.find(blank * WORTH_ERASING, start, end) if blank in self.pens.erasable else -1
        while blanks >= 0:
            stop = end - len(pens[blanks:end].lstrip(blank))
            if self._erase(start, blanks, stop, end, text):
                start = stop
            blanks = pens.find(blank * WORTH_ERASING, stop, end)
        return start

    def _erase(self, start: int, blanks: int, stop: int, end: int, text: str) -> bool:
        """Write up to some blanks and erase these, if that is shorter than writing them."""
        size = stop - blanks
        erase = "\x1b[K" if stop == self.width else f"\x1b[{size}X"
        over = "" if stop == end else f"\x1b[{size}C"
        if len(erase) + len(over) >= size:
            return False
        self.out += (text[start:blanks], erase, over)
        self.x = stop if over else blanks
        return True

    def _write_odd(self, start: int, end: int, text: str) -> None:
        """Write cells with characters of whose width terminals think differently."""
        y = self.y
        for x in range(start, end):
            cell = text[x]
            if cell == TAIL:
                continue
            if self.x != x:
                self.go(x, y)
            self.out.append(self.clusters.get(ord(cell), cell))
            self.x = x + 1 if cell in STEADY and x + 1 < self.width else -1


def _column(old: int, new: int) -> str:
    """The shortest way along a row."""
    by = new - old
    if by == 0:
        return ""
    if by > 0:
        return "\x1b[C" if by == 1 else f"\x1b[{by}C"
    if new == 0:
        return "\r"
    back = f"\x1b[{-by}D" if by < -1 else "\b"
    return min("\b" * -by, back, f"\x1b[{new + 1}G", f"\r{_column(0, new)}", key=len)


def _rows(old: int, new: int) -> str:
    """The shortest way along a column."""
    by = abs(new - old)
    step = f"\x1b[{by if by > 1 else ''}{'B' if new > old else 'A'}"
    return min(step, f"\x1b[{new + 1}d", key=len)


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))

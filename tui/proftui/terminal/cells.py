"""The screen as cells: what stands on the terminal, what should, and the bytes that lead there.

Used before anything else is loaded: nothing here imports more than the interpreter has already.
"""

from __future__ import annotations

from proftui.terminal.brush import STEADY, TAIL, Brush, Row
from proftui.terminal.painting import paint
from proftui.terminal.pens import Pen, Pens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from proftui.drawing.safe_text import Clean

Runs = tuple[tuple["Clean", Pen], ...]

UNPRINTABLE = "?"
MOST_KNOWN = 1_000
"""Rows whose cells are remembered."""
_FIRST_CLUSTER, _LAST_CLUSTER = 0xF0000, 0x10FFFD
"""Characters for private use, which are no printable text, stand for characters with their marks."""


class Screenful:
    """What stands on the terminal, and what should; ``erases_coloured``: erasing leaves the pen's ground."""

    def __init__(self, width: int, height: int, erases_coloured: bool = False) -> None:
        self._erases_coloured = erases_coloured
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Start again in another size, with nothing wanted and the contents of the terminal unknown."""
        self.size = self.width, self.height = width, height
        self._pens = Pens(self._erases_coloured)
        self._brush = Brush(width, height, self._pens)
        self._tokens: dict[str, str] = {}
        self._drawn_before: dict[Runs, Row] = {}
        """The cells of what was put before: most rows of a screen stand on the next one too."""
        self._blank: Row = (" " * width, self._pens.blank * width)
        self._wanted = [self._blank] * height
        self._shown = self._wanted
        self._put: list[dict[int, tuple[Runs, int]]] = [{} for _ in range(height)]
        self.forget()

    def fit(self, size: tuple[int, int]) -> None:
        """Take another size, if it is another."""
        if size != self.size:
            self.resize(*size)

    def forget(self) -> None:
        """Something else wrote to the terminal: the next flush paints everything."""
        self._known = False
        self._touched = set(range(self.height))

    def put(self, x: int, y: int, runs: Iterable[tuple[Clean, Pen]]) -> None:
        """Want ``runs`` from cell ``x`` of row ``y`` on, cut to fit; half a wide character is a blank."""
        if not 0 <= y < self.height:
            return
        runs = tuple(runs)
        before = self._put[y]
        same = before.get(x)
        if same is not None and same[0] == runs:
            return
        row = self._drawn_before.get(runs)
        if row is None:
            if len(self._drawn_before) >= MOST_KNOWN:
                self._drawn_before.clear()
            row = self._drawn_before[runs] = self._cells(runs)
        text, pens = row
        if x < 0:
            text, pens = text[-x:], pens[-x:]
        end = self._splice(max(x, 0), y, text, pens)
        for start, (_, stop) in list(before.items()):
            if start < end and stop > x:
                del before[start]
        before[x] = runs, end

    def flush(self) -> str:
        """The sequences that bring the terminal to what is wanted; nothing if it is there already."""
        if not self.width or not self.height:
            return ""
        cleared = not self._known
        if cleared:
            self._clear()
        shown, wanted = self._shown, self._wanted
        rows = [y for y in sorted(self._touched) if shown[y] != wanted[y]]
        self._touched.clear()
        if len(rows) > 2 and not cleared:
            rows = self._scrolled(rows)
        paint(self._brush, rows, self._shown, wanted)
        for y in rows:
            self._shown[y] = wanted[y]
        return self._brush.taken()

    def _clear(self) -> None:
        """Clear the terminal, in the ground that most of it will have where that is possible."""
        pens = "".join(row[1] for row in self._wanted)
        brush = self._brush
        brush.lost()
        brush.out.append("\x1b[r")
        blank = max(sorted(self._pens.erasable), key=pens.count)
        brush.draw_with(self._pens.drawing(blank))
        brush.go(0, 0)
        brush.out.append("\x1b[J")
        self._shown = [(self._blank[0], blank * self.width)] * self.height
        self._known = True

    def _scrolled(self, rows: list[int]) -> list[int]:
        """Scroll bands that stand elsewhere already; the rows that differ then."""
        from proftui.terminal.bands import best_band

        for _ in range(4):
            band = best_band(self._shown, self._wanted, self._blank)
            if band is None:
                break
            band.scroll(self._brush)
            self._shown = band.moved(self._shown, self._blank)
            rows = [y for y in range(self.height) if self._shown[y] != self._wanted[y]]
        return rows

    def _splice(self, x: int, y: int, text: str, pens: str) -> int:
        """Put cells into a row; where they end."""
        left = max(0, self.width - x)
        if text[left : left + 1] == TAIL:
            text, pens = self._without_half(text, pens, left - 1)
        if text[:1] == TAIL:
            text, pens = self._without_half(text, pens, 0)
        text, pens = text[:left], pens[:left]
        end = x + len(text)
        old_text, old_pens = self._wanted[y]
        if len(text) < self.width and text:
            if old_text[x] == TAIL:
                old_text, old_pens = self._without_half(old_text, old_pens, x - 1)
            if old_text[end : end + 1] == TAIL:
                old_text, old_pens = self._without_half(old_text, old_pens, end)
            text = old_text[:x] + text + old_text[end:]
            pens = old_pens[:x] + pens + old_pens[end:]
        if text and (text != self._wanted[y][0] or pens != self._wanted[y][1]):
            self._wanted[y] = text, pens
            self._touched.add(y)
        return end

    def _without_half(self, text: str, pens: str, x: int) -> Row:
        """The row with a blank at ``x``."""
        blank = self._pens.blanks[pens[x]]
        return f"{text[:x]} {text[x + 1 :]}", pens[:x] + blank + pens[x + 1 :]

    def _cells(self, runs: Runs) -> Row:
        """The characters and the pens of runs, cell by cell."""
        known, blanks = self._pens.id, self._pens.blanks
        texts: list[str] = []
        pens: list[str] = []
        for text, pen in runs:
            if not (text.isascii() and text.isprintable()) and not STEADY.issuperset(text):
                return self._odd_cells(runs)
            drawn = known(pen)
            texts.append(text)
            if " " in text:
                blank, body = blanks[drawn], text.strip(" ")
                pens.append(blank * text.find(body) if body else blank * len(text))
                if body:
                    pens.append(blank.join([drawn * len(word) for word in body.split(" ")]))
                    pens.append(blank * (len(text) - len(text.rstrip(" "))))
            else:
                pens.append(drawn * len(text))
        return "".join(texts), "".join(pens)

    def _odd_cells(self, runs: Runs) -> Row:
        """The characters and the pens of runs, of which not every character takes one cell."""
        cells: list[str] = []
        pens: list[str] = []
        for text, pen in runs:
            drawn = self._pens.id(pen)
            for character in text:
                width = _width(character)
                if width:
                    cells += (character if width > 0 else UNPRINTABLE, TAIL)[: abs(width)]
                    pens += (drawn, drawn)[: abs(width)]
                elif cells:
                    cells[-2 if cells[-1] == TAIL else -1] += character
        blanks = self._pens.blanks
        pens = [blanks[pen] if cell == " " else pen for cell, pen in zip(cells, pens, strict=True)]
        return "".join(cell if len(cell) == 1 else self._token(cell) for cell in cells), "".join(pens)

    def _token(self, cluster: str) -> str:
        """The character that stands for a character with its marks."""
        token = self._tokens.get(cluster)
        if token is None:
            code = _FIRST_CLUSTER + len(self._tokens)
            if code > _LAST_CLUSTER:
                return cluster[0]
            token = self._tokens[cluster] = chr(code)
            self._brush.clusters[code] = cluster
        return token


def _width(character: str) -> int:
    """Cells that a character takes; -1 for what is not to be sent to a terminal."""
    if character in STEADY:
        return 1
    if not character.isprintable():
        return -1
    from proftui.drawing.safe_text import cell_width

    return cell_width(character)

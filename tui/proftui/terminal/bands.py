"""Bands of rows that stand on the screen already, some rows further up or down."""

from __future__ import annotations

from _operator import ne

from proftui.terminal.brush import Brush, Row

LEAST_ROWS = 3
"""Rows that must differ before bands are looked for."""
_SETUP = 20
"""Bytes that scrolling takes, about."""
_BLANK_ROW = 20
"""Bytes that it takes to fill a blank row, on top of its text."""


class Band:
    """Rows ``top`` to ``bottom`` move ``by`` rows up, or down if that is negative."""

    def __init__(self, top: int, bottom: int, by: int) -> None:
        self.top, self.bottom, self.by = top, bottom, by

    def moved(self, rows: list[Row], blank: Row) -> list[Row]:
        """The rows of the screen after the band was scrolled."""
        band = rows[self.top : self.bottom + 1]
        blanks = [blank] * abs(self.by)
        band = band[self.by :] + blanks if self.by > 0 else blanks + band[: self.by]
        return rows[: self.top] + band + rows[self.bottom + 1 :]

    def scroll(self, brush: Brush) -> None:
        """Scroll the band; the rows that it bares are blank on the terminal's own ground."""
        brush.draw_with(brush.pens.plain)
        lines = f"\x1b[{abs(self.by) if abs(self.by) > 1 else ''}{'M' if self.by > 0 else 'L'}"
        if self.bottom == brush.height - 1:
            brush.go(0, self.top)
            brush.out.append(lines)
            return
        bottom = f";{self.bottom + 1}"
        brush.out.append(f"\x1b[{self.top + 1 if self.top else ''}{bottom}r")
        # It should be at home now and once more below, but not every terminal follows.
        brush.x = brush.y = -1
        feeds = (self.bottom, "\n" * self.by) if self.by > 0 else (self.top, "\x1bM" * -self.by)
        ways = [(self.top, lines), feeds]
        y, step = min(ways, key=lambda way: len(f"\x1b[{way[0] + 1}H" if way[0] else "") + len(way[1]))
        brush.go(0, y)
        brush.out += (step, "\x1b[r")
        brush.x = brush.y = -1


def best_band(shown: list[Row], wanted: list[Row], blank: Row) -> Band | None:
    """The band whose scrolling saves most, if any does."""
    height = len(wanted)
    differing = [y for y in range(height) if shown[y] != wanted[y]]
    if len(differing) < LEAST_ROWS:
        return None
    rows_like: dict[Row, list[int]] = {}
    for y, row in enumerate(shown):
        rows_like.setdefault(row, []).append(y)
    votes: dict[int, list[int]] = {}
    for y in differing:
        stands_in = rows_like.get(wanted[y], ())
        # Rows that are on the screen many times say nothing about where the others went.
        if len(stands_in) < 4:
            for former in stands_in:
                votes.setdefault(former - y, []).append(y)
    best, most = None, 0
    for by in sorted(votes, key=lambda by: -len(votes[by]))[:3]:
        for band in _bands(votes[by], by):
            saved = _saved(band, shown, wanted, blank)
            if saved > most:
                best, most = band, saved
    return best


def _bands(moved: list[int], by: int) -> list[Band]:
    """All rows that moved alike with what is between them, and the longest stretch without a gap."""
    first = last = start = moved[0]
    for position, y in enumerate(moved):
        if position and y != moved[position - 1] + 1:
            start = y
        if y - start > last - first:
            first, last = start, y
    spans = {(moved[0], moved[-1]), (first, last)}
    return [Band(start + min(by, 0), end + max(by, 0), by) for start, end in sorted(spans)]


def _saved(band: Band, shown: list[Row], wanted: list[Row], blank: Row) -> int:
    """About how many bytes scrolling saves."""
    after = band.moved(shown, blank)
    saved = -_SETUP
    for y in range(band.top, band.bottom + 1):
        if after[y] != shown[y]:
            saved += _cost(shown[y], wanted[y]) - _cost(after[y], wanted[y], after[y] is blank)
    return saved


def _cost(old: Row, new: Row, blank: bool = False) -> int:
    if old == new:
        return 0
    if blank:
        return _BLANK_ROW + len(new[0]) - new[0].count(" ")
    differing: int = sum(map(ne, old[0], new[0])) or sum(map(ne, old[1], new[1]))
    return 7 + differing

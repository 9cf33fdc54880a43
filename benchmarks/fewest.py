"""The bytes that a change of the screen needs: those a careful program in the manner of curses would send.

Cells that changed are written in runs; a gap of up to five cells is written over, a longer one is skipped.
The first run of a row is reached by an absolute move, blanks are erased, colours change by the shorter of
what differs and everything. First, a band of rows may be scrolled where that makes it less. No proof
that there is nothing shorter: a measure that does not depend on the program measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from benchmarks.emulator import PLAIN, Attribute, Snapshot

_GAP = 5
_LONG_BLANK = 8
_SHOWS_ON_BLANKS = 1 << 4 | 1 << 7 | 1 << 9
_WORTH_SCROLLING = 40


def changed_cells(before: Snapshot, after: Snapshot) -> int:
    """How many cells look different."""
    return sum(
        old != new or old_look != new_look
        for old_row, new_row, old_looks, new_looks in zip(
            before[0], after[0], before[1], after[1], strict=True
        )
        for old, new, old_look, new_look in zip(old_row, new_row, old_looks, new_looks, strict=True)
    )


def fewest_bytes(before: Snapshot, after: Snapshot) -> int:
    """For that change, with or without scrolling first."""
    best = _redrawn(before, after)
    if best <= _WORTH_SCROLLING:
        return best
    for by in range(1 - len(after[0]), len(after[0])):
        band = _longest_band(before, after, by)
        if len(band) > 2:
            top, bottom = min(band[0], band[0] + by), max(band[-1], band[-1] + by)
            prelude = len(f"\x1b[{top + 1};{bottom + 1}r\x1b[{abs(by)}S\x1b[r")
            best = min(best, prelude + _redrawn(_scrolled(before, top, bottom, by), after))
    return best


def _longest_band(before: Snapshot, after: Snapshot, by: int) -> range:
    """The most adjacent rows of ``after`` that stood ``by`` rows further down."""
    rows = len(after[0])
    longest = range(0)
    start = None
    for y in range(rows + 1):
        from_y = y + by
        same = (
            y < rows
            and 0 <= from_y < rows
            and by != 0
            and after[0][y] == before[0][from_y]
            and after[1][y] == before[1][from_y]
        )
        if same and start is None:
            start = y
        elif not same and start is not None:
            longest = max(longest, range(start, y), key=len)
            start = None
    return longest


def _scrolled(screen: Snapshot, top: int, bottom: int, by: int) -> Snapshot:
    characters, attributes = screen[0][:], screen[1][:]
    columns = len(characters[0])
    for y in range(top, bottom + 1):
        inside = top <= y + by <= bottom
        characters[y] = screen[0][y + by] if inside else [" "] * columns
        attributes[y] = screen[1][y + by] if inside else [PLAIN] * columns
    return characters, attributes


def _redrawn(before: Snapshot, after: Snapshot) -> int:
    """Without scrolling."""
    cost, now = 0, PLAIN
    for y, rows in enumerate(zip(before[0], before[1], after[0], after[1], strict=True)):
        if rows[0] == rows[2] and rows[1] == rows[3]:
            continue
        more, now = _row(y, *rows, now)
        cost += more
    return cost + (len("\x1b[m") if now != PLAIN else 0)


def _row(
    y: int,
    old: Sequence[str],
    old_looks: Sequence[Attribute],
    new: Sequence[str],
    looks: Sequence[Attribute],
    now: Attribute,
) -> tuple[int, Attribute]:
    """The bytes for one row, and the attribute that is on after it."""
    cost, last = 0, -1
    changed = [x for x in range(len(new)) if new[x] != old[x] or looks[x] != old_looks[x]]
    for first, end in _runs(changed):
        cost += len(f"\x1b[{y + 1};{first + 1}H") if last < 0 else len(f"\x1b[{first - last}C")
        last = end
        x = first
        while x < end:
            cost += _change(now, looks[x])
            now = looks[x]
            blanks = x
            while blanks < end and new[blanks] == " " and looks[blanks] == now:
                blanks += 1
            if blanks - x > _LONG_BLANK and not now[2] & _SHOWS_ON_BLANKS:
                cost += len("\x1b[K") if blanks == len(new) else len(f"\x1b[{blanks - x}X\x1b[{blanks - x}C")
                x = blanks
            else:
                cost += len(new[x].encode())
                x += 1
    return cost, now


def _runs(changed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """From and before which cell, taking short gaps along."""
    first = last = changed[0]
    for x in changed[1:]:
        if x - last > _GAP:
            yield first, last + 1
            first = x
        last = x
    yield first, last + 1


@lru_cache(maxsize=1 << 16)
def _change(old: Attribute, new: Attribute) -> int:
    """The bytes of the shortest SGR sequence from one attribute to another."""
    if old == new:
        return 0
    whole = len("\x1b[m") if new == PLAIN else len("\x1b[0;" + ";".join(_codes(new)) + "m")
    if old[2] & ~new[2]:
        return whole
    text = "" if new[0] == old[0] else new[0] or "39"
    ground = "" if new[1] == old[1] else new[1] or "49"
    return min(whole, len("\x1b[" + ";".join(_codes((text, ground, new[2] & ~old[2]))) + "m"))


def _codes(attribute: Attribute) -> list[str]:
    text, ground, style = attribute
    codes = [str(number) for number in range(1, 10) if style & 1 << number]
    return codes + [code for code in (text, ground) if code]

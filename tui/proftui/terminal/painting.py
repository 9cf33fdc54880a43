"""Which cells of which rows are written, with which pen and in which order."""

from __future__ import annotations

from _operator import ne

from proftui.terminal.brush import STEADY, WORTH_ERASING, Brush, Row
from proftui.terminal.pens import Pens

Piece = tuple[int, int, int, str]
"""Row, first cell, cell after the last, and pen; a piece that ends at 0 erases the rest of the row."""

_COMING_BACK = 3
"""Bytes that it takes to go to a piece later, about; most pieces need a move anyway."""


def paint(brush: Brush, rows: list[int], shown: list[Row], wanted: list[Row]) -> None:
    """Write what differs in some rows."""
    pieces: list[Piece] = []
    for y in rows:
        _plan(brush.pens, y, shown[y], wanted[y], pieces)
    grounds = brush.pens.grounds
    for y, start, end, pen in _in_order(brush, pieces, wanted):
        row = wanted[y]
        brush.reach(start, y, row, pen)
        if pen in grounds:
            brush.draw_blanks(pen)
        elif pen != brush.pen:
            brush.draw_with(pen)
        if end:
            brush.write(start, end, row)
        else:
            brush.out.append("\x1b[K")


def _plan(known: Pens, y: int, old: Row, new: Row, pieces: list[Piece]) -> None:
    """Add the pieces of a row that differ."""
    pens, width = new[1], len(new[1])
    marks = _differences(old, new)
    first = marks.find(1)
    if first < 0:
        return
    blank = known.blanks[pens[-1]]
    if blank in known.erasable:
        written = width - first - pens.count(blank, first)
        if marks.count(1) - written > WORTH_ERASING and _one_ground(known, pens[first:]):
            pieces.append((y, first, 0, blank))
            marks = bytes(first) + bytes(map(ne, blank * (width - first), pens[first:]))
            first = marks.find(1)
        tail = len(pens.rstrip(blank))
        if marks.rfind(1) - tail > 2:
            # The rest of the row is blank: it is erased at once.
            start = max(tail, first)
            marks = marks[:start] + b"\1" * (width - start)
    while first >= 0:
        end = marks.find(0, first)
        if end < 0:
            end = width
        _cut(known, y, first, end, pens, pieces)
        first = marks.find(1, end)


def _cut(known: Pens, y: int, start: int, end: int, pens: str, pieces: list[Piece]) -> None:
    """Add pieces of one pen each; blanks go with the text before them, else with that after them."""
    blanks, grounds = known.blanks, known.grounds
    while start < end:
        pen = pens[start]
        if pen in grounds:
            stop = end - len(pens[start:end].lstrip(pen))
            if stop < end and blanks[pens[stop]] == pen:
                pen = pens[stop]
                stop = end - len(pens[stop:end].lstrip(pen + blanks[pen]))
        else:
            stop = end - len(pens[start:end].lstrip(pen + blanks[pen]))
        pieces.append((y, start, stop, pen))
        start = stop


def _one_ground(known: Pens, pens: str) -> bool:
    return len({known.blanks[pen] for pen in set(pens)}) == 1


def _differences(old: Row, new: Row) -> bytes:
    """For each cell 1 where the rows differ, else 0."""
    if old[0] == new[0]:
        return bytes(map(ne, old[1], new[1]))
    text = bytes(map(ne, old[0], new[0]))
    if old[1] == new[1]:
        return text
    pens = bytes(map(ne, old[1], new[1]))
    return (int.from_bytes(text, "big") | int.from_bytes(pens, "big")).to_bytes(len(text), "big")


def _in_order(brush: Brush, pieces: list[Piece], wanted: list[Row]) -> list[Piece]:
    """The pieces row by row, or pen by pen where changes of pens take more than going back and forth."""
    known = brush.pens
    present = pen = brush.pen or known.plain
    changes: list[int] = []
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        new = piece[3]
        groups.setdefault(new, []).append(piece)
        if new != pen and new not in known.grounds:
            changes.append(len(known.change(pen, new)))
            pen = new
    order, cost = _chain(known, present, [pen for pen in groups if pen not in known.grounds])
    if sum(changes) - cost <= _COMING_BACK * (len(changes) - len(order)):
        return pieces
    # Where terminals may disagree about widths, what is on the right is written last.
    odd = {y for y in {piece[0] for piece in pieces} if not STEADY.issuperset(wanted[y][0])}
    ordered: list[Piece] = []
    for pen in order:
        ground = known.blanks[pen]
        loose = groups.pop(ground, None) if ground in known.grounds else None
        ordered += sorted(groups[pen] + loose) if loose else groups[pen]
    for pen, loose in groups.items():
        if pen in known.grounds:
            ordered += loose
    if odd:
        ordered = [piece for piece in ordered if piece[0] not in odd]
        ordered += [piece for piece in pieces if piece[0] in odd]
    return ordered


def _chain(known: Pens, pen: str, waiting: list[str]) -> tuple[list[str], int]:
    """Pens in an order of short changes from one to the next, and the bytes that these take."""
    order: list[str] = []
    cost = 0
    while waiting:
        steps = [len(known.change(pen, new)) for new in waiting]
        step = min(steps)
        cost += step
        pen = waiting.pop(steps.index(step))
        order.append(pen)
    return order, cost

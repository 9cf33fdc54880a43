"""Text from a profile, made safe to draw and measured in cells of the terminal.

Names and paths are data of unknown origin: nothing in :data:`Clean` text is what a terminal would act
on, or of a width that terminals disagree about. Only this module makes it, and what is drawn is made of
it, so that the type checker finds text that gets to the screen as it came.
"""

from __future__ import annotations

import unicodedata

from proftui.drawing.glyphs import ELLIPSIS, OUR_GLYPHS
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NewType

    Clean = NewType("Clean", str)
else:
    # Whoever has no type checker to ask needs no module for types either.
    Clean = str

_MARKS_IN_A_ROW = 2
_MOST_REMEMBERED = 4096

_DOUBTFUL = (
    (0x1160, 0x1160),  # Hangul fillers draw nothing
    (0x2630, 0x2637),  # trigrams: wide since Unicode 16
    (0x268A, 0x268F),
    (0x3164, 0x3164),
    (0x4DC0, 0x4DFF),  # hexagrams, likewise
    (0xFE00, 0xFE0F),  # variation selectors change the width of what stands before them
    (0xFFA0, 0xFFA0),
    (0x1171E, 0x1171E),  # became a spacing mark in Unicode 16
    (0x1D300, 0x1D376),
    (0x1F1E6, 0x1F1FF),  # regional indicators: two make one flag, or do not
    (0x1F3FB, 0x1F3FF),  # skin tones: a cell of their own, or none
    (0xE0100, 0xE01EF),
)
_JAMO_BELOW_THE_FIRST = ((0x1161, 0x11FF), (0xD7B0, 0xD7FF))


def clean(s: str, limit: int = 300) -> Clean:
    r"""Make ``s`` safe to draw: at most ``limit`` printable characters, each of undoubted width.

    What is not printable is written as ``repr`` writes it (``\x1b``, ``\u202e``), and so are
    further combining marks after two in a row and characters whose width depends on the terminal.
    The work is bounded by ``limit``, whatever the length of ``s``.
    """
    head = s[: max(limit, 0) + 1]
    if head.isascii() and head.isprintable():
        return Clean(head if len(head) <= limit else head[: max(limit - 1, 0)] + ELLIPSIS[: max(limit, 0)])
    return Clean(_joined(_pieces(head), limit))


def cleaned(s: str) -> Clean:
    """All of ``s`` as :func:`clean` writes it; what is clean stays as it is."""
    if (s.isascii() and s.isprintable()) or all(map(_plain, s)):
        return Clean(s)
    return Clean("".join(_pieces(s)))


def composed(s: str) -> Clean:
    """What Textual has composed and measured: our lines, which are clean, and what the user types.

    It keeps its width, so that the prompt's cursor stands right; for what a terminal would act on, cells
    send ``?``.
    """
    return Clean(s)


def cell_width(s: str) -> int:
    """Cells that cleaned text takes in a terminal."""
    # Most of what is not ASCII was cut.
    if s.isascii() or s.replace(ELLIPSIS, "").isascii():
        return len(s)
    cells = len(s)
    for character in s:
        # What we draw with ourselves is one cell wide, most of the rest too.
        if character > "\u02ff" and character not in OUR_GLYPHS:
            cells += _width(character) - 1
    return cells


def cut_end(s: str, cells: int) -> str:
    """Keep the head of ``s``, ending in ``…``, when it is wider than ``cells``."""
    if cell_width(s) <= cells:
        return s
    if cells <= 0:
        return ""
    return s[: _fitting(s, cells - 1)] + ELLIPSIS


def cut_start(s: str, cells: int) -> str:
    """Keep the tail of ``s``, beginning with ``…``, when it is wider than ``cells``."""
    if cell_width(s) <= cells:
        return s
    if cells <= 0:
        return ""
    left, start = cells - 1, len(s)
    while start and (width := _width(s[start - 1])) <= left:
        left -= width
        start -= 1
    while start < len(s) and not _width(s[start]):  # a mark would land on the ellipsis
        start += 1
    return ELLIPSIS + s[start:]


def cut_middle(s: str, cells: int) -> str:
    """The ends, more of the last one, as wide as ``cells`` at most: ``Thread…-0_3 1549``."""
    if cell_width(s) <= cells or cells < 4:
        return cut_end(s, cells)
    head = cells // 3
    return cut_end(s, head) + cut_start(s, cells - head + 1).removeprefix(ELLIPSIS)


def pad(s: str, cells: int) -> str:
    """Exactly ``cells`` cells: the head of ``s``, then blanks."""
    text = cut_end(s, cells)
    return text + " " * (cells - cell_width(text))


def pad_start(s: str, cells: int) -> str:
    """Exactly ``cells`` cells: blanks, then the tail of ``s``."""
    text = cut_start(s, cells)
    return " " * (cells - cell_width(text)) + text


def _fitting(s: str, cells: int) -> int:
    """How many characters of ``s`` fit, with the marks that belong to the last one."""
    for position, character in enumerate(s):
        cells -= _width(character)
        if cells < 0:
            return position
    return len(s)


def _pieces(s: str) -> list[str]:
    """Each character of ``s`` as it is drawn."""
    pieces: list[str] = []
    marks = 0
    for character in s:
        marks = 0 if _width(character) else marks + 1
        keep = marks <= _MARKS_IN_A_ROW and _undoubted(character)
        pieces.append(character if keep else character.encode("unicode_escape").decode("ascii"))
    return pieces


def _joined(pieces: list[str], limit: int) -> str:
    """The pieces, capped in length, without cutting an escape in two."""
    text = "".join(pieces)
    if len(text) <= limit:
        return text
    length = 0
    for position, piece in enumerate(pieces):
        length += len(piece)
        if length >= limit:
            return "".join(pieces[:position]) + ELLIPSIS[: max(limit, 0)]
    return text


class _Remembered(dict[str, int]):
    """What is known of characters, by character."""

    def __init__(self, find: Callable[[str], int]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, character: str) -> int:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        known = self[character] = self.find(character)
        return known


def _is_undoubted(character: str) -> bool:
    """Whether terminals agree on what the character looks like."""
    if character.isascii():
        return character.isprintable()
    if not character.isprintable() or unicodedata.category(character) == "Mc":
        return False
    if unicodedata.combining(character) == 9:  # viramas join what stands around them
        return False
    return not _within(_DOUBTFUL, ord(character))


def _width_of(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    if _within(_JAMO_BELOW_THE_FIRST, ord(character)):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _within(ranges: tuple[tuple[int, int], ...], code: int) -> bool:
    return any(first <= code <= last for first, last in ranges)


_undoubted = _Remembered(_is_undoubted).__getitem__
_width = _Remembered(_width_of).__getitem__
_plain = _Remembered(lambda character: _undoubted(character) and _width(character) > 0).__getitem__
"""Whether a character is drawn as it is, wherever it stands: no mark that belongs to the one before."""

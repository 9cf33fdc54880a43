"""A line of source as drawn: tabs, odd characters, syntax, matches, scrolling sideways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, groupby

from proftui.drawing.glyphs import ELLIPSIS
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean

TAB = 4
LONGEST = 1000
"""Characters of a line that are drawn at most."""


def code_text(text: str) -> str:
    """A line of source as drawn: tabs expanded, cleaned, very long lines capped."""
    return "".join(_pieces(text))


def drawn_line(
    text: str,
    ranges: Iterable[tuple[int, int, str]],
    matches: Iterable[tuple[int, int]],
    shift: int,
    base_role: str = "text",
) -> list[Span]:
    """A line of source from cell ``shift`` on, with its syntax and what a search found in it.

    Args:
        text: the raw line.
        ranges: syntax, in characters of the raw line (see :mod:`proftui.views.source.highlight`).
        matches: what was found, in characters of ``code_text(text)``; they win over the syntax.
        shift: cells that are scrolled away; a wide character cut in two gives way to a blank.
        base_role: the role of all other characters.
    """
    pieces = _pieces(text)
    code = "".join(pieces)
    roles = [base_role] * len(code)
    ends = range(len(code) + 1) if pieces is text else list(accumulate(map(len, pieces), initial=0))
    for start, end, role in ranges:
        _fill(roles, ends[min(start, len(pieces))], ends[min(end, len(pieces))], role)
    for start, end in matches:
        _fill(roles, start, end, "match")
    at, blanks = _scrolled_to(code, shift)
    spans = [Span(" " * blanks, base_role)] if blanks else []
    for role, positions in groupby(range(at, len(code)), key=lambda i: _role_at(code, roles, at, i)):
        chosen = list(positions)
        spans.append(Span(code[chosen[0] : chosen[-1] + 1], role))
    return spans


def _fill(roles: list[str], start: int, end: int, role: str) -> None:
    end = min(end, len(roles))
    if start < end:
        roles[start:end] = [role] * (end - start)


def _role_at(code: str, roles: Sequence[str], first: int, position: int) -> str:
    """The role of a character; marks are drawn with the character that they stand on."""
    while position > first and not cell_width(code[position]):
        position -= 1
    return roles[position]


def _scrolled_to(code: str, shift: int) -> tuple[int, int]:
    """The first character right of cell ``shift``, and how many cells before it the last one leaves half."""
    cells = at = 0
    while at < len(code) and (cells < shift or (shift > 0 and not cell_width(code[at]))):
        cells += cell_width(code[at])
        at += 1
    return at, max(0, cells - shift)


def _pieces(text: str) -> Sequence[str]:
    """Each character of ``text`` as it is drawn; the text itself where that is the same."""
    if text.isascii() and text.isprintable() and len(text) <= LONGEST:
        return text
    pieces: list[str] = []
    before, column, length = "", 0, 0
    for character in text:
        if character == "\t":
            piece = " " * (TAB - column % TAB)
        elif " " <= character <= "~":
            piece = character
        else:
            piece = _piece(before, character)
        if length + len(piece) > LONGEST:
            return _capped(pieces, length)
        pieces.append(piece)
        length += len(piece)
        column += cell_width(piece)
        before = before[-2:] + character if not cell_width(character) else character
    return pieces


def _capped(pieces: list[str], length: int) -> list[str]:
    """Shortened at the end for the mark that there is more."""
    while length >= LONGEST:
        length -= len(pieces.pop())
    return [*pieces, ELLIPSIS]


@lru_cache(maxsize=4096)
def _piece(before: str, character: str) -> str:
    """A character as it is drawn after ``before``, its base and marks, as many as matter."""
    return clean(before + character)[len(clean(before)) :]

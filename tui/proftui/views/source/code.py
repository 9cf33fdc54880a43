"""A line of source as drawn: tabs, odd characters, syntax, matches, scrolling sideways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean

TAB = 4
LONGEST = 1000
"""Characters of a line that are drawn at most."""


def code_text(text: str) -> str:
    """A line of source as drawn: tabs expanded, cleaned, very long lines capped."""
    return clean(text[: LONGEST + 1].expandtabs(TAB), LONGEST)


def drawn_line(
    code: str,
    ranges: Iterable[tuple[int, int, str]],
    matches: Iterable[tuple[int, int]],
    shift: int,
    base_role: str = "text",
) -> list[Span]:
    """A line of source from cell ``shift`` on, with its syntax and what a search found in it.

    Args:
        code: the line as :func:`code_text` writes it.
        ranges: its syntax (see :mod:`proftui.views.source.highlight`).
        matches: what was found; they win over the syntax.
        shift: cells that are scrolled away; a wide character cut in two gives way to a blank.
        base_role: the role of all other characters.
    """
    roles = [base_role] * len(code)
    for start, end, role in (*ranges, *((*match, "match") for match in matches)):
        end = min(end, len(code))
        roles[start:end] = [role] * (end - start)
    at, blanks = _scrolled_to(code, shift)
    spans = [Span(" " * blanks, base_role)] if blanks else []
    for role, positions in groupby(range(at, len(code)), key=lambda i: _role_at(code, roles, at, i)):
        chosen = list(positions)
        spans.append(Span(code[chosen[0] : chosen[-1] + 1], role))
    return spans


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

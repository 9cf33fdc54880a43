"""The glyphs that frames, bars and marks are drawn with, and their forms in ASCII."""

from __future__ import annotations

ELLIPSIS = "…"
"""Stands for what was cut away; one cell. In ASCII it is ``..``, which takes a neighbour's cell."""
ARROW = "→"
"""Stands before what is called."""

ASCII_FORMS = {
    "→ ": "->",
    "± ": "+-",
    "← ": "<-",
    " ±": "+-",
    "±": "+",
    **dict.fromkeys("▏▎▍▌", " "),
    **dict.fromkeys("▋▊▉█", "#"),
    **dict.fromkeys("─━–—−", "-"),
    **dict.fromkeys("▸→›", ">"),
    **dict.fromkeys("←‹↵", "<"),
    **dict.fromkeys("▴↑", "^"),
    **dict.fromkeys("▾↓", "v"),
    "·": ".",
    "↻": "@",
    "≈": "~",
    "│": "|",
    "×": "x",
    "÷": "/",
    "Δ": "d",
    "µ": "u",
    **dict.fromkeys("•■●", "*"),
    "○": "o",
    "░": ":",
}
"""By glyph, or by a glyph and the blank behind it; as many cells as it takes."""

OUR_GLYPHS = frozenset("".join(ASCII_FORMS)) - {" "} | {ELLIPSIS}
"""One cell each."""

_PAIRS = tuple((glyphs, form) for glyphs, form in ASCII_FORMS.items() if len(glyphs) == 2)
_SINGLE = str.maketrans({glyph: form for glyph, form in ASCII_FORMS.items() if len(glyph) == 1})


def in_ascii(text: str) -> str:
    """``text`` with our glyphs in ASCII, cell for cell; what else is not ASCII stays."""
    if text.isascii():
        return text
    for glyphs, form in _PAIRS:
        text = text.replace(glyphs, form)
    return _dotted(text.translate(_SINGLE))


def _dotted(text: str) -> str:
    """Each ``…`` as ``..``: a blank beside it gives its cell, else a letter of what was cut; else ``.``."""
    at = text.find(ELLIPSIS)
    while at >= 0:
        before, after = text[max(0, at - 2) : at], text[at + 1 : at + 2]
        start, end = at, at + 1
        if before == "  " or (before.endswith(" ") and after.isdigit()):
            start -= 1
        elif after.isascii() and (after.isalpha() or after in ("/", "\\", "_", "<")):
            end += 1
        elif before and before.isascii() and before[-1] not in "|\n":
            start -= 1
        text = f"{text[:start]}{'.' * (end - start)}{text[end:]}"
        at = text.find(ELLIPSIS)
    return text

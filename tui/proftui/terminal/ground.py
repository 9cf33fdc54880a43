"""The colour that lies under a terminal's text: asked for, and the answer found in what is typed."""

from __future__ import annotations

ASK_GROUND = "\x1b]11;?\x1b\\"
"""Asks the terminal for the colour of its ground (OSC 11)."""
_BEGINS = b"\x1b]11;rgb:"


def answer(typed: bytes) -> tuple[tuple[float, float, float] | None, bytes]:
    """The colour that a terminal has reported, parts 0 to 1, and what was typed beside it."""
    start = typed.find(_BEGINS)
    if start < 0:
        return None, typed
    for end in (b"\x1b\\", b"\x07"):
        stop = typed.find(end, start)
        parts = typed[start + len(_BEGINS) : stop].split(b"/")
        if stop < 0 or len(parts) != 3 or not all(_is_part(part) for part in parts):
            continue
        red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
        return (red, green, blue), typed[:start] + typed[stop + len(end) :]
    return None, typed


def _is_part(text: bytes) -> bool:
    return 1 <= len(text) <= 4 and not text.strip(b"0123456789abcdefABCDEF")

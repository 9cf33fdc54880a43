"""Text of a file: UTF-8, or what PowerShell writes, UTF-16 with a byte order mark."""

from __future__ import annotations

from collections.abc import Iterator

import proftui_parsers.messages as messages
from proftui_parsers.files import UTF16
from proftui_parsers.profile import ProfileError

LONGEST_LINE = 4 << 20
"""Bytes; the longest of a recording has the 100,000 frames of a runaway recursion."""
_WINDOW = 256 << 10


def text_of(data: bytes, *, cut: bool = False) -> str:
    """The text, with U+FFFD for what is none. ``cut``: only its beginning."""
    if data.startswith(UTF16):
        return data.decode("utf-16", "replace")
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    return text.rstrip("\ufffd") if cut else text


def lines_of(data: bytes) -> Iterator[tuple[list[str], float]]:
    """The lines of a text, some at a time, each time with the share of it that is told then.

    ProfileError: one of its lines is longer than any of a recording.
    """
    if data.startswith(UTF16):
        data = text_of(data).encode("utf-8", "replace")
    at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    # As Macs once wrote them.
    has_only_returns = b"\n" not in data and b"\r" in data
    end_of_line = b"\r" if has_only_returns else b"\n"
    while at < len(data):
        cut = data.rfind(end_of_line, at, at + _WINDOW)
        if cut < 0:
            cut = data.find(end_of_line, at, at + LONGEST_LINE)
        if cut < 0:
            cut = len(data)
        if cut - at > max(LONGEST_LINE, _WINDOW):
            raise ProfileError(messages.LINE_TOO_LONG.format(LONGEST_LINE))
        text = data[at:cut].decode("utf-8", "replace")
        at = cut + 1
        yield text.split("\r" if has_only_returns else "\n"), min(at / len(data), 1.0)

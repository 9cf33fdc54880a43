"""What readers of binary data share: errors that say where, numbers that fit a column, texts of any bytes."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.profile import ProfileError

LARGEST = 2**63 - 1
"""The largest number that fits a column."""


class DamagedError(ProfileError):
    """A byte that cannot be where it is."""

    def __init__(self, position: int) -> None:
        super().__init__(messages.IS_DAMAGED.format(position))


class CutOffError(ProfileError):
    """The file ends inside a value."""


def clipped(value: int) -> int:
    """The value, or the nearest one that fits a signed 64-bit column."""
    return max(-LARGEST - 1, min(LARGEST, value))


def small(line: int) -> int:
    """The line number, or the nearest that fits 32 bits."""
    return max(-(2**31), min(2**31 - 1, line))


def decoded(raw: bytes) -> str:
    """Text of a byte string of Python 2: UTF-8 where it is, and no byte lost where it is not."""
    try:
        return str(raw, "utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return str(raw, "utf-8", "surrogateescape")

"""Numbers in binary files of profiling.sampling: seven bits a byte, the low ones first, many at once too."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 10
"""Bytes of a number."""
_ENDS = bytes(range(0x80))
"""Bytes with which a number ends."""


class NoNumber(Exception):
    """What stands there is no number."""


def number(data: bytes, at: int) -> tuple[int, int]:
    """A number and where it ends; IndexError: the data ends in it."""
    value = data[at]
    at += 1
    if value < 0x80:
        return value, at
    value &= 0x7F
    for shift in range(7, 7 * LONGEST, 7):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise NoNumber


def past_numbers(data: bytes, at: int, count: int) -> int:
    """Where so many numbers end; IndexError: the data ends in them."""
    last = at + LONGEST * count
    while count:
        part = data[at : at + count]
        if len(part) < count:
            raise IndexError
        at += count
        if at > last:
            raise NoNumber
        # Each byte that ends no number belongs to one that is still to end.
        count = 0 if part.isascii() else len(part.translate(None, _ENDS))
    return at


def numbers(data: bytes) -> Sequence[int]:
    """All numbers, where nothing else is in the data."""
    if data.isascii():
        return data
    found, value, shift = [], 0, 0
    for byte in data:
        if byte < 0x80:
            found.append(value | byte << shift)
            value = shift = 0
        else:
            value |= (byte & 0x7F) << shift
            shift += 7
            if shift >= 7 * LONGEST:
                raise NoNumber
    return found

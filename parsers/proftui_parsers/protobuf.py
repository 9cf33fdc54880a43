"""Whether binary data is a pprof profile: a message of protocol buffers with the fields that one has."""

from __future__ import annotations

import sys

_PROFILE = "mmmmmmnnnnmnmnn"
"""How each of its fields, from the first on, is written: as a message or text, or as a number."""
_PARTS = {1: "nn", 2: "bbm", 3: "nnnnnnnnnn", 4: "nnnmn", 5: "nnnnn", 11: "nn"}
"""The same of its parts: sample type, sample (numbers one by one or together), mapping and so on."""
_KINDS = {0: "nb", 2: "mb"}
_ENOUGH = 3
"""Fields, those of parts included, that are no accident."""
_MOST = 64
"""Fields that are looked at."""
_LONGEST = 10
"""Bytes of a number."""


def is_pprof(data: bytes) -> bool:
    """Whether data, which may be cut off anywhere, begins with fields of a pprof profile."""
    return _fields(data, 0, sys.maxsize, _PROFILE) >= _ENOUGH


def _fields(data: bytes, at: int, end: int, known: str) -> int:
    """How many fields there are up to ``end``, or up to what is none; 0 in a part that has something else."""
    count = 0
    whole = known is _PROFILE
    while at < min(end, len(data)) and count < _MOST:
        number, kind = data[at] >> 3, _KINDS.get(data[at] & 7, "-")
        value, start = _number(data, at + 1)
        if not 0 < number <= len(known) or known[number - 1] not in kind or value < 0:
            return count if whole else 0
        at = start + value if "m" in kind else start
        if at > end:
            return 0
        count += 1
        if whole and number in _PARTS:
            inside = _fields(data, start, at, _PARTS[number])
            if start < at and not inside:
                return count - 1
            count += inside
    return count


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of any length and where it ends; −1 where there is none."""
    value = 0
    for shift, byte in enumerate(data[at : at + _LONGEST]):
        value |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return value, at + shift + 1
    return -1, at

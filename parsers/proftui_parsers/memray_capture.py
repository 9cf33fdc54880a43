"""What a capture of memray says at its beginning, be it plain or in the first block of LZ4.

``memray`` and a zero, the version of the format, that of Python, whether native frames were recorded, how;
four numbers of 8 bytes; the command line up to a zero. The records behind it change with each version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import proftui_parsers.messages as messages

LZ4 = b"\x04\x22\x4d\x18"
_HEAD = re.compile(rb"memray\0(.).{5}(.)(.).{33}\0*([^\0]{,200})", re.DOTALL)
_FIRST_BLOCK, _MOST = 11, 4096


def describe(data: bytes) -> str:
    """What a capture is, in a sentence that goes on after the name of the file; empty: it is none."""
    head = _HEAD.match(_unpacked(iter(data[_FIRST_BLOCK:_MOST])) if data.startswith(LZ4) else data)
    if head is None:
        return ""
    (version,), (minor,), (major,), command = head.groups()
    return messages.IS_MEMRAY_CAPTURE.format(version, major, minor, command.decode("utf-8", "replace"))


def _unpacked(block: Iterator[int]) -> bytes:
    """What is in the beginning of a block: bytes as they are, and how far back, and how long, they repeat."""
    made = bytearray()
    for token in block:
        made += bytes(islice(block, _length(token >> 4, block)))
        back = next(block, 0) + 256 * next(block, 0)
        if not 0 < back <= len(made):
            break
        for _ in range(_length(token & 15, block) + 4):
            made.append(made[-back])
    return bytes(made)


def _length(length: int, block: Iterator[int]) -> int:
    more = 255 if length == 15 else 0
    while more == 255:
        more = next(block, 0)
        length += more
    return length

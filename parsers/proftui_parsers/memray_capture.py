"""What a capture of memray says at its beginning, be it plain or in the first block of LZ4.

``memray`` and a zero, the version of the format, that of Python, whether native frames were recorded, how;
four numbers of 8 bytes; the command line up to a zero. The records behind it change with each version.
"""

from __future__ import annotations

import struct

import proftui_parsers.messages as messages

MAGICS = _MEMRAY, _LZ4 = b"memray\0", b"\x04\x22\x4d\x18"
_NUMBERS = struct.Struct("<7xiI")
_COMMAND_AT, _LONGEST, _MOST = 48, 200, 4096


def describe(data: bytes) -> str:
    """What a file is that begins with one of :data:`MAGICS`, in a sentence that goes on after its name."""
    head = _unpacked(data) if data.startswith(_LZ4) else data[:_MOST]
    said = []
    if head.startswith(_MEMRAY) and len(head) > _COMMAND_AT:
        version, python = _NUMBERS.unpack_from(head)
        said.append(messages.CAPTURED_BY.format(version, python >> 24, python >> 16 & 255))
        command = head[_COMMAND_AT:].lstrip(b"\0").partition(b"\0")[0].decode("utf-8", "replace")[:_LONGEST]
        said += [f"`{command}`"] if command.isprintable() and command else []
    elif head and not _MEMRAY.startswith(head[:7]):
        return messages.IS_ARCHIVE
    return messages.IS_MEMRAY_CAPTURE.format(f" ({', '.join(said)})" if said else "")


def _unpacked(data: bytes) -> bytes:
    """The beginning of what is in the first block of an LZ4 frame, as far as that can be read."""
    flags = data[4] if len(data) > 4 else 0
    at = 7 + 8 * (flags >> 3 & 1) + 4 * (flags & 1)
    size = int.from_bytes(data[at : at + 4], "little")
    block, out, at = data[at + 4 : at + 4 + (size & 0x7FFFFFFF)][: 16 * _MOST], bytearray(), 0
    if size >> 31:
        return block[:_MOST]
    while at < len(block) and len(out) < _MOST:
        token = block[at]
        literals, at = _length(block, at + 1, token >> 4)
        out += block[at : at + literals]
        back = int.from_bytes(block[at + literals : at + literals + 2], "little")
        if not 0 < back <= len(out):
            break
        again, at = _length(block, at + literals + 2, token & 15)
        for _ in range(min(again + 4, _MOST)):
            out.append(out[-back])
    return bytes(out[:_MOST])


def _length(block: bytes, at: int, length: int) -> tuple[int, int]:
    """A length of which these are the first four bits, and where it ends."""
    while length % 255 == 15 and at < len(block):
        length, at = length + block[at], at + 1
        if block[at - 1] != 255:
            break
    return length, at

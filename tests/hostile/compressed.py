"""Packed files: what is in them opens or is refused as it would be unpacked, and bombs do not go off."""

from __future__ import annotations

import gzip
import zlib

from tests.hostile.case import Case, dumped

PROFILE = dumped({("a.py", 1, "f"): (1, 1, 0.5, 0.5, {}), ("a.py", 2, "g"): (2, 2, 0.25, 0.25, {})})
STACKS = b"main;f 3\nmain;g 2\n"
CUT_OFF, TOO_MANY = "is gzip data that is cut off", "more than 200 times"
MARK = b"{(\x03\x00\x00\x00"
"""The first bytes of a ``.stats`` file."""


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def stretched(data: bytes, times: int) -> bytes:
    """The same bytes again and again in one member, packed once; the sum at its end is wrong, never read."""
    machine = zlib.compressobj(9, zlib.DEFLATED, -15)
    once = machine.compress(data) + machine.flush(zlib.Z_FULL_FLUSH)
    return b"\x1f\x8b\x08" + bytes(7) + once * times + machine.flush() + bytes(8)


def with_header(flags: int, *more: bytes) -> bytes:
    """A member whose header has these fields too."""
    body = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = body.compress(PROFILE) + body.flush()
    head = b"\x1f\x8b\x08" + bytes([flags]) + bytes(6) + b"".join(more)
    return head + data + zlib.crc32(PROFILE).to_bytes(4, "little") + len(PROFILE).to_bytes(4, "little")


def changed(data: bytes, at: int) -> bytes:
    """One byte is another."""
    made = bytearray(data)
    made[at] ^= 0x55
    return bytes(made)


def cases() -> list[Case]:
    whole = packed(PROFILE)
    opens = {
        "once": (whole, 2),
        "twice": (packed(whole), 2),
        "zeros behind it": (whole + bytes(70_000), 2),
        "in two members": (packed(PROFILE[:30]) + packed(PROFILE[30:]), 2),
        "a byte a member": (b"".join(packed(bytes([byte])) for byte in STACKS), 3),
        "members between zeros": (packed(STACKS) + bytes(9) + packed(STACKS), 3),
        "a name with an escape": (with_header(8, b"\x1b]0;owned\x07\x00"), 2),
        "a comment of 100 kB": (with_header(16, b"x" * 100_000 + b"\x00"), 2),
    }
    refused = {
        "three times": (packed(packed(whole)), "packed more than 2 times"),
        "nothing in it": (packed(b""), "what is in it is empty"),
        "nothing twice": (packed(packed(b"")), "what is in it is empty"),
        "a picture in it": (packed(b"\x89PNG\r\n\x1a\n"), "what is in it is a picture"),
        "an archive in it": (packed(bytes(257) + b"ustar" + bytes(250)), "what is in it is packed in a way"),
        "a profile that is cut": (packed(PROFILE[:-9]), "what is in it is cut off"),
        "the first two bytes": (whole[:2], CUT_OFF),
        "a header": (whole[:10], CUT_OFF),
        "without its sum": (whole[:-8], CUT_OFF),
        "a second one that is cut": (whole + whole[:-12], CUT_OFF),
        "another sum": (changed(whole, -8), "is gzip data that is damaged"),
        "another length": (changed(whole, -4), "is gzip data that is damaged"),
        "a reserved flag": (with_header(0xE0), "is gzip data that is damaged"),
        "a dictionary": (b"\x1f\x8b" + zlib.compress(PROFILE)[2:], "is gzip data that is damaged"),
        "garbage behind it": (whole + b"garbage", "is gzip data that is damaged"),
        "zstd of nothing": (b"\x28\xb5\x2f\xfd\x04\x00", "is zstd data"),
        "zstd with a window of terabytes": (b"\x28\xb5\x2f\xfd\x00\xff" + bytes(40), "is zstd data"),
    }
    bombs = {
        "a bomb of zeros": (packed(bytes(20_000_000)), "what is in it is not a profile"),
        "a bomb of a head and zeros": (packed(MARK) + stretched(bytes(1 << 20), 300), TOO_MANY),
        "a bomb of stacks": (stretched(b"main;f 3\n" * 100_000, 90), TOO_MANY),
        "a bomb in a bomb": (packed(packed(MARK) + stretched(bytes(1 << 20), 300)), TOO_MANY),
        "too many members": (packed(b"") * 60_000, "in more than 50,000 parts"),
    }
    return [
        *(Case(f"packed: {name}", data, facts={"count": count}) for name, (data, count) in opens.items()),
        *(Case(f"packed: {name}", data, refused=said) for name, (data, said) in refused.items()),
        *(
            Case(f"packed: {name}", data, refused=said, needs_data=True, max_bytes=1 << 30)
            for name, (data, said) in bombs.items()
        ),
        *(
            Case(f"packed: byte {at} is another", changed(whole, at), refused=" ", either=True)
            for at in range(3, len(whole), 5)
        ),
        *(
            Case(f"packed: cut after byte {at}", whole[:at], refused=CUT_OFF)
            for at in range(3, len(whole) - 8, 4)
        ),
        Case(
            "packed: more than the limit",
            whole,
            refused="more bytes than the limit",
            max_bytes=len(PROFILE) - 1,
        ),
    ]

"""Which format a file is of, by its first bytes, whole or broken: what can be told without a reader."""

from __future__ import annotations

_LINE_STATS = b"LineStats"
_HEAD = 256


def is_stats(head: bytes) -> bool:
    """Whether a file that begins like this is a ``.stats`` file, whole or broken."""
    if head[:1] not in (b"{", b"\xfb"):
        return False
    second = head[1:2]
    if second == b"0":
        return len(head) == 2 or not 0x20 <= head[2] < 0x7F
    if second in (b")", b"\xa9"):
        return len(head) > 2 and head[2] < 0x20
    return second in (b"(", b"\xa8") and 0 < int.from_bytes(head[2:6], "little") < 0x20


def is_lprof(head: bytes) -> bool:
    """Whether a file that begins like this is an ``.lprof`` file, whole or broken."""
    return head[:1] == b"\x80" and head[1:2] in b"\x02\x03\x04\x05" and _LINE_STATS in head[:_HEAD]

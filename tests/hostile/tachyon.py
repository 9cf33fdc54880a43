"""Binary files of profiling.sampling that no run wrote: cut, damaged, wild and packed."""

from __future__ import annotations

from typing import Any

from tests.hostile.case import Case
from tests.support import tachyon_files as made
from tests.support.corpus import small
from tests.support.hostile_names import HOSTILE_NAMES

RUN = made.whole(1, 0) + made.again(made.GIL, made.GIL | made.CPU) + made.popped(1, 2) + made.shared(1, 1, 1)
"""Five samples of all four kinds."""
ZSTD = b"\x28\xb5\x2f\xfd"
CUTS = 40
DAMAGED, CUT = "is damaged", "cut off"
TOO_DEEP_TOGETHER = "threads with more than 400,000 frames at one time"
TOO_MUCH, TOO_DEEP = "asks for more memory than any recording of its size", "more than 100,000 frames"


def packed(content: bytes, times: int = 1) -> bytes:
    """A zstd frame of whole and of repeated blocks, which needs no library to be made."""
    parts = [ZSTD + b"\x00\x58"]
    for start in range(0, len(content), 100_000):
        part = content[start : start + 100_000]
        parts.append((len(part) << 3).to_bytes(3, "little") + part)
    for left in range(times - 1, 0, -1):
        # A block that is one byte, 128 kB times.
        parts.append((131_072 << 3 | 2 | (left == 1)).to_bytes(3, "little") + b"\x00")
    if times == 1:
        parts.append(b"\x01\x00\x00")
    return b"".join(parts)


A_STACK = made.whole(0, of=b"")
"""What follows the thread."""


def cases() -> list[Case]:
    return [*_cut(), *_headers(), *_tables(), *_samples(), *_packed(), *_names()]


def _cut() -> list[Case]:
    whole, little = small("tachyon3.15.2-spin.bin").read_bytes(), made.binary(RUN, count=5)
    places = [len(whole) * number // CUTS for number in range(1, CUTS)]
    found = [Case(f"a binary of Tachyon cut at {at}", whole[:at], refused=CUT) for at in places]
    return found + [
        Case(f"a small one cut at {at}", little[:at], refused=CUT) for at in range(4, len(little), 7)
    ]


def _headers() -> list[Case]:
    last = len(made.binary(RUN)) - made.FOOTER
    wild = {"0": 0, "63": 63, "2^32": 1 << 32, "2^63": 1 << 63, "2^64 - 1": (1 << 64) - 1}
    found = [
        Case(f"tachyon: {field} {name}", _with(field, value), refused=" ")
        for field in ("texts_at", "frames_at", "size")
        for name, value in wild.items()
    ]
    found += [
        Case(f"tachyon: {field} {value}", _with(field, value), refused="cut off or damaged")
        for field in ("text_count", "frame_count")
        for value in (1 << 20, (1 << 32) - 1)
    ]
    found += [
        Case("tachyon: version 2", made.binary(RUN, version=2), refused="version 2"),
        Case("tachyon: version 2^32 - 1", made.binary(RUN, version=(1 << 32) - 1), refused="version"),
        Case("tachyon: packed in a way to come", made.binary(RUN, compression=2), refused=DAMAGED),
        Case(
            "tachyon: tables before the samples",
            made.binary(RUN, texts_at=last, frames_at=70),
            refused=DAMAGED,
        ),
        Case(
            "tachyon: written the other way round",
            made.binary(_big_endian(), order=">"),
            facts={"total_time": 0.001},
        ),
        Case("tachyon: no interval", made.binary(RUN, interval=0, count=5), facts={"total_time": 5}),
        Case("tachyon: an interval of ages", made.binary(RUN, interval=(1 << 64) - 1), facts={"count": 2}),
        Case("tachyon: another number of samples", made.binary(RUN, count=1 << 60), warns="it has 5"),
        Case("tachyon: all flags", made.binary(RUN, flags=(1 << 32) - 1), facts={"count": 2}),
        Case("tachyon: no samples", made.binary(b"", frames=()), facts={"count": 0}),
        Case("tachyon: nothing but its name", b"HCAT", refused=CUT),
        Case("tachyon: its name and zeros", b"TACH" + bytes(200), refused="version 0"),
        Case("tachyon: never finished", bytes(64) + packed(RUN), refused="unfinished"),
        Case("tachyon: something behind it", made.binary(RUN) + b"more", refused=CUT),
    ]
    return found


def _with(field: str, value: int) -> bytes:
    odd: dict[str, Any] = {field: value}
    return made.binary(RUN, **odd)


def _big_endian() -> bytes:
    return made.whole(1, 0, of=made.owner(7, 0, ">"))


def _tables() -> list[Case]:
    long, wide = b"\xff" * 11, b"\xff" * 5 + b"\x01"
    texts = {
        "a text longer than all": made.varint(1 << 40) + b"x",
        "a length without end": long,
        "fewer texts than said": b"\x01a",
    }
    frames = {
        "a file that is not there": made.frame_table([(9, 1, 1)] * 4),
        "a number of a file without end": long * 4,
        "frames that end too early": made.frame_table([(0, 1, 1)] * 2) + b"\x00" * 4,
        "no instruction": made.frame_table([(0, 1, 1)] * 4)[:-1],
    }
    lines = (0, -1, 1 << 31, 1 << 40, -(1 << 40))
    return [
        *(
            Case(f"tachyon: {name}", made.binary(RUN, text_data=data, text_count=4), refused=" ")
            for name, data in texts.items()
        ),
        *(
            Case(f"tachyon: {name}", made.binary(RUN, frame_data=data), refused=DAMAGED)
            for name, data in frames.items()
        ),
        *(
            Case(f"tachyon: line {line}", made.binary(RUN, frames=[(0, 1, line)] * 3), facts={"count": 1})
            for line in lines
        ),
        Case(
            "tachyon: columns of wide numbers",
            made.binary(RUN, frame_data=(b"\x00\x01" + wide * 4 + b"\x00") * 4),
            facts={"count": 1},
        ),
        Case(
            "tachyon: only the program that starts it", made.binary(made.whole(3)), warns="samples left out"
        ),
        Case(
            "tachyon: a text of bytes that are none",
            made.binary(RUN, texts=(b"\xff\xfe", b"\xc3(", b"\x00")),
            refused=DAMAGED,
        ),
    ]


def _samples() -> list[Case]:
    other = made.owner(1 << 63, (1 << 32) - 1)
    wild = {
        "a frame that is not there": made.whole(4),
        "a frame of 2^69": made.whole((1 << 70) - 1),
        "a kind that is not there": made.owner() + b"\x04\x01\x01\x01\x00\x00",
        "the kind 255": made.owner() + b"\xff" * 20,
        "a stack deeper than the file": made.whole(0, count=1 << 16),
        "a stack again, 2^60 times": made.whole(0) + made.again(1, count=1 << 60),
        "more frames kept than there are": made.whole(0) + made.shared(2, 1),
        "more frames left than there are": made.whole(0) + made.popped(2, 1),
        "a time without end": made.owner() + b"\x01" + b"\xff" * 11 + b"\x01\x01\x00",
        "a time without end in a run": made.whole(0) + made.owner() + b"\x00\x05" + b"\x80" * 40,
        "a depth without end": made.owner() + b"\x01\x01\x01" + b"\x80" * 40,
        "half a record": RUN + made.owner()[:7],
        "a run that ends early": made.whole(0) + made.again(1, 1, count=3),
        "random bytes": bytes(range(256)) * 4,
    }
    good = {
        "the last stack of a thread that has none": (made.again(1, 1), 0),
        "no frames": (made.whole(), 0),
        "another interpreter": (made.whole(0) + made.whole(1, of=other), 0.002),
        "a depth of 100,000": (made.whole(*([1, 2] * 50_000)), 0.001),
    }
    return [
        *(Case(f"tachyon: {name}", made.binary(data), refused=DAMAGED) for name, data in wild.items()),
        *(
            Case(f"tachyon: {name}", made.binary(data), facts={"total_time": time})
            for name, (data, time) in good.items()
        ),
        Case(
            "tachyon: more threads than there can be",
            made.binary(b"".join(made.owner(thread) + A_STACK for thread in range(70_000))),
            refused="threads",
        ),
        *_large(),
    ]


def _large() -> list[Case]:
    """Stacks that ask for more than recordings do, and some that come again in odd ways."""
    each_another = b"".join(
        made.whole(*(number // base % 100 for base in (1, 100, 10_000))) for number in range(250_000)
    )
    lines = [(0, 1, line) for line in range(100)]
    found = {
        "a depth of 100,001": (made.whole(*[1] * 100_001), TOO_DEEP),
        "a depth of 100,001 in two samples": (made.whole(*[1] * 100_000) + made.popped(0, 1), TOO_DEEP),
        "threads that are deep together": (
            b"".join(made.whole(*[1] * 90_000, of=made.owner(thread)) for thread in range(5)),
            TOO_DEEP_TOGETHER,
        ),
        "stacks that are each another": (each_another, TOO_MUCH),
        "a known stack that is cut": (made.whole(0, 1, 2) + made.whole(0, 1, 2)[:-2], DAMAGED),
    }
    return [
        Case(
            f"tachyon: {name}",
            made.binary(data, frames=lines),
            refused=refused,
            needs_data=len(data) > 1_000_000,
        )
        for name, (data, refused) in found.items()
    ]


def _packed() -> list[Case]:
    """Samples in zstd; without what unpacks it, each of these is refused for that."""
    whole = packed(RUN)
    parts = {
        "whole": whole,
        "in two parts": packed(RUN[:20]) + packed(RUN[20:]),
        "that are none": b"nothing of the kind",
        "without an end": whole[:-3],
        "damaged": whole[:5] + b"\xff\xff\xff" + whole[8:],
        "with something behind": whole + b"more",
        "nothing at all": b"",
        "a window of 2 TiB": ZSTD + b"\x00\xff" + whole[6:],
        "a bomb of 1 GiB": packed(RUN, 8_000),
        "a bomb of one record": packed(made.whole(0) + made.owner() + b"\x00" + made.varint(1 << 40), 8_000),
    }
    return [
        Case(
            f"tachyon: samples in zstd, {name}",
            made.binary(data, compression=1),
            either=True,
            needs_data=True,
        )
        for name, data in parts.items()
    ]


def _names() -> list[Case]:
    found = []
    for name in HOSTILE_NAMES:
        raw = name.encode("utf-8", "surrogatepass")
        texts = (raw, raw, b"work", b"", b"")
        found.append(Case(f"tachyon: named {name[:40]!a}", made.binary(RUN, texts=texts), facts={"count": 2}))
    return found

"""Small profiles of pprof, gperftools and perf, of which fuzzing makes mutants, and what is in them."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterable, Sequence


def varint(value: int) -> bytes:
    """A number as protobuf has it; one below 0 has 64 bits."""
    value &= (1 << 64) - 1
    parts = []
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def number(field: int, value: int) -> bytes:
    """A field that is a number."""
    return varint(field << 3) + varint(value)


def part(field: int, *inside: bytes) -> bytes:
    """A field that has bytes, or a message of these fields."""
    raw = b"".join(inside)
    return varint(field << 3 | 2) + varint(len(raw)) + raw


def packed(field: int, values: Iterable[int]) -> bytes:
    """A field of several numbers."""
    return part(field, *map(varint, values))


TEXTS = ("", "cpu", "nanoseconds", "samples", "count", "main", "f", "g", "a.py", "thread name", "thread id")
WORKER = len(TEXTS)
"""The number of a text that names a thread."""


def texts(*more: str) -> bytes:
    """All texts."""
    return b"".join(part(6, text.encode()) for text in (*TEXTS, "worker", *more))


TYPES = part(1, number(1, 3), number(2, 4)) + part(1, number(1, 1), number(2, 2))
"""Samples, and nanoseconds on the processor."""
FUNCTIONS = b"".join(part(5, number(1, n), number(2, 4 + n), number(4, 8)) for n in (1, 2, 3))


def location(identity: int, *lines: tuple[int, int], more: bytes = b"") -> bytes:
    """A place in functions, the innermost first, by function and line."""
    return part(4, number(1, identity), more, *(part(4, number(1, f), number(2, line)) for f, line in lines))


LOCATIONS = location(1, (1, 3)) + location(2, (2, 7)) + location(3, (3, 12), (2, 8))
"""In ``main``; in ``f``; in ``g``, which is inlined in ``f``."""


def sample(places: Sequence[int], values: Sequence[int], *labels: bytes) -> bytes:
    """A sample in places, the innermost first."""
    return part(2, packed(1, places), packed(2, values), *(part(3, label) for label in labels))


THREAD = number(1, 9) + number(2, WORKER)
SAMPLES = sample((3, 1), (3, 30_000_000)) + sample((2, 1), (1, 10_000_000), THREAD)
USUAL = TYPES + SAMPLES + LOCATIONS + FUNCTIONS + texts()
MAPPING = part(3, number(1, 1), number(2, 0x7F00), number(3, 0x9F00), number(4, 0x100), number(5, WORKER + 1))
ADDRESS = part(4, number(1, 4), number(2, 1), number(3, 0x7F20))
PPROF = [
    USUAL,
    gzip.compress(USUAL, mtime=0),
    texts() + FUNCTIONS + LOCATIONS + SAMPLES + TYPES + number(14, 1),
    TYPES + sample((4, 1), (2, 20), number(1, 10) + number(3, 77)) + MAPPING + ADDRESS + LOCATIONS
    + FUNCTIONS + texts("/usr/lib/libf.so"),
    TYPES + part(2, number(1, 2), number(1, 1), number(2, 5), number(2, -7))
    + LOCATIONS + FUNCTIONS + texts(),
    TYPES + sample((), (1, 5)) + SAMPLES + LOCATIONS + FUNCTIONS + texts(),
]  # fmt: skip

STACKS = ((3, (0x1020, 0x2040)), (2, (0x1020, 0x1020, 0x2050)), (1, (0x9999,)))
MAPS = b"1000-2000 r-xp 00000000 08:01 12   /usr/lib/libf.so\n2000-3000 r-xp 00001000 08:01 13 /usr/bin/p\n"


def gperftools(
    form: str = "<Q", stacks: Iterable[tuple[int, Sequence[int]]] = STACKS, end: bytes = MAPS
) -> bytes:
    """A profile in words of this size, with a sample every 10 ms."""
    words = [0, 3, 0, 10_000, 0]
    for count, addresses in stacks:
        words += [count, len(addresses), *addresses]
    return b"".join(struct.pack(form, word) for word in [*words, 0, 1, 0]) + end


GPERFTOOLS = [
    *(gperftools(form) for form in ("<Q", "<I")),
    gperftools(end=b""),
    gperftools(stacks=STACKS * 40),
]

CLOCK = b"""python  1719 100.000250:    1000000 cpu-clock:ppp: 
\t            1020 PyObject_Call+0x20 (/usr/lib/libpython3.13.so.1.0)
\t            2040 py::Grid.carve:/srv/grid.py+0x9 (/tmp/perf-1719.map)
\t               0 [unknown] ([unknown])

"""
PERF = [
    CLOCK * 3,
    CLOCK + CLOCK.replace(b"1719", b"1718/1720 [001]").replace(b"python", b"a b c"),
    b"          python  1719 100.000250:    1000000 cycles:P:  1020 operator new(int)+0x2 (/x (deleted))\n",
    b"sh 12 [000] 1.5: sched:sched_switch: prev_comm=sh prev_pid=12 ==> next_pid=0\n\t1020 a (/x.so)\n\n",
    b"# ========\n# captured on    : today\n# ========\n#\n" + CLOCK.replace(b"cpu-clock", b"instructions"),
    CLOCK.replace(b"\n", b"\r\n") + b"p 7 1.2: PERF_RECORD_MMAP2 7/7: [0x10(0x20) @ 0]: r-xp /x.so\n",
    CLOCK.replace(b"PyObject_Call+0x20 (/usr/lib/libpython3.13.so.1.0)", b"f (inlined)"),
]
WORDS = {
    "pprof": [
        *(
            TYPES,
            SAMPLES,
            LOCATIONS,
            FUNCTIONS,
            texts(),
            MAPPING,
            ADDRESS,
            b"\x12",
            b"\x1a",
            b"\x22",
            b"\x2a",
        ),
        *(b"\xff" * 11, b"\xff" * 9 + b"\x01", b"\x00", b"\x32\x00", b"\x70\x02", b"\x0a\x01\x07", b"\x7f"),
    ],
    "gperftools": [
        *(bytes(8), b"\x01" + bytes(7), b"\xff" * 8, b"\x00\x01\x00", MAPS, b"r-xp", b"-", b"\n", b"/x"),
    ],
    "perf": [
        *(CLOCK, b"\n", b"\t", b" ", b":", b": ", b"/", b"[001]", b"1.5:", b"(", b")", b" (inlined)", b"+0x"),
        *(
            b"py::",
            b"[unknown]",
            b"9" * 30,
            b"-1",
            b"PERF_RECORD_X:",
            b"#",
            b"\r",
            b"\xff\xfe",
            b"\xed\xa0\x80",
        ),
    ],
}
"""What mutants get put in."""

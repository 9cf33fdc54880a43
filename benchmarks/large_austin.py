"""Files of 16 MB that the readers of austin's formats find hard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.largefiles import SIZE, letters, repeated

HEADER = b"# austin: 3.7.0\n# mode: wall\n\n"
MOJO = b"MOJ\x03\x01mode\0wall\0"
THREAD, TIME = b"\x02\x01\0001\0", b"\x09\x05"
NAME, FRAME = b"\x0b\x02a.py\0", b"\x03\x02\x02\x02\x05\0\0\0"
SAMPLE = b"P1;T0:1;a.py:f:1 1000\n"


def number(value: int) -> bytes:
    """A number as MOJO has it: six bits and the sign, then seven bits a byte."""
    sign, value = (0x40 if value < 0 else 0), abs(value)
    raw = [sign | value & 0x3F]
    value >>= 6
    while value:
        raw[-1] |= 0x80
        raw.append(value & 0x7F)
        value >>= 7
    return bytes(raw)


def branches(at: int) -> bytes:
    """A stack of 16 frames that few others begin like."""
    return b";".join(b"%c" % (97 + (at * 7919 >> place) % 26) for place in range(16))


def austin() -> dict[str, Callable[[], bytes]]:
    """All kinds of both formats."""
    texts: dict[str, Callable[[int], bytes]] = {
        "samples": lambda n: SAMPLE,
        "threads by turns": lambda n: b"P1;T%d;a.py:f:1 1000\n" % (n % 2),
        "functions": lambda n: b"P1;T1;a.py:%s:1 1\n" % letters(n),
        "lines": lambda n: b"P1;T1;a.py:f:%d 1\n" % n,
        "threads": lambda n: b"P1;T%d;f 1\n" % n,
        "lines that are none": lambda n: b"ab\n",
        "comments": lambda n: b"# a%d: b\n" % n,
        "stacks that branch": lambda n: b"P1;T1;" + branches(n) + b" 1\n",
        "deep stacks": lambda n: b"P1;T1;" + b"a.py:f:1;" * 1000 + b"a.py:g:%d 1\n" % (n % 9),
        "semicolons": lambda n: b"P1;T1" + b";" * 999_000 + b" 1\n",
    }
    events: dict[str, Callable[[int], bytes]] = {
        "samples": lambda n: THREAD + b"\x05\x02" + TIME,
        "threads by turns": lambda n: b"\x02\x01\0%d\0\x05\x02\x09\x05" % (n % 2),
        "names": lambda n: b"\x0b" + number(n) + b"x\0",
        "names that are used": lambda n: b"\x0b" + number(n) + letters(n) + b"\0" + frame(n, n),
        "frames": lambda n: frame(n, 2),
        "references": lambda n: b"\x05\x02",
        "references to nothing": lambda n: b"\x05\x03",
        "invalid frames": lambda n: b"\x04",
        "frames of the system": lambda n: b"\x06" + letters(n) + b"\0",
        "stacks that grow": lambda n: THREAD + b"\x05\x02\x0d" + TIME,
        "repetitions": lambda n: b"\x0d",
        "samples without a weight": lambda n: THREAD,
        "tasks": lambda n: b"\x0e\x02\x02\x02\x05\x02\x05\x02",
        "metadata": lambda n: b"\x01%d\0\0" % n,
        "threads": lambda n: b"\x02\x01\0%d\0\x09\x05" % n,
        "processes": lambda n: b"\x02" + number(n) + b"\0001\0\x09\x05",
        "a number without end": lambda n: b"\x80",
    }
    known = NAME + FRAME
    kinds: dict[str, Callable[[], bytes]] = {
        **{
            f"austin: {name}": partial(repeated, part, HEADER + SAMPLE, SAMPLE)
            for name, part in texts.items()
        },
        **{
            f"MOJO: {name}": partial(repeated, part, MOJO + THREAD + known + TIME)
            for name, part in events.items()
        },
    }
    return kinds | {
        "austin: one line": lambda: HEADER + b"P1;T1" + b";ab" * (SIZE // 3) + b" 1\n",
        "austin: a number": lambda: HEADER + b"P1;T1;a " + b"9" * SIZE + b"\n",
        "MOJO: one name": lambda: (
            MOJO + THREAD + b"\x0b\x02" + b"a" * SIZE + b"\0" + FRAME + b"\x05\x02" + TIME
        ),
    }


def frame(key: int, name: int) -> bytes:
    """A frame that is told, and one more of it."""
    return b"\x03" + number(key) + b"\x02" + number(name) + b"\x05\0\0\0\x05" + number(key)

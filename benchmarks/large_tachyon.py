"""Files of 16 MB that the readers of profiling.sampling's formats find hard."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial

from benchmarks.largefiles import Part, repeated

HEADER, FOOTER = 64, 32
TEXTS, FRAMES = b"\x04a.py\x01f\x01g", 100
OWNER = struct.pack("<QI", 7, 0)
TIME = b"\xe8\x07"
"""Microseconds since the sample before."""
META = b'{"type":"meta","v":0,"run_id":"%d","sample_interval_usec":1000}\n'
RUN = META % 1 + (
    b'{"type":"string_table","v":0,"run_id":"1","strings":[{"str_id":0,"value":"a"}]}\n'
    b'{"type":"frame_table","v":0,"run_id":"1","frames":'
    b'[{"frame_id":0,"path_str_id":0,"func_str_id":0,"line":1}]}\n'
)
ENTRIES = b'{"type":"agg","v":0,"run_id":"1","kind":"frame","entries":['
ENTRY, END = b'{"frame_id":0,"self":1,"cumulative":1}', b'{"type":"end","v":0,"run_id":"1"}\n'


def whole(*frames: int, thread: int = 7) -> bytes:
    """A sample with all of its frames, the innermost first."""
    return struct.pack("<QI", thread, 0) + b"\x01" + TIME + b"\x01" + bytes([len(frames), *frames])


def changed(kind: int, count: int, *frames: int, thread: int = 7) -> bytes:
    """A sample with frames of the last: 2, so many of the outermost; 3, all but so many of the innermost."""
    return (
        struct.pack("<QI", thread, 0) + bytes([kind]) + TIME + b"\x01" + bytes([count, len(frames), *frames])
    )


def again(*states: int) -> bytes:
    """The last stack again, once for each of these states, of which there are fewer than 128."""
    return OWNER + b"\x00" + bytes([len(states)]) + b"".join(TIME + bytes([state]) for state in states)


def tachyon() -> dict[str, Callable[[], bytes]]:
    """All kinds of both formats."""
    samples: dict[str, Part] = {
        "repetitions": lambda _: again(1),
        "long repetitions": lambda _: again(*[1, 0] * 60),
        "whole stacks": lambda n: whole(n % 3),
        "whole stacks of many threads": lambda n: whole(n % 3, thread=n % 60_000),
        "whole stacks, each another": lambda n: whole(n % 100, n // 100 % 100, n // 10_000),
        "deep stacks": lambda n: whole(n % 100, *[0] * 100),
        "stacks that grow": lambda n: changed(2, n % 100 + 1, n % 3, 1),
        "stacks that grow without end": lambda n: changed(3, 0, n % 3),
        "stacks that grow in threads": lambda n: changed(3, 0, n * n % 97, thread=n // 40_000),
    }
    records: dict[str, Callable[[], bytes]] = {
        "records": partial(repeated, lambda _: ENTRIES + ENTRY + b"]}\n", RUN),
        "records of many fields": partial(
            repeated,
            lambda _: b'{"type":"agg",' + b'"v":0,' * 40 + ENTRIES.partition(b",")[2] + b"{}]}\n",
            RUN,
        ),
        "records of many arrays": partial(
            repeated, lambda _: b"{" + b'"entries":[{}],' * 40 + b'"v":0}\n', RUN
        ),
        "runs": partial(repeated, lambda n: META % n),
        "entries": partial(_entries, lambda _: ENTRY + b","),
        "empty entries": partial(_entries, lambda _: b"{},"),
        "small entries before long texts": partial(
            _entries, lambda n: b'{"a":"' + b"}," * 130_000 + b'"},' if n % 80_000 == 79_999 else b"{},"
        ),
    }
    return {
        **{f"Tachyon: {name}": partial(_binary, part) for name, part in samples.items()},
        **{f"Tachyon, JSON lines: {name}": make for name, make in records.items()},
    }


def _binary(part: Part) -> bytes:
    """A file of these samples."""
    samples = repeated(part, whole(1, 0))
    table = b"".join(bytes([0, 1, line, 0, 1, 0, 255]) for line in range(FRAMES))
    texts_at = HEADER + len(samples)
    frames_at = texts_at + len(TEXTS)
    head = struct.pack("<II4BQQQIQQII", 0x54414348, 1, 3, 15, 2, 0, 0, 1000, 0, 1, texts_at, frames_at, 0, 1)
    end = struct.pack("<IIQ16x", 3, FRAMES, frames_at + len(table) + FOOTER)
    return head.ljust(HEADER, b"\0") + samples + TEXTS + table + end


def _entries(part: Part) -> bytes:
    """A file of one record with figures."""
    return repeated(part, RUN + ENTRIES, b"{}]}\n" + END)

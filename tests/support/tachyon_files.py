"""Files of profiling.sampling, byte by byte: what its writers write, and what they never would."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

HEADER, FOOTER = 64, 32
WALL = 1
"""Flags of a recording of wall time."""
GIL, CPU, MAIN = 1, 2, 32

Frame = tuple[int, int, int]
"""Numbers of the texts of file and name, and a line."""

TEXTS = (b"/srv/app.py", b"main", b"work", b"/lib/profiling/sampling/_sync_coordinator.py", b"_run")
FRAMES: tuple[Frame, ...] = ((0, 1, 10), (0, 2, 20), (0, 2, 21), (3, 4, 5))


def varint(value: int) -> bytes:
    """A number of seven bits a byte."""
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def signed(value: int) -> bytes:
    """A number that may be negative."""
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def owner(thread: int = 7, interpreter: int = 0, order: str = "<") -> bytes:
    """With which every record begins."""
    return struct.pack(f"{order}QI", thread, interpreter)


def again(*states: int, of: bytes = owner(), count: int | None = None) -> bytes:
    """The last stack again, once for each of these states."""
    samples = b"".join(varint(1000) + bytes([state]) for state in states)
    return of + b"\x00" + varint(len(states) if count is None else count) + samples


def whole(*frames: int, state: int = GIL, of: bytes = owner(), count: int | None = None) -> bytes:
    """A stack, the innermost frame first."""
    return of + b"\x01" + varint(1000) + bytes([state]) + _counted(frames, count)


def shared(kept: int, *frames: int, of: bytes = owner(), count: int | None = None) -> bytes:
    """A stack that has its outermost frames from the last."""
    return of + b"\x02" + varint(1000) + bytes([GIL]) + varint(kept) + _counted(frames, count)


def popped(left: int, *frames: int, of: bytes = owner(), count: int | None = None) -> bytes:
    """A stack that lacks the innermost frames of the last."""
    return of + b"\x03" + varint(1000) + bytes([GIL]) + varint(left) + _counted(frames, count)


def _counted(frames: Sequence[int], count: int | None) -> bytes:
    return varint(len(frames) if count is None else count) + b"".join(map(varint, frames))


def text_table(texts: Iterable[bytes]) -> bytes:
    """Texts with their lengths."""
    return b"".join(varint(len(text)) + text for text in texts)


def frame_table(frames: Iterable[Frame]) -> bytes:
    """Frames, each on one line and without columns and instruction."""
    return b"".join(
        varint(file) + varint(name) + signed(line) + signed(0) + signed(-1) + signed(0) + b"\xff"
        for file, name, line in frames
    )


def binary(
    samples: bytes,
    texts: Sequence[bytes] = TEXTS,
    frames: Sequence[Frame] = FRAMES,
    *,
    order: str = "<",
    interval: int = 1000,
    count: int = 0,
    compression: int = 0,
    flags: int = WALL,
    **odd: Any,
) -> bytes:
    """A whole file; ``odd`` replaces what its header and its end say, or its tables."""
    strings: bytes = odd.get("text_data", text_table(texts))
    table: bytes = odd.get("frame_data", frame_table(frames))
    texts_at = HEADER + len(samples)
    frames_at = texts_at + len(strings)
    size = frames_at + len(table) + FOOTER
    header = struct.pack(
        f"{order}II4BQQQIQQII",
        *(0x54414348, odd.get("version", 1), 3, 15, 2, 0, 0, interval, count, 1),
        *(odd.get("texts_at", texts_at), odd.get("frames_at", frames_at), compression, flags),
    )
    footer = struct.pack(
        f"{order}IIQ16x",
        odd.get("text_count", len(texts)),
        odd.get("frame_count", len(frames)),
        odd.get("size", size),
    )
    return header + samples + strings + table + footer


def record(what: str, run: str = "a1", **fields: Any) -> str:
    """A line of JSON."""
    return json.dumps({"type": what, "v": 0, "run_id": run, **fields}, separators=(",", ":")) + "\n"


def meta(interval: Any = 1000, run: str = "a1", **fields: Any) -> str:
    """The first record of a run."""
    return record("meta", run, sample_interval_usec=interval, mode="wall", **fields)


def strings(*texts: str, run: str = "a1") -> str:
    """Texts, numbered from 0 on."""
    return record("string_table", run, strings=[{"str_id": n, "value": text} for n, text in enumerate(texts)])


def frames(*places: Frame, run: str = "a1") -> str:
    """Frames, numbered from 0 on."""
    entries = [
        {"frame_id": number, "path_str_id": file, "func_str_id": name, "line": line, "end_line": line}
        for number, (file, name, line) in enumerate(places)
    ]
    return record("frame_table", run, frames=entries)


def figures(*samples: tuple[int, int], run: str = "a1", total: Any = None) -> str:
    """Own and cumulative samples of frames, from 0 on."""
    entries: list[Mapping[str, int]] = [
        {"frame_id": number, "self": own, "cumulative": every} for number, (own, every) in enumerate(samples)
    ]
    total = sum(own for own, _ in samples) if total is None else total
    return record("agg", run, kind="frame", scope="final", samples_total=total, entries=entries)


def end(total: Any = 5, run: str = "a1") -> str:
    """The last record of a run."""
    return record("end", run, samples_total=total)


NAMES = ("/srv/app.py", "main", "work")
PLACES = ((0, 1, 10), (0, 2, 20), (0, 2, 21))


def lines(*records: str) -> bytes:
    """A file of these records, or of a small run."""
    usual = (meta(), strings(*NAMES), frames(*PLACES), figures((0, 5), (3, 3), (2, 2)), end())
    return "".join(records or usual).encode("utf-8", "surrogatepass")

"""What a case is, and the bytes that many cases are made of."""

from __future__ import annotations

import marshal
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Make = Callable[[Path], str]
"""Puts something into a folder and says what is to be opened."""


@dataclass(frozen=True)
class Case:
    """One thing that may arrive, and what is to come of it."""

    name: str
    data: bytes = b""
    refused: str = ""
    """Part of the sentence; what has none of these opens."""
    warns: str = ""
    """Part of one of the warnings."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the profile says: attributes by name."""
    either: bool = False
    """Opening and refusing are both right: what counts is that nothing else happens."""
    make: Make | None = None
    """For what is not made of bytes alone."""
    more: Sequence[bytes] = ()
    """Other files that are added to the first."""
    max_bytes: int = 1 << 26
    needs_data: bool = False
    """Whether it costs so much that memory is watched."""

    def paths(self, folder: Path) -> list[str]:
        """Puts it into a folder; what is to be opened, one file or several."""
        first = self.make(folder) if self.make else str(folder / "0.prof")
        if not self.make:
            (folder / "0.prof").write_bytes(self.data)
        for number, data in enumerate(self.more, 1):
            (folder / f"{number}.prof").write_bytes(data)
        return [first, *(str(folder / f"{number}.prof") for number in range(1, len(self.more) + 1))]

    @property
    def is_short(self) -> bool:
        """Whether it is read in a moment."""
        return len(self.data) + sum(map(len, self.more)) < 1 << 18


@dataclass(frozen=True)
class Handful:
    """Cases that one test goes through: most take less time than a test of their own would cost."""

    cases: Sequence[Case]

    def __str__(self) -> str:
        first = self.cases[0].name.encode("ascii", "replace").decode()
        return f"{first} and {len(self.cases) - 1} more"

    def each(self, folder: Path) -> Iterator[tuple[Case, Path]]:
        """Each with a folder of its own."""
        for number, case in enumerate(self.cases):
            below = folder / str(number)
            below.mkdir()
            yield case, below


def handfuls(cases: Sequence[Case], size: int) -> list[Handful]:
    """So many at a time."""
    return [Handful(cases[start : start + size]) for start in range(0, len(cases), size)]


@contextmanager
def named(case: Case) -> Iterator[None]:
    """What fails says of which case it is."""
    try:
        yield
    except BaseException as problem:
        problem.add_note(f"case: {case.name!a}")
        raise


MARSHAL_DAMAGED, CUT = "is damaged at byte", "is cut off"
NOT_STATS = "is a marshalled dict, but not a profile"


def i4(number: int) -> bytes:
    """Four bytes, little end first."""
    return struct.pack("<i", number)


def d8(number: float, form: str = "<d") -> bytes:
    """Eight bytes."""
    return struct.pack(form, number)


def text(value: str) -> bytes:
    """A marshalled text."""
    raw = value.encode("utf-8", "surrogatepass")
    return b"u" + i4(len(raw)) + raw


def key(file: str = "a.py", line: int = 1, name: str = "f", tag: bytes = b")\x03") -> bytes:
    """A marshalled function."""
    return tag + text(file) + b"i" + i4(line) + text(name)


FIGURES = b"i" + i4(1) + b"i" + i4(1) + b"g" + d8(0.5) + b"g" + d8(0.5)
VALUE = b")\x05" + FIGURES + b"{"
CALL = b")\x04" + FIGURES


def stats(*parts: bytes) -> bytes:
    """A marshalled dict."""
    return b"{" + b"".join(parts) + b"0"


def dumped(profile: Mapping[Any, Any]) -> bytes:
    """What marshal itself writes."""
    return marshal.dumps(dict(profile), 4)


HEAD = b"\x80\x05\x8c\x1cline_profiler._line_profiler\x8c\x09LineStats\x93)\x81"
UNIT = b"\x8c\x04unitG" + d8(1e-6, ">d")
LKEY = b"\x8c\x04a.pyK\x01\x8c\x01f\x87"
ROW = b"K\x02K\x03K\x05\x87"


def lprof(rows: bytes = b"(" + ROW + b"e", unit: bytes = UNIT, function: bytes = LKEY) -> bytes:
    """A pickle of line_profiler with one function."""
    return HEAD + b"}(\x8c\x07timings}" + function + b"]" + rows + b"s" + unit + b"ub."


def lprof_of(*functions: bytes, rows: bytes = b"(" + ROW + b"e") -> bytes:
    """A pickle of line_profiler with these functions, all with the same lines."""
    timings = b"".join(function + b"]" + rows + b"s" for function in functions)
    return HEAD + b"}(\x8c\x07timings}" + timings + UNIT + b"ub."


def lkey(file: str, line: int, name: str) -> bytes:
    """The pickled name of a function."""
    first, last = (b"X" + i4(len(part)) + part for part in (file.encode(), name.encode()))
    return first + b"J" + i4(line) + last + b"\x87"


def each(prefix: str, parts: Mapping[str, bytes], **expected: Any) -> Iterable[Case]:
    """A case for each of these bytes, all with one expectation."""
    return [Case(f"{prefix}: {name}", data, **expected) for name, data in parts.items()]

"""What ``memray transform csv`` writes: a row for each place that holds memory, with its whole stack.

``allocator,num_allocations,size,tid,thread_name,stack_trace``, where a thread is ``0x1 (name)`` and a stack
``func;file;line|func;file;line``, the innermost frame first.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import BYTES, COUNTS
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import OF_RECORD, Builder, counted
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.deriving import profile_of, taking
from proftui_parsers.stacks.recording import Track
from proftui_parsers.stacks.text import decoded, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proftui_parsers.files import Progress

NAME = "memray"
_HEAD = "allocator,num_allocations,size,tid,thread_name,stack_trace"
ALLOCATIONS = COUNTS._replace(title="allocations", key="allocations")
_DIGITS, OF_ROW = 18, 32
"""Of a number, and bytes that a row takes beside its stack."""


def matches(head: bytes) -> bool:
    """Whether a text that begins like this is memray's csv."""
    return decoded(head, cut=True).startswith(_HEAD)


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of all stacks of a csv file; ProfileError: there are none."""
    data, tell = b"".join(pieces), taking(progress)
    pieces.clear()
    reading = _Csv(len(data))
    for lines, part in lines_of(data):
        reading.take(lines)
        if tell is not None:
            tell(part)
    if not len(reading.collector):
        raise ProfileError(messages.NO_STACKS)
    remarks = [messages.HELD_AT_PEAK, *counted((messages.LINES_LEFT_OUT, reading.left_out))]
    what = {"measures": (BYTES, ALLOCATIONS), "remarks": tuple(remarks)}
    made = reading.builder.collected(path, NAME, NAME, reading.collector, **what)
    return profile_of(made, progress=progress)


class _Csv:
    """Rows of a csv file on their way to a recording."""

    def __init__(self, size: int) -> None:
        self.builder, self.collector, self.left_out = Builder(size=size), Collector(2), 0
        self._frames: dict[str, int] = {}

    def take(self, lines: list[str]) -> None:
        """Some rows; what is none is counted."""
        for line in lines:
            row = _fields(line.rstrip("\r"))
            if len(row) != 6 or not (_is_number(row[1]) and _is_number(row[2])):
                self.left_out += bool(line.strip()) and not line.startswith(_HEAD)
                continue
            tid, _, name = row[4].partition(" (")
            track = self.collector.track(Track(name[:-1], tid=tid if row[3] != "-1" else ""))
            parts = row[5].split("|")
            try:
                frames = list(map(self._frames.__getitem__, parts))
            except KeyError:
                frames = list(map(self._frame, _texts(parts)))
            node = self.builder.stack(frames[::-1])
            self.builder.take(OF_ROW)
            self.collector.add(node, track, (float(row[2]), float(row[1])))

    def _frame(self, text: str) -> int:
        known = self._frames.get(text)
        if known is None:
            self.builder.take(OF_RECORD + len(text))
            known = self._frames[text] = frame_of(self.builder, text.rsplit(";", 2))
        return known


def frame_of(builder: Builder, parts: list[str]) -> int:
    """The number of a frame of which this is the name, the file and the line; of one part, the name."""
    name, file, line = parts if len(parts) == 3 else (parts[-1], "", "")
    number = int(line) if _is_number(line) and len(line) < 10 else 0
    return builder.frame(builder.function(file, number, name), number)


def _fields(line: str) -> list[str]:
    """The fields of a row, of which those with commas or quotation marks are quoted."""
    if '"' not in line:
        return line.split(",")
    parts = line.replace('""', "\0").split('"')
    parts[::2] = [part.replace(",", "\n") for part in parts[::2]]
    return "".join(parts).replace("\0", '"').split("\n")


def _texts(parts: list[str]) -> Iterator[str]:
    """The frames of a stack: each ends with a number, and a name may have the sign that parts them."""
    begun = list[str]()
    for part in parts:
        begun.append(part)
        if _is_number(part.rpartition(";")[2]):
            yield "|".join(begun)
            begun.clear()
    if any(begun):
        yield "|".join(begun)


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= _DIGITS

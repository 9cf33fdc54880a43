"""What MOJO is made of: numbers of some bytes, texts that end with a zero; names and frames by numbers.

Each process tells its names and frames once, and has a number for each.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.austin_samples import INVALID, Frames
from proftui_parsers.stacks.building import LONGEST_NAME

LONGEST_NUMBER = 10
"""Bytes of a number that has 64 bits."""
SIGN = 0x40
"""In the first byte of a number that is below 0."""
_BYTES_OF_A_CHARACTER = 4
_SMALL, _LARGE = 16, 1 << 16
"""Bytes that are looked at at once."""
_UNKNOWN = "<unknown>"
_FIXED_NAMES = {b"\x00": "", b"\x01": _UNKNOWN}
"""Names that have a number without being told."""
_KERNEL = "kernel"
"""As austin's text has the file of frames of the system."""
_MOST_KEYS = 1_000_000
_LARGEST_LINE = 1 << 31


class BadBytes(Exception):
    """Something that no MOJO file has there, or its end."""


class MojoBytes:
    """The bytes of a file, and where the next is taken from; each taking raises BadBytes."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def raw_number(self) -> bytes:
        """The bytes of a number: enough where it only tells things apart."""
        data, begin = self.data, self.at
        end = begin
        try:
            if data[end] < 0x80:
                # Most are of one byte.
                self.at = end + 1
                return data[end : end + 1]
            while data[end] & 0x80:
                end += 1
        except IndexError:
            raise BadBytes from None
        if end - begin >= LONGEST_NUMBER:
            raise BadBytes
        self.at = end + 1
        return data[begin : end + 1]

    def pass_numbers(self, count: int) -> None:
        """Past so many numbers."""
        head = self.data[self.at : self.at + count]
        if len(head) == count and head.isascii():
            self.at += count
        else:
            for _ in range(count):
                self.raw_number()

    def number(self) -> int:
        """A number: its lowest six bits and its sign first, then seven bits a byte."""
        raw = self.raw_number()
        if len(raw) == 1 and raw[0] < SIGN:
            return raw[0]
        value, shift = raw[0] & 0x3F, 6
        for byte in raw[1:]:
            value |= (byte & 0x7F) << shift
            shift += 7
        return -value if raw[0] & SIGN else value

    def pass_all(self, byte: int) -> None:
        """Past all bytes like this that follow."""
        data, size, at = self.data, _SMALL, self.at
        while data[at : at + 1] == bytes([byte]):
            part = data[at : at + size]
            at += len(part) - len(part.lstrip(bytes([byte])))
            size = min(2 * size, _LARGE)
        self.at = at

    def text_at(self) -> int:
        """Where a text begins, which is passed over."""
        begin = self.at
        end = self.data.find(b"\0", begin)
        if end < 0:
            raise BadBytes
        self.at = end + 1
        return begin

    def text(self) -> str:
        """A text."""
        return self.decoded(self.text_at())

    def decoded(self, begin: int) -> str:
        """The text that begins at a byte, as much of it as is kept of a name."""
        most = begin + LONGEST_NAME * _BYTES_OF_A_CHARACTER
        end = self.data.find(b"\0", begin, most)
        raw = self.data[begin : most if end < 0 else end]
        return raw.decode("utf-8", "replace")[:LONGEST_NAME]


class Keys:
    """What all processes have told so far."""

    def __init__(self, source: MojoBytes, frames: Frames) -> None:
        self.source, self.frames = source, frames
        self.native: set[int] = set()
        """Frames that are not of Python."""
        self.unknown = 0
        """How often a number was used that nothing has."""
        self.known: dict[bytes, int] = {}
        """Frames of the process whose turn it is."""
        self._names: dict[bytes, int | str] = {}
        """Its names, or where they stand in the file until they are needed."""
        self._processes: dict[int, tuple[dict[bytes, int], dict[bytes, int | str]]] = {}
        self.told = 0
        """Names and frames with their numbers."""

    def turn_to(self, pid: int) -> None:
        """What follows is told by this process."""
        self.known, self._names = self._processes.setdefault(pid, ({}, {}))

    def take_name(self) -> None:
        """A name with its number."""
        key = self.source.raw_number()
        self._count()
        self._names[key] = self.source.text_at()

    def take_frame(self, *, has_columns: bool) -> bool:
        """A frame with its number: file, function, line, and where that ends and its columns.

        Returns:
            Whether that number may have stood for another one before.
        """
        source = self.source
        key, file, name, line = source.raw_number(), self._name(), self._name(), source.number()
        if has_columns:
            source.pass_numbers(3)
        self._count()
        frame = self._numbered(file, line if 0 < line < _LARGEST_LINE else 0, name)
        before, self.known[key] = self.known.get(key), frame
        return before != frame and (before is not None or self.unknown > 0)

    def unknown_frame(self) -> int:
        """The one that stands for a number that no frame has."""
        self.unknown += 1
        return self.frames.number("", 0, _UNKNOWN)

    def invalid_frame(self) -> int:
        """The one that stands where a frame could not be read."""
        return self._numbered("", 0, INVALID)

    def kernel_frame(self, name: str) -> int:
        """A frame of the system, which has no number."""
        return self._numbered(_KERNEL, 0, name)

    def _numbered(self, file: str, line: int, name: str) -> int:
        frame = self.frames.number(file, line, name)
        if not file.endswith(".py") and not (file[:1] == "<" and file[-1:] == ">"):
            self.native.add(frame)
        return frame

    def _name(self) -> str:
        """The name that the next number stands for."""
        key, names = self.source.raw_number(), self._names
        known = names.get(key)
        if isinstance(known, int):
            known = names[key] = self.source.decoded(known)
        if known is None:
            known = _FIXED_NAMES.get(key)
        if known is None:
            self.unknown += 1
            return _UNKNOWN
        return known

    def _count(self) -> None:
        self.told += 1
        if self.told > _MOST_KEYS:
            raise ProfileError(messages.TOO_MANY_KEYS.format(_MOST_KEYS))

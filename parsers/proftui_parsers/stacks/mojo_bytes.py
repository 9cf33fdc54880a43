"""What MOJO is made of: numbers of some bytes, and texts that end with a zero."""

from __future__ import annotations

from proftui_parsers.stacks.building import LONGEST_NAME

LONGEST_NUMBER = 10
"""Bytes of a number that has 64 bits."""
SIGN = 0x40
"""In the first byte of a number that is below 0."""
_BYTES_OF_A_CHARACTER = 4
_SMALL, _LARGE = 16, 1 << 16
"""Bytes that are looked at at once."""


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

"""Where a reader is in marshalled bytes, read without marshal.

The module that Python has for this format crashes on ten hostile bytes and asks for gigabytes on five,
so this reads the subset that profilers write. A type byte begins each value (CPython's Python/marshal.c).
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.binary import CutOffError, DamagedError
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

FLAG = 0x80
"""Set in a type byte: this value gets the next reference number."""

_UNNUMBERED = frozenset(b"rRNTF.S")
_IMPLAUSIBLE = 1 << 20
_MOST_TEXTS = 1 << 15


class Opaque:
    """Stands for a value that was skipped."""


PENDING = Opaque()
"""Stands in the reference list for a container that is still being read."""
OPAQUE = Opaque()


class MarshalReader:
    """A position in marshalled bytes, and the values that later ones may refer to."""

    def __init__(self, pieces: list[bytes]) -> None:
        """Of data in pieces, which are taken out of the list as they are needed."""
        self.length = sum(map(len, pieces))
        """Of all data, be it read, here or still in pieces."""
        self.before = 0
        """How many bytes were let go."""
        self.pieces = pieces
        pieces.reverse()
        self.data = pieces.pop() if pieces else b""
        """What is here of the data; ``pos`` is a position in it."""
        self.pos = 0
        self.refs: list[Any] = []
        """Every numbered value: scalars, and what the caller stores for its own tuples."""
        self.interned: list[str] = []
        """Texts that Python 2 numbered apart from all other values."""
        self.texts: dict[bytes, str] = {}
        """Short texts of ASCII by their bytes, of which every encoding makes the same."""
        self.code_ints = 0
        """How many numbers begin a code object in this file; 0: not known yet."""
        self.skipped = 0
        """How many values were read only to be thrown away."""

    def refill(self) -> None:
        """Let go of what was read, and put the next piece behind the rest."""
        self.data = self.data[self.pos :] + self.pieces.pop()
        self.before += self.pos
        self.pos = 0

    def share(self) -> float:
        """Which share of the data was read."""
        return (self.before + self.pos) / self.length

    def damaged(self, at: int) -> DamagedError:
        """An error at this position of the data that is here."""
        return DamagedError(self.before + at)

    def left(self) -> int:
        """How many bytes follow, here and in pieces."""
        return self.length - self.before - self.pos

    def get(self, count: int) -> None:
        """Get so many bytes here, if there are; positions stay what they are."""
        here = len(self.data) - self.pos
        if here >= count or not self.pieces:
            return
        # At least twice as much, so that a long value is not copied for each of its pieces.
        wanted = max(count, 2 * len(self.data))
        parts = [self.data]
        while self.pieces and here < wanted:
            parts.append(self.pieces.pop())
            here += len(parts[-1])
        self.data = b"".join(parts)

    def take(self, count: int) -> int:
        """Step over ``count`` bytes and return where they begin in ``data``, which may be another then."""
        start = self.pos
        if count > len(self.data) - start:
            if count > self.left():
                if count > _IMPLAUSIBLE:
                    raise self.damaged(start)
                raise CutOffError(messages.IS_CUT_OFF.format(self.length))
            self.get(count)
        self.pos = start + count
        return start

    def raw(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        start = self.take(count)
        return self.data[start : self.pos]

    def byte(self) -> int:
        """The next byte."""
        at = self.take(1)
        return self.data[at]

    def int32(self) -> int:
        """The next signed 32-bit number, without a type byte."""
        at = self.take(4)
        return int.from_bytes(self.data[at : at + 4], "little", signed=True)

    def size(self) -> int:
        """A count of what follows, each thing at least one byte."""
        at = self.pos
        count = self.int32()
        if count < 0:
            raise self.damaged(at)
        if count > self.left():
            self.pos = at + 4
            self.take(count)
        return count

    def peek(self) -> int:
        """The next byte, which is still to be read."""
        at = self.pos
        if at >= len(self.data):
            self.take(1)
            self.pos = at
        return self.data[at]

    def at_end_of_dict(self) -> bool:
        """Whether the dict ends here; if so, step over its end."""
        pos = self.pos
        ends = (self.data[pos] if pos < len(self.data) else self.peek()) == 0x30
        self.pos += ends
        return ends

    def tag(self) -> tuple[int, int | None]:
        """A type byte without its flag, and the reserved reference number if it had one."""
        pos = self.pos
        if pos < len(self.data):
            code = self.data[pos]
            self.pos = pos + 1
        else:
            code = self.byte()
        if code & FLAG:
            code &= ~FLAG
            if code not in _UNNUMBERED:
                self.refs.append(PENDING)
                return code, len(self.refs) - 1
        return code, None

    def opened(self) -> tuple[int, int | None, int]:
        """The next type byte with its reference number, and the size of the tuple it begins or -1."""
        code, slot = self.tag()
        if code == 0x29:
            return code, slot, self.byte()
        return code, slot, self.size() if code == 0x28 else -1

    def fill(self, slot: int | None, value: object) -> None:
        """Let a reserved reference number mean this value, now that it is complete."""
        if slot is not None:
            self.refs[slot] = value

    def last_reference(self) -> int:
        """The number in the reference that was just read."""
        return int.from_bytes(self.data[self.pos - 4 : self.pos], "little")

    def forget(self) -> None:
        """Free what only reading needs."""
        self.refs.clear()
        self.interned.clear()
        self.texts.clear()

    def text(self, raw: bytes) -> str:
        """A short text; of equal ones the same, so that what is written out again and again is there once."""
        value = self.texts.get(raw)
        if value is None:
            value = str(raw, "latin-1")
            if len(self.texts) < _MOST_TEXTS and raw.isascii():
                self.texts[raw] = value
        return value

"""Marshalled values that hold others, which no profile needs: stepped over, never built.

Only the scalars in them are read, because later values refer to them by number.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.pstats.marshal_reader import FLAG, OPAQUE, PENDING, MarshalReader
from proftui_parsers.pstats.marshal_scalars import SCALARS

_MAX_DEPTH = 200
_MAX_SKIPPED = 500_000
"""More values than the code of any program has; what would be read only to be thrown away."""
_CODE_INTS = (4, 5, 6)


class _Container:
    """A tuple, list, set or dict that is being skipped."""

    __slots__ = ("left", "slot")

    def __init__(self, left: int, slot: int | None) -> None:
        self.left = left
        self.slot = slot

    def take(self, value: object, reader: MarshalReader) -> object:
        """Count one more value; the container's own value when it was the last, else ``PENDING``."""
        self.left -= 1
        return PENDING if self.left else OPAQUE


class _Dict(_Container):
    """A dict ends with a type byte, not with a count."""

    __slots__ = ()

    def take(self, value: object, reader: MarshalReader) -> object:
        return OPAQUE if reader.at_end_of_dict() else PENDING


class _Code(_Container):
    """A code object: its layout tells its Python version by the type of the fifth value."""

    __slots__ = ("modern", "name", "seen")

    def __init__(self, slot: int | None) -> None:
        super().__init__(0, slot)
        self.seen = 0
        self.modern = False
        self.name: object = ""

    def take(self, value: object, reader: MarshalReader) -> object:
        self.seen += 1
        if self.seen == 5:
            self.modern = type(value) is str
        elif self.seen == (7 if self.modern else 8):
            self.name = value
        if self.seen == 8:
            reader.int32()
        if self.seen < (10 if self.modern else 9):
            return PENDING
        return f"<code object {self.name if type(self.name) is str else '?'}>"


def skip(reader: MarshalReader, code: int, slot: int | None) -> object:
    """Step over a container with all that is in it; the stack is a list, not Python's own."""
    stack: list[_Container] = []
    start = reader.pos - 1
    while True:
        scalar = SCALARS.get(code)
        container = _opened(reader, code, slot, len(stack)) if scalar is None else None
        if container is not None:
            stack.append(container)
        else:
            value = OPAQUE if scalar is None else scalar(reader)
            reader.fill(slot, value)
            while stack and value is not PENDING:
                value = stack[-1].take(value, reader)
                if value is not PENDING:
                    reader.fill(stack.pop().slot, value)
            if not stack:
                return value
        reader.skipped += 1
        if reader.skipped > _MAX_SKIPPED:
            raise reader.damaged(start, messages.STRANGE_VALUES_TOO_LARGE)
        code, slot = reader.tag()


def _opened(reader: MarshalReader, code: int, slot: int | None, depth: int) -> _Container | None:
    """The container that begins here; ``None`` if it is empty."""
    if depth >= _MAX_DEPTH:
        raise reader.damaged(reader.pos - 1, messages.NESTED_TOO_DEEP.format(_MAX_DEPTH))
    if code == 0x63:
        _skip_code_ints(reader)
        return _Code(slot)
    if code in b"{}":
        return None if reader.at_end_of_dict() else _Dict(0, slot)
    size = container_size(reader, code)
    return _Container(size, slot) if size else None


def container_size(reader: MarshalReader, code: int) -> int:
    """How many values are in the tuple, list, set or slice."""
    if code == 0x29:
        return reader.byte()
    if code in b"([<>":
        return reader.size()
    if code == 0x3A:
        return 3
    raise reader.damaged(reader.pos - 1, messages.NO_VALUE_BEGINS.format(code))


def _skip_code_ints(reader: MarshalReader) -> None:
    """Step over the numbers that begin a code object: four to six, by the version of Python."""
    reader.get(4 * max(_CODE_INTS) + 5)
    for count in (reader.code_ints,) if reader.code_ints else _CODE_INTS:
        if _bytes_at(reader, reader.pos + 4 * count):
            reader.code_ints = count
            reader.take(4 * count)
            return
    raise reader.damaged(reader.pos, messages.CODE_WITHOUT_CODE)


def _bytes_at(reader: MarshalReader, position: int) -> bool:
    """Whether a byte string, that ends within the file, begins at this position."""
    if position + 5 > len(reader.data):
        return False
    code = reader.data[position] & ~FLAG
    number = int.from_bytes(reader.data[position + 1 : position + 5], "little")
    if code in (0x73, 0x74):
        return number <= reader.length - reader.before - position - 5
    return number < {0x52: len(reader.interned), 0x72: len(reader.refs)}.get(code, 0)

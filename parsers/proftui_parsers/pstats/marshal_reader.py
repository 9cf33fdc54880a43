"""Values of the marshal format, read without marshal: nothing is built that a profile does not need.

The module that Python has for this format crashes on ten hostile bytes and asks for gigabytes on five,
so this reads the subset that profilers write. Containers are never built: only their scalars are,
because later values refer to them by number.
"""

from __future__ import annotations

import struct

from proftui_parsers.profile import ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

FLAG: Final = 0x80
"""Set in a type byte: this value gets the next reference number."""
LARGEST: Final = 2**63 - 1
MAX_DEPTH: Final = 200
MAX_SKIPPED: Final = 500_000
"""More values than the code of any program has; what would be read only to be thrown away."""

_INT32: Final = struct.Struct("<i")
_INT64: Final = struct.Struct("<q")
_UINT32: Final = struct.Struct("<I")
_FLOAT64: Final = struct.Struct("<d")
_UNNUMBERED: Final = frozenset(b"rRNTF.S")
_CODE_INTS: Final = (4, 5, 6)
_IMPLAUSIBLE: Final = 1 << 20
_TEXTS: Final = frozenset(b"stu")
_MOST_TEXTS: Final = 1 << 15
_SHORT: Final = 256
_FEW: Final = bytes(3)
"""The high bytes of a small size."""


class DamagedError(ProfileError):
    """A byte that cannot be where it is."""

    def __init__(self, place: int, what: str) -> None:
        super().__init__(f"is damaged at byte {place:,}: {what}")


class CutOffError(ProfileError):
    """The file ends inside a value."""


class Opaque:
    """Stands for a value that was skipped."""


PENDING: Final = Opaque()
"""Stands in the reference list for a container that is still being read."""
OPAQUE: Final = Opaque()


def clipped(value: int) -> int:
    """The value, or the nearest one that fits a signed 64-bit column."""
    return max(-LARGEST - 1, min(LARGEST, value))


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
        """What is here of the data; ``pos`` is a place in it."""
        self.pos = 0
        self.refs: list[Any] = []
        """Every numbered value: scalars, and what the caller stores for its own tuples."""
        self._interned: list[str] = []
        self.texts: dict[bytes, str] = {}
        """Short texts of ASCII by their bytes, of which every encoding makes the same."""
        self._code_ints = 0
        self._skipped = 0

    # --- bytes

    def refill(self) -> None:
        """Let go of what was read, and put the next piece behind the rest."""
        self.data = self.data[self.pos :] + self.pieces.pop()
        self.before += self.pos
        self.pos = 0

    def ahead(self) -> MarshalReader:
        """Another one at this place of the same data, without values to refer to."""
        other = MarshalReader([self.data, *reversed(self.pieces)])
        other.pos, other.before, other.length = self.pos, self.before, self.length
        return other

    def share(self) -> float:
        """Which share of the data was read."""
        return (self.before + self.pos) / self.length

    def damaged(self, at: int, what: str) -> DamagedError:
        """An error at this place of the data that is here."""
        return DamagedError(self.before + at, what)

    def _left(self) -> int:
        """How many bytes follow, here and in pieces."""
        return self.length - self.before - self.pos

    def _get(self, count: int) -> None:
        """Get so many bytes here, if there are; places stay what they are."""
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
            left = self._left()
            if count > left:
                if count > _IMPLAUSIBLE:
                    raise self.damaged(start, f"a value of {count:,} bytes cannot be, {left:,} are left")
                raise CutOffError(f"is cut off: it ends at byte {self.length:,}")
            self._get(count)
        self.pos = start + count
        return start

    def byte(self) -> int:
        """The next byte."""
        at = self.take(1)
        return self.data[at]

    def int32(self) -> int:
        """A signed 32-bit number without a type byte."""
        at = self.take(4)
        value: int = _INT32.unpack_from(self.data, at)[0]
        return value

    def size(self) -> int:
        """A count of what follows, each thing at least one byte."""
        at = self.pos
        count = self.int32()
        if count < 0:
            raise self.damaged(at, f"a size of {count:,} cannot be")
        if count > self._left():
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
        ends = self.peek() == 0x30
        self.pos += ends
        return ends

    # --- values

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
        data, pos = self.data, self.pos
        code = data[pos] & ~FLAG if pos + 5 <= len(data) else 0
        if code == 0x29 or (code == 0x28 and data[pos + 2 : pos + 5] == _FEW):
            self.pos = pos + (2 if code == 0x29 else 5)
            slot = None
            if data[pos] & FLAG:
                slot = len(self.refs)
                self.refs.append(PENDING)
            return code, slot, data[pos + 1]
        code, slot = self.tag()
        size = self.tuple_size(code)
        return code, slot, -1 if size is None else size

    def fill(self, slot: int | None, value: object) -> None:
        """Let a reserved reference number mean this value, now that it is complete."""
        if slot is not None:
            self.refs[slot] = value

    def last_reference(self) -> int:
        """The number in the reference that was just read."""
        number: int = _UINT32.unpack_from(self.data, self.pos - 4)[0]
        return number

    def forget(self) -> None:
        """Free what only reading needs."""
        self.refs.clear()
        self._interned.clear()
        self.texts.clear()

    def tuple_size(self, code: int) -> int | None:
        """How many values follow if the type byte begins a tuple."""
        if code == 0x29:
            return self.byte()
        return self.size() if code == 0x28 else None

    def value(self) -> Any:
        """The next value: a scalar, the text ``<code object NAME>``, or ``OPAQUE``."""
        return self.values(1)[0]

    def values(self, count: int) -> list[Any]:
        """The next values; what nearly all are is read without a call for each of their parts."""
        data, pos, refs, texts = self.data, self.pos, self.refs, self.texts
        found: list[Any] = []
        for _ in range(count):
            value: Any = PENDING
            if pos + 9 <= len(data):
                flagged = data[pos]
                code = flagged & ~FLAG
                if flagged == 0x72:
                    number = _UINT32.unpack_from(data, pos + 1)[0]
                    if number < len(refs):
                        value = refs[number]
                    end = pos + 5
                elif code == 0x69:
                    value = _INT32.unpack_from(data, pos + 1)[0]
                    end = pos + 5
                elif code == 0x67:
                    value = _FLOAT64.unpack_from(data, pos + 1)[0]
                    end = pos + 9
                elif code & 0x5F == 0x5A:
                    end = pos + 2 + data[pos + 1]
                    if end <= len(data):
                        raw = data[pos + 2 : end]
                        value = texts.get(raw)
                        if value is None:
                            value = self.text(raw)
                # What follows is written by Python 2, and by the oldest versions.
                elif flagged == 0x52:
                    number = _UINT32.unpack_from(data, pos + 1)[0]
                    if number < len(self._interned):
                        value = self._interned[number]
                    end = pos + 5
                elif code == 0x49:
                    value = _INT64.unpack_from(data, pos + 1)[0]
                    end = pos + 9
                elif code == 0x6C:
                    digits = _INT32.unpack_from(data, pos + 1)[0]
                    end = pos + 5 + 2 * digits
                    if digits == 1:
                        value = data[pos + 5] | data[pos + 6] << 8
                    elif digits == 2:
                        value = data[pos + 5] | data[pos + 6] << 8 | data[pos + 7] << 15 | data[pos + 8] << 23
                elif code == 0x66:
                    end = pos + 2 + data[pos + 1]
                    if end <= len(data):
                        try:  # noqa: SIM105 - suppress() would be a call for each number
                            value = float(data[pos + 2 : end])
                        except ValueError:
                            pass
                elif code in _TEXTS:
                    end = pos + 5 + _UINT32.unpack_from(data, pos + 1)[0]
                    if end <= min(len(data), pos + _SHORT):
                        value = texts.get(data[pos + 5 : end], PENDING)
                        if code == 0x74 and value is not PENDING:
                            self._interned.append(value)
            if value is PENDING:
                self.pos = pos
                value = self.value_of(*self.tag())
                data, pos = self.data, self.pos
            else:
                pos = end
                if flagged & FLAG:
                    refs.append(value)
            found.append(value)
        self.pos = pos
        return found

    def text(self, raw: bytes) -> str:
        """A short text; of equal ones the same, so that what is written out again and again is there once."""
        value = self.texts.get(raw)
        if value is None:
            value = str(raw, "latin-1")
            if len(self.texts) < _MOST_TEXTS and raw.isascii():
                self.texts[raw] = value
        return value

    def value_of(self, code: int, slot: int | None) -> Any:
        """The value whose type byte was read already."""
        scalar = SCALARS.get(code)
        if scalar is not None:
            value = scalar(self)
            self.fill(slot, value)
            return value
        return self._skip(code, slot)

    def _skip(self, code: int, slot: int | None) -> Any:
        """Step over a container with all that is in it; the stack is a list, not Python's own."""
        stack: list[_Container] = []
        start = self.pos - 1
        value = self._open(code, slot, stack)
        while stack:
            if value is PENDING:
                self._skipped += 1
                if self._skipped > MAX_SKIPPED:
                    raise self.damaged(start, "values that are no part of a profile are too large")
                code, slot = self.tag()
                scalar = SCALARS.get(code)
                if scalar is None:
                    value = self._open(code, slot, stack)
                    if value is PENDING:
                        continue
                else:
                    value = scalar(self)
                    self.fill(slot, value)
            value = stack[-1].take(value, self)
            if value is not PENDING:
                self.fill(stack.pop().slot, value)
        return value

    def _open(self, code: int, slot: int | None, stack: list[_Container]) -> object:
        """Begin a container: ``PENDING`` when values follow, ``OPAQUE`` when it is empty."""
        if len(stack) >= MAX_DEPTH:
            raise self.damaged(self.pos - 1, f"values are nested more than {MAX_DEPTH} deep")
        container: _Container | None = None
        if code == 0x63:
            self._skip_code_ints()
            container = _Code(slot)
        elif code in (0x7B, 0x7D):
            container = None if self.at_end_of_dict() else _Dict(0, slot)
        else:
            size = self.container_size(code)
            container = _Container(size, slot) if size else None
        if container is None:
            self.fill(slot, OPAQUE)
            return OPAQUE
        stack.append(container)
        return PENDING

    def container_size(self, code: int) -> int:
        """How many values are in the tuple, list, set or slice."""
        size = self.tuple_size(code)
        if size is not None:
            return size
        if code in (0x5B, 0x3C, 0x3E):
            return self.size()
        if code == 0x3A:
            return 3
        raise self.damaged(self.pos - 1, f"no value begins with {code:#04x}")

    def _skip_code_ints(self) -> None:
        """Step over the numbers that begin a code object: four to six, by the version of Python."""
        self._get(4 * max(_CODE_INTS) + 5)
        counts = (self._code_ints,) if self._code_ints else _CODE_INTS
        for count in counts:
            if self._bytes_at(self.pos + 4 * count):
                self._code_ints = count
                self.take(4 * count)
                return
        raise self.damaged(self.pos, "a code object has no code")

    def _bytes_at(self, place: int) -> bool:
        """Whether a byte string, of a length that the file has room for, begins here."""
        if place + 5 > len(self.data):
            return False
        code = self.data[place] & ~FLAG
        number: int = _UINT32.unpack_from(self.data, place + 1)[0]
        if code in (0x73, 0x74):
            return number <= self.length - self.before - place - 5
        known = {0x52: len(self._interned), 0x72: len(self.refs)}.get(code, 0)
        return number < known

    # --- scalars

    def _short_text(self) -> str:
        size = self.byte()
        start = self.take(size)
        return str(self.data[start : start + size], "latin-1")

    def _long_text(self) -> str:
        size = self.size()
        start = self.take(size)
        return str(self.data[start : start + size], "latin-1")

    def _unicode(self) -> str:
        size = self.size()
        start = self.take(size)
        raw = self.data[start : start + size]
        if size <= _SHORT and raw.isascii():
            return self.text(raw)
        try:
            return str(raw, "utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise self.damaged(start, "a text is not UTF-8") from None

    def _bytes(self) -> str:
        """Python 2's byte strings: names and paths, which may hold bytes of any encoding."""
        size = self.size()
        start = self.take(size)
        raw = self.data[start : start + size]
        return self.text(raw) if size <= _SHORT and raw.isascii() else decoded(raw)

    def _interned_bytes(self) -> str:
        text = self._bytes()
        self._interned.append(text)
        return text

    def _interned_reference(self) -> str:
        at = self.pos
        number = self.int32()
        if not 0 <= number < len(self._interned):
            raise self.damaged(at, f"there is no interned string {number:,}")
        return self._interned[number]

    def _reference(self) -> Any:
        at = self.pos
        number = self.int32()
        if not 0 <= number < len(self.refs):
            raise self.damaged(at, f"there is no value {number:,} to refer to")
        value = self.refs[number]
        if value is PENDING:
            raise self.damaged(at, f"it refers to value {number:,}, which is not complete")
        return value

    def _int64(self) -> int:
        at = self.take(8)
        value: int = _INT64.unpack_from(self.data, at)[0]
        return value

    def _long(self) -> int:
        """An int of any size, in digits of 15 bits; what no column can hold becomes the nearest that fits."""
        digits = self.int32()
        count = abs(digits)
        start = self.take(2 * count)
        if count > 5:
            value = LARGEST
        else:
            value = 0
            for place in range(count):
                at = start + 2 * place
                value |= (self.data[at] | self.data[at + 1] << 8) << (15 * place)
        return clipped(-value if digits < 0 else value)

    def _float(self) -> float:
        at = self.take(8)
        value: float = _FLOAT64.unpack_from(self.data, at)[0]
        return value

    def _float_text(self) -> float:
        size = self.byte()
        start = self.take(size)
        try:
            return float(self.data[start : start + size])
        except ValueError:
            raise self.damaged(start, "a number is not one") from None

    def _complex(self) -> Opaque:
        self.take(16)
        return OPAQUE

    def _complex_text(self) -> Opaque:
        self._float_text()
        self._float_text()
        return OPAQUE

    def _nothing(self) -> Opaque:
        return OPAQUE


def decoded(raw: bytes) -> str:
    """Text of a byte string of Python 2: UTF-8 where it is, and no byte lost where it is not."""
    try:
        return str(raw, "utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return str(raw, "utf-8", "surrogateescape")


SCALARS: dict[int, Callable[[MarshalReader], Any]] = {
    ord("z"): MarshalReader._short_text,
    ord("Z"): MarshalReader._short_text,
    ord("a"): MarshalReader._long_text,
    ord("A"): MarshalReader._long_text,
    ord("u"): MarshalReader._unicode,
    ord("s"): MarshalReader._bytes,
    ord("t"): MarshalReader._interned_bytes,
    ord("R"): MarshalReader._interned_reference,
    ord("r"): MarshalReader._reference,
    ord("i"): MarshalReader.int32,
    ord("I"): MarshalReader._int64,
    ord("l"): MarshalReader._long,
    ord("g"): MarshalReader._float,
    ord("f"): MarshalReader._float_text,
    ord("y"): MarshalReader._complex,
    ord("x"): MarshalReader._complex_text,
    ord("N"): MarshalReader._nothing,
    ord("T"): MarshalReader._nothing,
    ord("F"): MarshalReader._nothing,
    ord("."): MarshalReader._nothing,
    ord("S"): MarshalReader._nothing,
}

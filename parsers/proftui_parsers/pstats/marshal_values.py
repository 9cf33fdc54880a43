"""Marshalled values by their type bytes: numbers, texts, references; and what holds others, stepped over.

What holds others no profile needs: only the scalars in it are read, because later values refer to them by
number, and a code object leaves its name.
"""

from __future__ import annotations

import struct

from proftui_parsers.binary import LARGEST, clipped, decoded
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.pstats.marshal_reader import FLAG, OPAQUE, PENDING, MarshalReader, Opaque

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_SHORT = 256
"""Texts up to so many bytes are likely to come again."""
_FIXED = {ord("i"): struct.Struct("<i"), ord("I"): struct.Struct("<q"), ord("g"): struct.Struct("<d")}
"""Numbers by their type bytes."""
_ROOM = 9
"""Bytes of the longest of them with that."""
_MAX_DEPTH = 100
_MAX_SKIPPED = 500_000
"""More values than the code of any program has; what would be read only to be thrown away."""
_CODE_INTS = (4, 5, 6)
"""How many numbers begin a code object: of Python 2; of 3.0 to 3.7, and from 3.11 on; between the two."""


def next_value(reader: MarshalReader) -> Any:
    """The next value: a scalar, the text ``<code object NAME>``, or ``OPAQUE``."""
    data, pos = reader.data, reader.pos
    if pos + _ROOM > len(data):
        return value_of(reader, *reader.tag())
    # Nearly all values are numbers and short texts: without a call for each of their parts.
    flagged, end = data[pos], pos
    value: Any = PENDING
    code = flagged & ~FLAG
    form: Any = _FIXED.get(code)
    if form is not None:
        value, end = form.unpack_from(data, pos + 1)[0], pos + 1 + form.size
    elif code & 0x5F == 0x5A:
        end += 2 + data[pos + 1]
        value = reader.text(data[pos + 2 : end]) if end <= len(data) else PENDING
    elif code in b"su":
        end += 5 + int.from_bytes(data[pos + 1 : pos + 5], "little")
        value = reader.texts.get(data[pos + 5 : end], PENDING) if end < pos + _SHORT else PENDING
    elif code == 0x6C and data[pos + 1 : pos + 5] == b"\2\0\0\0":
        value, end = data[pos + 5] | data[pos + 6] << 8 | data[pos + 7] << 15 | data[pos + 8] << 23, pos + 9
    if value is PENDING:
        return value_of(reader, *reader.tag())
    reader.pos = end
    if flagged & FLAG:
        reader.refs.append(value)
    return value


def value_of(reader: MarshalReader, code: int, slot: int | None, depth: int = 0) -> Any:
    """The value whose type byte was read already, ``depth`` values inside another one."""
    scalar = _SCALARS.get(code)
    if scalar is not None:
        value = scalar(reader)
    elif depth >= _MAX_DEPTH:
        raise reader.damaged(reader.pos - 1)
    elif code == 0x63:
        value = _skip_code(reader, depth)
    else:
        value = OPAQUE
        if code in b"{}":
            while not reader.at_end_of_dict():
                _skip(reader, depth)
        else:
            for _ in range(_size(reader, code)):
                _skip(reader, depth)
    reader.fill(slot, value)
    return value


def _skip(reader: MarshalReader, depth: int) -> Any:
    """The next value inside of one."""
    reader.skipped += 1
    if reader.skipped > _MAX_SKIPPED:
        raise reader.damaged(reader.pos)
    return value_of(reader, *reader.tag(), depth + 1)


def _size(reader: MarshalReader, code: int) -> int:
    """How many values are in the tuple, list, set or slice."""
    if code == 0x29:
        return reader.byte()
    if code in b"([<>":
        return reader.size()
    if code == 0x3A:
        return 3
    raise reader.damaged(reader.pos - 1)


def _skip_code(reader: MarshalReader, depth: int) -> str:
    """Step over a code object; the fifth of its values tells whether it is of Python 3.11 or later."""
    reader.get(4 * max(_CODE_INTS) + 5)
    known = (reader.code_ints,) if reader.code_ints else _CODE_INTS
    reader.code_ints = next((count for count in known if _bytes_at(reader, reader.pos + 4 * count)), 0)
    if not reader.code_ints:
        raise reader.damaged(reader.pos)
    reader.take(4 * reader.code_ints)
    values = [_skip(reader, depth) for _ in range(8)]
    is_modern = type(values[4]) is str
    name = values[6 if is_modern else 7]
    # The line of its definition, and one table of lines or two.
    reader.int32()
    for _ in range(1 + is_modern):
        _skip(reader, depth)
    return f"<code object {name if type(name) is str else '?'}>"


def _bytes_at(reader: MarshalReader, position: int) -> bool:
    """Whether a byte string, that ends within the file, begins at this position."""
    if position + 5 > len(reader.data):
        return False
    code = reader.data[position] & ~FLAG
    number = int.from_bytes(reader.data[position + 1 : position + 5], "little")
    if code in (0x73, 0x74):
        return number <= reader.length - reader.before - position - 5
    return number < {0x52: len(reader.interned), 0x72: len(reader.refs)}.get(code, 0)


def _unicode(reader: MarshalReader) -> str:
    raw = reader.raw(reader.size())
    if len(raw) <= _SHORT and raw.isascii():
        return reader.text(raw)
    try:
        return str(raw, "utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise reader.damaged(reader.pos - len(raw)) from None


def _bytes(reader: MarshalReader) -> str:
    """Python 2's byte strings: names and paths, which may hold bytes of any encoding."""
    raw = reader.raw(reader.size())
    return reader.text(raw) if len(raw) <= _SHORT and raw.isascii() else decoded(raw)


def _interned_bytes(reader: MarshalReader) -> str:
    text = _bytes(reader)
    reader.interned.append(text)
    return text


def _reference(reader: MarshalReader, known: Sequence[Any]) -> Any:
    at = reader.pos
    number = reader.int32()
    if not 0 <= number < len(known) or known[number] is PENDING:
        raise reader.damaged(at)
    return known[number]


def _long(reader: MarshalReader) -> int:
    """An int of any size, in digits of 15 bits; what no column can hold becomes the nearest that fits."""
    digits = reader.int32()
    raw, value = reader.raw(2 * abs(digits)), LARGEST
    if len(raw) <= 10:
        value = 0
        for at in range(len(raw) - 2, -1, -2):
            value = value << 15 | raw[at] | raw[at + 1] << 8
    return clipped(-value if digits < 0 else value)


def _float_text(reader: MarshalReader) -> float:
    raw = reader.raw(reader.byte())
    try:
        return float(raw)
    except ValueError:
        raise reader.damaged(reader.pos - len(raw)) from None


def _complex(reader: MarshalReader) -> Opaque:
    reader.take(16)
    return OPAQUE


_SCALARS: dict[int, Callable[[MarshalReader], Any]] = {
    **dict.fromkeys(b"zZ", lambda reader: str(reader.raw(reader.byte()), "latin-1")),
    **dict.fromkeys(b"aA", lambda reader: str(reader.raw(reader.size()), "latin-1")),
    ord("u"): _unicode,
    ord("s"): _bytes,
    ord("t"): _interned_bytes,
    ord("R"): lambda reader: _reference(reader, reader.interned),
    ord("r"): lambda reader: _reference(reader, reader.refs),
    ord("i"): MarshalReader.int32,
    ord("I"): lambda reader: _FIXED[0x49].unpack(reader.raw(8))[0],
    ord("g"): lambda reader: _FIXED[0x67].unpack(reader.raw(8))[0],
    ord("l"): _long,
    ord("f"): _float_text,
    ord("y"): _complex,
    **dict.fromkeys(b"NTF.S", lambda reader: OPAQUE),
}
"""What reads the value after each type byte."""

"""Marshalled values that hold no others: numbers, texts, references, by their type byte."""

from __future__ import annotations

import struct

import proftui_parsers.messages as messages
from proftui_parsers.binary import LARGEST, clipped, decoded
from proftui_parsers.pstats.marshal_reader import OPAQUE, PENDING, MarshalReader, Opaque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SHORT = 256
"""Texts up to so many bytes are likely to come again."""
_INT64 = struct.Struct("<q")
_FLOAT64 = struct.Struct("<d")


def _unicode(reader: MarshalReader) -> str:
    raw = reader.raw(reader.size())
    if len(raw) <= SHORT and raw.isascii():
        return reader.text(raw)
    try:
        return str(raw, "utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise reader.damaged(reader.pos - len(raw), messages.TEXT_NOT_UTF8) from None


def _bytes(reader: MarshalReader) -> str:
    """Python 2's byte strings: names and paths, which may hold bytes of any encoding."""
    raw = reader.raw(reader.size())
    return reader.text(raw) if len(raw) <= SHORT and raw.isascii() else decoded(raw)


def _interned_bytes(reader: MarshalReader) -> str:
    text = _bytes(reader)
    reader.interned.append(text)
    return text


def _interned_reference(reader: MarshalReader) -> str:
    at = reader.pos
    number = reader.int32()
    if not 0 <= number < len(reader.interned):
        raise reader.damaged(at, messages.NO_SUCH_STRING.format(number))
    return reader.interned[number]


def _reference(reader: MarshalReader) -> Any:
    at = reader.pos
    number = reader.int32()
    if not 0 <= number < len(reader.refs):
        raise reader.damaged(at, messages.NO_SUCH_VALUE.format(number))
    value = reader.refs[number]
    if value is PENDING:
        raise reader.damaged(at, messages.REFERS_TO_UNFINISHED.format(number))
    return value


def _long(reader: MarshalReader) -> int:
    """An int of any size, in digits of 15 bits; what no column can hold becomes the nearest that fits."""
    digits = reader.int32()
    count = abs(digits)
    start = reader.take(2 * count)
    if count > 5:
        value = LARGEST
    else:
        value = 0
        for number in range(count):
            at = start + 2 * number
            value |= (reader.data[at] | reader.data[at + 1] << 8) << (15 * number)
    return clipped(-value if digits < 0 else value)


def _float_text(reader: MarshalReader) -> float:
    raw = reader.raw(reader.byte())
    try:
        return float(raw)
    except ValueError:
        raise reader.damaged(reader.pos - len(raw), messages.NUMBER_UNREADABLE) from None


def _complex(reader: MarshalReader) -> Opaque:
    reader.take(16)
    return OPAQUE


def _complex_text(reader: MarshalReader) -> Opaque:
    _float_text(reader)
    _float_text(reader)
    return OPAQUE


SCALARS: dict[int, Callable[[MarshalReader], Any]] = {
    **dict.fromkeys(b"zZ", lambda reader: str(reader.raw(reader.byte()), "latin-1")),
    **dict.fromkeys(b"aA", lambda reader: str(reader.raw(reader.size()), "latin-1")),
    ord("u"): _unicode,
    ord("s"): _bytes,
    ord("t"): _interned_bytes,
    ord("R"): _interned_reference,
    ord("r"): _reference,
    ord("i"): MarshalReader.int32,
    ord("I"): lambda reader: _INT64.unpack(reader.raw(8))[0],
    ord("l"): _long,
    ord("g"): lambda reader: _FLOAT64.unpack(reader.raw(8))[0],
    ord("f"): _float_text,
    ord("y"): _complex,
    ord("x"): _complex_text,
    **dict.fromkeys(b"NTF.S", lambda reader: OPAQUE),
}
"""What reads the value after each type byte."""

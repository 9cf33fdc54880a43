"""Any marshalled value: what nearly all values are is read here, the others one kind at a time."""

from __future__ import annotations

import struct

from proftui_parsers.pstats.marshal_containers import skip
from proftui_parsers.pstats.marshal_reader import FLAG, PENDING, MarshalReader
from proftui_parsers.pstats.marshal_scalars import SCALARS, SHORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_int32, _int64 = struct.Struct("<i").unpack_from, struct.Struct("<q").unpack_from
_uint32, _float64 = struct.Struct("<I").unpack_from, struct.Struct("<d").unpack_from
_ONE_DIGIT, _TWO_DIGITS = b"\1\0\0\0", b"\2\0\0\0"
_ROOM = 9
"""Bytes of the longest number."""
_TEXTS = frozenset(b"stu")


def next_value(reader: MarshalReader) -> Any:
    """The next value: a scalar, the text ``<code object NAME>``, or ``OPAQUE``."""
    return next_values(reader, 1)[0]


def next_values(reader: MarshalReader, count: int) -> list[Any]:
    """The next values; what nearly all are is read without a call for each of their parts."""
    data, pos, refs, texts = reader.data, reader.pos, reader.refs, reader.texts
    result: list[Any] = []
    last = len(data) - _ROOM
    for _ in range(count):
        value: Any = PENDING
        if pos <= last:
            flagged = data[pos]
            code = flagged & ~FLAG
            if flagged == 0x72:
                number = _uint32(data, pos + 1)[0]
                if number < len(refs):
                    value = refs[number]
                end = pos + 5
            elif code & 0x5F == 0x5A:
                end = pos + 2 + data[pos + 1]
                if end <= len(data):
                    raw = data[pos + 2 : end]
                    value = texts.get(raw)
                    if value is None:
                        value = reader.text(raw)
            elif code < 0x6A:
                if code == 0x69:
                    value = _int32(data, pos + 1)[0]
                    end = pos + 5
                elif code == 0x67:
                    value = _float64(data, pos + 1)[0]
                    end = pos + 9
                # What follows is written by Python 2, and by the oldest versions.
                elif code == 0x49:
                    value = _int64(data, pos + 1)[0]
                    end = pos + 9
                elif code == 0x66:
                    end = pos + 2 + data[pos + 1]
                    if end <= len(data):
                        try:  # noqa: SIM105 - suppress() would be a call for each number
                            value = float(data[pos + 2 : end])
                        except ValueError:
                            pass
                elif flagged == 0x52:
                    number = _uint32(data, pos + 1)[0]
                    if number < len(reader.interned):
                        value = reader.interned[number]
                    end = pos + 5
            elif code == 0x6C:
                if data[pos + 1 : pos + 5] == _ONE_DIGIT:
                    value = data[pos + 5] | data[pos + 6] << 8
                    end = pos + 7
                elif data[pos + 1 : pos + 5] == _TWO_DIGITS:
                    value = data[pos + 5] | data[pos + 6] << 8 | data[pos + 7] << 15 | data[pos + 8] << 23
                    end = pos + 9
            elif code in _TEXTS:
                end = pos + 5 + _uint32(data, pos + 1)[0]
                if end <= min(len(data), pos + SHORT):
                    value = texts.get(data[pos + 5 : end], PENDING)
                    if code == 0x74 and value is not PENDING:
                        reader.interned.append(value)
        if value is PENDING:
            reader.pos = pos
            value = value_of(reader, *reader.tag())
            data, pos = reader.data, reader.pos
            last = len(data) - _ROOM
        else:
            pos = end
            if flagged & FLAG:
                refs.append(value)
        result.append(value)
    reader.pos = pos
    return result


def value_of(reader: MarshalReader, code: int, slot: int | None) -> Any:
    """The value whose type byte was read already."""
    scalar = SCALARS.get(code)
    if scalar is None:
        return skip(reader, code, slot)
    value = scalar(reader)
    reader.fill(slot, value)
    return value

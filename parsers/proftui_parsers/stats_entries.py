"""The quick way through the entries of a ``.stats`` file.

The entries of nearly all files have one form, so whole entries are unpacked at once, and what looks
otherwise is left to :meth:`Table.step`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from proftui_parsers.marshal_reader import FLAG, PENDING, CutOffError, DamagedError, MarshalReader
from proftui_parsers.profile import ProfileError
from proftui_parsers.stats_table import Table

_INT32: Final = 2**31
_PROGRESS_ROWS: Final = 2048
_SHORT: Final = frozenset(b"zZ\xfa\xda")

# How an entry looks in nearly all files; a count takes five bytes, a time nine.
_CALLER: Final = struct.Struct("<BIHBIBIBdBd")
_FIGURES: Final = struct.Struct("<HBIBIBdBd")
_FILE_AND_LINE: Final = struct.Struct("<BIBi")
_LINE: Final = struct.Struct("<Bi")
_NUMBER: Final = struct.Struct("<I")
_LONGEST: Final = 2 + 2 * (2 + 255) + 5 + _FIGURES.size + 1
"""No entry that is read at once takes more bytes."""


def read_table(data: bytes) -> Iterator[Table]:
    """Read a ``.stats`` file, handing out the table every few thousand functions, and when it is whole."""
    reader = MarshalReader(data)
    code, _ = reader.tag()
    if code != 0x7B:
        raise ProfileError("is not a marshalled dict")
    table = Table(reader)
    try:
        for _ in read_entries(table):
            yield table
    except CutOffError as cut:
        entry = len(table.ends) + 1
        raise ProfileError(f"{cut} inside the entry of function {entry:,}") from None
    yield table


def read_entries(table: Table) -> Iterator[None]:
    """Fill the table, stopping now and then so that the caller can say how far it is.

    One long function on local variables: a call per entry would cost as much as the entry itself.
    Type bytes: 0x67 float, 0x69 int, 0x72 reference, 0x7a and 0x5a short text; 0x80 more when numbered.
    """
    reader, refs, numbered, places = table.reader, table.reader.refs, table.numbered, table.places
    data, owners, callers, ends = reader.data, table.owners, table.callers, table.ends
    first, second, tottime, cumtime = table.first, table.second, table.tottime, table.cumtime
    ncalls, primitive = table.edge_ncalls, table.edge_primitive
    edge_tottime, edge_cumtime = table.edge_tottime, table.edge_cumtime
    unpack_caller, unpack_figures = _CALLER.unpack_from, _FIGURES.unpack_from
    unpack_file, unpack_line = _FILE_AND_LINE.unpack_from, _LINE.unpack_from
    unpack_number = _NUMBER.unpack_from
    text = data.decode("latin-1")
    last = len(data) - _LONGEST
    pos, inside, rows = reader.pos, False, 0
    try:
        while pos < last:
            mark = len(refs)
            code = data[pos]
            if code == 0x72:
                _, number, shape, a, x, b, y, c, t, d, u = unpack_caller(data, pos)
                place = numbered.get(number)
                after = pos + 35
            elif code == 0x30:
                if not inside:
                    return
                inside = False
                pos += 1
                if table.open_slots:
                    table.close()
                else:
                    ends.append(len(callers))
                rows += 1
                if rows % _PROGRESS_ROWS == 0:
                    reader.pos = pos
                    yield
                continue
            else:
                place = None
                shape = 0
                if (code == 0xA9 or code == 0x29) and data[pos + 1] == 3:
                    if code == 0xA9:
                        refs.append(PENDING)
                    at = pos + 2
                    kind = data[at]
                    if kind == 0x72:
                        _, number, kind, line = unpack_file(data, at)
                        file = refs[number]
                        at += 10
                    elif kind in _SHORT:
                        after = at + 2 + data[at + 1]
                        file = text[at + 2 : after]
                        if kind >= FLAG:
                            refs.append(file)
                        kind, line = unpack_line(data, after)
                        at = after + 5
                    else:
                        file, kind = None, 0
                    if kind == 0x72:
                        line = refs[line] if line >= 0 else None
                    elif kind == 0xE9:
                        refs.append(line)
                    elif kind != 0x69:
                        line = None
                    if type(line) is int and type(file) is str and -_INT32 <= line < _INT32:
                        kind = data[at]
                        if kind == 0x72:
                            name = refs[unpack_number(data, at + 1)[0]]
                            at += 5
                        elif kind in _SHORT:
                            after = at + 2 + data[at + 1]
                            name = text[at + 2 : after]
                            if kind >= FLAG:
                                refs.append(name)
                            at = after
                        else:
                            name = None
                        if type(name) is str:
                            key = (file, line, name)
                            place = places.setdefault(key, len(places))
                            if code == 0xA9:
                                refs[mark] = key
                                numbered[mark] = place
                            shape, a, x, b, y, c, t, d, u = unpack_figures(data, at)
                            after = at + 30
            if place is not None and shape == (0x0429 if inside else 0x0529):
                if a == b == 0x72:
                    x, y = refs[x], refs[y]
                elif a == b == 0x69:
                    if x >= _INT32:
                        x -= 2 * _INT32
                    if y >= _INT32:
                        y -= 2 * _INT32
                elif a == 0xE9 and b == 0x72:
                    if x >= _INT32:
                        x -= 2 * _INT32
                    refs.append(x)
                    y = refs[y]
                else:
                    c = 0
                if c == d == 0x67:
                    if inside:
                        callers.append(place)
                        ncalls.append(x)
                        primitive.append(y)
                        edge_tottime.append(t)
                        edge_cumtime.append(u)
                        pos = after
                        continue
                    if data[after] == 0x7B:
                        owners.append(place)
                        first.append(x)
                        second.append(y)
                        tottime.append(t)
                        cumtime.append(u)
                        pos = after + 1
                        inside = True
                        continue
                elif c == 0xE7 and d == 0x72 and not inside and data[after - 4] == 0x7B:
                    refs.append(t)
                    owners.append(place)
                    first.append(x)
                    second.append(y)
                    tottime.append(t)
                    cumtime.append(refs[unpack_number(data, after - 8)[0]])
                    pos = after - 3
                    inside = True
                    continue
            # Not of the usual form: forget what was numbered, and read it value by value.
            del refs[mark:]
            reader.pos = pos
            inside = table.step(inside)
            pos = reader.pos
        reader.pos = pos
        while inside or not reader.at_end_of_dict():
            inside = table.step(inside)
    except (IndexError, TypeError):
        raise DamagedError(pos, "it refers to a value of the wrong kind") from None

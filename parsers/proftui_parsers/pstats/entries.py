"""The quick way through the entries of a ``.stats`` file.

The entries of nearly all files have one form, so several values are unpacked at once, and what looks
otherwise is left to :meth:`Table.step`.
"""

from __future__ import annotations

import struct

from proftui_parsers.profile import NOT_MEASURED, ProfileError
from proftui_parsers.pstats.marshal_reader import FLAG, PENDING, CutOffError, MarshalReader
from proftui_parsers.pstats.table import KEY, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_LONGEST = 1024
"""No entry of the usual form takes more bytes."""
_TELL = 1 << 16
"""So many bytes are read between two words on how far it is."""

# How values look in nearly all files; a count and a reference take five bytes, a time nine.
_CALLER = struct.Struct("<xIHBIBIBdBd")
_KEY = struct.Struct("<HBIBIBI")
_FIGURES = struct.Struct("<HBIBIBdBd")
_LINE_AND_NAME = struct.Struct("<BIBI")
_NUMBER = struct.Struct("<I")
_TIME = struct.Struct("<Bd")
_COUNTS = (0x69, 0x72, 0xE9)
_NAN = float("nan")
_NONE = (-1,)
_LARGE = 1 << 21
_TINY = 4
_MOST_STEPS = 64
_ODD = (IndexError, TypeError, UnicodeDecodeError, struct.error)
"""What comes of entries that are of another form, or damaged, or cut off."""


class _WrongKindError(Exception):
    """Somewhere among what was read quickly, a reference is to something that is not a number."""


def read_table(pieces: list[bytes]) -> Iterator[Table]:
    """Read a ``.stats`` file, handing out the table now and then, and when it is whole.

    The pieces are taken out of the list, and freed if nobody else holds them.
    """
    reader = MarshalReader(pieces)
    code, _ = reader.tag()
    if code != 0x7B:
        raise ProfileError("is not a marshalled dict")
    table = Table(reader)
    try:
        unchecked = reader.length > _LARGE
        for inside in _read_entries(table):
            if unchecked and table.is_odd():
                unchecked = False
                from proftui_parsers.pstats import marshal_tokens

                marshal_tokens.check(reader, int(inside))
            yield table
    except _WrongKindError:
        _read_each(table)
    except CutOffError as cut:
        raise _cut_off(table, cut) from None
    yield table


def _read_each(table: Table) -> None:
    """Read value by value, which says best what is wrong, from where it was right."""
    inside = table.go_back()
    try:
        while inside or not table.reader.at_end_of_dict():
            inside = table.step(inside)
    except CutOffError as cut:
        raise _cut_off(table, cut) from None


def _cut_off(table: Table, cut: CutOffError) -> ProfileError:
    return ProfileError(f"{cut} inside the entry of function {len(table.ends) + 1:,}")


def _read_entries(table: Table) -> Iterator[bool]:
    """Fill the table, stopping now and then, among callers or not, so that the caller can say how far it is.

    One long function on local variables: a call per entry would cost as much as the entry itself.
    Type bytes: 0x67 float, 0x69 int, 0x72 reference, 0x7a and 0x5a short text, 0x75 text; 0x80 more when
    numbered.
    Nothing is added before a whole entry is known to be of the usual form.
    """
    reader, refs, numbered = table.reader, table.reader.refs, table.numbered
    files, names, texts, text = table.files, table.names, reader.texts, reader.text
    places, most_places = table.known, table.most_known
    data, ends = reader.data, table.ends
    unpack_caller, unpack_figures = _CALLER.unpack_from, _FIGURES.unpack_from
    unpack_key, unpack_rest, unpack_number = _KEY.unpack_from, _LINE_AND_NAME.unpack_from, _NUMBER.unpack_from
    unpack_time = _TIME.unpack_from
    # Appending to a list is much quicker than to an array: columns wait in lists, and move in one go.
    linenos: list[int] = []
    owners: list[int] = []
    first: list[int] = []
    second: list[int] = []
    tottime: list[float] = []
    cumtime: list[float] = []
    callers: list[int] = []
    ncalls: list[int] = []
    primitive: list[int] = []
    edge_tottime: list[float] = []
    edge_cumtime: list[float] = []
    rows = (linenos, owners, first, second, tottime, cumtime)
    waiting = (*rows, callers, ncalls, primitive, edge_tottime, edge_cumtime)
    pos, mark, inside = reader.pos, len(refs), False
    moved, start = 0, 0
    began, steps = -1, 1
    tell = pos + _TELL
    table.remember(False)
    while True:
        try:
            while True:
                code = data[pos]
                if code == 0x72:
                    number, shape, a, x, b, y, c, t, d, u = unpack_caller(data, pos)
                    place = numbered[number]
                    if place < 0:
                        break
                    if a == b == 0x72 and c == d == 0x67 and shape == 0x0429 and inside:
                        x = refs[x]
                        primitive.append(refs[y])
                        ncalls.append(x)
                        edge_tottime.append(t)
                        edge_cumtime.append(u)
                        callers.append(place)
                        pos += 35
                        continue
                    at = pos + 5
                elif code == 0x30:
                    pos += 1
                    if not inside:
                        _move(waiting, table)
                        reader.pos = pos
                        return
                    inside = False
                    if start < 0:
                        # Something of this function was read value by value.
                        moved = _move(waiting, table)
                        table.close()
                        reader.pos, start = pos, 0
                        table.remember(False)
                    else:
                        stop = len(callers)
                        if stop - start > 1 and len(set(callers[start:])) < stop - start:
                            table.repeats = True
                        start = stop
                        ends.append(moved + stop)
                    if pos > tell:
                        tell = pos + _TELL
                        moved, start = _move(waiting, table), 0
                        reader.pos = pos
                        if len(places) > most_places:
                            table.forget_keys()
                        table.remember(False)
                        yield False
                    continue
                else:
                    key_shape, kind, number, sort, line, last, index = unpack_key(data, pos)
                    if key_shape == 0x03A9:
                        refs.append(PENDING)
                    elif key_shape != 0x0329:
                        break
                    if kind == 0x72:
                        file = refs[number]
                        if type(file) is not str:
                            break
                        at = pos + 12
                    elif kind & 0x5F == 0x5A:
                        begin = pos + 4
                        at = begin + data[pos + 3]
                        raw = data[begin:at]
                        file = texts.get(raw) or text(raw)
                        if kind >= FLAG:
                            refs.append(file)
                        sort, line, last, index = unpack_rest(data, at)
                        at += 5
                    else:
                        break
                    if sort == 0x72:
                        line = refs[line]
                        if type(line) is not int or not -0x80000000 <= line <= 0x7FFFFFFF:
                            break
                    elif line > 0x7FFFFFFF:
                        break
                    elif sort == 0xE9:
                        refs.append(line)
                    elif sort != 0x69:
                        break
                    if last == 0x72:
                        name = refs[index]
                        if type(name) is not str:
                            break
                        at += 5
                    elif last & 0x5F == 0x5A:
                        begin = at + 2
                        at = begin + data[at + 1]
                        if at < begin + _TINY:
                            raw = data[begin:at]
                            name = texts.get(raw) or text(raw)
                        else:
                            name = data[begin:at].decode("latin-1")
                        if last >= FLAG:
                            refs.append(name)
                    elif last & ~FLAG == 0x75:
                        begin = at + 5
                        at = begin + index
                        name = data[begin:at].decode("utf-8", "surrogatepass")
                        if last >= FLAG:
                            refs.append(name)
                    else:
                        break
                    # This first: it fails where a name goes on in the next piece.
                    shape, a, x, b, y, c, t, d, u = unpack_figures(data, at)
                    # Only what has the right shape is hashed, and only lines that cannot be made to collide.
                    place = places.setdefault((file, line, name), len(files))
                    if place == len(files):
                        files.append(file)
                        linenos.append(line)
                        names.append(name)
                    if key_shape == 0x03A9:
                        refs[mark] = KEY
                        numbered += _NONE * (mark - len(numbered))
                        numbered.append(place)
                if shape != (0x0429 if inside else 0x0529):
                    # A caller may have a count instead of four figures, and anything may be a reference.
                    kind = shape & 0xFF
                    if kind not in _COUNTS:
                        break
                    x = unpack_number(data, at + 1)[0]
                    if kind == 0x72:
                        x = refs[x]
                    elif x > 0x7FFFFFFF:
                        x -= 0x100000000
                    if type(x) is tuple and len(x) == (4 if inside else 1):
                        if not inside:
                            pos, mark, row = at + 5, len(refs), x[0]
                            if ends[row] == (ends[row - 1] if row else 0):
                                owners.append(place)
                                first.append(table.first[row])
                                second.append(table.second[row])
                                tottime.append(table.tottime[row])
                                cumtime.append(table.cumtime[row])
                                ends.append(moved + start)
                            else:
                                _move(waiting, table)
                                table.repeat(place, row)
                                moved, start = len(table.callers), 0
                            if pos > tell:
                                break
                            continue
                        x, y, t, d = x
                        ncalls.append(x)
                        primitive.append(y)
                        edge_tottime.append(t)
                        edge_cumtime.append(d)
                    elif type(x) is not int or not inside:
                        break
                    else:
                        if kind == 0xE9:
                            refs.append(x)
                        ncalls.append(x)
                        primitive.append(NOT_MEASURED)
                        edge_tottime.append(_NAN)
                        edge_cumtime.append(_NAN)
                        table.int_callers += 1
                    callers.append(place)
                    pos = at + 5
                    mark = len(refs)
                    if pos > tell:
                        break
                    continue
                if a == b == 0x72:
                    x, y = refs[x], refs[y]
                else:
                    if a == 0x72:
                        x = refs[x]
                    else:
                        if x > 0x7FFFFFFF:
                            x -= 0x100000000
                        if a == 0xE9:
                            refs.append(x)
                        elif a != 0x69:
                            break
                    if b == 0x72:
                        y = refs[y]
                    else:
                        if y > 0x7FFFFFFF:
                            y -= 0x100000000
                        if b == 0xE9:
                            refs.append(y)
                        elif b != 0x69:
                            break
                at += 30
                if not c == d == 0x67:
                    if c == 0x72:
                        t = refs[unpack_number(data, at - 17)[0]]
                        at -= 4
                        d, u = unpack_time(data, at - 9)
                    elif c == 0xE7:
                        refs.append(t)
                    elif c != 0x67:
                        break
                    if d == 0x72:
                        u = refs[unpack_number(data, at - 8)[0]]
                        at -= 4
                    elif d == 0xE7:
                        refs.append(u)
                    elif d != 0x67:
                        break
                if inside:
                    ncalls.append(x)
                    primitive.append(y)
                    edge_tottime.append(t)
                    edge_cumtime.append(u)
                    callers.append(place)
                else:
                    if data[at] != 0x7B:
                        break
                    first.append(x)
                    second.append(y)
                    tottime.append(t)
                    cumtime.append(u)
                    owners.append(place)
                    at += 1
                    inside = True
                pos = at
                mark = len(refs)
        except _ODD:
            pass
        # Not of the usual form, or not all of it is here: forget what was numbered.
        del refs[mark:], numbered[mark:]
        _move(waiting, table)
        reader.pos = pos
        # Where one entry after the other is of another form, to try each here first would be in vain.
        steps = min(2 * steps, _MOST_STEPS) if began <= pos <= began + 1 else 1
        table.steps += steps
        for _ in range(steps):
            if reader.pieces and len(reader.data) - reader.pos < _LONGEST:
                reader.refill()
                tell = -1
                break
            if not inside and reader.at_end_of_dict():
                return
            inside = table.step(inside)
        moved, start = len(table.callers), -1 if inside else 0
        data, pos, mark = reader.data, reader.pos, len(refs)
        began = pos
        table.remember(inside)
        if pos > tell:
            tell = pos + _TELL
            if len(places) > most_places:
                table.forget_keys()
            yield inside


def _move(waiting: tuple[list[Any], ...], table: Table) -> int:
    """Move numbers from lists into the columns of the table; how many callers are in there then."""
    try:
        for column, figures in zip(table.numbers(), waiting, strict=True):
            column.fromlist(figures)
            figures.clear()
        return len(table.callers)
    except TypeError:
        raise _WrongKindError from None

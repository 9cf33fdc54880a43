"""The quick way through the entries of a ``.stats`` file.

The entries of nearly all files have one form, so several values are unpacked at once, and what looks
otherwise is left to :mod:`odd_entries`.
"""

from __future__ import annotations

import struct

from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import NOT_MEASURED
from proftui_parsers.pstats.marshal_reader import FLAG, OPAQUE, PENDING
from proftui_parsers.pstats.table import KEY, Table, twice

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
_TINY = 4
_MOST_STEPS = 64
_ODD = (IndexError, TypeError, struct.error)
"""What comes of entries that are of another form, or damaged, or cut off."""


class WrongKindError(Exception):
    """Among what was read quickly, a reference is to no number: it is still to be taken back."""


def read_entries(table: Table) -> Iterator[None]:
    """Fill the table, stopping now and then to say how far it is.

    It is one long function on local variables: a call per entry would cost as much as the entry itself.
    Type bytes are 0x67 float, 0x69 int, 0x72 reference, 0x7a and 0x5a short text, 0x75 text; 0x80 more when
    numbered. Nothing is added before a whole entry is known to be of the usual form.
    """
    reader, refs, numbered = table.reader, table.reader.refs, table.numbered
    files, names, texts, text = table.files, table.names, reader.texts, reader.text
    known, most_known = table.known, table.most_known
    data, ends = reader.data, table.ends
    unpack_call, unpack_figures = _CALLER.unpack_from, _FIGURES.unpack_from
    unpack_key, unpack_rest, unpack_number = _KEY.unpack_from, _LINE_AND_NAME.unpack_from, _NUMBER.unpack_from
    unpack_time = _TIME.unpack_from
    # Appending to a list is much quicker than to an array: columns wait in lists, and move in one go.
    linenos, owners, first, second = list[int](), list[int](), list[int](), list[int]()
    tottime, cumtime = list[float](), list[float]()
    callers, ncalls, primitive = list[int](), list[int](), list[int]()
    edge_tottime, edge_cumtime = list[float](), list[float]()
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
                    number, shape, one_is, one, two_is, two, own_is, own, cum_is, cum = unpack_call(data, pos)
                    key = numbered[number]
                    if key < 0:
                        break
                    if one_is == two_is == 0x72 and own_is == cum_is == 0x67 and shape == 0x0429 and inside:
                        one = refs[one]
                        primitive.append(refs[two])
                        ncalls.append(one)
                        edge_tottime.append(own)
                        edge_cumtime.append(cum)
                        callers.append(key)
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
                        table.end_callers()
                        reader.pos, start = pos, 0
                        table.remember(False)
                    else:
                        stop = len(callers)
                        if stop - start > 1 and len(set(callers[start:])) < stop - start:
                            raise twice()
                        start = stop
                        ends.append(moved + stop)
                    if pos > tell:
                        tell = pos + _TELL
                        moved, start = _move(waiting, table), 0
                        reader.pos = pos
                        if len(known) > most_known:
                            table.forget_keys()
                        table.remember(False)
                        yield
                    continue
                else:
                    key_shape, file_type, number, line_type, line, name_type, index = unpack_key(data, pos)
                    if key_shape == 0x03A9:
                        refs.append(PENDING)
                    elif key_shape != 0x0329:
                        break
                    if file_type == 0x72:
                        file = refs[number]
                        if type(file) is not str:
                            break
                        at = pos + 12
                    elif file_type & 0x5F == 0x5A:
                        begin = pos + 4
                        at = begin + data[pos + 3]
                        raw = data[begin:at]
                        file = texts.get(raw) or text(raw)
                        if file_type >= FLAG:
                            refs.append(file)
                        line_type, line, name_type, index = unpack_rest(data, at)
                        at += 5
                    else:
                        break
                    if line_type == 0x72:
                        line = refs[line]
                        if type(line) is not int or not -0x80000000 <= line <= 0x7FFFFFFF:
                            break
                    elif line > 0x7FFFFFFF:
                        break
                    elif line_type == 0xE9:
                        refs.append(line)
                    elif line_type != 0x69:
                        break
                    if name_type == 0x72:
                        name = refs[index]
                        if type(name) is not str:
                            break
                        at += 5
                    elif name_type & 0x5F == 0x5A:
                        begin = at + 2
                        at = begin + data[at + 1]
                        if at < begin + _TINY:
                            raw = data[begin:at]
                            name = texts.get(raw) or text(raw)
                        else:
                            name = data[begin:at].decode("latin-1")
                        if name_type >= FLAG:
                            refs.append(name)
                    else:
                        break
                    # This first: it fails where a name goes on in the next piece.
                    shape, one_is, one, two_is, two, own_is, own, cum_is, cum = unpack_figures(data, at)
                    # Only what has the right shape is hashed, and only lines that cannot be made to collide.
                    key = known.setdefault((file, line, name), len(files))
                    if key == len(files):
                        files.append(file)
                        linenos.append(line)
                        names.append(name)
                    if key_shape == 0x03A9:
                        refs[mark] = KEY
                        numbered += _NONE * (mark - len(numbered))
                        numbered.append(key)
                slot, usual = -1, 0x0429 if inside else 0x0529
                if shape == usual | FLAG:
                    slot, shape = len(refs), usual
                    refs.append(OPAQUE)
                if shape == usual:
                    if one_is == two_is == 0x72:
                        one, two = refs[one], refs[two]
                    else:
                        if one_is == 0x72:
                            one = refs[one]
                        else:
                            if one > 0x7FFFFFFF:
                                one -= 0x100000000
                            if one_is == 0xE9:
                                refs.append(one)
                            elif one_is != 0x69:
                                break
                        if two_is == 0x72:
                            two = refs[two]
                        else:
                            if two > 0x7FFFFFFF:
                                two -= 0x100000000
                            if two_is == 0xE9:
                                refs.append(two)
                            elif two_is != 0x69:
                                break
                    at += 30
                    if not own_is == cum_is == 0x67:
                        if own_is == 0x72:
                            own = refs[unpack_number(data, at - 17)[0]]
                            at -= 4
                            cum_is, cum = unpack_time(data, at - 9)
                        elif own_is == 0xE7:
                            refs.append(own)
                        elif own_is != 0x67:
                            break
                        if cum_is == 0x72:
                            cum = refs[unpack_number(data, at - 8)[0]]
                            at -= 4
                        elif cum_is == 0xE7:
                            refs.append(cum)
                        elif cum_is != 0x67:
                            break
                else:
                    # A caller may have a count instead of four figures, or a reference to what others have.
                    kind = shape & 0xFF
                    if kind not in _COUNTS or not inside or at > tell:
                        break
                    one = unpack_number(data, at + 1)[0]
                    if kind == 0x72:
                        one = refs[one]
                    elif one > 0x7FFFFFFF:
                        one -= 0x100000000
                    if type(one) is tuple:
                        one, two, own, cum = one
                    elif type(one) is int:
                        if kind == 0xE9:
                            refs.append(one)
                        two, own, cum = NOT_MEASURED, _NAN, _NAN
                        table.int_callers += 1
                    else:
                        break
                    at += 5
                if inside:
                    ncalls.append(one)
                    primitive.append(two)
                    edge_tottime.append(own)
                    edge_cumtime.append(cum)
                    callers.append(key)
                    if slot >= 0:
                        refs[slot] = (one, two, own, cum)
                else:
                    if data[at] == 0xFB:
                        refs.append(OPAQUE)
                    elif data[at] != 0x7B:
                        break
                    first.append(one)
                    second.append(two)
                    tottime.append(own)
                    cumtime.append(cum)
                    owners.append(key)
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
        # Most files have nothing odd in them, and a small one is read in the time that an import takes.
        from proftui_parsers.pstats.odd_entries import step

        for _ in range(steps):
            if reader.pieces and len(reader.data) - reader.pos < _LONGEST:
                reader.refill()
                tell = -1
                break
            if not inside and reader.at_end_of_dict():
                return
            inside = step(table, inside)
        moved, start = len(table.callers), -1 if inside else 0
        data, pos, mark = reader.data, reader.pos, len(refs)
        began = pos
        table.remember(inside)
        if pos > tell:
            tell = pos + _TELL
            if len(known) > most_known:
                table.forget_keys()
            yield


def _move(waiting: tuple[list[Any], ...], table: Table) -> int:
    """Move numbers from lists into the columns of the table; how many callers are in there then."""
    columns = (table.linenos, *table.row_columns(), *table.caller_columns())
    try:
        for column, figures in zip(columns, waiting, strict=True):
            column.fromlist(figures)
            figures.clear()
        return len(table.callers)
    except TypeError:
        raise WrongKindError from None

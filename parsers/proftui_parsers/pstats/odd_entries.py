"""Entries of a ``.stats`` file of any form, read value by value, with a precise word on what is not legal."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.profile import NOT_MEASURED, ProfileError
from proftui_parsers.pstats.marshal_reader import OPAQUE, MarshalReader
from proftui_parsers.pstats.marshal_values import next_value, value_of
from proftui_parsers.pstats.table import KEY, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_MARKER = "__sampled__"
_NO_KEY = -1
_THREE, _FIVE, _NO_CALLERS, _TUPLE = b")\3", b")\5", b"{0", 0x29
"""How tuples begin without a number, and a dict without anything in it."""
_TIMES = {float, int}
_NAN = float("nan")


def _no_profile() -> ProfileError:
    return ProfileError(messages.IS_DICT)


def step(table: Table, inside: bool) -> bool:
    """Read one key and its value, ``inside`` the callers of a function or not; whether callers follow."""
    if inside and table.reader.at_end_of_dict():
        close(table)
        return False
    key = _key(table)
    if inside:
        _caller(table, key)
        return True
    if key != _NO_KEY:
        return _function(table, key)
    if table.sampled:
        raise table.reader.damaged(table.reader.pos)
    next_value(table.reader)
    table.sampled = True
    return False


def close(table: Table) -> None:
    """End the callers of a function."""
    table.end_callers()
    if table.open_slots:
        start = table.ends[-2] if len(table.ends) > 1 else 0
        entry_slot, callers_slot = table.open_slots.pop()
        row = len(table.owners) - 1
        table.reader.fill(callers_slot, range(start, len(table.callers)))
        table.reader.fill(entry_slot, (row,))


def _key(table: Table) -> int:
    """The number of the next key; :data:`_NO_KEY` for the marker of sampled files."""
    reader = table.reader
    at = reader.pos
    if reader.data[at : at + 2] == _THREE:
        reader.pos = at + 2
        code, slot, size = _TUPLE, None, 3
    else:
        code, slot, size = reader.opened()
    if size == 3:
        file, line, name = (next_value(reader) for _ in range(3))
        if type(file) is not str or type(line) is not int or type(name) is not str:
            raise _no_profile()
        return table.add_key(file, line, name, slot)
    if size == 1:
        if next_value(reader) != _MARKER:
            raise _no_profile()
        reader.fill(slot, OPAQUE)
        return _NO_KEY
    if size < 0 and value_of(reader, code, slot) is KEY:
        return table.numbered[reader.last_reference()]
    raise _no_profile()


def _function(table: Table, key: int) -> bool:
    """The value of a function: figures and callers, or all of another function; whether callers follow."""
    reader = table.reader
    at = reader.pos
    if reader.data[at : at + 2] == _FIVE:
        reader.pos = at + 2
        slot = None
    else:
        code, slot, size = reader.opened()
        if size < 0:
            value = value_of(reader, code, slot)
            if type(value) is tuple and len(value) == 1:
                table.repeat(key, value[0])
                return False
        if size != 5:
            raise _no_profile()
    table.add_function(key, _figures(reader))
    at = reader.pos
    if slot is None and reader.data[at : at + 2] == _NO_CALLERS:
        reader.pos = at + 2
        table.end_callers()
        return False
    code, callers_slot = reader.tag()
    if code == 0x7B:
        if slot is callers_slot is None and reader.at_end_of_dict():
            table.end_callers()
            return False
        if slot is not None or callers_slot is not None:
            table.open_slots.append((slot, callers_slot))
        return True
    value = value_of(reader, code, callers_slot)
    if type(value) is not range:
        raise _no_profile()
    table.copy_callers(value)
    reader.fill(slot, (len(table.owners) - 1,))
    return False


def _caller(table: Table, key: int) -> None:
    """The value of a caller: four figures, or a count."""
    if key == _NO_KEY:
        raise _no_profile()
    reader = table.reader
    code, slot, size = reader.opened()
    figures: Sequence[Any]
    if size == 4:
        figures = _figures(reader)
        if slot is not None:
            reader.refs[slot] = tuple(figures)
    elif size < 0:
        value = value_of(reader, code, slot)
        if type(value) is int:
            table.int_callers += 1
            figures = (value, NOT_MEASURED, _NAN, _NAN)
        elif type(value) is tuple and len(value) == 4:
            figures = value
        else:
            raise _no_profile()
    else:
        raise _no_profile()
    table.add_caller(key, figures)


def _figures(reader: MarshalReader) -> list[Any]:
    """Two counts and two times."""
    at = reader.pos
    figures = [next_value(reader) for _ in range(4)]
    if not type(figures[0]) is type(figures[1]) is int or not {*map(type, figures[2:])} <= _TIMES:
        raise reader.damaged(at)
    return figures

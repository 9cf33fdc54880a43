"""Entries of a ``.stats`` file of any form, read value by value, with a precise word on what is not legal."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import NOT_MEASURED, ProfileError
from proftui_parsers.pstats.marshal_reader import OPAQUE, MarshalReader
from proftui_parsers.pstats.marshal_values import next_value, value_of
from proftui_parsers.pstats.table import KEY, Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_MARKER = "__sampled__"
_NO_KEY = -1
_TIMES = {float, int}
_NAN = float("nan")


def _no_profile() -> ProfileError:
    return ProfileError(messages.IS_DICT)


def step(table: Table, inside: bool) -> bool:
    """Read one key and its value, ``inside`` the callers of a function or not; whether callers follow."""
    if inside and table.reader.at_end_of_dict():
        table.end_callers()
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


def _key(table: Table) -> int:
    """The number of the next key; :data:`_NO_KEY` for the marker of sampled files."""
    reader = table.reader
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
    """The value of a function: figures and callers; whether callers follow."""
    reader = table.reader
    _, slot, size = reader.opened()
    if size != 5:
        raise _no_profile()
    reader.fill(slot, OPAQUE)
    table.add_function(key, _figures(reader))
    code, slot = reader.tag()
    if code != 0x7B:
        raise _no_profile()
    reader.fill(slot, OPAQUE)
    return True


def _caller(table: Table, key: int) -> None:
    """The value of a caller: four figures, or a count."""
    reader = table.reader
    code, slot, size = reader.opened()
    if key == _NO_KEY or size not in (4, -1):
        raise _no_profile()
    figures: Sequence[Any]
    if size == 4:
        figures = _figures(reader)
        reader.fill(slot, tuple(figures))
    else:
        value = value_of(reader, code, slot)
        if type(value) not in (int, tuple):
            raise _no_profile()
        table.int_callers += type(value) is int
        figures = value if type(value) is tuple else (value, NOT_MEASURED, _NAN, _NAN)
    table.add_caller(key, figures)


def _figures(reader: MarshalReader) -> list[Any]:
    """Two counts and two times."""
    at = reader.pos
    figures = [next_value(reader) for _ in range(4)]
    if not type(figures[0]) is type(figures[1]) is int or not {*map(type, figures[2:])} <= _TIMES:
        raise reader.damaged(at)
    return figures

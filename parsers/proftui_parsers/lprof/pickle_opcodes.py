"""What each opcode of a pickle does; only those that line_profiler's files have are known.

Their names are those of CPython's Lib/pickletools.py.
"""

from __future__ import annotations

import struct
from array import array

import proftui_parsers.messages as messages
from proftui_parsers.binary import DamagedError, clipped, decoded
from proftui_parsers.lprof.pickle_machine import FEW, MARK, ROW, Global, Instance, Pairs, PickleMachine
from proftui_parsers.lprof.pickle_rows import ROW_TYPES, numbers_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_UINT16 = struct.Struct("<H")
_INT32 = struct.Struct("<i")
_UINT32 = struct.Struct("<I")
_UINT64 = struct.Struct("<Q")
_FLOAT64 = struct.Struct(">d")
_SCALARS = frozenset((str, int, float, type(None)))
_MAX_ITEMS = 100_000
"""More functions than any program has: all of sympy are ten thousand."""
_FRAME_BYTES = 256
"""Picklers end a frame after 64 kB."""


def _proto(machine: PickleMachine) -> None:
    if machine.pos > 1:
        raise machine.wrong(messages.PICKLE_INSIDE)
    version = machine.byte()
    if not 2 <= version <= 5:
        raise machine.wrong(messages.NO_SUCH_PROTOCOL.format(version))


def _frame(machine: PickleMachine) -> None:
    machine.frames += 1
    if machine.frames > FEW + machine.pos // _FRAME_BYTES:
        raise machine.wrong(messages.MORE_FRAMES)
    machine.number(_UINT64)


def _text(machine: PickleMachine, size: int) -> None:
    start = machine.take(size)
    try:
        machine.stack.append(str(machine.data[start : start + size], "utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        raise DamagedError(start, messages.TEXT_NOT_UTF8_OR_TOO_LONG) from None


def _size32(machine: PickleMachine) -> int:
    size: int = machine.number(_INT32)
    if size < 0:
        raise machine.wrong(messages.LENGTH_IS_NEGATIVE)
    return size


def _long1(machine: PickleMachine) -> None:
    machine.stack.append(clipped(int.from_bytes(machine.raw(machine.byte()), "little", signed=True)))


def _tuple(machine: PickleMachine, values: list[Any]) -> None:
    if len(values) > 3 or not _SCALARS.issuperset(map(type, values)):
        raise machine.wrong(messages.TUPLE_TOO_LONG)
    machine.push_container(tuple(values))


def _tuple_of(machine: PickleMachine, count: int) -> None:
    values = machine.stack[-count:]
    if len(values) < count:
        raise machine.wrong(messages.VALUE_MISSING)
    del machine.stack[-count:]
    _tuple(machine, values)


def _extend(machine: PickleMachine, values: list[Any]) -> None:
    rows = machine.top(array)
    for value in values:
        if type(value) is not tuple or tuple(map(type, value)) != ROW_TYPES:
            raise DamagedError(machine.pos - 1, messages.NOT_A_LINE)
        machine.count_lines(rows, 1)
        rows.extend(value)


def _set_items(machine: PickleMachine, values: list[Any]) -> None:
    if len(values) % 2:
        raise machine.wrong(messages.KEY_WITHOUT_VALUE)
    items, keys = machine.top(Pairs), values[::2]
    if not all(type(key) in (str, tuple) for key in keys):
        raise machine.wrong(messages.NOT_A_KEY)
    items += zip(keys, values[1::2], strict=True)
    machine.items += len(keys)
    if machine.items > _MAX_ITEMS:
        raise machine.wrong(messages.TOO_MANY_FUNCTIONS.format(_MAX_ITEMS))


def _get(machine: PickleMachine, index: int) -> None:
    if index >= len(machine.memo):
        raise machine.wrong(messages.NO_SUCH_VALUE.format(index))
    value = machine.memo[index]
    if value is ROW:
        figures: list[int] = []
        numbers_at(machine.data, machine.positions[index], figures)
        value = tuple(figures)
    if type(value) is tuple:
        machine.push_container(value)
    else:
        machine.stack.append(value)


def _put(machine: PickleMachine, index: int) -> None:
    value, memo = machine.pop(), machine.memo
    if type(value) in (int, float, type(None)):
        raise machine.wrong(messages.WRONGLY_NUMBERED)
    if index < len(memo):
        raise machine.wrong(messages.NUMBER_TWICE.format(index))
    # Numbers count up by one; Python 2 begins with 1.
    if index > len(memo) + 1:
        raise machine.wrong(messages.NUMBERED_TOO_EARLY.format(index))
    if len(memo) > FEW + machine.pos // 2:
        raise machine.wrong(messages.MORE_NUMBERED)
    if machine.opcode_at == machine.numbered_at:
        raise machine.wrong(messages.VALUE_NUMBERED_TWICE)
    while len(memo) <= index:
        memo.append(value)
        machine.positions.append(0)
    machine.numbered_at = machine.pos
    machine.stack.append(value)


def _stack_global(machine: PickleMachine) -> None:
    name, module = machine.pop(), machine.pop()
    if type(name) is not str or type(module) is not str:
        raise machine.wrong(messages.CLASS_HAS_NO_NAME)
    machine.push_container(Global(module, name))


def _new(machine: PickleMachine) -> None:
    arguments, of = machine.pop(), machine.pop()
    if type(of) is not Global or arguments != ():
        raise machine.wrong(messages.OBJECT_MADE_OTHERWISE)
    machine.push_container(Instance(of))


def _new_with_names(machine: PickleMachine) -> None:
    names = machine.pop()
    if type(names) is not Pairs or names:
        raise machine.wrong(messages.OBJECT_MADE_OTHERWISE)
    _new(machine)


def _build(machine: PickleMachine) -> None:
    state, instance = machine.pop(), machine.top(Instance)
    if type(state) is not Pairs or instance.state is not None:
        raise machine.wrong(messages.STATE_OTHERWISE)
    instance.state = state


def _line(machine: PickleMachine) -> str:
    end = machine.data.find(b"\n", machine.pos, machine.pos + 256)
    if end < 0:
        raise DamagedError(machine.pos, messages.CLASS_NAME_WITHOUT_END)
    return decoded(machine.raw(end + 1 - machine.pos)[:-1])


ACTIONS: dict[int, Callable[[PickleMachine], None]] = {
    0x80: _proto,
    0x95: _frame,
    ord("("): lambda machine: machine.stack.append(MARK),
    ord("}"): lambda machine: machine.push_container(Pairs()),
    ord("]"): lambda machine: machine.push_container(array("q")),
    ord(")"): lambda machine: machine.stack.append(()),
    ord("N"): lambda machine: machine.stack.append(None),
    ord("t"): lambda machine: _tuple(machine, machine.group()),
    0x85: lambda machine: _tuple_of(machine, 1),
    0x86: lambda machine: _tuple_of(machine, 2),
    0x87: lambda machine: _tuple_of(machine, 3),
    ord("a"): lambda machine: _extend(machine, [machine.pop()]),
    ord("e"): lambda machine: _extend(machine, machine.group()),
    ord("s"): lambda machine: _set_items(machine, [machine.pop(), machine.pop()][::-1]),
    ord("u"): lambda machine: _set_items(machine, machine.group()),
    ord("J"): lambda machine: machine.stack.append(machine.number(_INT32)),
    ord("K"): lambda machine: machine.stack.append(machine.byte()),
    ord("M"): lambda machine: machine.stack.append(machine.number(_UINT16)),
    0x8A: _long1,
    ord("G"): lambda machine: machine.stack.append(machine.number(_FLOAT64)),
    0x8C: lambda machine: _text(machine, machine.byte()),
    ord("X"): lambda machine: _text(machine, machine.number(_UINT32)),
    ord("U"): lambda machine: machine.stack.append(decoded(machine.raw(machine.byte()))),
    ord("T"): lambda machine: machine.stack.append(decoded(machine.raw(_size32(machine)))),
    ord("h"): lambda machine: _get(machine, machine.byte()),
    ord("j"): lambda machine: _get(machine, machine.number(_UINT32)),
    ord("q"): lambda machine: _put(machine, machine.byte()),
    ord("r"): lambda machine: _put(machine, machine.number(_UINT32)),
    0x94: lambda machine: _put(machine, len(machine.memo)),
    ord("c"): lambda machine: machine.push_container(Global(_line(machine), _line(machine))),
    0x93: _stack_global,
    0x81: _new,
    0x92: _new_with_names,
    ord("b"): _build,
}
"""By its byte."""

"""Values of the pickle format, read without pickle: nothing is imported, called or hashed.

They run on what pickletools calls the pickle machine, a stack and numbered values; only opcodes that
line_profiler's files have are known. Dicts stay lists of pairs, tuples hold scalars, lists are rows of three
numbers in an array. What takes memory or time is counted: opcodes, values at once, functions and lines.
"""

from __future__ import annotations

import struct
from array import array
from itertools import chain

import proftui_parsers.messages as messages
from proftui_parsers.binary import DamagedError, clipped, decoded
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.profile import ProfileError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MAX_STEPS, _MAX_STACK = 4_000_000, 10_000
"""Opcodes, and values at once: picklers write lists and dicts in groups of a thousand."""
_MAX_LINES, _MAX_ITEMS = 300_000, 100_000
"""More lines, and more functions, than any program has: all of sympy are ten thousand functions."""
_UINT16 = struct.Struct("<H")
_INT32 = struct.Struct("<i")
_UINT32 = struct.Struct("<I")
_UINT64 = struct.Struct("<Q")
_FLOAT64 = struct.Struct(">d")
_SCALARS = frozenset((str, int, float, type(None)))
_ROW_TYPES = (int, int, int)
_STOP = 0x2E


class Global(NamedTuple):
    """The name of a class; the class itself is never looked up."""

    module: str
    name: str


class Pairs(list["tuple[Any, Any]"]):
    """A dict as it was written: a key may occur twice, and none is hashed."""

    __slots__ = ()


class Instance:
    """An object of a class, and the state that would be put into it."""

    __slots__ = ("of", "state")

    def __init__(self, of: Global) -> None:
        self.of = of
        self.state: Any = None


MARK = object()
"""Where a group of values begins on the stack."""


class PickleMachine:
    """The stack and the numbered values of one pickle, and where it is in the data."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pos = 0
        self.stack: list[Any] = []
        self.memo: list[Any] = []
        """Numbered values."""
        self.items = 0
        self.lines = 0

    def take(self, count: int) -> int:
        """Step over ``count`` bytes and return where they begin."""
        start = self.pos
        if count > len(self.data) - start:
            raise ProfileError(messages.IS_CUT_OFF_INSIDE.format(len(self.data)))
        self.pos = start + count
        return start

    def raw(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        start = self.take(count)
        return self.data[start : start + count]

    def number(self, form: struct.Struct) -> Any:
        """The next number, in this form."""
        return form.unpack_from(self.data, self.take(form.size))[0]

    def byte(self) -> int:
        """The next byte."""
        return self.data[self.take(1)]

    def pop(self) -> Any:
        """Take the last value of a group from the stack."""
        self.have(bool(self.stack) and self.stack[-1] is not MARK)
        return self.stack.pop()

    def group(self) -> list[Any]:
        """Take the values since the last mark from the stack."""
        stack = self.stack
        mark = len(stack) - 1
        while mark >= 0 and stack[mark] is not MARK:
            mark -= 1
        self.have(mark >= 0)
        group = stack[mark + 1 :]
        del stack[mark:]
        return group

    def top(self, kind: type) -> Any:
        """The last value, which is of this type."""
        self.have(bool(self.stack) and type(self.stack[-1]) is kind)
        return self.stack[-1]

    def have(self, is_usual: bool) -> None:
        """DamagedError: what is done just now, line_profiler's files have not."""
        if not is_usual:
            raise DamagedError(self.pos - 1)


def _proto(machine: PickleMachine) -> None:
    machine.have(machine.pos == 1 and 2 <= machine.byte() <= 5)


def _text(machine: PickleMachine, size: int) -> None:
    try:
        machine.stack.append(str(machine.raw(size), "utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        machine.have(False)


def _bytes(machine: PickleMachine, size: int) -> None:
    machine.have(size >= 0)
    machine.stack.append(decoded(machine.raw(size)))


def _long1(machine: PickleMachine) -> None:
    machine.stack.append(clipped(int.from_bytes(machine.raw(machine.byte()), "little", signed=True)))


def _tuple(machine: PickleMachine, values: list[Any]) -> None:
    machine.have(len(values) <= 3 and _SCALARS.issuperset(map(type, values)))
    machine.stack.append(tuple(values))


def _tuple_of(machine: PickleMachine, count: int) -> None:
    values = machine.stack[-count:]
    machine.have(len(values) == count)
    del machine.stack[-count:]
    _tuple(machine, values)


def _extend(machine: PickleMachine, values: list[Any]) -> None:
    rows = machine.top(array)
    machine.lines += len(values)
    are_rows = all(type(value) is tuple and tuple(map(type, value)) == _ROW_TYPES for value in values)
    machine.have(are_rows and machine.lines <= _MAX_LINES)
    rows.extend(chain.from_iterable(values))


def _set_items(machine: PickleMachine, values: list[Any]) -> None:
    items, keys = machine.top(Pairs), values[::2]
    machine.items += len(keys)
    are_keys = len(values) % 2 == 0 and all(type(key) in (str, tuple) for key in keys)
    machine.have(are_keys and machine.items <= _MAX_ITEMS)
    items += zip(keys, values[1::2], strict=True)


def _get(machine: PickleMachine, index: int) -> None:
    machine.have(index < len(machine.memo))
    machine.stack.append(machine.memo[index])


def _put(machine: PickleMachine, index: int) -> None:
    value, memo = machine.pop(), machine.memo
    # Numbers count up by one; Python 2 begins with 1.
    machine.have(len(memo) <= index <= len(memo) + 1)
    memo += [value] * (index + 1 - len(memo))
    machine.stack.append(value)


def _stack_global(machine: PickleMachine) -> None:
    name, module = machine.pop(), machine.pop()
    machine.have(type(name) is type(module) is str)
    machine.stack.append(Global(module, name))


def _new(machine: PickleMachine) -> None:
    arguments, of = machine.pop(), machine.pop()
    machine.have(type(of) is Global and arguments == ())
    machine.stack.append(Instance(of))


def _new_with_names(machine: PickleMachine) -> None:
    names = machine.pop()
    machine.have(type(names) is Pairs and not names)
    _new(machine)


def _build(machine: PickleMachine) -> None:
    state, instance = machine.pop(), machine.top(Instance)
    machine.have(type(state) is Pairs and instance.state is None)
    instance.state = state


def _line(machine: PickleMachine) -> str:
    end = machine.data.find(b"\n", machine.pos, machine.pos + 256)
    machine.have(end >= 0)
    return decoded(machine.raw(end + 1 - machine.pos)[:-1])


_ACTIONS: dict[int, Callable[[PickleMachine], None]] = {
    0x80: _proto,
    0x95: lambda machine: machine.number(_UINT64),
    ord("("): lambda machine: machine.stack.append(MARK),
    ord("}"): lambda machine: machine.stack.append(Pairs()),
    ord("]"): lambda machine: machine.stack.append(array("q")),
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
    ord("U"): lambda machine: _bytes(machine, machine.byte()),
    ord("T"): lambda machine: _bytes(machine, machine.number(_INT32)),
    ord("h"): lambda machine: _get(machine, machine.byte()),
    ord("j"): lambda machine: _get(machine, machine.number(_UINT32)),
    ord("q"): lambda machine: _put(machine, machine.byte()),
    ord("r"): lambda machine: _put(machine, machine.number(_UINT32)),
    0x94: lambda machine: _put(machine, len(machine.memo)),
    ord("c"): lambda machine: machine.stack.append(Global(_line(machine), _line(machine))),
    0x93: _stack_global,
    0x81: _new,
    0x92: _new_with_names,
    ord("b"): _build,
}
"""By its byte."""


def read_pickle(data: bytes) -> Any:
    """What a pickle holds: a scalar, a tuple, rows in an array, :class:`Pairs` or an :class:`Instance`."""
    machine = PickleMachine(data)
    stack = machine.stack
    for _ in range(_MAX_STEPS):
        action = _ACTIONS.get(data[machine.take(1)])
        if action is None:
            machine.have(data[machine.pos - 1] == _STOP)
            value = machine.pop()
            machine.have(not stack)
            return value
        action(machine)
        if len(stack) > _MAX_STACK:
            break
    machine.have(False)
    return None

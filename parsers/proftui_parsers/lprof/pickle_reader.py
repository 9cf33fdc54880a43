"""Values of the pickle format, read without pickle: nothing is imported, called or hashed.

They run on what pickletools calls the pickle machine, a stack and numbered values; only opcodes that
line_profiler's files have are known. Dicts stay lists of pairs, tuples hold scalars, lists are rows of three
numbers in an array, and every opcode that makes or repeats something is counted: there are no more values,
and no more work, than a file of that size can mean.
"""

from __future__ import annotations

import struct
from array import array
from itertools import chain

import proftui_parsers.messages as messages
from proftui_parsers.binary import DamagedError, clipped, decoded
from proftui_parsers.import_free import NamedTuple
from proftui_parsers.profile import ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MAX_STACK = 10_000
"""Picklers write lists and dicts in groups of a thousand, so a real stack has a few thousand values."""
_MAX_LINES = 300_000
_MAX_LINES_OF_ALL = 500_000
"""More lines than any function has, and more than all that run in a program together."""
_CONTAINER_BYTES = 6
"""The shortest row of a list takes one byte more."""
_FEW = 64
"""So many of everything are allowed in the smallest file."""
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
_ROW_TYPES = (int, int, int)


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
        """Numbered values; of a usual row, where it is in the data."""
        self.opcode_at = 0
        """Where the opcode is that is being done."""
        self.numbered_at = -1
        """Where the opcode would be that numbers a value for the second time."""
        self.containers = 0
        self.items = 0
        self.lines = 0
        self.frames = 0

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

    def push_container(self, value: Any) -> None:
        """Put a value on the stack that could be made without end."""
        self.count()
        self.stack.append(value)

    def count(self) -> None:
        """One more thing of which there cannot be more than so many bytes allow."""
        self.containers += 1
        if self.containers > _FEW + self.pos // _CONTAINER_BYTES:
            raise self.wrong(messages.MORE_LISTS)

    def pop(self) -> Any:
        """Take the last value of a group from the stack."""
        if not self.stack or self.stack[-1] is MARK:
            raise self.wrong(messages.VALUE_MISSING)
        return self.stack.pop()

    def group(self) -> list[Any]:
        """Take the values since the last mark from the stack."""
        stack = self.stack
        mark = len(stack) - 1
        while mark >= 0 and stack[mark] is not MARK:
            mark -= 1
        if mark < 0:
            raise self.wrong(messages.GROUP_WITHOUT_BEGINNING)
        group = stack[mark + 1 :]
        del stack[mark:]
        if not group:
            # Picklers write one where the values before it are a whole number of groups.
            self.count()
        return group

    def top(self, kind: type) -> Any:
        """The last value, which is of this type."""
        if not self.stack or type(self.stack[-1]) is not kind:
            raise self.wrong(messages.ADDED_TO_WRONG_KIND)
        return self.stack[-1]

    def wrong(self, what: str) -> DamagedError:
        """An error at the opcode that is being done."""
        return DamagedError(self.pos - 1, what)

    def count_lines(self, rows: array[int], count: int) -> None:
        """So many more lines of a function: more than programs have would take time and memory."""
        self.lines += count
        if len(rows) // 3 + count > _MAX_LINES:
            raise self.wrong(messages.TOO_MANY_LINES_OF_ONE.format(_MAX_LINES))
        if self.lines > _MAX_LINES_OF_ALL:
            raise self.wrong(messages.TOO_MANY_LINES.format(_MAX_LINES_OF_ALL))


def _proto(machine: PickleMachine) -> None:
    if machine.pos > 1:
        raise machine.wrong(messages.PICKLE_INSIDE)
    version = machine.byte()
    if not 2 <= version <= 5:
        raise machine.wrong(messages.NO_SUCH_PROTOCOL.format(version))


def _frame(machine: PickleMachine) -> None:
    machine.frames += 1
    if machine.frames > _FEW + machine.pos // _FRAME_BYTES:
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
    if any(type(value) is not tuple or tuple(map(type, value)) != _ROW_TYPES for value in values):
        raise DamagedError(machine.pos - 1, messages.NOT_A_LINE)
    machine.count_lines(rows, len(values))
    rows.extend(chain.from_iterable(values))


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
    if type(value) is int:
        figures: list[int] = []
        _three_numbers(machine.data, value, figures)
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
    if len(memo) > _FEW + machine.pos // 2:
        raise machine.wrong(messages.MORE_NUMBERED)
    if machine.opcode_at == machine.numbered_at:
        raise machine.wrong(messages.VALUE_NUMBERED_TWICE)
    while len(memo) <= index:
        memo.append(value)
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


_ACTIONS: dict[int, Callable[[PickleMachine], None]] = {
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


def read_pickle(data: bytes) -> Any:
    """What a pickle holds: a scalar, a tuple, rows in an array, :class:`Pairs` or an :class:`Instance`."""
    machine = PickleMachine(data)
    stack = machine.stack
    while True:
        at = machine.opcode_at = machine.take(1)
        opcode = data[at]
        if len(stack) > _MAX_STACK:
            raise machine.wrong(messages.MORE_VALUES)
        if opcode == 0x28 and stack and type(stack[-1]) is array and _read_rows(machine, stack[-1]):
            continue
        if opcode == 0x2E:
            value = machine.pop()
            if stack:
                raise machine.wrong(messages.VALUES_LEFT_OVER)
            return value
        action = _ACTIONS.get(opcode)
        if action is None:
            raise machine.wrong(messages.UNEXPECTED_DATA)
        action(machine)


def _read_rows(machine: PickleMachine, rows: array[int]) -> bool:
    """Read a group of rows, line, hits and time, behind its mark, of which most of a file is.

    False: it is not usual, and left to the opcodes.
    """
    data, pos, count = machine.data, machine.pos, len(machine.memo)
    figures: list[int] = []
    numbered: list[int] = []
    try:
        while data[pos] != 0x65:
            start = pos
            pos = _three_numbers(data, pos, figures) + 1
            if data[pos - 1] != 0x87 or len(figures) > 3 * _MAX_STACK:
                return False
            code = data[pos]
            if code == 0x94:
                numbered.append(start)
                pos += 1
            elif code == 0x71 and data[pos + 1] == count + len(numbered):
                numbered.append(start)
                pos += 2
            elif code == 0x72 and _UINT32.unpack_from(data, pos + 1)[0] == count + len(numbered):
                numbered.append(start)
                pos += 5
    except (IndexError, struct.error):
        return False
    if not figures:
        return False
    machine.pos = pos + 1
    machine.containers += len(figures) // 3
    machine.count_lines(rows, len(figures) // 3)
    rows.fromlist(figures)
    machine.memo += numbered
    return True


def _three_numbers(data: bytes, pos: int, figures: list[int]) -> int:
    """Add the three numbers that begin here, and say where they end; IndexError: something else does."""
    for _ in range(3):
        code = data[pos]
        if code == 0x4D:
            figures.append(data[pos + 1] | data[pos + 2] << 8)
            pos += 3
        elif code == 0x4B:
            figures.append(data[pos + 1])
            pos += 2
        elif code == 0x4A:
            figures.append(_INT32.unpack_from(data, pos + 1)[0])
            pos += 5
        elif code == 0x8A:
            start, pos = pos + 2, pos + 2 + data[pos + 1]
            figures.append(clipped(int.from_bytes(data[start:pos], "little", signed=True)))
        else:
            raise IndexError
    return pos

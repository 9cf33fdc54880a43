"""Values of the pickle format, read without pickle: nothing is imported, called or hashed.

Only the opcodes that line_profiler's files have are known. Dicts stay lists of pairs, tuples hold
scalars, lists are rows of three numbers in an array, and every opcode that makes or repeats something
is counted: there are no more values, and no more work, than a file of that size can mean.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from proftui_parsers.marshal_reader import DamagedError, clipped, decoded
from proftui_parsers.profile import ProfileError

_UINT16: Final = struct.Struct("<H")
_INT32: Final = struct.Struct("<i")
_UINT32: Final = struct.Struct("<I")
_UINT64: Final = struct.Struct("<Q")
_FLOAT64: Final = struct.Struct(">d")
_SCALARS: Final = (str, int, float, type(None))
_ROW: Final = (int, int, int)
_THREE: Final = range(3)
_NUMBERS: Final = frozenset(b"KMJ\x8a")
_ROW_STARTS: Final = _NUMBERS | {0x28}
_MAX_STACK: Final = 10_000
"""Picklers write lists and dicts in groups of a thousand, so a real stack has a few thousand values."""
_MAX_ITEMS: Final = 200_000
"""More functions than any program has: all of sympy are ten thousand."""
_CONTAINER_BYTES: Final = 6
"""The shortest row of a list takes one byte more."""
_FRAME_BYTES: Final = 256
"""Picklers end a frame after 64 kB."""
_FEW: Final = 64


@dataclass(frozen=True, slots=True)
class Global:
    """The name of a class; the class itself is never looked up."""

    module: str
    name: str


@dataclass(slots=True, eq=False)
class Pairs:
    """A dict as it was written: a key may occur twice, and none is hashed."""

    items: list[tuple[Any, Any]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Instance:
    """An object of a class, and the state that would be put into it."""

    of: Global
    state: Any = None


class _Mark:
    """Where a group of values begins on the stack."""


_MARK: Final = _Mark()


class PickleReader:
    """The stack and the memo of one pickle."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._pos = 0
        self._stack: list[Any] = []
        self._memo: list[Any] = []
        """Numbered values; a number in here is the place in the data where a row is."""
        self._containers = 0
        self._frames = 0

    def value(self) -> Any:
        """What the pickle holds."""
        data, stack = self._data, self._stack
        while True:
            at = self._pos
            opcode = data[self._take(1)]
            if opcode in _ROW_STARTS and stack and type(stack[-1]) is array:
                # Most of a file is this: line, hits and time of every line.
                self._pos = at
                if self._rows(stack[-1], opcode == 0x28):
                    continue
                self._pos = at + 1
            if opcode == 0x2E:
                value = self._pop()
                if stack:
                    raise DamagedError(at, "it ends with values left over")
                return value
            action = _ACTIONS.get(opcode)
            if action is None:
                raise DamagedError(at, f"opcode {opcode:#04x} is in no file of line_profiler")
            action(self)
            if len(stack) > _MAX_STACK:
                raise DamagedError(at, "there are more values at once than line_profiler writes")

    # --- rows

    def _rows(self, rows: array[int], grouped: bool) -> bool:
        """Read rows in one go, single ones or a group; false, and nothing done, if there is more."""
        data, pos, memo = self._data, self._pos + grouped, self._memo
        known = len(memo)
        figures: list[int] = []
        try:
            while len(figures) <= 3 * _MAX_STACK:
                start = pos
                pos = self._numbers(pos, figures)
                if data[pos] != 0x87:
                    break
                pos = self._numbered(pos + 1, start)
                code = data[pos]
                if code == (0x65 if grouped else 0x61):
                    pos += 1
                    if grouped or data[pos] not in _NUMBERS or len(figures) >= _MAX_STACK:
                        self._containers += len(figures) // 3
                        rows.fromlist(figures)
                        self._pos = pos
                        return True
                elif not grouped:
                    break
        except (IndexError, struct.error):
            pass
        del memo[known:]
        return False

    def _numbers(self, pos: int, figures: list[int]) -> int:
        """Add the three numbers that begin here; where the next opcode is."""
        data = self._data
        for _ in _THREE:
            code = data[pos]
            if code == 0x4B:
                figures.append(data[pos + 1])
                pos += 2
            elif code == 0x4D:
                figures.append(data[pos + 1] | data[pos + 2] << 8)
                pos += 3
            elif code == 0x4A:
                figures.append(_INT32.unpack_from(data, pos + 1)[0])
                pos += 5
            elif code == 0x8A:
                size = data[pos + 1]
                start = pos + 2
                pos = start + size
                data[pos]
                figures.append(clipped(int.from_bytes(data[start:pos], "little", signed=True)))
            else:
                raise IndexError
        return pos

    def _numbered(self, pos: int, start: int) -> int:
        """Step over the number that a row gets for later reference, if it gets one."""
        data, memo = self._data, self._memo
        code = data[pos]
        if code == 0x94:
            memo.append(start)
            return pos + 1
        if code == 0x71 and data[pos + 1] == len(memo):
            memo.append(start)
            return pos + 2
        if code == 0x72 and _UINT32.unpack_from(data, pos + 1)[0] == len(memo):
            memo.append(start)
            return pos + 5
        return pos

    # --- bytes

    def _take(self, count: int) -> int:
        start = self._pos
        if count > len(self._data) - start:
            raise ProfileError(f"is cut off or damaged: it ends at byte {len(self._data):,} inside a value")
        self._pos = start + count
        return start

    def _raw(self, count: int) -> bytes:
        start = self._take(count)
        return self._data[start : start + count]

    def _number(self, form: struct.Struct) -> int:
        value: int = form.unpack_from(self._data, self._take(form.size))[0]
        return value

    def _byte(self) -> int:
        return self._data[self._take(1)]

    def _line(self) -> str:
        end = self._data.find(b"\n", self._pos, self._pos + 256)
        if end < 0:
            raise DamagedError(self._pos, "the name of a class does not end")
        return decoded(self._raw(end + 1 - self._pos)[:-1])

    # --- the stack

    def _push(self, value: Any) -> None:
        self._stack.append(value)

    def _push_container(self, value: Any) -> None:
        self._count()
        self._stack.append(value)

    def _count(self) -> None:
        """One more thing of which there cannot be more than so many bytes allow."""
        self._containers += 1
        if self._containers > _FEW + self._pos // _CONTAINER_BYTES:
            raise self._wrong("there are more lists and tuples than line_profiler writes")

    def _pop(self) -> Any:
        if not self._stack or self._stack[-1] is _MARK:
            raise self._wrong("a value is missing")
        return self._stack.pop()

    def _group(self) -> list[Any]:
        """The values since the last mark."""
        stack = self._stack
        place = len(stack) - 1
        while place >= 0 and stack[place] is not _MARK:
            place -= 1
        if place < 0:
            raise self._wrong("a group of values has no beginning")
        group = stack[place + 1 :]
        del stack[place:]
        if not group:
            # Picklers write one where the values before it are a whole number of groups.
            self._count()
        return group

    def _top(self, kind: type) -> Any:
        if not self._stack or type(self._stack[-1]) is not kind:
            raise self._wrong("values are added to what cannot hold them")
        return self._stack[-1]

    def _wrong(self, what: str) -> DamagedError:
        return DamagedError(self._pos - 1, what)

    # --- opcodes

    def _proto(self) -> None:
        if self._pos > 1:
            raise self._wrong("a pickle begins inside this one")
        version = self._byte()
        if not 2 <= version <= 5:
            raise self._wrong(f"there is no pickle protocol {version}")

    def _frame(self) -> None:
        self._frames += 1
        if self._frames > _FEW + self._pos // _FRAME_BYTES:
            raise self._wrong("there are more frames than picklers write")
        self._number(_UINT64)

    def _mark(self) -> None:
        self._push(_MARK)

    def _text(self, size: int) -> None:
        start = self._take(size)
        try:
            self._push(str(self._data[start : start + size], "utf-8", "surrogatepass"))
        except UnicodeDecodeError:
            raise DamagedError(start, "a text is not UTF-8, or longer than its length says") from None

    def _byte_string(self, size: int) -> None:
        self._push(decoded(self._raw(size)))

    def _size32(self) -> int:
        size = self._number(_INT32)
        if size < 0:
            raise self._wrong("a length is negative")
        return size

    def _long1(self) -> None:
        self._push(clipped(int.from_bytes(self._raw(self._byte()), "little", signed=True)))

    def _float(self) -> None:
        self._push(_FLOAT64.unpack_from(self._data, self._take(8))[0])

    def _tuple(self, values: list[Any]) -> None:
        if len(values) > 3 or not all(type(value) in _SCALARS for value in values):
            raise self._wrong("a tuple holds more than three numbers and texts")
        self._push_container(tuple(values))

    def _tuple_of(self, count: int) -> None:
        values = [self._pop() for _ in range(count)]
        self._tuple(values[::-1])

    def _append(self) -> None:
        self._extend([self._pop()])

    def _appends(self) -> None:
        self._extend(self._group())

    def _extend(self, values: list[Any]) -> None:
        rows = self._top(array)
        for value in values:
            if type(value) is not tuple or tuple(map(type, value)) != _ROW:
                raise DamagedError(self._pos - 1, "one of its lines is not (line, hits, time)")
            rows.extend(value)

    def _set_item(self) -> None:
        value, key = self._pop(), self._pop()
        self._add([(key, value)])

    def _set_items(self) -> None:
        values = self._group()
        if len(values) % 2:
            raise self._wrong("a key has no value")
        self._add(list(zip(values[::2], values[1::2], strict=True)))

    def _add(self, pairs: list[tuple[Any, Any]]) -> None:
        items = self._top(Pairs).items
        if not all(type(key) in (str, tuple) for key, _ in pairs):
            raise self._wrong("a key is neither a text nor (file, line, function)")
        items += pairs
        if len(items) > _MAX_ITEMS:
            raise self._wrong(f"there are more than {_MAX_ITEMS:,} functions")

    def _get(self, index: int) -> None:
        if index >= len(self._memo):
            raise self._wrong(f"there is no value {index:,} to refer to")
        value = self._memo[index]
        if type(value) is int:
            figures: list[int] = []
            self._numbers(value, figures)
            value = tuple(figures)
        if type(value) is tuple:
            self._push_container(value)
        else:
            self._push(value)

    def _put(self, index: int) -> None:
        value = self._pop()
        memo = self._memo
        if type(value) in (int, float, type(None)):
            raise self._wrong("a value is numbered that picklers do not number")
        if index < len(memo):
            raise self._wrong(f"there are two values numbered {index:,}")
        # Numbers count up by one; Python 2 begins with 1.
        if index > len(memo) + 1:
            raise self._wrong(f"value {index:,} is numbered before those that come before it")
        if len(memo) > _FEW + self._pos // 2:
            raise self._wrong("there are more numbered values than line_profiler writes")
        while len(memo) <= index:
            memo.append(value)
        memo[index] = value
        self._push(value)

    def _memoize(self) -> None:
        self._put(len(self._memo))

    def _global(self) -> None:
        module = self._line()
        self._push_container(Global(module, self._line()))

    def _stack_global(self) -> None:
        name, module = self._pop(), self._pop()
        if type(name) is not str or type(module) is not str:
            raise self._wrong("a class has no name")
        self._push_container(Global(module, name))

    def _new(self) -> None:
        arguments = self._pop()
        of = self._pop()
        if type(of) is not Global or arguments != ():
            raise self._wrong("an object is made in a way that line_profiler does not use")
        self._push_container(Instance(of))

    def _new_with_names(self) -> None:
        names = self._pop()
        if type(names) is not Pairs or names.items:
            raise self._wrong("an object is made in a way that line_profiler does not use")
        self._new()

    def _build(self) -> None:
        state = self._pop()
        instance = self._top(Instance)
        if type(state) is not Pairs or instance.state is not None:
            raise self._wrong("the state of an object is not what line_profiler writes")
        instance.state = state


_ACTIONS: dict[int, Callable[[PickleReader], None]] = {
    0x80: PickleReader._proto,
    0x95: PickleReader._frame,
    ord("("): PickleReader._mark,
    ord("}"): lambda reader: reader._push_container(Pairs()),
    ord("]"): lambda reader: reader._push_container(array("q")),
    ord(")"): lambda reader: reader._push(()),
    ord("N"): lambda reader: reader._push(None),
    ord("t"): lambda reader: reader._tuple(reader._group()),
    0x85: lambda reader: reader._tuple_of(1),
    0x86: lambda reader: reader._tuple_of(2),
    0x87: lambda reader: reader._tuple_of(3),
    ord("a"): PickleReader._append,
    ord("e"): PickleReader._appends,
    ord("s"): PickleReader._set_item,
    ord("u"): PickleReader._set_items,
    ord("J"): lambda reader: reader._push(reader._number(_INT32)),
    ord("K"): lambda reader: reader._push(reader._byte()),
    ord("M"): lambda reader: reader._push(reader._number(_UINT16)),
    0x8A: PickleReader._long1,
    ord("G"): PickleReader._float,
    0x8C: lambda reader: reader._text(reader._byte()),
    ord("X"): lambda reader: reader._text(reader._number(_UINT32)),
    ord("U"): lambda reader: reader._byte_string(reader._byte()),
    ord("T"): lambda reader: reader._byte_string(reader._size32()),
    ord("h"): lambda reader: reader._get(reader._byte()),
    ord("j"): lambda reader: reader._get(reader._number(_UINT32)),
    ord("q"): lambda reader: reader._put(reader._byte()),
    ord("r"): lambda reader: reader._put(reader._number(_UINT32)),
    0x94: PickleReader._memoize,
    ord("c"): PickleReader._global,
    0x93: PickleReader._stack_global,
    0x81: PickleReader._new,
    0x92: PickleReader._new_with_names,
    ord("b"): PickleReader._build,
}

"""Values of the pickle format, read without pickle: nothing is imported, called or hashed.

Only the opcodes that line_profiler's files have are known. Dicts stay lists of pairs, tuples hold
scalars, lists are rows of three numbers in an array, and every opcode that makes or repeats something
is counted: there are no more values, and no more work, than a file of that size can mean.
"""

from __future__ import annotations

import struct
from array import array

from proftui_parsers.binary import DamagedError, clipped, decoded
from proftui_parsers.profile import ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

_UINT16: Final = struct.Struct("<H")
_INT32: Final = struct.Struct("<i")
_UINT32: Final = struct.Struct("<I")
_UINT64: Final = struct.Struct("<Q")
_FLOAT64: Final = struct.Struct(">d")
_SCALARS: Final = frozenset((str, int, float, type(None)))
_NUMBERED: Final = frozenset((str, tuple, array))
_ROW_TYPES: Final = (int, int, int)
_THREE: Final = range(3)
_SMALL_ROW: Final = b"KKK\x87"
"""Every other byte of a row of three numbers below 256."""
_ROW_STARTS: Final = frozenset(b"KMJ\x8a(hj")
_MAX_STACK: Final = 10_000
"""Picklers write lists and dicts in groups of a thousand, so a real stack has a few thousand values."""
_MAX_ITEMS: Final = 100_000
"""More functions than any program has: all of sympy are ten thousand."""
_MAX_LINES: Final = 300_000
_MAX_LINES_OF_ALL: Final = 500_000
"""More lines than any function has, and more than all that run in a program together."""
_CONTAINER_BYTES: Final = 6
"""The shortest row of a list takes one byte more."""
_FRAME_BYTES: Final = 256
"""Picklers end a frame after 64 kB."""
_FEW: Final = 64


class Global:
    """The name of a class; the class itself is never looked up."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name


class Pairs:
    """A dict as it was written: a key may occur twice, and none is hashed."""

    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items: list[tuple[Any, Any]] = []


class Instance:
    """An object of a class, and the state that would be put into it."""

    __slots__ = ("of", "state")

    def __init__(self, of: Global) -> None:
        self.of = of
        self.state: Any = None


class _Row:
    """Stands among the numbered values for a row, which is made anew from its place in the data."""


class _Mark:
    """Where a group of values begins on the stack."""


_MARK: Final = _Mark()
_ROW: Final = _Row()


class PickleReader:
    """The stack and the memo of one pickle."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._pos = 0
        self._stack: list[Any] = []
        self._memo: list[Any] = []
        """Numbered values."""
        self._places: array[int] = array("q")
        """Where in the data each of them is, if it is a row."""
        self._at = 0
        """Where the opcode is that is being done."""
        self._put_at = -1
        """Where the opcode would be that numbers a value for the second time."""
        self._containers = 0
        self._items = 0
        self._lines = 0
        self._frames = 0

    def value(self) -> Any:
        """What the pickle holds.

        The opcodes that most of a file is made of are done here, for as long as nothing about them is odd.
        """
        data, stack, memo, size = self._data, self._stack, self._memo, len(self._data)
        pos = at = self._pos
        while True:
            if len(stack) > _MAX_STACK:
                raise DamagedError(at, "there are more values at once than line_profiler writes")
            at = pos
            opcode = data[pos] if pos < size else data[self._take(1)]
            top = stack[-1] if stack else None
            if opcode == 0x94:
                if type(top) in _NUMBERED and pos != self._put_at and len(memo) <= pos // 2:
                    memo.append(top)
                    self._places.append(0)
                    pos = self._pos = self._put_at = pos + 1
                    continue
            elif opcode == 0x8C:
                end = pos + 2 + data[pos + 1] if pos + 1 < size else size + 1
                text = data[pos + 2 : end]
                if end <= size and text.isascii():
                    stack.append(text.decode("ascii"))
                    pos = self._pos = end
                    continue
            elif opcode in _ROW_STARTS and type(top) is array:
                # Most of a file is this: line, hits and time of every line.
                if self._rows(top):
                    pos = self._pos
                    continue
            elif opcode == 0x2E:
                self._pos = pos + 1
                value = self._pop()
                if stack:
                    raise DamagedError(at, "it ends with values left over")
                return value
            action = _ACTIONS.get(opcode)
            if action is None:
                raise DamagedError(at, f"opcode {opcode:#04x} is in no file of line_profiler")
            self._at, self._pos = at, at + 1
            action(self)
            pos = self._pos

    # --- rows

    def _rows(self, rows: array[int]) -> bool:
        """Read rows, single ones and whole groups, while they are usual; false if the first is not.

        What was read of a group that is not usual is forgotten, and left to the opcodes.
        """
        data, numbered = self._data, len(self._memo)
        figures: list[int] = []
        places: list[int] = []
        pos = begin = self._pos
        done = kept = 0
        grouped = marked = False
        unpack_int32, unpack_uint32 = _INT32.unpack_from, _UINT32.unpack_from
        try:
            while done <= 3 * _MAX_STACK:
                start = pos
                code = data[pos]
                if code == 0x28 and not marked:
                    marked = grouped
                    grouped = True
                    pos += 1
                    continue
                usual = code == 0x4B and data[pos : pos + 7 : 2] == _SMALL_ROW and not marked
                if usual:
                    figures += data[pos + 1 : pos + 7 : 2]
                    pos += 7
                else:
                    for _ in _THREE:
                        code = data[pos]
                        if code == 0x4B:
                            figures.append(data[pos + 1])
                            pos += 2
                        elif code == 0x4D:
                            figures.append(data[pos + 1] | data[pos + 2] << 8)
                            pos += 3
                        elif code == 0x4A:
                            figures.append(unpack_int32(data, pos + 1)[0])
                            pos += 5
                        elif code == 0x8A:
                            place = pos + 2
                            pos = place + data[pos + 1]
                            data[pos]
                            number = int.from_bytes(data[place:pos], "little", signed=True)
                            figures.append(number if pos - place < 9 else clipped(number))
                        elif pos == start and not marked:
                            pos = self._again(pos, numbered, places, figures)
                            break
                        else:
                            raise IndexError
                    else:
                        code = data[pos]
                        if code != 0x87 or marked:
                            if code != 0x74 or not (marked or (grouped and len(figures) == done + 3)):
                                break
                            grouped = marked
                            marked = False
                        pos += 1
                        usual = True
                if usual:
                    code = data[pos]
                    if code == 0x94:
                        places.append(start)
                        pos += 1
                    elif code == 0x71 and data[pos + 1] == numbered + len(places):
                        places.append(start)
                        pos += 2
                    elif code == 0x72 and unpack_uint32(data, pos + 1)[0] == numbered + len(places):
                        places.append(start)
                        pos += 5
                if grouped:
                    if data[pos] != 0x65:
                        if len(figures) - done > 3 * _MAX_STACK:
                            break
                        continue
                    grouped = False
                elif data[pos] != 0x61:
                    break
                pos += 1
                count = len(figures) // 3
                if self._containers + count > _FEW + pos // _CONTAINER_BYTES:
                    break
                done, kept, begin = 3 * count, len(places), pos
        except (IndexError, struct.error):
            pass
        if not done:
            return False
        del figures[done:], places[kept:]
        self._keep(rows, figures, places)
        self._pos = begin
        return True

    def _keep(self, rows: array[int], figures: list[int], places: list[int]) -> None:
        """Add rows to a list, and to what is numbered."""
        self._containers += len(figures) // 3
        self._count_lines(rows, len(figures) // 3)
        rows.fromlist(figures)
        self._memo += [_ROW] * len(places)
        self._places.fromlist(places)

    def _count_lines(self, rows: array[int], count: int) -> None:
        """Refuse what no program has before it takes time and memory."""
        self._lines += count
        if len(rows) // 3 + count > _MAX_LINES:
            raise self._wrong(f"a function has more than {_MAX_LINES:,} lines")
        if self._lines > _MAX_LINES_OF_ALL:
            raise self._wrong(f"there are more than {_MAX_LINES_OF_ALL:,} lines")

    def _again(self, pos: int, numbered: int, places: list[int], figures: list[int]) -> int:
        """Add the row that is referred to here; where the next opcode is."""
        data = self._data
        if data[pos] == 0x68:
            number, end = data[pos + 1], pos + 2
        elif data[pos] == 0x6A:
            number, end = _UINT32.unpack_from(data, pos + 1)[0], pos + 5
        else:
            raise IndexError
        value = _ROW if number >= numbered else self._memo[number]
        if value is _ROW:
            self._numbers(places[number - numbered] if number >= numbered else self._places[number], figures)
        elif type(value) is tuple and tuple(map(type, value)) == _ROW_TYPES:
            figures += value
        else:
            raise IndexError
        return end

    def _numbers(self, pos: int, figures: list[int]) -> None:
        """Add the three numbers that begin here, which were read before."""
        data = self._data
        for _ in _THREE:
            code = data[pos]
            size = data[pos + 1] if code == 0x8A else _SIZES[code]
            start = pos + 1 + (code == 0x8A)
            pos = start + size
            number = int.from_bytes(data[start:pos], "little", signed=code in b"J\x8a")
            figures.append(clipped(number))

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
        if len(values) > 3 or not _SCALARS.issuperset(map(type, values)):
            raise self._wrong("a tuple holds more than three numbers and texts")
        self._push_container(tuple(values))

    def _tuple_of(self, count: int) -> None:
        values = self._stack[-count:]
        if len(values) < count:
            raise self._wrong("a value is missing")
        self._tuple(values)
        del self._stack[-count - 1 : -1]

    def _append(self) -> None:
        self._extend([self._pop()])

    def _appends(self) -> None:
        self._extend(self._group())

    def _extend(self, values: list[Any]) -> None:
        rows = self._top(array)
        for value in values:
            if type(value) is not tuple or tuple(map(type, value)) != _ROW_TYPES:
                raise DamagedError(self._pos - 1, "one of its lines is not (line, hits, time)")
            self._count_lines(rows, 1)
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
        self._items += len(pairs)
        if self._items > _MAX_ITEMS:
            raise self._wrong(f"there are more than {_MAX_ITEMS:,} functions")

    def _get(self, index: int) -> None:
        if index >= len(self._memo):
            raise self._wrong(f"there is no value {index:,} to refer to")
        value = self._memo[index]
        if value is _ROW:
            figures: list[int] = []
            self._numbers(self._places[index], figures)
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
        if self._at == self._put_at:
            raise self._wrong("a value is numbered twice")
        while len(memo) <= index:
            memo.append(value)
            self._places.append(0)
        self._put_at = self._pos
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


_SIZES: Final = {0x4B: 1, 0x4D: 2, 0x4A: 4}

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

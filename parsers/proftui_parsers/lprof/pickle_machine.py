"""What a pickle runs on, which pickletools calls the pickle machine: a stack and numbered values.

Dicts stay lists of pairs, tuples hold scalars, lists are rows of three numbers in an array, and every opcode
that makes or repeats something is counted: there are no more values, and no more work, than a file of that
size can mean.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.binary import DamagedError
from proftui_parsers.import_free import NamedTuple
from proftui_parsers.profile import ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import struct
    from typing import Any

MAX_STACK = 10_000
"""Picklers write lists and dicts in groups of a thousand, so a real stack has a few thousand values."""
_MAX_LINES = 300_000
_MAX_LINES_OF_ALL = 500_000
"""More lines than any function has, and more than all that run in a program together."""
CONTAINER_BYTES = 6
"""The shortest row of a list takes one byte more."""
FEW = 64
"""So many of everything are allowed in the smallest file."""


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
ROW = object()
"""Stands among the numbered values for a row, which is made anew from its position in the data."""


class PickleMachine:
    """The stack and the numbered values of one pickle, and where it is in the data."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pos = 0
        self.stack: list[Any] = []
        self.memo: list[Any] = []
        """Numbered values."""
        self.positions: array[int] = array("q")
        """Where in the data each of them is, if it is a row."""
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
        if self.containers > FEW + self.pos // CONTAINER_BYTES:
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

    def add_rows(self, rows: array[int], figures: list[int], positions: list[int]) -> None:
        """Add rows to a list, and to what is numbered those of them that begin at these positions."""
        self.containers += len(figures) // 3
        self.count_lines(rows, len(figures) // 3)
        rows.fromlist(figures)
        self.memo += [ROW] * len(positions)
        self.positions.fromlist(positions)

"""Values of the pickle format, read without pickle: nothing is imported, called or hashed."""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.binary import DamagedError
from proftui_parsers.lprof.pickle_machine import MAX_STACK, PickleMachine
from proftui_parsers.lprof.pickle_opcodes import ACTIONS
from proftui_parsers.lprof.pickle_rows import read_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NUMBERED = frozenset((str, tuple, array))
_ROW_STARTS = frozenset(b"KMJ\x8a(hj")


def read_pickle(data: bytes) -> Any:
    """What a pickle holds: a scalar, a tuple, rows in an array, :class:`Pairs` or an :class:`Instance`.

    The opcodes that most of a file is made of are done here, for as long as nothing about them is odd.
    """
    machine = PickleMachine(data)
    stack, memo, size = machine.stack, machine.memo, len(data)
    pos = at = 0
    while True:
        if len(stack) > MAX_STACK:
            raise DamagedError(at, messages.MORE_VALUES)
        at = pos
        opcode = data[pos] if pos < size else data[machine.take(1)]
        top = stack[-1] if stack else None
        if opcode == 0x94:
            if type(top) in _NUMBERED and pos != machine.numbered_at and len(memo) <= pos // 2:
                memo.append(top)
                machine.positions.append(0)
                pos = machine.pos = machine.numbered_at = pos + 1
                continue
        elif opcode == 0x8C:
            end = pos + 2 + data[pos + 1] if pos + 1 < size else size + 1
            text = data[pos + 2 : end]
            if end <= size and text.isascii():
                stack.append(text.decode("ascii"))
                pos = machine.pos = end
                continue
        elif opcode in _ROW_STARTS and type(top) is array:
            # Most of a file is this: line, hits and time of every line.
            if read_rows(machine, top):
                pos = machine.pos
                continue
        elif opcode == 0x2E:
            machine.pos = pos + 1
            value = machine.pop()
            if stack:
                raise DamagedError(at, messages.VALUES_LEFT_OVER)
            return value
        action = ACTIONS.get(opcode)
        if action is None:
            raise DamagedError(at, messages.UNEXPECTED_DATA)
        machine.opcode_at, machine.pos = at, at + 1
        action(machine)
        pos = machine.pos

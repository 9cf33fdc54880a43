"""Rows of (line, hits, time), of which most of a file is: read without the stack while they are usual."""

from __future__ import annotations

import struct
from array import array

from proftui_parsers.binary import clipped
from proftui_parsers.lprof.pickle_machine import CONTAINER_BYTES, FEW, MAX_STACK, ROW, PickleMachine

ROW_TYPES = (int, int, int)
_INT32 = struct.Struct("<i")
_UINT32 = struct.Struct("<I")
_THREE = range(3)
_SMALL_ROW = b"KKK\x87"
"""Every other byte of a row of three numbers below 256."""
_SIZES = {0x4B: 1, 0x4D: 2, 0x4A: 4}


def read_rows(machine: PickleMachine, rows: array[int]) -> bool:
    """Read rows, single ones and whole groups, while they are usual; false if the first is not.

    What was read of a group that is not usual is forgotten, and left to the opcodes. It is one long function
    on local variables: a call per row would cost as much as the row itself. Opcodes are 0x28 MARK, 0x4B, 0x4D
    and 0x4A BININT1, 2 and 4, 0x8A LONG1, 0x87 TUPLE3, 0x74 TUPLE, 0x94 MEMOIZE, 0x71 and 0x72 BINPUT,
    0x61 APPEND, 0x65 APPENDS.
    """
    data, numbered = machine.data, len(machine.memo)
    figures: list[int] = []
    positions: list[int] = []
    pos = begin = machine.pos
    done = kept = 0
    grouped = marked = False
    unpack_int32, unpack_uint32 = _INT32.unpack_from, _UINT32.unpack_from
    try:
        while done <= 3 * MAX_STACK:
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
                        begins = pos + 2
                        pos = begins + data[pos + 1]
                        data[pos]
                        number = int.from_bytes(data[begins:pos], "little", signed=True)
                        figures.append(number if pos - begins < 9 else clipped(number))
                    elif pos == start and not marked:
                        pos = _again(machine, pos, numbered, positions, figures)
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
                    positions.append(start)
                    pos += 1
                elif code == 0x71 and data[pos + 1] == numbered + len(positions):
                    positions.append(start)
                    pos += 2
                elif code == 0x72 and unpack_uint32(data, pos + 1)[0] == numbered + len(positions):
                    positions.append(start)
                    pos += 5
            if grouped:
                if data[pos] != 0x65:
                    if len(figures) - done > 3 * MAX_STACK:
                        break
                    continue
                grouped = False
            elif data[pos] != 0x61:
                break
            pos += 1
            count = len(figures) // 3
            if machine.containers + count > FEW + pos // CONTAINER_BYTES:
                break
            done, kept, begin = 3 * count, len(positions), pos
    except (IndexError, struct.error):
        pass
    if not done:
        return False
    del figures[done:], positions[kept:]
    machine.add_rows(rows, figures, positions)
    machine.pos = begin
    return True


def _again(machine: PickleMachine, pos: int, numbered: int, positions: list[int], figures: list[int]) -> int:
    """Add the row that is referred to here; where the next opcode is."""
    data = machine.data
    if data[pos] == 0x68:
        number, end = data[pos + 1], pos + 2
    elif data[pos] == 0x6A:
        number, end = _UINT32.unpack_from(data, pos + 1)[0], pos + 5
    else:
        raise IndexError
    value = ROW if number >= numbered else machine.memo[number]
    if value is ROW:
        row_at = positions[number - numbered] if number >= numbered else machine.positions[number]
        numbers_at(data, row_at, figures)
    elif type(value) is tuple and tuple(map(type, value)) == ROW_TYPES:
        figures += value
    else:
        raise IndexError
    return end


def numbers_at(data: bytes, pos: int, figures: list[int]) -> None:
    """Add the three numbers that begin here, which were read before."""
    for _ in _THREE:
        code = data[pos]
        size = data[pos + 1] if code == 0x8A else _SIZES[code]
        start = pos + 1 + (code == 0x8A)
        pos = start + size
        number = int.from_bytes(data[start:pos], "little", signed=code in b"J\x8a")
        figures.append(clipped(number))

"""Files of 16 MB that a reader finds hard: many small things, odd forms, things by reference."""

from __future__ import annotations

import itertools
import marshal
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

SIZE = 16_000_000

Part = Callable[[int], bytes]
"""What stands at place ``n`` of a file."""


def i4(number: int) -> bytes:
    """Four bytes, little end first."""
    return struct.pack("<i", number)


def ref(number: int) -> bytes:
    """A reference of marshal."""
    return b"r" + i4(number)


def repeated(part: Part, head: bytes = b"", tail: bytes = b"") -> bytes:
    """As many parts as there is room for."""
    parts, left = [head], SIZE - len(head) - len(tail)
    for number in itertools.count():
        parts.append(part(number))
        left -= len(parts[-1])
        if left < 0:
            return b"".join([*parts[:-1], tail])
    raise AssertionError


def letters(number: int, size: int = 4) -> bytes:
    """A text for each number."""
    return bytes(97 + number // 26**place % 26 for place in range(size))


TIME = struct.pack("<d", 0.25)
FIRST = b"{\xa9\x03\xfa\x01a\xe9" + i4(0) + b"\xfa\x01f" + b"\xa9\x05" + b"\xe9" + i4(1) + b"\xe9" + i4(2)
FIRST += b"\xe7" + TIME + b"\xe7" + TIME + b"{0"
"""Values: key 0, file 1, line 2, name 3, figures 4, counts 5 and 6, times 7 and 8."""
SMALL = b")\x05" + ref(5) + ref(6) + b"g" + TIME + b"g" + TIME + b"{0"
LEAST = b")\x05" + ref(5) + ref(6) + ref(7) + ref(8) + b"{0"
SAME = ref(4)
NUMBERED_CALL = ref(0) + b"\xa9\x04" + ref(5) * 2 + ref(7) * 2
CALL = FIRST[:-1] + b")\x03\xda\x01ai" + i4(1) + b"\xda\x01f\xa9\x04" + ref(5) * 2 + ref(7) * 2
"""An open function after which figures of a call are value 11, its texts 9 and 10."""


def line(number: int) -> bytes:
    """A key that differs by its line."""
    return b")\x03" + ref(1) + b"i" + i4(number) + ref(3)


def named(number: int) -> bytes:
    """A key that differs by a short text."""
    return b")\x03" + ref(1) + ref(2) + b"z\x04" + letters(number)


def texts(number: int) -> bytes:
    """A key of two short texts of its own."""
    return b")\x03z\x04" + letters(number) + ref(2) + b"z\x04" + letters(number + 7)


def old(version: int, dictionary: Iterable[tuple[Any, Any]]) -> bytes:
    """What an old Python wrote: nothing is ever a reference."""
    parts, left = [b"{"], SIZE
    for key, value in dictionary:
        parts.append(marshal.dumps(key, version) + marshal.dumps(value, version))
        left -= len(parts[-1])
        if left < 0:
            break
    return b"".join([*parts, b"0"])


def old_functions(callers: int) -> Iterator[tuple[Any, Any]]:
    """Functions each called by some others."""
    for number in itertools.count():
        calls = {_key(number - step): (3, 2, 0.5, 0.75) for step in range(1, callers + 1)}
        yield _key(number), (5, 5, 0.125 * (number % 9), 1.5, calls)


def _key(number: int) -> tuple[str, int, str]:
    return f"/srv/app/mod{number % 400}.py", number % 3000, f"func_{number // 7}"


def lengthy(number: int) -> bytes:
    """A function of numbers in long form."""
    long = b"l" + i4(1) + b"\x01\x00"
    time = b"f\x030.5"
    return (
        b")\x03"
        + ref(1)
        + b"l"
        + i4(2)
        + struct.pack("<HH", number & 0x7FFF, number >> 15)
        + ref(3)
        + (b")\x05" + long * 2 + time * 2 + b"{0")
    )


def stats() -> dict[str, Callable[[], bytes]]:
    """Whole files for the reader of ``.stats``."""
    return {
        "functions of 53 bytes": lambda: repeated(lambda n: line(n) + SMALL, FIRST, b"0"),
        "functions by reference": lambda: repeated(lambda n: line(n) + SAME, FIRST, b"0"),
        "functions with two texts by reference": lambda: repeated(lambda n: texts(n) + SAME, FIRST, b"0"),
        "functions with names": lambda: repeated(lambda n: named(n) + SMALL, FIRST, b"0"),
        "numbers in long form": lambda: repeated(lengthy, FIRST, b"0"),
        "marshal 2": lambda: old(2, old_functions(2)),
        "marshal 2, many callers": lambda: old(2, old_functions(40)),
        "callers by reference": lambda: repeated(lambda n: line(n) + ref(11), CALL, b"00"),
        "callers with texts": lambda: repeated(lambda n: texts(n) + ref(11), CALL, b"00"),
        "callers of two thousand functions": lambda: many_callers(700),
        "callers without figures": lambda: repeated(lambda n: named(n) + b"i" + i4(n), CALL, b"00"),
        "callers with numbered figures": lambda: repeated(
            lambda n: line(n) + LEAST[:-1] + NUMBERED_CALL * 100 + b"0", FIRST, b"0"
        ),
        "one caller again and again": lambda: repeated(lambda n: ref(0) + ref(5), CALL, b"00"),
        "one text": lambda: (
            b"{)\x03u" + i4(SIZE) + b"\xc3\xa4" * (SIZE // 2) + b"i" + i4(1) + b"z\x01f" + PLAIN
        ),
        "empty texts with numbers, with figures": lambda: repeated(
            lambda n: b")\x03\xfa\x00\xe9" + i4(n) + b"\xfa\x00" + LEAST, FIRST, b"0"
        ),
        "equal lines of 64 bits, with figures": lambda: repeated(
            lambda n: (
                b")\x03"
                + ref(1)
                + b"I"
                + struct.pack("<q", n % 4 + (1 << 40))
                + b"z\x04"
                + letters(n)
                + LEAST
            ),
            FIRST,
            b"0",
        ),
        "samples": lambda: repeated(lambda n: line(n) + LEAST, b"{)\x01" + MARK + b"T" + FIRST[1:], b"0"),
        "an ordinary file": ordinary,
    }


MARK = b"z\x0b__sampled__"
PLAIN = b")\x05" + (b"i" + i4(1)) * 2 + (b"g" + TIME) * 2 + b"{00"


def many_callers(each: int) -> bytes:
    """Functions that are all called by the same others."""
    head = FIRST + b"".join(b"\xa9" + line(n)[1:] + LEAST for n in range(1, each + 1))
    calls = b"".join(ref(9 + n) + ref(5) for n in range(each))
    return repeated(lambda n: line(1000 + n) + LEAST[:-1] + calls + b"0", head, b"0")


def ordinary() -> bytes:
    """As a large program gives it."""
    functions: dict[Any, Any] = {}
    keys = [_key(number) for number in range(95_000)]
    for number, key in enumerate(keys):
        calls = {
            keys[number // 2 - step]: (3 + step, 3, 0.001 * step, 0.5) for step in range(min(2, number // 2))
        }
        functions[key] = (number % 900 + 5, number % 900 + 5, number * 1e-6, number * 1e-5, calls)
    return marshal.dumps(functions, 4)


HEAD = b"\x80\x05\x8c\x1cline_profiler._line_profiler\x8c\x09LineStats\x93)\x81}(\x8c\x07timings}"
LKEY = b"\x8c\x04a.pyK\x01\x8c\x01f\x87"
UNIT = b"s\x8c\x04unitG" + struct.pack(">d", 1e-6) + b"ub."


def grouped(row: Part, size: int = 1000) -> Part:
    """Rows as picklers group them."""
    return lambda n: b"(" + b"".join(row(n * size + k) for k in range(size)) + b"e"


def lines(part: Part, each: int = 100) -> Callable[[], bytes]:
    """A file of few functions with many lines."""
    return lambda: repeated(lambda n: (b"" if n % each else many(n)) + part(n), HEAD + LKEY + b"]", UNIT)


def many(number: int) -> bytes:
    """The beginning of another function with many lines."""
    return b"s\x8c\x04a.pyJ" + i4(number) + b"\x8c\x01f\x87]"


def functions(key: Part, rows: bytes) -> Callable[[], bytes]:
    """A file of many functions."""
    return lambda: repeated(lambda n: key(n) + b"](" + rows + b"es", HEAD, UNIT[1:])


def mixed(number: int) -> bytes:
    """Rows whose numbers are of all sizes."""
    time = (b"K\x05", b"M\x05\x01", b"J" + i4(70_000), b"\x8a\x05\0\0\0\0\x01")[number % 4]
    return (
        b"M"
        + struct.pack("<H", number & 0xFFFF)
        + b"K\x03"
        + time
        + b"\x87"
        + (b"\x94" if number % 3 else b"")
    )


ROW = b"K\x02K\x03K\x05\x87"


def lprof() -> dict[str, Callable[[], bytes]]:
    """Whole files for the reader of ``.lprof``."""
    tens = b"".join(map(mixed, range(10)))
    return {
        "rows": lines(grouped(lambda n: ROW)),
        "rows with numbers": lines(grouped(lambda n: ROW + b"\x94")),
        "rows of all sizes": lines(grouped(mixed)),
        "rows one by one": lines(lambda n: ROW + b"a", 100_000),
        "rows by reference": lines(grouped(lambda n: ROW + b"\x94" if n == 0 else ROW + b"h\x00")),
        "rows in short groups": lines(lambda n: b"(" + ROW + b"e", 100_000),
        "long numbers": lines(grouped(lambda n: b"K\x01K\x01\x8a\xff" + bytes(255) + b"\x87")),
        "functions": functions(lambda n: b"\x8c\x01aJ" + i4(n) + b"\x8c\x01f\x87", tens),
        "functions with names": functions(
            lambda n: b"\x8c\x04" + letters(n) + b"\x94K\x01\x8c\x04" + letters(n + 9) + b"\x94\x87\x94", tens
        ),
        "groups of nothing": lines(lambda n: b"(e" + ROW + b"a", 100_000),
        "frames": lines(lambda n: b"\x95" + bytes(8) + (ROW + b"a") * 40, 1000),
        "one text": lambda: HEAD + b"X" + i4(SIZE) + b"a" * SIZE + LKEY[6:] + b"]" + UNIT,
    }


def foreign() -> dict[str, Callable[[], bytes]]:
    """Files of other kinds, which are refused whatever is done to their end."""
    lots = {
        "zeros": b"\0",
        "stacks": b"main;f;g 12\n",
        "spaces": b" ",
        "JSON": b'[{"a": 1}, ',
        "comments of XML": b"<!---->",
        "marks of a pickle": HEAD[:60] + b"(",
        "values of a pickle": HEAD + b"N",
        "references of a dict": b"{r" + i4(0),
        "tuples in tuples": b"{)\x01" + MARK + b")\x01",
        "values to skip": b"{)\x01" + MARK + b"(" + i4(1 << 23) + b"N",
    }
    return {f"foreign: {name}": partial(filled, part) for name, part in lots.items()}


def recorded() -> dict[str, Callable[[], bytes]]:
    """Sessions and trees of pyinstrument, and profiles of Firefox, whose parts are next to nothing."""
    session, tree = b'{"frame_records": [', b'{"root_frame": {"function":"r","time":1,"children":['
    last = b'[["a"], 1]]}'
    firefox = b'{"meta":{"interval":1,"preprocessedProfileVersion":57},"threads":[{'
    tables = b'"stackTable":{"prefix":[null],"frame":[0]},"frameTable":{"func":[0]},"funcTable":{"name":[0]},'
    end = b"0]}," + tables + b'"stringArray":["f"]}]}'
    return {
        "pyinstrument: empty stacks": partial(repeated, lambda _: b"[[],0],", session, last),
        "pyinstrument: stacks of one": partial(repeated, lambda _: b'[["a"], 0], ', session, last),
        "pyinstrument: frames": partial(repeated, lambda n: b'[["%d"], 0], ' % n, session, last),
        "pyinstrument: threads": partial(
            repeated, lambda n: b'[["t\\u0000<thread>\\u0000%d"], 0], ' % n, session, last
        ),
        "pyinstrument: callees": partial(
            repeated, lambda n: b'{"function":"f%d","time":1},' % n, tree, b'{"function":"f","time":1}]}}'
        ),
        "pyinstrument: depth": partial(repeated, lambda _: b'{"function":"f","time":1,"children":[', tree),
        "Firefox: samples": partial(repeated, lambda _: b"0,", firefox + b'"samples":{"stack":[', end),
        "Firefox: rows": partial(
            repeated,
            lambda _: b"[0],",
            firefox + b'"samples":{"schema":{"stack":0},"data":[',
            b"[0]" + end[1:],
        ),
        "Firefox: names": partial(repeated, lambda n: b'"%d",' % n, firefox + b'"stringArray":[', b'""]}]}'),
        "Firefox: threads": partial(repeated, lambda _: b"},{", firefox, b"}]}"),
        "Firefox: what is skipped": partial(
            repeated, lambda _: b'"a",', firefox + b'"markers":[', b'""],"samples":{"stack":[' + end
        ),
    }


def filled(part: bytes) -> bytes:
    """The part again and again; of one that begins a format, its last byte."""
    again = part[-1:] if part.startswith((b"\x80", b"{)\x01")) else part
    return part + again * (SIZE // len(again))

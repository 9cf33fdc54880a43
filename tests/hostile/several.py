"""Several files opened as one."""

from __future__ import annotations

import math

from tests.hostile.case import UNIT, VALUE, Case, dumped, i4, key, lkey, lprof, lprof_of, stats, text

ONE = dumped(
    {
        ("a.py", 1, "f"): (1, 1, 0.5, 0.5, {("a.py", 2, "g"): (1, 1, 0.5, 0.5)}),
        ("a.py", 2, "g"): (1, 1, 0.1, 0.6, {}),
    }
)
LINES = lprof()
SAMPLES = dumped({("a.py", 1, "f"): (3, 9, 0.003, 0.009, {}), ("__sampled__",): True})
LARGE = dumped(
    {
        ("a.py", 1, "f"): (
            2**63 - 1,
            2**63 - 1,
            1e308,
            1e308,
            {("a.py", 1, "f"): (2**63 - 1, 2**63 - 1, 1e308, 1e308)},
        )
    }
)
NOTHING = dumped({})
NAN = dumped({("a.py", 1, "f"): (1, 1, math.nan, -math.inf, {("a.py", 1, "f"): 7})})
PYINSTRUMENT = dumped({("a.py", 1, "f"): (-1, -1, 0.5, 0.5, {})})
ALIKE = dumped({(f"{n}/a.py", 1, "f"): (1, 1, 0.5, 0.5, {}) for n in range(20_000)})
"""Functions that only their folders tell apart."""
LINES_ALIKE = lprof_of(*(lkey(f"{n}/a.py", 1, "f") for n in range(10_000, 30_000)))
LINES_OF_ONE = lprof_of(*(lkey("a.py", 1, f"C{n}.f") for n in range(20_000)))
FOLDERS = [f"d{n}" for n in range(40)]
DEEP = dumped({("/".join(FOLDERS), 7, f"C{n}.f"): (1, 1, 0.5, 0.5, {}) for n in range(20_000)})
ENDS = lprof_of(*(lkey("/".join(FOLDERS[n:]), 7, f"C{n}.f") for n in range(40)))
"""Functions that many others may be, by the end of their path: the names tell."""
LONG = "." + "f" * 1_000_000
LONG_NAMES = stats(
    key(name=LONG) + VALUE + b"0",
    b"\xa9\x03" + text("a.py") + b"i" + i4(2) + b"\xf5" + i4(len(LONG)) + LONG.encode() + VALUE + b"0",
    *(b")\x03" + text("a.py") + b"i" + i4(n) + b"r" + i4(1) + VALUE + b"0" for n in range(3, 20_000)),
)
"""Names of a megabyte, all but one the same object."""


def cases() -> list[Case]:
    return [
        Case("several: the same twice", ONE, more=(ONE,), facts={"count": 2, "total_calls": 4}),
        Case("several: calls and lines", ONE, more=(LINES,), facts={"count": 2}),
        Case("several: lines and calls", LINES, more=(ONE,), facts={"count": 2}),
        Case("several: lines twice", LINES, more=(LINES,), facts={"count": 1, "total_time": 1e-5}),
        Case("several: samples and calls", SAMPLES, more=(ONE,), refused="cannot be added up"),
        Case("several: nothing and something", NOTHING, more=(ONE,), facts={"count": 2}),
        Case("several: nothing twice", NOTHING, more=(NOTHING,), facts={"count": 0}),
        Case("several: sums beyond 64 bits", LARGE, more=(LARGE, LARGE), facts={"count": 1}),
        Case("several: times that are not numbers", NAN, more=(ONE, NAN), facts={"count": 2}),
        Case("several: counted and not counted", PYINSTRUMENT, more=(ONE,), facts={"count": 2}),
        Case("several: the second is cut", ONE, more=(ONE[:-5],), refused="is cut off", either=True),
        Case(
            "several: the second is a picture",
            ONE,
            more=(b"\x89PNG\r\n\x1a\n",),
            refused="is a picture",
            either=True,
        ),
        Case(
            "several: lines of functions that are not there",
            ONE,
            more=(lprof(function=b"\x8c\x01zK\x09\x8c\x01z\x87"),),
            warns="are left out",
        ),
        Case(
            "several: another unit",
            LINES,
            more=(lprof(unit=UNIT[:6] + b"K\x02"),),
            facts={"total_time": 10.000005},
        ),
        Case(
            "several: alike but for their folders",
            ALIKE,
            more=(LINES_ALIKE,),
            warns="10,000 functions are left",
        ),
        Case("several: every end of a path", DEEP, more=(ENDS,), facts={"count": 20_000}),
        Case("several: alike twice", ALIKE, more=(ALIKE,), facts={"count": 20_000}),
        Case(
            "several: lines of one function under many names", ONE, more=(LINES_OF_ONE,), facts={"count": 2}
        ),
        Case(
            "several: long names, shared",
            LONG_NAMES,
            more=(lprof_of(*(lkey("b/a.py", n, "f" * 1_000_000) for n in (1, 2))), LONG_NAMES),
            facts={"count": 19_999},
            needs_data=True,
        ),
        Case("several: twenty", ONE, more=(ONE,) * 19, facts={"total_calls": 40}),
    ]

"""Printed reports: rows that are none, figures beyond all, names that say anything, logs without an end."""

from __future__ import annotations

from tests.hostile.case import Case, each

SUMMARY = (
    b"         3 function calls (2 primitive calls) in 0.010 seconds\n\n   Ordered by: standard name\n\n"
)
TABLE = b"   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"
ROW = b"      2/1    0.001    0.001    0.009    0.009 /a b/x.py:7(f)\n"
CALLERS = b"\nFunction        was called by...\n                   ncalls  tottime  cumtime\n"
CALLER = b"/a b/x.py:7(f)  <-       2    0.001    0.009  x.py:1(g)\n"
MANY = b"".join(b"%34s    0.001    0.009  x.py:%d(g)\n" % (b"9" * 18, n) for n in range(40))
WHOLE = SUMMARY + TABLE + ROW + CALLERS + CALLER
UNIT = b"Timer unit: 1e-06 s\n\nTotal time: 0.01 s\nFile: x.py\nFunction: f at line 7\n\n"
LINES = b"Line #      Hits         Time  Per Hit   % Time  Line Contents\n" + b"=" * 62 + b"\n"
LINE = b"     7         2       9000.5   4500.0     90.0  def f():\n"
OF_CALLS = {
    "an escape": TABLE + ROW.replace(b"f)", b"\x1b]0;owned\x07)") + ROW,
    "C1 controls": TABLE + ROW.replace(b"f)", "\x9b2J)".encode()) + ROW,
    "no UTF-8": TABLE + ROW.replace(b"f)", b"\xff\xfe\x9b)") + ROW,
    "right to left": TABLE + ROW.replace(b"x.py", "\u202egpj.exe".encode()) + ROW,
    "100 kB": TABLE + ROW.replace(b"x.py", b"n" * 100_000) + ROW,
    "no name": TABLE + ROW.replace(b"/a b/x.py:7(f)", b":0()") + ROW,
    "lines of ten digits": TABLE + ROW.replace(b":7(", b":9999999999(") + ROW,
    "names with places in them": TABLE + ROW.replace(b"(f)", b"(g:8(h))") + ROW,
    "counts of 18 digits": TABLE + ROW.replace(b"2/1", b"9" * 18 + b"/" + b"9" * 18) + ROW,
    "sums beyond 64 bits": CALLERS + CALLER + MANY,
    "no numbers": TABLE + ROW.replace(b"0.001", b"  nan", 1) + ROW.replace(b"0.009", b"  inf"),
    "less than nothing": TABLE + ROW.replace(b"  0.001", b" -0.001") + ROW.replace(b"x.py", b"y"),
    "calls of itself": TABLE + ROW + CALLERS + CALLER.replace(b"x.py:1(g)", b"/a b/x.py:7(f)"),
    "one row twice": TABLE + ROW + ROW,
    "a heading in a table": TABLE + TABLE + ROW,
    "callers twice": WHOLE + CALLERS + CALLER,
    "callers of callers": CALLERS + CALLER.replace(b"x.py:1(g)", b"a <- b -> c"),
}  # fmt: skip
OF_TIMES = {
    "lines of 9 digits": UNIT + LINES + LINE.replace(b"     7  ", b"999999999"),
    "hits of 18 digits": UNIT + LINES + LINE.replace(b"        2 ", b"9" * 18 + b" "),
    "times of 99 digits": UNIT + LINES + LINE.replace(b"9000.5", b" 9e+99"),
    "hits of 99 digits": UNIT + LINES + LINE.replace(b"    2 ", b"9e+99 "),
    "no unit": LINES + LINE,
    "a unit of nothing": UNIT.replace(b"1e-06", b"0") + LINES + LINE,
    "a unit beyond all": UNIT.replace(b"1e-06", b"9e+99") + LINES + LINE,
    "totals beyond all": UNIT[20:].replace(b"0.01", b"9e+99") + LINES + LINE.replace(b"9000.5", b" 1e-99"),
    "a line twice": UNIT + LINES + LINE + LINE,
    "text with an escape": UNIT + LINES + LINE + b"     8" + b" " * 43 + b"print('\x1b[2J\x07')\n",
    "text of 100 kB": UNIT + LINES + LINE + b"     8" + b" " * 43 + b"x" * 100_000 + b"\n",
    "devices": UNIT.replace(b"x.py", b"/dev/stdin") + LINES + LINE,
}
MEMORY = (
    b"Filename: x.py\n\nLine #    Mem usage    Increment  Occurrences   Line Contents\n" + b"=" * 60 + b"\n"
)
SIZE = b"    12   47.984 MiB   45.152 MiB           6       a = [0]\n"
OF_SIZES = {
    "an escape": MEMORY + SIZE.replace(b"[0]", b"'\x1b]0;x\x07'"),
    "counts of 18 digits": MEMORY + SIZE.replace(b"           6", b" " + b"9" * 18),
    "sizes of 15 digits": MEMORY + SIZE.replace(b"47.984", b"9" * 15 + b".999"),
    "less than nothing": MEMORY + SIZE.replace(b" 47.984", b"-47.984"),
    "text alone": MEMORY + b"    12                                         def f():\n",
    "lines far away": MEMORY + SIZE.replace(b"    12", b"999999999"),
    "no heading but that": MEMORY + MEMORY + SIZE,
    "a path of a device": MEMORY.replace(b"x.py", b"/dev/stdin") + SIZE,
    "a line twice": MEMORY + SIZE + SIZE,
}
REFUSED = {
    "digits of 5,000": TABLE + ROW.replace(b"0.001", b"9" * 5000 + b".000"),
    "other digits": TABLE + ROW.replace(b"2/1", "\u0663".encode()),
    "no rows": SUMMARY + TABLE,
    "no lines": UNIT,
    "arrows alone": CALLERS + b"               <-\n               ->\n"[:16],
}


def cases() -> list[Case]:
    """All of them."""
    many = b"".join(b"        1    0.000    0.000    0.000    0.000 a:%d(f)\n" % n for n in range(120_001))
    calls = b"".join(b"a%d:%d(f)  <- 2 0.001 0.009  b%d:%d(g)\n" % (n, n, n, n) for n in range(119_000))
    return [
        *each("printed: names", OF_CALLS, facts={"format": "printed"}),
        *each("printed: lines", OF_TIMES, facts={"format": "printed"}),
        *each("printed: memory", OF_SIZES, facts={"format": "printed"}),
        *(Case(f"printed: {name}", data, refused="is ") for name, data in REFUSED.items()),
        Case("printed: 120,001 rows", TABLE + many, refused="more than 120,000 rows", needs_data=True),
        Case("printed: callers all different", CALLERS + calls, facts={"count": 119_000}, needs_data=True),
        Case("printed: 3,000 reports", (TABLE + ROW + b"\n") * 3_000, facts={"count": 1}, needs_data=True),
        Case("printed: 2 MB of headings", TABLE * 30_000, refused="without a row"),
        Case("printed: a row of 4 MB", TABLE + ROW + b" " * (5 << 20), refused="more than", needs_data=True),
        *(
            Case(f"printed: cut after byte {at}", WHOLE[:at], refused="is ", either=True)
            for at in range(1, len(WHOLE), 7)
        ),
        *(
            Case(
                f"printed: lines cut after byte {at}", (UNIT + LINES + LINE)[:at], refused="is ", either=True
            )
            for at in range(1, len(UNIT + LINES + LINE), 7)
        ),
    ]

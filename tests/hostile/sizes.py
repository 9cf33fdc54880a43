"""Files at the limits of size, and those that mean more than they are."""

from __future__ import annotations

from tests.hostile.case import HEAD, LKEY, ROW, VALUE, Case, i4, key, lprof, stats, text

WHOLE = stats(key() + VALUE + b"0")
LONG = (
    ("wide", "😀" + "a" * 300_000, "😀" + "b" * 300_000),
    ("built-in", "~", "<built-in method " + "b." * 150_000 + ">"),
    ("path", "/a" * 150_000, "f"),
)
"""Files and names, each of which is one object for all functions."""


def _kept(value: str) -> bytes:
    """A text that can be referred to."""
    whole = text(value)
    return bytes([whole[0] | 0x80]) + whole[1:]


def cases() -> list[Case]:
    marker = b"{)\x01" + text("__sampled__")
    return [
        Case("size: nothing", b"", refused="is empty"),
        Case("size: exactly the limit", WHOLE, max_bytes=len(WHOLE), facts={"count": 1}),
        Case(
            "size: one byte above the limit",
            WHOLE,
            max_bytes=len(WHOLE) - 1,
            refused="more than the limit of",
        ),
        Case("size: a limit of nothing", WHOLE, max_bytes=0, refused="more than the limit of"),
        Case(
            "size: millions of values to skip",
            marker + b"(" + i4(1_000_000) + b"N" * 1_000_000 + b"0",
            refused="is damaged at byte",
            needs_data=True,
        ),
        Case(
            "size: a tuple of a million",
            b"{(" + i4(1_000_000) + b"N" * 1_000_000,
            refused=" ",
            needs_data=True,
        ),
        *(
            Case(
                f"size: a long name for each of many functions: {kind}",
                stats(
                    b")\x03" + _kept(file) + b"i" + i4(0) + _kept(name) + VALUE + b"0",
                    *(
                        b")\x03r" + i4(0) + b"i" + i4(n) + b"r" + i4(1) + VALUE + b"0"
                        for n in range(1, 40_000)
                    ),
                ),
                facts={"count": 40_000},
                needs_data=True,
            )
            for kind, file, name in LONG
        ),
        Case(
            "size: functions without end",
            stats((key(tag=b"\xa9\x03") + VALUE + b"0"), (b"r" + i4(0) + VALUE + b"0") * 40_000),
            refused=" ",
            either=True,
            needs_data=True,
        ),
        Case(
            "size: callers that are only there as callers",
            stats(key() + VALUE + b"".join(key("b", n) + b"i" + i4(1) for n in range(50_000)) + b"0"),
            facts={"count": 1},
            needs_data=True,
        ),
        Case(
            "size: all callers twice",
            stats(key() + VALUE + b"".join(key("b", n) + b"i" + i4(1) for n in range(9000)) * 2 + b"0"),
            facts={"count": 1, "has_edges": True},
            needs_data=True,
        ),
        Case(
            "size: a name of three megabytes",
            stats(key(name="n" * 3_000_000) + VALUE + b"0"),
            facts={"count": 1},
            needs_data=True,
        ),
        Case(
            "size: one long name for all functions",
            stats(
                b")\x03\xf5" + i4(20_000) + b"n" * 20_000 + b"i" + i4(0) + b"r" + i4(0) + VALUE + b"0",
                *(b")\x03r" + i4(0) + b"i" + i4(n) + b"r" + i4(0) + VALUE + b"0" for n in range(1, 3000)),
            ),
            facts={"count": 3000},
            needs_data=True,
        ),
        Case(
            "size: many long names",
            stats(*(key("/p" * 3000, n, "n" * 3000) + VALUE + b"0" for n in range(200))),
            facts={"count": 200},
            needs_data=True,
        ),
        Case(
            "size: two hundred thousand lines",
            lprof((b"(" + ROW * 1000 + b"e") * 200),
            facts={"total_time": 1.0},
            needs_data=True,
        ),
        Case(
            "size: lines one by one",
            lprof((ROW + b"a") * 100_000),
            facts={"total_time": 0.5},
            needs_data=True,
        ),
        Case(
            "size: a group of too many lines",
            lprof(b"(" + ROW * 300_000 + b"x"),
            refused=" ",
            needs_data=True,
        ),
        Case(
            "size: more lines than a function has",
            lprof((b"(" + ROW * 1000 + b"e") * 301),
            refused="is damaged at byte",
            needs_data=True,
        ),
        Case(
            "size: more lines than a function has, one by one",
            lprof((ROW + b"a") * 301_000),
            refused="is damaged at byte",
            needs_data=True,
        ),
        Case(
            "size: more lines than a program has",
            lprof(
                b"s".join(
                    [b"(" + ROW * 1000 + b"e"]
                    + [
                        b"\x8c\x01bM" + bytes((n % 256, n // 256)) + b"\x8c\x01f\x87](" + ROW * 9000 + b"e"
                        for n in range(112)
                    ]
                )
            ),
            refused="is damaged at byte",
            needs_data=True,
        ),
        Case(
            "size: dicts in dicts, each with many functions",
            HEAD + b"}" + b"\x8c\x00Ns" * 150_000 + b"\x8c\x00}" + b"\x8c\x00Ns" * 150_000,
            refused="is damaged at byte",
            needs_data=True,
        ),
        Case(
            "size: functions of a line profile",
            lprof(
                function=b"".join(b"\x8c\x01aJ" + i4(n) + b"\x8c\x01f\x87]s" for n in range(210_000)) + LKEY
            ),
            refused="is damaged at byte",
            needs_data=True,
        ),
        Case(
            "size: a text of a megabyte in a key",
            lprof(function=b"X" + i4(1_000_000) + b"a" * 1_000_000 + b"K\x01\x8c\x01f\x87"),
            facts={"count": 1},
            needs_data=True,
        ),
        Case(
            "size: texts that are never used",
            lprof()[:60] + b"\x8c\x00" * 500_000,
            refused=" ",
            needs_data=True,
        ),
    ]

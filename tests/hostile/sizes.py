"""Files at the limits of size, and those that mean more than they are."""

from __future__ import annotations

from typing import Any

from tests.hostile.case import HEAD, LKEY, ROW, VALUE, Case, i4, key, lprof, stats, text

DAMAGED = "is damaged at byte"
WHOLE = stats(key() + VALUE + b"0")
THOUSAND = b"(" + ROW * 1000 + b"e"
"""Lines in a group."""
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
    limits = {"one byte above the limit": len(WHOLE) - 1, "a limit of nothing": 0}
    return [
        Case("size: nothing", b"", refused="is empty"),
        Case("size: exactly the limit", WHOLE, max_bytes=len(WHOLE), facts={"count": 1}),
        *(
            Case(f"size: {name}", WHOLE, max_bytes=most, refused="more than the limit of")
            for name, most in limits.items()
        ),
        *(
            Case(f"size: {name}", data, facts=facts, needs_data=True)
            for name, (data, facts) in _opened().items()
        ),
        *(
            Case(f"size: {name}", data, refused=said, needs_data=True)
            for name, (data, said) in _refused().items()
        ),
        Case(
            "size: functions without end",
            stats((key(tag=b"\xa9\x03") + VALUE + b"0"), (b"r" + i4(0) + VALUE + b"0") * 40_000),
            either=True,
            needs_data=True,
        ),
    ]


def _opened() -> dict[str, tuple[bytes, dict[str, Any]]]:
    called = [key("b", n) + b"i" + i4(1) for n in range(50_000)]
    one_name = b")\x03\xf5" + i4(20_000) + b"n" * 20_000 + b"i" + i4(0) + b"r" + i4(0) + VALUE + b"0"
    lines = [b")\x03r" + i4(0) + b"i" + i4(n) + b"r" + i4(0) + VALUE + b"0" for n in range(1, 3000)]
    long_names = [key("/p" * 3000, n, "n" * 3000) + VALUE + b"0" for n in range(200)]
    text_in_key = b"X" + i4(1_000_000) + b"a" * 1_000_000 + b"K\x01\x8c\x01f\x87"
    return {
        **{
            f"a long name for each of many functions: {kind}": (_named(file, name), {"count": 40_000})
            for kind, file, name in LONG
        },
        "callers that are only there as callers": (
            stats(key() + VALUE + b"".join(called) + b"0"),
            {"count": 1},
        ),
        "a name of three megabytes": (stats(key(name="n" * 3_000_000) + VALUE + b"0"), {"count": 1}),
        "one long name for all functions": (stats(one_name, *lines), {"count": 3000}),
        "many long names": (stats(*long_names), {"count": 200}),
        "two hundred thousand lines": (lprof(THOUSAND * 200), {"total_time": 1.0}),
        "lines one by one": (lprof((ROW + b"a") * 100_000), {"total_time": 0.5}),
        "a text of a megabyte in a key": (lprof(function=text_in_key), {"count": 1}),
    }


def _named(file: str, name: str) -> bytes:
    """Many functions of one file and name."""
    first = b")\x03" + _kept(file) + b"i" + i4(0) + _kept(name) + VALUE + b"0"
    others = (b")\x03r" + i4(0) + b"i" + i4(n) + b"r" + i4(1) + VALUE + b"0" for n in range(1, 40_000))
    return stats(first, *others)


def _refused() -> dict[str, tuple[bytes, str]]:
    called = [key("b", n) + b"i" + i4(1) for n in range(9_000)]
    skipped = b"(" + i4(1_000_000) + b"N" * 1_000_000
    again = [b"\x8c\x01bM" + bytes((n % 256, n // 256)) + b"\x8c\x01f\x87](" for n in range(112)]
    program = [THOUSAND, *(start + ROW * 9000 + b"e" for start in again)]
    functions = b"".join(b"\x8c\x01aJ" + i4(n) + b"\x8c\x01f\x87]s" for n in range(210_000))
    empty = b"\x8c\x00Ns" * 150_000
    return {
        "all callers twice": (stats(key() + VALUE + b"".join(called) * 2 + b"0"), "there twice"),
        "millions of values to skip": (b"{)\x01" + text("__sampled__") + skipped + b"0", DAMAGED),
        "a tuple of a million": (b"{" + skipped, " "),
        "a group of too many lines": (lprof(b"(" + ROW * 300_000 + b"x"), " "),
        "more lines than a function has": (lprof(THOUSAND * 301), DAMAGED),
        "more lines than a function has, one by one": (lprof((ROW + b"a") * 301_000), DAMAGED),
        "more lines than a program has": (lprof(b"s".join(program)), DAMAGED),
        "dicts in dicts, each with many functions": (HEAD + b"}" + empty + b"\x8c\x00}" + empty, DAMAGED),
        "functions of a line profile": (lprof(function=functions + LKEY), DAMAGED),
        "texts that are never used": (lprof()[:60] + b"\x8c\x00" * 500_000, " "),
    }

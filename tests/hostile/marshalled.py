"""Marshalled data: depth, declared sizes, references, keys, wrong kinds, odd numbers."""

from __future__ import annotations

import math
from typing import Any

from tests.hostile.case import (
    CALL,
    CUT,
    FIGURES,
    MARSHAL_DAMAGED,
    NOT_STATS,
    VALUE,
    Case,
    d8,
    dumped,
    each,
    i4,
    key,
    stats,
    text,
)

GOOD: tuple[Any, ...] = (1, 1, 0.5, 0.5, {})
BIG = 2**31 - 1


def cases() -> list[Case]:
    return [*_sizes(), *_depth(), *_references(), *_keys(), *_kinds(), *_numbers(), *_endings()]


def _sizes() -> list[Case]:
    """Sizes that are declared and not there."""
    found: list[Case] = []
    for tag in "([<>asutTA":
        for name, size in {"2^31-1": BIG, "2^27": 2**27, "one too many": 2**16, "-1": -1}.items():
            begun = b"{)\x03" + tag.encode() + i4(size) + b"abcd"
            found.append(
                Case(
                    f"declared size {name} of {tag}",
                    begun,
                    either=tag == "T",
                    refused="" if tag == "T" else " ",
                )
            )
    for name, size in {"2^31-1": BIG, "-2^31": -BIG - 1, "70000": 70_000, "3": 3}.items():
        found.append(
            Case(f"an integer of {name} digits", b"{)\x03" + text("a") + b"l" + i4(size), refused=" ")
        )
    found.append(Case("a key of 2^31-1 parts", b"{(" + i4(BIG), refused="is a marshalled dict, but"))
    found.append(
        Case(
            "a hundred tuples of ten million",
            stats(key() + VALUE + b"0")[:-1] + (b"(" + i4(10**7)) * 100,
            refused=" ",
        )
    )
    return found


def _depth() -> list[Case]:
    """Values inside values inside values."""
    marker = b"{)\x01" + text("__sampled__")
    nested = {
        "tuples in a key": b"{)\x03" + b")\x01" * 200_000 + b"N",
        "tuples in a value": marker + b")\x01" * 200_000 + b"N0",
        "lists in a value": marker + (b"[" + i4(1)) * 100_000 + b"N0",
        "dicts in a value": marker + b"{N" * 100_000 + b"N0",
        "sets in a value": marker + (b"<" + i4(1)) * 50_000 + b"N0",
        "slices": marker + b":" * 50_000 + b"N0",
        "dicts as callers": stats(key() + b")\x05" + FIGURES + b"{" * 100_000),
        "callers in callers": stats(key() + VALUE + (key() + VALUE) * 500),
        "code in code": marker + (b"c" + i4(0) * 5 + b"s" + i4(0)) * 5000 + b"N0",
    }
    return list(each("depth", nested, refused=" "))


def _references() -> list[Case]:
    """References to what is not there, not whole, or of another kind."""
    ref = {
        "a key that holds itself": b"{\xa9\x01r" + i4(0) + b"N0",
        "three parts that are the key": b"{\xa9\x03" + (b"r" + i4(0)) * 3 + b"N0",
        "the file is the key": b"{\xa9\x03r" + i4(0) + b"i" + i4(1) + text("f") + VALUE + b"00",
        "the dict is a value of itself": b"\xfb" + key() + b"r" + i4(0) + b"0",
        "the dict is its callers": b"\xfb" + key() + b")\x05" + FIGURES + b"r" + i4(0) + b"0",
        "callers that hold themselves": b"{"
        + key()
        + b")\x05"
        + FIGURES
        + b"\xfb"
        + key()
        + b"r"
        + i4(0)
        + b"00",
        "a function that is its own callers": b"{" + key() + b"\xa9\x05" + FIGURES + b"r" + i4(0) + b"0",
        "a negative number": b"{" + key() + b"r" + i4(-1) + b"0",
        "the first without any": b"{r" + i4(0) + b"N0",
        "interned, of Python 2, too high": b"{)\x03R" + i4(3),
        "a text as a count": b"{\xa9\x03\xf5"
        + i4(1)
        + b"ai"
        + i4(1)
        + b"r"
        + i4(1)
        + b")\x05"
        + (b"r" + i4(1)) * 4
        + b"{00",
        "a key as a time": b"{"
        + key(tag=b"\xa9\x03")
        + b")\x05"
        + b"i"
        + i4(1)
        + b"i"
        + i4(1)
        + (b"r" + i4(0)) * 2
        + b"{00",
        "a key as callers": b"{" + key(tag=b"\xa9\x03") + b")\x05" + FIGURES + b"r" + i4(0) + b"0",
        "a chain of tuples as a key": b"("
        + i4(300_001)
        + b"\xa9\x00"
        + b"".join(b"\xa9\x01r" + i4(n) for n in range(9000)),
        "halves shared sixty times": b"{)\x03"
        + b"\xa9\x00"
        + b"".join(b"\xa9\x02" + (b"r" + i4(n)) * 2 for n in range(60))
        + b"N",
    }
    found = list(each("reference", ref, refused=" "))
    shared = b"{" + key(tag=b"\xa9\x03") + b"\xa9\x05" + FIGURES + b"{0" + key("b") + b"r" + i4(1) + b"0"
    found.append(Case("reference: two functions with one value", shared, refused=NOT_STATS))
    numbered = b"\xa9\x04\xe9" + i4(1) + b"\xe9" + i4(1) + b"\xe7" + d8(0.5) + b"\xe7" + d8(0.5)
    first = key() + VALUE + key("b") + numbered + b"0"
    for name, value in {
        "figures of a caller": b"r" + i4(0),
        "times of a caller": b")\x04" + b"".join(b"r" + i4(n) for n in (1, 2, 3, 4)),
        "one time of a caller": b")\x04" + b"r" + i4(1) + b"i" + i4(1) + b"r" + i4(3) + b"g" + d8(0.5),
    }.items():
        data = stats(first, key("c") + VALUE + key("a.py") + value + key("b") + value + b"0")
        found.append(Case(f"reference: {name}", data, facts={"count": 2, "edges": _equal}))
    times = key("c") + b")\x05" + b"".join(b"r" + i4(n) for n in (1, 2, 3, 4)) + b"{0"
    found.append(Case("reference: times of a function", stats(first, times), facts={"total_time": 1.0}))
    return found


def _equal(edges: Any) -> bool:
    """Whether each entry has the same figures."""
    columns = (edges.ncalls, edges.primitive_calls, edges.tottime, edges.cumtime)
    return [set(column) for column in columns] == [{1}, {1}, {0.5}, {0.5}]


def _keys() -> list[Case]:
    """Keys that hash alike, or are none."""
    alike = b"".join(
        b")\x03"
        + text("a")
        + b"l"
        + i4(5)
        + b"\0\0\0\0\0\0\0\0"
        + (n % 8).to_bytes(2, "little")
        + text("f")
        + VALUE
        + b"0"
        for n in range(400)
    )
    far = b"".join(
        b")\x03" + text("a") + b"I" + d8(0)[:4] + i4(n << 8) + text("f") + VALUE + b"0" for n in range(3000)
    )
    odd: dict[str, bytes] = {
        "a number": stats(b"i" + i4(1) + VALUE + b"0"),
        "a text": stats(text("a") + VALUE + b"0"),
        "nothing": stats(b"N" + VALUE + b"0"),
        "two parts": stats(b")\x02" + text("a") + b"i" + i4(1) + VALUE + b"0"),
        "four parts": stats(b")\x04" + text("a") + b"i" + i4(1) + text("f") + b"N" + VALUE + b"0"),
        "a line that is a text": stats(b")\x03" + text("a") * 3 + VALUE + b"0"),
        "a line that is a float": stats(b")\x03" + text("a") + b"g" + d8(1) + text("f") + VALUE + b"0"),
        "a file that is a number": stats(b")\x03" + (b"i" + i4(1)) * 2 + text("f") + VALUE + b"0"),
        "a name that is a list": stats(b")\x03" + text("a") + b"i" + i4(1) + b"[" + i4(0) + VALUE + b"0"),
        "a list": stats(b"[" + i4(3) + key()[2:] + VALUE + b"0"),
        "a dict": stats(b"{0" + VALUE + b"0"),
        "another marker": stats(b")\x01" + text("__traced__") + b"T"),
        "the marker twice": stats((b")\x01" + text("__sampled__") + b"T") * 2),
    }
    found = list(each("key", odd, refused=" "))
    found.append(Case("key: lines of equal hash", stats(alike), refused="there twice"))
    found.append(Case("key: lines beyond 32 bits that clip to one", stats(far), refused="there twice"))
    once = key() + VALUE + b"0"
    found.append(Case("key: a function three times", stats(once * 3), refused="there twice"))
    found.append(Case("key: a function without end", stats(once * 12_000), refused="there twice"))
    caller = key("b") + CALL
    found.append(
        Case("key: a caller three times", stats(once[:-1] + caller * 3 + b"0"), refused="there twice")
    )
    found.append(
        Case(
            "key: a caller without end",
            stats(once[:-1] + (key("b") + b"I" + i4(1) + i4(0)) * 12_000 + b"0"),
            refused="there twice",
        )
    )
    return found


def _kinds() -> list[Case]:
    """Values of another kind than they should be."""
    values = {
        "None": b"N",
        "True": b"T",
        "Ellipsis": b".",
        "StopIteration": b"S",
        "a text": text("x"),
        "a list": b"[" + i4(0),
        "a dict": b"{0",
        "a set": b"<" + i4(0),
        "a complex number": b"y" + bytes(16),
        "a complex number in text": b"x\x01" + b"1\x011",
        "an unknown type": b"\x01",
        "a zero": b"0",
        "a class": b"C",
    }
    found: list[Case] = []
    for name, value in values.items():
        places = {
            "instead of a function": stats(key() + value),
            "as a count": stats(key() + b")\x05" + value + FIGURES[5:] + b"{0"),
            "as a time": stats(key() + b")\x05" + FIGURES[:-9] + value + b"{0"),
            "as callers": stats(key() + b")\x05" + FIGURES + value),
            "as a call": stats(key() + VALUE + key("b") + value + b"0"),
        }
        for place, data in places.items():
            fits = name == "a dict" and place == "as callers"
            found.append(
                Case(f"{name} {place}", data, refused="" if fits else " ", facts={"count": 1} if fits else {})
            )
    for count in (0, 1, 3, 4, 6, 255):
        figures = (b"i" + i4(1)) * count
        found.append(
            Case(
                f"a function of {count} figures",
                stats(key() + b")" + bytes([count]) + figures),
                refused=NOT_STATS,
            )
        )
    for count in (0, 1, 3, 5):
        call = b")" + bytes([count]) + (b"i" + i4(1)) * count
        found.append(
            Case(
                f"a call of {count} figures", stats(key() + VALUE + key("b") + call + b"0"), refused=NOT_STATS
            )
        )
    found += each(
        "bad text",
        {
            "not UTF-8": stats(b")\x03u" + i4(2) + b"\xff\xfe" + b"i" + i4(1) + text("f")),
            "a float that is a word": stats(key() + b")\x05" + FIGURES[:10] + b"f\x04spam"),
            "a float of no text": stats(key() + b")\x05" + FIGURES[:10] + b"f\x00"),
        },
        refused=MARSHAL_DAMAGED,
    )
    # Python 2 has numbers that are long although they are small.
    long = b")\x03" + text("a") + b"l" + i4(1) + b"\1\0" + text("f") + VALUE + b"0"
    found.append(Case("a small number in long form", stats(long), facts={"count": 1}))
    return found


def _numbers() -> list[Case]:
    """Numbers that columns cannot hold or sums cannot bear."""
    found: list[Case] = []
    f, g = ("a", 1, "f"), ("a", 2, "g")

    def case(name: str, profile: dict[Any, Any], **expected: Any) -> None:
        found.append(Case(name, dumped(profile), **{"facts": {"count": len(profile)}, **expected}))

    odd = "negative, too large"
    times = {"NaN": math.nan, "infinite": math.inf, "minus infinite": -math.inf, "negative": -1.5}
    times |= {"the largest": 1.7e308, "the smallest": 5e-324, "minus zero": -0.0}
    for name, time in times.items():
        warns = odd if not 0 <= time < math.inf else ""
        case(f"own times that are {name}", {f: (1, 1, time, 0.5, {}), g: (1, 1, 0.25, time, {})}, warns=warns)
        case(f"times of calls that are {name}", {f: (1, 1, 0.5, 0.5, {g: (1, 1, time, time)}), g: GOOD})
    counts = {"2^31": 2**31, "2^63": 2**63, "2^64": 2**64, "of 6000 digits": 1 << 20_000}
    counts |= {"-1": -1, "-2^63": -(2**63), "minus 2^70": -(2**70)}
    for name, count in counts.items():
        case(f"calls {name}", {f: (count, count, 0.5, 0.5, {g: (count, count, 0.1, 0.1)}), g: GOOD})
        case(f"line {name}", {("a", count, "f"): GOOD})
        case(f"a time of {name} in whole seconds", {f: (1, 1, count, count, {})})
    both: dict[Any, Any] = {f: (1, 1, math.inf, 0.1, {}), g: (1, 1, -math.inf, 0.1, {})}
    case("infinite times that cancel out", both, warns=odd, facts={"total_time": 0.0})
    huge: dict[Any, Any] = {("a", n, "f"): (1, 1, 1.7e308, 1.7e308, {}) for n in range(30)}
    calling = {
        ("a", n, "f"): (1, 1, 1e308, 1e308, {("a", n - 1, "f"): (1, 1, 1e308, 1e308)}) for n in range(9)
    }
    less: dict[Any, Any] = {f: (-1, -1, 0.5, 0.5, {}), g: (-2, -3, -0.5, 0.5, {})}
    case("times that add up to more than there are", huge, warns=odd, facts={})
    case("times of callers that add up to more than there are", calling, warns=odd, facts={})
    case("counts that are all negative", less)
    case("samples that are all negative", {**less, ("__sampled__",): True}, facts={"count": 2})
    more: dict[Any, Any] = {f: (401, 1, 0.5, 0.5, {})}
    case("more primitive calls than calls", more, facts={"producer": "yappi"})
    return found


def _endings() -> list[Case]:
    """What follows the dict, or what there is instead of one."""
    whole = dumped({("a", 1, "f"): GOOD})
    ends = {"text": b"garbage", "zeros": bytes(5000), "itself": whole, "an escape": b"\x1b]52;c;AAAA\x07"}
    found = list(
        each("after the dict", {name: whole + more for name, more in ends.items()}, facts={"count": 1})
    )
    found += each(
        "instead of a dict",
        {
            "a list": b"[" + i4(3) + b"NNN",
            "a tuple": b")\x01N",
            "a code object": b"\xe3" + bytes(40),
            "None": b"N",
            "a float": b"g" + d8(1),
            "half a dict": b"{",
            "an open key": b"{)",
            "a text": text("x"),
            "frozen dict of 3.15": b"}" + key() + VALUE + b"00",
            "an ended end": b"0",
        },
        refused=" ",
    )
    found.append(Case("an empty dict", b"{0", warns="no functions", facts={"count": 0}))
    found.append(
        Case("only the marker of samples", stats(b")\x01" + text("__sampled__") + b"T"), warns="no functions")
    )
    found.append(Case("a cut dict", whole[:-1], refused=CUT))
    return found

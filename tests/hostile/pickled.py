"""Pickles: every opcode that is not in the subset, and abuse of those that are."""

from __future__ import annotations

import pickle
import pickletools
import struct

from tests.hostile.case import HEAD, LKEY, ROW, Case, each, i4, lprof

KNOWN = frozenset(b"\x80\x95(}])Nt\x85\x86\x87aesuJKM\x8aG\x8cXUThjqr\x94c\x93\x81\x92b.")
OPEN = HEAD + b"}(\x8c\x07timings}"


def cases() -> list[Case]:
    return [*_unknown(), *_calls(), *_memo(), *_bombs(), *_shapes(), *_protocols(), *_numbers()]


def _unknown() -> list[Case]:
    """Opcodes that line_profiler never writes, where they would act: none of them does anything."""
    found = []
    for opcode in pickletools.opcodes:
        code = opcode.code.encode("latin-1")
        if code[0] not in KNOWN:
            argument = b"1\n" if opcode.arg and opcode.arg.n < 0 and opcode.arg.n != -2 else bytes(8)
            found.append(
                Case(
                    f"opcode {opcode.name}",
                    OPEN + code + argument + b"ub.",
                    refused="is damaged at byte",
                )
            )
    return found


def _calls() -> list[Case]:
    """Payloads that run something in pickle's own reader."""
    payload = b"\x8c\x0becho HACKED"
    parts = {
        "REDUCE": OPEN + b"cos\nsystem\n" + payload + b"\x85R" + b"ub.",
        "OBJ": OPEN + b"(cos\nsystem\n" + payload + b"oub.",
        "NEWOBJ with arguments": OPEN + b"cos\nsystem\n" + payload + b"\x85\x81ub.",
        "NEWOBJ of another class": OPEN + b"cbuiltins\nobject\n)\x81ub.",
        "NEWOBJ_EX with names": OPEN + b"cos\nsystem\n)}\x8c\x01aK\x01s\x92ub.",
        "BUILD on a class": OPEN + b"cos\nsystem\n}bub.",
        "BUILD twice": HEAD + b"}b}b.",
        "BUILD of a list": HEAD + b"]b.",
        "EXT4": OPEN + b"\x84" + i4(1) + b"ub.",
        "PERSID": OPEN + b"Pid\nub.",
        "before the object": b"\x80\x04cos\nsystem\n" + payload + b"\x85R0" + lprof()[2:],
        "after the object": lprof()[:-1] + b"cos\nsystem\n" + payload + b"\x85R.",
        "a class without a name": HEAD.replace(b"\x93", b"N\x93") + b"}b.",
        "another class": HEAD.replace(b"LineStats", b"LineStatz") + b"}b.LineStats",
        "a class with an endless name": b"\x80\x02c" + b"a" * 9000 + b"LineStats",
        "a class with an escape": b"\x80\x02c\x1b]0;x\x07\nLineStats\n)\x81}b.",
        "eval of a text, protocol 0": b"cbuiltins\neval\n(S'1'\ntR.LineStats",
    }
    return list(each("call", parts, refused=" "))


def _memo() -> list[Case]:
    """Numbers of values that are not there, or far away."""
    parts: dict[str, bytes] = {}
    for index in (200_000_000, 2**31 - 1, 2**32 - 1, 70_000, 300):
        parts[f"value numbered {index:,}"] = HEAD + b"}r" + struct.pack("<I", index) + b"b."
        parts[f"value {index:,} wanted"] = HEAD + b"}j" + struct.pack("<I", index) + b"b."
    parts |= {
        "one value numbered twice": HEAD + b"}q\x00q\x00b.",
        "a row by a reference too high": lprof(b"(" + ROW + b"\x94h\x01e"),
        "a row by reference that is a text": lprof(
            b"(" + ROW + b"\x94h\x00h\x01e", function=b"\x8c\x01a\x94" + LKEY[6:]
        ),
        "numbered without end": HEAD + b"}" + b"\x94" * 10_000 + b"b.",
        "a mark numbered": HEAD + b"(\x94b.",
        "nothing to number": b"\x80\x04\x94LineStats",
        "rows by reference without end": lprof(b"(" + ROW + b"\x94" + b"h\x00" * 5000 + b"e"),
        "state that is its own value": HEAD + b"}q\x00\x8c\x07timingsh\x00sb.",
        "a list in itself": lprof(b"q\x00(h\x00e"),
    }
    found = list(each("memo", parts, refused=" "))
    for name, rows in {
        "": b"(" + ROW + b"\x94h\x00e",
        " of another group": b"(" + ROW + b"q\x00e(h\x00e",
        ", one by one": ROW + b"r\x00\x00\x00\x00ah\x00a",
        " that was made from a mark": b"((K\x02K\x03K\x05t\x94h\x00e",
        " of all sizes": b"(M\x02\x00K\x03\x8a\x01\x05\x87\x94h\x00e",
    }.items():
        found.append(Case(f"memo: a row by reference{name}", lprof(rows), facts={"total_time": 1e-5}))
    return found


def _bombs() -> list[Case]:
    """A few bytes that mean much, or many that mean nothing."""
    parts = {
        "DUP and TUPLE2": HEAD + b"}K\x01\x85" + b"2\x86" * 60 + b"Ns.",
        "a key of nested tuples": HEAD + b"}N" + b"\x85" * 1_000_00 + b"Ns.",
        "marks": HEAD + b"(" * 200_000,
        "lists": HEAD + b"]" * 100_000,
        "nothings": HEAD + b"N" * 200_000,
        "empty groups of a dict": HEAD + b"}" + b"(u" * 50_000 + b"b.",
        "protocols": HEAD + b"\x80\x04" * 20_000 + b"}b.",
        "a frame of 2^64": b"\x80\x04\x95" + b"\xff" * 8 + b"}.LineStats",
        "a text of 2^32": HEAD + b"}X\xff\xff\xff\xff",
        "a text of -1": HEAD + b"}T\xff\xff\xff\xff",
        "a text of 2^64": HEAD + b"}\x8d" + b"\xff" * 8,
        "a number of a million digits": HEAD + b"}L" + b"9" * 1_000_000 + b"L\n",
        "a tuple of thousands": HEAD + b"}(" + b"N" * 9000 + b"tNs.",
        "states by the thousand": HEAD + b"Nb" * 9000 + b".",
    }
    return list(each("bomb", parts, refused=" "))


def _shapes() -> list[Case]:
    """Valid pickles that are no line profile."""
    parts = {
        "no state": HEAD + b".",
        "two values": HEAD + b"}.",
        "a state of None": HEAD + b"Nb.",
        "no unit": lprof(unit=b"\x8c\x04unixK\x01"),
        "a unit of text": lprof(unit=b"\x8c\x04unit\x8c\x011"),
        "a unit of zero": lprof(unit=b"\x8c\x04unitK\x00"),
        "timings that are a list": HEAD + b"}(\x8c\x07timings](K\x01K\x01K\x01\x87e\x8c\x04unitN" + b"ub.",
        "a key of two": lprof(function=b"\x8c\x01aK\x01\x86"),
        "a key of a text": lprof(function=b"\x8c\x01a"),
        "a key with a float": lprof(function=b"\x8c\x01aG" + bytes(8) + b"\x8c\x01f\x87"),
        "rows of text": lprof(b"(\x8c\x01aK\x01K\x01\x87e"),
        "rows of two": lprof(b"(K\x01K\x01\x86e"),
        "rows without a list": HEAD + b"}(\x8c\x07timings}" + LKEY + b"}(" + ROW + b"e" + b"sub.",
        "a number in a list": lprof(b"(K\x01e"),
        "a row too short": lprof(b"(K\x01K\x01\x87e"),
        "an end without a value": b"\x80\x04.LineStats",
        "a wrong protocol": b"\x80\x02\x80\x09" + HEAD[2:] + b"}b.",
        "a key that was edited": lprof(function=b"\x8c\x04/a.py.longerK\x01\x8c\x01f\x87"),
        "a text that is not UTF-8": lprof(function=b"\x8c\x02\xff\xfeK\x01\x8c\x01f\x87"),
    }
    return list(each("shape", parts, refused=" "))


def _protocols() -> list[Case]:
    """Other pickles, of each protocol."""
    values = {"a dict": {}, "a word": "LineStats", "numbers": [1, 2, 3], "a set": {1}, "bytes": b"LineStats"}
    found = []
    for protocol in range(6):
        for name, value in values.items():
            found.append(Case(f"protocol {protocol}: {name}", pickle.dumps(value, protocol), refused=" "))
    return found


def _numbers() -> list[Case]:
    """Units, lines, hits and times that no run can have."""
    found = []
    for name, unit in {"NaN": "nan", "infinite": "inf", "negative": "-1", "zero": "0"}.items():
        raw = b"\x8c\x04unitG" + struct.pack(">d", float(unit))
        found.append(Case(f"unit: {name}", lprof(unit=raw), refused="in units of"))
    for name, size, whole in (("huge", 1e300, 5e300), ("tiny", 1e-320, None), ("a year", 3e7, 1.5e8)):
        raw = b"\x8c\x04unitG" + struct.pack(">d", size)
        found.append(
            Case(
                f"unit: {name}",
                lprof(unit=raw),
                facts={"count": 1} | ({"total_time": whole} if whole else {}),
            )
        )
    for name, number in {
        "-1": -1,
        "2^31": 2**31,
        "2^63": 2**63,
        "2^200": 2**200,
        "-2^200": -(2**200),
    }.items():
        raw = number.to_bytes(40, "little", signed=True)
        big = b"\x8a\x28" + raw
        found.append(
            Case(f"line {name} of an .lprof", lprof(b"(" + big + b"K\x01K\x01\x87e"), facts={"count": 1})
        )
        found.append(Case(f"hits {name}", lprof(b"(K\x01" + big + b"K\x01\x87e"), facts={"count": 1}))
        found.append(
            Case(f"time {name} of a line", lprof(b"(K\x01K\x01" + big + b"\x87e"), facts={"count": 1})
        )
    return found

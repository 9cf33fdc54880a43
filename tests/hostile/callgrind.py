"""Callgrind files: numbers and names that say anything, calls in circles, and what has no end."""

from __future__ import annotations

from tests.hostile.case import Case, each
from tests.hostile.names import NAMES

HEAD = b"# callgrind format\nevents: Ir\n\nfl=(1) a.c\nfn=(1) main\n"
WHOLE = HEAD + b"3 20\ncfn=(2) f\ncalls=2 7\n+1 40\n* 5\n\nfn=(2)\n7 30\n+1 10\njump=3 +1\n*\n\ntotals: 105\n"
TOO_MUCH = "asks for more memory than any recording of its size"
OF_NUMBERS = {
    "of 400 digits": b"3 " + b"9" * 400,
    "of 18 digits": b"999999999999999999 999999999999999999",
    "of 5,000 digits": b"3 " + b"9" * 5000,
    "hexadecimal of 5,000 digits": b"3 0x" + b"f" * 5000,
    "below nothing": b"3 -5",
    "lines below nothing": b"-9 5",
    "no numbers": b"3 nan\n4 inf\n5 1e5\n6 0x\n7 0xg\n8 +\n9 -\n10 1.5\n11 +*",
    "other digits": "3 \u0663\n\u0664 4\n5 \u00b2".encode(),
    "underscores": b"3 1_0\n1_0 3",
    "too many": b"3 4 5 6 7 8",
    "too few": b"3\n4\n*",
    "lines further and further": b"+999999999999999999 1\n" * 30,
    "signs alone": b"+ +\n- -\n* *",
}
OF_CALLS = {
    "by itself": b"cfn=(1)\ncalls=9999999999 1\n3 999999999999",
    "of nothing": b"calls=3 1\n3 4",
    "without a cost": b"cfn=(2) f\ncalls=3 1\n\nfn=(3) g\n3 4",
    "without a number": b"cfn=(2) f\ncalls=\n3 4",
    "without end": b"cfn=(2) f\ncalls=" + b"9" * 400 + b"\n3 4",
    "of names that are nowhere": b"cfi=(77)\ncob=(78)\ncfn=(79)\ncalls=1 1\n3 4",
    "in circles": b"cfn=f\ncalls=1\n3 5\nfn=f\n1 1\ncfn=(1)\ncalls=1\n1 9\ncfn=g\ncalls=2\n3 8\n"
    b"fn=g\n1 1\ncfn=f\ncalls=1\n1 2",
    "that cost more than all": b"cfn=f\ncalls=1 1\n3 999999\nfn=f\n1 1",
    "before their costs are others": b"cfn=f\ncfn=g\ncalls=1 1\ncalls=2 1\n3 4",
}
OF_HEADERS = {
    "events again": b"events: Ir\n3 4",
    "positions of no line": b"positions: instr\n0x10 4",
    "positions of nothing": b"positions:\n3 4",
    "positions of anything": b"positions: a b c d\n3 4 5 6",
    "totals of anything": b"3 4\ntotals: x\nsummary: -1\ntotals: " + b"9" * 400,
    "keys of anything": b"3 4\n:\n=\n: :\n= =\nfoo=bar\nfn=\nfl=\nob=\nfn=()\nfn=(\nfn=)",
    "a title of everything": b"event: Ir = Ir / Ir : a/b\n3 4",
}
BAD = {
    "no events": (b"# callgrind format\nfl=a\nfn=f\n3 4\n", "without any costs"),
    "other events": (HEAD + b"3 4\nevents: Dr\n3 4\n", "count different events"),
    "no costs": (b"# callgrind format\nevents: Ir\n", "without any costs"),
}


def cases() -> list[Case]:
    large = {
        "every function another": HEAD + b"".join(b"fn=%x\n1 1\n" % n for n in range(300_000)),
        "every call another": HEAD + b"".join(b"cfn=%x\ncalls=1\n1 1\n" % n for n in range(200_000)),
        "every name another": HEAD + b"".join(b"cfi=(%d) a\n" % n for n in range(400_000)),
    }
    call = b"fn=f%d\n1 1\ncfn=f%d\ncalls=1\n1 %d\n"
    events = b"events: " + b" ".join(b"e%d" % n for n in range(60))
    opens = {
        "a million lines": (HEAD + b"+1 1\n" * 1_000_000, 1e6),
        "60 events": (events + b"\nfn=f\n" + b"1 1\n" * 200_000, 2e5),
        "a deep chain": (HEAD + b"".join(call % (n, n + 1, 20_000 - n) for n in range(20_000)), 2e4),
        "a ring": (HEAD + b"".join(call % (n, (n + 1) % 20_000, 9) for n in range(20_000)), 2e4),
    }
    said = {"number": OF_NUMBERS, "calls": OF_CALLS, "header": OF_HEADERS}
    return [
        *(case for of, parts in said.items() for case in each(
            f"callgrind: {of}", {name: HEAD + b"2 100\n" + data + b"\n" for name, data in parts.items()},
            facts={"format": "callgrind"},
        )),
        *(Case(f"callgrind: {name}", data, refused=why) for name, (data, why) in BAD.items()),
        *each("callgrind: names", {
            name: HEAD + f"2 5\nfl={text}\nfn={text}\n1 5\n".encode("utf-8", "replace")
            for name, text in NAMES.items()
        }),
        *each("callgrind", large, refused=TOO_MUCH, needs_data=True),
        *(
            Case(f"callgrind: {name}", data, facts={"total_time": whole}, needs_data=True)
            for name, (data, whole) in opens.items()
        ),
        *(Case(f"callgrind: cut after byte {at}", WHOLE[:at], either=True) for at in range(0, len(WHOLE), 3)),
        *each(
            "callgrind: events",
            {
                name: "events: {} x\nfn=f\n1 5 1\n".format(text.replace(" ", "_")).encode("utf-8", "replace")
                for name, text in {**NAMES, "100 kB": "n" * 100_000}.items()
            },
            either=True,
        ),
        Case("callgrind: another key first", b"pid: 7\n" + WHOLE, facts={"total_time": 65}),
        Case("callgrind: zeros behind it", WHOLE + bytes(90), facts={"total_time": 65}),
    ]  # fmt: skip

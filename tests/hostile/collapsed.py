"""Collapsed stacks: lines that are none, frames that say anything, deep, wide and long ones."""

from __future__ import annotations

from tests.hostile.case import Case, each
from tests.hostile.names import NAMES

WHOLE = b"main (a.py:1);f (a.py:7);g (lib.so) 12\nmain (a.py:1);f (a.py:8) 3\nthread (7): w;work (b.py:2) 4\n"
HEAD = b"main;f 3\n"
IMPORT = b"import time: 1 | 1 | "
"""How a line of `-X importtime` begins."""
TOO_MUCH = "asks for more memory than any recording of its size"
OF_NAMES = {
    "an escape": b"main;\x1b]0;owned\x07 3\nmain;\x1b[2J 2\n",
    "C1 controls": "main;\x9b2J 3\nmain;\x9d0 2\n".encode(),
    "no UTF-8": b"main;\xff\xfe\x9b 3\nmain;\xc3 2\n",
    "lone surrogates": b"main;\xed\xa0\x80 3\nmain;\xed\xbf\xbf 2\n",
    "right to left": "main;\u202egpj.exe 3\nmain;\u2066x 2\n".encode(),
    "wide letters": ("main;" + "\U0001f600" * 300 + " 3\nmain;\u0301\u0301 2\n").encode(),
    "separators of lines": "main;a\u2028b 3\nmain;a\x85b 2\nmain;\x0b\x0c 1\n".encode(),
    "100 kB": b"main;" + b"n" * 100_000 + b" 3\nmain;g 2\n",
    "nothing": b";;; 3\nmain;; 2\n;main 1\n",
    "blanks": b"main; ;\t 3\nmain;f; 2\nmain;f 1\n",
    "brackets": b"main (;f () (:7) 3\nmain ((((;)))) 2\nmain (a:);f (:) 1\n",
    "paths of Windows": b"main (C:\\a.py:1);f (C:\\b.py:x:2) 3\nmain (C:\\a.py:2) 1\n",
    "lines beyond all": b"main (a.py:99999999999999999999);f (a.py:-1) 3\nmain (a.py:0) 2\n",
    "lines in other digits": "main (a.py:\u0663);f (a.py:\u00b2) 3\nmain (a.py:1) 2\n".encode(),
    "devices": b"main (/dev/stdin:1);f (//server/share/x.py:2) 3\nmain (../../etc/passwd:1) 2\n",
    "dunders": b"__import__('os').system('true');{0} 3\n%s%n;${HOME} 2\n",
    "processes beyond all": b"process 99999999999:x;main 3\nprocess -1:;main 2\nprocess :;f 1\n",
    "threads in threads": b"thread (1): a;thread (2): b;thread (3): c;main 3\nthread (: x;main 2\n",
    "threads alone": b"thread (1): a;main 3\nthread (1): a 2\nprocess 1:x;thread (2): b 1\n",
}
OF_WEIGHTS = {
    "nothing": (b"main;f 0\nmain;g 0\n", 0),
    "less than nothing": (HEAD + HEAD + HEAD + b"main;g -4\nmain;g -0.5\n", 9),
    "beyond 64 bits": (b"main;f 99999999999999999999\nmain;g 1\n", 1e20),
    "of 290 digits": (b"main;f " + b"9" * 290 + b"\nmain;g 1\n", 1e290),
    "of 5,000 digits": (HEAD + HEAD + b"main;g " + b"9" * 5000 + b"\n", 6),
    "parts of one": (b"main;f 0.1\nmain;g 0.2\n", 0.3),
    "of many digits": (b"main;f 0." + b"1" * 5000 + b"\nmain;g 1\n", 1 + 1 / 9),
    "exponents": (HEAD + HEAD + HEAD + b"main;g 1e5\nmain;g 1E400\n", 9),
    "no numbers": (HEAD + HEAD + HEAD + HEAD + b"main;g nan\nmain;g inf\nmain;g 0x10\n", 12),
    "underscores": (HEAD + HEAD + b"main;g 1_000\n", 6),
    "other digits": (HEAD + HEAD + "main;g \u0663\n".encode(), 6),
    "dots": (HEAD + HEAD + HEAD + HEAD + HEAD + b"main;g .\nmain;g 1.\nmain;g .5\nmain;g 1.2.3\n", 16.5),
}
OF_LINES = {
    "returns alone": (b"main;f 3\rmain;g 2\r", 5),
    "returns before": (b"main;f 3\r\nmain;g 2\r\n", 5),
    "a mark": (b"\xef\xbb\xbfmain;f 3\nmain;g 2\n", 5),
    "UTF-16": ("main;f 3\nmain;g 2\n".encode("utf-16"), 5),
    "UTF-16, the large end first": (b"\xfe\xff" + "main;f 3\nmain;g 2\n".encode("utf-16-be"), 5),
    "half a letter of UTF-16": ("main;f 3\nmain;g 2\n".encode("utf-16") + b"a", 5),
    "no last end": (b"main;f 3\nmain;g 2", 5),
    "a zero in a name": (b"main;f 3\nmain;g\0h 2\n", 5),
    "half a file of comments": (b"# x\n" * 500_000 + HEAD, 3),
    "comments": (b"# a\n// b\nmain;f 3\nmain;g 2\n#\n", 5),
    "lines that are none": (HEAD * 40 + b"text\n" * 1000, 120),
    "threads without a frame": (b" 3\nmain;f 2\n", 5),
}


def deep(frames: int) -> bytes:
    """A stack of so many."""
    return b";".join([b"f"] * frames) + b" 3\n"


CALLEES = [b"%x 1\n" % n for n in range(999)]


def cases() -> list[Case]:
    large = {
        "every function another": (HEAD + b"".join(b"%x 1\n" % n for n in range(400_000)), TOO_MUCH),
        "every line another": (
            HEAD + b"".join(b"f (a:%d);g (b:1) 1\n" % n for n in range(300_000)),
            TOO_MUCH,
        ),
        "every pair another": (
            HEAD + b"".join(b"%x;" % n + (b"%x;" % n).join(CALLEES) for n in range(900)),
            TOO_MUCH,
        ),
        "too many threads": (
            b"".join(b"tid:%x;a;b 1\n" % n for n in range(70_000)),
            "more than 65,535 threads",
        ),
        "a stack that is too deep": (HEAD + deep(400_001), "a stack of more than 400,000 frames"),
        "a line that is too long": (HEAD + b"x" * 5_000_000, "a line of more than 4,194,304 bytes"),
    }
    opens = {
        "100,000 frames": (HEAD + deep(100_000), 2),
        "100,000 frames in the first line": (deep(100_000) + HEAD, 2),
        "a;b again and again": (HEAD + b"a;" * 100_000 + b"b 1\n", 4),
        "one line a million times": (HEAD * 1_000_000, 2),
        "a thousand depths": (b"".join(deep(n) for n in range(2, 1000)), 1),
        "60,000 threads": (b"".join(b"tid:%x;a;b 1\n" % n for n in range(60_000)), 2),
    }
    return [
        *each("collapsed: names", OF_NAMES, facts={"format": "collapsed"}),
        *(
            Case(f"collapsed: weights: {name}", d, facts={"total_time": n})
            for name, (d, n) in OF_WEIGHTS.items()
        ),
        *(Case(f"collapsed: lines: {name}", d, facts={"total_time": n}) for name, (d, n) in OF_LINES.items()),
        *(Case(f"collapsed: {name}", d, refused=said, needs_data=True) for name, (d, said) in large.items()),
        *(
            Case(f"collapsed: {name}", d, facts={"count": count}, needs_data=True)
            for name, (d, count) in opens.items()
        ),
        *(
            Case(f"collapsed: cut after byte {at}", WHOLE[:at], refused=" ", either=True)
            for at in range(0, len(WHOLE), 3)
        ),
        Case("collapsed: zeros behind it", HEAD * 9 + bytes(90), facts={"total_time": 27}),
        Case("collapsed: zeros far behind it", HEAD * 1000 + bytes(9), facts={"total_time": 3000}),
        Case("collapsed: 2 MB of comments alone", b"# x\n" * 500_000, refused="has no stacks"),
        *(
            Case(f"import times: names: {name}", IMPORT + text.encode("utf-8", "replace") + b"\n")
            for name, text in NAMES.items()
            if text.strip()
        ),
        Case("import times: a number of 5,000 digits", IMPORT + b"a\nimport time: " + b"9" * 5000 + b"|1|b"),
        Case("import times: each deeper", b"".join(IMPORT + b" " * n + b"a\n" for n in range(4000))),
        Case(
            "import times: a module for each line",
            b"".join(IMPORT + b"%x\n" % n for n in range(300_000)),
            refused=TOO_MUCH,
            needs_data=True,
        ),
        Case("collapsed: numbers alone", b"1\n2\n3\n", refused="text"),
    ]

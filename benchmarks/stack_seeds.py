"""Small files of whole stacks, of which fuzzing makes mutants, and what such files have in them."""

from __future__ import annotations

import json
from typing import Any

COLLAPSED = [
    b"main;f;g 12\nmain;f 3\nmain 1\n",
    b"main (a.py:1);f (a.py:7);g (lib.so) 12\nmain (a.py:1);f (a.py:8) 3\n 2\n",
    b'process 17:"python x.py";thread (18): MainThread;main (a.py:1) 5\nthread (19);work (b.py:3) 4\n',
    b"tid:7;a.py:main:1;a.py:f:12 5\ntid:8;a.py:main:1;<task>:Task-1:0 7\n",
    b"a.py(1): main;a.py(3): f 2\na.py(1): main 5\n",
    b"# a comment\nmain;f 1.25\nmain;g 0.5\r\nno stack\n// another\n",
    "main;f\u00e4\U0001f600;g 12\nmain;f 3\n".encode(),
    "main;f 12\nmain;g 3\n".encode("utf-16"),
    b"main;f 1\rmain;g 2\r",
]
FRAMES = [{"name": "main", "file": "a.py", "line": 1}, {"name": "f"}, {"name": "g\u00e9", "file": "b.py"}]
SAMPLED: dict[str, Any] = {
    "type": "sampled",
    "name": 'Process 17 Thread 18 "MainThread"',
    "unit": "seconds",
    "startValue": 0,
    "endValue": 3.5,
    "samples": [[0, 1, 2], [0, 1], [0, 1], [], [0, 2]],
    "weights": [1, 0.5, 0.5, 1, 0.5],
}
EVENTS = [("O", 0, 0), ("O", 1, 1), ("C", 1, 2), ("O", 2, 2.5), ("C", 2, 3), ("C", 0, 4)]
EVENTED: dict[str, Any] = {
    "type": "evented",
    "name": "t for 1:2:3",
    "unit": "milliseconds",
    "startValue": 0,
    "endValue": 4,
    "events": [{"type": kind, "frame": frame, "at": at} for kind, frame, at in EVENTS],
}


def document(*profiles: dict[str, Any], frames: Any = FRAMES, **more: Any) -> bytes:
    """A speedscope file with these profiles."""
    schema = "https://www.speedscope.app/file-format-schema.json"
    return json.dumps(
        {"$schema": schema, "shared": {"frames": frames}, "profiles": profiles, **more}
    ).encode()


SPEEDSCOPE = [
    document(SAMPLED),
    document(EVENTED),
    document(SAMPLED, {**SAMPLED, "unit": "microseconds", "name": "other"}, exporter="py-spy@0.4.3"),
    document({**SAMPLED, "unit": "none"}, activeProfileIndex=0),
    document({**SAMPLED, "unit": "bytes", "weights": [4096, 1, 1, 1e9, 7]}),
    document({**SAMPLED, "weights": [float("nan"), float("inf"), -1, 1e308, None]}),
    json.dumps({"profiles": [SAMPLED], "shared": {"frames": FRAMES}}, indent=1).encode(),
    document(EVENTED).decode().encode("utf-16"),
]
CALLGRIND = [
    b"# callgrind format\nevents: Ir Dr\nfl=(1) a.c\nfn=(1) main\n3 20 4\ncfn=(2) f\ncalls=2 7\n+1 40\n"
    b"* 5\n\nfn=(2)\n7 30\n+1 10\njump=3 +1\n* *\nfi=(2) b.h\n"
    b"9 1\nfe=(1)\ncfn=(1)\ncalls=1 3\n* 9\n\ntotals: 105 4\n",
    b"event: ns : Nanoseconds\nevents: ns\nfl=~\nfn=<len>\n0 12\nfl=a.py\nfn=f:3\n3 1\ncfl=~\ncfn=<len>\n"
    b"calls=3 0\n3 12\n",
]
WORDS = {
    "callgrind": [
        *(
            b"fn=",
            b"fl=",
            b"cfn=",
            b"cfi=",
            b"calls=",
            b"(1)",
            b"(9) x",
            b"*",
            b"+1",
            b"-1",
            b"0x",
            b"\n",
            b" ",
        ),
        *(
            b"events: a b",
            b"positions: instr line",
            b"jump=",
            b"totals: ",
            b"9" * 400,
            b":",
            b"=",
            b"#",
            b"\x00",
        ),
    ],
    "collapsed": [
        *(
            b";",
            b" 1\n",
            b"\n",
            b"\r",
            b" ",
            b" (",
            b")",
            b":7",
            b"thread (7): x",
            b"tid:7;",
            b"process 7:x;",
        ),
        *(
            b"# ",
            b"// ",
            b"1.5",
            b"99999999999999999999",
            b"-1",
            b"1e9",
            b"\x00",
            b"\xff\xfe",
            b"\xef\xbb\xbf",
        ),
        *(b"\x1b[2J", b"\xed\xa0\x80", b"a;b 1\n", b"a.py:f:7", b"a.py(7): f"),
    ],
    "speedscope": [
        *(
            b"[",
            b"]",
            b"{",
            b"}",
            b",",
            b":",
            b'"',
            b"\\",
            b"[0],",
            b"[],",
            b"{},",
            b"null",
            b"true",
            b"-1",
            b"1e400",
        ),
        *(
            b"NaN",
            b"Infinity",
            b"-Infinity",
            b"9" * 400,
            b"9" * 5000,
            b"0.5",
            b'"\\ud800"',
            b'"samples":[',
            b"4294967296",
        ),
        *(
            b'"weights":[',
            b'"events":[',
            b'"frames":[',
            b'"profiles":[',
            b'"shared":{',
            b'"type":"O"',
            b'"at":1',
        ),
        *(b'"unit":"none"', b'"frame":0', b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80"),
    ],
}
"""What mutants get put in."""

"""speedscope files: numbers that are none, frames that are not there, events that do not fit, keys twice."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.stack_seeds import EVENTED, FRAMES, SAMPLED, document
from tests.hostile.case import Case, each

DAMAGED, NO_FRAME = "is damaged: what stands at byte", "is damaged: it names frame"
NOTHING = "has no stacks"
TOO_MUCH, TOO_DEEP = "asks for more memory than any recording of its size", "more than 400,000 frames"
LACKS = "is a speedscope file that is cut off or damaged"


def sampled(samples: str, weights: str = "[1, 2]", frames: Any = FRAMES, **more: Any) -> bytes:
    """A file of one thread, with these texts as samples and weights."""
    whole = document({**SAMPLED, "samples": "SAMPLES", "weights": "WEIGHTS", **more}, frames=frames)
    return whole.replace(b'"SAMPLES"', samples.encode()).replace(b'"WEIGHTS"', weights.encode())


def evented(*events: tuple[Any, Any, Any], end: Any = 9, unit: str = "seconds") -> bytes:
    """A file of one thread with these events: kind, frame, time."""
    made = [{"type": kind, "frame": frame, "at": at} for kind, frame, at in events]
    return document({**EVENTED, "events": made, "endValue": end, "unit": unit})


OPENED, CLOSED = '{"type":"O","frame":0,"at":%d}', '{"type":"C","frame":1,"at":1}'


def filled(whole: bytes, items: str) -> bytes:
    """With so many items, written out, in the array for which ``MANY`` stands."""
    return whole.replace(b'"MANY"', f"[{items}]".encode())


def named(name: str) -> bytes:
    """A file whose frames, thread and exporter have this name."""
    frames = [{"name": name, "file": name, "line": 7}, {"name": "f", "file": "a.py"}]
    return document(
        {**SAMPLED, "name": name, "samples": [[0, 1], [1]], "weights": [1, 2]}, frames=frames, exporter=name
    )


NAMES = {
    "an escape": "\x1b]0;owned\x07\x1b[2J",
    "C1 controls": "\x9b2J\x9d0;x\x9c",
    "lone surrogates": "\ud800\udfff\udc9b",
    "semicolons": "a;b;c 12",
    "100 kB": "n" * 100_000,
    "right to left": "\u202egpj.exe\u2066",
    "wide letters": "\U0001f600" * 300 + "\u0301" * 300,
    "zeros and new lines": "a\x00b\r\nc\u2028d",
    "nothing": "",
    "a device": "/dev/stdin",
    "a thread that is none": 'Process 99999999999999 Thread x "" for 1:2:3:4',
    "a process beyond all": " for 99999999999999999999:2:3",
}
WEIGHTS = {
    "NaN": ("[NaN, 2]", 2),
    "infinite": ("[Infinity, 2]", 2),
    "of 5,000 digits": (f"[{'9' * 5000}, 2]", 2),
    "too few": ("[1]", 1),
    "none": ("[]", 0),
    "too many": ("[1, 2, 3, 4]", 3),
    "blanks": ("[ 1 ,\n 2 ]", 3),
}
BAD_WEIGHTS = ("[1, x]", "[1,, 2]", '["1", 2]', "[1, [2]]", "[1_0, 2]", "[1, true]", "[1 2]", "[1, 2")
BAD_SAMPLES = {
    "a number below 0": "[[-1], [0]]",
    "a number of 40 bits": "[[1099511627776], [0]]",
    "a number of 400 digits": f"[[{'9' * 400}], [0]]",
    "a number of 5,000 digits": f"[[{'9' * 5000}], [0]]",
    "text": '[["0"], [0]]',
    "arrays": "[[[0]], [0]]",
    "no arrays": "[0, 1]",
    "no end": "[[0], [1",
    "no comma": "[[0] [1]]",
}
NO_SUCH = {"one too many": "[[3], [0]]", "of 31 bits": "[[2147483647], [0]]"}
EVENTS = {
    "closed and never opened": (evented(("C", 0, 1), ("O", 0, 2), ("C", 0, 3)), 1),
    "closed in the wrong order": (evented(("O", 0, 1), ("O", 1, 2), ("C", 0, 3), ("C", 1, 3)), 2),
    "one of two closed in the wrong order, then both": (
        evented(("O", 0, 1), ("O", 0, 2), ("O", 1, 3), ("C", 0, 4), ("C", 0, 5), ("C", 0, 6)),
        5,
    ),
    "time that goes back": (evented(("O", 0, 5), ("O", 1, 2), ("C", 1, 6), ("C", 0, 7)), 2),
    "times that are none": (evented(("O", 0, 1), ("O", 1, "2"), ("C", 1, None), ("C", 0, 4)), 3),
    "infinite times": (evented(("O", 0, 1), ("C", 0, float("inf"))), 0),
    "other kinds": (evented(("O", 0, 1), ("X", 0, 2), (None, 0, 2), ("C", 0, 3)), 2),
    "frames that are none": (
        evented(("O", 0, 1), ("O", -1, 2), ("O", "0", 2), ("O", 2**40, 2), ("C", 0, 3)),
        2,
    ),
    "an end before all": (evented(("O", 0, 1), end=0), 0),
    "a unit that is none": (evented(("O", 0, 1), ("C", 0, 2), unit="fortnights"), 1),
}
TWICE = {
    "shared": (b'"shared":', b'"shared": {"frames": []}, "shared":'),
    "profiles": (b'"profiles":', b'"profiles": [], "profiles":'),
    "samples": (b'"samples":', b'"samples": [[0]], "samples":'),
    "weights": (b'"weights":', b'"weights": [1], "weights":'),
}


def _large() -> dict[str, tuple[bytes, str]]:
    frames = ",".join(map('{"name":"%x"}'.__mod__, range(200_000)))
    others = ",".join(map("[%d]".__mod__, range(400_000)))
    long = '{"name":"' + "}," * 130_000 + '"}'
    return {
        "small frames before long names": (
            b'{"shared":{"frames":[' + f"{'{},' * 80_000}{long},".encode() * 4 + b'{}]},"profiles":[]}',
            NOTHING,
        ),
        "blanks": (b'{"shared":{"frames":[]},"profiles":' + b" " * 5_000_000 + b"[]}", NOTHING),
        "a number without end": (
            b'{"shared":{"frames":[]},"profiles":[' + b"1" * 5_000_000 + b"]}",
            NOTHING,
        ),
        "100,000 events that are none": (
            filled(document({**EVENTED, "events": "MANY"}), "{}," * 99_999 + "{}"),
            NOTHING,
        ),
        "every function another": (
            b'{"shared":{"frames":[' + frames.encode() + b']},"profiles":[]}',
            TOO_MUCH,
        ),
        "every sample another": (sampled(f"[{others}]"), TOO_MUCH),
        "a stack that is too deep": (sampled("[[" + "0," * 500_000 + "0]]"), TOO_DEEP),
        "too many threads": (
            document().replace(b'"profiles": []', b'"profiles": [' + b"{}," * 70_000 + b"{}]"),
            "threads",
        ),
        "keys without end": (b'{"shared":0,"profiles":1' + b',"k":0' * 500_000 + b"}", "JSON"),
        "arrays in arrays": (sampled("[" * 1_000_000), DAMAGED),
        "a text without end": (b'{"shared":{"frames":[]},"profiles":["' + b'\\"' * 500_000, DAMAGED),
    }


def _opens() -> dict[str, bytes]:
    return {
        "100,000 frames": sampled("[[" + "0," * 99_999 + "1], [0]]"),
        "a million empty samples": sampled(f"[{','.join(['[]'] * 1_000_000)}]"),
        "a million samples by turns": sampled(f"[{','.join(['[0],[1]'] * 500_000)}]"),
        "a million frames without anything": filled(sampled("[[0]]", frames="MANY"), "{}," * 999_999 + "{}"),
        "100,000 open, and others closed": filled(
            document({**EVENTED, "events": "MANY", "endValue": 9, "unit": "seconds"}),
            ",".join([*map(OPENED.__mod__, range(100_000)), *[CLOSED] * 100_000]),
        ),
        "things nobody asked for": filled(
            document(SAMPLED, extra="MANY"), ",".join(['[{"a":["]","}"]}]'] * 100_000)
        ),
    }


def cases() -> list[Case]:
    whole = document(SAMPLED, {**EVENTED, "unit": "seconds"}, exporter="x")
    spread = json.dumps(json.loads(whole), indent=1).encode()
    both = document({**EVENTED, "samples": [[0], [1]], "weights": [1, 2]})
    parts = [(name, whole.replace(*pair)) for name, pair in TWICE.items()]
    return [
        *(
            Case(f"speedscope: names: {name}", named(text), facts={"total_time": 3})
            for name, text in NAMES.items()
        ),
        *(
            Case(f"speedscope: weights: {name}", sampled("[[0], [1]]", text), facts={"total_time": total})
            for name, (text, total) in WEIGHTS.items()
        ),
        *(
            Case(f"speedscope: weights: {text}", sampled("[[0], [1]]", text), refused=DAMAGED)
            for text in BAD_WEIGHTS
        ),
        *(
            Case(f"speedscope: samples: {name}", sampled(s), refused=DAMAGED)
            for name, s in BAD_SAMPLES.items()
        ),
        *(Case(f"speedscope: samples: {name}", sampled(s), refused=NO_FRAME) for name, s in NO_SUCH.items()),
        *(Case(f"speedscope: events: {name}", d, facts={"total_time": n}) for name, (d, n) in EVENTS.items()),
        *(Case(f"speedscope: twice: {name}", data, refused=DAMAGED) for name, data in parts),
        Case("speedscope: events and samples", both, refused=DAMAGED),
        *(
            Case(f"speedscope: {name}", data, refused=said, needs_data=True)
            for name, (data, said) in _large().items()
        ),
        *(
            Case(f"speedscope: {name}", data, facts={"format": "speedscope"}, needs_data=True)
            for name, data in _opens().items()
        ),
        *(
            Case(f"speedscope: cut after byte {at}", whole[:at], refused=" ")
            for at in range(2, len(whole) - 1, len(whole) // 45)
        ),
        *(
            Case(f"speedscope: spread, cut after byte {at}", spread[:at], refused=" ")
            for at in range(9, len(spread), 61)
        ),
        *each(
            "speedscope: nothing inside",
            {"no profiles": document(), "no samples": sampled("[]", "[]"), "no events": evented()},
            refused=NOTHING,
        ),
        Case("speedscope: megabytes of blanks", b" \n" * 2_000_000 + whole, facts={"format": "speedscope"}),
        Case("speedscope: UTF-16", whole.decode().encode("utf-16"), facts={"format": "speedscope"}),
        Case("speedscope: a mark", b"\xef\xbb\xbf" + whole, facts={"format": "speedscope"}),
        Case("speedscope: returns alone", spread.replace(b"\n", b"\r"), facts={"format": "speedscope"}),
        Case("speedscope: no frames", b'{"$schema":"speedscope","profiles":[]}', refused=LACKS),
        Case("speedscope: frames that are none", sampled("[[0]]", frames=[0, "f", None]), refused=DAMAGED),
        Case(
            "speedscope: lines beyond all",
            sampled("[[0], [1]]", frames=[{"line": 2**70}, {"line": -1}]),
            facts={"count": 1},
        ),
        Case(
            "speedscope: names that are none",
            sampled("[[0], [1]]", frames=[{"name": [1]}, {"name": 7}]),
            facts={"count": 2},
        ),
        Case(
            "speedscope: units that differ",
            document(SAMPLED, {**SAMPLED, "unit": "bytes"}),
            refused="different units",
        ),
        Case("speedscope: more behind it", whole + b"garbage", refused="", either=True),
    ]

"""Sessions and JSON of pyinstrument that are cut, wrong, deep, or full of what no program has."""

from __future__ import annotations

import json
from typing import Any

from benchmarks import jsonsamples
from tests.hostile.case import Case

CUTS = 40
DAMAGED = "is damaged"
ESCAPE, SURROGATE, LONG = "\x1b]52;c;QQ==\x07\x1b[2J", "\ud800", "x" * 100_000


def records(*rows: str) -> bytes:
    """A session of these records, each as it stands in the file."""
    return f'{{"frame_records": [{", ".join(rows)}], "sample_count": 1}}'.encode()


def root(text: str) -> bytes:
    """A tree with this frame at its top."""
    return f'{{"duration": 1, "root_frame": {text}}}'.encode()


def frame(*members: str, children: str = "") -> str:
    """A frame with these members beside its name."""
    return "{" + ", ".join(('"function": "f"', *members, f'"children": [{children}]')) + "}"


TIME = '"time": 1'
GOOD = '[["f\\u0000a.py\\u00001\\u0001l2"], 0.5]'
SESSIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "a record that is a number": ("1", {"refused": DAMAGED}),
    "a record that is null": ("null", {"refused": DAMAGED}),
    "a record that is an object": ('{"a": 1, "b": 2}', {"refused": DAMAGED}),
    "a record without seconds": ('[["f"]]', {"refused": DAMAGED}),
    "a stack that is a text": ('["ff", 1]', {"refused": DAMAGED}),
    "a frame that is a number": ("[[1], 1]", {"refused": DAMAGED}),
    "a frame that is a list": ("[[[]], 1]", {"refused": DAMAGED}),
    "seconds that are text": ('[["f"], "1"]', {"refused": DAMAGED}),
    "seconds that are NaN": ('[["f"], NaN]', {"warns": "not finite", "facts": {"total_time": 0.5}}),
    "seconds without end": ('[["f"], Infinity]', {"warns": "not finite"}),
    "seconds of 5,000 digits": (f'[["f"], {"9" * 5000}]', {"warns": "not finite"}),
    "seconds below 0": ('[["f"], -1]', {"warns": "not finite", "facts": {"total_time": 0.5}}),
    "a number that is none": ('[["f"], 1.2.3]', {"refused": DAMAGED}),
    "an empty stack": ("[[], 1]", {"warns": "no frame", "facts": {"total_time": 1.5}}),
    "an empty name": ('[[""], 1]', {"facts": {"count": 2}}),
    "nothing but separators": ('[["\\u0000\\u0000\\u0001\\u0001l"], 1]', {"facts": {"count": 2}}),
    "a line that is text": ('[["g\\u0000a\\u0000x\\u0001lx"], 1]', {"facts": {"linenos": [1, 0]}}),
    "a line of other digits": ('[["g\\u0000a\\u0000\\u0661\\u00b2"], 1]', {"facts": {"linenos": [1, 0]}}),
    "a thread inside a stack": ('[["f", "t\\u0000<thread>\\u00001"], 1]', {"refused": DAMAGED}),
    "a stack of a thread alone": ('[["t\\u0000<thread>\\u00001"], 1]', {"warns": "no frame"}),
    "an escape as a name": (json.dumps([[ESCAPE], 1]), {"facts": {"count": 2}}),
    "half a character as a name": (json.dumps([[SURROGATE, SURROGATE], 1]), {"facts": {"count": 2}}),
    "half a character as a thread": (json.dumps([[f"{SURROGATE}{ESCAPE}\0<thread>\x001", "f"], 1]), {}),
    "bytes that are no UTF-8": ('[["\udcff\udcfe"], 1]', {"facts": {"count": 2}}),
    "a bad escape": ('[["\\x"], 1]', {"refused": DAMAGED}),
    "a text with a line end": ('[["a\nb"], 1]', {"facts": {"count": 2}}),
    "brackets without end": ("[" * 200_000, {"refused": DAMAGED}),
    "a stack that is too deep": (
        f"[{json.dumps(['f'] * 400_001)}, 1]",
        {"refused": "more than 400,000 frames", "needs_data": True},
    ),
    "a stack of 50,000": (f"[{json.dumps(['f'] * 50_000)}, 1]", {"facts": {"count": 2}}),
}
TREES: dict[str, tuple[str, dict[str, Any]]] = {
    "no name": ('{"time": 1, "children": []}', {"refused": DAMAGED}),
    "no time": (frame(), {"refused": DAMAGED}),
    "a time that is text": (frame('"time": "1"'), {"refused": DAMAGED}),
    "a time that is NaN": (frame('"time": NaN'), {"warns": "not finite"}),
    "a time of 5,000 digits": (frame(f'"time": {"9" * 5000}'), {"warns": "not finite"}),
    "a time below 0": (frame('"time": -1'), {"warns": "not finite"}),
    "a name that is a number": ('{"function": 1, "time": 1}', {"facts": {"names": [""]}}),
    "keys twice": (frame(TIME, '"time": 2', '"function": "g"'), {"facts": {"names": ["g"]}}),
    "callees twice": (
        frame(TIME, f'"children": [{frame(TIME)}]', children=frame(TIME)),
        {"refused": DAMAGED},
    ),
    "callees that are an object": ('{"function": "f", "time": 1, "children": {}}', {"facts": {"count": 1}}),
    "a callee that is a number": (frame(TIME, children="1"), {"refused": DAMAGED}),
    "callees longer than it": (
        frame(TIME, children=frame('"time": 5')),
        {"warns": "callees take longer"},
    ),
    "an array as a key": ('{"function": "f", ["time"]: 1}', {"refused": DAMAGED}),
    "a name with brackets": (frame(TIME, '"class_name": ": {}[]: [}"'), {"facts": {"count": 1}}),
    "an escape as a name": (
        frame(TIME, f'"class_name": {json.dumps(ESCAPE)}'),
        {"facts": {"count": 1}},
    ),
    "a deep value beside it": (
        frame(TIME, f'"x": {"[" * 100_000}{"]" * 100_000}'),
        {"facts": {"count": 1}},
    ),
    "a root that is a list": ("[]", {"refused": " "}),
    "a root that is null": ("null", {"refused": "no stacks"}),
    "no end": ('{"function":"f","time":1,"children":[' * 5_000, {"refused": DAMAGED}),
}


def cases() -> list[Case]:
    found: list[Case] = []
    for name, (text, expected) in SESSIONS.items():
        data = records(GOOD, "@").replace(b"@", text.encode("utf-8", "surrogateescape"))
        found.append(Case(f"a session with {name}", data, **expected))
        # The same behind many that stand as pyinstrument writes them.
        before = records(*[GOOD] * 20, "@", GOOD).replace(b"@", text.encode("utf-8", "surrogateescape"))
        found.append(Case(f"a longer session with {name}", before, either=True))
    found += [Case(f"a tree with {name}", root(text), **expected) for name, (text, expected) in TREES.items()]
    for kind, whole in (("session", jsonsamples.session()), ("tree", jsonsamples.tree())):
        data = json.dumps(whole).encode()
        for part in range(CUTS):
            cut = len(data) * part // CUTS
            key = data.index(b"frame_records" if kind == "session" else b"root_frame")
            found.append(
                Case(f"a {kind} cut at {cut}", data[:cut], refused="damaged" if cut > key + 20 else " ")
            )
        found.append(Case(f"a {kind} twice", data + data, either=True))
        found.append(
            Case(f"a {kind} after a byte order mark", b"\xef\xbb\xbf" + data, facts={"total_time": 0.01})
        )
        found.append(Case(f"a {kind} in UTF-16", data.decode().encode("utf-16"), facts={"total_time": 0.01}))
    found.append(
        Case("a session with records twice", records(GOOD)[:-1] + b', "frame_records": []}', refused=DAMAGED)
    )
    found.append(Case("a session without samples", records(), refused="no stacks"))
    found.append(Case("a session whose records are a number", b'{"frame_records": 1}', refused="JSON"))
    return found

"""Exports of memray that are cut, wrong, huge, or of what is not there."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.memray_seeds import CSV, GPROF2DOT, HEAD, STATS
from tests.hostile.case import Case

CUTS = 20
DAMAGED = "is damaged"
ROWS: dict[str, tuple[str, float | None]] = {
    "no figures": ("MALLOC,,,1,0x1,f;a;1", 5156),
    "figures below 0": ("MALLOC,-1,-1,1,0x1,f;a;1", 5156),
    "figures of 5,000 digits": (f"MALLOC,{'9' * 5000},{'9' * 5000},1,0x1,f;a;1", 5156),
    "figures in other digits": ("MALLOC,\u0661,\u0661,1,0x1,f;a;1", 5157),
    "a quote without end": ('MALLOC,1,1,1,"0x1,f;a;1', 5156),
    "quotes alone": ('"' * 9999, 5156),
    "a thread without end": ("MALLOC,1,1,1,0x1 (,f;a;1", 5157),
    "signs alone": ("MALLOC,1,1,1,0x1," + "|" * 100_000, 5157),
    "semicolons alone": ("MALLOC,1,1,1,0x1," + ";" * 100_000, 5157),
    "frames without lines": ("MALLOC,1,1,1,0x1,f|g;a|h;a;b", 5157),
    "lines beyond all": ("MALLOC,1,1,1,0x1,f;a;99999999999|g;a;999999999999999999999", 5157),
    "an escape": ("MALLOC,1,1,1,0x1 (\x1b]0;x\x07),\x1b[2J;\x9b2J;1", 5157),
    "a zero": ("MALLOC,1,1,1,0x1,f\0;a;1", 5157),
    "a name of 100 kB": (f"MALLOC,1,1,1,0x1,{'f' * 100_000};a;1", 5157),
    "a stack of 50,000": ("MALLOC,1,1,1,0x1," + "|".join(["f;a;1"] * 50_000), 5157),
    "a stack of 500,000": ("MALLOC,1,1,1,0x1," + "|".join(["f;a;1"] * 500_000), None),
}
KEYS: dict[str, tuple[dict[str, Any], str]] = {
    "a number beyond all": ({"events": [{"callchain": [2], "cost": [1]}]}, "names frame 2 and has 2"),
    "a number below 0": ({"events": [{"callchain": [-1], "cost": [1]}]}, DAMAGED),
    "a number beyond 32 bits": ({"events": [{"callchain": [1 << 32], "cost": [1]}]}, DAMAGED),
    "a part of a number": ({"events": [{"callchain": [0.5], "cost": [1]}]}, DAMAGED),
    "a number that is text": ({"events": [{"callchain": ["0"], "cost": [1]}]}, DAMAGED),
    "no chain": ({"events": [{"cost": [1]}]}, DAMAGED),
    "a cost that is no list": ({"events": [{"callchain": [0], "cost": 1}]}, DAMAGED),
    "an event that is a number": ({"events": [1]}, DAMAGED),
    "a function that is a list": ({"functions": [[]]}, DAMAGED),
    "functions that are an object": ({"functions": {}}, DAMAGED),
    "no functions": ({"functions": []}, "names frame 1 and has 0"),
    "a chain that is too deep": ({"events": [{"callchain": [0] * 400_001, "cost": [1]}]}, "400,000 frames"),
}
COSTS = ("NaN", "Infinity", "-1", "1e400", "9" * 5000, '"1"', "null", "[]", "true", "{}")


def cases() -> list[Case]:
    found = []
    for name, (row, total) in ROWS.items():
        data = CSV + f"{row}\r\n".encode("utf-8", "surrogatepass")
        facts = {} if total is None else {"total_time": total}
        found.append(Case(f"memray's csv with {name}", data, facts=facts, refused="" if facts else "frames"))
    for name, (keys, said) in KEYS.items():
        data = json.dumps({**GPROF2DOT, **keys}).encode()
        if '"callchain"' in data.decode():
            found.append(Case(f"memray's gprof2dot with {name}", data, refused=said))
    for cost in COSTS:
        text = json.dumps({**GPROF2DOT, "events": [{"callchain": [0], "cost": ["@"]}]}).replace('"@"', cost)
        found.append(Case(f"memray's gprof2dot with a cost of {cost[:9]}", text.encode(), either=True))
        text = json.dumps(STATS).replace("5000", cost).replace("9000", cost)
        found.append(Case(f"memray's stats with a size of {cost[:9]}", text.encode(), either=True))
    for name, whole in (("gprof2dot", GPROF2DOT), ("stats", STATS)):
        data = json.dumps(whole).encode()
        for part in range(CUTS):
            cut = len(data) * part // CUTS
            found.append(Case(f"memray's {name} cut at {cut}", data[:cut], refused=" "))
        found.append(Case(f"memray's {name} twice", data + data, either=True))
        deep = data[:-1] + b', "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        found.append(Case(f"memray's {name} with a deep value", deep, either=True))
    for part in range(CUTS):
        cut = len(HEAD) + (len(CSV) - len(HEAD)) * part // CUTS
        found.append(Case(f"memray's csv cut at {cut}", CSV[:cut], either=True))
    junk = CSV + b"\r\n" * 9_000 + b"x\r\n,,,,,\r\n"
    found.append(Case("memray's csv with other lines", junk, warns="left out: 2"))
    found.append(Case("memray's csv without rows", HEAD.encode(), refused="no stacks"))
    many = (HEAD + "".join(f"M,1,1,1,0x{n:x},f;a;1\r\n" for n in range(70_000))).encode()
    found.append(Case("memray's csv with too many threads", many, refused="more than 65,535"))
    found.append(Case("a capture that repeats", b"\x04\x22\x4d\x18" + b"\xff" * 99_999, refused="is packed"))
    return found

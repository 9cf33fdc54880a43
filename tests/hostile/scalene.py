"""JSON of scalene that is cut, wrong, or says what cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from benchmarks import jsonsamples
from tests.hostile.case import Case

Change = Callable[[dict[str, Any], dict[str, Any]], object]
"""Of a file, given with what it says of its one source file."""
WHOLE = json.dumps(jsonsamples.scalene_file()).encode()
LOAD = 8
"""The place of the hottest line."""


def changed(change: Change) -> bytes:
    """A file with a change."""
    value = jsonsamples.scalene_file()
    change(value, value["files"][jsonsamples.FILE])
    return json.dumps(value).encode()


def line(**what: Any) -> Change:
    """Of the hottest line."""
    return lambda _, file: file["lines"][LOAD].update(what)


def stacks(*several: Any) -> Change:
    """Other stacks."""
    return lambda whole, _: whole.update(stacks=[*several])


OPENS: dict[str, Change] = {
    "an escape": line(line="    print('\x1b]52;c;QQ==\x07\x1b[2J')\n"),
    "a lone surrogate": line(line="\ud800"),
    "text of 100 kB": line(line="    " + "x" * 100_000),
    "no text": lambda _, file: [each.update(line="") for each in file["lines"]],
    "nan": line(n_cpu_percent_python=float("nan")),
    "infinite": line(n_cpu_percent_c=float("inf")),
    "less than nothing": line(n_sys_percent=-5),
    "1e308": line(n_malloc_mb=1e308),
    "no number": line(n_cpu_percent_python="8", n_malloc_mb=None),
    "a line beyond all": line(lineno=10**12),
    "a line of 400 digits": line(lineno=10**400),
    "a line below nothing": line(lineno=-7),
    "one line for all": lambda _, file: [each.update(lineno=3) for each in file["lines"]],
    "no time": lambda whole, _: whole.update(elapsed_time_sec=0),
    "time without end": lambda whole, _: whole.update(elapsed_time_sec=1e300),
    "a peak that is none": lambda whole, _: whole.update(max_footprint_mb=float("nan")),
    "functions beyond all": lambda _, file: file["functions"].append(
        {"line": "f" * 9000, "lineno": -(10**30)}
    ),
    "stacks of nothing": stacks([[], {"count": 3}], [[""], {"count": 1}], [[";:;: ;"], {"count": 1}]),
    "stacks of anything": stacks(1, None, [], [[]], [["x"], 5], [["x f:1;"], {"count": "1"}], {"count": 1}),
    "stacks without a line": stacks([["/a b/c.py f:x;", "g", "h:99999999999;", 5, None], {"count": 2}]),
    "stacks below nothing": stacks([["x f:1;"], {"count": -1}], [["x f:1;"], {"count": 1e400}]),
    "a deep stack": stacks([["x f:1;"] * 50_000, {"count": 2}]),
    "a path of 100 kB": lambda whole, file: whole.update(files={"p" * 100_000: file}),
    "a path of a device": lambda whole, file: whole.update(files={"/dev/stdin": file, "//host/share": file}),
    "files twice": lambda whole, file: whole.update(files={"": file, "a": file}),
}
REFUSED: dict[str, tuple[Change, str]] = {
    "no files": (lambda whole, _: whole.update(files={}, stacks=[]), "no stacks in it"),
    "files that are a list": (lambda whole, _: whole.update(files=[]), "scalene"),
    "a file that is none": (lambda whole, _: whole.update(files={"a": 1}), "is damaged"),
    "lines that are none": (lambda _, file: file["lines"].append(7), "is damaged"),
    "lines without a number": (line(lineno="9"), "is damaged"),
    "texts that are none": (line(line=9), "is damaged"),
    "no figures": (lambda whole, file: (file.update(lines=[]), whole.pop("stacks")), "no stacks in it"),
    "how long it ran is missing": (lambda whole, _: whole.update(elapsed_time_sec=None), "scalene"),
}


def cases() -> list[Case]:
    """All of them."""
    facts = {"format": "scalene"}
    many = (
        b'{"elapsed_time_sec": 1, "files": {"a": {"lines": ['
        + b'{"lineno":%d,"line":"","n_sys_percent":1},' * 200_000
    )
    return [
        *(Case(f"scalene: {name}", changed(change), facts=facts) for name, change in OPENS.items()),
        *(
            Case(f"scalene: {name}", changed(change), refused=said)
            for name, (change, said) in REFUSED.items()
        ),
        Case("scalene: 200,000 lines", many % (*range(200_000),) + b"{}]}}}", refused=" ", needs_data=True),
        *(
            Case(f"scalene: cut after byte {at}", WHOLE[:at], refused=" ")
            for at in range(1, len(WHOLE), len(WHOLE) // 40)
        ),
    ]

"""Small profiles of pyinstrument and of Firefox, made by code: all that mutants and hostile files begin with.

What they look like is what the producers write; each profile of a kind holds the same stacks and figures.
"""

from __future__ import annotations

import json
from typing import Any

STACKS = (("main", "load", "parse"), ("main", "load"), ("main", "work", "work"), ("main",))
"""Of functions, the outermost first."""
SAMPLES = (3, 1, 4, 2)
"""Of each of these stacks."""
INTERVAL = 0.001
"""Seconds between two samples."""
LINES = {"main": 1, "load": 10, "parse": 20, "work": 30}
"""Of their definitions; the line after it is executing."""
FILE = "/app/run.py"


def session(*, thread: bool = True, attributes: bool = True) -> dict[str, Any]:
    """A session of pyinstrument, whose threads and attributes came with newer versions."""

    def text(name: str) -> str:
        own = f"\x01l{LINES[name] + 1}" + ("\x01cRunner" if name == "work" else "")
        return f"{name}\0{FILE}\0{LINES[name]}" + (own if attributes else "")

    first = ["MainThread\0<thread>\x00140"] if thread else []
    records = [
        [[*first, *map(text, stack)], count * INTERVAL] for stack, count in zip(STACKS, SAMPLES, strict=True)
    ]
    return {
        "start_time": 1795220467.4,
        "duration": 0.0101,
        "sample_count": len(records),
        "start_call_stack": first,
        "target_description": "Program: run.py",
        "cpu_time": 0.01,
        "frame_records": records,
    }


def tree(*, newer: bool = True) -> dict[str, Any]:
    """The tree that pyinstrument writes as JSON, before and after it had classes and times of waiting."""

    def frame(name: str, time: float, *children: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = {
            "function": name,
            "file_path_short": FILE[5:] if name in LINES else "",
            "file_path": FILE if name in LINES else "",
            "line_no": LINES.get(name, 0),
            "time": time,
        }
        if newer:
            made |= {"await_time": time if name == "[await]" else 0.0, "is_application_code": name in LINES}
        made["children"] = list(children)
        return made | ({"class_name": "Runner"} if newer and name == "work" else {})

    load = frame("load", 0.004, frame("parse", 0.003), frame("[self]", 0.001))
    work = frame("work", 0.004, frame("work", 0.004, *([frame("[await]", 0.001)] if newer else [])))
    root = frame("main", 0.01, load, work, frame("[self]", 0.002))
    return {
        "start_time": 1.5,
        "duration": 0.0101,
        "sample_count": 10,
        "program": "run.py",
        "root_frame": root,
    }


def pyinstrument() -> list[bytes]:
    """Sessions and trees, written in several ways."""
    values = [
        session(),
        session(thread=False),
        session(thread=False, attributes=False),
        tree(),
        tree(newer=False),
    ]
    made = [json.dumps(value).encode() for value in values]
    made.append(json.dumps(session(), separators=(",", ":")).encode())
    made.append(json.dumps(tree(), indent=1).encode())
    return made


def _tables() -> tuple[list[str], dict[str, list[int | None]], dict[str, list[int | None]], list[int]]:
    """Names, a table of stacks, one of frames with their lines, and the stack of each sample."""
    names = list(LINES)
    known: dict[tuple[int | None, str], int] = {}
    samples = []
    for stack, count in zip(STACKS, SAMPLES, strict=True):
        here: int | None = None
        for name in stack:
            here = known.setdefault((here, name), len(known))
        samples += [here or 0] * count
    prefix, frame = [above for above, _ in known], [names.index(name) for _, name in known]
    lines: list[int | None] = [LINES[name] + 1 for name in names]
    return (
        names,
        {"prefix": prefix, "frame": [*frame]},
        {"func": [*range(len(names))], "line": lines},
        samples,
    )


def processed(*, version: int = 24, producer: str = "") -> dict[str, Any]:
    """A processed profile: strings are shared from 56 on, files sources from 58 on, all tables from 60 on.

    From 66 on it is said how far before a stack its caller stands.
    """
    names, stacks, frames, samples = _tables()
    if version >= 66:
        prefix = stacks.pop("prefix")
        stacks["prefixOffset"] = [0 if of is None else at - of for at, of in enumerate(prefix)]
    strings = [*names, FILE]
    functions: dict[str, list[int | None]] = {
        "name": [*range(len(names))],
        "resource": [-1] * len(names),
        "lineNumber": [*LINES.values()],
    }
    shared: dict[str, Any] = {}
    functions["fileName" if version < 58 else "source"] = [len(names) if version < 58 else 0] * len(names)
    tables: dict[str, Any] = {"stackTable": stacks, "frameTable": frames, "funcTable": functions}
    if version >= 58:
        shared["sources"] = {"length": 1, "uuid": [None], "filename": [len(names)]}
    thread: dict[str, Any] = {
        "name": "GeckoMain",
        "pid": "17",
        "tid": 18,
        "samples": {
            "stack": samples,
            "time": [*range(len(samples))],
            "weight": None,
            "weightType": "samples",
        },
        "markers": {"data": [{"type": "x"}], "name": [0], "length": 1},
    }
    (thread if version < 56 else shared)["stringArray"] = strings
    (thread if version < 60 else shared).update(tables)
    meta = {
        "interval": 1000 * INTERVAL,
        "version": 30,
        "preprocessedProfileVersion": version,
        "product": "Firefox",
    }
    if producer:
        meta |= {"product": "Python", "importedFrom": producer}
    return {"meta": meta, "libs": [], "threads": [thread], **({"shared": shared} if shared else {})}


def raw(*, wrapped: bool = False, process: bool = False) -> dict[str, Any]:
    """A profile as the browser writes it; in its developer tools' recording, or of another process."""
    names, stacks, frames, samples = _tables()
    thread = {
        "name": "GeckoMain",
        "pid": 17,
        "tid": 18,
        "samples": {
            "schema": {"stack": 0, "time": 1},
            "data": [[stack, n] for n, stack in enumerate(samples)],
        },
        "stackTable": {
            "schema": {"prefix": 0, "frame": 1},
            "data": [list(row) for row in zip(stacks["prefix"], stacks["frame"], strict=True)],
        },
        "frameTable": {
            "schema": {"location": 0, "implementation": 1, "line": 2},
            "data": [[name, None, line] for name, line in enumerate(frames["line"])],
        },
        "stringTable": names,
    }
    meta = {"version": 12, "interval": 1000 * INTERVAL, "stackwalk": 1, "product": "Firefox"}
    profile: dict[str, Any] = {"meta": meta, "libs": [], "threads": [thread], "processes": []}
    if process:
        profile = {"meta": meta, "libs": [], "threads": [], "processes": [profile]}
    return {"label": "a", "profile": profile} if wrapped else profile


def gecko() -> list[bytes]:
    """Profiles of Firefox, of several versions and producers."""
    values = [processed(version=version) for version in (24, 56, 58, 60, 66, 70)]
    values += [processed(version=57, producer="Tachyon Sampling Profiler")]
    values += [raw(), raw(wrapped=True), raw(process=True)]
    return [json.dumps(value).encode() for value in values]


def scalene_file(*, whole: bool = True) -> dict[str, Any]:
    """A file of scalene of version 2.4, or of 1.3."""
    text = [
        "def main():",
        "    load()",
        "",
        "",
        "@cached",
        "def load(",
        "    x=1,",
        "):",
        "    return [",
        "]",
        "main()",
    ]

    def line(number: int, python: float, memory: float = 0.0) -> dict[str, Any]:
        shares = {"n_cpu_percent_python": python, "n_cpu_percent_c": python / 2, "n_sys_percent": python / 4}
        return {
            "lineno": number,
            "line": text[number - 1] + "\n",
            **shares,
            "n_malloc_mb": memory,
            "n_peak_mb": 9.0,
        }

    lines = [line(2, 8.0), line(9, 40.0, 1.5), line(11, 8.0)]
    made: dict[str, Any] = {
        "elapsed_time_sec": 2.0,
        "files": {FILE: {"percent_cpu_time": 98.0, "lines": lines}},
    }
    if whole:
        known = {each["lineno"]: each for each in lines}
        made["files"][FILE]["lines"] = [known.get(number, line(number, 0.0)) for number in range(1, 12)]
        made["files"][FILE]["functions"] = [{"line": "load", "lineno": 5}, {"line": "main", "lineno": 1}]
        stack = [f"{FILE} <module>:11;", f"{FILE} main:2;", f"{FILE} load:9;"]
        made["stacks"] = [
            [stack, {"count": 3, "cpu_samples": 0.75}],
            [stack[:1], {"count": 1, "cpu_samples": 0.25}],
        ]
    return {**made, "max_footprint_mb": 12.5, "growth_rate": 0.0, "samples": [[1, 2.0]]}


def scalene() -> list[bytes]:
    """Both."""
    return [json.dumps(scalene_file(whole=whole)).encode() for whole in (True, False)]

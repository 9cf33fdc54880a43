"""Profiles of Firefox that are cut, wrong, deep, or that call themselves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from benchmarks import jsonsamples
from tests.hostile.case import Case

CUTS = 40
DAMAGED = "is damaged"
ESCAPE, SURROGATE, LONG = "\x1b]52;c;QQ==\x07\x1b[2J", "\ud800", "x" * 100_000

Change = Callable[[dict[str, Any], dict[str, Any]], object]
"""Of a profile, given with its thread."""


def processed(change: Change, version: int = 24) -> bytes:
    """A processed profile with a change."""
    value = jsonsamples.processed(version=version)
    change(value, value["threads"][0])
    return json.dumps(value).encode()


def raw(change: Change) -> bytes:
    """A raw profile with a change."""
    value = jsonsamples.raw()
    change(value, value["threads"][0])
    return json.dumps(value).encode()


def put(table: str, column: str, *values: Any) -> Change:
    """Other values in the first places of a column."""

    def change(_: Any, thread: dict[str, Any]) -> None:
        thread[table][column][: len(values)] = values

    return change


def give(table: str, value: Any) -> Change:
    """Another table."""
    return lambda _, thread: thread.update({table: value})


def weigh(*weights: Any) -> Change:
    """Weights of samples."""
    return lambda _, thread: thread["samples"].update(weight=[*weights])


def name(text: str) -> Change:
    """Other texts everywhere."""

    def change(_: Any, thread: dict[str, Any]) -> None:
        thread["stringArray"] = [text + str(number) for number in range(5)]
        thread["name"] = text

    return change


FIGURES = {"count": 4, "total_time": 0.01}
CHANGES: dict[str, tuple[Change, dict[str, Any]]] = {
    "a stack that there is not": (put("samples", "stack", 99), {"refused": "names stack 99"}),
    "a stack below 0": (put("samples", "stack", -1), {"refused": "names stack -1"}),
    "a stack of 2^31": (put("samples", "stack", 1 << 31), {"refused": DAMAGED}),
    "a stack that is a text": (put("samples", "stack", "1"), {"refused": DAMAGED}),
    "a stack that is NaN": (put("samples", "stack", float("nan")), {"refused": DAMAGED}),
    "a version of 400 digits": (
        lambda whole, _: whole["meta"].update(preprocessedProfileVersion=10**400),
        {"warns": "version inf"},
    ),
    "stacks that are an object": (
        lambda _, thread: thread["samples"].update(stack={}),
        {"refused": "no stacks"},
    ),
    "a prefix that there is not": (put("stackTable", "prefix", 77), {"refused": "names stack 77"}),
    "a stack that calls itself": (put("stackTable", "prefix", 0), {"refused": "called by itself"}),
    "a circle of two": (put("stackTable", "prefix", 1, 0), {"refused": "called by itself"}),
    "a frame that there is not": (put("stackTable", "frame", 12), {"refused": "names frame 12"}),
    "a frame below 0": (put("stackTable", "frame", -1), {"refused": "names frame -1"}),
    "a function that there is not": (put("frameTable", "func", 12), {"refused": "names function 12"}),
    "a name that there is not": (put("funcTable", "name", 12), {"refused": "names text 12"}),
    "a name below 0": (put("funcTable", "name", -1), {"refused": "names text -1"}),
    "a file that is null": (put("funcTable", "fileName", None), {"facts": FIGURES}),
    "a line below 0": (put("frameTable", "line", -5, None), {"facts": FIGURES}),
    "a line of 2^40": (put("frameTable", "line", 1 << 40), {"refused": DAMAGED}),
    "columns of different lengths": (
        lambda _, t: t["stackTable"]["frame"].pop(),
        {"refused": "names stack 4"},
    ),
    "no strings": (lambda _, thread: thread.pop("stringArray"), {"refused": "and has 0"}),
    "strings that are none": (give("stringArray", [None, 1, [], {}, "f"]), {"facts": {"total_time": 0.01}}),
    "no stack table": (lambda _, thread: thread.pop("stackTable"), {"refused": "has 0"}),
    "a stack table that is a list": (give("stackTable", []), {"refused": "has 0"}),
    "no functions": (give("funcTable", {}), {"refused": "names function 0 and has 0"}),
    "weights that are NaN": (weigh(*[float("nan")] * 10), {"warns": "not finite"}),
    "weights of 4,000 digits": (weigh(*[10**4000] * 10), {"warns": "not finite"}),
    "weights that are texts": (weigh(*["1"] * 10), {"warns": "not finite"}),
    "weights below 0": (weigh(*[-1] * 9, 1), {"warns": "below 0", "facts": {"total_time": 0.001}}),
    "too few weights": (weigh(1, 1), {"warns": "without a weight"}),
    "too many weights": (weigh(*[1] * 99), {"warns": "without a weight"}),
    "an unknown unit": (lambda _, t: t["samples"].update(weightType=ESCAPE), {"refused": "units"}),
    "a unit of two lines": (lambda _, t: t["samples"].update(weightType="a\nb"), {"refused": "added up: ?"}),
    "an interval of 0": (lambda w, _: w["meta"].update(interval=0), {"facts": {"total_time": 10}}),
    "an interval that is NaN": (
        lambda w, _: w["meta"].update(interval=float("nan")),
        {"facts": {"total_time": 10}},
    ),
    "an interval that is a text": (
        lambda w, _: w["meta"].update(interval="1"),
        {"facts": {"total_time": 10}},
    ),
    "meta that is a list": (lambda w, _: w.update(meta=[]), {"refused": "JSON"}),
    "threads that are an object": (lambda w, _: w.update(threads={}), {"refused": "no stacks"}),
    "threads that are numbers": (lambda w, _: w.update(threads=[1, None, "a", []]), {"refused": "no stacks"}),
    "no threads": (lambda w, _: w.update(threads=[]), {"refused": "no stacks"}),
    "a tid that is a list": (lambda _, t: t.update(tid=[[]], pid={"a": 1}), {"facts": FIGURES}),
    "an escape as a name": (name(ESCAPE), {"facts": FIGURES}),
    "half a character as a name": (name(SURROGATE), {"facts": {"total_time": 0.01}}),
    "a name of 100 kB": (name(LONG), {"facts": {"total_time": 0.01}}),
    "the same name everywhere": (give("stringArray", ["f"] * 5), {"facts": {"total_time": 0.01}}),
    "a shared table that is wrong": (lambda w, _: w.update(shared={"stackTable": 1}), {"facts": FIGURES}),
}
ROWS: dict[str, tuple[Change, dict[str, Any]]] = {
    "rows that are numbers": (lambda _, t: t["samples"].update(data=[1, 2]), {"refused": DAMAGED}),
    "rows that are empty": (lambda _, t: t["samples"].update(data=[[], []]), {"warns": "no frame"}),
    "a schema that is a list": (lambda _, t: t["samples"].update(schema=[]), {"refused": "no stacks"}),
    "a schema that is wild": (
        lambda _, t: t["samples"].update(schema={"stack": -1, "time": "a"}),
        {"refused": "no stacks"},
    ),
    "a schema of a place far off": (
        lambda _, t: t["samples"].update(schema={"stack": 10**30}),
        {"warns": "no frame"},
    ),
    "data before the schema": (
        lambda _, t: t.update(samples={"data": [[0]], "schema": {"stack": 0}}),
        {"refused": "no stacks"},
    ),
    "a location that there is not": (
        lambda _, t: t["frameTable"]["data"][0].__setitem__(0, 44),
        {"refused": "names text 44"},
    ),
    "a location below 0": (
        lambda _, t: t["frameTable"]["data"][0].__setitem__(0, -1),
        {"refused": "names text -1"},
    ),
    "a circle": (lambda _, t: t["stackTable"]["data"][0].__setitem__(0, 0), {"refused": "called by itself"}),
    "processes that are numbers": (lambda w, _: w.update(processes=[1, None, [[]]]), {"facts": FIGURES}),
    "a process that is empty": (lambda w, _: w.update(processes=[{}]), {"facts": FIGURES}),
    "processes that are an object": (lambda w, _: w.update(processes={}), {"facts": FIGURES}),
}


def cases() -> list[Case]:
    found = [
        Case(f"Firefox with {what}", processed(change), **expected)
        for what, (change, expected) in CHANGES.items()
    ]
    found += [
        Case(f"raw Firefox with {what}", raw(change), **expected) for what, (change, expected) in ROWS.items()
    ]
    for kind, whole in (("processed", jsonsamples.processed(version=60)), ("raw", jsonsamples.raw())):
        data = json.dumps(whole).encode()
        for part in range(CUTS):
            cut = len(data) * part // CUTS
            found.append(Case(f"{kind} Firefox cut at {cut}", data[:cut], refused=" "))
        found.append(Case(f"{kind} Firefox twice", data + data, either=True))
        found.append(Case(f"{kind} Firefox after a byte order mark", b"\xef\xbb\xbf" + data, facts=FIGURES))
        found.append(Case(f"{kind} Firefox in UTF-16", data.decode().encode("utf-16"), facts=FIGURES))
        deep = data[:-1] + b', "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        found.append(Case(f"{kind} Firefox with a deep value", deep, facts=FIGURES))
    begins = b'{"meta": {"interval": 1, "preprocessedProfileVersion": 1}, "processes": ['
    found.append(Case("Firefox in Firefox in Firefox", begins * 5_000, refused=DAMAGED))
    found.append(Case("Firefox with strings twice", _twice("stringArray", []), refused=DAMAGED))
    found.append(Case("Firefox with a table twice", _twice("stackTable", {}), refused=DAMAGED))
    return found


def _twice(key: str, value: Any) -> bytes:
    """A thread in which a key stands twice."""
    data = json.dumps(jsonsamples.processed())
    return data.replace('"markers":', f'"{key}": {json.dumps(value)}, "markers":', 1).encode()

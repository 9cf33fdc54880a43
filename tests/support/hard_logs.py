"""Small logs, written out, that are hard to be honest about: each broke a figure, a mark or a bound once.

What is called stands before its braces, ticks of work stand as numbers: `main{ 3 work{ 5 } }`. `work#b`
is another function with the label of `work`; `main.py` and `<text>` are code that `exec` runs; `mod.c` is
written in C; `thread1:` has that thread go on; `off/on` switches the profiler.
"""

from __future__ import annotations

import re

from tests.support.import_logs import EXEC
from tests.support.lsprof_emulation import Event, Key, Logged

OWN = {
    "called by two, one calls it while it calls itself": "f4{ f5{ 1 } } f3{ f4{ f4{ 1 } } }",
    "root that is called, too, and calls itself": "f5{ f6{ f6{ 1 } } } f6{ f7{ 1 } }",
    "calls back, and itself": "f0{ f1{ f0{ f0{ 1 } } } }",
    "calls back in between": "f1{ f2{ f1{ f2{ } mod.c3{ 1 } } } f1{ 1 } }",
}
"""`own` of a function that calls itself and has several callers was a guess without a mark."""
MEMBERS = {
    "in C, by way of two": "mod.c18{ f10{ f17{ mod.c18{ 1 } f5{ f17{ f5{ 1 } } } } } }",
    "two ways in": "f30{ f5{ f10{ f35{ f10{ 10 f5{ 1 } } f4{ f35{ } } } } } }",
    "root and member": "mod.c16{ 1 } mod.c5{ f17{ mod.c5{ mod.c16{ 1 f17{ } } } } }",
    "two roots in turn": "f16{ f17{ f7{ f17{ 1 } } } } f7{ f17{ f7{ } } f16{ 1 } }",
    "three roots": "f0{ f17{ f0{ f17{ } } } mod.c35{ 1 } } f36{ f0{ } } mod.c35{ 5 f36{ } }",
    "back to an earlier node": "f11{ f9{ f11{ } } } f8{ f11{ f8{ 1 } f5{ 1 } } } f5{ f8{ 10 } }",
    "way back that costs nothing": "f8{ f0{ mod.c6{ f5{ mod.c6{ f5{ 200 } f0{ 1 } } } } } }",
}
"""The upper bound of a member of a cycle was too low."""
ROOTS = {
    "called while it runs": "f3{ f2{ f1{ f2{ 1 } } } } f2{ 1 f3{ 1 } }",
    "each below the other": "f0{ f8{ f0{ } } } f8{ f0{ 1 } }",
    "of which one costs nothing": "f0{ } f1{ f0{ f1{ f0{ } } 1 } }",
}
"""Estimated roots did not add up to the run."""
CALLS = {
    "that cost nothing elsewhere": "f2{ f5{ } } f1{ f2{ f4{ 1 } } }",
    "of the same from a root": "f10{ f11{ 1 } } f7{ f10{ f11{ } } }",
}
"""Calls that were called exact had others among them."""
RUN_BY_EXEC = {
    "compile time in between": "main.py{ caller{ exec{ 1 <a>{ 1 } } } exec{ <a>{ 1 } } }",
    "one text, two callers": "caller{ exec{ <a>{ 1 } } } exec{ <a>{ 1 } }",
    "as many times, other callers": (
        "main.py{ 1 f1{ exec{ 55 <y>{ 44 used{ 1 } } } } f2{ exec{ <x>{ 50 } } } f3{ exec{ <x>{ 40 } } } }"
    ),
    "a text that runs another": "exec{ <a>{ 1 } } f4{ exec{ <a>{ exec{ 1 } } } }",
}
"""`exec` was taken apart wrongly."""
COLLISIONS = {
    "one below the other": "f14#a{ } f14#b{ f15{ f14#a{ f17{ 1 } } } }",
    "one calls, the other not": "f3#a{ f2{ 1 } } f3#b{ }",
    "one works, the other not": "f3#a{ 1 } f3#b{ }",
    "three, one in C between": "f0#a{ f0#b{ 1 } mod.c9{ f0#b{ f11{ 1 } } } }",
    "two records": (
        "main{ init#a{ post_a{ 90 } } init#b{ post_b{ 2 } } init#a{ post_a{ 90 } } init#b{ post_b{ 2 } } 1 }"
    ),
    "two lambdas, one calls the other": "main{ <lambda>#a{ 3 <lambda>#b{ 5 } } <lambda>#b{ 7 } }",
    "by way of another, which is a root too": "f1{ } f2#a{ f2#b{ f1{ f2#b{ } f2#b{ 1 } 1 } } }",
    "texts of one name": "main{ exec{ 1 <string>#a{ 10 used{ 5 } } } exec{ 1 <string>#b{ 2 } } used{ 3 } }",
}
"""Several functions with one label, of which cProfile keeps the figures of one."""
THREADS = {
    "a thread goes on in the midst of a call": (
        "main{ 1 wait{ thread1: work{ 5 leaf{ thread0: } thread1: 3 } } thread0: 2 }"
    ),
    "two workers": (
        "main{ thread1: burn{ 1 leaf{ 2 thread2: burn{ 1 leaf{ 2 thread1: } 3 } thread2: } 3 } thread0: 1 }"
    ),
    "one begins, the other ends": "thread1: f100{ f101{ thread0: f2{ thread1: 1 } } thread0: 1 }",
}
"""Threads on one stack: figures that no program has."""
HARD = OWN | MEMBERS | ROOTS | CALLS | RUN_BY_EXEC | COLLISIONS | THREADS


def log_of(text: str) -> Logged:
    """The log that is written so."""
    events: list[Event] = []
    labels: dict[int, Key] = {}
    numbers: dict[str, int] = {}
    for token in text.split():
        if token == "}":
            events.append(("r", 0))
        elif token.isdigit():
            events.append(("w", int(token)))
        elif token == "off/on":
            events.append(("d", 0))
        elif token.startswith("thread") and token.endswith(":"):
            events.append(("t", int(token[6:-1])))
        else:
            name = token.removesuffix("{")
            number = numbers.setdefault(name, len(numbers))
            labels[number] = label_of(name.partition("#")[0])
            events.append(("c", number))
    return Logged(tuple(events), labels)


def label_of(name: str) -> Key:
    """What cProfile calls what is written so."""
    if name == "exec":
        return EXEC
    if name.startswith("<") and name != "<lambda>":
        return (name, 1, "<module>")
    if name.endswith(".py"):
        return (f"/src/{name}", 1, "<module>")
    if "." in name:
        return ("~", 0, f"<built-in method {name}>")
    return ("/src/shop.py", 10 * int(re.sub(r"\D", "", name) or 1) + len(name), name)


def written(made: Logged) -> str:
    """A log for people, and for ``log_of``."""
    labels = {number: made.labels[number] for what, number in made.log if what == "c"}
    words = []
    for what, number in made.log:
        if what == "c":
            same = sum(label == labels[number] for label in labels.values()) > 1
            words.append(f"{_short(labels[number])}{f'#{number}' if same else ''}{{")
        else:
            words.append({"r": "}", "d": "off/on", "w": f"{number}"}.get(what, f"thread{number}:"))
    return " ".join(words)


def _short(label: Key) -> str:
    file, _, name = label
    if label == EXEC:
        return "exec"
    if name == "<module>":
        return file.rpartition("/")[2].replace(" ", "")
    return name.removeprefix("<built-in method ").removesuffix(">") if name.startswith("<built") else name

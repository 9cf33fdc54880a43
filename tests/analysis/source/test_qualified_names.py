"""Names with their class or function, against those that Python gives."""

from __future__ import annotations

import argparse
import ast
import sys
import tarfile
import types
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from proftui.analysis.source.file_names import FileNames

Recorded = tuple[int, str]

SHAPES = """\
import functools

class Vector:
    scale = [lambda x: x for _ in range(2)]

    @functools.cache
    def parse(self, by=lambda: 1):
        def inner():
            return sum(x for x in (1, 2))
        return inner()

    class Part:
        async def wait(self): pass

def make_orders():
    def shared(
one, other=lambda: 1): pass
    return [
        o
        for o in range(3)], (lambda: 1, lambda: 2)

one = lambda: 1; two = [lambda: 2]
"""


def told(text: str, *places: Recorded) -> dict[Recorded, str]:
    names = FileNames(text.split("\n"))
    return {place: name for place in places if (name := names.qualified(*place)) is not None}


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ((3, "Vector"), "Vector"),
        ((4, "<lambda>"), "Vector.<lambda>"),
        ((6, "parse"), "Vector.parse"),
        ((7, "parse"), "Vector.parse"),
        ((8, "inner"), "Vector.parse.inner"),
        ((9, "<genexpr>"), "Vector.parse.inner.<genexpr>"),
        ((12, "Part"), "Vector.Part"),
        ((13, "wait"), "Vector.Part.wait"),
        ((16, "shared"), "make_orders.shared"),
        ((17, "<lambda>"), "make_orders.<lambda>"),
        ((18, "<listcomp>"), "make_orders.<listcomp>"),
        # As Python 3.7 records it.
        ((19, "<listcomp>"), "make_orders.<listcomp>"),
        ((20, "<lambda>"), "make_orders.<lambda>"),
        ((22, "<lambda>"), "<lambda>"),
    ],
)
def test_a_function_is_named_with_what_it_stands_in(place: Recorded, name: str) -> None:
    assert told(SHAPES, place) == {place: name}


def test_no_name_is_told_where_none_or_several_fit() -> None:
    assert told(SHAPES, (8, "parse"), (7, "<lambda>"), (1, "<module>"), (99, "inner"), (6, "inner")) == {}
    assert told("def f(a=lambda: 1): return lambda: 2", (1, "<lambda>")) == {}


def test_text_in_strings_is_in_no_class() -> None:
    text = "class A:\n    def f(self): f'''\nclass B:\n{(1)} '''\n    def g(self): pass\n"
    assert told(text, (5, "g")) == {(5, "g"): "A.g"}


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield inner
            yield from codes(inner)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="code has no qualified name yet")
@pytest.mark.parametrize("module", [argparse, ast, tarfile, types])
def test_names_are_those_that_python_gives(module: ModuleType) -> None:
    path = str(module.__file__)
    text = Path(path).read_text(encoding="utf-8")
    wanted: defaultdict[Recorded, set[str]] = defaultdict(set)
    for code in codes(compile(text, path, "exec")):
        *scopes, last = (part for part in code.co_qualname.split(".") if part != "<locals>")
        scopes = [part for part in scopes if not part.startswith("<")]
        wanted[code.co_firstlineno, code.co_name].add(".".join([*scopes, last]))
    found = told(text, *wanted)
    assert all({name} == wanted[place] for place, name in found.items())
    inner = {place for place, names in wanted.items() if "." in max(names)}
    assert len(inner & set(found)) >= 0.9 * len(inner)

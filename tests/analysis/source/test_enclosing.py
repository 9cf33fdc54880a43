"""The lines of a function, told by lines that ran and its name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import proftui
from proftui.analysis.source.enclosing import blocks

TEXT = '''\
import functools

def traced(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)
    return wrapper

class First:
    limit = 3

    @traced
    @functools.lru_cache(
        maxsize=None,
    )
    def run(self, items):
        text = """
def run(nothing): a string
"""
        return [
            item
            for item in items
        ]

class Second:
    def run(self, items):
        def run(x):
            return x
        return sorted(items, key=lambda item: (
            item,
            run(item),
        ))

    async def größe(self): return 1
'''
LINES = TEXT.split("\n")


@pytest.mark.parametrize(
    ("name", "executed", "parts"),
    [
        ("wrapper", [6], [(4, 6)]),
        ("traced.<locals>.wrapper", [4, 6], [(4, 6)]),
        ("traced", [7], [(3, 7)]),
        ("First.run", [20], [(12, 23)]),
        ("run", [20, 29], [(12, 23), (26, 32)]),
        ("run", [28], [(27, 28)]),
        ("First", [10], [(9, 23)]),
        ("<lambda>", [30, 31], [(29, 32)]),
        ("Second.größe", [34], [(34, 34)]),
        ("<module>", [1], [(1, 35)]),
    ],
)
def test_a_function_has_its_lines_from_its_decorators_to_its_end(
    name: str, executed: list[int], parts: list[tuple[int, int]]
) -> None:
    found, every = blocks(LINES, name, executed)
    assert [(part.start, part.stop - 1) for part in found] == parts and every


def test_a_line_in_no_function_of_the_name_stands_alone() -> None:
    found, every = blocks(LINES, "absent", [6, 7, 21])
    assert [line for part in found for line in part] == [6, 7, 21] and not every


def test_lines_that_the_text_does_not_have_are_in_no_part() -> None:
    assert blocks(LINES, "traced", [0, 7, 1000])[0] == [range(3, 8)]
    assert blocks([], "traced", [7]) == ([], True)


FILES = sorted(Path(proftui.__file__).parent.rglob("*.py"))[::9]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_parts_are_those_that_the_syntax_has(path: Path) -> None:
    """Of every function with a name of its own, told by any of the lines of its statements."""
    text = path.read_text("utf-8")
    defined = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for node in defined:
        first = min([node.lineno, *(at.lineno for at in node.decorator_list)])
        for statement in (node.body[0], node.body[-1]):
            found, every = blocks(text.split("\n"), node.name, [statement.lineno])
            assert every and found == [range(first, (node.end_lineno or 0) + 1)]

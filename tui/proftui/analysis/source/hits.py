"""What the hits of a line count: what it calls, and the line that runs once in each call of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from proftui.analysis.source.called_names import last_part

_SOMETIMES = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""Syntax with parts that do not run exactly once when their line does."""
_AGAIN = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)
"""Statements whose first line is run again without what it calls."""
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def entry_line(body: Sequence[ast.stmt], shift: int) -> int | None:
    """The line of a statement that runs once in each call; ``None``: none does for certain."""
    for statement in body:
        if isinstance(statement, ast.With | ast.Try):
            return entry_line(statement.body, shift)
        if isinstance(statement, ast.If):
            return statement.lineno + shift if statement.test.end_lineno == statement.lineno else None
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        if isinstance(statement, ast.Global | ast.Nonlocal):
            continue
        many = isinstance(statement, _LOOPS) or statement.end_lineno != statement.lineno
        if not many:
            return statement.lineno + shift
        if any(isinstance(part, ast.Return | ast.Raise) for part in ast.walk(statement)):
            return None
    return None


def first_measured(root: ast.AST, shift: int, times: set[int]) -> dict[int, int]:
    """For lines of statements that go over several, the first of those that was measured."""
    lines = {}
    for node in ast.walk(root):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            span = range(node.lineno + shift, (node.end_lineno or node.lineno) + shift + 1)
            first = next(iter(sorted(times.intersection(span))), None)
            if first is not None:
                lines.update(dict.fromkeys(span, first))
    return lines


def calls_in(root: ast.AST) -> Iterator[tuple[str, int, bool]]:
    """The names that are called, their lines, and whether that happens once for each hit of the line."""
    waiting = [(root, True)]
    while waiting:
        node, always = waiting.pop()
        if isinstance(node, ast.Call):
            end = node.func.end_lineno if isinstance(node.func, ast.Attribute) else node.func.lineno
            yield last_part(node), end or node.lineno, always
        if isinstance(node, _SOMETIMES):
            always = False
        elif isinstance(node, ast.stmt):
            # Of a statement of several lines, its first may run again and again.
            always = not isinstance(node, _AGAIN) and (
                hasattr(node, "body") or node.end_lineno == node.lineno
            )
        waiting += [(part, always or isinstance(part, ast.stmt)) for part in ast.iter_child_nodes(node)]

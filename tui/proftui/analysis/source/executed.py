"""Which syntax a function executes itself, and which is left to a function of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def body_of(root: ast.AST) -> Iterator[ast.AST]:
    """What a function executes itself: not its decorators, defaults, or what a comprehension goes over."""
    if isinstance(root, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield from root.body
    elif isinstance(root, ast.Lambda):
        yield root.body
    else:
        over = _goes_over(root)
        for node in ast.iter_child_nodes(root):
            parts = ast.iter_child_nodes(node) if isinstance(node, ast.comprehension) else (node,)
            yield from (part for part in parts if part is not over)
    if isinstance(root, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        # Twice: an argument can be anything.
        for _ in range(2):
            yield from (ast.Name(arg.arg, ast.Store()) for arg in _arguments(root.args))


def _goes_over(node: ast.AST) -> ast.expr | None:
    """What a comprehension goes over, which the function around it works out."""
    return node.generators[0].iter if isinstance(node, COMPREHENSIONS) else None


def _arguments(args: ast.arguments) -> list[ast.arg]:
    more = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *more]


def executed_parts(node: ast.AST, apart: bool) -> Iterator[ast.AST]:
    """The parts of ``node`` that run in the function around it and not in one of their own.

    ``apart``: whether comprehensions are functions of their own.
    """
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from node.decorator_list
        yield from ast.iter_child_nodes(node.args)
        if node.returns is not None:
            yield node.returns
    elif isinstance(node, ast.ClassDef):
        yield from (*node.decorator_list, *node.bases, *node.keywords)
    elif isinstance(node, ast.Lambda):
        yield from ast.iter_child_nodes(node.args)
    elif isinstance(node, ast.GeneratorExp) or (
        apart and isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp)
    ):
        yield node.generators[0].iter
    else:
        yield from ast.iter_child_nodes(node)

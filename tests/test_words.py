"""One name, one thing: nothing inside a function is called as what its module imports or defines."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tests.support.architecture import modules, nodes

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def of_the_module(tree: ast.Module) -> set[str]:
    """What a module imports, for types only too, and the functions and classes that it defines."""
    names: set[str] = set()
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.If | ast.Try):
            waiting += [*node.body, *node.orelse]
    return names


def bound(function: ast.AST) -> Iterator[tuple[str, int]]:
    """Parameters, variables and names of comprehensions anywhere in a function, with their lines."""
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name, node.lineno


def shadows(nodes: Sequence[ast.AST]) -> list[tuple[int, str]]:
    """Lines and names of what hides something of the module, which is the first of its nodes."""
    tree = nodes[0]
    assert isinstance(tree, ast.Module)
    known = of_the_module(tree)
    functions = (node for node in nodes if isinstance(node, _FUNCTIONS))
    return sorted({(line, name) for node in functions for name, line in bound(node) if name in known})


def test_nothing_in_a_function_hides_what_its_module_knows() -> None:
    hidden = {module: shadows(nodes(path)) for module, path in modules().items()}
    assert not {module: found for module, found in hidden.items() if found}

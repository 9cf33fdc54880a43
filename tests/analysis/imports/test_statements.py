from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from proftui.analysis.imports.events import modules_of
from proftui.analysis.source.file_names import FileNames

TEXT = '''\
"""Of modules:
import nothing
"""
import os, sys as system  # import comment
from . import a, b as c
from .x.y import (  # ) here
    p,
    q,
)
try:
    import first
    import second
except ImportError:
    import third
if TYPE_CHECKING:
    import types_only
else:
    import not_types
@decorator(
    1)
def f():
    x = "import text"
    from long \\
        import name, \\
        other
class C:
    import inner
    def g(self):
        return import_module("by.name")
try:
    import tried
finally:
    import last; from a.b import *
'''


def imports(text: str) -> list[tuple[str, int]]:
    """What a text imports, and where the function or class begins in which it stands; 0: in none."""
    found = FileNames(text.split("\n")).imports
    return [(module, scope.first if scope else 0) for scope, one in found for module in modules_of(one)]


def test_what_a_text_imports_is_told_with_where() -> None:
    found = imports(TEXT)
    outside = " ".join(module for module, scope in found if not scope)
    assert outside == "os sys .a .b .x.y .x.y.p .x.y.q first second third not_types tried last a.b a.b.*"
    at = TEXT.splitlines().index
    decorator, c = at("@decorator(") + 1, at("class C:") + 1
    assert [m for m, scope in found if scope == decorator] == ["long", "long.name", "long.other"]
    assert [m for m, scope in found if scope == c] == ["inner"]


def test_nothing_else_is_in_it() -> None:
    assert not imports("x = 1\nfrom_import = 'import a'\nraise X from e\nyield_from(import_)\n")
    assert imports("if x: import a") == [("a", 0)]
    assert imports("def f(): import a") == [("a", 1)]
    assert imports("raise x \\\n from y\nimport a") == [("a", 0)]
    assert not imports("if TYPE_CHECKING:\n    import a")


@given(st.lists(st.sampled_from(TEXT.splitlines(keepends=True)), max_size=30).map("".join))
def test_what_python_imports_is_told_whatever_stands_around_it(text: str) -> None:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    found = {module for module, _ in imports(text)}
    checked = [
        node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
    ]
    below = [node for branch in checked for part in branch.body for node in ast.walk(part)]
    unseen = {alias.name for node in below if isinstance(node, ast.Import) for alias in node.names}
    unseen |= {node.module or "" for node in below if isinstance(node, ast.ImportFrom)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= found | unseen
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert "." * node.level + node.module in found or node.module in unseen

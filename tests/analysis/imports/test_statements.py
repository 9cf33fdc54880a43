from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from proftui.analysis.imports.statements import Statement, statements

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
        import_module("by.name"), __import__(f"by.{part}"), import_module(computed)
        return import_module("." + part, __name__), import_module("." + part, package)
try:
    import tried
finally:
    import last; from a.b import *
'''


def test_what_a_text_imports_is_told_with_where() -> None:
    found = list(statements(TEXT))
    outside = " ".join(statement.module for statement in found if statement.scope == (0, 0))
    assert outside == "os sys .a .b .x.y .x.y.p .x.y.q first second third not_types tried last a.b a.b.*"
    at = TEXT.splitlines().index
    decorator, f, c, g = (
        at(line) + 1 for line in ("@decorator(", "def f():", "class C:", "    def g(self):")
    )
    assert [s.module for s in found if s.scope == (decorator, f)] == ["long", "long.name", "long.other"]
    assert [s.module for s in found if s.scope == (c, c)] == ["inner"]
    called = [s.module for s in found if s.called and s.scope == (g, g)]
    assert called == ["by.name", "by.*", "*", ".*", "*"]


def test_nothing_else_is_in_it() -> None:
    assert not list(statements("x = 1\nfrom_import = 'import a'\nraise X from e\nyield_from(import_)\n"))
    assert list(statements("if x: import a")) == [Statement("a", (0, 0))]


@given(st.lists(st.sampled_from(TEXT.splitlines(keepends=True)), max_size=30).map("".join))
def test_what_python_imports_is_told_whatever_stands_around_it(text: str) -> None:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    found = {statement.module for statement in statements(text)}
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

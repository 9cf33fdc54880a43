"""What one function calls, by the names that its text says, and on which lines."""

from __future__ import annotations

import ast
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from proftui.analysis.importlib_names import IMPORT_CALLS, IMPORT_FROM_CALLS

_Expression = type[ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp]
EXPRESSIONS: dict[str, _Expression] = {
    "<lambda>": ast.Lambda,
    "<listcomp>": ast.ListComp,
    "<setcomp>": ast.SetComp,
    "<dictcomp>": ast.DictComp,
    "<genexpr>": ast.GeneratorExp,
}
"""What functions without a name are, as they are recorded."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def syntax_of(name: str, block: Sequence[str], line: int = 2) -> list[ast.AST]:
    """The syntax of the function itself; of several on one line, which the profile cannot tell apart, all.

    ``line``: on which an expression begins, where 2 is the first of ``block``.
    """
    indented = block[0][:1] in (" ", "\t", "\f")
    # Under an "if", text keeps its columns; strings and brackets that stand further left do no harm.
    tree = parsed("if 1:\n" + "\n".join(block)) if indented else parsed("\n" + "\n".join(block))
    body = [] if tree is None else tree.body
    if indented and body and isinstance(body[0], ast.If):
        body = body[0].body
    if name == "<module>":
        return [tree] if tree is not None else []
    if name not in EXPRESSIONS:
        own = body[:1]
        return [node for node in own if isinstance(node, DEFINITIONS) and node.name == name]
    every = ast.walk(tree) if tree is not None else ()
    return [node for node in every if isinstance(node, EXPRESSIONS[name]) and node.lineno == line]


def parsed(text: str) -> ast.Module | None:
    """The syntax of ``text``, whose second line is the first of the block; ``None`` if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError, OverflowError):
        # Besides text of no or another Python: NULs, surrogates, nesting deeper than the parser goes.
        return None


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del))
"""What has no parts of interest."""


class Calls:
    """Names by the lines that call them, in the code of one function without what has its own."""

    def __init__(self, before: int) -> None:
        """``before``: what to add to a line of the tree."""
        self._before = before
        self.bare = defaultdict[str, set[int]](set)
        """Lines that call a plain name."""
        self.dotted = defaultdict[str, set[int]](set)
        """Lines that call an attribute, and what statements call by themselves."""
        self.read = defaultdict[str, set[int]](set)
        """Lines with an attribute, called or not: perhaps a property."""
        self.nameless = set[int]()
        """Lines that call the result of an expression."""
        self.lambdas = dict[str, int]()
        """Names that are given to lambdas, with the line of these."""
        self.later = set[str]()
        """Names that are called without being awaited there."""
        self._awaited = set[int]()

    def _line(self, node: Any) -> int:
        return int(node.lineno) + self._before

    def _end(self, node: Any) -> int:
        return int(node.end_lineno or node.lineno) + self._before

    def _call(self, func: ast.expr) -> None:
        if isinstance(func, ast.Name):
            self.bare[func.id].add(self._line(func))
        elif isinstance(func, ast.Attribute):
            self.dotted[func.attr].add(self._end(func))
        else:
            self.nameless.add(self._line(func))

    # What is taken of each kind of syntax

    def _called(self, node: ast.Call) -> None:
        self._call(node.func)
        if id(node) not in self._awaited:
            self.later.add(last_part(node.func))

    def _attribute(self, node: ast.Attribute) -> None:
        self.read[node.attr].add(self._end(node))

    def _matched(self, node: ast.MatchClass) -> None:
        for name in node.kwd_attrs:
            self.read[name].add(self._line(node))

    def _raised(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Name | ast.Attribute):
            self._call(node.exc)

    def _assigned(self, node: ast.Assign) -> None:
        for target in node.targets:
            if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
                self.lambdas[target.id] = self._line(node.value)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        prefix = "__a" if isinstance(node, ast.AsyncWith) else "__"
        for item in node.items:
            for method in ("enter__", "exit__"):
                self.dotted[prefix + method].add(self._line(item.context_expr))

    def _imported(self, node: ast.Import | ast.ImportFrom) -> None:
        for name in IMPORT_FROM_CALLS if isinstance(node, ast.ImportFrom) else IMPORT_CALLS:
            self.dotted[name].add(self._line(node))

    def _defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        if isinstance(node, ast.ClassDef):
            self.bare["__build_class__"].add(self._line(node))
            # Its body runs where it stands.
            self.bare[node.name].add(self._line(node))
        for decorator in node.decorator_list:
            self._call(decorator)

    def _waits(self, node: ast.Await | ast.YieldFrom) -> None:
        self._awaited.add(id(node.value))


_TAKE: dict[type[ast.AST], Callable[[Calls, Any], None]] = {
    ast.Call: Calls._called,
    ast.Attribute: Calls._attribute,
    ast.MatchClass: Calls._matched,
    ast.Raise: Calls._raised,
    ast.Assign: Calls._assigned,
    **dict.fromkeys((ast.With, ast.AsyncWith), Calls._with),
    **dict.fromkeys((ast.Import, ast.ImportFrom), Calls._imported),
    **dict.fromkeys(DEFINITIONS, Calls._defined),
    **dict.fromkeys((ast.Await, ast.YieldFrom), Calls._waits),
}
"""What is done with each kind of syntax that is of interest."""


def calls_of(roots: Sequence[ast.AST], before: int, apart: bool) -> Calls:
    """What these functions themselves execute.

    ``before``: what to add to a line of theirs; ``apart``: whether comprehensions are functions of their own.
    """
    found = Calls(before)
    waiting = [node for root in roots for node in _body_of(root)]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        take = _TAKE.get(kind)
        if take is not None:
            take(found, node)
        if kind not in _LEAVES:
            waiting.extend(_executed_parts(node, apart))
    return found


def _body_of(root: ast.AST) -> Iterator[ast.AST]:
    """What a function executes itself: not its decorators, defaults, or what a comprehension goes over."""
    if isinstance(root, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield from root.body
    elif isinstance(root, ast.Lambda):
        yield root.body
    elif isinstance(root, _COMPREHENSIONS):
        over = root.generators[0].iter
        for node in ast.iter_child_nodes(root):
            parts = ast.iter_child_nodes(node) if isinstance(node, ast.comprehension) else (node,)
            yield from (part for part in parts if part is not over)


def _executed_parts(node: ast.AST, apart: bool) -> Iterator[ast.AST]:
    """The parts of ``node`` that run in the function around it and not in one of their own."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from (*node.decorator_list, node.args)
        if node.returns is not None:
            yield node.returns
    elif isinstance(node, ast.ClassDef):
        yield from (*node.decorator_list, *node.bases, *node.keywords)
    elif isinstance(node, ast.Lambda):
        yield node.args
    elif isinstance(node, ast.GeneratorExp) or (apart and isinstance(node, _COMPREHENSIONS)):
        yield node.generators[0].iter
    else:
        yield from ast.iter_child_nodes(node)


def last_part(node: ast.expr) -> str:
    """The last name of an expression: ``b`` of ``a.b``; empty: it has none."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""

"""What one function calls, by the names that its code says: its syntax is parsed, never compiled or run."""

from __future__ import annotations

import ast
import re
import tokenize
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

_LARGEST_STATEMENT = 8 << 10
"""Characters; the tokenizer of Python 3.12 takes seconds for a line of 60,000."""
_Expression = type[ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp]
EXPRESSIONS: dict[str, tuple[_Expression, str]] = {
    "<lambda>": (ast.Lambda, "lambda"),
    "<listcomp>": (ast.ListComp, "["),
    "<setcomp>": (ast.SetComp, "{"),
    "<dictcomp>": (ast.DictComp, "{"),
    "<genexpr>": (ast.GeneratorExp, "("),
}
"""What is recorded of functions without a name: what they are and the first word of them."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def syntax_of(name: str, block: Sequence[str]) -> list[ast.AST]:
    """The syntax of the function itself; of several on one line, which the profile cannot tell apart, all."""
    indented = block[0][:1] in (" ", "\t", "\f")
    # Under an "if", text keeps its columns; strings and brackets that stand further left do no harm.
    tree = _parsed("if 1:\n" + "\n".join(block)) if indented else _parsed("\n" + "\n".join(block))
    body = [] if tree is None else tree.body
    if indented and body and isinstance(body[0], ast.If):
        body = body[0].body
    if name == "<module>":
        return [tree] if tree is not None else []
    if name not in EXPRESSIONS:
        own = body[:1]
        return [node for node in own if isinstance(node, DEFINITIONS) and node.name == name]
    kind, opening = EXPRESSIONS[name]
    trees: Iterable[ast.AST | None] = [tree] if tree is not None else map(_parsed, _pieces(block, opening))
    by_position: dict[tuple[int, int], ast.AST] = {}
    for part, whole in enumerate(trees):
        for node in ast.walk(whole) if whole is not None else ():
            if isinstance(node, kind) and node.lineno == 2:
                by_position[part, node.col_offset] = node
    return list(by_position.values())


def _parsed(text: str) -> ast.Module | None:
    """The syntax of ``text``, whose second line is the first of the block; ``None`` if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError, OverflowError):
        # Besides text of no or another Python: NULs, surrogates, nesting deeper than the parser goes.
        return None


def _pieces(block: Sequence[str], opening: str) -> list[str]:
    """Expressions that start on the first line with ``opening``, where the line is the middle of a statement.

    Each is put into brackets at the start of its line.
    """
    if opening not in block[0] or sum(map(len, block)) > _LARGEST_STATEMENT:
        return []
    read = iter([f"{block[0].lstrip()}\n", *(f"{line}\n" for line in block[1:])])
    tokens: list[tokenize.TokenInfo] = []
    # What was read before the text went wrong is still of use.
    with suppress(tokenize.TokenError, SyntaxError, SystemError, ValueError):
        tokens.extend(tokenize.generate_tokens(lambda: next(read, "")))
    starts = [at for at, token in enumerate(tokens) if token.start[0] == 1 and token.string == opening]
    return [f"\n({_balanced(tokens[at:], opening)}\n)" for at in starts[:20]]


def _balanced(tokens: Sequence[tokenize.TokenInfo], opening: str) -> str:
    """The text from the first token to the end of what it opens, its lines kept."""
    depth, colon, row = 0, opening != "lambda", 1
    words: list[str] = []
    for token in tokens:
        if token.type in (tokenize.ENDMARKER, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            break
        if token.string in ("(", "[", "{"):
            depth += 1
        elif token.string in (")", "]", "}"):
            depth -= 1
        ends = depth < 0 or (opening == "lambda" and colon and depth == 0 and token.string == ",")
        if ends:
            break
        colon = colon or (depth == 0 and token.string == ":")
        words.append("\n" * (token.start[0] - row) + (token.string if token.type != tokenize.COMMENT else ""))
        row = token.end[0]
        if depth == 0 and opening != "lambda":
            break
    return " ".join(words)


MAKERS = ("__init__", "__new__")
CLASS = re.compile(r"^_*[A-Z]|^(?:cls|klass)$|class(?:_|__)?$")
"""Names that read as those of classes."""

_Lines = defaultdict[str, set[int]]
_RECORDED: dict[type[ast.AST], str] = {kind: name for name, (kind, _) in EXPRESSIONS.items()}
"""The names that functions without one are recorded under."""
_HELD_BACK = frozenset((*DEFINITIONS, *_RECORDED))
"""Syntax with parts that run in a function of their own."""
_TAKEN = _HELD_BACK | {
    *(ast.Call, ast.Name, ast.Raise, ast.Assign, ast.NamedExpr),
    *(ast.With, ast.AsyncWith, ast.Import, ast.ImportFrom),
}
_LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, str, int, type(None)))
"""What has no parts of interest; lists of parts have ``None`` in them too: the key of ``**more``."""


class Definition(NamedTuple):
    """A function or class that is defined in another function."""

    name: str
    """As recorded; of a class with ``class`` before it."""
    first: int
    last: int
    """Lines from the first decorator to the word ``def`` or ``class``; of a lambda or comprehension, all."""


@dataclass(eq=False)
class CalledNames:
    """Names by the lines that call them, in the code of one function without what has its own."""

    shift: int
    """What to add to a line of the tree, beyond the line put before it."""
    apart: bool
    """Whether comprehensions are functions of their own."""
    bare: _Lines = field(default_factory=lambda: defaultdict(set))
    """Lines that call a plain name."""
    dotted: _Lines = field(default_factory=lambda: defaultdict(set))
    """Lines that call an attribute, or a name that was given another one here."""
    touched: _Lines = field(default_factory=lambda: defaultdict(set))
    """Lines with an attribute that is not called: perhaps a property."""
    chained: defaultdict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """Lines that call ``__init__`` or ``__new__`` themselves, by it and what stands before it."""
    nameless: set[int] = field(default_factory=set)
    """Lines that call the result of an expression."""
    inner: list[Definition] = field(default_factory=list)
    """What is defined here."""
    bound: set[str] = field(default_factory=set)
    """Names that are assigned here."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Names given here to what has another name."""
    called: set[int] = field(default_factory=set)
    """Attributes (by identity) that are called, hence not properties."""
    aliased: dict[int, str] = field(default_factory=dict)
    """Attributes (by identity) that got a name here."""

    def collect(self, root: ast.AST) -> None:
        """Take in all that ``root`` executes."""
        waiting = list(_body(root))
        over = _goes_over(root)
        if isinstance(over, ast.Call):
            # Made outside, but if it is a generator, it is run from in here.
            self._call(over.func)
        attributes: list[ast.Attribute] = []
        while waiting:
            node = waiting.pop()
            kind = type(node)
            # Most nodes are of no interest but for their parts, and there are thousands.
            if kind is ast.Attribute:
                attributes.append(node)  # type: ignore[arg-type]
            elif kind in _TAKEN:
                self._take(node)
            if kind in _HELD_BACK:
                waiting.extend(self._executed(node))
            elif kind not in _LEAVES:
                for name in node._fields:
                    part = getattr(node, name)
                    if isinstance(part, list):
                        waiting.extend(part)
                    elif part is not None:
                        waiting.append(part)
        for name, target in self.aliases.items():
            if name != target and name in self.bare:
                self.dotted[target] |= self.bare[name]
        for node in attributes:
            if id(node) not in self.called and self.aliased.get(id(node), "") not in self.bare:
                self.touched[node.attr].add(self._end(node))

    def _take(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self._call(node.func)
        elif isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                self.bound.add(node.id)
        elif isinstance(node, ast.Raise):
            if isinstance(node.exc, ast.Name | ast.Attribute) and CLASS.search(_last_part(node.exc)):
                self._call(node.exc)
        elif isinstance(node, ast.Assign | ast.NamedExpr):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            self._alias(target, node.value)
        elif isinstance(node, ast.With | ast.AsyncWith):
            prefix = "__a" if isinstance(node, ast.AsyncWith) else "__"
            for item in node.items:
                for method in ("enter__", "exit__"):
                    self.dotted[prefix + method].add(self._start(item.context_expr))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._definition(node)
        elif kind := _RECORDED.get(type(node)):
            assert isinstance(node, ast.expr)
            self.inner.append(Definition(kind, self._start(node), self._end(node)))

    def _call(self, called: ast.expr) -> None:
        if isinstance(called, ast.Name):
            self.bare[called.id].add(self._start(called))
        elif isinstance(called, ast.Attribute):
            self.called.add(id(called))
            line = self._end(called)
            self.dotted[called.attr].add(line)
            if called.attr in MAKERS:
                self.chained[called.attr, _last_part(called.value)].add(line)
        else:
            self.nameless.add(self._start(called))

    def _alias(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name) and isinstance(value, ast.Name | ast.Attribute):
            self.aliases[target.id] = _last_part(value)
            self.aliased[id(value)] = target.id
        elif isinstance(target, ast.Name) and isinstance(value, ast.Lambda):
            self.aliases[target.id] = f"<lambda> {self._start(value)}"

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self.bound.add(alias.asname or alias.name.partition(".")[0])
            if alias.asname:
                self.aliases[alias.asname] = alias.name.rpartition(".")[2]
        parts = ("_find_and_load", "_lock_unlock_module", "_handle_fromlist")
        for name in parts if isinstance(node, ast.ImportFrom) else parts[:2]:
            self.dotted[name].add(self._start(node))

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.bound.add(node.name)
        if isinstance(node, ast.ClassDef):
            self.bare["__build_class__"].add(self._start(node))
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        kind = "class " if isinstance(node, ast.ClassDef) else ""
        self.inner.append(Definition(kind + node.name, first - 1 + self.shift, self._start(node)))
        for decorator in node.decorator_list:
            self._call(decorator)

    def _executed(self, node: ast.AST) -> Iterator[ast.AST]:
        """The parts of ``node`` that run in this function and not in one of their own."""
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
            self.apart and isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp)
        ):
            yield node.generators[0].iter
        else:
            yield from ast.iter_child_nodes(node)

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return node.lineno - 1 + self.shift

    def _end(self, node: ast.expr) -> int:
        return (node.end_lineno or node.lineno) - 1 + self.shift


def _body(root: ast.AST) -> Iterator[ast.AST]:
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
        yield from (ast.Name(arg.arg, ast.Store()) for arg in _arguments(root.args))


def _goes_over(node: ast.AST) -> ast.expr | None:
    """What a comprehension goes over, which the function around it works out."""
    comprehensions = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return node.generators[0].iter if isinstance(node, comprehensions) else None


def _arguments(args: ast.arguments) -> list[ast.arg]:
    more = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *more]


def _last_part(node: ast.expr) -> str:
    """The last name of an expression: ``b`` of ``a.b`` and of ``a.b()``, whose call only ``super`` needs."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""

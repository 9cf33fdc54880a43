"""What one function calls, by the names that its code says, and where else it may call something."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from proftui.analysis.source.imports import IMPORT_CALLS, IMPORT_FROM_CALLS
from proftui.analysis.source.syntax import DEFINITIONS, EXPRESSIONS

MAKERS = ("__init__", "__new__")
CLASS = re.compile(r"^_*[A-Z]|^(?:cls|klass)$|class(?:_|__)?$")
"""Names that read as those of classes."""

_Lines = defaultdict[str, set[int]]
_RECORDED: dict[type[ast.AST], str] = {kind: name for name, (kind, _) in EXPRESSIONS.items()}
"""The names that functions without one are recorded under."""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_HELD_BACK = frozenset((*DEFINITIONS, *_RECORDED))
"""Syntax with parts that run in a function of their own."""
_LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, str, int, type(None)))
"""What has no parts of interest; lists of parts have ``None`` in them too: the key of ``**more``."""
_OPERATIONS = (
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Subscript, ast.AugAssign, ast.FormattedValue),
    *(ast.If, ast.While, ast.IfExp, ast.Assert, ast.Match),
)
_INERT = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Constant, ast.ListComp, ast.SetComp, ast.DictComp)
TAKING_IN = frozenset({"list", "tuple", "dict", "set", "frozenset", "bytes", "bytearray"})
"""Built-in classes that go over what they are given."""
_LETTING_GO = frozenset({"any", "all", "next", "sum", "min", "max", "sorted"})
"""Built-in functions after which a generator that was written as their argument ends."""


class Definition(NamedTuple):
    """A function or class that is defined in another function."""

    name: str
    """As recorded; of a class with ``class`` before it."""
    first: int
    last: int
    """Lines from the first decorator to the word ``def`` or ``class``; of a lambda or comprehension, all."""
    decorated: bool = False


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
    """Lines that call an attribute."""
    touched: _Lines = field(default_factory=lambda: defaultdict(set))
    """Lines with an attribute that is not called: perhaps a property."""
    chained: defaultdict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """Lines that call ``__init__`` or ``__new__`` themselves, by it and what stands before it."""
    nameless: set[int] = field(default_factory=set)
    """Lines that call the result of an expression."""
    gone_over: dict[int, str] = field(default_factory=dict)
    """Lines that go over something, which runs generators, with the name of the call that made it, if any."""
    left: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Lines that may leave a loop, which ends its generator, by the line that goes over it."""
    matched: set[int] = field(default_factory=set)
    """Lines that may ask for any attribute of something: patterns of classes."""
    spread: set[int] = field(default_factory=set)
    """Lines that take in all of a mapping, and ask it for its keys."""
    ends: set[int] = field(default_factory=set)
    """Lines where what is named here may go, and generators with it, besides those that leave a loop."""
    operated: set[int] = field(default_factory=set)
    """Lines with operators and the like."""
    run: set[int] = field(default_factory=set)
    """Lines where statements or calls start."""
    making: set[int] = field(default_factory=set)
    """Lines that make classes by a call, which runs the class that these are of."""
    inner: list[Definition] = field(default_factory=list)
    """What is defined here."""
    bound: Counter[str] = field(default_factory=Counter)
    """Names that are given values here, with how often."""
    outer: set[str] = field(default_factory=set)
    """Names said to be global or of the function around this one."""
    aliases: dict[str, ast.expr] = field(default_factory=dict)
    """Names given here to what has another name, or none."""
    imports: dict[str, str] = field(default_factory=dict)
    """Names that imports give here, with those of what is imported."""
    consumed: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The lines that go over generators or call lambdas where these are written, by their first line."""
    called: set[int] = field(default_factory=set)
    """Attributes (by identity) that are called, hence not properties."""
    calls: Counter[str] = field(default_factory=Counter)
    """How often the code says that a name is called."""
    used_up: Counter[str] = field(default_factory=Counter)
    """How often what a name gives is gone over or awaited where it is called."""

    def collect(self, root: ast.AST) -> None:
        """Take in all that ``root`` executes."""
        waiting = list(_body(root))
        for part in root.generators if isinstance(root, _COMPREHENSIONS) else ():
            # The first is made outside, but if it is a generator, it is run from in here.
            self._go_over(part.iter, self._start(part.iter))
        attributes: list[ast.Attribute] = []
        while waiting:
            node = waiting.pop()
            kind = type(node)
            # Most nodes are of no interest but for their parts, and there are thousands.
            if kind is ast.Attribute:
                attributes.append(node)  # type: ignore[arg-type]
            if kind is ast.Call or isinstance(node, ast.stmt):
                self.run.add(node.lineno - 1 + self.shift)  # type: ignore[attr-defined]
            take = _TAKE.get(kind)
            if take is not None:
                take(self, node)
            if kind in _HELD_BACK:
                waiting.extend(self._executed(node))
            elif kind not in _LEAVES:
                for name in node._fields:
                    part = getattr(node, name)
                    if isinstance(part, list):
                        waiting.extend(part)
                    elif part is not None:
                        waiting.append(part)
        for attribute in attributes:
            if id(attribute) not in self.called:
                self.touched[attribute.attr].add(self._end(attribute))

    # What is taken of each kind of syntax

    def _name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.bound[node.id] += 1

    def _other_name(self, node: ast.ExceptHandler | ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self.bound[node.name] += 1

    def _pattern(self, node: ast.MatchClass) -> None:
        line = node.lineno - 1 + self.shift
        self.operated.add(line)
        if node.patterns:
            self.matched.add(line)
        for name in node.kwd_attrs:
            self.touched[name].add(line)

    def _mapping(self, node: ast.Dict) -> None:
        if None in node.keys:
            self.spread.add(self._start(node))

    def _scope(self, node: ast.Global | ast.Nonlocal) -> None:
        self.outer.update(node.names)

    def _operation(self, node: ast.expr | ast.stmt) -> None:
        self.operated.add(self._start(node))
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            for part in node.comparators:
                self._go_over(part, self._start(node))
        elif isinstance(node, ast.AugAssign):
            self._go_over(node.value, self._start(node))

    def _raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Name | ast.Attribute) and CLASS.search(last_part(node.exc)):
            self._call(node.exc)

    def _assign(self, node: ast.Assign | ast.NamedExpr | ast.AnnAssign) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node.value, ast.Constant):
            self.ends.add(self._start(node))
        for target in targets:
            if isinstance(target, ast.Tuple | ast.List) and node.value is not None:
                self._go_over(node.value, self._start(target))
        if len(targets) == 1 and isinstance(targets[0], ast.Name) and node.value is not None:
            self.aliases[targets[0].id] = node.value

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        prefix = "__a" if isinstance(node, ast.AsyncWith) else "__"
        for item in node.items:
            line = self._start(item.context_expr)
            for method in ("enter__", "exit__"):
                self.dotted[prefix + method].add(line)
            if prefix == "__a":
                self.gone_over[line] = ""

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self._go_over(node.iter, self._start(node.iter))
        leaving = [part for part in ast.walk(node) if isinstance(part, ast.Break | ast.Return)]
        self.left[self._start(node.iter)] |= {self._start(part) for part in leaving}

    def _leaving(self, node: ast.Return | ast.Delete) -> None:
        self.ends.add(self._start(node))

    def _starred(self, node: ast.Starred) -> None:
        if isinstance(node.ctx, ast.Load):
            self._go_over(node.value, self._start(node))

    def _awaited(self, node: ast.YieldFrom | ast.Await) -> None:
        if node.value is not None:
            self._go_over(node.value, self._start(node))

    def _called(self, node: ast.Call) -> None:
        self._call(node.func)
        self.calls[last_part(node)] += 1
        if any(keyword.arg is None for keyword in node.keywords) or last_part(node) in ("dict", "update"):
            self.spread.add(self._start(node))
        if any(isinstance(part, ast.Starred) for part in node.args):
            self.gone_over.setdefault(self._start(node), "")
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "type" and len(node.args) > 1:
            self.making.add(self._start(node))
        for part in node.args:
            if name in TAKING_IN:
                self._go_over(part, self._start(node))
            elif name in _LETTING_GO and isinstance(part, ast.GeneratorExp):
                self.consumed[self._start(part)].append(self._start(node))

    def _call(self, called: ast.expr) -> None:
        if isinstance(called, ast.Name):
            self.bare[called.id].add(self._start(called))
        elif isinstance(called, ast.Attribute):
            self.called.add(id(called))
            line = self._end(called)
            self.dotted[called.attr].add(line)
            if called.attr in MAKERS:
                self.chained[called.attr, last_part(called.value)].add(line)
        elif isinstance(called, ast.Lambda):
            self.consumed[self._start(called)].append(self._start(called))
        else:
            self.nameless.add(self._start(called))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            self.bound[name] += 1
            self.imports[name] = alias.name.rpartition(".")[2] if alias.asname else name
            if isinstance(node, ast.ImportFrom):
                self.touched["__getattr__"].add(self._start(node))
        for name in IMPORT_FROM_CALLS if isinstance(node, ast.ImportFrom) else IMPORT_CALLS:
            self.dotted[name].add(self._start(node))

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.bound[node.name] += 1
        if isinstance(node, ast.ClassDef):
            self.bare["__build_class__"].add(self._start(node))
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        kind = "class " if isinstance(node, ast.ClassDef) else ""
        decorated = bool(node.decorator_list)
        self.inner.append(Definition(kind + node.name, first - 1 + self.shift, self._start(node), decorated))
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call):
                self.nameless.add(self._start(decorator))
            else:
                self._call(decorator)

    def _expression(self, node: ast.expr) -> None:
        self.inner.append(Definition(_RECORDED[type(node)], self._start(node), self._end(node)))
        if isinstance(node, _COMPREHENSIONS) and not self.apart and not isinstance(node, ast.GeneratorExp):
            for part in node.generators:
                self._go_over(part.iter, self._start(part.iter))

    def _go_over(self, what: ast.expr, line: int) -> None:
        """Something is gone over on a line."""
        if isinstance(what, ast.GeneratorExp):
            self.consumed[self._start(what)].append(line)
        if isinstance(what, _INERT):
            return
        name = last_part(what) if isinstance(what, ast.Call) else ""
        self.used_up[name] += 1
        self.gone_over[line] = name if self.gone_over.get(line, name) == name else ""

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
        # Twice: an argument can be anything.
        for _ in range(2):
            yield from (ast.Name(arg.arg, ast.Store()) for arg in _arguments(root.args))


def _goes_over(node: ast.AST) -> ast.expr | None:
    """What a comprehension goes over, which the function around it works out."""
    return node.generators[0].iter if isinstance(node, _COMPREHENSIONS) else None


def _arguments(args: ast.arguments) -> list[ast.arg]:
    more = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *more]


def last_part(node: ast.expr) -> str:
    """The last name of an expression: ``b`` of ``a.b`` and of ``a.b()``, whose call only ``super`` needs."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


_TAKE: dict[type[ast.AST], Callable[[CalledNames, Any], None]] = {
    ast.Name: CalledNames._name,
    ast.Call: CalledNames._called,
    ast.Raise: CalledNames._raise,
    ast.With: CalledNames._with,
    ast.AsyncWith: CalledNames._with,
    ast.For: CalledNames._for,
    ast.AsyncFor: CalledNames._for,
    ast.Starred: CalledNames._starred,
    ast.Return: CalledNames._leaving,
    ast.MatchClass: CalledNames._pattern,
    ast.Dict: CalledNames._mapping,
    ast.Import: CalledNames._import,
    ast.ImportFrom: CalledNames._import,
    **dict.fromkeys((ast.Assign, ast.NamedExpr, ast.AnnAssign), CalledNames._assign),
    **dict.fromkeys((ast.ExceptHandler, ast.MatchAs, ast.MatchStar), CalledNames._other_name),
    **dict.fromkeys((ast.Global, ast.Nonlocal), CalledNames._scope),
    **dict.fromkeys((ast.YieldFrom, ast.Await), CalledNames._awaited),
    **dict.fromkeys(_OPERATIONS, CalledNames._operation),
    ast.Delete: CalledNames._leaving,
    **dict.fromkeys(DEFINITIONS, CalledNames._definition),
    **dict.fromkeys(_RECORDED, CalledNames._expression),
}
"""What is done with each kind of syntax that is of interest."""

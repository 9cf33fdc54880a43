"""Takes in the syntax of one function: what each kind of it calls, and on which line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from proftui.analysis.importlib_names import IMPORT_CALLS, IMPORT_FROM_CALLS
from proftui.analysis.source.called_names import CLASS, MAKERS, CalledNames, Definition, last_part
from proftui.analysis.source.executed import COMPREHENSIONS, body_of, executed_parts
from proftui.analysis.source.syntax import DEFINITIONS, EXPRESSIONS

_RECORDED: dict[type[ast.AST], str] = {kind: name for name, (kind, _) in EXPRESSIONS.items()}
"""The names that functions without one are recorded under."""
_HELD_BACK = frozenset((*DEFINITIONS, *_RECORDED))
"""Syntax with parts that run in a function of their own."""
_LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, str, int, type(None)))
"""What has no parts of interest; lists of parts have ``None`` in them too: the key of ``**more``."""
_OPERATIONS = (
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Subscript, ast.AugAssign, ast.FormattedValue),
    *(ast.If, ast.While, ast.IfExp, ast.Assert, ast.Match),
)
_PATTERNS = (ast.MatchValue, ast.MatchSequence, ast.MatchMapping)
_INERT = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Constant, ast.ListComp, ast.SetComp, ast.DictComp)
_TAKING_IN = frozenset({"list", "tuple", "dict", "set", "frozenset", "bytes", "bytearray"})
"""Built-in classes that go over what they are given."""
_LETTING_GO = frozenset({"any", "all", "next", "sum", "min", "max", "sorted"})
"""Built-in functions after which a generator that was written as their argument ends."""


class Collector:
    """Notes the names that some syntax calls."""

    def __init__(self, names: CalledNames) -> None:
        self.names = names
        self._called_attributes: set[int] = set()
        """By identity: they are no properties."""

    def collect(self, root: ast.AST) -> None:
        """Take in all that ``root`` executes."""
        waiting = list(body_of(root))
        if isinstance(root, COMPREHENSIONS):
            self._adding(root)
            for part in root.generators:
                # The first is made outside, but if it is a generator, it is run from in here.
                self._comprehension(part)
        attributes: list[ast.Attribute] = []
        while waiting:
            node = waiting.pop()
            kind = type(node)
            # Most nodes are of no interest but for their parts, and there are thousands.
            if kind is ast.Attribute:
                attributes.append(node)  # type: ignore[arg-type]
            if kind is ast.Call or isinstance(node, ast.stmt):
                self.names.run.add(node.lineno - 1 + self.names.shift)  # type: ignore[attr-defined]
            take = _TAKE.get(kind)
            if take is not None:
                take(self, node)
            if kind in _HELD_BACK:
                waiting.extend(executed_parts(node, self.names.apart))
            elif kind not in _LEAVES:
                for name in node._fields:
                    part = getattr(node, name)
                    if isinstance(part, list):
                        waiting.extend(part)
                    elif part is not None:
                        waiting.append(part)
        for attribute in attributes:
            if id(attribute) not in self._called_attributes:
                self.names.touched[attribute.attr].add(self._end(attribute))

    # What is taken of each kind of syntax

    def _name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.names.bound[node.id] += 1

    def _other_name(self, node: ast.ExceptHandler | ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self.names.bound[node.name] += 1

    def _pattern(self, node: ast.MatchClass) -> None:
        line = node.lineno - 1 + self.names.shift
        self.names.operated.add(line)
        if node.patterns:
            self.names.matched.add(line)
        for name in node.kwd_attrs:
            self.names.touched[name].add(line)

    def _matching(self, node: ast.pattern) -> None:
        self.names.operated.add(self._start(node))

    def _case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._truth(node.guard)

    def _mapping(self, node: ast.Dict) -> None:
        if None in node.keys:
            self.names.spread.add(self._start(node))
        self._hashed(node, node.keys)

    def _set(self, node: ast.Set) -> None:
        self._hashed(node, node.elts)

    def _hashed(self, node: ast.expr, keys: Sequence[ast.expr | None]) -> None:
        """A set or dictionary asks what it takes in for its hash, and whether it is equal."""
        if not all(isinstance(key, ast.Constant) for key in keys):
            self.names.operated.add(self._start(node))

    def _scope(self, node: ast.Global | ast.Nonlocal) -> None:
        self.names.outer.update(node.names)

    def _operation(self, node: ast.expr | ast.stmt) -> None:
        asked = node.test if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert) else node
        if _asks_nobody(asked):
            return
        self.names.operated.add(self._start(node))
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            self._truth(node.test)
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
            self.names.ends.add(self._start(node))
        for target in targets:
            if isinstance(target, ast.Tuple | ast.List) and node.value is not None:
                self._go_over(node.value, self._start(target))
        if len(targets) == 1 and isinstance(targets[0], ast.Name) and node.value is not None:
            self.names.aliases[targets[0].id] = node.value

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        prefix = "__a" if isinstance(node, ast.AsyncWith) else "__"
        for item in node.items:
            line = self._start(item.context_expr)
            for method in ("enter__", "exit__"):
                self.names.dotted[prefix + method].add(line)
            if prefix == "__a":
                self.names.gone_over[line] = ""

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self._go_over(node.iter, self._start(node.iter))
        leaving = [part for part in ast.walk(node) if isinstance(part, ast.Break | ast.Return)]
        self.names.left[self._start(node.iter)] |= {self._start(part) for part in leaving}

    def _leaving(self, node: ast.Return | ast.Delete) -> None:
        self.names.ends.add(self._start(node))

    def _starred(self, node: ast.Starred) -> None:
        if isinstance(node.ctx, ast.Load):
            self._go_over(node.value, self._start(node))

    def _awaited(self, node: ast.YieldFrom | ast.Await) -> None:
        if node.value is not None:
            self._go_over(node.value, self._start(node))

    def _called(self, node: ast.Call) -> None:
        self._call(node.func)
        self.names.calls[last_part(node)] += 1
        if any(keyword.arg is None for keyword in node.keywords) or last_part(node) in ("dict", "update"):
            self.names.spread.add(self._start(node))
        if any(isinstance(part, ast.Starred) for part in node.args):
            self.names.gone_over.setdefault(self._start(node), "")
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "type" and len(node.args) > 1:
            self.names.making.add(self._start(node))
        for part in node.args:
            if name in _TAKING_IN:
                self._go_over(part, self._start(node))
            elif name in _LETTING_GO and isinstance(part, ast.GeneratorExp):
                self.names.consumed[self._start(part)].append(self._start(node))

    def _call(self, called: ast.expr) -> None:
        if isinstance(called, ast.Name):
            self.names.bare[called.id].add(self._start(called))
        elif isinstance(called, ast.Attribute):
            self._called_attributes.add(id(called))
            line = self._end(called)
            self.names.dotted[called.attr].add(line)
            self.names.bases[called.attr].add(called.value.id if isinstance(called.value, ast.Name) else "")
            if called.attr in MAKERS:
                self.names.chained[called.attr, last_part(called.value)].add(line)
        elif isinstance(called, ast.Lambda):
            self.names.consumed[self._start(called)].append(self._start(called))
        else:
            self.names.nameless.add(self._start(called))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            self.names.bound[name] += 1
            self.names.imports[name] = alias.name.rpartition(".")[2] if alias.asname else name
            if isinstance(node, ast.ImportFrom):
                self.names.touched["__getattr__"].add(self._start(node))
        for name in IMPORT_FROM_CALLS if isinstance(node, ast.ImportFrom) else IMPORT_CALLS:
            self.names.dotted[name].add(self._start(node))

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.names.bound[node.name] += 1
        if isinstance(node, ast.ClassDef):
            self.names.bare["__build_class__"].add(self._start(node))
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        kind = "class " if isinstance(node, ast.ClassDef) else ""
        lines = first - 1 + self.names.shift, self._start(node)
        self.names.inner.append(Definition(kind + node.name, *lines, bool(node.decorator_list)))
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call):
                self.names.nameless.add(self._start(decorator))
            else:
                self._call(decorator)

    def _expression(self, node: ast.expr) -> None:
        self.names.inner.append(Definition(_RECORDED[type(node)], self._start(node), self._end(node)))
        if isinstance(node, COMPREHENSIONS):
            self.names.iterated |= {self._start(node), self._start(node.generators[0].iter)}
            if not self.names.apart:
                self._adding(node)

    def _comprehension(self, node: ast.comprehension) -> None:
        self._go_over(node.iter, self._start(node.iter))
        for part in node.ifs:
            self._truth(part)

    def _adding(self, node: ast.expr) -> None:
        """A comprehension takes something in."""
        if isinstance(node, ast.SetComp | ast.DictComp):
            taken = node.elt if isinstance(node, ast.SetComp) else node.key
            self.names.operated |= {self._start(node), self._start(taken)}

    def _truth(self, node: ast.expr) -> None:
        """Something is asked whether it is true."""
        if _asks_nobody(node):
            return
        self.names.operated |= {self._start(part) for part in ast.walk(node) if isinstance(part, ast.expr)}

    def _go_over(self, what: ast.expr, line: int) -> None:
        """Something is gone over on a line."""
        if isinstance(what, ast.GeneratorExp):
            self.names.consumed[self._start(what)].append(line)
        if isinstance(what, _INERT):
            return
        name = last_part(what) if isinstance(what, ast.Call) else ""
        self.names.used_up[name] += 1
        self.names.gone_over[line] = name if self.names.gone_over.get(line, name) == name else ""

    def _start(self, node: ast.expr | ast.stmt | ast.pattern) -> int:
        return node.lineno - 1 + self.names.shift

    def _end(self, node: ast.expr) -> int:
        return (node.end_lineno or node.lineno) - 1 + self.names.shift


def _asks_nobody(node: ast.AST) -> bool:
    """Whether that only looks which object something is, ``x is None``: no class is asked."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _asks_nobody(node.operand)
    if isinstance(node, ast.BoolOp):
        return all(map(_asks_nobody, node.values))
    return isinstance(node, ast.Compare) and all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)


_TAKE: dict[type[ast.AST], Callable[[Collector, Any], None]] = {
    ast.Name: Collector._name,
    ast.Call: Collector._called,
    ast.Raise: Collector._raise,
    ast.With: Collector._with,
    ast.AsyncWith: Collector._with,
    ast.For: Collector._for,
    ast.AsyncFor: Collector._for,
    ast.Starred: Collector._starred,
    ast.Return: Collector._leaving,
    ast.MatchClass: Collector._pattern,
    **dict.fromkeys(_PATTERNS, Collector._matching),
    ast.match_case: Collector._case,
    ast.Dict: Collector._mapping,
    ast.Set: Collector._set,
    ast.comprehension: Collector._comprehension,
    ast.Import: Collector._import,
    ast.ImportFrom: Collector._import,
    **dict.fromkeys((ast.Assign, ast.NamedExpr, ast.AnnAssign), Collector._assign),
    **dict.fromkeys((ast.ExceptHandler, ast.MatchAs, ast.MatchStar), Collector._other_name),
    **dict.fromkeys((ast.Global, ast.Nonlocal), Collector._scope),
    **dict.fromkeys((ast.YieldFrom, ast.Await), Collector._awaited),
    **dict.fromkeys(_OPERATIONS, Collector._operation),
    ast.Delete: Collector._leaving,
    **dict.fromkeys(DEFINITIONS, Collector._definition),
    **dict.fromkeys(_RECORDED, Collector._expression),
}
"""What is done with each kind of syntax that is of interest."""

"""Where a function calls what the profile says it calls: callees matched to the lines of its source.

A profile has no lines of calls, so names decide: a callee belongs to the lines that call its name, and
where they are several its figures are theirs together. What cannot be told is left out of the lines and
listed apart, so that nothing is missing from the sum. Source is parsed, never compiled or run.
"""

from __future__ import annotations

import ast
import builtins
import re
import tokenize
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from proftui.analysis.calls import callees
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour, Neighbours
from proftui_parsers import Profile

LARGEST_BLOCK = 64 << 10
"""Characters; 2 MB of dense code take ``ast`` seconds and a gigabyte."""
_LARGEST_STATEMENT = 8 << 10
"""The tokenizer of Python 3.12 takes seconds for a line of 60,000 characters."""


@dataclass(frozen=True, slots=True)
class Site:
    """One callee and the lines that call it; on more than one line, its figures are theirs together."""

    callee: int
    figures: Neighbour
    lines: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class CallSites:
    """The callees of one function: each stands once, on the lines that call it or elsewhere."""

    on_lines: Mapping[int, tuple[Site, ...]]
    """By line, the heaviest first; a site of several lines is under each of them."""
    elsewhere: Neighbours
    """What no line could be told for, the heaviest first."""

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """Every site once, the heaviest first."""
        found = list({id(site): site for sites in self.on_lines.values() for site in sites}.values())
        return tuple(found[place] for place in Neighbours.of(site.figures for site in found).by_weight)


def functions_of_file(profile: Profile, file: str) -> list[int]:
    """The functions that ``profile`` recorded in ``file``."""
    return [index for index, other in enumerate(profile.files) if other == file]


def call_sites(
    profile: Profile,
    names: Names,
    function: int,
    lines: Sequence[str],
    first: int,
    last: int,
    own: Sequence[int] | None = None,
) -> CallSites:
    """Match the callees of ``function`` to its lines.

    Args:
        profile: What was measured.
        names: The names of its functions.
        function: Whose lines they are.
        lines: All lines of its file.
        first: Its first line, counted from 1.
        last: Its last line.
        own: The functions of the same file, if the caller knows them (see ``functions_of_file``).
    """
    below = callees(profile, function)
    scope = None
    if below:
        if own is None:
            own = functions_of_file(profile, profile.files[function])
        scope = _scope_of(_last_name(names, function), lines, first, last, _comprehensions(profile, own))
    matched: dict[int, list[int]] = {}
    if scope is not None:
        matched = _Matching(profile, names, function, lines, scope).matched(list(below.functions))
    on_lines: dict[int, list[Site]] = defaultdict(list)
    elsewhere: list[int] = []
    for place in below.by_weight:
        found = matched.get(below.functions[place])
        if not found:
            elsewhere.append(place)
            continue
        neighbour = below[place]
        numbers = tuple(sorted({min(max(n, first), last) for n in found}))
        site = Site(neighbour.function, neighbour, numbers)
        for number in numbers:
            on_lines[number].append(site)
    return CallSites({n: tuple(on_lines[n]) for n in sorted(on_lines)}, below.chosen(elsewhere))


def _last_name(names: Names, index: int) -> str:
    """The name as the code says it: ``append`` of ``list.append``, ``run`` of ``Worker.run``."""
    name = names.shown_name(index)
    return name if name.startswith("<") else name.rpartition(".")[2]


_Expression = type[ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp]
_EXPRESSIONS: dict[str, tuple[_Expression, str]] = {
    "<lambda>": (ast.Lambda, "lambda"),
    "<listcomp>": (ast.ListComp, "["),
    "<setcomp>": (ast.SetComp, "{"),
    "<dictcomp>": (ast.DictComp, "{"),
    "<genexpr>": (ast.GeneratorExp, "("),
}
"""What is recorded of functions without a name: what they are and the first word of them."""
_RECORDED: dict[type[ast.AST], str] = {kind: name for name, (kind, _) in _EXPRESSIONS.items()}


def _comprehensions(profile: Profile, own: Iterable[int]) -> bool:
    """Whether comprehensions of this file are functions of their own; from Python 3.12 on they are not."""
    kinds = ("<listcomp>", "<setcomp>", "<dictcomp>")
    return any(profile.names[index].endswith(kinds) for index in own)


# --- the text of one function, and which of its syntax is executed by it


def _scope_of(name: str, lines: Sequence[str], first: int, last: int, apart: bool) -> _Scope | None:
    """What the function of this name calls in its block; ``None`` if the block is not its source."""
    if not 1 <= first <= last <= len(lines):
        return None
    block = lines[first - 1 : last]
    if sum(map(len, block)) + len(block) > LARGEST_BLOCK:
        return None
    roots = _roots(name, block)
    if not roots:
        return None
    scope = _Scope(first - 1, apart)
    for root in roots:
        scope.collect(root)
    return scope


def _roots(name: str, block: Sequence[str]) -> list[ast.AST]:
    """The syntax of the function itself; of several on one line, which the profile cannot tell apart, all."""
    indented = block[0][:1] in (" ", "\t", "\f")
    # Under an "if", text keeps its columns; strings and brackets that stand further left do no harm.
    tree = _parsed("if 1:\n" + "\n".join(block)) if indented else _parsed("\n" + "\n".join(block))
    body = [] if tree is None else tree.body
    if indented and body and isinstance(body[0], ast.If):
        body = body[0].body
    if name == "<module>":
        return [tree] if tree is not None else []
    if name not in _EXPRESSIONS:
        own = body[:1]
        return [node for node in own if isinstance(node, _DEFINITIONS) and node.name == name]
    kind, opening = _EXPRESSIONS[name]
    trees: Iterable[ast.AST | None] = [tree] if tree is not None else map(_parsed, _pieces(block, opening))
    found: dict[tuple[int, int], ast.AST] = {}
    for part, whole in enumerate(trees):
        for node in ast.walk(whole) if whole is not None else ():
            if isinstance(node, kind) and node.lineno == 2:
                found[part, node.col_offset] = node
    return list(found.values())


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


_Lines = defaultdict[str, set[int]]
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_HELD_BACK = frozenset((*_DEFINITIONS, *_RECORDED))
"""Syntax with parts that run in a function of their own."""
_TAKEN = _HELD_BACK | {
    *(ast.Call, ast.Name, ast.Raise, ast.Assign, ast.NamedExpr),
    *(ast.With, ast.AsyncWith, ast.Import, ast.ImportFrom),
}
_LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, str, int, bool, bytes, float))


@dataclass(eq=False)
class _Scope:
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
    inner: list[tuple[str, int, int]] = field(default_factory=list)
    """Functions defined here: recorded name, first and last line."""
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
            if isinstance(node.exc, ast.Name | ast.Attribute) and _CLASS.search(_name_of(node.exc)):
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
            self.inner.append((kind, self._start(node), self._end(node)))

    def _call(self, called: ast.expr) -> None:
        if isinstance(called, ast.Name):
            self.bare[called.id].add(self._start(called))
        elif isinstance(called, ast.Attribute):
            self.called.add(id(called))
            line = self._end(called)
            self.dotted[called.attr].add(line)
            if called.attr in _MAKERS:
                self.chained[called.attr, _name_of(called.value)].add(line)
        else:
            self.nameless.add(self._start(called))

    def _alias(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name) and isinstance(value, ast.Name | ast.Attribute):
            self.aliases[target.id] = _name_of(value)
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
        self.inner.append((kind + node.name, first - 1 + self.shift, self._start(node)))
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
        if isinstance(root, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (ast.Name(arg.arg, ast.Store()) for arg in _arguments(root.args))
    elif isinstance(root, ast.Lambda):
        yield root.body
        yield from (ast.Name(arg.arg, ast.Store()) for arg in _arguments(root.args))
    else:
        over = _goes_over(root)
        for node in ast.iter_child_nodes(root):
            parts = ast.iter_child_nodes(node) if isinstance(node, ast.comprehension) else (node,)
            yield from (part for part in parts if part is not over)


def _goes_over(node: ast.AST) -> ast.expr | None:
    """What a comprehension goes over, which the function around it works out."""
    comprehensions = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return node.generators[0].iter if isinstance(node, comprehensions) else None


def _arguments(args: ast.arguments) -> list[ast.arg]:
    more = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *more]


def _name_of(node: ast.expr) -> str:
    """The last name of an expression: ``b`` of ``a.b`` and of ``a.b()``, whose call only ``super`` needs."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


# --- callees to lines

_MAKERS = ("__init__", "__new__")
_CLASS = re.compile(r"^_*[A-Z]|^(?:cls|klass)$|class(?:_|__)?$")
"""Names that read as those of classes."""
_WRAPPERS = frozenset({"wrapper", "wrapped", "wrap", "inner", "inner_f", "decorated", "_wrapper", "_inner"})
"""What decorators mostly call the function that they put in another's place."""
_WITHOUT_INIT = frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
"""Classes whose instances are made without a Python function."""
_CLASS_LINE = re.compile(r"^[ \t\f]*class[ \t]+(\w+)[ \t]*(?:\(([^#\n]*))?", re.MULTILINE)


@dataclass(eq=False)
class _Matching:
    profile: Profile
    names: Names
    function: int
    lines: Sequence[str]
    scope: _Scope

    def matched(self, found: Sequence[int]) -> dict[int, list[int]]:
        """The lines of each callee that has any."""
        by_name: dict[int, str] = {index: _last_name(self.names, index) for index in found}
        makers = [index for index in found if by_name[index] in _MAKERS and not self._is_builtin(index)]
        others = [index for index in found if index not in set(makers)]
        owners = {by_name[index]: index for index in others if self._owns_name(index, by_name[index])}
        lines: dict[int, set[int]] = {
            index: self._lines_of(index, by_name[index], owners.get(by_name[index])) for index in others
        }
        taken = {by_name[index] for index in others if lines[index]}
        lines.update(self._made(makers, by_name, taken))
        lines.update(self._wrapped([i for i in others if not lines[i] and by_name[i] in _WRAPPERS], taken))
        return {index: list(where) for index, where in lines.items() if where}

    def _is_builtin(self, index: int) -> bool:
        return self.names.is_builtin(index)

    def _wrapped(self, wrappers: Sequence[int], taken: set[str]) -> dict[int, set[int]]:
        """The lines of a decorated function, which runs as its decorator's ``wrapper``: the only one left.

        ``taken`` are the names that other callees answer for.
        """
        scope = self.scope
        if len(wrappers) != 1 or scope.nameless:
            return {}
        free: defaultdict[str, set[int]] = defaultdict(set)
        for calls in (scope.bare, scope.dotted):
            for name, where in calls.items():
                if name.isidentifier() and name not in taken and not hasattr(builtins, name):
                    free[name] |= where
        return {wrappers[0]: next(iter(free.values()))} if len(free) == 1 else {}

    def _defined(self, index: int, name: str) -> list[tuple[str, int, int]]:
        """Where the callee is defined in this function, if it is."""
        if self.profile.files[index] != self.profile.files[self.function] or self._is_builtin(index):
            return []
        line = self.profile.linenos[index]
        same = [place for place in self.scope.inner if place[0] in (name, f"class {name}")]
        return [place for place in same if place[1] == line] or [p for p in same if p[1] <= line <= p[2]]

    def _owns_name(self, index: int, name: str) -> bool:
        """Whether the plain name can only mean this callee: a built-in, or a function defined here."""
        if self._is_builtin(index):
            return "." not in self.names.shown_name(index) and name not in self.scope.bound
        return bool(self._defined(index, name)) and not name.startswith("<")

    def _lines_of(self, index: int, name: str, owner: int | None) -> set[int]:
        scope = self.scope
        places = self._defined(index, name)
        if name in _EXPRESSIONS:
            called = {n for _, first, _ in places for n in scope.dotted.get(f"{name} {first}", ())}
            return called or {first for _, first, _ in places}
        if places and places[0][0].startswith("class "):
            # The body of a class, which runs where it stands.
            return {place[2] for place in places}
        bare, dotted = scope.bare.get(name, set()), scope.dotted.get(name, set())
        if owner == index:
            return bare or dotted
        if owner is not None:
            bare = set()
        return bare | dotted | (scope.touched.get(name, set()) if self._may_be_property(index) else set())

    def _may_be_property(self, index: int) -> bool:
        """Whether attributes call it; in this file, properties are seen by their decorators."""
        if self._is_builtin(index):
            return False
        line = self.profile.linenos[index]
        if self.profile.files[index] != self.profile.files[self.function] or not 1 <= line <= len(self.lines):
            return True
        return self.lines[line - 1].lstrip().startswith("@")

    def _made(
        self, makers: Sequence[int], by_name: Mapping[int, str], taken: set[str]
    ) -> dict[int, set[int]]:
        """Lines that make instances, by ``__init__`` or ``__new__``, if the class is known or the only one.

        ``taken`` are the names that other callees answer for.
        """
        if not makers:
            return {}
        classes = self._classes
        family = {index: self._family(self._class_of(index), classes) for index in makers}
        lines: dict[int, set[int]] = {}
        used: set[str] = set(taken)
        for index in makers:
            if family[index]:
                lines[index] = self._instances(by_name[index], self._class_of(index), family[index])
                used |= family[index]
        for method in _MAKERS:
            unknown = [index for index in makers if not lines.get(index) and by_name[index] == method]
            places = self._candidates(method, used)
            if len(unknown) == 1 and len(places) == 1 and not self.scope.nameless:
                lines[unknown[0]] = next(iter(places.values()))
        return lines

    def _instances(self, method: str, name: str, family: set[str]) -> set[int]:
        scope = self.scope
        found: set[int] = set()
        for made in family:
            found |= scope.bare.get(made, set()) | scope.dotted.get(made, set())
        me = self._class_of(self.function)
        for (called, before), where in scope.chained.items():
            if called == method and (before in family or (before == "super" and me in family - {name})):
                found |= where
        return found

    def _candidates(self, method: str, used: set[str]) -> dict[str, set[int]]:
        """Lines that seem to make an instance of a class that is not accounted for, by its name."""
        scope = self.scope
        found: defaultdict[str, set[int]] = defaultdict(set)
        for calls in (scope.bare, scope.dotted):
            for name, where in calls.items():
                renamed = scope.aliases.get(name) in used if calls is scope.bare else False
                if _CLASS.search(name) and name not in used and name not in _WITHOUT_INIT and not renamed:
                    found[scope.aliases.get(name, name)] |= where
        for (called, before), where in scope.chained.items():
            if called == method and before not in used and before not in _WITHOUT_INIT - {"super"}:
                found[before] |= where
        return dict(found)

    def _class_of(self, index: int) -> str:
        """The class whose method this is, if its name or this file tell."""
        parts = self.profile.names[index].split(".")
        if len(parts) > 1 and parts[-2] != "<locals>":
            return parts[-2]
        line = self.profile.linenos[index]
        if self.profile.files[index] != self.profile.files[self.function] or not 1 < line <= len(self.lines):
            return ""
        indent = _indent(self.lines[line - 1])
        for number in range(line - 2, -1, -1):
            text = self.lines[number]
            if _indent(text) < indent and text.strip() and not text.lstrip().startswith(("#", ")", "]", "}")):
                found = _CLASS_LINE.match(text)
                if found:
                    return found[1]
                indent = _indent(text)
            if not indent:
                break
        return ""

    @cached_property
    def _classes(self) -> list[tuple[str, set[str]]]:
        """The classes of this file with what they inherit from, in its order."""
        found = _CLASS_LINE.finditer("\n".join(self.lines))
        return [(match[1], set(re.findall(r"\w+", match[2] or ""))) for match in found]

    def _family(self, name: str, classes: Sequence[tuple[str, set[str]]]) -> set[str]:
        """A class and those below it in this file, which may be made by its methods."""
        family = {name} if name else set()
        for other, bases in classes:
            if bases & family:
                family.add(other)
        return family


def _indent(text: str) -> int:
    return len(text.expandtabs()) - len(text.expandtabs().lstrip())

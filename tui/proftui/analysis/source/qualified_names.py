"""The names of a file's functions with their class or function, as its text tells: ``Vector.parse``."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from proftui.analysis.source.collector import DEFINITIONS, EXPRESSIONS, parsed
from proftui.background.pieces import Pieces

LARGEST_FILE = 1 << 20
"""Characters; of a larger file, names stay as recorded."""
_LARGEST_BLOCK = 48 << 10
"""Characters that are parsed at once, some milliseconds; a larger class is taken by its methods."""
_STARTS = re.compile(r"([ \t]*)(@|(?:async[ \t]+)?def\b|class\b)")
_DECORATOR = re.compile(r"[ \t]*@")
_CLASS = re.compile(r"[ \t]*class[ \t]+(\w+)")

Recorded = tuple[int, str]
"""The line that is recorded of a function, and its name."""


class _Block(NamedTuple):
    """Lines of a file that can be parsed alone, from 0 on, and what they stand in: ``Vector.``."""

    first: int
    end: int
    scope: str


def qualified_names(lines: Sequence[str], places: Collection[Recorded]) -> Pieces[dict[Recorded, str]]:
    """The qualified names of the functions at these places of a file, as far as its text tells.

    Where no function of the name stands at its line, or several do that have different names, there is none.
    """
    found: defaultdict[Recorded, set[str]] = defaultdict(set)
    wanted = sorted({line - 1 for line, _ in places})
    if sum(map(len, lines)) <= LARGEST_FILE:
        for block in _blocks(lines, _Block(0, len(lines), ""), "", wanted):
            for place, name in _functions(block, "\n".join(lines[block.first : block.end]), wanted):
                found[place].add(name)
            yield
    return {place: found[place].pop() for place in places if len(found.get(place, ())) == 1}


def _blocks(lines: Sequence[str], whole: _Block, indent: str, wanted: Sequence[int]) -> Iterator[_Block]:
    """What holds wanted lines, in blocks that begin with a function or class of this indentation."""
    starts, decorated = [whole.first], False
    for number in range(whole.first, whole.end):
        match = _STARTS.match(lines[number])
        if match and match[1] == indent:
            if not decorated and number > whole.first:
                starts.append(number)
            decorated = match[2] == "@"
    for first, end in zip(starts, [*starts[1:], whole.end], strict=True):
        block = whole._replace(first=first, end=end)
        if not _any_within(wanted, first, end):
            continue
        if sum(map(len, lines[first:end])) <= _LARGEST_BLOCK:
            yield block
        else:
            yield from _methods(lines, block, indent, wanted)


def _methods(lines: Sequence[str], block: _Block, indent: str, wanted: Sequence[int]) -> Iterator[_Block]:
    """A large class by its methods; of anything else that is large, nothing is found out."""
    header = next((n for n in range(block.first, block.end) if not _DECORATOR.match(lines[n])), block.end)
    named = _CLASS.match(lines[header]) if header < block.end else None
    inside = range(header + 1, block.end)
    first = next((n for n in inside if _STARTS.match(lines[n])), block.end)
    match = _STARTS.match(lines[first]) if first < block.end else None
    if named is None or match is None or len(match[1]) <= len(indent):
        return
    # What stands further left ends the class, unless it is in a string: then less is found.
    left = (
        n for n in inside[first - header :] if not _is_blank(lines[n]) and not lines[n].startswith(match[1])
    )
    yield from _blocks(
        lines, _Block(first, next(left, block.end), f"{block.scope}{named[1]}."), match[1], wanted
    )


def _is_blank(line: str) -> bool:
    return line.lstrip()[:1] in ("", "#")


def _any_within(wanted: Sequence[int], first: int, end: int) -> bool:
    """Whether any of these numbers, in order, is from ``first`` to before ``end``."""
    at = bisect_left(wanted, first)
    return at < len(wanted) and wanted[at] < end


def _functions(block: _Block, text: str, wanted: Sequence[int]) -> Iterator[tuple[Recorded, str]]:
    """The functions and classes of a block on wanted lines, with their names."""
    # Under an "if", text keeps its columns.
    tree = parsed(f"if 1:\n{text}" if text[:1] in (" ", "\t") else f"\n{text}")
    before = block.first - 2
    waiting: list[tuple[ast.AST, str]] = [] if tree is None else [(tree, block.scope)]
    while waiting:
        node, scope = waiting.pop()
        first, end = _lines_of(node)
        if first and not _any_within(wanted, before + first, before + end + 1):
            continue
        name, lines = _recorded(node, first)
        for line in lines:
            yield (before + line + 1, name), scope + name
        waiting += _children(node, scope)


def _lines_of(node: ast.AST) -> tuple[int, int]:
    """The lines of a node from its first decorator on; from 0 on where it says none."""
    above = [each.lineno for each in getattr(node, "decorator_list", ())]
    return min([*above, getattr(node, "lineno", 0)]), getattr(node, "end_lineno", 0)


def _recorded(node: ast.AST, first: int) -> tuple[str, set[int]]:
    """What is recorded of a function or class: its name, and which lines may be."""
    if isinstance(node, DEFINITIONS):
        return node.name, {first, node.lineno}
    for name, (kind, _) in EXPRESSIONS.items():
        if isinstance(node, kind):
            # Older Pythons record a comprehension where its first part stands, not its bracket.
            part = node.key if isinstance(node, ast.DictComp) else getattr(node, "elt", node)
            return name, {first, part.lineno}
    return "", set()


def _children(node: ast.AST, scope: str) -> Iterator[tuple[ast.AST, str]]:
    """What is in a node, with the names that it stands in; lambdas and comprehensions are none of these."""
    inner, of_module = scope, set[str]()
    if isinstance(node, DEFINITIONS):
        inner = f"{scope}{node.name}."
        of_module = {name for part in node.body if isinstance(part, ast.Global) for name in part.names}
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                around = "" if getattr(child, "name", None) in of_module else inner
                yield child, around if field == "body" else scope

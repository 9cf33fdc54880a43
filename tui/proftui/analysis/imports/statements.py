"""The import statements of a source text, and in which function they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

LONGEST_TEXT = 1_000_000
"""Characters of a text that is looked through."""

_TOKEN = re.compile(
    r'''
    (?P<text>\#[^\n]*|"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |^(?P<indent>[ \t]*)(?P<block>(?:async[ \t]+)?(?:def|class|with|for)\b|@|(?:if|elif|else|try|except
        |finally|while|match|case)\b)
    |(?P<call>\b(?:import_module|__import__)\()
    |(?P<before>^[ \t]*|[;:][ \t]*)(?:
        import[ \t\0]+(?P<modules>[^\n;\#]+)
        |from(?P<module>[ \t\0]*\.[\w. \t\0]*?|[ \t\0]+[\w. \t\0]+?)[ \t\0]*\bimport\b[ \t\0]*
            (?:\((?P<several>(?:[^)\#]|\#[^\n]*)*)\)|(?P<names>[^\n;\#]+)))
    ''',
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_ARGUMENT = re.compile(r"""\s*[fF]?(["'])([\w.]*)(\1\s*[,)])?""")
_OWN_PACKAGE = re.compile(r"[^\n]*?,\s*(?:package\s*=\s*)?__(?:name|package)__\s*\)")
_FOR_TYPES = re.compile(r"[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:[ \t]*(?:#[^\n]*)?\n")
_COMMENT = re.compile(r"#[^\n]*")
_SPACE = re.compile(r"[\s\0]+")


class Statement(NamedTuple):
    """One module that a statement names: ``from a.b import c`` names ``a.b`` and then, perhaps, ``a.b.c``.

    A call of ``import_module`` or ``__import__`` counts too, with as much of its argument as is written out.
    """

    module: str
    """With leading dots where it is relative; ends in ``*`` where what follows is not known."""
    scope: tuple[int, int]
    """The lines from the decorator to the name of the function or class in which it stands; else zeros."""
    called: bool = False
    """Whether it is such a call."""


class _Block(NamedTuple):
    indent: int
    scope: tuple[int, int] | None
    for_types: bool
    """Whether it is never run."""


def statements(text: str) -> Iterator[Statement]:
    """All that a text imports."""
    # A line that goes on in the next one stays as long as it is; the zero is that end of a line.
    text = text.replace("\0", " ").replace("\\\n", " \0")
    blocks: list[_Block] = []
    decorator: int | None = None
    counted, line = 0, 1
    for token in _TOKEN.finditer(text):
        if token["text"] is not None:
            continue
        start = token.start()
        if token["call"] is not None:
            begin = text.rfind("\n", 0, start) + 1
            indent = len(text[begin:start].expandtabs()) - len(text[begin:start].expandtabs().lstrip())
            above = [block for block in blocks if block.indent < indent]
            yield Statement(_argument(text, token.end()), _scope(above), True)
            continue
        line += text.count("\n", counted, start) + text.count("\0", counted, start)
        counted = start
        if token["block"] == "@":
            decorator = line if decorator is None else decorator
            continue
        before = token["indent"] if token["block"] else token["before"]
        indent = len(before.expandtabs())
        while blocks and not before.strip() and blocks[-1].indent >= indent:
            blocks.pop()
        if token["block"] is not None:
            names = token["block"].endswith(("def", "class"))
            scope = (line if decorator is None else decorator, line) if names else None
            decorator = None if names else decorator
            for_types = token["block"] == "if" and _FOR_TYPES.match(text, token.end()) is not None
            blocks.append(_Block(indent, scope, for_types))
            continue
        if not any(block.for_types for block in blocks):
            for module in _modules(token):
                yield Statement(module, _scope(blocks))


def _scope(blocks: Sequence[_Block]) -> tuple[int, int]:
    return next((block.scope for block in reversed(blocks) if block.scope), (0, 0))


def _modules(token: re.Match[str]) -> Iterator[str]:
    if token["modules"] is not None:
        for part in token["modules"].replace("\0", " ").split(","):
            yield from part.split()[:1]
        return
    module = _SPACE.sub("", token["module"])
    if module.strip("."):
        yield module
    listed = _COMMENT.sub("", token["several"] if token["several"] is not None else token["names"])
    joined = module if module.endswith(".") else f"{module}."
    for part in listed.replace("\0", " ").strip("() \t").split(","):
        for name in part.split()[:1]:
            yield joined + name


def _argument(text: str, at: int) -> str:
    """What is written out of the argument of ``import_module``; ``*`` where nothing can be told."""
    match = _ARGUMENT.match(text, at)
    if match is None or not match[2] or (match[2][0] == "." and not _OWN_PACKAGE.match(text, match.end(2))):
        return "*"
    return match[2] if match[3] else f"{match[2]}*"

"""The syntax of one function: parsed, never compiled or run."""

from __future__ import annotations

import ast
import tokenize
import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress

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
    tree = parsed("if 1:\n" + "\n".join(block)) if indented else parsed("\n" + "\n".join(block))
    body = [] if tree is None else tree.body
    if indented and body and isinstance(body[0], ast.If):
        body = body[0].body
    if name == "<module>":
        return [tree] if tree is not None else []
    if name not in EXPRESSIONS:
        own = body[:1]
        return [node for node in own if isinstance(node, DEFINITIONS) and node.name == name]
    kind, opening = EXPRESSIONS[name]
    trees: Iterable[ast.AST | None] = [tree] if tree is not None else map(parsed, _pieces(block, opening))
    by_position: dict[tuple[int, int], ast.AST] = {}
    for part, whole in enumerate(trees):
        for node in ast.walk(whole) if whole is not None else ():
            if isinstance(node, kind) and node.lineno == 2:
                by_position[part, node.col_offset] = node
    return list(by_position.values())


def parsed(text: str) -> ast.Module | None:
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

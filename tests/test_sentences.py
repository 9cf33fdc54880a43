"""What the program says is written once, in two modules of sentences: code and tests take it from there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TypeGuard

import pytest
from tests.support.architecture import modules, nodes
from tests.support.sentences import (
    MESSAGES,
    READERS,
    all_sentences,
    fixed_parts,
    outside,
    pieces,
    strings,
    typed_again,
)

from proftui import messages
from proftui_parsers.messages import ONE_THREAD

TESTS = Path(__file__).parent
SHORTEST = 20
"""Characters from which on a string is a sentence and no longer a word or two."""
KNOWN = {
    piece
    for _, text in strings(Path(messages.__file__).read_text(encoding="utf-8"))
    for part in fixed_parts(text)
    for piece in pieces(part, SHORTEST)
}
HELD_TO_THE_LETTER = {"cli/test_cli.py", "cli/test_cli_trees.py", "cli/test_comparing.py"}
"""What is printed is read by other programs: here every character of it is asserted."""
SAID_ALIKE = {
    "elsewhere the system does not say what is free",
    "2 of these callers and callees",
    "functions that call each other in turn are one node, with their number",
    "some of its functions call each other in turn",
}
"""A sentence of the state row, an assertion's reason and why a test is skipped."""

NOT_SAID = {
    "proftui.analysis.columns": "a kind of column",
    "proftui.analysis.source.source_text": "the beginning of a reader's sentence",
    "proftui.cli.main": "words of the loader of libraries",
    "proftui.drawing.themes": "colours",
    "proftui.external.editor": "names of programs",
    "proftui.frame.actions": "what is found by typing, and not shown",
    "proftui.frame.keys": "pages, footers as actions with their labels, and words of filters",
    "proftui.output.conversion.speedscope": "names of threads, as py-spy writes them",
    "proftui.screens.explorer.sheets": "what is found by typing, and not shown",
    "proftui.state.call_trees": "a kind of tree",
    "proftui.terminal.tty": "names of signals",
    "proftui_parsers.import_free": "faults of the program itself",
}
"""Modules with strings of several words that no user reads, and what they are."""


def test_every_sentence_stands_in_a_module_of_sentences() -> None:
    found = {name: outside(path) for name, path in modules().items() if path not in (MESSAGES, READERS)}
    found = {name: sentences for name, sentences in found.items() if sentences}
    assert not {name: sentences for name, sentences in found.items() if name not in NOT_SAID}
    assert not NOT_SAID.keys() - found.keys()


@pytest.mark.parametrize("path", [MESSAGES, READERS])
def test_modules_of_sentences_are_plain_constants_each_named_once(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [type(node) for node in tree.body if not isinstance(node, ast.Assign | ast.Expr)] == [
        ast.ImportFrom
    ]
    targets = [
        name for node in tree.body if isinstance(node, ast.Assign) for name in ast.walk(node.targets[0])
    ]
    names = Counter(name.id for name in targets if isinstance(name, ast.Name))
    assert max(names.values()) == 1


def tree_of(path: Path) -> ast.Module:
    """A module, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))


def constants(path: Path) -> set[str]:
    """What a module of sentences calls them."""
    nodes = [node for node in tree_of(path).body if isinstance(node, ast.Assign)]
    return {name.id for node in nodes for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)}


def _is_read(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def uses(of_module: Iterable[ast.AST]) -> set[tuple[str, str]]:
    """The sentences that a module, given as its nodes, takes: the package of each, and its name."""
    found, package = set(), ""
    for node in of_module:
        if isinstance(node, ast.Import | ast.ImportFrom):
            origin = getattr(node, "module", "") or ""
            for alias in node.names:
                whole = f"{origin}.{alias.name}".lstrip(".")
                if whole.endswith("proftui.messages") or whole.endswith("proftui_parsers.messages"):
                    package = whole.partition(".")[0]
                elif origin.endswith(".messages"):
                    found.add((origin.partition(".")[0], alias.name))
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "messages":
            found.add((package, node.attr))
    return found


def test_every_sentence_is_used() -> None:
    used = {use for path in modules().values() for use in uses(nodes(path))}
    for path, module in ((MESSAGES, "proftui"), (READERS, "proftui_parsers")):
        own = {node.id for node in ast.walk(tree_of(path)) if _is_read(node)}
        assert not {name for name in constants(path) if (module, name) not in used and name not in own}


def test_a_use_is_one_of_its_own_module_of_sentences() -> None:
    source = (
        "import proftui_parsers.messages as messages\nfrom proftui.messages import B\n"
        "C = messages.A.format(other.D)"
    )
    assert uses(ast.walk(ast.parse(source))) == {("proftui_parsers", "A"), ("proftui", "B")}


def test_a_name_and_a_sentence_mean_one_thing() -> None:
    assert not constants(MESSAGES) & constants(READERS)
    texts = Counter(text for path in (MESSAGES, READERS) for _, text in strings(path.read_text("utf-8")))
    assert not [text for text, times in texts.items() if times > 1 and text.count(" ") > 2]


TRADE = (
    "bottom-up|bounds?|built-in|callees?|cumtime|cycles?|edges?|estimates?|findings?|hits|hot path|inflow"
    "|joint|least share|ncalls|nodes?|outflow|overhead|panes?|parents?|primitive|recursive"
    "|(?<!source-)roots?|samples?|siblings?|tottime|unroll(?:ed)?|waiting"
)
"""Words that someone who never used a profiler does not know."""


def test_every_word_of_the_trade_is_in_a_glossary() -> None:
    explained = " ".join(
        f"{word} {meaning}" for entries in messages.GLOSSARY.values() for word, meaning, _ in entries
    )
    for text in (text for path in (MESSAGES, READERS) for _, text in strings(path.read_text("utf-8"))):
        missing = {
            word for word in re.findall(rf"\b(?:{TRADE})\b", text) if word.rstrip("s") not in explained
        }
        assert not missing, text


def test_no_test_types_a_sentence_again() -> None:
    again = [
        f"{name}:{line}: {text}"
        for path in sorted(TESTS.rglob("*.py"))
        if (name := path.relative_to(TESTS).as_posix()) not in HELD_TO_THE_LETTER
        for line, text in typed_again(path.read_text(encoding="utf-8"), KNOWN, SHORTEST)
        if text not in SAID_ALIKE
    ]
    assert not again, "\n".join(again)


def test_one_command_prints_what_the_screen_and_the_readers_say() -> None:
    said = set(all_sentences())
    assert {messages.NO_CALLEES, messages.TAKES, messages.TAKE_HALF, ONE_THREAD} <= said
    assert sum("bottom-up" in text for text in said) == 1, "once, in the glossary"
    retired = (
        "nobody's",
        "take off",
        "take back",
        "take it back",
        "alone is",
        "could be told",
        "edges",
        "too thin",
        "the profiler saw",
        "nodes below",
        "is a key of",
        "sent to the terminal",
        "opcode",
    )
    assert not [text for text in said for word in retired if word in text]

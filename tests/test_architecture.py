"""The house stands: every module in a room, nothing points up, no circle; who may import what."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.support.architecture import (
    FLOOR_OF,
    FLOORS,
    ROOT,
    arrows,
    circles,
    imported,
    modules,
    nodes,
    room_of,
)
from tests.support.code_lines import BUDGETS, lines_by_room

MODULES = sorted(modules())
TEXTUAL = ("proftui.app", "proftui.widgets", "proftui.screens")
"""Rooms that may import Textual and Rich; and in each view, its widget."""


def test_every_module_has_a_room() -> None:
    assert {room_of(module) for module in MODULES} == set(FLOOR_OF)
    assert len(FLOOR_OF) <= 20 and len(FLOORS) <= 11


def test_nothing_points_up() -> None:
    """No module imports what stands above it or beside it."""
    assert [
        f"{module} imports {name}"
        for module in MODULES
        for name in arrows()[module]
        if room_of(name) != room_of(module) and FLOOR_OF[room_of(name)] >= FLOOR_OF[room_of(module)]
    ] == []


def test_analysis_says_and_draws_nothing() -> None:
    """It gives values: what is said of them, and how figures are written, is of the rooms above."""
    assert [
        f"{module} imports {name}"
        for module in MODULES
        for name in arrows()[module]
        if room_of(module) == "proftui.analysis" and room_of(name) in ("proftui.messages", "proftui.drawing")
    ] == []


def test_there_is_no_circle() -> None:
    assert circles(arrows()) == []


def test_rooms_keep_their_budgets() -> None:
    lines = lines_by_room()
    assert {room: lines[room] for room, budget in BUDGETS.items() if lines[room] > budget.lines} == {}
    # What a change takes out stays out.
    assert {room: lines[room] for room, budget in BUDGETS.items() if lines[room] < budget.lines - 60} == {}


COMPARING = re.compile(
    r"proftui\.(analysis\.compare|state\.(compar|scales)|frame\.(compare|about_both)|output\.comparison"
    r"|views\.\w+\.(compared|both|changes)|cli\.(comparing|limits|sides)"
    r"|screens\.explorer\.compare_keys)"
)
"""Modules whose whole subject is a comparison."""
MOST_NAMING = 25
COMPARED = re.compile(
    r"_?compare|(.*_)?(compared|compares|comparison)(_.*)?|(.*[a-z])?Compar(ed|ison)[A-Za-z]*"
)


def naming_a_comparison(module: str) -> set[str]:
    """Modules of comparing that a module imports, lazily or for types, too, and its own names that say so.

    Such names are the session's ``compared`` and ``both``, a part called ``compare``, and all with the words
    compared, compares or comparison. To ``analysis/search`` a comparison is a term like ``own>1s``.
    """
    path = modules()[module]
    found = {name for name in imported(path) if COMPARING.match(name)}
    if module.startswith("proftui.analysis.search."):
        return found
    for node in nodes(path):
        names = [getattr(node, name, None) for name in ("id", "attr", "arg", "name")]
        found.update(name for name in names if isinstance(name, str) and COMPARED.fullmatch(name))
        if isinstance(node, ast.Attribute) and node.attr == "both" and "session" in ast.unparse(node.value):
            found.add("session.both")
    return found


def test_few_modules_outside_of_comparing_name_a_comparison() -> None:
    outside = [m for m in MODULES if m.startswith("proftui.") and not COMPARING.match(m)]
    naming = [m for m in outside if naming_a_comparison(m)]
    assert len(naming) <= MOST_NAMING, naming


ASKED_FOR_ITS_FORMAT = {
    *("format", "producer", "recording", "sampled", "is_of_samples", "measure", "unit"),
    *("has_lines", "has_calls", "has_edges", "has_threads", "own_samples"),
}
"""What a profile is asked for that differs from format to format."""
MOST_BRANCHES = 120


def branches_on_formats(module: str) -> int:
    """Lines on which a condition reads what differs from format to format."""
    found = set[int]()
    for node in nodes(modules()[module]):
        tests: list[ast.expr] = []
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                tests = [test]
            case ast.Match(subject=subject):
                tests = [subject]
            case ast.BoolOp():
                tests = [node]
            case ast.comprehension(ifs=ifs):
                tests = ifs
        inside = (inner for test in tests for inner in ast.walk(test))
        found.update(
            inner.lineno
            for inner in inside
            if isinstance(inner, ast.Attribute) and inner.attr in ASKED_FOR_ITS_FORMAT
        )
    return len(found)


def test_few_conditions_outside_of_the_readers_ask_for_the_format() -> None:
    found = sum(branches_on_formats(module) for module in MODULES if module.startswith("proftui."))
    # What a change takes out stays out.
    assert MOST_BRANCHES - 10 <= found <= MOST_BRANCHES


def test_only_what_draws_with_them_knows_textual_and_rich() -> None:
    # The command line imports proftui's own application, and nothing of Textual by itself.
    without = [
        module
        for module in MODULES
        if room_of(module) not in TEXTUAL
        and not (module.startswith("proftui.views.") and module.endswith(".widget"))
    ]
    assert len(without) > len(MODULES) // 2
    assert [
        f"{module} imports {name}"
        for module in without
        for name in imported(modules()[module])
        if name.split(".")[0] in ("textual", "rich")
    ] == []


def test_views_do_not_import_each_other() -> None:
    views = [module for module in MODULES if module.startswith("proftui.views.")]
    assert len(views) > 5
    assert [
        f"{module} imports {name}"
        for module in views
        for name in arrows()[module]
        if name.startswith("proftui.views.")
        and name.split(".")[2] not in (module.split(".")[2], "protocol", "call_tree", "table_view")
    ] == []


def test_the_readers_import_the_standard_library_only() -> None:
    script = (
        "import sys; sys.path.insert(0, 'parsers'); before = set(sys.modules); import proftui_parsers;"
        "print({m.split('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names))"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "{'proftui_parsers'}"


FORBIDDEN_IMPORTS = {
    "marshal",
    "pickle",
    "cPickle",
    "pstats",
    "linecache",
    "shelve",
    "dill",
    "ctypes",
    "yaml",
}
FORBIDDEN_IMPORTS |= {"pty", "runpy", "code", "codeop", "imp", "cffi"}
FORBIDDEN_CALLS = {"eval", "exec", "__import__", "compile", "globals", "locals", "breakpoint", "input"}
FORBIDDEN_NAMES = {"os.system", "os.popen", "os.fork", "tempfile.mktemp", "importlib.import_module"}
FORBIDDEN_NAMES |= {"subprocess.getoutput", "subprocess.getstatusoutput", "builtins.eval", "builtins.exec"}
FORBIDDEN_STARTS = ("os.exec", "os.spawn", "os.posix_spawn")
ALLOWED = {
    ("proftui.external.editor", "subprocess"): "starts the editor, with a list of arguments",
    ("proftui.external.snakeviz", "subprocess"): "starts its server and the browser, with lists of arguments",
    ("proftui_parsers.detect", "importlib.metadata"): "formats of other packages that the user installed",
}
"""What can start something or import by name, and the only places where it is needed."""
GUARDED = {"subprocess", "importlib"}


def starts_something(module: str, node: ast.AST) -> Iterator[str]:
    """What of this node could run what the program reads."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [alias.name for alias in node.names]
        whole = names if isinstance(node, ast.Import) else [node.module or ""]
        for name in whole:
            first = name.split(".")[0]
            if first in FORBIDDEN_IMPORTS or (first in GUARDED and (module, name) not in ALLOWED):
                yield f"import {name}"
        if isinstance(node, ast.ImportFrom):
            yield from {f"{node.module}.{name}" for name in names} & FORBIDDEN_NAMES
    elif isinstance(node, ast.Attribute):
        name = ast.unparse(node)
        if name in FORBIDDEN_NAMES or name.startswith(FORBIDDEN_STARTS):
            yield name
    elif isinstance(node, ast.Call):
        yield from called(node)


def called(node: ast.Call) -> Iterator[str]:
    """What of this call could run what the program reads."""
    if isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
        yield node.func.id
    if any(word.arg == "shell" for word in node.keywords):
        yield "shell="
    if node.args and isinstance(node.args[0], ast.Constant | ast.JoinedStr | ast.BinOp):
        name = ast.unparse(node.func)
        if name.startswith("subprocess."):
            yield f"{name} of one text"


def test_nothing_in_the_product_can_run_what_it_reads() -> None:
    assert [
        f"{module}, line {getattr(node, 'lineno', 0)}: {what}"
        for module in MODULES
        for node in nodes(modules()[module])
        for what in starts_something(module, node)
    ] == []


@pytest.mark.parametrize(
    "line",
    [
        "import pickle",
        "from marshal import loads",
        "import subprocess",
        "from importlib import metadata",
        "from os import system",
        "from subprocess import getoutput",
        "os.execvp(a, b)",
        "eval(text)",
        "run(words, shell=True)",
        "subprocess.run('ls ' + folder)",
        "subprocess.run(f'ls {folder}')",
    ],
)
def test_what_could_run_something_is_found(line: str) -> None:
    assert [what for node in ast.walk(ast.parse(line)) for what in starts_something("proftui.cli.main", node)]


def is_possessive(pattern: str) -> list[str]:
    """Where the pattern gives nothing back: ``a*+``, ``a++``, ``a?+``, ``a{2,3}+``, ``(?>a)``."""
    bare = re.sub(r"\[[^\]]*\]", "x", re.sub(r"\\.", "x", pattern, flags=re.DOTALL))
    return re.findall(r"[*+?}]\+|\(\?>", bare)


def test_no_pattern_has_possessive_quantifiers_or_atomic_groups() -> None:
    # They came with Python 3.11.0 but match wrongly before 3.11.5, and Debian 12 has 3.11.2: whole files
    # were refused there. What does the same on all: (?=(...))\1, which looks ahead and steps over it.
    texts = [
        (f"{module}, line {node.lineno}", node.value)
        for module in MODULES
        for node in nodes(modules()[module])
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    ]
    assert [
        (where, text)
        for where, text in texts
        if is_possessive(text if isinstance(text, str) else text.decode("latin-1"))
    ] == []


@pytest.mark.parametrize("folder", ["tests", "benchmarks"])
def test_no_test_is_imported(folder: str) -> None:
    """What several tests need stands in ``tests/support``; what benchmarks need they have themselves."""
    refused = r"tests\S*\.test_|tests\S* import test_" if folder == "tests" else "tests"
    for path in sorted((ROOT / folder).rglob("*.py")):
        found = re.search(rf"^\s*(from|import) ({refused})", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert not found, f"{path}: {found and found[0]}"

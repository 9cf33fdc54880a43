from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [*(ROOT / "tui" / "proftui").rglob("*.py"), *(ROOT / "parsers").rglob("*.py")]
PRODUCT = [path for path in SOURCES if "demo" not in path.parts]

LAYERS = {
    "proftui_parsers": 0,
    "proftui.analysis": 1,
    "proftui.views": 3,
    "proftui.keyboard": 3,
    "proftui.driver": 3,
    "proftui.stage": 4,
    "proftui.growing": 4,
    "proftui.finding": 5,
    "proftui.branching": 6,
    "proftui.reading": 7,
    "proftui.sending": 8,
    "proftui.explorer": 9,
    "proftui.picker": 9,
    "proftui.waiting": 4,
    "proftui.app": 10,
    "proftui.cli": 11,
    "proftui.__main__": 12,
}
"""What stands below may not import what stands above; modules of plain lines are in between (2)."""

PLAIN = ("proftui.text", "proftui.figures", "proftui.terminal", "proftui.aside", "proftui.memory", "proftui")
"""Pure helpers that every layer of the explorer may use."""


def imported(path: Path) -> set[str]:
    """The modules that a file imports when it is imported itself."""
    names: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _for_types_only(node):
            continue
        waiting.extend(ast.iter_child_nodes(node))
    return names


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def module_of(path: Path) -> str:
    folder = ROOT / ("tui" if "tui" in path.parts else "parsers")
    return ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")


def layer(module: str) -> int:
    if module in PLAIN:
        return 0
    best = max(
        (name for name in LAYERS if module == name or module.startswith(f"{name}.")), key=len, default=""
    )
    return LAYERS[best] if best else 2


def known(name: str) -> bool:
    return any(module_of(path) == name for path in PRODUCT)


@pytest.mark.parametrize("path", PRODUCT, ids=module_of)
def test_imports_go_one_way(path: Path) -> None:
    module = module_of(path)
    for name in imported(path):
        if name.startswith("proftui") and known(name) and name != module:
            assert layer(name) <= layer(module), f"{module} imports {name}"


@pytest.mark.parametrize("path", PRODUCT, ids=module_of)
def test_only_views_and_what_is_above_them_know_textual_and_rich(path: Path) -> None:
    module = module_of(path)
    if layer(module) < 3:
        assert not {name.split(".")[0] for name in imported(path)} & {"textual", "rich"}


def test_views_do_not_import_each_other() -> None:
    common = ("drawing", "rows", "sheet", "prompt", "typing")
    shared = {f"proftui.views.{name}" for name in common}
    for path in (ROOT / "tui" / "proftui" / "views").glob("*.py"):
        others = {name for name in imported(path) if name.startswith("proftui.views.") and known(name)}
        assert others <= shared, path.name


def test_the_readers_import_the_standard_library_only() -> None:
    script = (
        "import sys; sys.path.insert(0, 'parsers'); before = set(sys.modules); import proftui_parsers;"
        "print({m.split('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names))"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "{'proftui_parsers'}"


def test_printing_imports_neither_textual_nor_rich() -> None:
    script = (
        "import sys; from proftui.cli import main; main(['--demo', '--print', '--limit', '1']);"
        "print({'textual', 'rich', 'asyncio'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "set()"


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
    ("proftui.editor", "subprocess"): "starts the editor, with a list of arguments",
    ("proftui.snakeviz", "subprocess"): "starts its own server and the browser, with lists of arguments",
    ("proftui_parsers", "importlib.metadata"): "formats of other packages that the user installed",
}
"""What can start something or import by name, and the only places where it is needed."""
GUARDED = {"subprocess", "importlib"}


@pytest.mark.parametrize("path", PRODUCT, ids=module_of)
def test_nothing_in_the_product_can_run_what_it_reads(path: Path) -> None:
    module, tree = module_of(path), ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            _check_imports(module, [alias.name for alias in node.names])
        elif isinstance(node, ast.ImportFrom):
            _check_imports(module, [node.module or ""])
            assert not {f"{node.module}.{alias.name}" for alias in node.names} & FORBIDDEN_NAMES
        elif isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            assert name not in FORBIDDEN_NAMES and not name.startswith(FORBIDDEN_STARTS), name
        elif isinstance(node, ast.Call):
            assert not (isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS)
            assert not any(word.arg == "shell" for word in node.keywords)
            if ast.unparse(node.func).startswith("subprocess."):
                assert not node.args or not isinstance(node.args[0], ast.Constant | ast.JoinedStr | ast.BinOp)


def _check_imports(module: str, names: list[str]) -> None:
    for name in names:
        first = name.split(".")[0]
        assert first not in FORBIDDEN_IMPORTS, name
        assert first not in GUARDED or (module, name) in ALLOWED, f"{module} imports {name}"


def stingy(pattern: str) -> list[str]:
    """Where the pattern gives nothing back: ``a*+``, ``a++``, ``a?+``, ``a{2,3}+``, ``(?>a)``."""
    bare = re.sub(r"\[[^\]]*\]", "x", re.sub(r"\\.", "x", pattern, flags=re.DOTALL))
    return re.findall(r"[*+?}]\+|\(\?>", bare)


def test_what_a_stingy_pattern_is() -> None:
    assert all(map(stingy, ("a*+", "(?:ab)++", "a?+b", "a{2,3}+", "[ab]*+", "(?>a)b")))
    assert not any(map(stingy, ("[*+]", r"\++", "a+b+", "a*?", "(?:a+)+", r"[^?+{}\[\]+]+", "(?=(a*))\\1")))


@pytest.mark.parametrize("path", PRODUCT, ids=module_of)
def test_no_pattern_has_possessive_quantifiers_or_atomic_groups(path: Path) -> None:
    # They came with Python 3.11.0 but match wrongly before 3.11.5, and Debian 12 has 3.11.2: whole files
    # were refused there. What does the same on all: (?=(...))\1, which looks ahead and steps over it.
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            assert not stingy(text), f"{module_of(path)}, line {node.lineno}: {text!r}"


def test_a_wheel_installs_two_packages_only(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"proftui", "proftui_parsers"}
    tops = {name.split("/")[0] for name in names}
    assert len([top for top in tops if not top.endswith(".dist-info")]) == 2
    for needed in (
        "proftui/proftui.tcss",
        "proftui/demo/demo.stats",
        "proftui/demo/demo.lprof",
        "proftui/demo/demo.py",
    ):
        assert needed in names
    assert "proftui/py.typed" in names and "proftui_parsers/py.typed" in names

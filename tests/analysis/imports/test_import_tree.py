from __future__ import annotations

import pstats
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.import_truth import WORK, importers, profiled

from proftui import messages
from proftui.analysis.imports.tree import ImportNode, ImportTree, hot_path
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.output import import_tree
from proftui.output.printed import Wanted
from proftui.state.session import Session
from proftui.state.view_names import IMPORTS
from proftui_parsers import load

PROGRAM = {
    "main.py": "import pack.heavy\nimport other\ndef late():\n    import lazy\nlate()\n",
    "pack/__init__.py": "from . import shared\n" + WORK.format(2000),
    "pack/shared.py": WORK.format(3000),
    "pack/heavy.py": "from pack import shared\nfrom .deep import value\n" + WORK.format(60000),
    "pack/deep.py": "import other\nvalue = 1\n" + WORK.format(20000),
    "other.py": "try:\n    import missing\nexcept ImportError:\n    import instead\n" + WORK.format(9000),
    "instead.py": WORK.format(8000),
    "lazy.py": WORK.format(30000),
}
IMPORTERS = {
    "pack": "main",
    "pack.shared": "pack",
    "pack.heavy": "main",
    "pack.deep": "pack.heavy",
    "other": "pack.deep",
    "instead": "other",
    "lazy": "late",
}


@pytest.fixture(scope="module")
def stats(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return profiled(tmp_path_factory.mktemp("imports"), PROGRAM)


def imports_of(path: Path) -> tuple[Session, ImportTree]:
    session = Session(load(str(path)), Order("tottime", True))
    finished(session.sources.finding_imports())
    assert session.sources.imports is not None
    return session, session.sources.imports


def module(session: Session, node: ImportNode, folder: Path) -> str:
    """What a row is called in the program: ``pack.deep``, ``late``."""
    file, _, name = session.profile.function(node.function)
    parts = list(Path(file).with_suffix("").parts[len(folder.parts) :])
    return ".".join(part for part in parts if part != "__init__") if name == "<module>" else name


def told(path: Path) -> dict[str, str]:
    """By module of the program, who has imported it; modules that are under no importer are left out."""
    session, tree = imports_of(path)
    folder = path.parent
    found = {}
    for node in tree.nodes():
        own = node.function >= 0 and session.profile.files[node.function].startswith(str(folder))
        if node.kind == "module" and own and node.parent is not None and node.parent.kind != "several":
            found[module(session, node, folder)] = module(session, node.parent, folder)
    return found


def test_every_module_stands_below_its_importer(stats: Path) -> None:
    found = told(stats)
    assert found == IMPORTERS
    by_python = importers(stats.parent)
    # A function is no importer for Python: the code that called it is.
    assert {name: by_python[name] for name in found} == found | {"lazy": "main"}


def test_without_text_only_times_tell_and_nothing_wrong_is_said(stats: Path) -> None:
    folder = stats.parent
    hidden = [folder / name for name in PROGRAM]
    for path in hidden:
        path.rename(path.with_suffix(".hidden"))
    try:
        found = told(stats)
        session, tree = imports_of(stats)
    finally:
        for path in hidden:
            path.with_suffix(".hidden").rename(path)
    assert found.items() <= IMPORTERS.items()
    (several,) = (root for root in tree.roots if root.kind == "several")
    listed = {module(session, node, folder) for node in several.children}
    assert set(IMPORTERS) - set(found) <= listed


def test_figures_are_those_of_the_file_and_add_up_to_what_imports_take(stats: Path) -> None:
    session, tree = imports_of(stats)
    table = pstats.Stats(str(stats)).stats  # type: ignore[attr-defined]
    rows = {session.profile.function(node.function): node for node in tree.nodes() if node.kind == "module"}
    callers = dict[object, float]()
    for place, (_, _, _, _, by) in table.items():
        if place[2] in ("_find_and_load", "_handle_fromlist"):
            for caller, (_, _, _, time) in by.items():
                callers[caller] = callers.get(caller, 0.0) + time
    for place, node in rows.items():
        assert node.time == pytest.approx(table[place][3])
        assert node.own == pytest.approx(table[place][3] - callers.get(place, 0.0), abs=1e-4)
    (loading,) = (table[place][3] for place in table if place[2] == "_find_and_load")
    times = tree.times
    assert times.total == loading
    assert tree.own is not None and times.loading is not None and tree.twice is not None
    assert tree.own + times.loading + times.extensions - tree.twice == pytest.approx(times.total, abs=1e-3)


def test_a_module_is_never_below_one_that_is_shorter(stats: Path) -> None:
    _, tree = imports_of(stats)
    for node in tree.nodes():
        if node.kind == "module" and node.parent is not None and node.parent.time is not None:
            assert node.time is not None and node.time <= node.parent.time + 1e-6


def test_what_a_text_imports_that_exec_runs_stands_below_the_text(tmp_path: Path) -> None:
    program = {
        "main.py": "import first\n"
        "for name in ('second', 'third'):\n    exec(compile(f'import {name}', '<made>', 'exec'))\n",
        "first.py": WORK.format(9000),
        "second.py": WORK.format(20000),
        "third.py": WORK.format(45000),
    }
    session, tree = imports_of(profiled(tmp_path, program))
    (text,) = (n for n in tree.roots if n.function >= 0 and session.profile.files[n.function] == "<made>")
    assert {module(session, n, tmp_path) for n in text.children} == {"second", "third"}
    assert tree.own is not None and not any(root.kind == "several" for root in tree.roots)


def test_who_might_have_been_earlier_makes_it_likely_at_most(tmp_path: Path) -> None:
    program = {
        "main.py": "import importlib, sys\ndef load(name):\n    return importlib.import_module(name)\n"
        "load(sys.argv[0][:0] + 'sha' + 'red')\nimport second\n",
        "second.py": "import shared\n",
        "shared.py": WORK.format(9000),
    }
    session, tree = imports_of(profiled(tmp_path, program))
    (shared,) = (n for n in tree.nodes() if n.function >= 0 and module(session, n, tmp_path) == "shared")
    assert shared.likely or (shared.parent is not None and shared.parent.kind == "function")


def test_of_two_that_name_a_module_and_had_the_time_neither_is_called_its_importer(tmp_path: Path) -> None:
    program = {
        "main.py": "import first, second\n",
        "first.py": "import shared, large\n",
        "second.py": "import shared, larger\n",
        "shared.py": WORK.format(100),
        "large.py": WORK.format(20000),
        "larger.py": WORK.format(40000),
    }
    found = told(profiled(tmp_path, program))
    assert found == {"first": "main", "second": "main", "large": "first", "larger": "second"}


def recorded_in_code(folder: Path, program: str, **modules: str) -> Path:
    """The profile of a text that ran while the profiler was switched on in code."""
    out = folder / "in_code.stats"
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    lines = [
        "import cProfile, importlib, itertools, sys",
        "pr = cProfile.Profile(itertools.count().__next__, 1e-6)\npr.enable()",
        program,
        f"pr.disable()\npr.dump_stats({str(out)!r})",
    ]
    main = folder / "main.py"
    main.write_text("\n".join(lines), encoding="utf-8")
    subprocess.run([sys.executable, str(main)], cwd=folder, check=True, timeout=60)
    return out


def printed(path: Path) -> list[str]:
    session = Session(load(str(path)), Order("tottime", True))
    return [line for line in import_tree.text(Wanted(session, IMPORTS)) if line is not None]


def test_what_is_imported_from_outside_the_profile_has_rows_and_figures_add_up(tmp_path: Path) -> None:
    path = recorded_in_code(
        tmp_path, "import first", first="import second\n" + WORK.format(9000), second=WORK.format(9000)
    )
    _, tree = imports_of(path)
    assert told(path)["second"] == "first"
    rows = printed(path)
    outside = next(at for at, row in enumerate(rows) if messages.CODE_OUTSIDE in row)
    assert rows[outside + 1].split()[-2:] == ["first", "first.py:1"]
    assert tree.own is not None and tree.times.loading is not None
    assert tree.times.loading > 0
    assert tree.own + tree.times.loading + tree.times.extensions == pytest.approx(tree.times.total, abs=1e-4)


def test_where_functions_import_too_loading_is_not_said(tmp_path: Path) -> None:
    program = "import first\ndef late():\n    import second\nlate()"
    path = recorded_in_code(tmp_path, program, first=WORK.format(9000), second=WORK.format(9000))
    _, tree = imports_of(path)
    assert tree.times.loading is None
    assert "loading" not in printed(path)[1]


@pytest.mark.parametrize("again", ["importlib.reload(first)", "del sys.modules['first']\nimport first"])
def test_of_a_module_that_ran_more_than_once_no_time_without_its_imports_is_said(
    tmp_path: Path, again: str
) -> None:
    program = f"import first\n{again}"
    path = recorded_in_code(tmp_path, program, first="import second\n" + WORK.format(90000), second="x = 1\n")
    session, tree = imports_of(path)
    (first,) = (n for n in tree.nodes() if n.function >= 0 and module(session, n, tmp_path) == "first")
    assert first.own is None and tree.times.loading is None and tree.own is None
    assert "more than once" in printed(path)[1]


def test_modules_that_code_loads_otherwise_are_not_denied(tmp_path: Path) -> None:
    program = """import importlib.util
spec = importlib.util.spec_from_file_location("first", "first.py")
module = importlib.util.module_from_spec(spec)
pr.enable()
spec.loader.exec_module(module)"""
    rows = printed(recorded_in_code(tmp_path, "pr.disable()\npr.clear()\n" + program, first="x = 1\n"))
    assert rows[-1] == messages.NO_IMPORTS[True]


@pytest.mark.parametrize(("own", "why"), [(0.2, "untold"), (0.8, "own")])
def test_a_hot_path_says_where_importers_are_not_told(own: float, why: str) -> None:
    node = ImportNode("module", 0, time=1.0, own=own)
    node.children.append(ImportNode("module", 1, time=0.1, own=0.1))
    assert hot_path(node, 1.0) == ([node], why)

from __future__ import annotations

import pstats
from pathlib import Path

import pytest
from tests.support.import_truth import WORK, importers, profiled

from proftui.analysis.imports.tree import ImportNode, ImportTree
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.state.session import Session
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
    finished(session.finding_imports())
    assert session.imports is not None
    return session, session.imports


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
    assert tree.own + times.loading + times.extensions - tree.twice == pytest.approx(times.total, abs=1e-3)


def test_a_module_is_never_below_one_that_is_shorter(stats: Path) -> None:
    _, tree = imports_of(stats)
    for node in tree.nodes():
        if node.kind == "module" and node.parent is not None and node.parent.time is not None:
            assert node.time is not None and node.time <= node.parent.time + 1e-6


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

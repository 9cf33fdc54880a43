"""What stays when the file is read again, though functions moved in it: place, open nodes, zoom, base."""

from __future__ import annotations

import marshal
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import Stats, dumped
from tests.support.import_truth import WORK, profiled
from tests.support.screens import typed
from tests.support.shots import Shot, seen

from proftui import messages
from proftui.screens.explorer import reload

PROGRAM = {
    "main.py": "import pack.heavy\n",
    "pack/__init__.py": "",
    "pack/heavy.py": "import pack.deep\n" + WORK.format(160000),
    "pack/deep.py": WORK.format(20000),
}
CHAIN = ("main", "load", "parse", "split")
"""Each calls the next one; ``load`` and ``main`` call others too."""


def write(path: Path, scale: float, line: int = 10, *more: str) -> None:
    """A program whose times are so many times one, and whose lines begin there."""
    place = {name: ("/home/me/app.py", line + 10 * n, name) for n, name in enumerate((*CHAIN, "save", "log"))}
    own = {"main": 0.5, "load": 1.0, "parse": 2.0, "split": 3.0, "save": 1.5, "log": 0.25}
    below = {"main": 7.75, "load": 6.25, "parse": 5.0, "split": 3.0, "save": 1.5, "log": 0.25}
    callers = {"load": "main", "parse": "load", "split": "parse", "save": "main", "log": "load"}
    table: Stats = {}
    for name, key in place.items():
        times = scale * own[name], scale * below[name]
        edges = {place[callers[name]]: (2, 2, *times)} if name in callers else {}
        table[key] = (2, 2, *times, edges)
    table |= {("/home/me/app.py", 1, name): (1, 1, 0.125, 0.125, {}) for name in more}
    path.write_bytes(dumped(table))


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(reload, "WAITS", ())
    write(tmp_path / "p.stats", 1.0)
    return tmp_path / "p.stats"


def names(shot: Shot) -> list[str]:
    """The functions in the rows of the body."""
    return [row.split()[-2] for row in shot.body if row.split()[-1:] and "app.py:" in row]


def test_open_nodes_and_the_cursor_stay_in_the_tree_though_lines_moved(path: Path) -> None:
    def edit() -> None:
        write(path, 2.0, line=33)

    *_, before, after = seen(path, "3", "C", "g", "right", "down", "right", "down", edit, "R")
    assert names(before) == names(after) == ["main", "load", "parse", "log", "save"]
    assert after.cursor.split()[-2:] == ["parse", "app.py:53"] and before.cursor.endswith("app.py:30 ")
    assert [row.startswith("▸") for row in before.body] == [row.startswith("▸") for row in after.body]


def test_what_the_user_closed_stays_closed_by_group_too(path: Path) -> None:
    for keys in (("3", "C"), ("M", "M", "3", "C")):
        *_, before, after = seen(path, *keys, lambda: write(path, 2.0, 33), "R")
        assert "1 node open" in before.rows[1] and "1 node open" in after.rows[1]


def test_zooms_stay_in_the_icicle_and_esc_goes_out_of_each(path: Path) -> None:
    keys = ("4", "up", "up", "enter", "down", "enter", "down")
    shown = seen(path, *keys, lambda: write(path, 2.0, 33), "R", "escape", "escape")
    before, after, out, all_of_it = shown[-4:]
    assert " main " in all_of_it.rows[2]
    assert [row[:7] for row in after.body[:4]] == [row[:7] for row in before.body[:4]]
    assert before.selected == after.selected == "split" and "app.py:63" in after.detail
    assert out.selected == "parse" and all_of_it.selected == "load"


def test_calls_stay_at_their_function(path: Path) -> None:
    *_, before, after = seen(path, "2", "g", lambda: write(path, 2.0, 33), "R")
    whose = [next(row for row in shot.rows if " callees of " in row).split()[-2] for shot in (before, after)]
    assert whose == ["split", "split"] and after.cursor.split()[-2] == "split"


def test_a_shape_stays(path: Path) -> None:
    after = seen(path, "G", "k", "x", "g", lambda: write(path, 2.0, 33), "R")[-1]
    assert " › without " in after.rows[2]


def test_the_former_reading_is_the_first_in_the_list_of_bases(path: Path) -> None:
    write(path.with_name("other.stats"), 5.0)
    os.utime(path.with_name("other.stats"), (10**9, 10**9))
    *_, listed, compared, _, back = seen(path, lambda: write(path, 2.0, 33), "R", "D", "enter", "D", "enter")
    name = messages.AS_READ_BEFORE.format("p.stats")
    (row,) = (row for row in listed.rows if "▸" in row)
    assert name in row
    assert compared.rows[0].startswith(f" {name} → p.stats ") and " 8.250 → 16.500 s " in compared.rows[0]
    assert "split" in compared.cursor and back.rows[0].startswith(" p.stats  ")
    # Before anything was read again there is none.
    assert not any(name in row for row in seen(path, "D")[-1].rows)


def test_comparing_goes_on_with_the_same_base_order_filter_and_view(path: Path) -> None:
    base = path.with_name("base.stats")
    write(base, 1.0)

    def edit() -> None:
        write(path, 3.0, 33)

    keys = ("D", "enter", "o", "a", "slash", *typed("!main"), "enter", "down", "down")
    *_, before, after = seen(path, *keys, edit, "R")
    assert after.rows[0].startswith(" base.stats → p.stats ") and " 8.250 → 24.750 s " in after.rows[0]
    assert names(before) == names(after) and "main" not in names(after) and "▴function" in after.rows[3]
    assert before.selected == after.selected
    *_, tree, later, same = seen(
        path, "D", "enter", "3", "g", "left", "b", lambda: write(path, 2.0, 10), "R", "R"
    )
    assert tree.tab == later.tab == "3 Tree" and messages.BEFORE_IS_SHOWN in later.rows[1]
    assert names(tree) == names(later) == ["main"]
    assert same.state.startswith(messages.NOT_CHANGED_SINCE.format(""))


def test_source_stays_at_the_line_though_its_function_moved(path: Path, tmp_path: Path) -> None:
    source, lines = tmp_path / "code.py", [f"    x{n} = {n}\n" for n in range(60)]

    def edit(*above: str) -> None:
        source.write_text("".join([*above, "def f():\n", *lines]))
        first = len(above) + 1
        table: Stats = {(str(source), first, "f"): (1, 1, 1.0 + first, 1.0 + first, {})}
        # Another function is the first of the file then.
        more: Stats = {(str(source), n + 1, f"g{n}"): (1, 1, 0.5, 0.5, {}) for n in range(len(above))}
        path.write_bytes(dumped(more | table))

    edit()
    moved = partial(edit, "def g0(): pass\n", "def g1(): pass\n")
    *_, before, after = seen(path, "5", *["pagedown"] * 2, "up", moved, "R")
    texts = [row.partition("x")[2].split()[0] for row in (before.cursor, after.cursor)]
    assert texts[0] == texts[1] and int(texts[0]) > 20
    assert [row.startswith("▸") for row in before.body] == [row.startswith("▸") for row in after.body]


def test_what_is_open_stays_in_imports(path: Path, tmp_path: Path) -> None:
    (tmp_path / "program").mkdir()
    path.write_bytes(profiled(tmp_path / "program", PROGRAM).read_bytes())

    def edit() -> None:
        table = marshal.loads(path.read_bytes())
        path.write_bytes(marshal.dumps({key: _twice(entry) for key, entry in table.items()}))

    opened, closed, after = seen(path, "I", "g", "left", edit, "R")[-3:]
    assert closed.tab == after.tab == "I Imports" and "→" in after.state
    rows = [sum(bool(row.strip()) for row in shot.body) for shot in (opened, closed, after)]
    assert rows[1] == rows[2] < rows[0]


def _twice(entry: Any) -> Any:
    """An entry of a file of pstats with times twice as long."""
    calls, more, own, below, callers = entry
    edges = {key: (*edge[:2], 2 * edge[2], 2 * edge[3]) for key, edge in callers.items()}
    return calls, more, 2 * own, 2 * below, edges

"""What stays when the new side of a comparison is read again: the overview's row, the line that calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.compared_screens import Said, stats_of
from tests.support.corpus import dumped, small
from tests.support.screens import typed
from tests.support.shots import seen

from proftui import messages

BEFORE: Said = {"parse": (100, 0.2), "closest": (50, 0.4), "walk": (9, 0.1), "len": (9, 0.1)}
AFTER: Said = {"parse": (200, 0.5), "closest": (50, 0.1), "walk": (9, 0.3), "len": (9, 0.2)}
LATER: Said = {"walk": (9, 0.7), "parse": (200, 0.4), "closest": (50, 0.2), "len": (9, 0.15)}
TEXT = "def main():\n    parse()\n    a = len(x)\n    b = 1\n    c = len(y)\n"


def write(folder: Path, name: str, said: Said, text: str = "") -> Path:
    """A run of the program, whose ``len`` is the built-in; with its text, where there is one."""
    folder.mkdir(exist_ok=True)
    place = str(folder / "app.py") if text else "/home/me/app.py"
    if text:
        (folder / "app.py").write_text(text)
    first = text[: text.find("def main")].count("\n") + 1 if text else 1
    known = {
        key: ("~", 0, "<built-in method builtins.len>") if key[2] == "len" else (place, key[1], key[2])
        for key in stats_of(said)
    }
    known |= {key: (place, first, "main") for key in known if key[2] == "main"}
    table = {
        known[key]: (*row[:4], {known[caller]: edge for caller, edge in row[4].items()})
        for key, row in stats_of(said).items()
    }
    path = folder / name
    path.write_bytes(dumped(table))
    return path


@pytest.fixture
def after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, "before.stats", BEFORE)
    return write(tmp_path, "after.stats", AFTER)


@pytest.mark.parametrize("rows", [3, 6])
def test_the_overview_keeps_its_row(after: Path, rows: int) -> None:
    keys = ("D", "enter", "0", *["down"] * rows)
    *_, before, then = seen(after, *keys, lambda: write(after.parent, after.name, LATER), "R")
    said = [shot.cursor.replace("▸", " ") for shot in (before, then)]
    assert "read again" in then.state
    # In Causes a sentence, among functions a name.
    known = [next(word for word in row.split() if word in BEFORE) for row in said]
    assert known[0] == known[1] and ("app.py" in said[0]) is ("app.py" in said[1])


def test_such_lines_are_those_after(after: Path) -> None:
    keys = ("D", "enter", "slash", *typed("builtins.len"), "enter", "5", "b")
    then = seen(after, *keys)[-1]
    assert messages.SIDE_IS[True] in then.state and " before" not in then.rows[1]


def test_what_has_other_figures_now_is_shown_alone(after: Path) -> None:
    lines = small("lp5.1.0-julia.lprof").read_bytes()
    then = seen(after, "D", "enter", lambda: after.write_bytes(lines), "R")[-1]
    assert "times of calls and times of lines cannot be compared" in then.state and "→" not in then.rows[0]

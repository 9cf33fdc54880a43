"""Source while two sides are compared and ``b`` asks for the side before: its text, its lines, and back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.support.compared import moved, side
from tests.support.compared_lines import AFTER, BEFORE, NEW, OLD, both, lines, row_with, timed
from tests.support.compared_screens import Said, compared_screen, compared_screens, stats_of, written
from tests.support.corpus import dumped

from proftui import messages
from proftui.analysis.compare.side import Side


def cursor(rows: list[str]) -> str:
    """The row under the cursor."""
    return next(row for row in rows[4:] if row.startswith("▸"))


def test_the_text_before_has_its_own_lines_and_what_is_new_stands_below(tmp_path: Path) -> None:
    rows = compared_screen(*both(tmp_path), ["5", "b"])
    assert "before · 1 new · 1 gone" in rows[1]
    assert "hits" in rows[3] and "before" in rows[3] and "after" not in rows[3]
    assert row_with(rows, "slow = sorted")[:5] == ["5", "1", "90.000", "−90.000", "gone"]
    assert row_with(rows, "for i in range")[:5] == ["3", "101", "50.000", "+10.000", "×1.20"]
    assert any(messages.LINES_OF_OTHER[True].format("1 line") in row for row in rows)
    assert row_with(rows, "if i % 2")[:5] == ["5", "0", "0.000", "+30.000", "new"]
    assert messages.SIDE_IS[True] in rows[-2]


def test_the_cursor_stays_on_its_line_there_and_back(tmp_path: Path) -> None:
    keys = ["5", "b", "b", "down", "b", "b"]
    after, before, again, moved, other, back = compared_screens(*both(tmp_path), keys)[1:]
    assert cursor(after).split()[1] == "6" and cursor(before).split()[1] == "4"
    assert after[4:-2] == again[4:-2]
    assert cursor(moved).split()[1] == "7" and cursor(other).split()[1] == "6"
    assert cursor(back) == cursor(moved)


def test_a_line_of_one_side_alone_is_the_row_below_the_text_of_the_other(tmp_path: Path) -> None:
    new, below, back = compared_screens(*both(tmp_path), ["5", "up", "b", "b"])[2:]
    assert "if i % 2" in cursor(new) and "if i % 2" in cursor(below)
    assert cursor(back) == cursor(new)


def test_where_the_text_before_is_not_at_hand_that_after_stays(tmp_path: Path) -> None:
    after, before = compared_screens(*both(tmp_path, old=""), ["5", "b"])[1:]
    assert messages.NO_TEXT_BEFORE in before[-2]
    assert after[3:-2] == before[3:-2]


def test_a_file_that_was_edited_since_is_not_the_text_before(tmp_path: Path) -> None:
    # As in the loop of editing and running again: both sides name one file, which is that after.
    path = lines(tmp_path / "app", OLD, BEFORE, 1)
    before = path.rename(path.with_name("old.lprof"))
    os.utime(before, (0, 0))
    path.write_bytes(timed(tmp_path / "app" / "app.py", AFTER, 2))
    (tmp_path / "app" / "app.py").write_text(NEW)
    os.utime(tmp_path / "app" / "app.py", (9, 9))
    rows = compared_screen(side(before), side(path), ["5", "b"])
    assert messages.NO_TEXT_BEFORE in rows[-2] and any("if i % 2" in row for row in rows)


def test_a_new_function_has_no_text_before(tmp_path: Path) -> None:
    before = written(tmp_path, "a.stats", {"parse": (9, 0.5)})
    after = written(tmp_path, "b.stats", {"parse": (9, 0.4), "new_way": (5, 0.02)})
    rows = compared_screen(side(before), side(after), ["slash", *"is:new", "enter", "5", "b"])
    assert messages.NO_LINES_BEFORE in rows[-2]


def calls(folder: Path, text: str, said: Said) -> Side:
    """A run of ``main``, which stands in ``text`` and calls what is said."""
    folder.mkdir()
    (folder / "app.py").write_text(text)
    path = folder / "app.stats"
    path.write_bytes(dumped(moved(stats_of(said), {"/home/me": str(folder)})))
    return side(path)


def test_calls_on_lines_before_are_compared_with_those_after(tmp_path: Path) -> None:
    text = "def main():\n    parse()\n    old_way()\n"
    before = calls(tmp_path / "old", text, {"parse": (9, 0.5), "old_way": (5, 0.05)})
    text = "def main():\n\n    parse()\n    new_way()\n"
    after = calls(tmp_path / "new", text, {"parse": (6, 0.2), "new_way": (2, 0.01)})
    rows = compared_screen(before, after, ["slash", *"main", "enter", "5", "b"], size=(120, 30))
    assert cursor(rows).split()[1:7] == ["2", "9", "6", "×0.67", "500.000", "200.000"]
    assert row_with(rows, "    old_way()")[:3] == ["3", "5", "0"]
    assert any(messages.CALLEES_OF_OTHER[True].format("1 callee") in row for row in rows)
    assert row_with(rows, "new_way")[:2] == ["0", "2"] and "new" in row_with(rows, "new_way")
    assert "app.py:2 " in rows[-3]


def test_y_copies_the_line_of_the_text_that_is_shown(tmp_path: Path) -> None:
    before, after = compared_screens(*both(tmp_path), ["5", "b", "y", "b", "y"])[3::2]
    assert "old/app.py:4" in before[-2] and "new/app.py:6" in after[-2]


def test_w_writes_which_line_is_which_of_the_text_that_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    compared_screens(*both(tmp_path), ["5", "b", "w", "j"])
    (entry,) = json.loads((tmp_path / "app.compared.json").read_text("utf-8"))["functions"]
    by_line = {tuple(line["line"]): line for line in entry["lines"]}
    assert set(by_line) == {(2, 3), (3, 4), (4, 6), (5, None), (6, 7), (None, 5)}
    assert by_line[5, None]["status"] == "gone" and by_line[None, 5]["status"] == "new"

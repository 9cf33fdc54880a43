"""Source while two sides are compared: lines of both, as far as it can be said which is which."""

from __future__ import annotations

import pickle
from pathlib import Path

from line_profiler.line_profiler import LineStats
from tests.support.compared import side
from tests.support.compared_lines import AFTER, BEFORE, NEW, OLD, both, lines, row_with
from tests.support.compared_screens import compared_screen, compared_screens, pair, written

from proftui import messages


def test_lines_are_matched_by_their_text_and_the_rest_is_new_or_gone(tmp_path: Path) -> None:
    rows = compared_screen(*both(tmp_path), ["5"])
    assert rows[1].rstrip().endswith("by text · 1 new · 1 gone")
    # The cursor is on the line that changed the most.
    assert row_with(rows, "total += i * i")[:6] == ["▸", "6", "50", "100.000", "−100.000", "×0.50"]
    assert row_with(rows, "for i in range")[:5] == ["4", "101", "60.000", "+10.000", "×1.20"]
    assert row_with(rows, "if i % 2")[:5] == ["5", "100", "30.000", "+30.000", "new"]
    assert any(messages.LINES_GONE.format("1 line") in row for row in rows)
    assert row_with(rows, "slow = sorted")[:5] == ["5", "0", "0.000", "−90.000", "gone"]
    assert "200.000 → 100.000 ms  −100.000 · 100 → 50 hits" in rows[-3]
    assert messages.LINES_MATCHED["text"] in rows[-2]


def test_the_changes_of_lines_add_up_to_that_of_the_function(tmp_path: Path) -> None:
    sides = both(tmp_path)
    rows = compared_screen(*sides, ["5"], size=(120, 30))
    changes = [
        float(word.replace("−", "-"))
        for row in rows[4:-3]
        for word in row.split()
        if word[:1] in "+−" and word[1:2].isdigit()
    ]
    assert sum(changes) == 1000 * (sides[1].total - sides[0].total)


def test_without_a_text_lines_are_matched_by_place_where_there_are_as_many(tmp_path: Path) -> None:
    rows = compared_screen(*both(tmp_path, old=""), ["5"])
    # The function is as long as before: nothing tells that a line was moved.
    assert messages.LINES_MATCHED["place"] in rows[-2] and "by place" in rows[1]
    assert row_with(rows, "for i in range")[:4] == ["4", "101", "60.000", "+10.000"]


def test_of_another_length_without_a_text_nothing_is_claimed(tmp_path: Path) -> None:
    before = side(lines(tmp_path / "old", "", [*BEFORE, (9, 1, 10)], 1))
    after = side(lines(tmp_path / "new", NEW, AFTER, 2))
    rows = compared_screen(before, after, ["5"])
    assert messages.LINES_APART.format("after alone") in rows[-2] and "after alone" in rows[1]
    assert "Δ" not in rows[3] and row_with(rows, "total += i * i")[1:4] == ["6", "50", "100.000"]


def test_of_a_whole_file_each_function_is_matched_by_itself(tmp_path: Path) -> None:
    sides = []
    for name, first in (("old", 1), ("new", 2)):
        other = ("play", 9 + first), [(10 + first, 1, 1000 * first)]
        long = (("work", first), [(first + at, 1, 10_000) for at in range(1, 3 + first)])
        folder = tmp_path / name
        folder.mkdir()
        if name == "new":
            (folder / "app.py").write_text(NEW + "\n\n\ndef play():\n    return 1\n")
        timings = {(str(folder / "app.py"), line, called): of for (called, line), of in (other, long)}
        path = folder / "app.lprof"
        path.write_bytes(pickle.dumps(LineStats(timings, 1e-6)))
        sides.append(side(path))
    keys = ["slash", *"work", "enter", "5", "a", "down"]
    rows = compared_screen(sides[0], sides[1], keys)
    # Of work no line is, of play its only one.
    assert messages.LINES_APART.format("after alone") in rows[-2]
    assert row_with(rows, "return 1")[1:4] == ["1", "2.000", "+1.000"]


def test_shares_and_order_are_of_changes(tmp_path: Path) -> None:
    _, percent, sorted_rows = compared_screens(*both(tmp_path), ["5", "percent_sign", "s"])[1:]
    assert "after %" in percent[3] and row_with(percent, "if i % 2")[3] == "+8.8"
    assert "total += i * i" in sorted_rows[4] and "if i % 2" in sorted_rows[5]
    assert messages.LINES_BY_CHANGE in sorted_rows[-2]


def test_calls_on_lines_are_compared_by_what_they_call() -> None:
    rows = compared_screen(*pair(), ["down", "down", "down", "5"], size=(120, 30))
    assert "by callee · 2 new" in rows[1]
    assert row_with(rows, "edit_distance")[:6] == ["▸", "23142", "10994", "×0.48", "1.671", "1.031"]
    assert row_with(rows, " abs ")[:2] == ["0", "23142"] and "new" in row_with(rows, " abs ")
    assert "own +0.018 s" in rows[-2]


def test_what_is_not_called_any_more_stands_below(tmp_path: Path) -> None:
    before = written(tmp_path, "a.stats", {"parse": (9, 0.5), "old_way": (5, 0.05)})
    after = written(tmp_path, "b.stats", {"parse": (9, 0.4), "new_way": (5, 0.02)})
    rows = compared_screen(side(before), side(after), ["G", "5"])
    assert any(messages.CALLEES_GONE.format("1 callee") in row for row in rows)
    assert row_with(rows, "old_way")[2:4] == ["−50.000", "gone"]
    assert "new" in row_with(rows, "new_way")


def test_a_function_that_is_gone_is_listed_as_it_was(tmp_path: Path) -> None:
    before = side(lines(tmp_path / "old", OLD, BEFORE, 1))
    other = lines(tmp_path / "new", NEW.replace("work", "play"), AFTER, 2)
    stats = pickle.loads(other.read_bytes())
    stats.timings = {(file, line, "play"): of for (file, line, _), of in stats.timings.items()}
    other.write_bytes(pickle.dumps(stats))
    screens = compared_screens(before, side(other), ["slash", *"is:gone", "enter", "5"])
    assert messages.LINES_ARE_GONE in screens[-1][-2] and "before alone" in screens[-1][1]
    assert row_with(screens[-1], "total += i * i")[2:6] == ["0", "0.000", "−200.000", "gone"]


def test_b_turns_which_side_y_points_at_and_nothing_else(tmp_path: Path) -> None:
    keys = ["5", "b", "y", "G", "y", "b", "y"]
    after, before, copied, _, of_below, _, back = compared_screens(*both(tmp_path), keys)[1:]
    assert after[1:-2] == before[1:-2] and messages.SIDE_IS[True] in before[-2]
    assert "old/app.py:4" in copied[-2] and "new/app.py:2" in back[-2]
    # The line below the text is one of the base.
    assert "old/app.py:5" in of_below[-2]
